/** What an account pays, and through which channel it buys: the seller agrees to both. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { type OrderShop, openOrderShop, path, proveBooks } from '../support/orders.ts'

setDefaultTimeout(60_000)

async function boundShop() {
  const shop = await openOrderShop()
  const { api_key: key } = await shop.tenant.mint({ trading_partner_id: shop.account_id } as never)
  const order = (body: object) => shop.create({ trading_partner_id: shop.account_id, ...body }, { key })
  return { ...shop, key, order }
}

const conflictOf = ({ status, body }: { status: number; body: any }) => [
  status,
  body.code,
  body.data?.reason,
  body.data?.field ?? body.data?.act,
]

test('a key that is bound to an account orders at the prices of its list, and states no other price', async () => {
  const shop = await boundShop()
  const listed = { sku: 'J-S', quantity: 4 }
  for (const [body, field] of [
    [{ lines: [{ ...listed, unit_price_cents: 1 }] }, 'lines[0].unit_price_cents'],
    [{ lines: [{ ...listed, unit_price_cents: 2499 }] }, 'lines[0].unit_price_cents'],
    [{ lines: [{ ...listed, unit_price_cents: 2501 }] }, 'lines[0].unit_price_cents'],
    [{ lines: [listed, { sku: 'J-M', quantity: 1, unit_price_cents: 6000 }] }, 'lines[1].unit_price_cents'],
    [{ lines: [{ ...listed, discount_cents: 1 }] }, 'lines[0].discount_cents'],
    [{ lines: [{ ...listed, tax_cents: 1 }] }, 'lines[0].tax_cents'],
    [{ lines: [listed], freight_cents: 1 }, 'freight_cents'],
    [{ lines: [listed], freight_cents: 0, freight_tax_cents: 1 }, 'freight_tax_cents'],
    [{ lines: [listed], lifecycle: 'open' }, 'lifecycle'],
    [{ lines: [listed], terms: 'net_365' }, 'terms'],
  ] as const)
    expect(conflictOf(await shop.order(body))).toEqual([409, 'conflict', 'account_key', field])
  expect((await shop.tenant.get(path)).body.data.max_size).toBe(0)
  const made = await shop.order({
    freight_cents: 0,
    lines: [
      { ...listed, unit_price_cents: 2500, discount_cents: 0, tax_cents: 0 },
      { sku: 'J-M', quantity: 1 },
    ],
  })
  expect(made.status).toBe(201)
  const { line_items, lifecycle } = made.body.data
  expect([lifecycle, line_items.map((line: any) => line.unit_price.cents)]).toEqual(['draft', [2500, null]])
})

test('a key that is bound to an account confirms no order and changes no price; the seller does', async () => {
  const shop = await boundShop()
  const order = (await shop.order({ lines: [{ sku: 'J-S', quantity: 4 }] })).body.data
  const target = `${path}/${order.order_id}`
  const { line_item_id } = order.line_items[0]
  const verdicts = { lines: [{ line_item_id, verdict: 'accepted', unit_price_cents: 1 }] }
  const { key } = shop
  expect(conflictOf(await shop.tenant.post(`${target}/confirm`, verdicts, { key }))).toEqual([
    409,
    'conflict',
    'account_key',
    'confirm',
  ])
  for (const [body, field] of [
    [{ lines: [{ line_item_id, unit_price_cents: 1 }] }, 'lines[0].unit_price_cents'],
    [{ lines: [{ line_item_id, discount_cents: 1 }] }, 'lines[0].discount_cents'],
    [{ lines: [{ line_item_id, tax_cents: 1 }] }, 'lines[0].tax_cents'],
    [{ terms: 'net_365' }, 'terms'],
    [{ new_lines: [{ sku: 'J-M', quantity: 1, unit_price_cents: 1 }] }, 'new_lines[0].unit_price_cents'],
  ] as const)
    expect(conflictOf(await shop.tenant.patch(target, body, { key }))).toEqual([409, 'conflict', 'account_key', field])
  expect(await shop.get(order)).toEqual(order)
  const changed = await shop.tenant.patch(
    target,
    { lines: [{ line_item_id, quantity: 5, unit_price_cents: 2500 }], new_lines: [{ sku: 'J-M', quantity: 1 }] },
    { key },
  )
  expect(changed.body.data.line_items.map((line: any) => [line.quantity, line.unit_price.cents])).toEqual([
    [5, 2500],
    [1, null],
  ])
  const [first, second] = changed.body.data.line_items
  const agreed = await shop.tenant.post(`${target}/confirm`, {
    lines: [
      { line_item_id: first.line_item_id, verdict: 'accepted' },
      { line_item_id: second.line_item_id, verdict: 'accepted', unit_price_cents: 3000 },
    ],
  })
  expect([agreed.status, agreed.body.data.total.cents]).toEqual([200, 5 * 2500 + 3000])
  const units = (quantity: number) => ({ lines: [{ line_item_id, quantity }] })
  for (const [body, field] of [
    [units(6), 'lines[0].quantity'],
    [{ new_lines: [{ sku: 'J-S', quantity: 1 }] }, 'new_lines'],
    [{ location_id: shop.ids.locations.Store }, 'location_id'],
    [{ sales_channel_id: shop.ids.sales_channels.Online }, 'sales_channel_id'],
  ] as const)
    expect(conflictOf(await shop.tenant.patch(target, body, { key }))).toEqual([409, 'conflict', 'account_key', field])
  for (const quantity of [5, 4])
    expect((await shop.tenant.patch(target, units(quantity), { key })).body.data.line_items[0].quantity).toBe(quantity)
  expect((await shop.tenant.patch(target, units(6))).body.data.line_items[0].quantity).toBe(6)
  await proveBooks(shop)
})

test('a price that no list states stays open in a draft, and accepting the line does not agree one', async () => {
  const shop = await openOrderShop()
  const draft = await shop.placed({ trading_partner_id: shop.account_id, lines: [{ sku: 'J-M', quantity: 2 }] })
  expect([draft.line_items[0].unit_price.cents, draft.total.cents]).toEqual([null, null])
  const { line_item_id } = draft.line_items[0]
  const accepted = await shop.act(draft, 'confirm', { lines: [{ line_item_id, verdict: 'accepted' }] })
  expect([accepted.status, accepted.body.data.field]).toEqual([400, 'lines[0].unit_price_cents'])
  const added = await shop.tenant.patch(`${path}/${draft.order_id}`, {
    new_lines: [
      { sku: 'J-S', quantity: 1 },
      { sku: 'J-M', quantity: 1 },
    ],
  })
  expect(added.body.data.line_items.map((line: any) => line.unit_price.cents)).toEqual([null, 2500, null])
})

const addChannel = async ({ tenant }: OrderShop, channel_type: string, name: string) => {
  const sales_channel_id = uuidv7()
  await tenant.service.database.sql`
    insert into sales_channels (organization_id, sales_channel_id, name, channel_type)
    values (${tenant.organization_id}, ${sales_channel_id}, ${name}, ${channel_type})`
  return sales_channel_id
}

test('an order of an account takes its own channel, else the only wholesale one, and never that of a shop', async () => {
  const shop = await openOrderShop()
  const { sql } = shop.tenant.service.database
  const order = () => shop.create({ trading_partner_id: shop.account_id, lines: [{ sku: 'J-S', quantity: 1 }] })
  await addChannel(shop, 'wholesale', 'Trade')
  expect((await order()).body.data.channel.name).toBe('Nordhaus')
  await sql`update sales_channels set is_active = false where organization_id = ${shop.tenant.organization_id}
    and sales_channel_id = ${shop.channel_id}`
  expect((await order()).body.data.channel.name).toBe('Trade')
  await addChannel(shop, 'wholesale', 'Trade fair')
  const fieldOf = ({ status, body }: { status: number; body: any }) => [status, body.data?.field]
  expect(fieldOf(await order())).toEqual([400, 'sales_channel_id'])
  await sql`update sales_channels set is_active = false where organization_id = ${shop.tenant.organization_id}
    and channel_type = 'wholesale'`
  expect(fieldOf(await order())).toEqual([400, 'sales_channel_id'])
  // A channel that is named is taken as it is stated.
  const named = await shop.create({
    trading_partner_id: shop.account_id,
    sales_channel_id: shop.ids.sales_channels.Online,
    lines: [{ sku: 'J-S', quantity: 1 }],
  })
  expect([named.status, named.body.data.channel.name]).toEqual([201, 'Online'])
})
