/** Sales of each month by category and channel, in the organisation's currency, from the sums of sales by day. */
import { arrayLiteral } from '../../../../db/sql/array_literal.ts'
import type { Sql } from '../../../contract/call.ts'
import { salesWithPrices } from '../../../insight/sales/markdown.sql.ts'
import { isInOwnCurrency, netSum } from '../../../insight/sales/sales_facts.store.ts'
import { salesByCategory } from '../../../selling/sales_facts/rollups.ts'
import type { PlanMonth } from '../plan_calendar.rules.ts'

export interface SalesActual {
  month: number
  category_id: string | null
  sales_channel_id: string
  /** Net sales: gross sales minus discounts and returns. */
  sales: number
  /** Discounts, and what the units sold would have brought more at their regular price, where that is known. */
  markdown: number
  unrated_currency: string | null
  units: number
  /** Units of which the markdown is measured. */
  priced_units: number
  moved_units: number
  costed_units: number
  known_cost: number
}

type Measured = Omit<SalesActual, 'sales' | 'markdown' | 'unrated_currency'> & {
  figure: 'sales' | 'markdown'
  net_cents: number
  unrated_currency: string | null
}

interface Owner {
  organization_id: string
  currency: string
}

/** One row for each amount: each is converted exactly and rounded once. */
async function readMeasured(sql: Sql, owner: Owner, months: readonly PlanMonth[]): Promise<Measured[]> {
  const window = { start: months[0]!.start, end: months.at(-1)!.end }
  const is_own_currency = await isInOwnCurrency(sql, owner, window)
  const days = months.map(({ month, start, end }) => ({ month, first_day: start, last_day: end }))
  return sql<Measured[]>`
    select p.month, g.*
    from jsonb_to_recordset(${JSON.stringify(days)}::text::jsonb) as p (month int, first_day date, last_day date)
    cross join lateral (
      select s.category_id, s.sales_channel_id, s.figure, sum(s.units)::float8 as units,
        sum(s.units - s.left_out_units)::float8 as priced_units, sum(s.moved_units)::float8 as moved_units,
        sum(s.costed_units)::float8 as costed_units, round(sum(s.known_cost_cents))::float8 as known_cost,
        ${netSum(sql, { ...owner, is_own_currency })}
      from (
        select f.*, f.units + f.returned_units as moved_units, k.figure, k.net_cents
        from (${salesWithPrices(sql, owner.organization_id, window)}) f
        cross join lateral (values
          ('sales', f.gross_sales_cents - f.discounts_cents - f.returns_cents),
          ('markdown', f.markdown_cents)) k (figure, net_cents)
      ) s
      where s.day >= p.first_day and s.day <= p.last_day
      group by s.category_id, s.sales_channel_id, s.figure having sum(s.row_count) <> 0 offset 0
    ) g`
}

export interface NetSales {
  month: number
  category_id: string | null
  sales: number
  unrated_currency: string | null
}

/** Net sales of each month that follows the one before it; of each channel, since each amount is rounded once. */
export async function readNetSales(sql: Sql, owner: Owner, months: readonly PlanMonth[]): Promise<readonly NetSales[]> {
  const window = { start: months[0]!.start, end: months.at(-1)!.end }
  const is_own_currency = await isInOwnCurrency(sql, owner, window)
  const days = arrayLiteral(months.map(({ start }) => start))
  return sql<NetSales[]>`
    select n.month, n.category_id, n.net_cents as sales, n.unrated_currency
    from (
      select width_bucket(s.day, ${days}::date[]) as month, s.category_id, s.sales_channel_id,
        ${netSum(sql, { ...owner, is_own_currency })}
      from (
        select f.day, f.category_id, f.sales_channel_id, f.currency, f.row_count,
          f.gross_sales_cents - f.discounts_cents - f.returns_cents as net_cents
        from (${salesByCategory(sql, owner.organization_id, window)}) f
      ) s
      group by 1, s.category_id, s.sales_channel_id having sum(s.row_count) <> 0
    ) n`
}

/** Months of a category and channel without sales have no row. */
export async function readSalesActuals(sql: Sql, owner: Owner, months: readonly PlanMonth[]): Promise<SalesActual[]> {
  const actualOf = new Map<string, SalesActual>()
  for (const { figure, net_cents, unrated_currency, ...rest } of await readMeasured(sql, owner, months)) {
    const key = `${rest.month}/${rest.category_id}/${rest.sales_channel_id}`
    const known = actualOf.get(key) ?? { ...rest, sales: 0, markdown: 0, unrated_currency: null }
    known[figure] = net_cents
    known.unrated_currency ??= unrated_currency
    actualOf.set(key, known)
  }
  return [...actualOf.values()]
}
