/** Sales of each month by category, as far as markdowns are measured by them, in the organisation's currency. */
import type { Period } from '../../calendar/retail_calendar.ts'
import type { Sql } from '../../contract/call.ts'
import { isInOwnCurrency, netSum } from '../../insight/sales/sales_facts.store.ts'
import { salesWithPrices } from '../../insight/sales/markdown.sql.ts'
import { noRate } from '../../insight/sales/sales_basis.ts'

export interface MarkdownFact {
  /** Position of the month, from 0. */
  at: number
  category_id: string | null
  figure: 'regular_value' | 'markdown'
  net_cents: number
  /** Why the amount is not complete; null if it is. */
  unrated_reason: string | null
  /** Units sold, returned, costed and marked down as far as their regular price is known, and the units sold beside them. */
  units: number
  left_out_units: number
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
      select s.category_id, s.figure, coalesce(sum(s.units) filter (where s.is_priced), 0)::float8 as units,
        sum(s.left_out_units)::float8 as left_out_units,
        coalesce(sum(s.returned_units) filter (where s.is_priced), 0)::float8 as returned_units,
        coalesce(sum(s.priced_units) filter (where s.is_priced), 0)::float8 as priced_units,
        coalesce(sum(s.costed_units) filter (where s.is_priced), 0)::float8 as costed_units,
        coalesce(sum(s.known_cost_cents) filter (where s.is_priced), 0)::text as known_cost_cents,
        coalesce(sum(s.known_markdown_units) filter (where s.is_priced), 0)::float8 as markdown_units,
        ${netSum(sql, { ...owner, is_own_currency })}
      from (
        select f.*, k.figure, k.net_cents
        from (${salesWithPrices(sql, owner.organization_id, window)}) f
        cross join lateral (values ('regular_value', f.regular_value_cents), ('markdown', f.markdown_cents))
          k (figure, net_cents)
      ) s
      where s.day >= p.first_day and s.day <= p.last_day
      group by s.category_id, s.figure having sum(s.row_count) <> 0 offset 0
    ) g`
  return rows.map(({ unrated_currency, ...row }) => ({
    ...row,
    unrated_reason: unrated_currency === null ? null : noRate(unrated_currency, owner.currency),
  }))
}
