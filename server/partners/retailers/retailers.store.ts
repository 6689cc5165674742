/** SQL of the list of accounts. Each fact is read for all of them at once. */
import { trading_partners } from '../../../db/schema/wholesale/accounts.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/call.ts'
import { runStatement } from '../../tables/page.ts'
import { limits } from '../../contract/limits.ts'
import { carriedVariants, variantFigures } from './figures.sql.ts'
import { windowDays } from './sales_figures.rules.ts'

export interface Asked {
  organization_id: string
  /** Null for every account that is not archived. */
  account_ids: readonly string[] | null
  variant_id: string | null
  today: string
}

const accountColumns = selection(trading_partners, 't', [
  'trading_partner_id as id',
  'buyer_id',
  'name',
  'transit_time_days',
  'account_tier',
  'fill_rate_target_pct::float8',
  'cancellation_term',
  'cancellation_notice_days',
  'cancellation_term_note',
])

export type AccountRow = RowOf<typeof accountColumns> & {
  sales_channel_id: string | null
  last_data_synced_at: string | null
}

export const readAccounts = (sql: Sql, { organization_id, account_ids }: Asked) => sql<AccountRow[]>`
  select ${accountColumns},
    (select c.sales_channel_id from sales_channels c
      where c.organization_id = t.organization_id and c.trading_partner_id = t.trading_partner_id
      order by c.is_active desc, c.created_at, c.sales_channel_id limit 1) as sales_channel_id,
    (select max(f.imported_at) from sell_out_files f
      where f.organization_id = t.organization_id and f.trading_partner_id = t.trading_partner_id) as last_data_synced_at
  from trading_partners t
  where t.organization_id = ${organization_id}
    and case when ${account_ids === null} then t.archived_at is null
      else t.trading_partner_id = any(${arrayLiteral(account_ids ?? [])}::uuid[]) end
  order by lower(t.name), t.trading_partner_id`

export interface SalesOfAccount {
  trading_partner_id: string
  last_report: string
  units: number | null
  known_days: number
  on_hand: number | null
  /** Units and the last day that they were counted or estimated for. */
  stock: number | null
  stock_on: string | null
}

/** Sums of every variant; an account without a report has no row. */
export const readSales = (sql: Sql, { organization_id, today }: Asked) => sql<SalesOfAccount[]>`
  select t.trading_partner_id, w.last_report, s.units, s.known_days, c.on_hand, c.on_hand as stock, c.stock_on
  from trading_partners t
  cross join lateral (
    select max(p.period_end) as last_report from sell_out_by_period p
    where p.organization_id = t.organization_id and p.trading_partner_id = t.trading_partner_id
      and p.period_end <= ${today}::date
  ) w
  cross join lateral (
    select (sum(p.units) filter (where p.units_rows > 0))::float8 as units,
      coalesce(sum(p.period_end - p.period_start + 1) filter (where p.units_rows > 0), 0)::int as known_days
    from sell_out_by_period p
    where p.organization_id = t.organization_id and p.trading_partner_id = t.trading_partner_id
      and p.period_end > w.last_report - ${windowDays}::int and p.period_end <= w.last_report
  ) s
  left join lateral (
    select p.on_hand::float8 as on_hand, p.period_end as stock_on from sell_out_by_period p
    where p.organization_id = t.organization_id and p.trading_partner_id = t.trading_partner_id
      and p.period_end > w.last_report - ${windowDays}::int and p.period_end <= w.last_report and p.on_hand_rows > 0
    order by p.period_end desc, p.period_start desc limit 1
  ) c on true
  where t.organization_id = ${organization_id} and w.last_report is not null`

const accounts = `
  from trading_partners partner
  where partner.organization_id = $1 and case when $2::uuid[] is null then partner.archived_at is null
    else partner.trading_partner_id = any($2::uuid[]) end`
/** An alias that the figures do not use themselves. */
const each = { organization: 'partner.organization_id', account: 'partner.trading_partner_id', today: '$3::date' }
const parametersOf = ({ organization_id, account_ids, today }: Asked) => [
  organization_id,
  account_ids === null ? null : arrayLiteral(account_ids),
  today,
]

/** Number of variants that each account carries. */
export const readCarried = (sql: Sql, asked: Asked) =>
  runStatement<{ trading_partner_id: string; total_skus: number }>(
    sql,
    {
      text: `select partner.trading_partner_id,
        (select count(*)::int from (${carriedVariants(each)}) v) as total_skus ${accounts}`,
      params: parametersOf(asked),
    },
    true,
  )

/** The same facts of one variant; an account that does not carry it has no row. */
export async function readSalesOfVariant(sql: Sql, asked: Asked): Promise<SalesOfAccount[]> {
  const figures = variantFigures({ ...each, variants: '$4::uuid[]' })
  const text = `
    select partner.trading_partner_id, f.units_sold::float8 as units, f.known_days::int as known_days,
      f.on_hand::float8 as on_hand, f.estimated_on_hand::float8 as stock,
      case when f.estimated_on_hand is not null then $3::date end as stock_on,
      (select max(p.period_end) from sell_out_by_period p where p.organization_id = partner.organization_id
        and p.trading_partner_id = partner.trading_partner_id and p.period_end <= $3::date) as last_report
    from (select partner.organization_id, partner.trading_partner_id ${accounts}) partner
    cross join lateral (${figures}) f`
  const params = [...parametersOf(asked), arrayLiteral([asked.variant_id!])]
  return [...(await runStatement<SalesOfAccount>(sql, { text, params }, true))]
}

/** The days of the last year on which accounts ordered, oldest first. */
export const readOrderDays = (sql: Sql, { organization_id, variant_id, today }: Asked) => sql<
  { trading_partner_id: string; order_days: string[] }[]
>`
  select d.trading_partner_id, array_agg(d.ordered_on::text order by d.ordered_on) as order_days
  from (
    select distinct o.trading_partner_id, o.ordered_on from sales_orders o
    where o.organization_id = ${organization_id} and o.trading_partner_id is not null
      and o.lifecycle not in ('draft', 'cancelled')
      and o.ordered_on > ${today}::date - ${limits.retailer_order_days}::int and o.ordered_on <= ${today}::date
      and (${variant_id}::uuid is null or exists (
        select from order_lines l where l.organization_id = o.organization_id and l.order_id = o.order_id
          and l.variant_id = ${variant_id}::uuid))
  ) d
  group by d.trading_partner_id`

export interface SeatsOfAccount {
  trading_partner_id: string
  accepted: number
  invited: number
  last_opened_at: string | null
}

/** Portal seats by account; one that never had a seat has no row. */
export const readPortalSeats = (sql: Sql, { organization_id, account_ids }: Asked) => sql<SeatsOfAccount[]>`
  select s.trading_partner_id, count(*) filter (where s.revoked_at is null and s.accepted_at is not null)::int as accepted,
    count(*) filter (where s.revoked_at is null and s.accepted_at is null and exists (
      select from portal_invitations i
      where i.organization_id = ${organization_id} and i.seat_id = s.seat_id and i.used_at is null
        and i.revoked_at is null and i.expires_at > now()))::int as invited,
    max(s.last_opened_at) as last_opened_at
  from portal_seats s
  where s.organization_id = ${organization_id}
    and (${account_ids === null} or s.trading_partner_id = any(${arrayLiteral(account_ids ?? [])}::uuid[]))
  group by s.trading_partner_id`
