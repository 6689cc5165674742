import { refunds, returns } from '../../../db/schema/selling/returns.ts'
import { sales_orders } from '../../../db/schema/selling/sales_orders.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { money } from '../../contract/money.ts'
import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Id, Shape } from '../../contract/schema.ts'
import { readInvoicesOfAccount } from '../invoices/summaries.store.ts'
import { checkAccountOf } from '../bound_keys.ts'
import { agreedTotal, boundAccount, type OrderReader } from '../orders/order.store.ts'
import { customerColumns, CustomerDetail, type SelectedCustomer, shapeCustomer } from './model.ts'

export const getCustomer = operation({
  id: 'orders.get_customer',
  route: 'GET /api/v1/sales/customers/{customer_id}',
  summary: 'Get a customer',
  description: `Returns a customer with its latest ${limits.customer_records_max} orders, returns and refunds each, and the latest invoices of its account. A redacted customer keeps them, without name and pseudonym.`,
  params: Shape({ customer_id: Id('Id of the customer.') }),
  answer: CustomerDetail,
  refusals: ['customer_not_on_file', 'account_mismatch'],
  async run({ sql, caller, params: { customer_id } }) {
    const { organization_id } = caller
    const [[customer], orders, sentBack, paidBack] = await Promise.all([
      sql<SelectedCustomer[]>`
        select ${customerColumns} from customers c
        left join trading_partners a on a.organization_id = c.organization_id
          and a.trading_partner_id = c.trading_partner_id
        where c.organization_id = ${organization_id} and c.customer_id = ${customer_id}`,
      readOrders(sql, caller, customer_id),
      readReturns(sql, caller, customer_id),
      readRefunds(sql, caller, customer_id),
    ])
    if (customer === undefined) refuse('customer_not_on_file')
    checkAccountOf(caller, customer.trading_partner_id, 'customer')
    const invoices = await readInvoicesOfAccount(sql, organization_id, customer.trading_partner_id)
    return {
      ...shapeCustomer(customer),
      orders: orders.map(({ total_cents, currency, ...order }) => ({
        ...order,
        total: money(total_cents, currency, 'The price of a line is open.'),
      })),
      returns: [...sentBack],
      refunds: paidBack.map(({ amount_cents, currency, ...refund }) => ({
        ...refund,
        amount: money(amount_cents, currency, ''),
      })),
      invoices,
    }
  },
})

const orderColumns = selection(sales_orders, 'o', ['order_id', 'name', 'lifecycle', 'created_at', 'currency'])

/**
 * Condition on orders o: for a key bound to an account, only the orders of that account. A customer may have ordered
 * for others too.
 */
const readable = (sql: Sql, caller: OrderReader) =>
  caller.account === null ? sql`` : sql`and o.trading_partner_id = ${boundAccount(caller)}::uuid`

const readOrders = (sql: Sql, caller: OrderReader, customer_id: string) => sql<
  (RowOf<typeof orderColumns> & { units: number; total_cents: number | null })[]
>`
  select ${orderColumns}, l.units, l.total_cents
  from (
    select o.* from sales_orders o
    where o.organization_id = ${caller.organization_id} and o.customer_id = ${customer_id} ${readable(sql, caller)}
    order by o.created_at desc, o.order_id desc limit ${limits.customer_records_max}
  ) o
  cross join lateral (
    select coalesce(sum(l.quantity - l.cancelled_quantity), 0)::float8 as units,
      ${agreedTotal(sql)} as total_cents
    from order_lines l where l.organization_id = ${caller.organization_id} and l.order_id = o.order_id
  ) l
  order by o.created_at desc, o.order_id desc`

/** The same condition on returns r. */
const ofReadableOrder = (sql: Sql, caller: OrderReader) =>
  caller.account === null
    ? sql``
    : sql`and exists (select from sales_orders o
        where o.organization_id = ${caller.organization_id} and o.order_id = r.order_id ${readable(sql, caller)})`

const returnColumns = selection(returns, 'r', [
  'return_id as id',
  'name',
  'state',
  'refund_status',
  'order_id',
  'created_at',
])

const readReturns = (sql: Sql, caller: OrderReader, customer_id: string) => sql<
  (RowOf<typeof returnColumns> & { units_expected: number; units_received: number })[]
>`
  select ${returnColumns}, l.units_expected, l.units_received
  from (
    select r.* from returns r
    where r.organization_id = ${caller.organization_id} and r.customer_id = ${customer_id}
      ${ofReadableOrder(sql, caller)}
    order by r.created_at desc, r.return_id desc limit ${limits.customer_records_max}
  ) r
  cross join lateral (
    select coalesce(sum(l.expected_quantity), 0)::float8 as units_expected,
      coalesce(sum(l.received_quantity), 0)::float8 as units_received
    from return_lines l where l.organization_id = ${caller.organization_id} and l.return_id = r.return_id
  ) l
  order by r.created_at desc, r.return_id desc`

const refundColumns = selection(refunds, 'f', ['refund_id', 'order_id', 'return_id', 'refunded_at', 'currency'])

/** Refunds of the customer's orders, and of its returns without an order; corrected ones as they are now. */
const readRefunds = (sql: Sql, caller: OrderReader, customer_id: string) => sql<
  (RowOf<typeof refundColumns> & { amount_cents: number })[]
>`
  select ${refundColumns}, (f.freight_cents + l.cents)::float8 as amount_cents
  from (
    select f.* from refunds f
    where f.organization_id = ${caller.organization_id} and f.reverses is null and not exists (
        select from refunds b where b.organization_id = ${caller.organization_id} and b.reverses_refund_id = f.refund_id)
      and f.refund_id in (
      select p.refund_id from sales_orders o
      join refunds p on p.organization_id = ${caller.organization_id} and p.order_id = o.order_id
      where o.organization_id = ${caller.organization_id} and o.customer_id = ${customer_id} ${readable(sql, caller)}
      union
      select p.refund_id from returns r
      join refunds p on p.organization_id = ${caller.organization_id} and p.return_id = r.return_id
      where r.organization_id = ${caller.organization_id} and r.customer_id = ${customer_id}
        ${ofReadableOrder(sql, caller)})
    order by f.refunded_at desc, f.refund_id desc limit ${limits.customer_records_max}
  ) f
  cross join lateral (
    select coalesce(sum(l.amount_cents + l.tax_cents), 0) as cents
    from refund_lines l where l.organization_id = ${caller.organization_id} and l.refund_id = f.refund_id
  ) l
  order by f.refunded_at desc, f.refund_id desc`
