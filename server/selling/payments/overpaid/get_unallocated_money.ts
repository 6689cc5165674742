import { customer_payments } from '../../../../db/schema/selling/payments.ts'
import { trading_partners } from '../../../../db/schema/wholesale/accounts.ts'
import { type RowOf, selection } from '../../../../db/sql/selection.ts'
import { isCurrency, money } from '../../../contract/money.ts'
import { sessionOperation } from '../../../contract/operation.ts'
import { refuseField } from '../../../contract/refusals.ts'
import { CalendarDate, currencyCode, Id, Money, Nullable, OwnId, Shape, Text, Type } from '../../../contract/schema.ts'
import type { Sql } from '../../../contract/sql.ts'
import { NamedAccount, NamedOrder } from '../../parties/named.model.ts'
import { isInForce, paidOutCents, readInForce } from '../in_force.store.ts'
import { service } from '../payment.model.ts'
import { readOrderBalances } from './order_balance.store.ts'
import { overpaidMoney } from './overpaid.rules.ts'

const UnallocatedMoney = Shape(
  {
    customer_payment_id: OwnId('Id of the payment.'),
    paid_on: CalendarDate('Day of the payment.'),
    reference: Nullable(Text('Reference of the payment; null if none was given.', { examples: ['WIRE-2207'] })),
    order: Nullable(NamedOrder('The order that is overpaid by it; null for money on account.')),
    amount: Money('What of the payment pays nothing.'),
  },
  { $id: 'UnallocatedMoney' },
)

const paymentColumns = selection(customer_payments, 'p', ['customer_payment_id', 'paid_on', 'reference'])
type PaymentRow = RowOf<typeof paymentColumns> & { unallocated_cents: number }

/** Payments of the account in the currency, the oldest first; what pays invoices and orders is taken off. */
const readPaid = (sql: Sql, organization_id: string, { trading_partner_id, currency }: AccountMoney) => sql<
  PaymentRow[]
>`
  select ${paymentColumns}, (p.amount_cents - ${paidOutCents(sql, organization_id)} - coalesce((
      select sum(a.amount_cents) from payment_allocations a
      where a.organization_id = ${organization_id} and a.customer_payment_id = p.customer_payment_id
    ), 0))::float8 as unallocated_cents
  from customer_payments p
  where p.organization_id = ${organization_id} and p.trading_partner_id = ${trading_partner_id}
    and p.currency = ${currency} and ${isInForce(sql, organization_id)}
  order by p.paid_on, p.customer_payment_id`

interface AccountMoney {
  trading_partner_id: string
  currency: string
}

/** Money on orders of the account, by payment. */
const readOnOrders = (sql: Sql, organization_id: string, { trading_partner_id, currency }: AccountMoney) =>
  readInForce(
    sql,
    organization_id,
    sql`a.invoice_id is null and a.customer_payment_id in (
      select p.customer_payment_id from customer_payments p
      where p.organization_id = ${organization_id} and p.trading_partner_id = ${trading_partner_id}
        and p.currency = ${currency})`,
  )

async function readMoney(sql: Sql, organization_id: string, of: AccountMoney) {
  const [payments, onOrders] = await Promise.all([
    readPaid(sql, organization_id, of),
    readOnOrders(sql, organization_id, of),
  ])
  const orders = await readOrderBalances(sql, organization_id, [...new Set(onOrders.map(({ order_id }) => order_id))])
  const overpaid = Map.groupBy(overpaidMoney(orders, onOrders), (one) => one.customer_payment_id)
  const names = new Map(orders.map(({ order_id, name }) => [order_id, name]))
  return payments.flatMap(({ unallocated_cents, ...payment }) => [
    ...(unallocated_cents > 0 ? [{ ...payment, order: null, cents: unallocated_cents }] : []),
    ...(overpaid.get(payment.customer_payment_id) ?? []).map(({ order_id, amount_cents }) => {
      return { ...payment, order: { name: names.get(order_id)!, order_id }, cents: amount_cents }
    }),
  ])
}

export const getUnallocatedMoney = sessionOperation({
  id: 'session.get_unallocated_money',
  route: 'GET /api/v1/sales/unallocated-money',
  summary: 'Get the unallocated money of an account',
  description:
    'Returns the money of a trading account in one currency that is allocated to nothing, by payment, the oldest first: money on account, and money on orders whose total has fallen below it, for example because units were cancelled. Money on account is applied (`session.apply_payment`) or paid out (`session.pay_out_payment`); that on an order is taken off it first (`session.unapply_payment`). Money on an order that is still to be invoiced is not part of it, although a statement counts it as unallocated until the invoice.',
  service,
  query: Type.Object(
    {
      trading_partner_id: Id('The trading account.'),
      currency: Text('Currency as an ISO 4217 code.', { ...currencyCode, examples: ['USD'] }),
    },
    { additionalProperties: false },
  ),
  answer: Shape(
    {
      account: NamedAccount('The account.'),
      total: Money('All of it.'),
      rows: Type.Array(UnallocatedMoney, { description: 'By payment, and by order where one is overpaid.' }),
    },
    { $id: 'UnallocatedMoneyOfAccount' },
  ),
  async run({ sql, caller: { organization_id }, query }) {
    const { trading_partner_id, currency } = query
    if (!isCurrency(currency)) refuseField('currency', 'must be an ISO 4217 code')
    const [account] = await sql<RowOf<typeof accountColumns>[]>`
      select ${accountColumns} from trading_partners t
      where t.organization_id = ${organization_id} and t.trading_partner_id = ${trading_partner_id}`
    if (account === undefined)
      return refuseField('trading_partner_id', 'must be a trading account of this organisation')
    const rows = await readMoney(sql, organization_id, query)
    return {
      account: { name: account.name, trading_partner_id },
      total: money(
        rows.reduce((sum, { cents }) => sum + cents, 0),
        currency,
        '',
      ),
      rows: rows.map(({ cents, ...row }) => ({ ...row, amount: money(cents, currency, '') })),
    }
  },
})

const accountColumns = selection(trading_partners, 't', ['name'])
