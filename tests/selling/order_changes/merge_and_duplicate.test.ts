/** Orders that are cancelled in part, merged and duplicated: units, holds, money and sales count once. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { openOrderShop, path, proveBooks } from '../support/orders.ts'
import { act, lineOf, sumsOf, soldOf } from './changed_orders.ts'

setDefaultTimeout(60_000)

test('cancelling units of lines gives their stock back, takes them from the sales, and keeps what was ordered', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({
    lines: [
      { sku: 'J-M', quantity: 4, discount_cents: 400 },
      { sku: 'J-S', quantity: 2 },
    ],
  })
  await shop.act(order, 'allocate')
  const line = { line_item_id: lineOf(order) }
  const part = await shop.act(order, 'cancel', { reason: 'Too many', lines: [{ ...line, quantity: 3 }] })
  expect(part.body.message.desc).toBe(`3 units of order ${order.name} are cancelled.`)
  expect(part.body.data).toMatchObject({
    lifecycle: 'allocated',
    units: 3,
    cancelled_units: 3,
    allocated_units: 3,
    cancel_reason: 'Too many',
    total: { cents: 6000 - 100 + 2 * 5000 },
    line_items: [{ ordered_quantity: 4, quantity: 4, cancelled_quantity: 3, allocated_quantity: 1 }, {}],
  })
  expect(await shop.stock('J-M')).toEqual([5, 1])
  await proveBooks(shop)
  const refused: [object, string][] = [
    [{ ...line, quantity: 2 }, 'lines[0].quantity'],
    [{ line_item_id: shop.account_id }, 'lines[0].line_item_id'],
  ]
  for (const [one, field] of refused)
    expect([(await shop.act(order, 'cancel', { lines: [one] })).body.data?.field, one]).toEqual([field, one])
  await shop.act(order, 'cancel', { lines: [line] })
  const none = await shop.act(order, 'cancel', { lines: [line] })
  expect(none.body.data).toMatchObject({ lifecycle: 'allocated', cancelled_units: 4 })
  const last = await shop.act(order, 'cancel', { lines: [{ line_item_id: lineOf(order, 1) }] })
  expect(last.body.data).toMatchObject({ lifecycle: 'cancelled', cancelled_units: 6, units: 0 })
  expect(await shop.events()).toEqual([
    'order.created',
    'order.updated',
    'order.updated',
    'order.updated',
    'order.cancelled',
  ])
  expect(await soldOf(shop)).toEqual([])
  await proveBooks(shop)
  const draft = await shop.placed({ trading_partner_id: shop.account_id, lines: [{ sku: 'J-S', quantity: 4 }] })
  expect((await shop.act(draft, 'cancel', { lines: [{ line_item_id: lineOf(draft) }] })).body.data.act).toBe(
    'cancel_lines',
  )
})

test('where one of the orders holds stock, the lines of all hold what is available', async () => {
  const shop = await openOrderShop()
  const place = (lines: object[]) => shop.placed({ ordered_at: '2026-11-20T10:00:00Z', lines })
  const merge = async (into: any, from: any) =>
    (await shop.admin.post(`${path}/${into.order_id}/merge`, { from_order_ids: [from.order_id] })).body.data
  const units = [{ sku: 'J-M', quantity: 2 }]
  const [held, open] = [await place(units), await place(units)]
  await shop.act(held, 'allocate')
  expect(await merge(held, open)).toMatchObject({ lifecycle: 'allocated', allocated_units: 4, exceptions_open: 0 })
  expect(await shop.stock('J-M')).toEqual([5, 4])
  const last = await place(units)
  // Of the five jumpers, one is left. The answer is the order to which lines go, also if it is the newer one.
  expect(await merge(last, held)).toMatchObject({
    order_id: last.order_id,
    allocated_units: 5,
    units: 6,
    exceptions_open: 1,
  })
  const [one, other] = [await place([{ sku: 'J-S', quantity: 1 }]), await place([{ sku: 'J-S', quantity: 1 }])]
  expect(await merge(one, other)).toMatchObject({ lifecycle: 'open', allocated_units: 0, exceptions_open: 0 })
  await shop.act(one, 'allocate')
  await shop.admin.post(`${path}/${one.order_id}/unallocate`, {
    lines: [{ line_item_id: (await shop.get(one)).line_items[0].line_item_id }],
  })
  const third = await place([{ sku: 'J-S', quantity: 1 }])
  expect(await merge(one, third)).toMatchObject({ allocated_units: 1, units: 3, exceptions_open: 0 })
  await proveBooks(shop)
})

test('merging moves lines with holds and money; the other orders keep their reference and end', async () => {
  const shop = await openOrderShop()
  const customer = { email: 'jo@example.com' }
  const at = { ordered_at: '2026-11-20T10:00:00Z', customer }
  const first = await shop.placed({
    ...at,
    reference: 'WEB-1',
    freight_cents: 500,
    lines: [{ sku: 'J-M', quantity: 2, discount_cents: 7 }],
  })
  const second = await shop.placed({
    ...at,
    ordered_at: '2026-11-20T18:00:00Z',
    reference: 'WEB-2',
    freight_cents: 301,
    lines: [
      { sku: 'J-M', quantity: 4, tax_cents: 33 },
      { sku: 'J-S', quantity: 1 },
    ],
  })
  await shop.act(first, 'allocate')
  await shop.act(second, 'allocate')
  await shop.act(second, 'cancel', { lines: [{ line_item_id: lineOf(second, 1) }] })
  const [a, b] = [await shop.get(first), await shop.get(second)]
  const sold = await soldOf(shop)
  const merged = await act(shop, first, 'merge', { from_order_ids: [second.order_id] })
  expect([merged.status, merged.body.message.desc]).toEqual([200, `1 order merged into ${first.name}.`])
  const order = merged.body.data
  const gone = await shop.get(second)
  expect(sumsOf(order, gone)).toEqual(sumsOf(a, b))
  expect(order).toMatchObject({ reference: 'WEB-1', lifecycle: 'partially_allocated', units: 6, allocated_units: 5 })
  expect(order.line_items.map(({ line_item_id }: any) => line_item_id)).toEqual([lineOf(a), lineOf(b), lineOf(b, 1)])
  expect(gone).toMatchObject({
    lifecycle: 'cancelled',
    reference: 'WEB-2',
    cancel_reason: `Merged into ${first.name}.`,
    line_items: [],
    units: 0,
    cancelled_units: 0,
    exceptions_open: 0,
    related_orders: [{ relation: 'merged_into', order_id: first.order_id }],
  })
  expect(order.related_orders).toMatchObject([{ relation: 'merged_from', name: second.name }])
  expect(await soldOf(shop)).toEqual(sold)
  expect(await shop.stock('J-M')).toEqual([5, 5])
  expect((await act(shop, first, 'merge', { from_order_ids: [second.order_id] })).body.data).toEqual(order)
  await proveBooks(shop)
})

test('merged lines keep the days and the door of their order, and those that were split by date come back as they were', async () => {
  const shop = await openOrderShop()
  const lines = [{ sku: 'J-S', quantity: 2 }]
  const own = { trading_partner_id: shop.account_id, lifecycle: 'open' }
  const soon = await shop.placed({ ...own, requested_ship_date: '2026-12-01', lines })
  const late = await shop.placed({
    ...own,
    requested_ship_date: '2027-02-01',
    ship_window_start: '2027-01-20',
    ship_window_end: '2027-02-10',
    cancel_date: '2027-02-20',
    door_reference: 'D-2',
    lines,
  })
  const merged = (await act(shop, soon, 'merge', { from_order_ids: [late.order_id] })).body.data
  const terms = { requested_ship_date: '2027-02-01', cancel_date: '2027-02-20', door_reference: 'D-2' }
  expect(merged.line_items).toMatchObject([{ requested_ship_date: null, cancel_date: null }, terms])
  const split = (await act(shop, soon, 'split', { by: 'date' })).body.data
  expect(split.order.line_items).toHaveLength(1)
  const [back] = split.new_orders
  expect(back).toMatchObject({ requested_ship_date: '2027-02-01', line_items: [{ quantity: 2 }] })
  const again = (await act(shop, soon, 'merge', { from_order_ids: [back.order_id] })).body.data
  expect(again.line_items[1]).toMatchObject(terms)
  expect(again).toMatchObject({ requested_ship_date: '2026-12-01', cancel_date: null })
  const window = { ship_window_start: '2026-12-01', ship_window_end: '2026-12-20' }
  const winter = await shop.placed({ ...own, ...window, lines })
  const spring = await shop.placed({ ...own, ship_window_start: '2027-03-01', lines })
  const refused = await act(shop, winter, 'merge', { from_order_ids: [spring.order_id] })
  expect([refused.status, refused.body.message.desc]).toEqual([409, expect.stringContaining('ship windows')])
  await proveBooks(shop)
})

test('only orders that are alike and of which nothing has shipped are merged', async () => {
  const shop = await openOrderShop()
  const { locations } = shop.ids
  const at = '2026-11-20T10:00:00Z'
  const lines = [{ sku: 'J-S', quantity: 1 }]
  const into = await shop.placed({ ordered_at: at, lines })
  const wholesale = { trading_partner_id: shop.account_id, lifecycle: 'open', lines }
  const held = await shop.placed({ ordered_at: at, lines })
  await act(shop, held, 'hold', { reason: 'fraud' })
  const shipped = await shop.placed({ ordered_at: at, lines: [{ sku: 'J-S', quantity: 2 }] })
  await act(shop, shipped, 'shipments', { lines: [{ sku: 'J-S', quantity: 1 }] })
  const others = [
    await shop.placed({ ordered_at: '2026-11-21T10:00:00Z', lines }),
    await shop.placed({ ordered_at: at, location_id: locations.Store, lines }),
    await shop.placed({ ordered_at: at, customer: { email: 'jo@example.com' }, lines }),
    await shop.placed({ ordered_at: at, currency: 'EUR', lines: [{ ...lines[0], unit_price_cents: 5 }] }),
    await shop.placed(wholesale),
    held,
    shipped,
  ]
  for (const other of others) {
    const { status, body } = await act(shop, into, 'merge', { from_order_ids: [other.order_id] })
    expect([status, body.code, body.data.act, other.name]).toEqual([409, 'conflict', 'merge', other.name])
  }
  const terms = [await shop.placed(wholesale), await shop.placed({ ...wholesale, terms: 'net_90' })]
  expect((await act(shop, terms[0], 'merge', { from_order_ids: [terms[1].order_id] })).body.message.desc).toContain(
    'payment terms',
  )
  const draft = await shop.placed({ ...wholesale, lifecycle: 'draft' })
  expect((await act(shop, terms[0], 'merge', { from_order_ids: [draft.order_id] })).body.message.desc).toContain(
    'draft',
  )
  expect((await act(shop, into, 'merge', { from_order_ids: [into.order_id] })).body.data.field).toBe('from_order_ids')
  expect((await act(shop, into, 'merge', { from_order_ids: [shop.account_id] })).body.data.field).toBe(
    'from_order_ids[0]',
  )
  expect((await act(shop, { order_id: shop.account_id }, 'merge', { from_order_ids: [into.order_id] })).body.code).toBe(
    'order_not_on_file',
  )
  await proveBooks(shop)
})

test('an order that was split is merged again as it was', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({
    freight_cents: 1000,
    lines: [
      { sku: 'J-M', quantity: 3, discount_cents: 100 },
      { sku: 'J-S', quantity: 1 },
    ],
  })
  const before = (await shop.act(order, 'allocate')).body.data
  const lines = [{ line_item_id: lineOf(order), quantity: 1 }, { line_item_id: lineOf(order, 1) }]
  const split = (await act(shop, order, 'split', { by: 'line', lines })).body.data
  const merged = await act(shop, order, 'merge', { from_order_ids: [split.new_orders[0].order_id] })
  expect(sumsOf(merged.body.data)).toEqual(sumsOf(before))
  await proveBooks(shop)
})

test('an order can be merged into the one that was split off it, and into its duplicate', async () => {
  const shop = await openOrderShop()
  const lines = [
    { sku: 'J-S', quantity: 2 },
    { sku: 'J-M', quantity: 1 },
  ]
  const order = await shop.placed({ lines })
  const split = await act(shop, order, 'split', { by: 'line', lines: [{ line_item_id: lineOf(order) }] })
  const [part] = split.body.data.new_orders
  const merged = await act(shop, part, 'merge', { from_order_ids: [order.order_id] })
  expect([merged.status, merged.body.data?.units]).toEqual([200, 3])
  const relations = ['split_from', 'merged_from'].map((relation) => ({ relation, name: order.name }))
  expect(merged.body.data.related_orders).toMatchObject(relations)
  const again = await act(shop, part, 'merge', { from_order_ids: [order.order_id] })
  expect([again.status, again.body.data?.units]).toEqual([200, 3])
  const copy = (await act(shop, part, 'duplicate')).body.data
  const joined = await act(shop, copy, 'merge', { from_order_ids: [part.order_id] })
  expect([joined.status, joined.body.data?.units]).toEqual([200, 6])
  expect(await soldOf(shop)).toMatchObject([{ units: 6 }])
  await proveBooks(shop)
})

test('what an order is short of is said of its parts, and of the order into which they are merged', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({ lines: [{ sku: 'J-L', quantity: 4, unit_price_cents: 7000 }] })
  const short = await shop.act(order, 'allocate')
  expect(short.body.data).toMatchObject({ allocated_units: 0, exceptions_open: 1 })
  const lines = [{ line_item_id: lineOf(order), quantity: 3 }]
  const split = (await act(shop, order, 'split', { by: 'line', lines })).body.data
  const shown = (one: any) => [one.lifecycle, one.allocated_units, one.exceptions_open]
  expect([split.order, ...split.new_orders].map(shown)).toEqual([
    ['open', 0, 1],
    ['open', 0, 1],
  ])
  const quiet = await shop.placed({ lines: [{ sku: 'J-L', quantity: 1, unit_price_cents: 7000 }] })
  expect(shown(quiet)).toEqual(['open', 0, 0])
  const merged = await act(shop, quiet, 'merge', { from_order_ids: [order.order_id] })
  expect([merged.status, shown(merged.body.data)]).toEqual([200, ['open', 0, 1]])
  expect(shown(await shop.get(order))).toEqual(['cancelled', 0, 0])
})

test('an order that nobody allocated is not said to be short, where a part of it goes to stock', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({ location_id: shop.ids.locations.Store, lines: [{ sku: 'J-S', quantity: 4 }] })
  const body = {
    by: 'location',
    location_id: shop.ids.locations.Main,
    lines: [{ line_item_id: lineOf(order), quantity: 3 }],
  }
  const split = (await act(shop, order, 'split', body)).body.data
  const shown = (one: any) => [one.lifecycle, one.allocated_units, one.exceptions_open]
  expect([split.order, ...split.new_orders].map(shown)).toEqual([
    ['open', 0, 0],
    ['allocated', 3, 0],
  ])
})

test('what an order is said to be short of is fewer once some of it has shipped', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({ lines: [{ sku: 'J-L', quantity: 12, unit_price_cents: 7000 }] })
  await shop.act(order, 'allocate')
  const sentences = async () => {
    const query = `is_open=true&kind=allocation_short&subject_type=sales_order&subject_id=${order.order_id}`
    const { rows } = (await shop.admin.get(`/api/v1/exceptions?${query}`)).body.data
    return rows.map(({ sentence }: any) => sentence)
  }
  const ship = (quantity: number) =>
    act(shop, order, 'shipments', { lines: [{ line_item_id: lineOf(order), quantity }] })
  expect(await sentences()).toEqual([`${order.name} is short of stock: 12 units of J-L could not be allocated.`])
  await ship(3)
  expect(await sentences()).toEqual([`${order.name} is short of stock: 9 units of J-L could not be allocated.`])
  await ship(9)
  expect(await sentences()).toEqual([])
  const quiet = await shop.placed({ lines: [{ sku: 'J-L', quantity: 2, unit_price_cents: 7000 }] })
  await act(shop, quiet, 'shipments', { lines: [{ line_item_id: lineOf(quiet), quantity: 1 }] })
  expect((await shop.tenant.get(`${path}?exception_kind=allocation_short`)).body.data.filtered_max_size).toBe(0)
  await proveBooks(shop)
})

test('a duplicate repeats lines and prices, not the reference; of an account it is a draft', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({
    trading_partner_id: shop.account_id,
    lifecycle: 'open',
    reference: 'PO 1',
    requested_ship_date: '2026-12-01',
    freight_cents: 900,
    lines: [
      { sku: 'J-S', quantity: 4, unit_price_cents: 2400, discount_cents: 40, tax_cents: 4, door_reference: 'D-1' },
      { sku: 'J-M', quantity: 2, unit_price_cents: 100 },
    ],
  })
  await shop.act(order, 'cancel')
  const made = await act(shop, order, 'duplicate', { reference: 'PO 2' })
  expect(made.status).toBe(201)
  expect(made.body.data).toMatchObject({
    lifecycle: 'draft',
    origin: 'app',
    reference: 'PO 2',
    requested_ship_date: null,
    freight: { cents: 900 },
    total: { cents: order.total.cents },
    line_items: [
      {
        sku: 'J-S',
        quantity: 4,
        ordered_quantity: 4,
        discount: { cents: 40 },
        tax: { cents: 4 },
        door_reference: 'D-1',
      },
      { sku: 'J-M', quantity: 2, cancelled_quantity: 0 },
    ],
    related_orders: [{ relation: 'duplicate_of', order_id: order.order_id, name: order.name }],
  })
  const consumer = await shop.placed({ customer: { email: 'jo@example.com' }, lines: [{ sku: 'J-S', quantity: 1 }] })
  const again = await act(shop, consumer, 'duplicate')
  expect(again.body.data).toMatchObject({ lifecycle: 'open', reference: null, units: 1 })
  const customer = await shop.tenant.get(`/api/v1/sales/customers/${consumer.customer.customer_id}`)
  expect(customer.body.data.orders_count).toBe(2)
  const draft = await shop.placed({ trading_partner_id: shop.account_id, lines: [{ sku: 'J-S', quantity: 1 }] })
  const rejected = [{ line_item_id: lineOf(draft), verdict: 'rejected' }]
  await shop.act(draft, 'confirm', { lines: rejected })
  expect((await act(shop, draft, 'duplicate')).body.code).toBe('conflict')
  await proveBooks(shop)
})
