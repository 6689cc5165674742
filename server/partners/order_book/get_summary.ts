import { money } from '../../contract/money.ts'
import { operation } from '../../contract/operation.ts'
import { Money, Reason, Shape, Type } from '../../contract/schema.ts'
import { readSplit, readUnitsWithoutPrice } from './book.store.ts'
import { ComparisonShape, dollars, nullableQty, predictedFields, Prior, qty, seasonFields } from './model.ts'
import { bookQuery } from './scope.ts'
import {
  bookedValue,
  compared,
  countOf,
  predictionOf,
  priorOf,
  readOwnBook,
  type SeasonBook,
  unitsOf,
} from './season_book.ts'

/** The value in each currency, largest first. */
function valuesOf({ rows }: SeasonBook) {
  const byCurrency = Map.groupBy(rows, ({ currency }) => currency)
  return [...byCurrency]
    .map(([currency, ofCurrency]) => ({
      currency,
      cents: ofCurrency.reduce((sum, { value_cents }) => sum + value_cents, 0),
      unpriced: ofCurrency.reduce((sum, { unpriced_lines }) => sum + unpriced_lines, 0),
    }))
    .toSorted((a, b) => b.cents - a.cents || (a.currency < b.currency ? -1 : 1))
    .map(({ currency, cents, unpriced }) =>
      money(
        unpriced > 0 && cents === 0 ? null : cents,
        currency,
        'The price of every line is open, so the value is not known.',
      ),
    )
}

export const getSummary = operation({
  id: 'order_book.get_summary',
  route: 'GET /api/v1/order-book/summary',
  summary: 'Get the summary of a season',
  description:
    'Returns what all accounts together have booked for a season: units, value, what is held, cancelled, booked ahead and booked at once, next to the prior season. A season without recorded lines has zeros. Cancelled lines count in `cancelled_qty` alone. `booked_value_usd` is the value of the lines with a price; `units_without_price` are those of the others. It is null, with a reason, while no line has a price or an exchange rate is missing. Keys bound to a trading account are refused.',
  account: 'aggregate',
  query: Type.Object(bookQuery, { additionalProperties: false }),
  answer: Shape(
    {
      ...seasonFields,
      accounts: qty('Number of accounts with booked units.', 1),
      lines: qty('Number of lines that are not cancelled.', 1),
      lines_dated: qty('Lines with a ship window.', 1),
      lines_undated: qty('Lines without a ship window.', 0),
      booked_qty: qty('Units booked.', 120),
      booked_value_usd: dollars('Value of the units booked.', 4_800),
      booked_value_reason: Reason,
      units_without_price: qty('Units of lines whose price is open: they are in no value.', 0),
      booked_values: Type.Array(Money('Value of the units booked in one currency.'), {
        description: 'The value by currency, largest first.',
      }),
      held_qty: qty('Units that are held; part of `booked_qty`.', 0),
      cancelled_qty: qty('Units of cancelled lines; not part of `booked_qty`.', 0),
      ...predictedFields,
      prebook_qty: nullableQty(
        'Units booked before the season starts; part of `booked_qty`. Null while the start of the season is not known.',
        120,
      ),
      at_once_qty: nullableQty(
        'Units booked from the start of the season on; part of `booked_qty`. Null while the start of the season is not known.',
        0,
      ),
      prior: Prior,
      comparison: ComparisonShape,
    },
    { $id: 'BookSummary' },
  ),
  async run({ sql, caller, query, now }) {
    const own = await readOwnBook(sql, caller, query, now)
    const { scope, start, rows, season_code } = own
    const [book, split, units_without_price] = await Promise.all([
      compared(sql, own, query),
      readSplit(sql, scope, start.season_start),
      readUnitsWithoutPrice(sql, scope, rows),
    ])
    const { prior } = book
    const value = bookedValue(book, rows)
    const booking = new Set(rows.flatMap((row) => (row.booked_qty > 0 ? row.trading_partner_id : [])))
    return {
      season_code,
      as_of: scope.known.day,
      season_start: start.season_start,
      season_source: start.source,
      accounts: booking.size,
      lines: countOf(rows, 'lines'),
      lines_dated: countOf(rows, 'lines_dated'),
      lines_undated: countOf(rows, 'lines_undated'),
      booked_qty: unitsOf(rows, 'booked_qty'),
      booked_value_usd: value.usd,
      booked_value_reason: value.reason,
      units_without_price,
      booked_values: valuesOf(book),
      held_qty: unitsOf(rows, 'held_qty'),
      cancelled_qty: unitsOf(rows, 'cancelled_qty'),
      ...predictionOf(book, rows, prior.rows, prior.whole),
      ...split,
      prior: priorOf(book, prior.rows),
      comparison: prior.comparison,
    }
  },
})
