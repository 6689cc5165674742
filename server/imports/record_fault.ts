import { Refusal } from '../contract/refusals.ts'
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

/** What a rule made of a record, or its refusal of a field as a fault of the record. */
export function orFault<T>(record: object, rule: () => T): T | RecordFault {
  try {
    return rule()
  } catch (error) {
    if (!(error instanceof Refusal) || typeof error.data?.field !== 'string') throw error
    const { field } = error.data
    return recordFault(field, String(error.data.rule), (record as Record<string, string | null>)[field])
  }
}
