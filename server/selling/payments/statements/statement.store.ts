/** Reads the entries of an account in one currency, and its open invoices, by day. */
import { organizations } from '../../../../db/schema/organizations.ts'
import { trading_partners } from '../../../../db/schema/wholesale/accounts.ts'
import { type RowOf, selection, selections } from '../../../../db/sql/selection.ts'
import { limits } from '../../../contract/limits.ts'
import { refuseField } from '../../../contract/refusals.ts'
import type { Sql } from '../../../contract/sql.ts'
import { openCentsOn } from '../../invoices/balance.store.ts'
import { ageingOf, withBalances } from './statement.rules.ts'

export interface StatementOf {
  organization_id: string
  time_zone: string
  trading_partner_id: string
  currency: string
  from: string
  to: string
}

export const statementEntryKinds = [
  'invoice',
  'invoice_voided',
  'credit_note',
  'credit_note_cancelled',
  'payment',
  'payment_reversed',
  'payout',
  'payout_reversed',
] as const

export interface StatementEntry {
  day: string
  kind: (typeof statementEntryKinds)[number]
  /** Number of the document, or reference of the payment; null for a payment without one. */
  name: string | null
  due_on: string | null
  id: string
  cents: number
}

/** Everything that ever changed what the account owes in the currency; what reduces it is negative. */
const entries = (
  sql: Sql,
  { organization_id, time_zone, trading_partner_id, currency }: Omit<StatementOf, 'from' | 'to'>,
) => sql`
  select i.issued_on as day, i.issued_at as at, 'invoice' as kind, i.name, i.due_on, i.invoice_id::text as id,
    i.total_cents as cents
  from invoices i
  where i.organization_id = ${organization_id} and i.trading_partner_id = ${trading_partner_id}
    and i.currency = ${currency}
  union all
  select (i.voided_at at time zone ${time_zone})::date, i.voided_at, 'invoice_voided', i.name, null, i.invoice_id::text,
    0 - i.total_cents
  from invoices i
  where i.organization_id = ${organization_id} and i.trading_partner_id = ${trading_partner_id}
    and i.currency = ${currency} and i.state = 'void'
  union all
  select c.issued_on, c.issued_at, 'credit_note', c.name, null, c.credit_note_id::text, 0 - c.total_cents
  from credit_notes c
  where c.organization_id = ${organization_id} and c.trading_partner_id = ${trading_partner_id}
    and c.currency = ${currency}
  union all
  select c.cancelled_on, c.cancelled_at, 'credit_note_cancelled', c.name, null, c.credit_note_id::text, c.total_cents
  from credit_notes c
  where c.organization_id = ${organization_id} and c.trading_partner_id = ${trading_partner_id}
    and c.currency = ${currency} and c.state = 'cancelled'
  union all
  select p.paid_on, p.created_at, case when p.pays_out_payment_id is null then 'payment' else 'payout' end
      || case when p.reverses_payment_id is null then '' else '_reversed' end,
    p.reference, null, p.customer_payment_id::text, 0 - p.amount_cents
  from customer_payments p
  where p.organization_id = ${organization_id} and p.trading_partner_id = ${trading_partner_id}
    and p.currency = ${currency}`

const partyColumns = selections(
  selection(organizations, 'g', ['name as seller_name', 'address as seller_address', 'tax_id as seller_tax_id']),
  selection(trading_partners, 't', ['name', 'account_reference', 'bill_to_address', 'tax_id']),
)

const readAccount = (sql: Sql, { organization_id, trading_partner_id }: StatementOf) => sql<
  RowOf<typeof partyColumns>[]
>`
  select ${partyColumns} from trading_partners t
  join organizations g on g.organization_id = ${organization_id}
  where t.organization_id = ${organization_id} and t.trading_partner_id = ${trading_partner_id}`

const readOpen = (sql: Sql, of: StatementOf) => sql<{ due_on: string | null; open_cents: number }[]>`
  select i.due_on::text as due_on, sum(k.open_cents)::float8 as open_cents
  from invoices i
  cross join lateral (
    select ${openCentsOn(sql, of.organization_id, { day: of.to, time_zone: of.time_zone })} as open_cents
  ) k
  where i.organization_id = ${of.organization_id} and i.trading_partner_id = ${of.trading_partner_id}
    and i.currency = ${of.currency} and i.issued_on <= ${of.to}::date and k.open_cents <> 0
  group by i.due_on`

/** Money of the account that pays no invoice on the day: on account, or on an order. */
const readUnallocated = (sql: Sql, of: StatementOf) => sql<{ cents: number }[]>`
  select coalesce(sum(p.amount_cents - a.cents), 0)::float8 as cents
  from customer_payments p
  cross join lateral (
    select coalesce(sum(n.amount_cents), 0) as cents from payment_allocations n
    where n.organization_id = ${of.organization_id} and n.customer_payment_id = p.customer_payment_id
      and n.invoice_id is not null and n.allocated_on <= ${of.to}::date
  ) a
  where p.organization_id = ${of.organization_id} and p.trading_partner_id = ${of.trading_partner_id}
    and p.currency = ${of.currency} and p.paid_on <= ${of.to}::date`

export interface ReadStatement {
  account: RowOf<typeof partyColumns>
  opening_cents: number
  entries: (StatementEntry & { balance_cents: number })[]
  closing_cents: number
  ageing: ReturnType<typeof ageingOf>
  unallocated_cents: number
}

/** null for an unknown account. */
export async function readStatement(sql: Sql, of: StatementOf): Promise<ReadStatement | null> {
  const [[account], [before], rows, open, [unallocated]] = await Promise.all([
    readAccount(sql, of),
    sql<{ cents: number }[]>`
      select coalesce(sum(e.cents), 0)::float8 as cents from (${entries(sql, of)}) e where e.day < ${of.from}::date`,
    sql<StatementEntry[]>`
      select e.day::text as day, e.kind, e.name, e.due_on::text as due_on, e.id, e.cents::float8 as cents
      from (${entries(sql, of)}) e where e.day between ${of.from}::date and ${of.to}::date
      order by e.day, e.at, e.kind, e.id limit ${limits.statement_entries_max + 1}`,
    readOpen(sql, of),
    readUnallocated(sql, of),
  ])
  if (account === undefined) return null
  if (rows.length > limits.statement_entries_max)
    refuseField('from', `must be later: the statement has more than ${limits.statement_entries_max} entries`)
  const opening_cents = before!.cents
  const withBalance = withBalances(opening_cents, rows)
  return {
    account,
    opening_cents,
    entries: withBalance,
    closing_cents: withBalance.at(-1)?.balance_cents ?? opening_cents,
    ageing: ageingOf(open, of.to),
    unallocated_cents: unallocated!.cents,
  }
}
