/** Compares orders of a file with those stored: finds what they name, and what was imported before. Writes nothing. */
import type { RecordFault, RecordDiff, WriteContext } from '../../imports/record_diff.ts'
import type { Sql } from '../../contract/sql.ts'
import { channelDayKey, readChannelDays } from '../sales_facts/channel_days.ts'
import { readOrderFacts, sourceKey } from './order_facts.store.ts'
import type { OrderRecord } from './reading/order_record.ts'
import {
  countedDays,
  type ImportOptions,
  type OrderWrite,
  progressFaults,
  resolveOrder,
} from './resolve_order.rules.ts'

const refused = (faults: readonly RecordFault[]): RecordDiff<OrderWrite> => ({ outcome: 'refused', faults })

export async function diffOrders(
  sql: Sql,
  context: WriteContext & { options: ImportOptions },
  records: readonly OrderRecord[],
): Promise<readonly RecordDiff<OrderWrite>[]> {
  const { organization_id } = context
  const facts = await readOrderFacts(sql, organization_id, records)
  const resolved = records.map((record) => {
    const storedOrder = facts.orders.get(sourceKey(record.source_system, record.order_number))
    return storedOrder === undefined
      ? resolveOrder(record, context, facts)
      : { known: progressFaults(record, storedOrder) }
  })
  const days = resolved.flatMap((one) => ('write' in one ? countedDays(one.write) : []))
  const claimed = days.length === 0 ? [] : await readChannelDays(sql, organization_id, days)
  const imported = new Set(claimed.filter(({ origin }) => origin === 'import').map(channelDayKey))
  return resolved.map((one): RecordDiff<OrderWrite> => {
    if ('known' in one) return one.known.length > 0 ? refused(one.known) : { outcome: 'unchanged' }
    if ('faults' in one) return refused(one.faults)
    const importedDays = countedDays(one.write).filter((day) => imported.has(channelDayKey(day)))
    if (importedDays.length > 0)
      return refused(
        importedDays.map(({ day, field }) => ({
          field,
          rule: 'is on a day whose sales were imported for the channel; a day comes from orders or from an import',
          value: day,
        })),
      )
    return { outcome: 'created', write: one.write }
  })
}
