/** What an account states in an order: repeated references, doors, items, dates, and amounts of its currency. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { insertRows } from '../../support/fixtures/catalogue.ts'
import { type OrderShop, openOrderShop, path } from '../support/orders.ts'

setDefaultTimeout(60_000)

const questions = async ({ tenant }: OrderShop, { order_id }: { order_id: string }) => {
  const rows = await tenant.service.database.sql`
    select kind, sentence, resolution from exceptions
    where organization_id = ${tenant.organization_id} and subject_id = ${order_id} order by exception_id`
  return rows.map(({ kind, sentence, resolution }) => [kind, sentence, resolution])
}

const withDoor = async (shop: OrderShop, door_reference: string) => {
  const now = new Date()
  await insertRows(shop.tenant, 'account_doors', [
    {
      door_id: uuidv7(),
      trading_partner_id: shop.account_id,
      door_reference,
      name: door_reference,
      kind: 'store',
      is_active: true,
      created_at: now,
      updated_at: now,
    },
  ])
}

const lines = [{ sku: 'J-S', quantity: 1 }]

test('a reference that another order of the account has opens duplicate_order, until it changes or is decided', async () => {
  const shop = await openOrderShop()
  const account = { trading_partner_id: shop.account_id }
  const first = await shop.placed({ ...account, lines, reference: 'PO 7' })
  expect(await questions(shop, first)).toEqual([])
  // A consumer states the same words, and another account is another buyer.
  const consumer = await shop.placed({ lines, reference: 'PO 7' })
  expect(consumer.exceptions_open).toBe(0)
  const second = await shop.placed({ ...account, lines, reference: 'PO 7' })
  expect(second.exceptions_open).toBe(1)
  const sentence = 'SO-1001 of this account already has the reference PO 7.'
  expect(await questions(shop, second)).toEqual([['duplicate_order', sentence, null]])
  const patch = (order: { order_id: string }, body: object) => shop.tenant.patch(`${path}/${order.order_id}`, body)
  expect((await patch(second, { notes: 'Twice?' })).body.data.exceptions_open).toBe(1)
  expect((await patch(second, { reference: 'PO 8' })).body.data.exceptions_open).toBe(0)
  expect((await patch(second, { reference: 'PO 7' })).body.data.exceptions_open).toBe(1)
  await shop.act(first, 'cancel')
  expect((await questions(shop, second)).at(-1)?.at(-1)).toBe('the other order ended')
  expect((await shop.placed({ ...account, lines, reference: 'PO 8' })).exceptions_open).toBe(0)
  const { line_item_id } = second.line_items[0]
  const confirmed = await shop.act(second, 'confirm', { lines: [{ line_item_id, verdict: 'accepted' }] })
  expect(confirmed.body.data.exceptions_open).toBe(0)
  expect((await questions(shop, second)).map(([, , resolution]) => resolution)).toEqual([
    'changed',
    'the other order ended',
  ])
})

test('a repeated reference is reported until the last other order with it is cancelled, states another one, or is merged', async () => {
  const shop = await openOrderShop()
  const account = { trading_partner_id: shop.account_id }
  const placed = (reference: string) => shop.placed({ ...account, lines, reference })
  const [first, second, third] = [await placed('PO 1'), await placed('PO 1'), await placed('PO 1')]
  const elsewhere = [await placed('PO 2'), await placed('PO 2')]
  await shop.act(first, 'cancel')
  expect((await shop.get(second)).exceptions_open).toBe(1)
  expect((await shop.get(third)).exceptions_open).toBe(1)
  await shop.tenant.patch(`${path}/${third.order_id}`, { reference: 'PO 3' })
  expect((await questions(shop, second)).map(([, , resolution]) => resolution)).toEqual(['the other order ended'])
  expect((await shop.get(elsewhere[1])).exceptions_open).toBe(1)
  const { line_item_id } = elsewhere[0].line_items[0]
  await shop.act(elsewhere[0], 'confirm', { lines: [{ line_item_id, verdict: 'rejected' }] })
  expect((await shop.get(elsewhere[1])).exceptions_open).toBe(0)
})

test('an unknown door is no question once every door of the order is in use at the account', async () => {
  const shop = await openOrderShop()
  const account = { trading_partner_id: shop.account_id }
  const order = await shop.placed({
    ...account,
    door_reference: 'DC-2',
    lines: [{ ...lines[0], door_reference: '0199' }, lines[0]],
  })
  const other = await shop.placed({ ...account, door_reference: 'DC-9', lines })
  const doors = `/api/v1/wholesale/accounts/${shop.account_id}/doors`
  const create = async (door_reference: string, is_active = true) => {
    const made = await shop.admin.post(doors, {
      doors: [{ door_reference, name: door_reference, kind: 'store', is_active }],
    })
    expect(made.status).toBe(201)
    return made.body.data.doors[0]
  }
  await create('dc-2')
  expect((await shop.get(order)).exceptions_open).toBe(1)
  const closed = await create('0199', false)
  expect((await shop.get(order)).exceptions_open).toBe(1)
  expect((await shop.admin.patch(`${doors}/${closed.door_id}`, { is_active: true })).status).toBe(200)
  expect((await shop.get(order)).exceptions_open).toBe(0)
  expect((await questions(shop, order)).map(([kind, , resolution]) => [kind, resolution])).toEqual([
    ['unknown_door', 'the door is known'],
  ])
  expect((await shop.get(other)).exceptions_open).toBe(1)
})

test('two orders that arrive at once with one reference: the second is reported', async () => {
  const shop = await openOrderShop()
  const body = { trading_partner_id: shop.account_id, lines, reference: 'PO 9' }
  const made = await Promise.all(Array.from({ length: 4 }, () => shop.placed(body)))
  expect(made.map(({ exceptions_open }) => exceptions_open).toSorted()).toEqual([0, 1, 1, 1])
})

test('a duplicate that repeats the reference, or a door that is not on file, is reported as a new order is', async () => {
  const shop = await openOrderShop()
  const account = { trading_partner_id: shop.account_id }
  const first = await shop.placed({ ...account, lines, reference: 'PO 11', door_reference: 'DC-3' })
  const duplicate = async (body: object) =>
    (await shop.admin.post(`${path}/${first.order_id}/duplicate`, body)).body.data
  const again = await duplicate({ reference: 'PO 11' })
  expect(await questions(shop, again)).toEqual([
    ['duplicate_order', 'SO-1001 of this account already has the reference PO 11.', null],
    ['unknown_door', `Order ${again.name}, ship to: unknown door DC-3.`, null],
  ])
  expect(again.exceptions_open).toBe(2)
  await withDoor(shop, 'DC-3')
  expect((await duplicate({ reference: 'PO 12' })).exceptions_open).toBe(0)
  const made = await Promise.all(Array.from({ length: 3 }, () => duplicate({ reference: 'PO 13' })))
  expect(made.map(({ exceptions_open }) => exceptions_open).toSorted()).toEqual([0, 1, 1])
})

test('doors that the account does not have open one exception, by where they are named, in any case', async () => {
  const shop = await openOrderShop()
  await withDoor(shop, 'DC-1')
  const account = { trading_partner_id: shop.account_id }
  const known = await shop.placed({
    ...account,
    door_reference: 'dc-1',
    lines: [{ ...lines[0], door_reference: 'DC-1' }],
  })
  expect(known.exceptions_open).toBe(0)
  const order = await shop.placed({
    ...account,
    door_reference: 'DC-2',
    lines: [lines[0], { ...lines[0], door_reference: 'DC-1' }, { ...lines[0], door_reference: '0199' }],
  })
  expect(await questions(shop, order)).toEqual([
    ['unknown_door', `Order ${order.name}, ship to: unknown door DC-2; line 3: unknown door 0199.`, null],
  ])
  const consumer = await shop.placed({ lines, door_reference: 'DC-2' })
  expect(consumer.exceptions_open).toBe(0)
  expect((await shop.act(order, 'cancel')).body.data.exceptions_open).toBe(0)
})

test('lines have the SKU by which the account calls the item, where exactly one is on file', async () => {
  const shop = await openOrderShop()
  const now = new Date()
  const item = (buyer_sku: string, sku: string) => ({
    trading_partner_id: shop.account_id,
    buyer_sku,
    variant_id: shop.ids.variants[sku],
    created_at: now,
    updated_at: now,
  })
  await insertRows(shop.tenant, 'account_items', [item('771-S', 'J-S'), item('771-M', 'J-M'), item('772-M', 'J-M')])
  const order = await shop.placed({
    trading_partner_id: shop.account_id,
    lines: [
      ...lines,
      { sku: 'J-S', quantity: 1, buyer_sku: 'own' },
      { sku: 'J-M', quantity: 1 },
      { sku: 'J-L', quantity: 1 },
    ],
  })
  const skus = (of: any) => of.line_items.map(({ buyer_sku }: any) => buyer_sku)
  expect(skus(order)).toEqual(['771-S', 'own', null, null])
  const added = await shop.tenant.patch(`${path}/${order.order_id}`, { new_lines: lines })
  expect(skus(added.body.data).at(-1)).toBe('771-S')
  expect(skus(await shop.placed({ lines }))).toEqual([null])
})

test('a cancel date before the ship window is refused, for the order and for a line', async () => {
  const shop = await openOrderShop()
  const starts = { ship_window_start: '2026-12-05' }
  const fieldOf = ({ status, body }: { status: number; body: any }) => [status, body.data?.field ?? null]
  for (const [day, expected] of [
    ['2026-12-04', 400],
    ['2026-12-05', 201],
    ['2026-12-06', 201],
  ] as const) {
    expect(fieldOf(await shop.create({ lines, ...starts, cancel_date: day }))).toEqual([
      expected,
      expected === 201 ? null : 'cancel_date',
    ])
    expect(fieldOf(await shop.create({ lines: [...lines, { ...lines[0], cancel_date: day }], ...starts }))).toEqual([
      expected,
      expected === 201 ? null : 'lines[1].cancel_date',
    ])
  }
  const order = await shop.placed({ lines, cancel_date: '2026-12-04' })
  const patch = (body: object) => shop.tenant.patch(`${path}/${order.order_id}`, body)
  expect((await patch(starts)).body).toMatchObject({
    code: 'bad_request',
    data: { field: 'ship_window_start', rule: 'must not be after the cancel_date of the order, 2026-12-04' },
  })
  expect(
    fieldOf(await patch({ new_lines: [{ ...lines[0], cancel_date: '2026-12-04' }], ...starts, cancel_date: null })),
  ).toEqual([400, 'new_lines[0].cancel_date'])
  expect(fieldOf(await patch({ ...starts, cancel_date: '2026-12-05' }))).toEqual([200, null])
  const { line_item_id } = order.line_items[0]
  expect(fieldOf(await patch({ lines: [{ line_item_id, cancel_date: '2026-12-04' }] }))).toEqual([
    400,
    'lines[0].cancel_date',
  ])
  expect(fieldOf(await patch({ lines: [{ line_item_id, cancel_date: '2026-12-05' }] }))).toEqual([200, null])
  const later = { ship_window_start: '2026-12-06', cancel_date: null }
  expect((await patch(later)).body).toMatchObject({
    data: { field: 'ship_window_start', rule: 'must not be after the line_items[0].cancel_date, 2026-12-05' },
  })
  const quantified = { ...later, lines: [{ line_item_id, quantity: 2 }] }
  expect(fieldOf(await patch(quantified))).toEqual([400, 'ship_window_start'])
  const both = { ...later, lines: [{ line_item_id, cancel_date: '2026-12-05' }] }
  expect(fieldOf(await patch(both))).toEqual([400, 'lines[0].cancel_date'])
  expect(fieldOf(await patch({ ...later, lines: [{ line_item_id, cancel_date: '2026-12-06' }] }))).toEqual([200, null])
})

test('an amount is one that its currency has: yen are whole, cents are not', async () => {
  const shop = await openOrderShop()
  const fieldOf = ({ status, body }: { status: number; body: any }) => [status, body.data?.field ?? null]
  const order = (currency: string, line: object, more: object = {}) =>
    shop.create({ currency, lines: [{ sku: 'J-S', quantity: 3, unit_price_cents: 100_000, ...line }], ...more })
  for (const [currency, status] of [
    ['JPY', 400],
    ['USD', 201],
    ['KWD', 201],
  ] as const) {
    const at = (field: string) => [status, status === 400 ? field : null]
    expect(fieldOf(await order(currency, { unit_price_cents: 100_050 }))).toEqual(at('lines[0].unit_price_cents'))
    expect(fieldOf(await order(currency, { discount_cents: 99 }))).toEqual(at('lines[0].discount_cents'))
    expect(fieldOf(await order(currency, { tax_cents: 101 }))).toEqual(at('lines[0].tax_cents'))
    expect(fieldOf(await order(currency, {}, { freight_cents: 50 }))).toEqual(at('freight_cents'))
  }
  const made = await order('JPY', { discount_cents: 100, tax_cents: 200 }, { freight_cents: 300 })
  expect([made.status, made.body.data.total]).toEqual([
    201,
    expect.objectContaining({ cents: 299_900, currency: 'JPY' }),
  ])
  const { order_id, line_items } = made.body.data
  const patched = await shop.tenant.patch(`${path}/${order_id}`, {
    lines: [{ line_item_id: line_items[0].line_item_id, unit_price_cents: 100_001 }],
  })
  expect(fieldOf(patched)).toEqual([400, 'lines[0].unit_price_cents'])
})

test('a change of one thing that was stated leaves the question about the other as it is', async () => {
  const shop = await openOrderShop()
  const account = { trading_partner_id: shop.account_id }
  await shop.placed({ ...account, lines, reference: 'PO 7' })
  const order = await shop.placed({ ...account, lines, reference: 'PO 7', door_reference: 'D-9' })
  const both = await questions(shop, order)
  expect(both.map(([kind, , resolution]) => [kind, resolution])).toEqual([
    ['duplicate_order', null],
    ['unknown_door', null],
  ])
  const patch = (body: object) => shop.tenant.patch(`${path}/${order.order_id}`, body)
  expect((await patch({ reference: 'PO 8' })).body.data.exceptions_open).toBe(1)
  expect(await questions(shop, order)).toEqual([[both[0]![0], both[0]![1], 'changed'], both[1]!])
  await patch({ reference: 'PO 7' })
  await patch({ door_reference: null })
  expect((await questions(shop, order)).map(([kind, , resolution]) => [kind, resolution])).toEqual([
    ['duplicate_order', 'changed'],
    ['unknown_door', 'changed'],
    ['duplicate_order', null],
  ])
})
