/** Pick lists: the units that orders hold, by location and SKU, bundles by their components, without prices. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { pdfPages } from '../../support/pdf.ts'
import { newSession } from '../../support/service/session.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { setShop } from '../../stock/bundles/sold_bundles.ts'
import { openOrderShop, type OrderShop } from '../support/orders.ts'

setDefaultTimeout(60_000)

interface Shop {
  admin: OrderShop['admin']
  tenant: OrderShop['tenant']
}
const listOf = ({ admin }: Pick<Shop, 'admin'>, ...orders: { order_id: string }[]) =>
  admin.get(`/api/v1/sales/pick-list?order_ids=${orders.map(({ order_id }) => order_id).join(',')}`)

async function printed(shop: Shop, ...orders: { order_id: string }[]) {
  const { status, body } = await listOf(shop, ...orders)
  expect(status).toBe(200)
  const { pathname, search } = new URL(body.data.export_url)
  const response = await fetch(`${shop.tenant.service.base_url}${pathname}${search}`)
  expect(response.headers.get('content-type')).toBe('application/pdf')
  const [page] = await pdfPages(new Uint8Array(await response.arrayBuffer()))
  return { ...body.data, page: page! }
}

test('the list of an order has what it holds, where it goes and how, and no price', async () => {
  const shop = await openOrderShop()
  const account = `/api/v1/wholesale/accounts/${shop.account_id}`
  await shop.admin.patch(account, { ship_to_address: 'Lagerweg 8\n21079 Hamburg' })
  const order = await shop.placed({
    trading_partner_id: shop.account_id,
    lifecycle: 'open',
    reference: 'PO 77',
    shipping_method: 'DHL Express',
    requested_ship_date: '2026-12-24',
    notes: 'Ring twice.',
    lines: [
      { sku: 'J-S', quantity: 12 },
      { sku: 'J-M', quantity: 2, unit_price_cents: 98_765 },
    ],
  })
  const none = await printed(shop, order)
  expect([none.row_count, none.page.includes(`${order.name} holds no stock.`)]).toEqual([0, true])
  await shop.act(order, 'allocate')
  const { page, file_name, row_count } = await printed(shop, order)
  expect([file_name, row_count]).toEqual([`pick_list_${order.name}.pdf`, 2])
  for (const text of [
    `Pick list ${order.name}`,
    'Main',
    `${order.name}: 10`,
    `${order.name}: 2`,
    'PO 77',
    'Nordhaus',
    'Lagerweg 8',
    'DHL Express',
    '2026-12-24',
    'Ring twice.',
    '12 units of orders',
  ])
    expect(page).toContain(text)
  expect(page.indexOf('J-M')).toBeLessThan(page.indexOf('J-S'))
  for (const text of ['987.65', '25.00', 'USD', '98765']) expect(page).not.toContain(text)
})

test('one list for several orders adds up what each location gives, and names those with nothing to pick', async () => {
  const shop = await openOrderShop()
  const { sql } = shop.tenant.service.database
  await sql`
    insert into stock_levels (organization_id, variant_id, location_id, on_hand)
    values (${shop.tenant.organization_id}, ${shop.ids.variants['J-S']!}, ${shop.ids.locations.Store!}, 4)`
  const [one, two, other, held, empty] = await Promise.all([
    shop.placed({ lines: [{ sku: 'J-S', quantity: 3 }] }),
    shop.placed({ lines: [{ sku: 'J-S', quantity: 4 }] }),
    shop.placed({ location_id: shop.ids.locations.Store, lines: [{ sku: 'J-S', quantity: 1 }] }),
    shop.placed({ lines: [{ sku: 'J-M', quantity: 1 }] }),
    shop.placed({ lines: [{ sku: 'J-L', quantity: 1, unit_price_cents: 100 }] }),
  ])
  for (const order of [one, two, other, held, empty]) await shop.act(order, 'allocate')
  await shop.admin.post(`/api/v1/sales/orders/${held.order_id}/hold`, { reason: 'fraud' })
  const { page, file_name, row_count } = await printed(shop, one, two, other, held, empty)
  expect([file_name, row_count]).toEqual(['pick_list.pdf', 3])
  for (const text of [
    'Pick list of 3 orders',
    `${one.name}: 3, ${two.name}: 4`,
    `${other.name}: 1`,
    `${held.name} is on hold (fraud).`,
    `${empty.name} holds no stock.`,
  ])
    expect(page).toContain(text)
  expect(page.indexOf('Main')).toBeLessThan(page.indexOf('Store'))
  expect(page).not.toContain('J-M')
})

test('a bundle is picked by its components, together with what is sold of them alone', async () => {
  const shop = await setShop()
  const variant_id = (sku: string) => shop.ids.variants[sku]!
  const place = async (sku: string, quantity: number) => {
    const answer = await shop.tenant.post(
      '/api/v1/sales/orders',
      { location_id: shop.ids.locations.A, lines: [{ variant_id: variant_id(sku), quantity }] },
      { headers: { 'Idempotency-Key': crypto.randomUUID() } },
    )
    if (answer.status !== 201) throw new Error(answer.text)
    await shop.act(answer.body.data, 'allocate')
    return answer.body.data
  }
  const [set, single] = [await place('SET', 2), await place('A1', 1)]
  const { page } = await printed({ admin: shop.session, tenant: shop.tenant }, set, single)
  for (const text of [`${set.name}: 4, ${single.name}: 1`, `${set.name}: 2`, 'Component of SET'])
    expect(page).toContain(text)
})

test('a list needs ids of orders of the organisation, each once, at most a hundred', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({ lines: [{ sku: 'J-S', quantity: 1 }] })
  await shop.act(order, 'allocate')
  const get = (ids: string[]) => shop.admin.get(`/api/v1/sales/pick-list?order_ids=${ids.join(',')}`)
  for (const ids of [
    [order.order_id, order.order_id.toUpperCase()],
    Array.from({ length: 101 }, () => crypto.randomUUID()),
    [crypto.randomUUID()],
    [order.order_id, crypto.randomUUID()],
    ['none'],
  ]) {
    const { status, body } = await get(ids)
    expect([status, body.data.field]).toEqual([400, 'order_ids'])
  }
  const stranger = await newSession(await newTenant())
  expect((await listOf({ admin: stranger }, order)).body.data.field).toBe('order_ids')
})
