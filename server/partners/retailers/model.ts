/** Parts shared by the reads of an account. */
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { refuse } from '../../contract/refusals.ts'
import { CalendarDate, Id, Nullable, Num, Reason, Shape } from '../../contract/schema.ts'

export const PartnerPath = Shape({ partner_id: Id('The trading account.') })

export const windowWords = `the last ${limits.retailer_window_weeks} weeks up to the end of the account's last report`

/** How the figures are made, for the descriptions of the operations. */
export const figuresWords = `Figures are computed from the account's sell-out reports of ${windowWords}. In a reported period without a row for a variant, the variant sold nothing if the account omits such rows (\`absence_convention\` row_omitted, from the first period that has the variant on); otherwise its sales are unknown and the period does not count. Returns to the account's doors reduce units sold. Velocity is units sold, divided by the days of the periods with known sales, times 7. Sell-through is units sold divided by units sold plus the last shelf count of the window.`

export const figureFields = {
  sales_velocity_per_week: Nullable(
    Num('Units sold to consumers per week, rounded to two decimals; negative if returns exceed sales.', {
      examples: [6.5],
    }),
  ),
  sell_through_rate: Nullable(
    Num(
      'Units sold divided by units sold plus those on hand at the last count of the window, rounded to four decimals.',
      { examples: [0.65] },
    ),
  ),
  weeks_of_cover: Nullable(
    Num('Estimated stock divided by the velocity, rounded to one decimal.', { examples: [3.2] }),
  ),
}
export const reasonOf = (field: string) => ({
  ...Reason,
  description: `Why \`${field}\` is null, as a sentence; null if it is present.`,
})

export const SalesWindow = Nullable(
  Shape(
    {
      start_date: CalendarDate('First day of the window.'),
      end_date: CalendarDate("Last day of the account's last report."),
    },
    {
      $id: 'SellOutWindow',
      about: 'Days of sell-out figures.',
      description: 'Days of the sell-out figures; null if the account has not reported any sell-out.',
    },
  ),
)

export interface AccountFacts {
  trading_partner_id: string
  name: string
  transit_time_days: number | null
  fill_rate_target_pct: number | null
  last_report: string | null
}

export async function readAccountFacts(
  sql: Sql,
  organization_id: string,
  partner_id: string,
  today: string,
): Promise<AccountFacts> {
  const [account] = await sql<AccountFacts[]>`
    select t.trading_partner_id, t.name, t.transit_time_days,
      t.fill_rate_target_pct::float8 as fill_rate_target_pct,
      (select max(p.period_end) from sell_out_by_period p
        where p.organization_id = t.organization_id and p.trading_partner_id = t.trading_partner_id
          and p.period_end <= ${today}::date) as last_report
    from trading_partners t
    where t.organization_id = ${organization_id} and t.trading_partner_id = ${partner_id}`
  return account ?? refuse('not_found', { desc: 'No trading account of this organisation has that id.' })
}
