/** Units made of components whose cost was unknown: they have theirs once that of each component is known. */
import { stock_movements } from '../../../db/schema/stock.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/sql.ts'
import type { Booking } from '../../ledger/book.ts'
import { changeLacks, costsKnownSince, makeKnown } from '../../ledger/costs/make_known.ts'
import type { Replay } from '../../ledger/costs/replay.rules.ts'
import { costOfMade, lacksOfParts } from '../../ledger/rules.ts'
import { costDelivered } from './unrated_costs.store.ts'

interface MadeUnits {
  movement_id: number
  variant_id: string
  made_from: string[]
}

/** Made units that lack a cost, of these variants or of what was made of them. */
export async function findMadeOf(
  sql: Sql,
  organization_id: string,
  parts: readonly { variant_id: string }[],
): Promise<MadeUnits[]> {
  const all = await sql<MadeUnits[]>`
    select u.movement_id::float8 as movement_id, u.variant_id, p.made_from
    from unrated_arrivals u
    join stock_movements m on m.organization_id = u.organization_id and m.movement_id = u.movement_id
      and m.kind = 'assembly_in'
    cross join lateral (
      select array_agg(distinct s.variant_id) as made_from from stock_movements s
      where s.organization_id = m.organization_id and s.document_type = m.document_type and s.document_id = m.document_id
        and s.document_line_id = m.document_line_id and s.kind = 'assembly_out'
    ) p
    where u.organization_id = ${organization_id} and u.known_at is null and u.unit_cost is null
    order by u.movement_id`
  const reached = new Set(parts.map(({ variant_id }) => variant_id))
  const made = new Set<MadeUnits>()
  for (let before = -1; before < made.size;) {
    before = made.size
    for (const one of all.filter(({ made_from }) => made_from.some((part) => reached.has(part)))) {
      made.add(one)
      reached.add(one.variant_id)
    }
  }
  return [...made]
}

const rowColumns = selection(stock_movements, 'm', [
  'movement_id',
  'variant_id',
  'location_id',
  'kind',
  'quantity_delta',
  'unit_cost',
  'unrated_currency',
])

/** The rows of units that were made together, with their components; none once they were taken back. */
const readAssembly = (
  sql: Sql,
  organization_id: string,
  { document_id, document_line_id }: { document_id: string; document_line_id: string },
) => sql<RowOf<typeof rowColumns>[]>`
  select ${rowColumns} from stock_movements m
  where m.organization_id = ${organization_id} and m.document_type = 'manufacturing_order'
    and m.document_id = ${document_id} and m.document_line_id = ${document_line_id}
    and m.kind in ('assembly_in', 'assembly_out') and m.reverses_movement_id is null
    and not exists (select from stock_movements r
      where r.organization_id = m.organization_id and r.reverses_movement_id = m.movement_id)
  order by m.entry`

/**
 * Makes the cost of units known that were made of a component, if that of each of their components is; otherwise says what is
 * still lacking. Returns the rows whose cost is known by that.
 */
export async function costMade(
  sql: Sql,
  booking: Booking,
  evidence: string,
  component: { document_id: string; document_line_id: string },
): Promise<Replay['costed']> {
  const { organization_id } = booking
  const rows = await readAssembly(sql, organization_id, component)
  const made = rows.find(({ kind }) => kind === 'assembly_in')
  if (made === undefined) return []
  const used = rows.filter(({ kind }) => kind === 'assembly_out')
  const known = await costsKnownSince(sql, organization_id, used)
  const parts = used.map((part) => ({ ...part, unit_cost: part.unit_cost ?? known.get(part.movement_id) ?? null }))
  const lacks = lacksOfParts(parts)
  if (lacks !== null) {
    await changeLacks(sql, organization_id, made, lacks)
    return []
  }
  const unit_cost = costOfMade(parts, made.quantity_delta)!
  await costDelivered(sql, organization_id, { ...made, rate: null, rate_date: null }, unit_cost)
  return makeKnown(sql, booking, { ...made, unit_cost, landed_unit_cost: unit_cost, evidence })
}
