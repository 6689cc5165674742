/** The timeline of an order: who did what to it, when and why, and what changed. */
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { newSession } from '../../support/service/session.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { openInvoicedShop, type InvoicedShop } from '../invoices/invoiced_shop.ts'
import { path } from '../support/orders.ts'
import { openWarehouseShop, type RequestWorker, startRequestWorker } from '../support/warehouse.ts'

setDefaultTimeout(60_000)

type Shop = Pick<InvoicedShop, 'admin'>
const timeline = async ({ admin }: Shop, { order_id }: { order_id: string }) => {
  const answer = await admin.get(`${path}/${order_id}/timeline`)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.data
}
const kindsOf = ({ entries }: any) => entries.map(({ kind }: any) => kind)

test('everything that is done to an order is on its timeline, with who did it and what changed', async () => {
  const shop = await openInvoicedShop()
  const { admin, tenant } = shop
  const order = await shop.placed({
    trading_partner_id: shop.account_id,
    reference: 'PO 1',
    lines: [{ sku: 'J-S', quantity: 6 }],
  })
  const line_item_id = order.line_items[0].line_item_id
  const act = (name: string, body: object = {}) => admin.post(`${path}/${order.order_id}/${name}`, body)
  const confirmed = await act('confirm', {
    lines: [{ line_item_id, verdict: 'quantity_changed', quantity: 5, unit_price_cents: 2400 }],
  })
  expect(confirmed.status).toBe(200)
  await shop.admin.patch(`${path}/${order.order_id}`, {
    reference: 'PO 2',
    shipping_method: 'DHL Express',
    lines: [{ line_item_id, quantity: 4 }],
  })
  await act('unallocate')
  await act('hold', { reason: 'credit', note: 'Over the limit' })
  await act('release-hold', { note: 'Paid up' })
  await act('allocate')
  await act('cancel', { reason: 'Too many', lines: [{ line_item_id, quantity: 1 }] })
  const shipped = await shop.ship(order, [{ sku: 'J-S', quantity: 2 }])
  const shipment_id = shipped.shipments[0].shipment_id
  const corrected = await admin.post(`${path}/${order.order_id}/shipments/${shipment_id}/correct`, {
    reason: 'Miscounted',
    lines: [{ sku: 'J-S', quantity: 3 }],
  })
  expect(corrected.status).toBe(200)
  const invoice = await shop.invoiced(order)
  await shop.voided(invoice)
  const next = corrected.body.data.order.shipments[0].shipment_id
  expect((await admin.post(`${path}/${order.order_id}/shipments/${next}/void`, { reason: 'Lost' })).status).toBe(200)
  await act('cancel', { reason: 'Season closed' })

  const read = await timeline(shop, order)
  expect([read.order_id, read.name, read.is_complete]).toEqual([order.order_id, order.name, true])
  expect(kindsOf(read)).toEqual([
    'created',
    'confirmed',
    'changed',
    'unallocated',
    'held',
    'hold_released',
    'allocated',
    'cancelled',
    'shipped',
    'shipment_corrected',
    'shipped',
    'invoiced',
    'invoice_voided',
    'shipment_voided',
    'cancelled',
  ])
  const of = (kind: string) => read.entries.find((one: any) => one.kind === kind)
  const changed = (kind: string) =>
    of(kind).changes.map(({ field, sku, previous_value, value }: any) => [field, sku, previous_value, value])
  expect(changed('confirmed')).toEqual([
    ['lifecycle', null, 'draft', 'allocated'],
    ['quantity', 'J-S', '6', '5'],
    ['allocated_quantity', 'J-S', '0', '5'],
    ['unit_price_cents', 'J-S', '2500', '2400'],
    ['verdict', 'J-S', null, 'quantity_changed'],
  ])
  expect(changed('changed')).toEqual([
    ['reference', null, 'PO 1', 'PO 2'],
    ['shipping_method', null, null, 'DHL Express'],
    ['quantity', 'J-S', '5', '4'],
    ['allocated_quantity', 'J-S', '5', '4'],
  ])
  expect(of('changed').changes[2].line_item_id).toBe(line_item_id)
  const me = of('confirmed').by
  expect(me).toMatch(/^user:/)
  expect(read.entries.filter(({ by }: any) => by !== me).map(({ kind }: any) => kind)).toEqual(['created', 'invoiced'])
  expect(of('created').by).toMatch(/^key:/)
  const shown = (kind: string) => [of(kind).sentence, of(kind).reason]
  expect(shown('unallocated')).toEqual(['4 units given back.', null])
  expect(shown('held')).toEqual(['Put on hold (credit).', 'Over the limit'])
  expect(shown('hold_released')).toEqual(['The hold (credit) was released.', 'Paid up'])
  expect(shown('allocated')).toEqual(['4 units held.', null])
  expect(shown('cancelled')).toEqual(['1 unit cancelled.', 'Too many'])
  expect(shown('shipped')[0]).toMatch(/^2 units shipped/)
  expect(shown('shipment_corrected')[1]).toBe('Miscounted')
  expect(of('shipment_corrected').document_id).toBe(next)
  expect([shown('invoiced')[0], of('invoiced').document_id]).toEqual([
    `Invoice ${invoice.name} issued.`,
    String(invoice.invoice_id),
  ])
  expect(shown('invoice_voided')[1]).toBe('Wrong freight')
  expect(shown('shipment_voided')[1]).toBe('Lost')
  expect(read.entries.at(-1)).toMatchObject({ sentence: '3 units cancelled.', reason: 'Season closed' })
  const times = read.entries.map(({ at }: any) => Date.parse(at))
  expect(times).toEqual(times.toSorted((a: number, b: number) => a - b))

  const before = kindsOf(await timeline(shop, order)).length
  await admin.patch(`${path}/${order.order_id}`, { reference: 'PO 2' })
  expect(kindsOf(await timeline(shop, order))).toHaveLength(before)
  const stranger = await newSession(await newTenant())
  expect((await stranger.get(`${path}/${order.order_id}/timeline`)).body.code).toBe('order_not_on_file')
  expect(tenant.organization_id).toBeString()
})

test('orders that were split and merged name each other, and lines that moved are changes of both', async () => {
  const shop = await openInvoicedShop()
  const order = await shop.wholesale({
    lines: [
      { sku: 'J-S', quantity: 3 },
      { sku: 'J-M', quantity: 2, unit_price_cents: 100 },
    ],
  })
  const [first, second] = order.line_items
  const split = await shop.admin.post(`${path}/${order.order_id}/split`, {
    by: 'line',
    lines: [{ line_item_id: second.line_item_id }, { line_item_id: first.line_item_id, quantity: 1 }],
  })
  expect(split.status).toBe(200)
  const fresh = (await shop.get(order)).related_orders[0]
  const ofOrder = await timeline(shop, order)
  expect(ofOrder.entries.slice(1).map(({ kind, document_id }: any) => [kind, document_id])).toEqual([
    ['split_into', fresh.order_id],
    ['changed', null],
  ])
  expect(ofOrder.entries[2].changes.map(({ sku, field, value }: any) => [sku, field, value])).toEqual([
    ['J-S', 'quantity', '2'],
    ['J-M', 'quantity', null],
  ])
  const merged = await shop.admin.post(`${path}/${order.order_id}/merge`, { from_order_ids: [fresh.order_id] })
  expect(merged.status).toBe(200)
  expect(kindsOf(await timeline(shop, fresh)).slice(-2)).toEqual(['merged_into', 'cancelled'])
  expect(kindsOf(await timeline(shop, order)).slice(-2)).toEqual(['merged_from', 'changed'])
})

test('what an order itself states is on the timeline of one that changed before changes were recorded', async () => {
  const shop = await openInvoicedShop()
  const { sql } = shop.tenant.service.database
  const { organization_id } = shop.tenant
  const order = await shop.placed({ trading_partner_id: shop.account_id, lines: [{ sku: 'J-S', quantity: 1 }] })
  const verdict = { line_item_id: order.line_items[0].line_item_id, verdict: 'accepted' }
  await shop.act(order, 'confirm', { lines: [verdict] })
  await shop.act(order, 'cancel', { reason: 'Closed' })
  await sql`delete from order_changes where organization_id = ${organization_id} and order_id = ${order.order_id}`
  expect(
    (await timeline(shop, order)).entries.map(({ kind, by, reason }: any) => [kind, by?.slice(0, 4), reason]),
  ).toEqual([
    ['created', 'key:', null],
    ['confirmed', 'key:', null],
    ['cancelled', undefined, 'Closed'],
  ])
})

test('a timeline has the last thousand changes', async () => {
  const shop = await openInvoicedShop()
  const { sql } = shop.tenant.service.database
  const order = await shop.wholesale({ lines: [{ sku: 'J-S', quantity: 1 }] })
  const change = (from: number, to: number) => sql`
    insert into order_changes (organization_id, order_change_id, order_id, kind, changed_at, changed_by, changes)
    select ${shop.tenant.organization_id}, gen_random_uuid(), ${order.order_id}, 'changed',
      '2027-01-01T00:00:00Z'::timestamptz + i * interval '1 second', 'user:Ada', '[]'
    from generate_series(${from}::int, ${to}::int) i`
  await change(1, 1000)
  const whole = await timeline(shop, order)
  expect([whole.is_complete, whole.entries.length]).toEqual([true, 1001])
  await change(1001, 1001)
  const cut = await timeline(shop, order)
  expect([cut.is_complete, cut.entries.length]).toEqual([false, 1001])
  expect(Date.parse(cut.entries.at(-1).at)).toBe(Date.parse('2027-01-01T00:16:41Z'))
})

let worker: RequestWorker | undefined
afterAll(() => worker?.stop())

test('requests to warehouses are on the timeline, and carry the shipping method', async () => {
  const shop = await openWarehouseShop()
  worker = await startRequestWorker(shop.tenant.service.settings)
  const order = await shop.placed({ shipping_method: 'DHL Express', lines: [{ sku: 'J-S', quantity: 2 }] })
  expect((await shop.get(order)).shipping_method).toBe('DHL Express')
  await shop.act(order, 'allocate')
  await shop.release(order)
  await worker.settle()
  expect(JSON.parse(shop.receiver.received.at(-1)!.body).order.shipping_method).toBe('DHL Express')
  await shop.admin.patch(`${path}/${order.order_id}`, { shipping_method: null })
  await worker.settle()
  const message = JSON.parse(shop.receiver.received.at(-1)!.body)
  expect([message.revision, message.order.shipping_method]).toEqual([2, undefined])
  await shop.admin.post(`${path}/${order.order_id}/hold`, { reason: 'fraud' })
  const { entries } = await timeline(shop, order)
  expect(entries.map(({ kind }: any) => kind)).toEqual([
    'created',
    'allocated',
    'released',
    'changed',
    'held',
    'request_ended',
  ])
  expect(entries.at(-1).sentence).toMatch(/was told not to ship\.$/)
  await shop.stop()
})
