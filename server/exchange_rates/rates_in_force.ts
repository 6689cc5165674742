/**
 * The exchange rate in force on a day: the newest rate of the currency on or before it. Every converted figure states
 * `rate_date`, so that a reader sees how old the rate is; nothing limits its age.
 */
import { exchange_rates } from '../../db/schema/exchange_rates.ts'
import { recordset } from '../../db/sql/recordset.ts'
import type { Sql } from '../contract/call.ts'

export interface RateInForce {
  /** Units of the organisation's currency for one unit of the foreign currency, as exact text: multiply by it. */
  organization_currency_per_unit: string
  /** The day from which the rate applies; the requested day for the organisation's own currency. */
  rate_date: string
}

const wantedRows = recordset(exchange_rates, ['currency'], { extra: { at: 'int', day: 'date | null' } })

/**
 * The rate of each currency on its day, in their order; null if no rate is known. The own currency has the rate 1. A day
 * that is null is the current day of the organisation.
 */
export async function ratesInForce(
  sql: Sql,
  organization_id: string,
  requests: readonly { currency: string; day: string | null }[],
): Promise<(RateInForce | null)[]> {
  if (requests.length === 0) return []
  const rows = await sql<{ organization_currency_per_unit: string | null; rate_date: string | null }[]>`
    select case when n.currency = o.currency then '1' else trim_scale(r.organization_currency_per_unit)::text end
        as organization_currency_per_unit,
      (case when n.currency = o.currency then t.day else r.rate_date end)::text as rate_date
    from ${wantedRows.from(requests.map(({ currency, day }, at) => ({ at, currency, day })))}
    join organizations o on o.organization_id = ${organization_id}
    cross join lateral (
      select coalesce(n.day, (now() at time zone o.time_zone)::date) as day
    ) t
    left join lateral (
      select organization_currency_per_unit, rate_date from exchange_rates
      where organization_id = ${organization_id} and currency = n.currency and rate_date <= t.day
      order by rate_date desc limit 1
    ) r on true
    order by n.at`
  return rows.map(({ organization_currency_per_unit, rate_date }) =>
    organization_currency_per_unit === null || rate_date === null
      ? null
      : { organization_currency_per_unit, rate_date },
  )
}

export async function rateInForce(
  sql: Sql,
  organization_id: string,
  currency: string,
  day: string,
): Promise<RateInForce | null> {
  const [rate] = await ratesInForce(sql, organization_id, [{ currency, day }])
  return rate ?? null
}
