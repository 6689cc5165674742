/** Sums of sales rows `s` in the organisation's currency, as constant text for the statements of tables. */

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

/** Columns that `ownSums` sums. */
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
