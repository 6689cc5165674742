import type { Sql } from '../../contract/call.ts'
import { operation } from '../../contract/operation.ts'
import {
  CalendarDate,
  Flag,
  Id,
  Instant,
  Nullable,
  OpenChoice,
  OwnId,
  Reason,
  Shape,
  Text,
  Type,
} from '../../contract/schema.ts'
import { bookLines, inCommitment, readBookSums, readSplit } from './book.store.ts'
import { ComparisonShape, dollars, nullableQty, predictedFields, qty, seasonFields } from './model.ts'
import { type BookScope, bookQuery, scopeOf } from './scope.ts'
import { firstWindowOf, type PriorBook, readPrior, unitsOf } from './season_book.ts'
import { predictedUnits, predictionReason, startOf } from './season.rules.ts'
import { readDollarRates } from '../../exchange_rates/dollar_rates.ts'
import { dollarValue } from './value.rules.ts'

const Style = Shape(
  {
    product_id: OwnId('The style.'),
    title: Text('Title of the style.', { examples: ['Merino crew jumper'] }),
    category: Nullable(Text('Category of the style; null without one.', { examples: ['Knitwear'] })),
    lines: qty('Number of lines that are not cancelled.', 1),
    booked_qty: qty('Units booked.', 120),
    booked_value_usd: dollars('Value of the units booked.', 4_800),
    booked_value_reason: Reason,
    at_once_qty: nullableQty(
      'Units booked from the start of the season on; part of `booked_qty`. Null while the start of the season is not known.',
      0,
    ),
    commitment_ids: Type.Array(OwnId('A commitment.'), { description: 'Commitments of the booked lines.' }),
    first_ship_window_start: Nullable(
      CalendarDate('First day of the earliest ship window; null without one.', { examples: ['2027-02-01'] }),
    ),
    has_cancelled: Flag('Whether lines of the style were cancelled.'),
    held_qty: qty('Units that are held; part of `booked_qty`.', 0),
    held_qty_from_account: qty('Units that the account asked to hold; part of `held_qty`.', 0),
    held_at: Nullable(Instant('Since when lines are held, by the line that is held longest; null if none is.')),
    held_by_name: Nullable(Text('Who holds that line; null if none is held.', { examples: ['Ada Merchant'] })),
    ...predictedFields,
  },
  { $id: 'AccountStyle' },
)

interface StyleSums {
  product_id: string
  title: string
  category: string | null
  lines: number
  booked_qty: number
  at_once_qty: number | null
  commitment_ids: string[]
  first_ship_window_start: string | null
  has_cancelled: boolean
  held_qty: number
  held_qty_from_account: number
  held_at: string | null
  held_by_name: string | null
  values: { currency: string; value_cents: number; unpriced_lines: number }[]
}

/** Sums of one account's styles; a style whose lines are all cancelled has zeros. */
const readStyles = (sql: Sql, scope: BookScope, season_start: string | null) => sql<StyleSums[]>`
  select p.product_id, p.title, c.name as category, s.lines::int as lines, s.booked_qty, s.at_once_qty, s.commitment_ids,
    s.first_ship_window_start, s.has_cancelled, s.held_qty, s.held_qty_from_account, h.held_at, h.held_by_name, s.values
  from (
    select g.product_id, sum(g.lines) as lines, sum(g.booked_qty)::float8 as booked_qty,
      case when bool_or(g.untyped > 0) then null else sum(g.at_once_qty)::float8 end as at_once_qty,
      min(g.first_ship_window_start)::text as first_ship_window_start, bool_or(g.has_cancelled) as has_cancelled,
      sum(g.held_qty)::float8 as held_qty, sum(g.held_qty_from_account)::float8 as held_qty_from_account,
      coalesce(array_agg(distinct g.booked_commitment_id order by g.booked_commitment_id)
        filter (where g.booked_commitment_id is not null), '{}') as commitment_ids,
      jsonb_agg(jsonb_build_object('currency', g.currency, 'value_cents', g.value_cents,
        'unpriced_lines', g.unpriced_lines) order by g.currency) as values
    from (
      select b.product_id, b.currency,
        case when bool_or(not b.is_cancelled) then b.commitment_id end as booked_commitment_id,
        count(*) filter (where not b.is_cancelled) as lines,
        coalesce(sum(b.quantity) filter (where not b.is_cancelled), 0) as booked_qty,
        count(*) filter (where not b.is_cancelled and b.booking_type is null and ${season_start}::date is null) as untyped,
        coalesce(sum(b.quantity) filter (where not b.is_cancelled
          and (b.booking_type = 'at_once' or b.booking_type is null and b.booked_on >= ${season_start}::date)), 0)
          as at_once_qty,
        min(b.ship_window_start) filter (where not b.is_cancelled) as first_ship_window_start,
        bool_or(b.is_cancelled) as has_cancelled,
        coalesce(sum(b.quantity) filter (where not b.is_cancelled and b.held_by is not null), 0) as held_qty,
        coalesce(sum(b.quantity) filter (where not b.is_cancelled and b.held_by = 'account'), 0)
          as held_qty_from_account,
        coalesce(sum((b.quantity * b.unit_price_cents)::float8) filter (where not b.is_cancelled), 0) as value_cents,
        count(*) filter (where not b.is_cancelled and b.unit_price_cents is null) as unpriced_lines
      from ${bookLines(sql, scope)}
      where ${inCommitment(sql, scope)}
      group by b.product_id, b.currency, b.commitment_id
    ) g
    group by g.product_id
  ) s
  join products p on p.organization_id = ${scope.organization_id} and p.product_id = s.product_id
  left join categories c on c.organization_id = ${scope.organization_id} and c.category_id = p.category_id
  left join (
    select distinct on (b.product_id) b.product_id, b.held_at, b.held_by_name
    from ${bookLines(sql, scope)}
    where ${inCommitment(sql, scope)} and not b.is_cancelled and b.held_at is not null
    order by b.product_id, b.held_at, b.book_line_id
  ) h on h.product_id = s.product_id
  order by s.booked_qty desc, p.title, p.product_id`

/** The style's share of what the account is predicted to book, by the account's own prior season. */
function predictionOf({ comparison, rows, whole }: PriorBook, booked_qty: number) {
  const priorBooked = comparison.basis === 'same_days_before_start' ? unitsOf(rows, 'booked_qty') : null
  const reason = predictionReason(comparison, priorBooked)
  return {
    predicted_qty: reason === null ? predictedUnits(booked_qty, priorBooked, unitsOf(whole, 'booked_qty')) : null,
    predicted_reason: reason,
  }
}

const noSeason = 'No season is named, so there is no prior season to predict from.'

export const listAccountStyles = operation({
  id: 'order_book.list_account_styles',
  route: 'GET /api/v1/order-book/account-styles',
  summary: 'List the styles of an account',
  description:
    'Returns what one account booked of each style, the largest quantity first, and how its book divides into units booked ahead of the season and at once. Without `season_code`, the season is that of `commitment_id`; without either, lines of every season are summed. A line is booked ahead if it says so, or if it was first recorded before the season starts; without a start, neither is known. The prediction applies the growth of the whole account in its prior season to each style.',
  query: Type.Object(
    {
      trading_partner_id: Id('The account.'),
      season_code: Type.Optional(bookQuery.season_code),
      commitment_id: bookQuery.commitment_id,
      as_of: bookQuery.as_of,
      season_start: bookQuery.season_start,
    },
    { additionalProperties: false, examples: [{ season_code: 'SS27' }] },
  ),
  answer: Shape({
    trading_partner_id: OwnId('The account.'),
    season_code: Nullable(
      Text('Code of the season, in capital letters; null for every season.', { examples: ['SS27'] }),
    ),
    season_source: OpenChoice(['parameter', 'commitment', 'none'], 'Where `season_code` comes from.'),
    as_of: seasonFields.as_of,
    styles: Type.Array(Style, { description: 'Styles with a line, the largest quantity first.' }),
    split: Shape(
      {
        anchor: Shape(
          {
            season_start: Nullable(
              CalendarDate('First day of the season; null if it is not known.', { examples: ['2027-02-01'] }),
            ),
            source: OpenChoice(
              ['parameter', 'first_ship_window', 'not_known'],
              "Where it comes from: the parameter, or the first ship window of the account's lines.",
            ),
          },
          { description: 'The day that divides the book.' },
        ),
        prebook: Shape(
          { booked_qty: nullableQty('Units booked before the season starts; null while its start is not known.', 120) },
          { description: 'Booked ahead.' },
        ),
        at_once: Shape(
          { booked_qty: nullableQty('Units booked since; null while the start of the season is not known.', 0) },
          { description: 'Booked at once.' },
        ),
        lines_dated: qty('Lines with a ship window.', 1),
        lines_undated: qty('Lines without a ship window.', 0),
      },
      { description: "The account's book, divided by the start of the season." },
    ),
    comparison: ComparisonShape,
  }),
  async run({ sql, caller, query, now }) {
    const scope = await scopeOf(sql, caller, query, now)
    const sums = await readBookSums(sql, scope)
    const start = startOf(query.season_start, firstWindowOf(sums))
    const [styles, split, prior] = await Promise.all([
      readStyles(sql, scope, start.season_start),
      readSplit(sql, scope, start.season_start),
      readPrior(sql, scope, start, {}),
    ])
    const currencies = styles.flatMap(({ values }) => values.map(({ currency }) => currency))
    const rates = await readDollarRates(sql, scope.organization_id, currencies, scope.known.day)
    return {
      trading_partner_id: scope.trading_partner_id!,
      season_code: scope.season_code,
      season_source: scope.season_source,
      as_of: scope.known.day,
      styles: styles.map(({ values, ...style }) => {
        const value = dollarValue(values, rates, scope.known.day)
        const prediction =
          scope.season_code === null
            ? { predicted_qty: null, predicted_reason: noSeason }
            : predictionOf(prior, style.booked_qty)
        return { ...style, booked_value_usd: value.usd, booked_value_reason: value.reason, ...prediction }
      }),
      split: {
        anchor: start,
        prebook: { booked_qty: split.prebook_qty },
        at_once: { booked_qty: split.at_once_qty },
        lines_dated: sums.reduce((sum, row) => sum + row.lines_dated, 0),
        lines_undated: sums.reduce((sum, row) => sum + row.lines_undated, 0),
      },
      comparison: scope.season_code === null ? { ...prior.comparison, reason: noSeason } : prior.comparison,
    }
  },
})
