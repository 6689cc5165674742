import { stocktake_lines } from '../../../db/schema/stocktakes.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { counted } from '../../contract/outcome.ts'
import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { offsetsWhenPosting, readLate } from '../../ledger/counts/stocktake_offsets.ts'
import { type BookedMovement, type Booking, bookingOf, bookMovements } from '../../ledger/book.ts'
import { holdBundles, isAssembled } from '../../ledger/bundles/parts.ts'
import { inBulk } from '../../ledger/in_bulk.ts'
import { type MovementToBook, pairKey } from '../../ledger/rules.ts'
import { Stocktake, StocktakeId } from './model.ts'
import { findStocktake, lockOpen, refreshTotals } from './store.ts'

export const postStocktake = operation({
  id: 'stocktakes.post',
  route: 'POST /api/v1/stocktakes/{stocktake_id}/post',
  summary: 'Post a stocktake',
  desc: ({ name, counted_line_count }) =>
    `Stocktake ${name} posted with ${counted(counted_line_count, 'counted line')}.`,
  description:
    'Posts an open stocktake. For each counted line whose count differs from its system quantity, the ledger records one movement of kind `stocktake`, so stock becomes the counted quantity plus whatever has moved since. Uncounted lines are left unchanged. Whatever happened before a line was counted is in its count: if it was recorded or corrected since, a movement with document type `delivery_correction` (of a delivery) or `count_offset` (of anything else) offsets it. A stocktake that counted units of a bundle that is assembled when sold is refused: such a bundle has no stock of its own. Posting freezes the totals, and the stocktake can no longer be changed.',
  params: StocktakeId,
  answer: Stocktake,
  transaction_seconds_max: limits.large_write_seconds_max,
  refusals: ['stocktake_not_on_file'],
  emits: ['movement.recorded', 'order.updated', 'exception.opened', 'exception.resolved'],
  async run({ sql, caller, params, now }) {
    const { organization_id } = caller
    const { stocktake_id } = params
    await holdBundles(sql, organization_id)
    const { name, line_count } = await lockOpen(sql, organization_id, stocktake_id)
    return postCounted(sql, bookingOf(caller, now, 'none'), { stocktake_id, name, line_count })
  },
})

/** Posts a locked stocktake. The caller holds the lock of bundles (ledger/bundles/parts.ts). */
export async function postCounted(
  sql: Sql,
  booking: Booking,
  { stocktake_id, name, line_count }: { stocktake_id: string; name: string; line_count: number },
): Promise<Stocktake> {
  const { organization_id, now } = booking
  const document = { type: 'stocktake', id: stocktake_id, name } as const
  const late = await readLate(sql, organization_id, stocktake_id)
  await inBulk(sql, line_count, async () => {
    const counted = await findCounted(sql, organization_id, stocktake_id)
    if (counted.length === 0) refuseUncounted()
    refuseAssembled(counted)
    const booked = await bookMovements(sql, booking, movementsOf(counted, document))
    const offsets = offsetsWhenPosting(late, { stocktake_id, name, posted_at: now }, booked)
    await bookMovements(sql, booking, offsets)
    await freezeLines(sql, organization_id, stocktake_id, booked, offsets)
  })
  await refreshTotals(sql, organization_id, stocktake_id)
  await sql`
    update stocktakes set status = 'posted', posted_at = ${now}
    where organization_id = ${organization_id} and stocktake_id = ${stocktake_id}`
  return findStocktake(sql, organization_id, stocktake_id)
}

const refuseUncounted = (): never =>
  refuse('bad_request', {
    desc: 'The stocktake has no counted lines. Record at least one counted quantity before posting.',
    data: { field: 'stocktake_id', rule: 'is a stocktake with no counted lines' },
  })

/** Units of a bundle that has no stock of its own cannot be counted: its components lie there. */
function refuseAssembled(lines: readonly CountedLine[]): void {
  const line = lines.find(
    ({ is_assembled, variance_quantity, counted_quantity }) =>
      is_assembled && variance_quantity > 0 && counted_quantity > 0,
  )
  if (line === undefined) return
  const { sku, location_name, counted_quantity } = line
  refuse('bad_request', {
    desc: `${sku} was counted with ${counted(counted_quantity, 'unit')} at ${location_name}, but it is a bundle that is assembled when sold and has no stock of its own. Count its components and 0 of it, or set its stocking to ready_made first.`,
    data: { field: 'stocktake_id', rule: `is a stocktake that counts units of the bundle ${sku}`, sku, location_name },
  })
}

const countedColumns = selection(stocktake_lines, 'n', [
  'variant_id',
  'location_id',
  'system_quantity',
  'counted_quantity!',
  'counted_at!',
  'variance_quantity!',
])
interface CountedLine extends RowOf<typeof countedColumns> {
  /** What a unit cost at the instant of the count, where that is not the average of now. */
  stated_cost: string | null
  sku: string
  location_name: string
  is_assembled: boolean
}

const findCounted = (sql: Sql, organization_id: string, stocktake_id: string) => sql<CountedLine[]>`
  select ${countedColumns},
    case when n.unit_cost is null then case when l.average_cost is null then v.unit_cost end
      when n.unit_cost is distinct from l.average_cost then n.unit_cost end::text as stated_cost, v.sku, o.name as location_name,
    ${isAssembled(sql, organization_id, sql`n.variant_id`)} as is_assembled
  from stocktake_lines n
  join variants v on v.organization_id = n.organization_id and v.variant_id = n.variant_id
  join locations o on o.organization_id = n.organization_id and o.location_id = n.location_id
  left join stock_levels l on l.organization_id = n.organization_id and l.variant_id = n.variant_id
    and l.location_id = n.location_id
  where n.organization_id = ${organization_id} and n.stocktake_id = ${stocktake_id}
    and n.counted_quantity is not null
  order by n.variant_id, n.location_id`

const movementsOf = (counted: readonly CountedLine[], document: MovementToBook['document']): MovementToBook[] =>
  counted
    .filter(({ variance_quantity }) => variance_quantity !== 0)
    .map((line) => ({
      variant_id: line.variant_id,
      location_id: line.location_id,
      kind: 'stocktake',
      quantity_delta: line.variance_quantity,
      unit_cost: line.stated_cost,
      counted_from: line.counted_at,
      document,
      document_line_id: `${line.variant_id} ${line.location_id}`,
      evidence: `Counted ${line.counted_quantity} at ${line.counted_at}, when the system quantity was ${line.system_quantity}.`,
    }))

/** Booked lines take the unit cost of their ledger row; every counted line takes the quantity moved since its count. */
const bookedRows = recordset(stocktake_lines, ['variant_id', 'location_id', 'unit_cost'], {
  alias: 'b',
  extra: { on_hand_after: 'int' },
})

async function freezeLines(
  sql: Sql,
  organization_id: string,
  stocktake_id: string,
  booked: readonly BookedMovement[],
  offsets: readonly MovementToBook[],
): Promise<void> {
  const offsetUnits = new Map<string, number>()
  for (const one of offsets) offsetUnits.set(pairKey(one), (offsetUnits.get(pairKey(one)) ?? 0) + one.quantity_delta)
  const rows = booked.map(({ variant_id, location_id, unit_cost, on_hand_after: units }) => {
    const pair = { variant_id, location_id }
    return { ...pair, unit_cost, on_hand_after: units + (offsetUnits.get(pairKey(pair)) ?? 0) }
  })
  await sql`
    update stocktake_lines n
    set unit_cost = case when b.variant_id is null then n.unit_cost else b.unit_cost end,
      moved_quantity = coalesce(b.on_hand_after, l.on_hand, 0) - n.counted_quantity
    from stocktake_lines c
    left join stock_levels l on l.organization_id = c.organization_id and l.variant_id = c.variant_id
      and l.location_id = c.location_id
    left join ${bookedRows.from(rows)} on b.variant_id = c.variant_id and b.location_id = c.location_id
    where c.organization_id = ${organization_id} and c.stocktake_id = ${stocktake_id}
      and c.counted_quantity is not null and n.organization_id = c.organization_id
      and n.stocktake_id = c.stocktake_id and n.variant_id = c.variant_id and n.location_id = c.location_id`
}
