/**
 * Sums of sales for the reads of this folder, put after `from` under the alias `s`. Amounts in another currency than the
 * organisation's are converted with the rate in force on their day, exactly, and rounded once where they are summed.
 */
import type { Sql } from '../../contract/call.ts'
import type { Period } from '../../calendar/retail_calendar.ts'
import { salesByCategory, salesByChannel } from '../../selling/sales_facts/rollups.ts'
import { salesBeginOn } from '../../selling/sales_facts/sales_begin.store.ts'
import type { CoverageFacts } from './sales_basis.ts'

export interface SalesScope {
  organization_id: string
  /** The organisation's. */
  currency: string
  is_own_currency: boolean
  window: Period
  /** PostgreSQL array literals; null for all. A category must be in both lists. */
  categories: string | null
  covered_categories: string | null
  channel_types: string | null
}

const categoryRows = (sql: Sql, scope: SalesScope) => sql`
  select f.day, f.sales_channel_id, n.channel_type, f.category_id, f.currency, f.row_count,
    f.units - f.returned_units as net_units,
    f.gross_sales_cents - f.discounts_cents - f.returns_cents as net_cents
  from (${salesByCategory(sql, scope.organization_id, scope.window)}) f
  join sales_channels n on n.organization_id = ${scope.organization_id} and n.sales_channel_id = f.sales_channel_id
  where (${scope.categories}::uuid[] is null or f.category_id = any(${scope.categories}::uuid[]))
    and (${scope.covered_categories}::uuid[] is null or f.category_id = any(${scope.covered_categories}::uuid[]))
    and (${scope.channel_types}::text[] is null or n.channel_type = any(${scope.channel_types}::text[]))`

/**
 * Sums by day, channel, category and currency; a product that changed its category takes its sales along. Nothing is
 * recorded where `row_count` adds up to zero. Rows to be converted are one for each key: what sums and changes cancel out
 * needs no rate.
 */
export const categorySales = (sql: Sql, scope: SalesScope) =>
  scope.is_own_currency
    ? categoryRows(sql, scope)
    : sql`
  select r.day, r.sales_channel_id, r.channel_type, r.category_id, r.currency, sum(r.row_count) as row_count,
    sum(r.net_units) as net_units, sum(r.net_cents) as net_cents
  from (${categoryRows(sql, scope)}) r group by 1, 2, 3, 4, 5`

type Owner = Pick<SalesScope, 'organization_id' | 'currency'>

const rateOf = (sql: Sql, { organization_id }: Owner) => sql`(
  select r.organization_currency_per_unit from exchange_rates r
  where r.organization_id = ${organization_id} and r.currency = s.currency and r.rate_date <= s.day
  order by r.rate_date desc limit 1)`

/**
 * `net_cents` in the organisation's currency, and a currency without which the sum is not complete. Whole cents below
 * 2^53 add up exactly as float8, and faster than as exact types.
 */
export const netSum = (sql: Sql, owner: Owner & { is_own_currency: boolean }) =>
  owner.is_own_currency
    ? sql`coalesce(sum(s.net_cents::float8), 0) as net_cents, null::text as unrated_currency`
    : sql`
  (coalesce(sum(s.net_cents::float8) filter (where s.currency = ${owner.currency}), 0) + round(coalesce(
    sum(s.net_cents * ${rateOf(sql, owner)}) filter (where s.currency <> ${owner.currency}), 0))::float8) as net_cents,
  min(s.currency) filter (where s.currency <> ${owner.currency} and s.net_cents <> 0 and ${rateOf(sql, owner)} is null)
    as unrated_currency`

/**
 * Whether every sale of a window is in the organisation's currency, so that nothing has to be converted; an expression.
 */
export const ownCurrencyOnly = (sql: Sql, { organization_id, currency }: Owner, window: Period) => sql`
  not exists (select from (${salesByChannel(sql, organization_id, window)}) s where s.currency <> ${currency})`

/** The same for the response. */
export async function isInOwnCurrency(sql: Sql, owner: Owner, window: Period) {
  const [row] = await sql<{ is_own: boolean }[]>`select ${ownCurrencyOnly(sql, owner, window)} as is_own`
  return row!.is_own
}

/** Coverage of the recorded sales of the requested channels, and the rates with which they are converted. */
export async function readCoverage(
  sql: Sql,
  scope: Pick<SalesScope, 'organization_id' | 'currency' | 'window' | 'channel_types'>,
): Promise<Omit<CoverageFacts, 'recorded_through'>> {
  const { organization_id, currency, window, channel_types } = scope
  const [row] = await sql<Omit<CoverageFacts, 'recorded_through'>[]>`
    with sold as materialized (
      select s.day, s.sales_channel_id, s.currency, sum(s.row_count) as row_count
      from (${salesByChannel(sql, organization_id, window)}) s
      join sales_channels n on n.organization_id = ${organization_id} and n.sales_channel_id = s.sales_channel_id
        and (${channel_types}::text[] is null or n.channel_type = any(${channel_types}::text[]))
      group by s.day, s.sales_channel_id, s.currency having sum(s.row_count) <> 0
    )
    select ${salesBeginOn(sql, organization_id)} as sales_begin_on,
      (select count(distinct day)::int from sold) as days_with_sales,
      (select count(distinct sales_channel_id)::int from sold) as channels_with_sales,
      coalesce((
        select jsonb_agg(jsonb_build_object('currency', c.currency, 'first_rate_date', c.first_rate_date,
          'last_rate_date', c.last_rate_date) order by c.currency)
        from (
          select o.currency, min(r.rate_date) as first_rate_date, max(r.rate_date) as last_rate_date
          from (select distinct day, currency from sold where currency <> ${currency}) o
          left join lateral (
            select rate_date from exchange_rates
            where organization_id = ${organization_id} and currency = o.currency and rate_date <= o.day
            order by rate_date desc limit 1
          ) r on true
          group by o.currency
        ) c), '[]') as conversions`
  return row!
}

const own = '(select currency from organizations where organization_id = $1)'
const rate = `(select r.organization_currency_per_unit from exchange_rates r
  where r.organization_id = $1 and r.currency = s.currency and r.rate_date <= s.day order by r.rate_date desc limit 1)`

const converted = (cents: string) =>
  `coalesce(sum(${cents}) filter (where s.currency = ${own}), 0)
    + round(coalesce(sum((${cents}) * ${rate}) filter (where s.currency <> ${own}), 0))`

/** Rows of sums and of changes to them, one for each key: what these cancel out needs no exchange rate. */
export const summedByKey = (rows: string, keys: readonly string[], figures: readonly string[]) => `
  select ${[...keys, ...figures.map((name) => `sum(${name}) as ${name}`)].join(', ')}
  from (${rows}) n group by ${keys.join(', ')}`

/** Whole cents below 2^53 add up exactly as float8, in a third of the time of exact types. */
const added = (cents: string) => `coalesce(sum((${cents})::float8), 0)`

/** What `ownSums` sums. */
export const ownFigures = [
  'units',
  'returned_units',
  'gross_sales_cents',
  'discounts_cents',
  'returns_cents',
  'taxes_cents',
] as const

const sumsOf = (amount: (cents: string) => string, unrated: string) => `sum(s.units) as units,
  sum(s.returned_units) as returned_units, ${amount('s.gross_sales_cents')} as gross,
  ${amount('s.discounts_cents')} as discounts, ${amount('s.returns_cents')} as returns,
  ${amount('s.taxes_cents')} as taxes, ${amount('s.gross_sales_cents - s.discounts_cents - s.returns_cents')} as net,
  ${unrated} as unrated`

const hasAmounts = '(s.gross_sales_cents <> 0 or s.discounts_cents <> 0 or s.returns_cents <> 0 or s.taxes_cents <> 0)'

/** Each amount is converted exactly and rounded once; `unrated` is a currency without a rate on some day. */
export const convertedSums = sumsOf(
  converted,
  `min(s.currency) filter (where s.currency <> ${own} and ${hasAmounts} and ${rate} is null)`,
)

/** For rows that are all in the organisation's currency. */
export const ownSums = sumsOf(added, 'null::text')

const rowOf = (net: string) => `s.units, s.returned_units, s.gross_sales_cents as gross, s.discounts_cents as discounts,
  s.returns_cents as returns, s.taxes_cents as taxes, ${net} as net, null::text as unrated`

/** The same names over one row of `ownFigures`. */
export const ownRow = rowOf('s.gross_sales_cents - s.discounts_cents - s.returns_cents')

/** The same over one row that has `net_cents`, too: an order by it reads one column in place of three. */
export const ownNetRow = rowOf('s.net_cents')
