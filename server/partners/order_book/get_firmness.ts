import { cancellationTerms } from '../known_values.ts'
import { operation } from '../../contract/operation.ts'
import { Nullable, OpenChoice, OwnId, Reason, Shape, Text, Type, Whole } from '../../contract/schema.ts'
import { type BookSums, readBookAccounts } from './book.store.ts'
import { ComparisonShape, dollars, predictedFields, Prior, qty, seasonFields } from './model.ts'
import { bookQuery } from './scope.ts'
import {
  bookedValue,
  byAccount,
  predictionOf,
  priorOf,
  readSeasonBook,
  type SeasonBook,
  unitsOf,
} from './season_book.ts'
import { dollarValue } from './value.rules.ts'

const figures = {
  booked_qty: qty('Units booked: firm, cancellable and held together.', 120),
  booked_value_usd: dollars('Value of the units booked.', 4_800),
  firm_qty: qty('Units that the account can no longer cancel.', 120),
  firm_value_usd: dollars('Value of the firm units.', 4_800),
  cancellable_qty: qty('Units that the account can still cancel.', 0),
  cancellable_value_usd: dollars('Value of the cancellable units.', 0),
  held_qty: qty('Units that are held, whatever the terms of the account.', 0),
  held_value_usd: dollars('Value of the held units.', 0),
  walkable_qty: qty('Units that can still be lost: cancellable and held.', 0),
  value_reason: Reason,
  ...predictedFields,
  prior: Prior,
}

const cents = ['value_cents', 'firm_cents', 'cancellable_cents', 'held_cents'] as const

/** The lines whose price is open may be of any firmness, so that one of them leaves every value unknown. */
function valuesOf({ rates, scope }: SeasonBook, rows: readonly BookSums[]) {
  const [, firm, cancellable, held] = cents.map((field) =>
    dollarValue(
      rows.map((row) => ({ ...row, value_cents: row[field] })),
      rates,
      scope.known.day,
    ),
  )
  return {
    firm_value_usd: firm!.usd,
    cancellable_value_usd: cancellable!.usd,
    held_value_usd: held!.usd,
  }
}

function figuresOf(
  book: SeasonBook,
  rows: readonly BookSums[],
  prior: readonly BookSums[],
  whole: readonly BookSums[],
) {
  const value = bookedValue(book, rows)
  const cancellable_qty = unitsOf(rows, 'cancellable_qty')
  const held_qty = unitsOf(rows, 'held_qty')
  return {
    booked_qty: unitsOf(rows, 'booked_qty'),
    booked_value_usd: value.usd,
    firm_qty: unitsOf(rows, 'firm_qty'),
    cancellable_qty,
    held_qty,
    walkable_qty: cancellable_qty + held_qty,
    ...valuesOf(book, rows),
    value_reason: value.reason,
    ...predictionOf(book, rows, prior, whole),
    prior: priorOf(book, prior),
  }
}

export const getFirmness = operation({
  id: 'order_book.get_firmness',
  route: 'GET /api/v1/order-book/firmness',
  summary: 'Get the firmness of a season',
  description:
    'Returns how much of what is booked for a season can still be lost, in total and by account. The cancellation term of the account decides: `not_cancellable` makes a line firm at once; with `notice_period`, the account may cancel up to and including the notice date, which is its notice days before the ship window, and the line is firm from the day after; with `until_shipped`, or where no term is stated, it stays cancellable. A line without a ship window has no notice date and stays cancellable. A held line counts only as held, whatever the term. The terms are those of today: accounts keep no history. Accounts are sorted by the units that can still be lost, largest first. Keys bound to a trading account are refused.',
  account: 'aggregate',
  query: Type.Object(bookQuery, { additionalProperties: false }),
  answer: Shape(
    {
      ...seasonFields,
      total: Shape(figures, { description: 'All accounts together.' }),
      accounts: Type.Array(
        Shape({
          trading_partner_id: OwnId('The account.'),
          name: Text('Name of the account.', { examples: ['Northgate Stores'] }),
          cancellation_term: Nullable(
            OpenChoice(cancellationTerms, 'Until when the account may cancel; null if it is not stated.'),
          ),
          cancellation_notice_days: Nullable(Whole('Notice days of a notice period.', { examples: [45] })),
          ...figures,
        }),
        { description: 'Accounts with a line in the season.' },
      ),
      comparison: ComparisonShape,
    },
    { $id: 'BookFirmness' },
  ),
  async run({ sql, caller, query, now }) {
    const book = await readSeasonBook(sql, caller, query, now)
    const { scope, start, rows, prior, season_code } = book
    const [current, before, whole] = [byAccount(rows), byAccount(prior.rows), byAccount(prior.whole)]
    const facts = await readBookAccounts(sql, scope.organization_id, [...current.keys()])
    const accounts = facts.map(({ trading_partner_id, name, cancellation_term, cancellation_notice_days }) => ({
      trading_partner_id,
      name,
      cancellation_term,
      cancellation_notice_days,
      ...figuresOf(
        book,
        current.get(trading_partner_id)!,
        before.get(trading_partner_id) ?? [],
        whole.get(trading_partner_id) ?? [],
      ),
    }))
    return {
      season_code,
      as_of: scope.known.day,
      season_start: start.season_start,
      season_source: start.source,
      total: figuresOf(book, rows, prior.rows, prior.whole),
      accounts: accounts.toSorted((a, b) => b.walkable_qty - a.walkable_qty || (a.name < b.name ? -1 : 1)),
      comparison: prior.comparison,
    }
  },
})
