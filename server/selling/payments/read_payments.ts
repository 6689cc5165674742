/** Lists payments and answers one. */
import type { Fragment, Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { CalendarDate, Choice, Flag, Id, Type, Whole } from '../../contract/schema.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { paymentMethods } from './known_values.ts'
import { isInForce, paidOutCents } from './in_force.store.ts'
import { Payment, PaymentPath, service } from './payment.model.ts'
import { readPayment, readPayments } from './payment.store.ts'

const filterQuery = {
  trading_partner_id: Type.Optional(Id('Only payments of this trading account.')),
  order_id: Type.Optional(Id('Only payments that pay this sales order or an invoice of it now, or were made for it.')),
  invoice_id: Type.Optional(Whole('Only payments that pay this invoice now.', { minimum: 1, examples: [731] })),
  method: Type.Optional(Choice(paymentMethods, 'Only payments of this method.')),
  external_id: Type.Optional(Type.String({ description: 'Only payments with this id elsewhere.', maxLength: 120 })),
  paid_from: Type.Optional(CalendarDate('Only payments from this day on.')),
  paid_to: Type.Optional(CalendarDate('Only payments up to this day.')),
  is_unallocated: Type.Optional(
    Flag('true returns only payments of which something is unallocated, false only the others.'),
  ),
}
const FilterQuery = Type.Object(filterQuery)
type Filters = (typeof FilterQuery)['static']

const hasUnallocated = (sql: Sql, organization_id: string) => sql`(
  ${isInForce(sql, organization_id)} and p.amount_cents > coalesce((select sum(a.amount_cents) from payment_allocations a
    where a.organization_id = ${organization_id} and a.customer_payment_id = p.customer_payment_id), 0)
    + ${paidOutCents(sql, organization_id)})`

const pays = (sql: Sql, organization_id: string, which: Fragment) => sql`exists (
  select from payment_allocations a
  where a.organization_id = ${organization_id} and a.customer_payment_id = p.customer_payment_id and ${which}
  group by a.customer_payment_id having sum(a.amount_cents) <> 0)`

function conditions(sql: Sql, organization_id: string, filters: Filters): Fragment {
  const { trading_partner_id, order_id, invoice_id, method, external_id, paid_from, paid_to, is_unallocated } = filters
  return sql`p.organization_id = ${organization_id}
    ${trading_partner_id === undefined ? sql`` : sql`and p.trading_partner_id = ${trading_partner_id}`}
    ${order_id === undefined ? sql`` : sql`and (p.order_id = ${order_id} or ${pays(sql, organization_id, sql`a.order_id = ${order_id}`)})`}
    ${invoice_id === undefined ? sql`` : sql`and ${pays(sql, organization_id, sql`a.invoice_id = ${invoice_id}`)}`}
    ${method === undefined ? sql`` : sql`and p.method = ${method}`}
    ${external_id === undefined ? sql`` : sql`and p.external_id = ${external_id}`}
    ${paid_from === undefined ? sql`` : sql`and p.paid_on >= ${paid_from}::date`}
    ${paid_to === undefined ? sql`` : sql`and p.paid_on <= ${paid_to}::date`}
    ${is_unallocated === undefined ? sql`` : sql`and ${hasUnallocated(sql, organization_id)} = ${is_unallocated}`}`
}

export const listPayments = sessionOperation({
  id: 'session.list_payments',
  route: 'GET /api/v1/sales/payments',
  summary: 'List payments from customers',
  description:
    'Returns payments, payouts and their reversals with what they pay, the latest day first. All filters combine with AND; an id that is not known returns none.',
  service,
  query: Type.Object({ ...pagingQuery(limits.page_limit_default), ...filterQuery }, { additionalProperties: false }),
  answer: Page(Payment),
  async run({ sql, caller: { organization_id }, query }) {
    const { offset = 0, limit = limits.page_limit_default, ...filters } = query
    const [ids, counted] = await Promise.all([
      sql<{ customer_payment_id: string }[]>`
        select p.customer_payment_id from customer_payments p where ${conditions(sql, organization_id, filters)}
        order by p.paid_on desc, p.customer_payment_id desc limit ${limit} offset ${offset}`,
      sql<{ filtered: number }[]>`
        select count(*)::int as filtered from customer_payments p where ${conditions(sql, organization_id, filters)}`,
    ])
    const rows = await readPayments(
      sql,
      organization_id,
      ids.map(({ customer_payment_id }) => customer_payment_id),
    )
    return { rows, size: rows.length, offset, filtered_max_size: counted[0]!.filtered }
  },
})

export const getPayment = sessionOperation({
  id: 'session.get_payment',
  route: 'GET /api/v1/sales/payments/{customer_payment_id}',
  summary: 'Get a payment from a customer',
  description:
    'Returns a payment, a payout or a reversal with the invoices and orders that it pays now, and its payouts.',
  service,
  params: PaymentPath,
  answer: Payment,
  refusals: ['not_found'],
  run: ({ sql, caller, params: { customer_payment_id } }) =>
    readPayment(sql, caller.organization_id, customer_payment_id),
})
