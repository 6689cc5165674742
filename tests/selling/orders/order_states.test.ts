import { expect, setDefaultTimeout, test } from 'bun:test'
import { lifecycleOf, type LineQuantities, outstandingOf, refusalOf } from '../../../server/selling/orders/rules.ts'
import { openOrderShop, type OrderShop, path, proveBooks } from '../support/orders.ts'

setDefaultTimeout(60_000)

const line = (quantity: number, of: Partial<LineQuantities> = {}): LineQuantities => ({
  quantity,
  allocated_quantity: 0,
  fulfilled_quantity: 0,
  cancelled_quantity: 0,
  over_shipped_quantity: 0,
  ...of,
})

test('the state follows from the quantities of the lines', () => {
  const cases: [LineQuantities[], string][] = [
    [[line(2), line(3)], 'open'],
    [[line(2, { allocated_quantity: 1 }), line(3)], 'partially_allocated'],
    [[line(2, { allocated_quantity: 2 }), line(3)], 'partially_allocated'],
    [[line(2, { allocated_quantity: 2 }), line(3, { allocated_quantity: 1, cancelled_quantity: 2 })], 'allocated'],
    [[line(2, { allocated_quantity: 2 }), line(0)], 'allocated'],
    [[line(2, { fulfilled_quantity: 1, allocated_quantity: 1 })], 'partially_fulfilled'],
    [[line(2, { fulfilled_quantity: 2 }), line(3)], 'partially_fulfilled'],
    [[line(2, { fulfilled_quantity: 2 }), line(3, { cancelled_quantity: 3 })], 'fulfilled'],
    [[line(2, { fulfilled_quantity: 3, over_shipped_quantity: 1 })], 'fulfilled'],
    [[line(2, { fulfilled_quantity: 3, over_shipped_quantity: 1 }), line(1)], 'partially_fulfilled'],
    [[line(2, { cancelled_quantity: 2 }), line(0)], 'cancelled'],
    [[line(0)], 'cancelled'],
  ]
  for (const [lines, state] of cases) expect([lifecycleOf(lines), lines]).toEqual([state as never, lines])
  expect(outstandingOf(line(5, { fulfilled_quantity: 4, cancelled_quantity: 2, over_shipped_quantity: 1 }))).toBe(0)
})

const atp = async ({ tenant, ids }: OrderShop, sku: string) => {
  const query = `variant_id=${ids.variants[sku]}&location_id=${ids.locations.Main}`
  const { atp, reserved, on_hand } = (await tenant.get(`/api/v1/inventory/position?${query}`)).body.data
  return { atp, reserved, on_hand }
}

test('the refusal of an act lists the states that allow it with or', () => {
  const order = { name: 'SO-1' }
  expect(refusalOf('update_location', { ...order, lifecycle: 'partially_fulfilled' })).toBe(
    'SO-1 is partially fulfilled; only an order that is a draft, open, partially allocated or allocated can be moved to another location.',
  )
  expect(refusalOf('release', { ...order, lifecycle: 'draft' })).toBe(
    'SO-1 is a draft; only an order that is partially allocated, allocated or partially fulfilled can be released to a warehouse.',
  )
  expect(refusalOf('confirm', { ...order, lifecycle: 'open' })).toBe(
    'SO-1 is open; only an order that is a draft can be confirmed.',
  )
})

test('allocating holds what is available, shows at once, and a later call holds the rest', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({
    lines: [
      { sku: 'J-M', quantity: 4 },
      { sku: 'J-M', quantity: 3 },
      { sku: 'J-S', quantity: 2 },
    ],
  })
  const first = await shop.act(order, 'allocate')
  expect(first.body.message.desc).toBe(`${order.name}: 7 of 9 held; 2 units short.`)
  expect(first.body.data.lifecycle).toBe('partially_allocated')
  expect(first.body.data.line_items.map((one: any) => one.allocated_quantity)).toEqual([4, 1, 2])
  expect(await atp(shop, 'J-M')).toEqual({ atp: 0, reserved: 5, on_hand: 5 })
  const rows = (await shop.tenant.get('/api/v1/inventory/table?search=J-M')).body.data.rows
  expect(rows.map((row: any) => [row.committed_qty, row.available_qty])).toEqual([[5, 0]])
  expect((await shop.act(order, 'allocate')).body.data).toEqual(first.body.data)
  const added = await shop.admin.post('/api/v1/stock-adjustments', {
    reason: 'found',
    lines: [{ sku: 'J-M', location_id: shop.ids.locations.Main, quantity: 9 }],
  })
  expect(added.status).toBe(201)
  const second = await shop.act(order, 'allocate')
  expect(second.body.data.lifecycle).toBe('allocated')
  expect(await shop.stock('J-M')).toEqual([14, 7])
  expect(await shop.events()).toEqual([
    'order.created',
    'exception.opened',
    'order.updated',
    'exception.resolved',
    'order.updated',
  ])
  await proveBooks(shop)
})

test('cancelling releases the holds, takes the units from the sales of their day, and repeating it changes nothing', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({ lines: [{ sku: 'J-M', quantity: 4 }] })
  await shop.act(order, 'allocate')
  const cancelled = await shop.act(order, 'cancel', { reason: 'Changed their mind' })
  expect(cancelled.body.data).toMatchObject({
    lifecycle: 'cancelled',
    cancel_reason: 'Changed their mind',
    units: 0,
    cancelled_units: 4,
    allocated_units: 0,
    total: { cents: 0 },
  })
  expect((await shop.act(order, 'cancel')).body.data).toEqual(cancelled.body.data)
  expect(await shop.stock('J-M')).toEqual([5, 0])
  expect(await shop.events()).toEqual(['order.created', 'order.updated', 'order.cancelled'])
  const { sql } = shop.tenant.service.database
  const days = await sql`select from sales_daily where organization_id = ${shop.tenant.organization_id}`
  expect(days).toHaveLength(0)
  expect((await shop.act(order, 'allocate')).body.code).toBe('conflict')
  for (const act of ['cancel', 'allocate'])
    expect((await shop.act({ order_id: shop.account_id }, act)).body.code).toBe('order_not_on_file')
  await proveBooks(shop)
})

test('confirming needs a verdict on every line, holds the accepted units, and opens an exception for what is short', async () => {
  const shop = await openOrderShop()
  const draft = await shop.placed({
    trading_partner_id: shop.account_id,
    lines: [
      { sku: 'J-S', quantity: 4, discount_cents: 1000 },
      { sku: 'J-M', quantity: 8 },
      { sku: 'J-L', quantity: 2 },
    ],
  })
  expect((await shop.act(draft, 'allocate')).body.code).toBe('conflict')
  const [small, medium, large] = draft.line_items.map(({ line_item_id }: any) => line_item_id)
  const confirm = (...lines: object[]) => shop.act(draft, 'confirm', { lines })
  const accepted = { line_item_id: small, verdict: 'accepted' }
  const rejected = { line_item_id: large, verdict: 'rejected', reason: 'Not produced' }
  const refused: [object[], string][] = [
    [[accepted, rejected], 'lines'],
    [[accepted, accepted, rejected], 'lines'],
    [[accepted, rejected, { line_item_id: medium, verdict: 'quantity_changed' }], 'lines[2].quantity'],
    [[accepted, rejected, { line_item_id: medium, verdict: 'accepted', quantity: 3 }], 'lines[2].quantity'],
    [[{ line_item_id: shop.account_id, verdict: 'accepted' }], 'lines[0].line_item_id'],
    [
      [accepted, { line_item_id: medium, verdict: 'rejected' }, { line_item_id: large, verdict: 'accepted' }],
      'lines[2].unit_price_cents',
    ],
  ]
  for (const [lines, field] of refused)
    expect([(await confirm(...lines)).body.data?.field, lines]).toEqual([field, lines])
  const done = await confirm(accepted, rejected, {
    line_item_id: medium,
    verdict: 'quantity_changed',
    quantity: 7,
    unit_price_cents: 3000,
  })
  expect(done.body.data).toMatchObject({
    lifecycle: 'partially_allocated',
    exceptions_open: 1,
    total: { cents: 4 * 2500 - 1000 + 7 * 3000 },
    line_items: [
      { verdict: 'accepted', quantity: 4, allocated_quantity: 4 },
      { verdict: 'quantity_changed', ordered_quantity: 8, quantity: 7, allocated_quantity: 5 },
      { verdict: 'rejected', ordered_quantity: 2, quantity: 0, verdict_reason: 'Not produced' },
    ],
  })
  expect((await confirm(accepted, rejected)).body.code).toBe('conflict')
  expect(await shop.stock('J-M')).toEqual([5, 5])
  const queue = await shop.admin.get(`/api/v1/exceptions?subject_type=sales_order&subject_id=${draft.order_id}`)
  expect(queue.body.data.rows).toMatchObject([
    { kind: 'allocation_short', sentence: `${draft.name} is short of stock: 2 units of J-M could not be allocated.` },
  ])
  await shop.act(draft, 'cancel')
  expect((await shop.get(draft)).exceptions_open).toBe(0)
  expect(await shop.events()).toEqual([
    'order.created',
    'exception.opened',
    'order.updated',
    'exception.resolved',
    'order.cancelled',
  ])
  await proveBooks(shop)
})

test('an order of which every line is rejected is cancelled', async () => {
  const shop = await openOrderShop()
  const draft = await shop.placed({ trading_partner_id: shop.account_id, lines: [{ sku: 'J-L', quantity: 2 }] })
  const lines = [{ line_item_id: draft.line_items[0].line_item_id, verdict: 'rejected' }]
  const done = await shop.act(draft, 'confirm', { lines })
  expect(done.body.data).toMatchObject({ lifecycle: 'cancelled', cancel_reason: 'Every line was rejected.', units: 0 })
  expect(await shop.events()).toEqual(['order.created', 'order.cancelled'])
})

test('of many orders for the last units, each unit is held once', async () => {
  const shop = await openOrderShop()
  const orders = await Promise.all(
    Array.from({ length: 8 }, (_, i) => shop.placed({ lines: [{ sku: 'J-M', quantity: 1 + (i % 2) }] })),
  )
  await Promise.all(orders.map((order) => shop.act(order, 'allocate')))
  expect(await shop.stock('J-M')).toEqual([5, 5])
  await proveBooks(shop)
})

test('cancelling against allocating leaves no hold, and confirming twice holds once', async () => {
  const shop = await openOrderShop()
  for (let i = 0; i < 4; i++) {
    const order = await shop.placed({
      lines: [
        { sku: 'J-M', quantity: 3 },
        { sku: 'J-S', quantity: 3 },
      ],
    })
    await Promise.all([shop.act(order, 'allocate'), shop.act(order, 'cancel'), shop.act(order, 'allocate')])
    expect((await shop.get(order)).lifecycle).toBe('cancelled')
  }
  expect([await shop.stock('J-M'), await shop.stock('J-S')]).toEqual([
    [5, 0],
    [10, 0],
  ])
  const draft = await shop.placed({ trading_partner_id: shop.account_id, lines: [{ sku: 'J-S', quantity: 3 }] })
  const lines = [{ line_item_id: draft.line_items[0].line_item_id, verdict: 'accepted' }]
  const both = await Promise.all([1, 2, 3].map(() => shop.act(draft, 'confirm', { lines })))
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(await shop.stock('J-S')).toEqual([10, 3])
  await proveBooks(shop)
})

test('a plan without trading-partner connectivity cannot confirm', async () => {
  const shop = await openOrderShop()
  const draft = await shop.placed({ trading_partner_id: shop.account_id, lines: [{ sku: 'J-S', quantity: 3 }] })
  const { sql } = shop.tenant.service.database
  await sql`update organizations set plan = 'essentials' where organization_id = ${shop.tenant.organization_id}`
  const lines = [{ line_item_id: draft.line_items[0].line_item_id, verdict: 'accepted' }]
  expect((await shop.act(draft, 'confirm', { lines })).body.code).toBe('plan_excludes')
  expect((await shop.tenant.get(path)).status).toBe(200)
})

test('the message of an allocation names what is short of one line, whatever was over-shipped of another', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({
    lines: [
      { sku: 'J-S', quantity: 1 },
      { sku: 'J-M', quantity: 8 },
    ],
  })
  await shop.admin.post(`${path}/${order.order_id}/shipments`, { lines: [{ sku: 'J-S', quantity: 6 }] })
  const { body } = await shop.act(order, 'allocate')
  expect(body.message.desc).toBe(`${order.name}: 5 of 8 held; 3 units short.`)
})
