/** SQL statements shared by the stocktake operations. */
import { stocktake_lines, stocktakes } from '../../../db/schema/stocktakes.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import { assignments } from '../../../db/sql/lists.ts'
import type { Sql } from '../../contract/call.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Count, Stocktake } from './model.ts'
import { stocktakesTable } from './stocktakes_table.ts'

export async function findStocktake(sql: Sql, organization_id: string, stocktake_id: string): Promise<Stocktake> {
  const [row] = await sql`
    select ${stocktakesTable.selected} from stocktakes s
    where s.organization_id = ${organization_id} and s.stocktake_id = ${stocktake_id}`
  return row ? stocktakesTable.shape(row) : refuse('stocktake_not_on_file')
}

export const refusePosted = (): never =>
  refuse('bad_request', {
    desc: 'The stocktake is already posted and can no longer be changed.',
    data: { field: 'stocktake_id', rule: 'is a stocktake that is already posted' },
  })

/** `line_count` is taken as the size of any write on the stocktake (ledger/in_bulk.ts). */
const openColumns = selection(stocktakes, 's', ['name', 'line_count', 'status'])
type OpenStocktake = RowOf<typeof openColumns>

/** Every write on a stocktake starts here: the row lock serialises the writes on one stocktake. */
export async function lockOpen(sql: Sql, organization_id: string, stocktake_id: string): Promise<OpenStocktake> {
  const [row] = await sql<OpenStocktake[]>`
    select ${openColumns} from stocktakes s
    where s.organization_id = ${organization_id} and s.stocktake_id = ${stocktake_id}
    for update`
  if (row === undefined) refuse('stocktake_not_on_file')
  return row.status === 'open' ? row : refusePosted()
}

const countRows = recordset(stocktake_lines, ['variant_id', 'location_id'], {
  alias: 'c',
  extra: { counted_quantity: 'int' },
})
const pairColumns = selection(stocktake_lines, 'n', ['variant_id', 'location_id'])

/**
 * Writes counted quantities and rereads the stock of each line in the same statement, so that the variance is computed at
 * one moment: that of the count, without what has moved since, and so is the cost of its units. Repeating a count when nothing has moved changes nothing.
 * Returns the pairs that are lines.
 */
export const writeCounts = (
  sql: Sql,
  organization_id: string,
  stocktake_id: string,
  counts: readonly Count[],
  counted_at: string,
  now: string,
) => sql<RowOf<typeof pairColumns>[]>`
  with counted as (
    select ${countRows.values}, coalesce(l.on_hand, 0) - coalesce(since.units, 0) as system_quantity,
      coalesce(l.sequence, 0) as system_sequence,
      coalesce(case when l.on_hand > coalesce(since.units, 0) and since.value <= l.average_cost * l.on_hand
        then round((l.average_cost * l.on_hand - since.value) / (l.on_hand - since.units), 10) end,
        l.average_cost, v.unit_cost) as unit_cost
    from ${countRows.from(counts)}
    join variants v on v.organization_id = ${organization_id} and v.variant_id = c.variant_id
    left join stock_levels l on l.organization_id = ${organization_id} and l.variant_id = c.variant_id
      and l.location_id = c.location_id
    left join lateral (
      select sum(m.quantity_delta)::int as units,
        case when bool_and(m.landed_unit_cost is not null or m.adjusted_cost is not null) then
          sum(case when m.adjusted_cost is null then m.landed_unit_cost * m.quantity_delta
            when m.adjusted_stock = 'on_hand' then m.adjusted_cost else 0 end - coalesce(m.cost_variance, 0)) end as value
      from stock_movements m
      where ${counted_at !== now} and m.organization_id = ${organization_id} and m.variant_id = c.variant_id
        and m.location_id = c.location_id and coalesce(m.counted_from, m.occurred_at) >= ${counted_at}
    ) since on true
  ), written as (
    update stocktake_lines n
    set counted_quantity = c.counted_quantity, counted_at = ${counted_at}, system_quantity = c.system_quantity,
      system_sequence = c.system_sequence, unit_cost = c.unit_cost
    from counted c
    where n.organization_id = ${organization_id} and n.stocktake_id = ${stocktake_id}
      and n.variant_id = c.variant_id and n.location_id = c.location_id
      and ((n.counted_quantity, n.system_quantity, n.system_sequence, n.unit_cost)
        is distinct from (c.counted_quantity, c.system_quantity, c.system_sequence, c.unit_cost)
        or (${counted_at !== now} and n.counted_at is distinct from ${counted_at}::timestamptz))
  )
  select ${pairColumns} from counted c
  join stocktake_lines n on n.organization_id = ${organization_id} and n.stocktake_id = ${stocktake_id}
    and n.variant_id = c.variant_id and n.location_id = c.location_id`

const totalNames = [
  'line_count',
  'counted_line_count',
  'system_total',
  'counted_total',
  'variance_total',
  'variance_value_total',
  'uncosted_line_count',
]

/** Recomputes the totals from the lines. */
export const refreshTotals = (sql: Sql, organization_id: string, stocktake_id: string) => sql`
  update stocktakes s
  set ${assignments(totalNames, 't')}
  from (
    select count(*) as line_count, count(counted_quantity) as counted_line_count,
      coalesce(sum(system_quantity), 0) as system_total, coalesce(sum(counted_quantity), 0) as counted_total,
      coalesce(sum(variance_quantity), 0) as variance_total,
      coalesce(sum(variance_quantity * unit_cost), 0) as variance_value_total,
      count(*) filter (where variance_quantity <> 0 and unit_cost is null) as uncosted_line_count
    from stocktake_lines
    where organization_id = ${organization_id} and stocktake_id = ${stocktake_id}) t
  where s.organization_id = ${organization_id} and s.stocktake_id = ${stocktake_id}`
