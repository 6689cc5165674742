/**
 * Every date that a write accepts is a plan, or is refused before the books begin and where it cannot be yet. A new field
 * has to be named in one of the two lists.
 */
import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { publicOperations, sessionOperations } from '../../server/boot/operations.ts'
import { dayAgo, type KeptStock, keptStock } from '../stock/kept_stock.ts'
import { leavesOf } from '../support/document/leaves.ts'
import { uploadFile } from '../support/fixtures/files.ts'
import type { Answer } from '../support/service/tenant.ts'

/** Read by hand, since a date that cannot be read has a code of its own. */
const readByHand = ['returns.create expected_on', 'returns.receive received_at']

/** Every date in the body or the query of a write, as `operation field`. */
const everyDate = (): string[] => [
  ...[...publicOperations, ...sessionOperations]
    .filter(({ method }) => method !== 'GET')
    .flatMap((operation) =>
      leavesOf(operation)
        .filter(({ schema }) => schema.format === 'date' || schema.format === 'date-time')
        .map(({ field }) => `${operation.id} ${field}`),
    ),
  ...readByHand,
]

const plan = 'A day on which something is to happen.'
const version = 'The version of a record that the caller has read; it is compared, not stored.'
const period = 'A period that is read, or read from a file; nothing is dated by it.'
const terms = 'Days between which an agreement holds, which may have begun before the books.'

const mayPass: Record<string, string> = {
  'metrics.query query.time_range.start': period,
  'metrics.query query.time_range.end': period,
  'order_book.record_lines lines[0].ship_window_start': plan,
  'order_book.record_lines lines[0].ship_window_end': plan,
  'orders.create cancel_date': plan,
  'orders.create lines[0].cancel_date': plan,
  'orders.create lines[0].requested_ship_date': plan,
  'orders.create requested_ship_date': plan,
  'orders.create ship_window_end': plan,
  'orders.create ship_window_start': plan,
  'orders.import cut_over': 'An import of history states from when on its orders move stock.',
  'orders.update cancel_date': plan,
  'orders.update lines[0].cancel_date': plan,
  'orders.update lines[0].requested_ship_date': plan,
  'orders.update new_lines[0].cancel_date': plan,
  'orders.update new_lines[0].requested_ship_date': plan,
  'orders.update requested_ship_date': plan,
  'orders.update ship_window_end': plan,
  'orders.update ship_window_start': plan,
  'orders.update updated_at': version,
  'purchase_orders.bulk purchase_orders[0].cancel_date': plan,
  'purchase_orders.bulk purchase_orders[0].expected_delivery_date': plan,
  'purchase_orders.bulk purchase_orders[0].line_items[0].expected_delivery_date': plan,
  'purchase_orders.bulk purchase_orders[0].ship_window_start': plan,
  'purchase_orders.create cancel_date': plan,
  'purchase_orders.create expected_delivery_date': plan,
  'purchase_orders.create line_items[0].expected_delivery_date': plan,
  'purchase_orders.create ship_window_start': plan,
  'purchase_orders.from_basket expected_delivery_date': plan,
  'purchase_orders.manufacturing_bulk manufacturing_orders[0].expected_delivery_date': plan,
  'purchase_orders.update cancel_date': plan,
  'purchase_orders.update expected_delivery_date': plan,
  'purchase_orders.update line_items[0].expected_delivery_date': plan,
  'purchase_orders.update ship_window_start': plan,
  'purchase_orders.update updated_at': version,
  'returns.create expected_on': plan,
  'sell_out.import week_end': period,
  'sell_out.import week_start': period,
  'sell_out.preview week_end': period,
  'sell_out.preview week_start': period,
  'session.change_planning_cycle_step due_on': plan,
  'session.correct_order_document cancel_date': plan,
  'session.correct_order_document lines[0].cancel_date': plan,
  'session.correct_order_document lines[0].requested_ship_date': plan,
  'session.correct_order_document requested_ship_date': plan,
  'session.correct_order_document ship_window_end': plan,
  'session.correct_order_document ship_window_start': plan,
  'session.correct_supplier_invoice due_on': plan,
  'session.create_demand_event ends_on': terms,
  'session.create_demand_event starts_on': terms,
  'session.create_price_list valid_from': terms,
  'session.create_price_list valid_to': terms,
  'session.create_product launch_date': 'A fact about a product, which may be older than the books.',
  'session.open_planning_cycle steps[0].due_on': plan,
  'session.record_supplier_invoice due_on': plan,
  'session.redeliver_failed since': period,
  'session.set_cash_settings opening_balance_on': 'The beginning of the cash plan, not an entry.',
  'session.set_cash_settings payables_since': 'The beginning of the cash plan, not an entry.',
  'session.set_forecast_overrides entries[0].week_start': plan,
  'session.set_exchange_rates rates[0].rate_date': 'Rates are filed for days before the books, and agreed ahead.',
  'session.state_recorded_through recorded_through': period,
  'session.update_demand_event ends_on': terms,
  'session.update_demand_event starts_on': terms,
  'session.update_organization books_from': 'The lock date itself: it may go back as far as an administrator says.',
  'session.update_price_list valid_from': terms,
  'session.update_price_list valid_to': terms,
  'session.update_product launch_date': 'A fact about a product, which may be older than the books.',
  'suppliers.update updated_at': version,
  'suppliers.update_contact updated_at': version,
  'suppliers.update_contact_note updated_at': version,
}

type Send = (value: string) => Promise<Answer>

const ok = ({ status, text, body }: Answer) => {
  if (status >= 300) throw new Error(text)
  return body.data
}

/** Requests that are accepted but for the date. */
async function purchasing({ tenant, session, ids, ordered, deliver }: KeptStock): Promise<Record<string, Send>> {
  const at = (rest = '') => `/api/v1/organizations/${tenant.organization_id}/purchase-orders${rest}`
  const [variant_id, location_id, supplier_id] = [ids.variants.COAT, ids.locations.A, ids.suppliers.Mill]
  const line_items = [{ variant_id, quantity: 4, unit_cost: 10 }]
  const delivered = [{ variant_id, received_quantity: 1 }]
  const draft = { location_id, supplier_id, line_items }
  const order = await ordered([['COAT', 100, 10]])
  const { delivery_id } = ok(await deliver(order, [['COAT', 5]]))
  const transfer = { order_type: 'transfer', source_location_id: location_id, location_id: ids.locations.B }
  const moved = ok(await tenant.post(at(), { ...transfer, line_items: [{ variant_id, quantity: 1 }] })).id
  ok(await tenant.post(at(`/${moved}/approve`)))
  ok(await session.post('/api/v1/purchase-basket', { items: [{ variant_id, location_id, quantity: 1, supplier_id }] }))
  const signal = { purchase_order_id: order, signal_type: 'confirmation' }
  return {
    'purchase_orders.create order_date': (order_date) => tenant.post(at(), { ...draft, order_date }),
    'purchase_orders.bulk purchase_orders[0].order_date': (order_date) =>
      tenant.post(at('/bulk'), { purchase_orders: [{ ...draft, order_date }] }),
    'purchase_orders.from_basket order_date': (order_date) => tenant.post(at('/from-basket'), { order_date }),
    'purchase_orders.manufacturing_bulk manufacturing_orders[0].order_date': (order_date) =>
      tenant.post(at('/manufacturing/bulk'), {
        manufacturing_orders: [{ variant_id, location_id, quantity: 1, order_date }],
      }),
    'purchase_orders.update order_date': (order_date) => tenant.patch(at(`/${order}`), { order_date }),
    'purchase_orders.issue shipped_at': (shipped_at) => tenant.post(at(`/${moved}/issue`), { shipped_at }),
    'purchase_orders.record_delivery received_at': (received_at) =>
      tenant.post(at(`/${order}/deliveries`), { line_items: delivered, received_at }),
    'purchase_orders.record_deliveries deliveries[0].received_at': (received_at) =>
      tenant.post(at(`/${order}/deliveries/bulk`), { deliveries: [{ line_items: delivered, received_at }] }),
    'purchase_orders.mark_delivered received_at': (received_at) =>
      tenant.post(at(`/${order}/mark_delivered`), { received_at }),
    'purchase_orders.correct_delivery received_at': (received_at) =>
      tenant.patch(at(`/${order}/deliveries/${delivery_id}`), { received_at }),
    'session.record_supplier_signal reported_at': (reported_at) =>
      session.post('/api/v1/supplier-signals', { ...signal, reported_at }),
  }
}

async function invoicing({ session, ids, ordered, deliver }: KeptStock): Promise<Record<string, Send>> {
  const path = '/api/v1/supplier-invoices'
  const supplier_id = ids.suppliers.Mill
  const purchase_order_id = await ordered([['COAT', 10, 10]])
  ok(await deliver(purchase_order_id, [['COAT', 10]]))
  const lines = [{ purchase_order_id, variant_id: ids.variants.COAT, quantity: 1, amount: 10 }]
  const invoice = { supplier_id, currency: 'USD', invoice_number: 'INV-1', lines }
  const { supplier_invoice_id: id } = ok(await session.post(path, { ...invoice, invoice_date: dayAgo(0) }))
  return {
    'session.record_supplier_invoice invoice_date': (invoice_date) =>
      session.post(path, { ...invoice, invoice_number: 'INV-2', invoice_date }),
    'session.correct_supplier_invoice invoice_date': (invoice_date) => session.patch(`${path}/${id}`, { invoice_date }),
    'session.credit_supplier_invoice invoice_date': (invoice_date) =>
      session.post(`${path}/${id}/credits`, {
        invoice_number: 'CN-1',
        invoice_date,
        lines: [{ line_number: 1, quantity: 1, amount: 10 }],
      }),
    'session.record_supplier_payment paid_on': (paid_on) =>
      session.post('/api/v1/supplier-payments', { supplier_id, amount_cents: 100, kind: 'balance', paid_on }),
  }
}

async function selling({ tenant, session, ids, sold, ship, returned }: KeptStock): Promise<Record<string, Send>> {
  const order = await sold('COAT', 4)
  const first = ok(await ship(order, 'COAT', 2))
  const [{ shipment_id }] = first.shipments ?? first.order.shipments
  const travelling = await sold('COAT', 2)
  const sent = ok(await ship(travelling, 'COAT', 1))
  const [{ shipment_id: sentId }] = sent.shipments ?? sent.order.shipments
  const orders = '/api/v1/sales/orders'
  const back = ok(
    await returned({
      order_id: order.order_id,
      location_id: ids.locations.A,
      lines: [{ sku: 'COAT', expected_quantity: 1 }],
    }),
  )
  const payments = '/api/v1/sales/payments'
  const paid = { order_id: order.order_id, amount_cents: 100, currency: 'USD' }
  const { customer_payment_id } = ok(await session.post(payments, { ...paid, paid_on: dayAgo(0) }))
  ok(await session.post(`${payments}/${customer_payment_id}/unapply`, { reason: 'Cancelled' }))
  const keyed = () => ({ headers: { 'Idempotency-Key': uuidv7() } })
  return {
    'orders.create ordered_at': (ordered_at) =>
      tenant.post(orders, { location_id: ids.locations.A, lines: [{ sku: 'COAT', quantity: 1 }], ordered_at }, keyed()),
    'session.record_shipment shipped_at': (shipped_at) => ship(order, 'COAT', 1, { shipped_at }),
    'session.record_shipment deliver_on': (deliver_on) => ship(order, 'COAT', 1, { deliver_on }),
    'session.correct_shipment deliver_on': (deliver_on) =>
      session.post(`${orders}/${travelling.order_id}/shipments/${sentId}/correct`, {
        deliver_on,
        reason: 'Late',
      }),
    'session.correct_shipment shipped_at': (shipped_at) =>
      session.post(`${orders}/${order.order_id}/shipments/${shipment_id}/correct`, { shipped_at, reason: 'Late' }),
    'session.record_payment paid_on': (paid_on) => session.post(payments, { ...paid, paid_on }),
    'session.pay_out_payment paid_on': (paid_on) =>
      session.post(`${payments}/${customer_payment_id}/pay-out`, { paid_on, amount_cents: 1, reason: 'Cancelled' }),
    'session.reverse_payment reversed_on': (reversed_on) =>
      session.post(`${payments}/${customer_payment_id}/reverse`, { reversed_on, reason: 'Returned by the bank' }),
    'returns.receive received_at': (received_at) =>
      tenant.post(`/api/v1/sales/returns/${back.id}/receive`, {
        received_at,
        lines: [{ sku: 'COAT', received_quantity: 1, disposition: 'restock' }],
      }),
  }
}

async function counting({ tenant, session, ids, openCount }: KeptStock): Promise<Record<string, Send>> {
  const stocktake = await openCount({ COAT: 10 })
  const variant_id = ids.variants.COAT
  const location_id = ids.locations.A
  const counts = [{ variant_id, location_id, counted_quantity: 10 }]
  const s3_key = await uploadFile(tenant, 'Item,Counted\nCOAT,10\n')
  return {
    'stocktakes.create counted_on': (counted_on) =>
      tenant.post('/api/v1/stocktakes', {
        name: 'Spring',
        counted_on,
        location_ids: [location_id],
        variant_ids: [variant_id],
      }),
    'stocktakes.record_counts counted_at': (counted_at) =>
      tenant.patch(`/api/v1/stocktakes/${stocktake}/counts`, { counted_at, counts }),
    'stocktakes.import counted_at': (counted_at) =>
      tenant.post(`/api/v1/stocktakes/${stocktake}/import`, {
        s3_key,
        counted_at,
        mappings: { sku: 'Item', counted_quantity: 'Counted' },
      }),
    'session.create_stock_adjustment occurred_at': (occurred_at) =>
      session.post('/api/v1/stock-adjustments', {
        reason: 'found',
        occurred_at,
        lines: [{ variant_id, location_id, quantity: 1 }],
      }),
  }
}

test('a date that a write accepts is refused by its name in 1999 and in 2999, unless it is a plan', async () => {
  const shop = await keptStock()
  const parts = [purchasing, invoicing, selling, counting].map((part) => part(shop))
  const sends: Record<string, Send> = Object.assign({}, ...(await Promise.all(parts)))
  expect([...Object.keys(sends), ...Object.keys(mayPass)].toSorted()).toEqual(everyDate().toSorted())
  const answers: Record<string, unknown> = {}
  const expected: Record<string, unknown> = {}
  for (const [name, send] of Object.entries(sends)) {
    const field = name.split(' ')[1]!
    const ofDay = /(_on|_date)$/.test(field)
    for (const year of [1999, 2999]) {
      const { status, body } = await send(`${year}-01-05${ofDay ? '' : 'T12:00:00Z'}`)
      answers[`${name} ${year}`] = [status, body.code, body.data?.field, body.data?.allowed?.length > 0]
      expected[`${name} ${year}`] = [400, 'bad_request', field, true]
    }
  }
  expect(answers).toEqual(expected)
  // The requests are as they should be: with a date of today they are accepted.
  for (const [name, send] of Object.entries(sends)) {
    if (/mark_delivered|from_basket/.test(name)) continue
    const ofDay = /(_on|_date)$/.test(name)
    const { status, text } = await send(ofDay ? dayAgo(0) : new Date().toISOString())
    if (status >= 300) throw new Error(`${name}: ${text}`)
  }
})
