import { money } from '../../../contract/money.ts'
import { sessionOperation } from '../../../contract/operation.ts'
import { refuse } from '../../../contract/refusals.ts'
import { Money, Shape } from '../../../contract/schema.ts'
import { OrderPath } from '../../orders/model.ts'
import { NamedOrder } from '../../parties/named.model.ts'
import { service } from '../payment.model.ts'
import { readOrderBalances } from './order_balance.store.ts'
import { openOf, overpaidOf } from './overpaid.rules.ts'

const OrderBalance = Shape(
  {
    order: NamedOrder('The order.'),
    agreed: Money('What the order comes to by now: units that are not cancelled, with taxes and freight.'),
    invoiced: Money('What invoices in force bill of it.'),
    paid: Money('Money on the order itself, before its next invoice; what is paid of invoices is in their balances.'),
    paid_back: Money('Paid back by refunds for units that were cancelled after it.'),
    open: Money('What can still be paid on the order: agreed less invoiced and paid, or 0.'),
    overpaid: Money(
      'Money on the order beyond what is left to be invoiced and was not paid back, for example since units were cancelled. It can be taken off (`session.unapply_payment`), applied elsewhere and paid out.',
    ),
  },
  { $id: 'OrderBalance' },
)

export const getOrderBalance = sessionOperation({
  id: 'session.get_order_balance',
  route: 'GET /api/v1/sales/orders/{order_id}/balance',
  summary: 'Get the balance of an order',
  description:
    'Returns the total of an order, how much of it is invoiced, the money paid on it before its next invoice, and how much of that is more than the order still comes to. Balances of its invoices are their own (`session.list_invoice_balances`).',
  service,
  params: OrderPath,
  answer: OrderBalance,
  refusals: ['order_not_on_file'],
  async run({ sql, caller: { organization_id }, params: { order_id } }) {
    const [row] = await readOrderBalances(sql, organization_id, [order_id])
    if (row === undefined) return refuse('order_not_on_file')
    const amount = (cents: number) => money(cents, row.currency, '')
    return {
      order: { name: row.name, order_id },
      agreed: amount(row.agreed_cents),
      invoiced: amount(row.invoiced_cents),
      paid: amount(row.paid_cents),
      paid_back: amount(row.paid_back_cents),
      open: amount(openOf(row)),
      overpaid: amount(overpaidOf(row)),
    }
  },
})
