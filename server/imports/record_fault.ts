import type { RecordFault } from './record_diff.ts'

/** A fault of a record, with the value as a person reads it. */
export const recordFault = (
  field: string,
  rule: string,
  value: string | number | boolean | null | undefined,
  allowed?: readonly string[],
): RecordFault => ({
  field,
  rule,
  value: value == null ? null : String(value),
  ...(allowed === undefined ? {} : { allowed }),
})
