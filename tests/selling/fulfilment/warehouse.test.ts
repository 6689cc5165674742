import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { proveBooks } from '../support/orders.ts'
import {
  openWarehouseShop,
  type RequestWorker,
  startRequestWorker,
  token,
  type WarehouseShop,
} from '../support/warehouse.ts'

setDefaultTimeout(60_000)

const opened: WarehouseShop[] = []
let worker: RequestWorker
const open = async (answers?: () => number) => {
  const shop = await openWarehouseShop(answers)
  worker ??= await startRequestWorker(shop.tenant.service.settings)
  opened.push(shop)
  return shop
}
afterAll(async () => {
  await worker.stop()
  await Promise.all(opened.map((shop) => shop.stop()))
})

/** As GS1 defines it: from the right, the digits weigh 3 and 1 in turn. */
function withCheckDigit(digits: string): string {
  let sum = 0
  for (let i = 1; i <= digits.length; i++) sum += Number(digits.at(-i)) * (i % 2 === 1 ? 3 : 1)
  return `${digits}${(1_000 - sum) % 10}`
}

const bodies = ({ receiver }: WarehouseShop) => receiver.received.map(({ body }) => JSON.parse(body))

async function allocated(shop: WarehouseShop, lines: object[]) {
  const order = await shop.placed({ trading_partner_id: shop.account_id, lifecycle: 'open', lines })
  await shop.act(order, 'allocate')
  return order
}

test('releasing an order asks the warehouse over HTTP for what it holds, once, and revises it under one id', async () => {
  const shop = await open()
  const order = await allocated(shop, [{ sku: 'J-S', quantity: 12, buyer_sku: '771' }])
  const released = await shop.release(order)
  expect([released.status, released.body.message.desc]).toEqual([200, 'Harbour is asked to ship 10 units.'])
  const { request_id } = released.body.data
  expect(released.body.data).toMatchObject({ revision: 1, status: 'requested', state: 'queued', total_units: 10 })
  await worker.settle()
  expect(shop.receiver.received[0]!.headers).toMatchObject({
    authorization: `Bearer ${token}`,
    'idempotency-key': `${request_id}-1`,
  })
  const line = { line_item_id: order.line_items[0].line_item_id, variant_id: shop.ids.variants['J-S'], sku: 'J-S' }
  const details = { barcode: null, title: 'Jumper, J-S', buyer_sku: '771', door_reference: null }
  expect(bodies(shop)).toEqual([
    {
      request_id,
      revision: 1,
      status: 'requested',
      location: { location_id: shop.ids.locations.Main, name: 'Main' },
      order: {
        order_id: order.order_id,
        name: order.name,
        reference: null,
        account_name: 'Nordhaus',
        door_reference: null,
        requested_ship_date: null,
        ship_window_start: null,
        ship_window_end: null,
        cancel_date: null,
        notes: null,
      },
      total_units: 10,
      line_items: [{ ...line, ...details, title: expect.any(String), quantity: 10, shipped_quantity: 0 }],
    },
  ])
  await shop.release(order)
  await worker.settle()
  expect(shop.receiver.received).toHaveLength(1)
  await shop.report('counts', { report_id: 'C-1', counts: [{ sku: 'J-S', counted_quantity: 12 }] })
  await shop.act(order, 'allocate')
  await shop.release(order)
  await worker.settle()
  expect(bodies(shop)[1]).toMatchObject({ request_id, revision: 2, total_units: 12 })
  expect(await shop.requests(order)).toMatchObject([{ request_id, revision: 2, state: 'sent', status: 'requested' }])
  await proveBooks(shop)
})

test('cancelling calls the request off at the warehouse, and a message that was never tried is withdrawn', async () => {
  const shop = await open()
  const [order, other] = [
    await allocated(shop, [{ sku: 'J-S', quantity: 2 }]),
    await allocated(shop, [{ sku: 'J-S', quantity: 1 }]),
  ]
  await shop.release(order)
  await worker.settle()
  await shop.act(order, 'cancel')
  await worker.settle()
  expect(bodies(shop).map(({ revision, status, total_units }) => [revision, status, total_units])).toEqual([
    [1, 'requested', 2],
    [2, 'called_off', 0],
  ])
  expect(await shop.requests(order)).toMatchObject([{ status: 'called_off', state: 'sent' }])
  expect((await shop.release(order)).body.code).toBe('conflict')
  await worker.stop()
  await shop.release(other)
  await shop.act(other, 'cancel')
  await worker.start()
  await worker.settle()
  expect(await shop.requests(other)).toMatchObject([{ status: 'called_off', state: 'withdrawn' }])
  expect(shop.receiver.received).toHaveLength(2)
  await proveBooks(shop)
})

test('a warehouse that rejects a request opens an exception, which sending it again resolves', async () => {
  let status = 422
  const shop = await open(() => status)
  const order = await allocated(shop, [{ sku: 'J-S', quantity: 2 }])
  await shop.release(order)
  await worker.settle()
  expect(await shop.requests(order)).toMatchObject([{ state: 'failed', revision: 1 }])
  expect(await shop.exceptions(order)).toEqual([
    ['warehouse_request_undelivered', expect.stringContaining(`${order.name} could not be sent to Harbour`)],
  ])
  status = 200
  await shop.release(order)
  await worker.settle()
  expect(await shop.requests(order)).toMatchObject([{ state: 'sent', revision: 1 }])
  expect(await shop.exceptions(order)).toEqual([])
})

test('a reported shipment is booked with its cartons, numbered under the prefix, and completes the request', async () => {
  const shop = await open()
  const organization = `/api/v1/organizations/${shop.tenant.organization_id}`
  expect((await shop.admin.patch(organization, { gs1_company_prefix: '0614141' })).body.data.gs1_company_prefix).toBe(
    '0614141',
  )
  const order = await allocated(shop, [
    { sku: 'J-S', quantity: 3 },
    { sku: 'J-M', quantity: 2, unit_price_cents: 3000 },
  ])
  const { request_id } = (await shop.release(order)).body.data
  await worker.settle()
  const first = {
    report_id: 'S-1',
    request_id,
    carrier: 'UPS',
    tracking_number: '1Z',
    cartons: [
      { sscc: '106141411234567897', weight_kg: 4.5, tracking_number: '1Z-1', lines: [{ sku: 'J-S', quantity: 2 }] },
      { weight_kg: 1, lines: [{ line_item_id: order.line_items[0].line_item_id, quantity: 1 }] },
    ],
  }
  const both = await Promise.all([shop.report('shipments', first), shop.report('shipments', first)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(both[0].body).toEqual(both[1].body)
  expect(both.filter(({ replayed }) => replayed === 'true')).toHaveLength(1)
  const { shipment, lifecycle, request } = both[0].body.data
  expect([lifecycle, request]).toEqual(['partially_fulfilled', { request_id, status: 'requested' }])
  const made: string = shipment.cartons[1].sscc
  expect(shipment.cartons[0].sscc).toBe('106141411234567897')
  // GS1: all eighteen digits, weighted 3 and 1 in turn from the left, sum to a multiple of ten.
  expect(Array.from(made).reduce((sum, digit, i) => sum + Number(digit) * (i % 2 === 0 ? 3 : 1), 0) % 10).toBe(0)
  expect([made.length, made.slice(1, 8)]).toEqual([18, '0614141'])
  expect(await shop.get(order)).toMatchObject({
    exceptions_open: 0,
    fulfilled_units: 3,
    allocated_units: 2,
    shipments: [{ carrier: 'UPS', recorded_by: 'warehouse:Harbour', cartons: [{ weight_kg: 4.5 }, { weight_kg: 1 }] }],
  })
  const last = await shop.report('shipments', { report_id: 'S-2', request_id, lines: [{ sku: 'J-M', quantity: 2 }] })
  expect(last.body.data).toMatchObject({ lifecycle: 'fulfilled', request: { status: 'completed' } })
  expect((await shop.events()).filter((event) => event === 'order.fulfilled')).toHaveLength(1)
  expect([await shop.stock('J-S'), await shop.stock('J-M')]).toEqual([
    [7, 0],
    [3, 0],
  ])
  const other = await shop.report('shipments', { ...first, tracking_number: 'else' })
  expect([other.status, other.body.code]).toEqual([409, 'conflict'])
  await proveBooks(shop)
})

test('cartons that are numbered at once never share a code, nor take one that a warehouse gave', async () => {
  const shop = await open()
  await shop.admin.patch(`/api/v1/organizations/${shop.tenant.organization_id}`, { gs1_company_prefix: '123456789012' })
  const order = await allocated(shop, [{ sku: 'J-S', quantity: 10 }])
  const carton = { lines: [{ sku: 'J-S', quantity: 1 }] }
  // The first numbers of the prefix, as a warehouse would give them.
  const given = await shop.report('shipments', {
    report_id: 'given',
    order_id: order.order_id,
    cartons: [
      { ...carton, sscc: withCheckDigit('01234567890120000') },
      { ...carton, sscc: withCheckDigit('01234567890120001') },
    ],
  })
  expect(given.status).toBe(200)
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      shop.report('shipments', { report_id: `R-${i}`, order_id: order.order_id, cartons: [carton, carton] }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200))
  const { sql } = shop.tenant.service.database
  const rows = await sql<{ sscc: string | null }[]>`
    select sscc from fulfilment_cartons where organization_id = ${shop.tenant.organization_id}`
  expect(rows).toHaveLength(82)
  expect(new Set(rows.map(({ sscc }) => sscc)).size).toBe(82)
  expect(rows.every(({ sscc }) => sscc?.slice(1, 13) === '123456789012')).toBe(true)
  await proveBooks(shop)
})

test('a short shipment ends the request, keeps the holds and names what is missing', async () => {
  const shop = await open()
  const order = await allocated(shop, [
    { sku: 'J-S', quantity: 3 },
    { sku: 'J-M', quantity: 1, unit_price_cents: 3000 },
  ])
  const { request_id } = (await shop.release(order)).body.data
  const short = await shop.report('shipments', {
    report_id: 'S-1',
    request_id,
    is_complete: true,
    lines: [{ sku: 'J-S', quantity: 1 }],
  })
  expect(short.body.data).toMatchObject({ lifecycle: 'partially_fulfilled', request: { status: 'completed' } })
  expect(await shop.exceptions(order)).toEqual([
    [
      'quantity_short',
      `Harbour ships ${order.name} short: 2 units of J-S, 1 unit of J-M will not ship. Release the order again, or cancel the rest.`,
    ],
  ])
  expect(await shop.get(order)).toMatchObject({ allocated_units: 3, fulfilled_units: 1 })
  const again = (await shop.release(order)).body.data
  expect([again.request_id === request_id, again.total_units, again.revision]).toEqual([false, 3, 1])
  const nothing = { report_id: 'S-2', request_id: again.request_id, lines: [] }
  expect((await shop.report('shipments', nothing)).body.data.field).toBe('lines')
  const none = await shop.report('shipments', { ...nothing, is_complete: true })
  expect(none.body.data).toMatchObject({ shipment: null, request: { status: 'completed' } })
  await proveBooks(shop)
})

test('unallocated, over-shipped and cancelled units that a warehouse reports are booked, each with an exception', async () => {
  const shop = await open()
  const order = await shop.placed({ lines: [{ sku: 'J-M', quantity: 2 }] })
  await shop.act(order, 'cancel')
  const unheld = await shop.placed({ lines: [{ sku: 'J-M', quantity: 2 }] })
  const lines = [{ sku: 'J-M', quantity: 3 }]
  expect((await shop.report('shipments', { report_id: 'a', order_id: order.order_id, lines })).status).toBe(200)
  expect((await shop.report('shipments', { report_id: 'b', order_id: unheld.order_id, lines })).status).toBe(200)
  const kinds = async (one: { order_id: string }) => (await shop.exceptions(one)).map(([kind]) => kind)
  expect(await kinds(order)).toEqual(['over_shipped'])
  expect(await kinds(unheld)).toEqual(['over_shipped', 'shipped_unallocated', 'stock_negative'])
  expect(await shop.stock('J-M')).toEqual([-1, 0])
  await proveBooks(shop)
})

test('a count that a warehouse reports sets its stock, once', async () => {
  const shop = await open()
  const report = {
    report_id: 'C-1',
    counts: [
      { sku: 'J-S', counted_quantity: 7 },
      { sku: 'J-L', counted_quantity: 2 },
    ],
  }
  const first = await shop.report('counts', report)
  expect([first.status, first.body.message.desc]).toEqual([200, 'Stocktake Main, C-1 posted with 2 counted lines.'])
  expect(first.body.data).toMatchObject({ counted_lines: 2, variance_units: -1 })
  // Other spacing and another order of the fields are the same report.
  const again = await shop.report('counts', JSON.stringify({ counts: report.counts, report_id: 'C-1' }, null, 2))
  expect(JSON.stringify(again.body)).toBe(JSON.stringify(first.body))
  expect([await shop.stock('J-S'), await shop.stock('J-L'), await shop.stock('J-M')]).toEqual([
    [7, 0],
    [2, 0],
    [5, 0],
  ])
  const stocktakes = await shop.tenant.get('/api/v1/stocktakes/table')
  expect(stocktakes.body.data.rows).toMatchObject([{ status: 'posted', counted_total: 9 }])
  await proveBooks(shop)
})

test('a report that its secret did not sign, or that is malformed, changes nothing', async () => {
  const shop = await open()
  const order = await allocated(shop, [{ sku: 'J-S', quantity: 2 }])
  const line = { sku: 'J-S', quantity: 1 }
  const report = { report_id: 'S-1', order_id: order.order_id, lines: [line] }
  const text = JSON.stringify(report)
  const good = shop.sign(text)
  const forged = [
    null,
    '',
    good.replace('t=', 't=1'),
    `${good},v1=${'0'.repeat(64)}`,
    `${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}`,
    shop.sign(`${text} `),
    shop.sign(text, 302),
    shop.sign(text, -302),
    good.toUpperCase(),
  ]
  for (const header of forged)
    expect([header, (await shop.report('shipments', text, header)).body.code]).toEqual([header, 'signature_invalid'])
  const cases: [object, string][] = [
    [{ ...report, request_id: order.order_id }, 'request_id'],
    [{ ...report, order_id: undefined, request_id: order.order_id }, 'request_id'],
    [{ ...report, lines: [{ sku: 'J-M', quantity: 1 }] }, 'lines[0].sku'],
    [{ ...report, lines: [{ sku: 'J-S', quantity: 0 }] }, 'lines[0].quantity'],
    [{ ...report, shipped_at: '2999-01-01T00:00:00Z' }, 'shipped_at'],
    [{ ...report, lines: undefined, cartons: [{ sscc: '106141411234567898', lines: [line] }] }, 'cartons[0].sscc'],
    [{ ...report, organization_id: order.order_id }, 'organization_id'],
  ]
  for (const [body, field] of cases)
    expect([(await shop.report('shipments', body)).body.data?.field, field]).toEqual([field, field])
  const unknown = { report_id: 'C', counts: [{ sku: 'NONE', counted_quantity: 1 }] }
  expect((await shop.report('counts', unknown)).body.data.field).toBe('counts[0].sku')
  const twice = { report_id: 'C', counts: [...Array(2)].map(() => ({ sku: 'J-S', counted_quantity: 1 })) }
  expect((await shop.report('counts', twice)).body.data.field).toBe('counts[1].sku')
  const missing = { ...report, order_id: shop.account_id }
  expect((await shop.report('shipments', missing)).body.code).toBe('order_not_on_file')
  expect(await shop.stock('J-S')).toEqual([10, 2])
  // Refused reports leave their id free.
  expect((await shop.report('shipments', report)).status).toBe(200)
  await shop.admin.post(`/api/v1/warehouse-connections/${shop.connection_id}/deactivate`)
  expect((await shop.report('shipments', { ...report, report_id: 'S-2' })).body.code).toBe('signature_invalid')
  const byKey = await shop.tenant.post(
    `${shop.report_url.replace('/callbacks', '/api/v1/callbacks')}/shipments`,
    report,
  )
  expect(byKey.body.code).toBe('not_public')
  await proveBooks(shop)
})

test('another organisation can neither report on our orders nor release them', async () => {
  const [ours, theirs] = [await open(), await open()]
  const order = await allocated(ours, [{ sku: 'J-S', quantity: 2 }])
  const report = { report_id: 'S-1', order_id: order.order_id, lines: [{ sku: 'J-S', quantity: 1 }] }
  expect((await theirs.report('shipments', report)).body.code).toBe('order_not_on_file')
  const text = JSON.stringify(report)
  expect((await ours.report('shipments', text, theirs.sign(text))).body.code).toBe('signature_invalid')
  expect((await theirs.release(order)).body.code).toBe('order_not_on_file')
  const requests = await theirs.admin.get(`/api/v1/sales/orders/${order.order_id}/warehouse-requests`)
  expect([requests.status, requests.body.code]).toEqual([404, 'order_not_on_file'])
  expect(await ours.stock('J-S')).toEqual([10, 2])
})

test('the end of an attempt to send a request waits for no lock on its order, so that it deadlocks with none', async () => {
  const shop = await open()
  const order = await allocated(shop, [{ sku: 'J-S', quantity: 2 }])
  await shop.release(order)
  const { organization_id } = shop.tenant
  await shop.tenant.service.database.sql.begin(async (sql) => {
    await sql`
      select from sales_orders where organization_id = ${organization_id} and order_id = ${order.order_id} for update`
    await worker.settle()
  })
  expect(await shop.requests(order)).toMatchObject([{ state: 'sent' }])
})
