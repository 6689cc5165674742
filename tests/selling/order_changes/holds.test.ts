/** Stock that an order gives back, and orders that people keep from shipping. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { allocateUrgent } from '../../../server/selling/orders/allocation/allocate_book.ts'
import { openOrderShop, type OrderShop, path, proveBooks } from '../support/orders.ts'

setDefaultTimeout(60_000)

const act = (shop: OrderShop, { order_id }: { order_id: string }, name: string, body: object = {}) =>
  shop.admin.post(`${path}/${order_id}/${name}`, body)

/** Allocates the book as the job does; returns how many orders hold more. */
const allocateBook = ({ tenant }: OrderShop) =>
  tenant.service.database.sql.begin((sql) =>
    allocateUrgent(sql as never, tenant.organization_id, new Date().toISOString()),
  )

async function allocated(shop: OrderShop, quantity = 4) {
  const order = await shop.placed({
    lines: [
      { sku: 'J-M', quantity },
      { sku: 'J-S', quantity: 2 },
    ],
  })
  return (await shop.act(order, 'allocate')).body.data
}

test('unallocating gives stock back for others, and the book leaves the order out until it is allocated again', async () => {
  const shop = await openOrderShop()
  const order = await allocated(shop)
  const given = await act(shop, order, 'unallocate')
  expect(given.body.message.desc).toBe(`${order.name} holds 0 units now.`)
  expect(given.body.data).toMatchObject({
    lifecycle: 'open',
    allocated_units: 0,
    is_allocated_on_request: true,
    exceptions_open: 0,
  })
  expect([await shop.stock('J-M'), await shop.stock('J-S')]).toEqual([
    [5, 0],
    [10, 0],
  ])
  expect(await allocateBook(shop)).toBe(0)
  expect((await act(shop, order, 'unallocate')).body.data).toEqual(given.body.data)
  const other = await shop.placed({ lines: [{ sku: 'J-M', quantity: 5 }] })
  expect((await shop.act(other, 'allocate')).body.data.lifecycle).toBe('allocated')
  const again = await shop.act(order, 'allocate')
  expect(again.body.data).toMatchObject({ allocated_units: 2, is_allocated_on_request: false, exceptions_open: 1 })
  await act(shop, other, 'unallocate')
  expect(await allocateBook(shop)).toBe(1)
  expect(await shop.get(order)).toMatchObject({ lifecycle: 'allocated', exceptions_open: 0 })
  await proveBooks(shop)
})

test('unallocating lines gives back the units named, at most those that are held', async () => {
  const shop = await openOrderShop()
  const order = await allocated(shop)
  const [medium, small] = order.line_items.map((line: any) => line.line_item_id)
  const refused: [object[], string][] = [
    [[{ line_item_id: medium, quantity: 5 }], 'lines[0].quantity'],
    [[{ line_item_id: shop.account_id }], 'lines[0].line_item_id'],
    [[{ line_item_id: small }, { line_item_id: small }], 'lines'],
    [[{ line_item_id: small, quantity: 0 }], 'lines[0].quantity'],
  ]
  for (const [lines, field] of refused)
    expect([(await act(shop, order, 'unallocate', { lines })).body.data?.field, lines]).toEqual([field, lines])
  const part = await act(shop, order, 'unallocate', {
    lines: [
      { line_item_id: medium, quantity: 4 },
      { line_item_id: small, quantity: 1 },
    ],
  })
  expect(part.body.data.line_items.map((line: any) => line.allocated_quantity)).toEqual([0, 1])
  // A change holds no more than before.
  const more = await shop.tenant.patch(`${path}/${order.order_id}`, { lines: [{ line_item_id: small, quantity: 5 }] })
  expect(more.body.data.line_items.map((line: any) => line.allocated_quantity)).toEqual([0, 1])
  await proveBooks(shop)
})

test('an order on hold is not allocated, by the job or by a person, not confirmed and not shipped by a person', async () => {
  const shop = await openOrderShop()
  const order = await allocated(shop)
  const held = await act(shop, order, 'hold', { reason: 'credit', note: 'Limit exceeded', stock: 'release' })
  expect(held.body.message.desc).toBe(`${order.name} is on hold (credit).`)
  expect(held.body.data).toMatchObject({
    lifecycle: 'open',
    allocated_units: 0,
    hold: { reason: 'credit', note: 'Limit exceeded', keeps_stock: false },
  })
  expect(
    (await act(shop, order, 'hold', { reason: 'credit', note: 'Limit exceeded', stock: 'release' })).body.data,
  ).toEqual(held.body.data)
  expect(await allocateBook(shop)).toBe(0)
  const allocate = await shop.act(order, 'allocate')
  expect([allocate.body.code, allocate.body.data.hold_reason, allocate.body.message.desc]).toEqual([
    'conflict',
    'credit',
    `${order.name} is on hold (credit); release the hold first, then it can be allocated.`,
  ])
  const shipment = await shop.admin.post(`${path}/${order.order_id}/shipments`, {
    lines: [{ sku: 'J-M', quantity: 1 }],
  })
  expect([shipment.status, shipment.body.code]).toEqual([409, 'conflict'])
  expect((await act(shop, order, 'release')).body.code).toBe('conflict')
  const free = await act(shop, order, 'release-hold', { note: 'Paid' })
  expect(free.body.data.hold).toBeNull()
  expect((await act(shop, order, 'release-hold')).body.data).toEqual(free.body.data)
  expect(await allocateBook(shop)).toBe(1)
  expect((await shop.get(order)).lifecycle).toBe('allocated')
  const { sql } = shop.tenant.service.database
  const holds = await sql`
    select reason, note, keeps_stock, held_by, released_by, release_note from order_holds
    where organization_id = ${shop.tenant.organization_id}`
  expect(holds).toMatchObject([{ reason: 'credit', keeps_stock: false, release_note: 'Paid' }])
  expect(holds[0]!.held_by).toStartWith('user:')
  expect(holds[0]!.released_by).toBe(holds[0]!.held_by)
  await proveBooks(shop)
})

test('a hold keeps stock unless it says otherwise; another reason replaces it, and cancelling ends it', async () => {
  const shop = await openOrderShop()
  const order = await allocated(shop)
  expect((await act(shop, order, 'hold', { reason: 'address' })).body.data).toMatchObject({
    lifecycle: 'allocated',
    allocated_units: 6,
    hold: { reason: 'address', note: null, keeps_stock: true },
  })
  const [medium] = order.line_items
  // It can be changed: holds follow down, and to another location, and never up.
  const patch = (body: object) => shop.tenant.patch(`${path}/${order.order_id}`, body)
  const quantity = (units: number) => patch({ lines: [{ line_item_id: medium.line_item_id, quantity: units }] })
  expect((await quantity(3)).body.data).toMatchObject({ lifecycle: 'allocated', allocated_units: 5 })
  expect((await quantity(4)).body.data).toMatchObject({ lifecycle: 'partially_allocated', allocated_units: 5 })
  await shop.admin.post('/api/v1/stock-adjustments', {
    reason: 'found',
    lines: [{ sku: 'J-M', location_id: shop.ids.locations.Store, quantity: 9 }],
  })
  expect((await patch({ location_id: shop.ids.locations.Store })).body.data).toMatchObject({ allocated_units: 3 })
  expect((await act(shop, order, 'hold', { reason: 'fraud' })).body.data.hold.reason).toBe('fraud')
  expect((await act(shop, order, 'hold', { reason: 'bored' })).body.data.field).toBe('reason')
  const cancelled = await shop.act(order, 'cancel')
  expect(cancelled.body.data).toMatchObject({ lifecycle: 'cancelled', hold: null, allocated_units: 0 })
  expect((await act(shop, order, 'hold', { reason: 'fraud' })).body.code).toBe('conflict')
  const { sql } = shop.tenant.service.database
  const open = await sql`
    select reason from order_holds
    where organization_id = ${shop.tenant.organization_id} and released_at is null`
  expect([...open]).toEqual([])
  await proveBooks(shop)
})

test('a draft on hold is not confirmed', async () => {
  const shop = await openOrderShop()
  const draft = await shop.placed({ trading_partner_id: shop.account_id, lines: [{ sku: 'J-S', quantity: 1 }] })
  expect((await act(shop, draft, 'hold', { reason: 'customer' })).body.data.lifecycle).toBe('draft')
  const lines = [{ line_item_id: draft.line_items[0].line_item_id, verdict: 'accepted' }]
  expect((await shop.act(draft, 'confirm', { lines })).body.data.hold_reason).toBe('customer')
  await act(shop, draft, 'release-hold')
  expect((await shop.act(draft, 'confirm', { lines })).body.data.lifecycle).toBe('allocated')
})

test('a short allocation opens one exception, which says what is short now, and the sentence says what is held', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({ lines: [{ sku: 'J-M', quantity: 12 }] })
  const needing = async () => (await shop.tenant.get(`${path}?needs_you=true`)).body.data.rows.length
  expect(await needing()).toBe(0)
  const rival = await allocated(shop, 5)
  const none = await shop.act(order, 'allocate')
  expect(none.body.message.desc).toBe(`${order.name}: 0 of 12 held; 12 units short.`)
  expect(none.body.data).toMatchObject({ lifecycle: 'open', exceptions_open: 1 })
  expect(await needing()).toBe(1)
  expect((await shop.act(order, 'allocate')).body.data.exceptions_open).toBe(1)
  await shop.act(rival, 'cancel')
  const some = await shop.act(order, 'allocate')
  expect(some.body.message.desc).toBe(`${order.name}: 5 of 12 held; 7 units short.`)
  expect(some.body.data.exceptions_open).toBe(1)
  const queue = await shop.admin.get(`/api/v1/exceptions?subject_type=sales_order&subject_id=${order.order_id}`)
  expect(queue.body.data.rows.filter((row: any) => row.resolved_at === null)).toMatchObject([
    { kind: 'allocation_short', sentence: `${order.name} is short of stock: 7 units of J-M could not be allocated.` },
  ])
})

test('what a voided shipment gives back is held again, unless a person had given the stock of the order back', async () => {
  const shop = await openOrderShop()
  const heldAfter = async (verb: string, body: object) => {
    const order = await shop.placed({ lines: [{ sku: 'J-S', quantity: 2 }] })
    await shop.act(order, 'allocate')
    const at = `${path}/${order.order_id}`
    const shipped = await shop.admin.post(`${at}/shipments`, { lines: [{ sku: 'J-S', quantity: 1 }] })
    expect((await shop.admin.post(`${at}/${verb}`, body)).status).toBe(200)
    const [{ shipment_id }] = shipped.body.data.shipments
    const voided = await shop.admin.post(`${at}/shipments/${shipment_id}/void`, { reason: 'Mistyped' })
    const { allocated_units, exceptions_open } = voided.body.data.order
    await shop.act(order, 'cancel')
    return [allocated_units, exceptions_open]
  }
  expect(await heldAfter('hold', { reason: 'credit' })).toEqual([2, 0])
  expect(await heldAfter('hold', { reason: 'credit', stock: 'release' })).toEqual([0, 0])
  expect(await heldAfter('unallocate', {})).toEqual([0, 0])
  await proveBooks(shop)
})
