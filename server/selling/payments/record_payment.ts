import { sessionOperation } from '../../contract/operation.ts'
import { actorOf } from '../../ledger/actor.ts'
import { findKnown } from './known_payment.store.ts'
import { checkMoney, recordNew } from './new_payment.ts'
import { NewPayment, Payment, service } from './payment.model.ts'
import { readPayment } from './payment.store.ts'

export const recordPayment = sessionOperation({
  id: 'session.record_payment',
  route: 'POST /api/v1/sales/payments',
  summary: 'Record a payment from a customer',
  desc: ({ account, order }) => `Payment of ${account?.name ?? order!.name} recorded.`,
  description:
    'Records money that was received: from an account, allocated to invoices and orders as `allocations` say and the rest on account; or for an order with `order_id`, whose open invoices it settles, oldest first, with the rest held on the order until it is invoiced. Money on an order moves to its next invoice as that is issued. Refused with `bad_request` in another currency than that of an invoice or order, in the future, or before the books of the organisation begin. Fails with `conflict` beyond what is open of an invoice or order, which `data.open_cents` states, and if `external_id` was recorded with other content, or its payment was reversed (`data.reason` is `reversed`): `record_again` records it as a new one. A payment is never changed or deleted: reverse it (`session.reverse_payment`).',
  service,
  status: 201,
  body: NewPayment,
  answer: Payment,
  refusals: ['conflict'],
  emits: ['exception.resolved'],
  conflict:
    'More would be paid than is open, the invoice is void, or another payment was recorded with the `external_id`, or the one that was is reversed, which `data.customer_payment_id` names.',
  async run({ sql, caller, body, now }) {
    const { organization_id } = caller
    checkMoney(body)
    const known = await findKnown(sql, organization_id, body)
    if (known.customer_payment_id !== null) return readPayment(sql, organization_id, known.customer_payment_id)
    const author = { organization_id, actor: actorOf(caller), now }
    return readPayment(sql, organization_id, await recordNew(sql, author, body, known.recorded_again))
  },
})
