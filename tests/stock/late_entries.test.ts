/** What happened before a count is in the count, whatever the paper and whenever it is recorded. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { dayAgo, type KeptStock, keptStock, noonAgo } from './kept_stock.ts'

setDefaultTimeout(60_000)

/** Ten coats at 12.00, and an order of twenty more at 10.00. */
async function coats() {
  const shop = await keptStock({ COAT: 10 })
  return { shop, order: await shop.ordered([['COAT', 20, 10]]) }
}

test('a delivery from before a count leaves the counted units, at the cost of those that had come', async () => {
  const { shop, order } = await coats()
  const stocktake = await shop.count({ COAT: 30 })
  const before = (await shop.tenant.get(`/api/v1/stocktakes/${stocktake}`)).body.data
  const delivery = await shop.deliver(order, [['COAT', 20]], { received_at: noonAgo(2) })
  expect(delivery.status).toBe(200)
  expect(await shop.stock('COAT')).toEqual({ units: 30, value: 320 })
  // The document shows what came, and its day has it; the offset stands at the count and says why.
  expect(delivery.body.data.units).toBe(20)
  expect((await shop.closing('COAT', 3)).slice(-3)).toEqual([30, 30, 30])
  const { delivery_id } = delivery.body.data
  expect(await shop.movements(`document_type=delivery_correction&document_id=${delivery_id}`)).toMatchObject([
    {
      kind: 'stocktake',
      quantity_delta: -20,
      occurred_at: before.posted_at,
      unit_cost: { usd: 12 },
      evidence:
        'Keeps stock as counted in "Autumn count": PO-1001 is dated before the count and was recorded after it.',
    },
  ])
  // Figures of a posted count are frozen.
  expect((await shop.tenant.get(`/api/v1/stocktakes/${stocktake}`)).body.data).toEqual(before)
  await shop.prove()
})

test('units that were not in the count are added to it', async () => {
  const { shop, order } = await coats()
  await shop.count({ COAT: 30 })
  const delivery = await shop.deliver(order, [['COAT', 20]], { received_at: noonAgo(2), not_in_count: true })
  expect(delivery.body.data.not_in_count).toBe(true)
  expect(await shop.stock('COAT')).toEqual({ units: 50, value: 560 })
  await shop.prove()
})

test('a delivery recorded between counting and posting is in the count', async () => {
  const { shop, order } = await coats()
  const stocktake = await shop.openCount({ COAT: 30 })
  await shop.deliver(order, [['COAT', 20]], { received_at: noonAgo(2) })
  expect((await shop.post(stocktake)).status).toBe(200)
  expect(await shop.stock('COAT')).toEqual({ units: 30, value: 320 })
  await shop.prove()
})

test('units left out of an open count are added to it when it is posted', async () => {
  const { shop, order } = await coats()
  const stocktake = await shop.openCount({ COAT: 12 })
  await shop.deliver(order, [['COAT', 20]], { received_at: noonAgo(2), not_in_count: true })
  expect((await shop.post(stocktake)).status).toBe(200)
  expect((await shop.stock('COAT')).units).toBe(32)
  await shop.prove()
})

/** An order of three coats, placed before the count. */
const three = (shop: KeptStock) => shop.sold('COAT', 3, { ordered_at: noonAgo(3) })

test('a shipment from before a count leaves the counted units, recorded before or after it is posted', async () => {
  const first = (await coats()).shop
  const sold = await three(first)
  await first.count({ COAT: 7 })
  const shipped = await first.ship(sold, 'COAT', 3, { shipped_at: noonAgo(2) })
  expect(shipped.status).toBe(201)
  const { shipment_id } = shipped.body.data.shipments[0]
  expect((await first.stock('COAT')).units).toBe(7)
  expect((await first.closing('COAT', 3)).slice(-3)).toEqual([7, 7, 7])
  expect(await first.movements(`document_type=count_offset&document_id=${shipment_id}`)).toMatchObject([
    { kind: 'stocktake', quantity_delta: 3, document: { name: `${sold.name}-1` } },
  ])
  await first.prove()

  const second = (await coats()).shop
  const other = await three(second)
  const stocktake = await second.openCount({ COAT: 7 })
  await second.ship(other, 'COAT', 3, { shipped_at: noonAgo(2) })
  await second.post(stocktake)
  expect((await second.stock('COAT')).units).toBe(7)
  await second.prove()
})

test('a shipment from after a count takes its units', async () => {
  const { shop } = await coats()
  const sold = await three(shop)
  await shop.count({ COAT: 7 })
  await shop.ship(sold, 'COAT', 3)
  expect((await shop.stock('COAT')).units).toBe(4)
  await shop.prove()
})

test('a return from before a count is in it, unless it says that it was not', async () => {
  for (const not_in_count of [false, true]) {
    const { shop } = await coats()
    const sold = await three(shop)
    await shop.ship(sold, 'COAT', 3, { shipped_at: noonAgo(3) })
    await shop.count({ COAT: 9 })
    const created = await shop.returned({
      order_id: sold.order_id,
      location_id: shop.ids.locations.A,
      lines: [{ sku: 'COAT', expected_quantity: 2 }],
    })
    expect([created.status, created.text]).toEqual([200, created.text])
    const { id: return_id } = created.body.data
    const lines = [{ sku: 'COAT', received_quantity: 2, disposition: 'restock' }]
    const received = await shop.tenant.post(`/api/v1/sales/returns/${return_id}/receive`, {
      received_at: dayAgo(2),
      not_in_count,
      lines,
    })
    expect([received.status, received.text]).toEqual([200, received.text])
    expect((await shop.stock('COAT')).units).toBe(not_in_count ? 11 : 9)
    await shop.prove()
  }
})

test('units that come back on the day on which they left came after a count from before they left', async () => {
  const { shop } = await coats()
  const sold = await three(shop)
  await shop.count({ COAT: 10 }, { counted_at: `${dayAgo(2)}T10:00:00Z` })
  await shop.ship(sold, 'COAT', 3, { shipped_at: noonAgo(2) })
  const body = {
    order_id: sold.order_id,
    location_id: shop.ids.locations.A,
    lines: [{ sku: 'COAT', expected_quantity: 3 }],
  }
  const { id } = (await shop.returned(body)).body.data
  const receive = (received_at: string, received_quantity: number) =>
    shop.tenant.post(`/api/v1/sales/returns/${id}/receive`, {
      received_at,
      lines: [{ sku: 'COAT', received_quantity, disposition: 'restock' }],
    })
  const early = await receive(dayAgo(3), 1)
  expect([early.status, early.body.data.field]).toEqual([400, 'received_at'])
  expect((await receive(dayAgo(2), 2)).status).toBe(200)
  expect(await shop.stock('COAT')).toEqual({ units: 9, value: 108 })
  // The day after begins as any day does.
  expect((await receive(dayAgo(1), 1)).body.data.received_at).toBe(`${dayAgo(1)}T00:00:00+00:00`)
  expect(await shop.stock('COAT')).toEqual({ units: 10, value: 120 })
  const pair = `variant_id=${shop.ids.variants.COAT}&location_id=${shop.ids.locations.A}`
  const moved = (await shop.movements(pair)).filter(({ kind }) => kind !== 'opening')
  expect(moved.map(({ kind, occurred_at }) => [kind, Date.parse(occurred_at)])).toEqual([
    ['return', Date.parse(`${dayAgo(1)}T00:00:00Z`)],
    ['return', Date.parse(noonAgo(2))],
    ['fulfilment', Date.parse(noonAgo(2))],
  ])
  await shop.prove()
})

test('an adjustment and an arriving transfer from before a count are in it', async () => {
  const { shop } = await coats()
  const { A, B } = shop.ids.locations
  const transfer = await shop.ordered([['COAT', 4, 12]], {
    order_type: 'transfer',
    supplier_id: undefined,
    source_location_id: A,
    location_id: B,
  })
  const orders = `/api/v1/organizations/${shop.tenant.organization_id}/purchase-orders`
  const issued = (await shop.tenant.post(`${orders}/${transfer}/issue`)).body.data.issued_at
  await shop.count({ COAT: 4 }, { location: 'B' })
  await shop.count({ COAT: 5 })
  // It arrived between its issue and the count.
  expect((await shop.deliver(transfer, [['COAT', 4]], { received_at: issued })).status).toBe(200)
  expect((await shop.stock('COAT', 'B')).units).toBe(4)
  const adjusted = await shop.session.post('/api/v1/stock-adjustments', {
    reason: 'damaged',
    occurred_at: noonAgo(1),
    lines: [{ sku: 'COAT', location_id: A, quantity: -1 }],
  })
  expect([adjusted.status, adjusted.text]).toEqual([201, adjusted.text])
  expect((await shop.stock('COAT')).units).toBe(5)
  await shop.prove()
})

test('a count knows its instant: what happened before it is in it, what happened after is added', async () => {
  const { shop, order } = await coats()
  await shop.deliver(order, [['COAT', 8]], { received_at: noonAgo(1) })
  // Counted two days ago, before the eight came, and entered today.
  await shop.count({ COAT: 9 }, { counted_at: noonAgo(2) })
  expect((await shop.stock('COAT')).units).toBe(17)
  // A delivery of the very instant of the count comes after it; one of a second before is in it.
  await shop.deliver(order, [['COAT', 1]], { received_at: noonAgo(2), reference: 'same' })
  expect((await shop.stock('COAT')).units).toBe(18)
  await shop.deliver(order, [['COAT', 1]], { received_at: `${dayAgo(2)}T11:59:59Z`, reference: 'before' })
  expect((await shop.stock('COAT')).units).toBe(18)
  await shop.prove()
})

test('the later of two counts holds, in whichever order they are posted', async () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const { shop } = await coats()
    const counts = [
      await shop.openCount({ COAT: 8 }, { counted_at: noonAgo(2) }),
      await shop.openCount({ COAT: 11 }, { counted_at: noonAgo(1) }),
    ]
    for (const place of order) expect((await shop.post(counts[place]!)).status).toBe(200)
    expect((await shop.stock('COAT')).units).toBe(11)
    await shop.prove()
  }
})

test('two late deliveries share what the count had added', async () => {
  const { shop, order } = await coats()
  await shop.count({ COAT: 22 })
  await shop.deliver(order, [['COAT', 10]], { received_at: noonAgo(2) })
  expect(await shop.stock('COAT')).toEqual({ units: 22, value: 244 })
  // Two of these were counted at 12.00; the other eight were not there, and leave at the average.
  const { delivery_id } = (await shop.deliver(order, [['COAT', 10]], { received_at: noonAgo(3) })).body.data
  expect((await shop.stock('COAT')).units).toBe(22)
  const offsets = await shop.movements(`document_type=delivery_correction&document_id=${delivery_id}`)
  expect(offsets.map((row) => row.quantity_delta).toSorted()).toEqual([-2, -8])
  await shop.prove()
})

test('dates before the books begin, or before what they depend on, are refused with both named', async () => {
  const { shop, order } = await coats()
  const sold = await three(shop)
  const early = await shop.ship(sold, 'COAT', 1, { shipped_at: noonAgo(4) })
  expect([early.status, early.body.code, early.body.data.field]).toEqual([400, 'bad_request', 'shipped_at'])
  expect(early.body.message.desc).toContain('ordered_at')
  const ancient = await shop.ship(await shop.sold('COAT', 1), 'COAT', 1, { shipped_at: '2020-01-01T00:00:00Z' })
  expect([ancient.status, ancient.body.code]).toEqual([400, 'bad_request'])
  const placed = await shop.tenant.post(
    '/api/v1/sales/orders',
    { location_id: shop.ids.locations.A, ordered_at: '1999-01-01T00:00:00Z', lines: [{ sku: 'COAT', quantity: 1 }] },
    { headers: { 'Idempotency-Key': crypto.randomUUID() } },
  )
  expect([placed.status, placed.body.code, placed.body.data.field]).toEqual([400, 'bad_request', 'ordered_at'])

  await shop.ship(sold, 'COAT', 2, { shipped_at: noonAgo(2) })
  const created = await shop.returned({
    order_id: sold.order_id,
    location_id: shop.ids.locations.A,
    lines: [{ sku: 'COAT', expected_quantity: 1 }],
  })
  const receive = (received_at: string) =>
    shop.tenant.post(`/api/v1/sales/returns/${created.body.data.id}/receive`, {
      received_at,
      lines: [{ sku: 'COAT', received_quantity: 1, disposition: 'restock' }],
    })
  const back = await receive(dayAgo(3))
  expect([back.status, back.body.code, back.body.data.field]).toEqual([400, 'bad_request', 'received_at'])
  expect(back.body.message.desc).toContain('shipped_at')
  expect((await receive(dayAgo(2))).status).toBe(200)

  // The lock date of the organisation.
  const organization = `/api/v1/organizations/${shop.tenant.organization_id}`
  const delivery = (await shop.deliver(order, [['COAT', 5]], { received_at: noonAgo(3) })).body.data
  const future = await shop.session.patch(organization, { books_from: dayAgo(-1) })
  expect([future.status, future.body.data.field]).toEqual([400, 'books_from'])
  expect((await shop.session.patch(organization, { books_from: dayAgo(1) })).body.data.books_from).toBe(dayAgo(1))
  const late = await shop.deliver(order, [['COAT', 5]], { received_at: noonAgo(2) })
  expect([late.status, late.body.data.field]).toEqual([400, 'received_at'])
  expect(late.body.message.desc).toContain(dayAgo(1))
  const orders = `${organization}/purchase-orders/${order}/deliveries`
  const removed = await shop.tenant.delete(`${orders}/${delivery.delivery_id}`)
  expect([removed.status, removed.body.code]).toEqual([409, 'conflict'])
  expect((await shop.deliver(order, [['COAT', 5]], { received_at: `${dayAgo(1)}T00:00:00Z` })).status).toBe(200)
  await shop.prove()
})

/** A late delivery of ten counted coats at 12.00: `change` and `remove` correct it. */
async function lateDelivery(shop: KeptStock, order: string, units: number, more: object = {}) {
  const delivered = await shop.deliver(order, [['COAT', units]], { received_at: noonAgo(2), ...more })
  expect([delivered.status, delivered.text]).toEqual([200, delivered.text])
  const { delivery_id } = delivered.body.data
  const orders = `/api/v1/organizations/${shop.tenant.organization_id}/purchase-orders`
  const path = `${orders}/${order}/deliveries/${delivery_id}`
  const change = async (body: object) => {
    const changed = await shop.tenant.patch(path, body)
    expect([changed.status, changed.text]).toEqual([200, changed.text])
  }
  return {
    delivery_id,
    change,
    receive: (received_quantity: number) =>
      change({ line_items: [{ variant_id: shop.ids.variants.COAT, received_quantity }] }),
    remove: async () => expect((await shop.tenant.delete(path)).status).toBe(204),
  }
}

/** Value that movements of coats have taken out of the stock as a variance; nothing is the right sum. */
async function variance(shop: KeptStock): Promise<number> {
  const { sql } = shop.tenant.service.database
  const { organization_id } = shop.tenant
  const [row] = await sql`
    select coalesce(sum(cost_variance), 0)::float8 as variance from stock_movements
    where organization_id = ${organization_id}`
  return Math.round(Number(row!.variance) * 10_000) / 10_000 + 0
}

test('a late delivery typed wrongly and corrected is worth what it would have been from the start', async () => {
  const { shop, order } = await coats()
  await shop.count({ COAT: 12 })
  const { receive, delivery_id } = await lateDelivery(shop, order, 20)
  await receive(2)
  expect(await shop.stock('COAT')).toEqual({ units: 12, value: 140 })
  expect(await variance(shop)).toBe(0)
  // The part that had left at the average is back at that cost; what had left at that of the count stays.
  const offsets = await shop.movements(`document_type=delivery_correction&document_id=${delivery_id}`)
  const costs = offsets.toSorted((a, b) => a.sequence - b.sequence)
  expect(costs.map((row) => [row.quantity_delta, Number(row.unit_cost.usd.toFixed(4))])).toEqual([
    [-2, 12],
    [-18, 10.6667],
    [18, 10.6667],
  ])
  await shop.prove()
  // Both offsets are undone in full, the last one first.
  const other = await coats()
  await other.shop.count({ COAT: 12 })
  const whole = await lateDelivery(other.shop, other.order, 20)
  await whole.remove()
  expect(await other.shop.stock('COAT')).toEqual({ units: 12, value: 144 })
  expect(await variance(other.shop)).toBe(0)
  await other.shop.prove()
})

test('a late delivery that is removed leaves the stock as it was, before and after a count is posted', async () => {
  for (const isPosted of [true, false]) {
    const { shop, order } = await coats()
    const stocktake = await shop.openCount({ COAT: 10 })
    if (isPosted) await shop.post(stocktake)
    const { remove, delivery_id } = await lateDelivery(shop, order, 20)
    if (!isPosted) await shop.post(stocktake)
    await remove()
    expect(await shop.stock('COAT')).toEqual({ units: 10, value: 120 })
    expect(await variance(shop)).toBe(0)
    const offsets = await shop.movements(`document_type=delivery_correction&document_id=${delivery_id}`)
    expect(offsets.reduce((sum, row) => sum + row.quantity_delta, 0)).toBe(0)
    await shop.prove()
  }
})

test('what is undone once is not undone again', async () => {
  const { shop, order } = await coats()
  await shop.count({ COAT: 10 })
  const { receive, remove } = await lateDelivery(shop, order, 20)
  await receive(5)
  expect((await shop.stock('COAT')).units).toBe(10)
  await receive(15)
  await receive(1)
  await remove()
  expect(await shop.stock('COAT')).toEqual({ units: 10, value: 120 })
  expect(await variance(shop)).toBe(0)
  await shop.prove()
})

test('units that are taken into a count and out of it again keep their cost', async () => {
  const { shop, order } = await coats()
  const stocktake = await shop.openCount({ COAT: 10 })
  const { change, receive, remove } = await lateDelivery(shop, order, 20, { not_in_count: true })
  await shop.post(stocktake)
  expect(await shop.stock('COAT')).toEqual({ units: 30, value: 320 })
  await change({ not_in_count: false })
  expect((await shop.stock('COAT')).units).toBe(10)
  await change({ not_in_count: true })
  expect(await shop.stock('COAT')).toEqual({ units: 30, value: 320 })
  await receive(15)
  expect(await shop.stock('COAT')).toEqual({ units: 25, value: 270 })
  await remove()
  expect(await shop.stock('COAT')).toEqual({ units: 10, value: 120 })
  expect(await variance(shop)).toBe(0)
  await shop.prove()
})
