import { dayInTimeZone } from '../../../calendar/time_zone.ts'
import { limits } from '../../../contract/limits.ts'
import { isCurrency, money } from '../../../contract/money.ts'
import { sessionOperation } from '../../../contract/operation.ts'
import { refuseField } from '../../../contract/refusals.ts'
import {
  CalendarDate,
  currencyCode,
  Id,
  Money,
  Nullable,
  OpenChoice,
  Shape,
  type Static,
  Text,
  Type,
} from '../../../contract/schema.ts'
import { NamedAccount } from '../../parties/named.model.ts'
import { service } from '../payment.model.ts'
import { type ReadStatement, readStatement, statementEntryKinds, type StatementOf } from './statement.store.ts'

export const StatementQuery = Type.Object(
  {
    trading_partner_id: Id('The account.'),
    currency: Text('Currency of the statement: an account has one for each currency in which it is invoiced.', {
      ...currencyCode,
      examples: ['USD'],
    }),
    from: Type.Optional(CalendarDate('First day of the statement; the first day of the month of `to` if left out.')),
    to: Type.Optional(
      CalendarDate('Last day of the statement, not after the current day; the current day if left out.'),
    ),
  },
  { additionalProperties: false },
)

/** The days of a statement. */
export function statementOf(
  { organization_id, time_zone }: { organization_id: string; time_zone: string },
  { trading_partner_id, currency, from, to }: Static<typeof StatementQuery>,
  now: string,
): StatementOf {
  if (!isCurrency(currency)) refuseField('currency', 'must be an ISO 4217 code')
  const today = dayInTimeZone(time_zone, now)
  const last = to ?? today
  if (last > today) refuseField('to', `must not be after the current day, ${today}`, [`at most ${today}`])
  const first = from ?? `${last.slice(0, 7)}-01`
  if (first > last) refuseField('from', `must not be after to, ${last}`, [`at most ${last}`])
  return { organization_id, time_zone, trading_partner_id, currency, from: first, to: last }
}

/** Refuses an unknown account. */
export async function readKnown(sql: Parameters<typeof readStatement>[0], of: StatementOf): Promise<ReadStatement> {
  const read = await readStatement(sql, of)
  return read ?? refuseField('trading_partner_id', 'must be a trading account of this organisation')
}

const Statement = Shape(
  {
    account: NamedAccount('The account.'),
    currency: Text('Currency of all amounts.', { examples: ['USD'] }),
    from: CalendarDate('First day of the statement.'),
    to: CalendarDate('Last day of the statement.'),
    opening: Money('What the account owed before the first day; negative if money of it was left.'),
    entries: Type.Array(
      Shape(
        {
          day: CalendarDate('Day of the entry.'),
          kind: OpenChoice(
            statementEntryKinds,
            'What it is. Voids, cancellations and reversals are entries of their own day.',
          ),
          id: Text('Id of the invoice, credit note or payment.', { examples: ['731'] }),
          name: Nullable(
            Text('Number of the document, or reference of the payment; null for a payment without one.', {
              examples: ['INV-2026-0042'],
            }),
          ),
          due_on: Nullable(CalendarDate('Due date of an invoice; null if it has none, and for other entries.')),
          amount: Money('What the account owes more; negative for what reduces it.'),
          balance: Money('What the account owes after the entry.'),
        },
        { $id: 'StatementEntry' },
      ),
      { description: `Entries of the days, oldest first; at most ${limits.statement_entries_max}.` },
    ),
    closing: Money('What the account owes at the end of the last day.'),
    ageing: Shape(
      {
        not_due: Money('Open invoices that are not due, or have no due date.'),
        days_1_to_30: Money('Open invoices 1 to 30 days past due.'),
        days_31_to_60: Money('Open invoices 31 to 60 days past due.'),
        days_61_to_90: Money('Open invoices 61 to 90 days past due.'),
        over_90_days: Money('Open invoices more than 90 days past due.'),
      },
      {
        description:
          'Open invoices by days past due. Together they are the closing balance plus the unallocated money.',
      },
    ),
    unallocated: Money(
      'Money of the account that pays no invoice at the end of the last day; negative if more was paid out than was received, since a payment was reversed after its payout.',
    ),
  },
  { $id: 'AccountStatement' },
)

export const getStatement = sessionOperation({
  id: 'session.get_statement',
  route: 'GET /api/v1/sales/statements',
  summary: 'Get the statement of an account',
  description: `Returns the statement of a trading account in one currency: opening balance, invoices, credit notes, payments and payouts with their voids, cancellations and reversals, closing balance, and the open invoices by days past due. Days are those of the organisation. A refund of a return is no entry: it lowers what was bought and is paid out at once. At most ${limits.statement_entries_max.toLocaleString('en-US')} entries; more are refused, with \`from\` as the field.`,
  service,
  query: StatementQuery,
  answer: Statement,
  async run({ sql, caller, query, now }) {
    const of = statementOf(caller, query, now)
    const { account, ageing, ...read } = await readKnown(sql, of)
    const { currency } = of
    const amount = (cents: number) => money(cents, currency, '')
    return {
      account: { name: account.name, trading_partner_id: of.trading_partner_id },
      currency,
      from: of.from,
      to: of.to,
      opening: amount(read.opening_cents),
      entries: read.entries.map(({ cents, balance_cents, ...entry }) => ({
        ...entry,
        amount: amount(cents),
        balance: amount(balance_cents),
      })),
      closing: amount(read.closing_cents),
      ageing: {
        not_due: amount(ageing.not_due),
        days_1_to_30: amount(ageing.days_1_to_30),
        days_31_to_60: amount(ageing.days_31_to_60),
        days_61_to_90: amount(ageing.days_61_to_90),
        over_90_days: amount(ageing.over_90_days),
      },
      unallocated: amount(read.unallocated_cents),
    }
  },
})
