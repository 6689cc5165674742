/** One product record, written by an operation: compared and written as in an import, with its faults as refusals. */
import type { WriteCall } from '../../contract/call.ts'
import { type RefusalCode, refuse, refuseField } from '../../contract/refusals.ts'
import type { RecordFault } from '../../imports/record_diff.ts'
import { writeContext } from '../../records/write_context.ts'
import type { ProductWrite } from './batch.model.ts'
import { diffProducts } from './diff_products.ts'
import type { ProductRecord } from './product_record.ts'
import { writeProducts } from './write_products.ts'

export type WritingCall = Pick<WriteCall, 'sql' | 'caller' | 'now'>

interface Refusing {
  /** The code where the product or the variant itself is unknown. */
  unknown?: RefusalCode
  /** Name of a field in the request; by default its path in the record. */
  fieldOf?: (field: string, record: number) => string
  creates_only?: boolean
}

function refuseFault({ field, rule, allowed }: RecordFault, at: number, { unknown, fieldOf }: Refusing): never {
  if (unknown !== undefined && /^must be a (product|variant) of this organisation$/.test(rule)) refuse(unknown)
  refuseField(fieldOf?.(field, at) ?? field, rule, allowed)
}

/** Writes all of the records or none; returns the writes of those that changed anything. */
export async function saveProducts(
  call: WritingCall,
  records: readonly ProductRecord[],
  refusing: Refusing = {},
): Promise<readonly ProductWrite[]> {
  const context = writeContext(call.caller, call.now)
  const diffs = await diffProducts(call.sql, context, records, { creates_only: refusing.creates_only ?? false })
  const writes = diffs.flatMap((diff, at) => {
    if (diff.outcome === 'refused') return refuseFault(diff.faults[0]!, at, refusing)
    return diff.outcome === 'unchanged' ? [] : [diff.write]
  })
  await writeProducts(call.sql, context, writes)
  return writes
}
