/** Compares orders of a file with those stored: finds what they name, and what was imported before. Writes nothing. */
import type { RecordFault, RecordDiff, WriteContext } from '../../imports/record_diff.ts'
import type { Sql } from '../../contract/sql.ts'
import { channelDayKey, readChannelDays } from '../sales_facts/channel_days.ts'
import { type OrderFacts, readOrderFacts, sourceKey } from './order_facts.store.ts'
import type { OrderRecord } from './reading/order_record.ts'
import { canWrite } from '../../catalogue/imports/stored_products.store.ts'
import { diffProducts } from '../../catalogue/product_records/diff_products.ts'
import { placeholderProduct } from './matching/placeholders.ts'
import type { ImportOptions, LineChoices, NewPlaceholders } from './matching/matching.model.ts'
import { placeholdersNeeded, resolveLines } from './matching/resolve_lines.rules.ts'
import { countedDays, type OrderWrite, progressFaults, resolveOrder } from './resolve_order.rules.ts'

const refused = (faults: readonly RecordFault[]): RecordDiff<OrderWrite> => ({ outcome: 'refused', faults })

export async function diffOrders(
  sql: Sql,
  context: WriteContext & { options: ImportOptions },
  records: readonly OrderRecord[],
): Promise<readonly RecordDiff<OrderWrite>[]> {
  const { organization_id } = context
  const facts = await readOrderFacts(sql, organization_id, records)
  const placeholders = await newPlaceholders(sql, context, records, facts)
  const resolved = records.map((record) => {
    const storedOrder = facts.orders.get(sourceKey(record.source_system, record.order_number))
    return storedOrder === undefined
      ? resolveOrder(record, context, facts, placeholders)
      : { known: progressFaults(goodsOf(record, context, facts), storedOrder) }
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
    const { write, notes } = one
    return notes.length === 0 ? { outcome: 'created', write } : { outcome: 'created', write, notes }
  })
}

const choicesOf = (
  record: OrderRecord,
  { options, currency }: Pick<LineChoices, 'options' | 'currency'>,
): LineChoices => ({
  options,
  currency,
  isHistory: Date.parse(record.ordered_at) < Date.parse(options.cut_over),
  isWholesale: record.account !== null,
})

/** An order that is known keeps its lines; those without goods are none of them. */
const goodsOf = (record: OrderRecord, context: Pick<LineChoices, 'options' | 'currency'>, { goods }: OrderFacts) =>
  resolveLines(record, choicesOf(record, context), goods, new Map(), []).record

/** Placeholders that the orders need and the catalogue does not have, as they will be written. */
async function newPlaceholders(
  sql: Sql,
  context: WriteContext & { options: ImportOptions },
  records: readonly OrderRecord[],
  { goods, orders }: OrderFacts,
): Promise<NewPlaceholders> {
  const fresh = records.filter((one) => !orders.has(sourceKey(one.source_system, one.order_number)))
  const needed = fresh.flatMap((record) => placeholdersNeeded(record, choicesOf(record, context), goods))
  if (needed.length === 0) return new Map()
  const distinct = [...new Map(needed.map((one) => [one.sku, one])).values()]
  const diffs = await diffProducts(sql, context, distinct.map(placeholderProduct), { locks: await canWrite(sql) })
  return new Map(
    distinct.flatMap(({ sku }, i) => {
      const diff = diffs[i]!
      if (!('write' in diff)) throw new Error(`the placeholder ${sku} cannot be written`)
      return [[sku, { variant_id: diff.write.variants[0]!.variant_id, write: diff.write }]]
    }),
  )
}
