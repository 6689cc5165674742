/** What invoices leave open, whether they are paid, and how long they are overdue on the current day of the organisation. */
import { invoices } from '../../../db/schema/selling/fulfilments.ts'
import { sales_orders } from '../../../db/schema/selling/sales_orders.ts'
import { trading_partners } from '../../../db/schema/wholesale/accounts.ts'
import { type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import type { Fragment, Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { money } from '../../contract/money.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import {
  CalendarDate,
  Choice,
  currencyCode,
  Id,
  Money,
  Nullable,
  OpenChoice,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { NamedAccount, NamedOrder } from '../parties/named.model.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { creditedCents, paidCents } from '../invoices/balance.store.ts'
import { InvoicePath } from '../invoices/model.ts'
import { paidStates } from './known_values.ts'
import { service } from './payment.model.ts'

const states =
  'open: nothing of it is paid yet. partly_paid: some of it is. paid: nothing is left open, since it is paid, credited or both. overdue: something is open after its due date. void: it bills nothing.'

const InvoiceBalance = Shape(
  {
    invoice_id: Whole('Id of the invoice.', { examples: [731] }),
    name: Text('Number of the invoice.', { examples: ['INV-2026-0042'] }),
    account: NamedAccount('The invoiced account.'),
    order: NamedOrder('The invoiced order.'),
    issued_on: CalendarDate("Day on which it was issued, in the organisation's time zone."),
    due_on: Nullable(CalendarDate('Day on which it is due; null if the terms name no number of days.')),
    paid_state: OpenChoice(paidStates, `How much of it is paid. ${states}`),
    days_overdue: Whole('Days since the due date; 0 unless it is overdue.', { examples: [12] }),
    total: Money('What the invoice bills.'),
    credited: Money('Credited by credit notes in force.'),
    paid: Money('Paid by payments that are applied to it.'),
    open: Money('What the account owes of it: the total less credit notes and payments; 0 if it is void.'),
  },
  { $id: 'InvoiceBalance' },
)
type InvoiceBalance = Static<typeof InvoiceBalance>

const columns = selections(
  selection(invoices, 'i', [
    'invoice_id::float8',
    'name',
    'trading_partner_id',
    'order_id',
    'issued_on',
    'due_on',
    'currency',
    'total_cents::float8',
  ]),
  selection(trading_partners, 't', ['name as account_name']),
  selection(sales_orders, 'o', ['name as order_name']),
)
type Row = RowOf<typeof columns> & {
  paid_state: InvoiceBalance['paid_state']
  days_overdue: number
  credited_cents: number
  paid_cents: number
  open_cents: number
}

/** The balance b of invoices i; a comparison with the due date is by the organisation's day. */
const balanceOf = (sql: Sql, organization_id: string, today: string) => sql`
  cross join lateral (
    select ${creditedCents(sql, organization_id)} as credited_cents, ${paidCents(sql, organization_id)} as paid_cents
  ) c
  cross join lateral (
    select case when i.state = 'void' then 0 else i.total_cents - c.credited_cents - c.paid_cents end as open_cents
  ) k
  cross join lateral (
    select case when i.state = 'void' then 'void' when k.open_cents <= 0 then 'paid'
      when i.due_on < ${today}::date then 'overdue' when c.paid_cents > 0 then 'partly_paid' else 'open' end as paid_state
  ) b`

interface Filters {
  trading_partner_id?: string
  order_id?: string
  currency?: string
  paid_state?: string
  due_from?: string
  due_to?: string
}

const conditions = (sql: Sql, organization_id: string, filters: Filters): Fragment => {
  const { trading_partner_id, order_id, currency, due_from, due_to } = filters
  return sql`i.organization_id = ${organization_id}
    ${trading_partner_id === undefined ? sql`` : sql`and i.trading_partner_id = ${trading_partner_id}`}
    ${order_id === undefined ? sql`` : sql`and i.order_id = ${order_id}`}
    ${currency === undefined ? sql`` : sql`and i.currency = ${currency}`}
    ${due_from === undefined ? sql`` : sql`and i.due_on >= ${due_from}::date`}
    ${due_to === undefined ? sql`` : sql`and i.due_on <= ${due_to}::date`}`
}

const selectBalances = (sql: Sql, organization_id: string, today: string, which: Fragment, page: Fragment) => sql<
  Row[]
>`
  select ${columns}, b.paid_state,
    case when b.paid_state = 'overdue' then ${today}::date - i.due_on else 0 end as days_overdue,
    c.credited_cents::float8 as credited_cents, c.paid_cents::float8 as paid_cents,
    k.open_cents::float8 as open_cents
  from invoices i
  join trading_partners t on t.organization_id = ${organization_id} and t.trading_partner_id = i.trading_partner_id
  join sales_orders o on o.organization_id = ${organization_id} and o.order_id = i.order_id
  ${balanceOf(sql, organization_id, today)}
  where ${which}
  ${page}`

const shape = ({ currency, ...row }: Row): InvoiceBalance => ({
  invoice_id: row.invoice_id,
  name: row.name,
  account: { name: row.account_name, trading_partner_id: row.trading_partner_id },
  order: { name: row.order_name, order_id: row.order_id },
  issued_on: row.issued_on,
  due_on: row.due_on,
  paid_state: row.paid_state,
  days_overdue: row.days_overdue,
  total: money(row.total_cents, currency, ''),
  credited: money(row.credited_cents, currency, ''),
  paid: money(row.paid_cents, currency, ''),
  open: money(row.open_cents, currency, ''),
})

export const listInvoiceBalances = sessionOperation({
  id: 'session.list_invoice_balances',
  route: 'GET /api/v1/sales/invoice-balances',
  summary: 'List balances of invoices',
  description:
    'Returns what invoices leave open, whether they are paid and how long they are overdue, on the current day of the organisation; the latest issued first. All filters combine with AND; an id that is not known returns none.',
  service,
  query: Type.Object(
    {
      ...pagingQuery(limits.page_limit_default),
      trading_partner_id: Type.Optional(Id('Only invoices of this trading account.')),
      order_id: Type.Optional(Id('Only invoices of this sales order.')),
      currency: Type.Optional(Text('Only invoices in this currency.', { ...currencyCode, examples: ['USD'] })),
      paid_state: Type.Optional(Choice(paidStates, `Only invoices in this state. ${states}`)),
      due_from: Type.Optional(CalendarDate('Only invoices that are due from this day on.')),
      due_to: Type.Optional(CalendarDate('Only invoices that are due up to this day.')),
    },
    { additionalProperties: false },
  ),
  answer: Page(InvoiceBalance),
  async run({ sql, caller: { organization_id, time_zone }, query, now }) {
    const { offset = 0, limit = limits.page_limit_default, ...filters } = query
    const today = dayInTimeZone(time_zone, now)
    const which = () => conditions(sql, organization_id, filters)
    const inState = () => (filters.paid_state === undefined ? sql`` : sql`and b.paid_state = ${filters.paid_state}`)
    const page = sql`order by i.issued_at desc, i.invoice_id desc limit ${limit} offset ${offset}`
    const [rows, counted] = await Promise.all([
      selectBalances(sql, organization_id, today, sql`${which()} ${inState()}`, page),
      // Balances of all invoices are computed only where they decide which are counted.
      filters.paid_state === undefined
        ? sql<{ filtered: number }[]>`select count(*)::int as filtered from invoices i where ${which()}`
        : sql<{ filtered: number }[]>`
            select count(*)::int as filtered from invoices i ${balanceOf(sql, organization_id, today)}
            where ${which()} ${inState()}`,
    ])
    return { rows: rows.map(shape), size: rows.length, offset, filtered_max_size: counted[0]!.filtered }
  },
})

export const getInvoiceBalance = sessionOperation({
  id: 'session.get_invoice_balance',
  route: 'GET /api/v1/sales/invoices/{invoice_id}/balance',
  summary: 'Get the balance of an invoice',
  description:
    'Returns what an invoice leaves open, whether it is paid and how long it is overdue, on the current day of the organisation.',
  service,
  params: InvoicePath,
  answer: InvoiceBalance,
  refusals: ['invoice_not_on_file'],
  async run({ sql, caller: { organization_id, time_zone }, params: { invoice_id }, now }) {
    const which = sql`i.organization_id = ${organization_id} and i.invoice_id = ${invoice_id}`
    const [row] = await selectBalances(sql, organization_id, dayInTimeZone(time_zone, now), which, sql``)
    return row === undefined ? refuse('invoice_not_on_file') : shape(row)
  },
})
