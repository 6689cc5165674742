import type { Sql } from '../../contract/call.ts'
import { operation } from '../../contract/operation.ts'
import { Nullable, Num, OwnId, Reason, Shape, Text, Type } from '../../contract/schema.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { addDays } from '../../calendar/days.ts'
import { limits } from '../../contract/limits.ts'
import { readBookAccounts } from './book.store.ts'
import { ComparisonShape, dollars, predictedFields, Prior, qty, seasonFields } from './model.ts'
import { bookQuery } from './scope.ts'
import {
  bookedValue,
  byAccount,
  countOf,
  predictionOf,
  priorOf,
  readSeasonBook,
  type SeasonBook,
  unitsOf,
} from './season_book.ts'

const reportingDays = limits.order_book_reporting_days

const Account = Shape(
  {
    trading_partner_id: OwnId('The account.'),
    name: Text('Name of the account.', { examples: ['Northgate Stores'] }),
    account_reference: Nullable(
      Text("The organisation's own number of the account; null if there is none.", { examples: ['C-2041'] }),
    ),
    account_tier: Nullable(Text('Tier of the account; null if there is none.', { examples: ['key'] })),
    lines: qty('Number of lines that are not cancelled.', 1),
    booked_qty: qty('Units booked.', 120),
    booked_value_usd: dollars('Value of the units booked.', 4_800),
    booked_value_reason: Reason,
    held_qty: qty('Units that are held; part of `booked_qty`.', 0),
    cancelled_qty: qty('Units of cancelled lines; not part of `booked_qty`.', 0),
    ...predictedFields,
    prior: Prior,
    doors_on_file: qty('Doors of the account that are in use.', 2),
    doors_reporting: qty(
      `Doors with a sell-out report of a period that ended in the ${reportingDays} days up to \`as_of\`.`,
      1,
    ),
    fill_rate_target_pct: Nullable(
      Num('Share of the booked units that the account expects to be shipped, in percent; null if none is agreed.', {
        examples: [97.5],
      }),
    ),
    sales_channel_id: Nullable(OwnId('The sales channel of the account; null if it has none of its own.')),
  },
  { $id: 'BookAccount' },
)

/** Doors of each account with a report of late; an account that reports as a whole has none. */
const readReporting = (sql: Sql, organization_id: string, ids: readonly string[], as_of: string) => sql<
  { trading_partner_id: string; doors: number }[]
>`
  select r.trading_partner_id, count(distinct r.door_id)::int as doors
  from sell_out_reports r
  where r.organization_id = ${organization_id} and r.trading_partner_id = any(${arrayLiteral(ids)}::uuid[])
    and r.period_start > ${addDays(as_of, -reportingDays - limits.sell_out_period_days_max)}::date
    and r.period_end > ${addDays(as_of, -reportingDays)}::date and r.period_end <= ${as_of}::date
    and r.door_id <> r.trading_partner_id
  group by r.trading_partner_id`

/** Accounts with a line in either of the two seasons, the largest value first. */
async function rowsOf(sql: Sql, book: SeasonBook) {
  const { scope, rows, prior } = book
  const [current, before, whole] = [byAccount(rows), byAccount(prior.rows), byAccount(prior.whole)]
  const ids = [...new Set([...current.keys(), ...whole.keys()])]
  const [accounts, reporting] = await Promise.all([
    readBookAccounts(sql, scope.organization_id, ids),
    readReporting(sql, scope.organization_id, ids, scope.known.day),
  ])
  const doors = new Map(reporting.map((one) => [one.trading_partner_id, one.doors]))
  const accountRows = accounts.map(({ cancellation_term: _term, cancellation_notice_days: _days, ...account }) => {
    const { trading_partner_id } = account
    const own = current.get(trading_partner_id) ?? []
    const then = before.get(trading_partner_id) ?? []
    const value = bookedValue(book, own)
    return {
      ...account,
      lines: countOf(own, 'lines'),
      booked_qty: unitsOf(own, 'booked_qty'),
      booked_value_usd: value.usd,
      booked_value_reason: value.reason,
      held_qty: unitsOf(own, 'held_qty'),
      cancelled_qty: unitsOf(own, 'cancelled_qty'),
      ...predictionOf(book, own, then, whole.get(trading_partner_id) ?? []),
      prior: priorOf(book, then),
      doors_reporting: doors.get(trading_partner_id) ?? 0,
    }
  })
  return accountRows.toSorted(
    (a, b) =>
      (b.booked_value_usd ?? -1) - (a.booked_value_usd ?? -1) ||
      b.booked_qty - a.booked_qty ||
      (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  )
}

export const listBookAccounts = operation({
  id: 'order_book.list_accounts',
  route: 'GET /api/v1/order-book/accounts',
  summary: 'Compare accounts',
  description:
    'Returns what each account booked for a season, next to what it had booked of the prior season. Accounts with a line in either season are listed, the largest value first; those whose value is not known come last. A predicted quantity is computed for each account by itself, so the accounts need not add up to that of the summary. Names, terms and doors of accounts are those of today. Keys bound to a trading account are refused.',
  account: 'aggregate',
  query: Type.Object(bookQuery, { additionalProperties: false }),
  answer: Shape({
    ...seasonFields,
    accounts: Type.Array(Account, { description: 'Accounts with a line in either season.' }),
    comparison: ComparisonShape,
  }),
  async run({ sql, caller, query, now }) {
    const book = await readSeasonBook(sql, caller, query, now)
    const { scope, start, prior, season_code } = book
    return {
      season_code,
      as_of: scope.known.day,
      season_start: start.season_start,
      season_source: start.source,
      accounts: await rowsOf(sql, book),
      comparison: prior.comparison,
    }
  },
})
