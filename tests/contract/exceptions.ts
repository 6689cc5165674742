/**
 * Responses that no test has provoked yet, as `operation code` or `operation success`. The lists may only shrink: their
 * lengths are fixed, so that a new response must come with a test that provokes it.
 */

/** Codes of failures of the service itself, which the tests of the pipeline provoke once instead of for every operation. */
export const provenOnce = ['body_too_slow', 'internal_error'] as const

export const unprovoked: readonly string[] = []
export const unprovokedCount = 0
