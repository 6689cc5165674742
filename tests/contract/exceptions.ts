/**
 * What the generated tests do not yet hold, each with its reason. The lists may only shrink: a test pins their length.
 */

/** Writes whose example request cannot reach the step of its Idempotency-Key; their own tests prove it instead. */
export const unready: readonly string[] = []
