/**
 * Promises that no test has provoked yet, as `operation code` or `operation success`. The lists may only shrink: their
 * lengths are pinned, so that a new promise comes with the test that provokes it.
 */

/** Codes of trouble, provoked once for the whole service where the trouble can be made: in the tests of the door. */
export const provenOnce = ['body_too_slow', 'internal_error'] as const

export const unprovoked: readonly string[] = []
export const unprovokedCount = 0
