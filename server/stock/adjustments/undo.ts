import { counted, reasons } from '../../contract/outcome.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Shape } from '../../contract/schema.ts'
import { actorOf } from '../../ledger/actor.ts'
import { bookMovements, lockLevels } from '../../ledger/book.ts'
import { holdBundles } from '../../ledger/bundles/parts.ts'
import { AdjustmentDetail, AdjustmentPath, allowBelowCommitted, service } from './model.ts'
import { type Booked, type Count, lockCountsOf, readBooked, reversalOf } from './reversal.ts'
import { checkRemainder, leavesTooFew } from './rules.ts'
import { lockAdjustment, readAdjustment } from './store.ts'

export const undoAdjustment = sessionOperation({
  id: 'session.undo_stock_adjustment',
  route: 'POST /api/v1/stock-adjustments/{adjustment_id}/undo',
  summary: 'Undo a stock adjustment',
  desc: ({ name, line_count }) => `Adjustment ${name} undone: ${counted(line_count, 'line')} reversed.`,
  description:
    'Undoes a stock adjustment that was recorded in error. Each of its stock movements is reversed by a new one that refers to it in `reverses_movement_id` and has the same `occurred_at`, so the adjustment appears on no past day. Fails with `conflict` if the adjustment was undone before, if a stocktake has since counted some of its stock (adjust the stock again instead), or if reversing a line would leave fewer units on hand than are committed to orders, unless `allow_below_committed` is true, or if it removed units of a bundle that has since become `assembled_when_sold` and so has no stock of its own.',
  service,
  params: AdjustmentPath,
  body: Shape({ allow_below_committed: allowBelowCommitted }, { examples: [{}] }),
  answer: AdjustmentDetail,
  refusals: ['not_found', 'conflict'],
  conflict: reasons(
    'the adjustment was already undone',
    'a stocktake has since counted some of its stock',
    leavesTooFew,
    'it would bring back units of a bundle that is assembled when sold by now',
  ),
  emits: ['movement.recorded', 'order.updated', 'exception.opened', 'exception.resolved'],
  async run({ sql, caller, params, body, now }) {
    const { organization_id, currency } = caller
    await holdBundles(sql, organization_id)
    const { adjustment_id, name, undone_at } = await lockAdjustment(sql, organization_id, params.adjustment_id)
    if (undone_at !== null) refuseUndone(name, undone_at)
    const booked = await readBooked(
      sql,
      organization_id,
      sql`m.document_type = 'manual_adjustment' and m.document_id = ${adjustment_id}`,
    )
    const unreversed = booked.filter(({ is_reversed }) => !is_reversed)
    const [count] = await lockCountsOf(sql, organization_id, unreversed)
    if (count !== undefined) refuseCounted(name, unreversed, count)
    const levels = await lockLevels(sql, organization_id, unreversed)
    const changes = unreversed.map((row) => ({
      ...row,
      quantity: -row.quantity_delta,
      field: `lines[${Number(row.document_line_id) - 1}].quantity`,
    }))
    checkRemainder(levels, changes, body.allow_below_committed ?? false)
    const actor = actorOf(caller)
    await bookMovements(sql, { organization_id, actor, now, currency, floor: 'none' }, unreversed.map(reversalOf))
    await sql`
      update stock_adjustments set undone_at = ${now}, undone_by = ${actor}
      where organization_id = ${organization_id} and adjustment_id = ${adjustment_id}`
    return readAdjustment(sql, organization_id, adjustment_id)
  },
})

function refuseUndone(name: string, undone_at: string): never {
  const rule = 'is an adjustment that was already undone'
  refuse('conflict', {
    desc: `${name} was already undone. An adjustment can be undone once.`,
    data: { field: 'adjustment_id', rule, allowed: ['an adjustment that stands'], undone_at },
  })
}

function refuseCounted(name: string, booked: readonly Booked[], { movement_id, stocktake_name }: Count): never {
  const { sku, location_name } = booked.find((row) => row.movement_id === movement_id)!
  const rule = `has stock that stocktake ${stocktake_name} has counted since`
  refuse('conflict', {
    desc: `${name} cannot be undone: stocktake ${stocktake_name} has since counted ${sku} at ${location_name}. Create another adjustment instead.`,
    data: {
      field: 'adjustment_id',
      rule,
      allowed: ['an adjustment whose stock was not counted since'],
      sku,
      location_name,
    },
  })
}
