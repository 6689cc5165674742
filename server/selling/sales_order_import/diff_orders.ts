/** Compares orders of a file with those stored: finds what they name, and what is new of those that were imported before. Writes nothing. */
import type { RecordFault, RecordDiff, WriteContext } from '../../imports/record_diff.ts'
import type { Sql } from '../../contract/sql.ts'
import { channelDayKey, readChannelDays } from '../sales_facts/channel_days.ts'
import { lockOrders } from '../orders/locked_order.store.ts'
import { byOrderSource, type OrderFacts, readOrderFacts, sourceKey } from './order_facts.store.ts'
import type { OrderRecord } from './reading/order_record.ts'
import { canWrite } from '../../imports/can_write.ts'
import { diffProducts } from '../../catalogue/product_records/diff_products.ts'
import { placeholderProduct } from './matching/placeholders.ts'
import type { ImportOptions, LineChoices, NewPlaceholders } from './matching/matching.model.ts'
import { placeholdersNeeded, resolveLines } from './matching/resolve_lines.rules.ts'
import type { KnownOrder } from './progress/known_order.model.ts'
import { readKnownOrders } from './progress/known_order.store.ts'
import { assumedRefundDay, hasNews, progressOf } from './progress/progress.rules.ts'
import { progressDays, type ProgressWrite } from './progress/write_progress.ts'
import { checkTimes, countedDays, findLocation, type OrderWrite, resolveOrder } from './resolve_order.rules.ts'

const refused = (faults: readonly RecordFault[]): RecordDiff<OrderWrite | ProgressWrite> => ({
  outcome: 'refused',
  faults,
})

export async function diffOrders(
  sql: Sql,
  context: WriteContext & { options: ImportOptions },
  records: readonly OrderRecord[],
): Promise<readonly RecordDiff<OrderWrite | ProgressWrite>[]> {
  const { organization_id } = context
  const unlocked = await readOrderFacts(sql, organization_id, records)
  // Names of products are locked before orders are.
  const placeholders = await newPlaceholders(sql, context, records, unlocked)
  const facts = { ...unlocked, orders: await lockedOrders(sql, organization_id, records, unlocked) }
  const resolved = records.map((record) => {
    const storedOrder = facts.orders.get(sourceKey(record.source_system, record.order_number))
    if (storedOrder !== undefined) return resolveProgress(record, storedOrder, context, facts)
    // Every line was cancelled before its units were stated: there is no order.
    return record.lines.length === 0 ? null : resolveOrder(record, context, facts, placeholders)
  })
  const daysOf = (write: OrderWrite | ProgressWrite) =>
    'progress' in write ? progressDays(write.progress, facts.time_zone) : countedDays(write)
  const days = resolved.flatMap((one) => (one !== null && 'write' in one ? daysOf(one.write) : []))
  const claimed = days.length === 0 ? [] : await readChannelDays(sql, organization_id, days)
  const imported = new Set(claimed.filter(({ origin }) => origin === 'import').map(channelDayKey))
  return resolved.map((one): RecordDiff<OrderWrite | ProgressWrite> => {
    if (one === null) return { outcome: 'unchanged' }
    if ('faults' in one) return refused(one.faults)
    const importedDays = daysOf(one.write).filter((day) => imported.has(channelDayKey(day)))
    if (importedDays.length > 0)
      return refused(
        importedDays.map(({ day, field }) => ({
          field,
          rule: 'is on a day whose sales were imported for the channel; a day comes from orders or from an import',
          value: day,
        })),
      )
    const { write, notes: all } = one
    const notes = all.length === 0 ? {} : { notes: all }
    return 'changes' in one
      ? { outcome: 'changed', changes: one.changes, write, ...notes }
      : { outcome: 'created', write, ...notes }
  })
}

/** A run locks known orders and reads them again, so that nothing happens to them between what is compared and what is written. */
async function lockedOrders(
  sql: Sql,
  organization_id: string,
  records: readonly OrderRecord[],
  { orders }: OrderFacts,
): Promise<OrderFacts['orders']> {
  if (orders.size === 0 || !(await canWrite(sql))) return orders
  const ids = [...orders.values()].map(({ order_id }) => order_id)
  await lockOrders(sql, organization_id, ids)
  return byOrderSource(await readKnownOrders(sql, organization_id, records))
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

/** What the file says of a known order beyond what is here; null for nothing. Such an order keeps its lines and its place. */
function resolveProgress(
  stated: OrderRecord,
  known: KnownOrder,
  context: WriteContext & { options: ImportOptions },
  facts: OrderFacts,
) {
  const { options, now } = context
  const faults: RecordFault[] = []
  const lines = resolveLines(stated, choicesOf(stated, context), facts.goods, new Map(), faults)
  // Goods that are not found any more are none of its lines; what happened to them is here.
  if (faults.length > 0) return hasNews(stated, known) ? { faults } : null
  const result = progressOf(lines, known)
  if (result === null || 'faults' in result) return result
  const { progress, changes } = result
  const named = known.location_id ?? findLocation(stated, options, facts, faults) ?? null
  checkTimes(stated, options.cut_over, now, faults)
  if (faults.length > 0) return { faults }
  const notes = assumedRefundDay({ ...progress.record, refund: progress.refund }, facts.time_zone)
  return { write: { progress, cut_over: options.cut_over, location_id: named }, changes, notes }
}

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
