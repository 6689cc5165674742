import type { Caller, Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { CalendarDate, Count, Nullable, Num, OwnId, Reason, Shape, Text, Type, Whole } from '../../contract/schema.ts'
import { type BookSums, readBookAccounts, readBookSums } from '../../partners/order_book/book.store.ts'
import { bookQuery, scopeOf } from '../../partners/order_book/scope.ts'
import { byAccount, countOf, unitsOf } from '../../partners/order_book/season_book.ts'
import { type DollarRates, readDollarRates } from '../../exchange_rates/dollar_rates.ts'
import { dollarValue } from '../../partners/order_book/value.rules.ts'
import { CommitmentPath } from '../../purchasing/commitments/commitment_actions.ts'
import { readCommitment } from '../../purchasing/commitments/commitments.store.ts'
import { pagingQuery } from '../../tables/table.ts'

const qty = (description: string, example: number) => Whole(description, { examples: [example] })

const evidence = {
  lines: qty('Number of lines that are not cancelled.', 1),
  booked_qty: qty('Units booked.', 120),
  booked_value_usd: Nullable(
    Num('Value of the units booked, in US dollars, at the exchange rates in force on `as_of`.', { examples: [4_800] }),
  ),
  reason: Reason,
  firm_qty: qty('Units that the account can no longer cancel; part of `booked_qty`.', 20),
  cancellable_qty: qty('Units that the account can still cancel; part of `booked_qty`.', 100),
  held_qty: qty('Units that are held; part of `booked_qty`.', 0),
  cancelled_qty: qty('Units of cancelled lines; not part of `booked_qty`.', 0),
  lines_undated: qty('Number of lines without a ship window.', 0),
}

function evidenceOf(rows: readonly BookSums[], rates: DollarRates, day: string) {
  const { usd, reason } = dollarValue(rows, rates, day)
  return {
    lines: countOf(rows, 'lines'),
    booked_qty: unitsOf(rows, 'booked_qty'),
    booked_value_usd: usd,
    reason,
    firm_qty: unitsOf(rows, 'firm_qty'),
    cancellable_qty: unitsOf(rows, 'cancellable_qty'),
    held_qty: unitsOf(rows, 'held_qty'),
    cancelled_qty: unitsOf(rows, 'cancelled_qty'),
    lines_undated: countOf(rows, 'lines_undated'),
  }
}

async function readEvidence(sql: Sql, caller: Caller, commitment_id: string, as_of: string | undefined, now: string) {
  const scope = await scopeOf(sql, caller, { commitment_id, as_of }, now)
  const rows = await readBookSums(sql, scope)
  const { day } = scope.known
  const rates = await readDollarRates(
    sql,
    caller.organization_id,
    rows.map(({ currency }) => currency),
    day,
  )
  const accounts = [...byAccount(rows)]
    .map(([trading_partner_id, own]) => ({ trading_partner_id, ...evidenceOf(own, rates, day) }))
    .toSorted(
      (a, b) =>
        (b.booked_value_usd ?? -1) - (a.booked_value_usd ?? -1) ||
        b.booked_qty - a.booked_qty ||
        (a.trading_partner_id < b.trading_partner_id ? -1 : 1),
    )
  return { day, accounts, totals: evidenceOf(rows, rates, day) }
}

export const listCommitmentAccounts = operation({
  id: 'planning.list_commitment_accounts',
  route: 'GET /api/v1/commitments/{commitment_id}/accounts',
  summary: 'List the accounts of a commitment',
  description:
    'Returns what trading accounts booked against a commitment: `totals` over all bookings, and a page of the accounts, the largest value first; those whose value is not known come last. A line belongs to the commitment that its last revision names. An account whose lines are all cancelled is listed with zero. Names, tiers and cancellation terms of accounts are those of today. Requires the Pro plan. Keys bound to a trading account are refused.',
  account: 'aggregate',
  params: CommitmentPath,
  query: Type.Object({ as_of: bookQuery.as_of, ...pagingQuery() }, { additionalProperties: false }),
  answer: Shape({
    commitment_id: OwnId('The commitment.'),
    name: Text('Display name of the commitment.', { examples: ['Spring/Summer 2027'] }),
    season_code: Nullable(Text('Code of the season; null if none is set.', { examples: ['SS27'] })),
    as_of: CalendarDate('Day at whose end, or within which, the book is read.'),
    totals: Shape(evidence, { description: 'The whole book of the commitment, whatever the page.' }),
    accounts: Type.Array(
      Shape({
        trading_partner_id: OwnId('The account.'),
        name: Text('Name of the account.', { examples: ['Northgate Stores'] }),
        account_reference: Nullable(
          Text("The organisation's own number of the account; null if there is none.", { examples: ['C-2041'] }),
        ),
        account_tier: Nullable(Text('Tier of the account; null if there is none.', { examples: ['key'] })),
        doors_on_file: qty('Doors of the account that are in use.', 2),
        ...evidence,
      }),
      { description: 'Accounts of this page.' },
    ),
    size: Count('Number of accounts on this page.', { examples: [1] }),
    offset: Whole('Offset of this page.', { examples: [0] }),
    filtered_max_size: Count('Number of accounts.', { examples: [1] }),
  }),
  refusals: ['not_found'],
  async run({ sql, caller, params, query, now }) {
    const { offset = 0, limit = limits.page_limit_default, as_of } = query
    const { commitment_id, name, season_code } = await readCommitment(sql, caller.organization_id, params.commitment_id)
    const { day, accounts, totals } = await readEvidence(sql, caller, commitment_id, as_of, now)
    const page = accounts.slice(offset, offset + limit)
    const named = await readBookAccounts(
      sql,
      caller.organization_id,
      page.map(({ trading_partner_id }) => trading_partner_id),
    )
    const byId = new Map(named.map((account) => [account.trading_partner_id, account]))
    return {
      commitment_id,
      name,
      season_code,
      as_of: day,
      totals,
      accounts: page.map(({ trading_partner_id, ...sums }) => {
        const account = byId.get(trading_partner_id)!
        return {
          trading_partner_id,
          name: account.name,
          account_reference: account.account_reference,
          account_tier: account.account_tier,
          doors_on_file: account.doors_on_file,
          ...sums,
        }
      }),
      size: page.length,
      offset,
      filtered_max_size: accounts.length,
    }
  },
})
