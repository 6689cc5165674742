import { namedVariant } from '../../records/variant_names.rules.ts'
import { findVariants } from '../../catalogue/variants/named_variants.store.ts'
import type { Caller, Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { counted, reasons } from '../../contract/outcome.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { actorOf } from '../../ledger/actor.ts'
import { lockLevels } from '../../ledger/book.ts'
import { assembledAmong, holdBundles } from '../../ledger/bundles/parts.ts'
import { keepsNoStock } from '../../ledger/bundles/parts.rules.ts'
import { checkDates } from '../../ledger/books.ts'
import { lockCounts } from '../../ledger/counts/stocktake_offsets.ts'
import type { AdjustmentReason } from '../known_values.ts'
import { AdjustmentDetail, NewAdjustment, service, type SubmittedLine } from './model.ts'
import {
  type AdjustmentLine,
  checkEachOnce,
  checkQuantity,
  checkRemainder,
  costOf,
  leavesTooFew,
  movementsOf,
} from './rules.ts'
import { bookAdjustments, readAdjustment } from './store.ts'

export const createAdjustment = sessionOperation({
  id: 'session.create_stock_adjustment',
  route: 'POST /api/v1/stock-adjustments',
  summary: 'Create a stock adjustment',
  desc: ({ name, line_count }) => `Adjustment ${name} recorded with ${counted(line_count, 'line')}.`,
  description: `Adjusts stock by hand: up to ${limits.stock_adjustment_lines_max.toLocaleString('en-US')} lines, all or none, each with one stock movement of kind \`adjustment\` and document type \`manual_adjustment\`. The reasons damaged, expired, lost, theft, donation, internal_use and write_off only remove units; found and initial_count only add units; the others do both. Added units move the average cost by their \`unit_cost\`; removed units leave at the average cost. Fails with \`conflict\` if a line would leave fewer units on hand than are committed to orders, unless \`allow_below_committed\` is true; on hand never falls below zero. An error names the field, e.g. \`lines[2].sku\`.`,
  service,
  status: 201,
  body: NewAdjustment,
  answer: AdjustmentDetail,
  refusals: ['conflict'],
  conflict: reasons(leavesTooFew),
  emits: ['movement.recorded', 'order.updated', 'exception.opened', 'exception.resolved'],
  async run({ sql, caller, body, now }) {
    const { organization_id, currency } = caller
    const { reason, allow_below_committed = false } = body
    const note = body.note?.trim() ?? null
    if (note === '') refuseField('note', 'must not be blank')
    const lines = await readSubmitted(sql, caller, reason, body.lines)
    checkEachOnce(lines)
    const { occurred_at } = body
    await checkDates(sql, organization_id, now, [{ field: 'occurred_at', at: occurred_at }])
    const dated = occurred_at === undefined ? {} : { occurred_at }
    await lockCounts(
      sql,
      organization_id,
      movementsOf({ adjustment_id: '', name: '', reason, note, ...dated, lines }),
      now,
    )
    const levels = await lockLevels(sql, organization_id, lines)
    const changes = lines.map((line, i) => ({ ...line, field: `lines[${i}].quantity` }))
    checkRemainder(levels, changes, allow_below_committed)
    const booking = { organization_id, actor: actorOf(caller), now, currency, floor: 'none' } as const
    const [adjustment] = await bookAdjustments(sql, booking, [{ reason, note, ...dated, lines }])
    return readAdjustment(sql, organization_id, adjustment!.adjustment_id)
  },
})

interface KnownLine extends AdjustmentLine {
  sku: string
  location_name: string
}

async function readSubmitted(
  sql: Sql,
  { organization_id, currency }: Caller,
  reason: AdjustmentReason,
  lines: readonly SubmittedLine[],
): Promise<KnownLine[]> {
  const ids = lines.flatMap(({ variant_id }) => variant_id ?? [])
  const skus = lines.flatMap(({ sku }) => sku ?? [])
  const location_ids = lines.map(({ location_id }) => location_id)
  const variants = await findVariants(sql, organization_id, { ids, skus })
  const known = [...variants.by_id.values(), ...variants.by_sku.values()].map(({ variant_id }) => variant_id)
  await holdBundles(sql, organization_id)
  const [assembled, locations] = await Promise.all([
    assembledAmong(sql, organization_id, known),
    sql<{ location_id: string; name: string }[]>`
      select location_id, name from locations
      where organization_id = ${organization_id} and location_id = any(${location_ids}::uuid[])`,
  ])
  const names = new Map(locations.map(({ location_id, name }) => [location_id, name]))
  return lines.map((line, i) => {
    const at = `lines[${i}]`
    const { variant_id, sku } = namedVariant(variants, line, at)
    const location_id = line.location_id.toLowerCase()
    const location_name =
      names.get(location_id) ?? refuseField(`${at}.location_id`, 'must be a location of this organisation')
    checkQuantity(reason, line.quantity, `${at}.quantity`)
    // What it has from before can still be removed.
    if (line.quantity > 0 && assembled.has(variant_id))
      refuseField(`${at}.${line.sku === undefined ? 'variant_id' : 'sku'}`, keepsNoStock(sku))
    const unit_cost = costOf(line, currency, `${at}.unit_cost`)
    return { variant_id, sku, location_id, location_name, quantity: line.quantity, unit_cost }
  })
}
