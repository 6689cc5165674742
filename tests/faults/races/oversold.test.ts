/** What the races count as oversold: holds of bundles are those of their components. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { openOrderShop } from '../../selling/support/orders.ts'
import { findOversold } from './oversold.ts'

setDefaultTimeout(60_000)

test('a bundle that holds its components is not oversold, and one whose components disagree is', async () => {
  const shop = await openOrderShop()
  const { sql } = shop.tenant.service.database
  const { organization_id } = shop.tenant
  const bundle = shop.ids.variants['J-L']!
  const components = [
    { variant_id: shop.ids.variants['J-S']!, units: 2 },
    { variant_id: shop.ids.variants['J-M']!, units: 1 },
  ]
  const wrong = () => findOversold(sql, organization_id)
  await sql`insert into bundles (organization_id, bundle_variant_id) values (${organization_id}, ${bundle})`
  for (const { variant_id, units } of components)
    await sql`
      insert into bundle_components (organization_id, bundle_variant_id, component_variant_id, quantity)
      values (${organization_id}, ${bundle}, ${variant_id}, ${units})`
  const lines = [
    { sku: 'J-L', quantity: 3, unit_price_cents: 9000 },
    { sku: 'J-S', quantity: 4 },
  ]
  const order = await shop.placed({ trading_partner_id: shop.account_id, lifecycle: 'open', lines })
  await shop.act(order, 'allocate')
  expect([await shop.stock('J-S'), await shop.stock('J-M'), await wrong()]).toEqual([[10, 10], [5, 3], 0])
  const commit = (sku: string, units: number) => sql`
    update stock_levels set committed = committed + ${units} where organization_id = ${organization_id}
      and variant_id = ${shop.ids.variants[sku]!} and location_id = ${shop.ids.locations.Main!}`
  for (const [sku, units] of [
    ['J-M', 1],
    ['J-M', -1],
    ['J-S', -1],
  ] as const) {
    await commit(sku, units)
    expect(await wrong()).toBe(1)
    await commit(sku, -units)
  }
  await sql`
    update stock_levels set on_hand = 9 where organization_id = ${organization_id}
      and variant_id = ${shop.ids.variants['J-S']!}`
  expect(await wrong()).toBe(1)
})

test('units that are held where there is no stock, shipped or invoiced otherwise than their documents say, are counted', async () => {
  const shop = await openOrderShop()
  const { sql } = shop.tenant.service.database
  const { organization_id } = shop.tenant
  expect(await findOversold(sql, organization_id)).toBe(0)
  const lines = [{ sku: 'J-S', quantity: 4 }]
  const order = await shop.placed({ trading_partner_id: shop.account_id, lifecycle: 'open', lines })
  const set = (fulfilled: number, invoiced: number, allocated: number) => sql`
    update order_lines set fulfilled_quantity = ${fulfilled}, invoiced_quantity = ${invoiced},
      allocated_quantity = ${allocated}, location_id = ${shop.ids.locations.Store!}
    where organization_id = ${organization_id} and order_id = ${order.order_id}`
  for (const [fulfilled, invoiced, allocated] of [
    [2, 0, 0],
    [2, 1, 0],
    [0, 0, 1],
  ] as const) {
    await set(fulfilled, invoiced, allocated)
    expect(await findOversold(sql, organization_id)).toBe(1)
  }
  await set(0, 0, 0)
  expect(await findOversold(sql, organization_id)).toBe(0)
})
