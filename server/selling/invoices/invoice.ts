import { dayInTimeZone } from '../../calendar/time_zone.ts'
import { checkAmounts } from '../../contract/amounts.ts'
import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Type } from '../../contract/schema.ts'
import { resolveExceptions } from '../../exceptions/open.ts'
import { actorOf } from '../../ledger/actor.ts'
import { takeDocumentNumbers } from '../document_numbers.store.ts'
import { queueInvoice } from '../edi_orders/outbound/queue_invoice.ts'
import { checkAct, lockOrder } from '../orders/locked_order.store.ts'
import { OrderPath } from '../orders/model.ts'
import { orderSubject } from '../orders/order.store.ts'
import { readParties } from '../parties/parties.store.ts'
import { settleFromOrder } from '../payments/free_allocations.ts'
import { queuePosting } from './accounting/postings.store.ts'
import { readInvoice } from './invoice.store.ts'
import { ChargeCents, Invoice } from './model.ts'
import { insertInvoice, readBillable } from './new_invoice.store.ts'
import { dueOn, invoiceName, composeInvoice } from './rules.ts'

export const invoiceOrder = operation({
  id: 'orders.invoice',
  route: 'POST /api/v1/sales/orders/{order_id}/invoice',
  summary: 'Invoice a sales order',
  desc: ({ name, order }) => `Invoice ${name} issued for ${order.name}.`,
  description:
    'Issues an invoice of all units of a wholesale order that have shipped and are on no invoice yet, at the agreed price. Call it again after further shipments. Taxes and freight are never calculated: `tax_cents` and `freight_cents` count as they are sent; without them, an invoice takes its share of the discount, tax and freight that were supplied with the order, and all invoices of an order add up to the cent. The number has no gaps within the organisation and the year. It states the parties as they are on file when it is issued: your address and tax id from the settings of the organisation, those of the account, and where the goods go. The due date follows from the payment terms of the order, or else of the account. If an accounting system is connected, the invoice is queued for it; its outcome is in `ledger` and never changes the invoice. If the account takes an 810, one is queued for it; its state is in `edi`. Fails with `conflict` for a consumer order and before anything has shipped, and with `nothing_to_invoice` if every shipped unit is invoiced.',
  capability: 'trading-partner connectivity',
  status: 201,
  params: OrderPath,
  body: Type.Object(
    {
      tax_cents: Type.Optional(
        ChargeCents('Tax of this invoice, in hundredths of the currency. Default: its share of the tax of the order.'),
      ),
      freight_cents: Type.Optional(
        ChargeCents(
          'Freight of this invoice, in hundredths of the currency. Default: its share of the freight of the order.',
        ),
      ),
    },
    { additionalProperties: false, default: {}, examples: [{ tax_cents: 0, freight_cents: 1250 }] },
  ),
  answer: Invoice,
  refusals: ['order_not_on_file', 'conflict', 'nothing_to_invoice'],
  conflict: 'The order is a consumer order, or nothing of it has shipped.',
  emits: ['exception.resolved'],
  async run({ sql, caller, params: { order_id }, body, now }) {
    const { organization_id } = caller
    const order = await lockOrder(sql, caller, order_id)
    const { trading_partner_id, currency } = order
    if (trading_partner_id === null)
      refuse('conflict', {
        desc: `${order.name} is a consumer order; only orders of trading accounts are invoiced.`,
        data: { act: 'invoice', lifecycle: order.lifecycle },
      })
    checkAct('invoice', order)
    checkAmounts(currency, { tax_cents: body.tax_cents, freight_cents: body.freight_cents })
    const { terms, ...billable } = await readBillable(sql, organization_id, order_id)
    const composed = composeInvoice(billable, body)
    if (composed === null) refuse('nothing_to_invoice', { desc: `Every shipped unit of ${order.name} is invoiced.` })
    const { lines, ...amounts } = composed
    const issued_on = dayInTimeZone(caller.time_zone, now)
    const invoice_year = Number(issued_on.slice(0, 4))
    const numbers = { document_type: 'invoice', year: invoice_year, count: 1 } as const
    const invoice_number = (await takeDocumentNumbers(sql, organization_id, numbers))[0]!
    const invoice = {
      ...amounts,
      invoice_year,
      invoice_number,
      name: invoiceName(invoice_year, invoice_number),
      order_id,
      trading_partner_id,
      currency,
      terms,
      issued_at: now,
      issued_on,
      due_on: dueOn(terms, issued_on),
      parties: await readParties(sql, organization_id, order_id),
      created_by: actorOf(caller),
    }
    const invoice_id = await insertInvoice(sql, organization_id, invoice, lines)
    const author = { organization_id, actor: actorOf(caller), now, today: issued_on }
    await settleFromOrder(sql, author, { order_id, invoice_id, total_cents: invoice.total_cents })
    await queuePosting(sql, organization_id, invoice_id)
    // An invoice bills every shipped unit, the surplus included: the account owes it.
    await resolveExceptions(sql, organization_id, now, {
      kind: 'over_shipped',
      subject: { type: orderSubject, id: order_id },
      resolution: 'invoiced',
      resolved_by: actorOf(caller),
    })
    await queueInvoice(sql, { organization_id, now }, await readInvoice(sql, caller, invoice_id))
    return readInvoice(sql, caller, invoice_id)
  },
})
