/** SQL of the coverage of accounts. */
import { sell_out_by_period } from '../../../../db/schema/wholesale/sell_out.ts'
import { type RowOf, selection } from '../../../../db/sql/selection.ts'
import { addDays } from '../../../calendar/days.ts'
import type { Sql } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { refuse } from '../../../contract/refusals.ts'
import { categoryPeriods } from '../category_sums/category_sums.sql.ts'
import type { LocationGrain } from '../../known_values.ts'

export interface CoveredAccount {
  trading_partner_id: string
  name: string
  location_grain: LocationGrain | null
  /** Last day that the account ever reported up to the day asked for. */
  last_reported: string | null
}

/** Accounts that are declared or have reported, by name. */
export const readAccounts = (sql: Sql, organization_id: string, until: string) => sql<CoveredAccount[]>`
  select t.trading_partner_id, t.name, s.location_grain, p.last_reported
  from trading_partners t
  left join sell_out_declarations s on s.organization_id = t.organization_id
    and s.trading_partner_id = t.trading_partner_id
  left join (
    select p.trading_partner_id, max(p.period_end) as last_reported from sell_out_by_period p
    where p.organization_id = ${organization_id} and p.period_end <= ${until}
    group by p.trading_partner_id) p on p.trading_partner_id = t.trading_partner_id
  where t.organization_id = ${organization_id} and (s.location_grain is not null or p.last_reported is not null)
  order by lower(t.name), t.trading_partner_id`

const periodColumns = selection(sell_out_by_period, 'p', [
  'trading_partner_id',
  'period_start',
  'period_end',
  'variants',
  'units_rows::float8',
  'units::float8',
])
export type PeriodRow = RowOf<typeof periodColumns>

/** A window of days, for periods that end in it. */
export interface Days {
  from: string
  to: string
  /** No period that ends in the window starts before: it bounds the range of the index. */
  starts_from: string
}

export const windowOf = (to: string, weeks: number): Days => {
  const from = addDays(to, 1 - 7 * weeks)
  return { from, to, starts_from: addDays(from, 1 - limits.sell_out_period_days_max) }
}

export const readPeriods = (sql: Sql, organization_id: string, { from, to, starts_from }: Days) => sql<PeriodRow[]>`
  select ${periodColumns} from sell_out_by_period p
  where p.organization_id = ${organization_id} and p.period_end between ${from} and ${to}
    and p.period_start between ${starts_from} and ${to}
  order by p.period_start, p.period_end`

/** Reads the periods of the variants whose products are in these categories. */
export const readPeriodsOf = (sql: Sql, organization_id: string, days: Days, category_ids: readonly string[]) => sql<
  PeriodRow[]
>`
  select s.trading_partner_id, s.period_start, s.period_end, sum(s.variants)::int as variants,
    sum(s.units_rows)::float8 as units_rows, sum(s.units)::float8 as units
  from (${categoryPeriods(sql, { organization_id, account_id: null, category_ids, ...days })}) s
  group by s.trading_partner_id, s.period_start, s.period_end
  having sum(s.variants) > 0
  order by s.period_start, s.period_end`

/** The categories that a book covers; null for all of them. */
export async function findBookCategories(
  sql: Sql,
  organization_id: string,
  commitment_id: string,
): Promise<string[] | null> {
  const budgets = await sql<{ budget_id: string | null; category_id: string | null }[]>`
    select b.budget_id, b.category_id from commitments k
    left join commitment_budgets b on b.organization_id = k.organization_id and b.commitment_id = k.commitment_id
    where k.organization_id = ${organization_id} and k.commitment_id = ${commitment_id}`
  if (budgets.length === 0) return refuse('not_found', { desc: 'No commitment of this organisation has that id.' })
  const hasRest = budgets.some(({ budget_id, category_id }) => budget_id !== null && category_id === null)
  return hasRest ? null : budgets.flatMap(({ category_id }) => category_id ?? [])
}
