/** Sales of each month by category, as far as markdowns are measured by them, in the organisation's currency. */
import type { Period } from '../../calendar/retail_calendar.ts'
import type { Sql } from '../../contract/call.ts'
import { isInOwnCurrency, netSum } from '../../insight/sales/sales_facts.store.ts'
import { noRate } from '../../insight/sales/sales_basis.ts'
import { salesByCategory } from '../../selling/sales_facts/rollups.ts'

export interface MarkdownFact {
  /** Position of the month, from 0. */
  at: number
  category_id: string | null
  figure: 'regular_value' | 'markdown'
  net_cents: number
  /** Why the amount is not complete; null if it is. */
  unrated_reason: string | null
  units: number
  returned_units: number
  priced_units: number
  costed_units: number
  known_cost_cents: string
  markdown_units: number
}

type Summed = Omit<MarkdownFact, 'unrated_reason'> & { unrated_currency: string | null }

/** One row for each amount: each is converted exactly and rounded once. Months without sales have no row. */
export async function readMarkdownFacts(
  sql: Sql,
  owner: { organization_id: string; currency: string },
  months: readonly Period[],
): Promise<MarkdownFact[]> {
  if (months.length === 0) return []
  const window = { start: months[0]!.start, end: months.at(-1)!.end }
  const is_own_currency = await isInOwnCurrency(sql, owner, window)
  const days = months.map(({ start, end }, at) => ({ at, first_day: start, last_day: end }))
  const rows = await sql<Summed[]>`
    select p.at, g.*
    from jsonb_to_recordset(${JSON.stringify(days)}::text::jsonb) as p (at int, first_day date, last_day date)
    cross join lateral (
      select s.category_id, s.figure, sum(s.units)::float8 as units, sum(s.returned_units)::float8 as returned_units,
        sum(s.priced_units)::float8 as priced_units, sum(s.costed_units)::float8 as costed_units,
        sum(s.known_cost_cents)::text as known_cost_cents,
        sum(s.known_markdown_units)::float8 as markdown_units,
        ${netSum(sql, { ...owner, is_own_currency })}
      from (
        select f.day, f.category_id, f.currency, f.row_count, f.units, f.returned_units, f.priced_units, f.costed_units,
          f.known_cost_cents, f.known_markdown_units, k.figure, k.net_cents
        from (${salesByCategory(sql, owner.organization_id, window)}) f
        cross join lateral (values
          ('regular_value', f.known_regular_value_cents),
          ('markdown', f.known_regular_value_cents - f.gross_sales_cents + f.discounts_cents)) k (figure, net_cents)
      ) s
      where s.day >= p.first_day and s.day <= p.last_day
      group by s.category_id, s.figure having sum(s.row_count) <> 0 offset 0
    ) g`
  return rows.map(({ unrated_currency, ...row }) => ({
    ...row,
    unrated_reason: unrated_currency === null ? null : noRate(unrated_currency, owner.currency),
  }))
}
