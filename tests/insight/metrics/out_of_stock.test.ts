/** What counts as out of stock. */
import { expect, test } from 'bun:test'
import { moveStock, setFixture } from '../../support/fixtures/catalogue.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { path } from './trading_shop.ts'

test('only pairs that ever had stock are in stock or out of it', async () => {
  const tenant = await newTenant()
  const inventory = async () => {
    const { body } = await tenant.post(path, {
      query: {
        domain: 'inventory',
        measures: ['stock_levels', 'out_of_stock_levels', 'out_of_stock_rate', 'incoming'],
      },
    })
    return body.data.rows[0]
  }
  const ids = await setFixture(tenant, {
    locations: ['Main', 'Store'],
    products: [
      {
        title: 'Jumper',
        variants: [
          { sku: 'ordered', stock: { Main: { incoming: 5 } } },
          { sku: 'stated', stock: { Main: { on_hand: 0 }, Store: { on_hand: 0 } } },
        ],
      },
      { title: 'Bag', variants: [{ sku: 'sold out' }, { sku: 'here' }, { sku: 'held' }] },
    ],
  })
  // Units on order, and a stated stock of none, are no stock that ran out.
  expect(await inventory()).toEqual({
    stock_levels: 0,
    out_of_stock_levels: 0,
    out_of_stock_rate: null,
    out_of_stock_rate_reason: 'There are no stock levels.',
    incoming: 5,
  })
  const arrive = (sku: string, quantity: number) =>
    moveStock(tenant, ids, [{ sku, location: 'Main', kind: 'opening', quantity }])
  for (const [sku, quantity] of [
    ['sold out', 1],
    ['here', 1],
    ['held', 2],
  ] as const)
    await arrive(sku, quantity)
  await moveStock(tenant, ids, [{ sku: 'sold out', location: 'Main', kind: 'fulfilment', quantity: -1 }])
  await tenant.service.database.sql`
    update stock_levels set committed = 2
    where organization_id = ${tenant.organization_id} and variant_id = ${ids.variants.held!}`
  expect(await inventory()).toMatchObject({
    stock_levels: 3,
    out_of_stock_levels: 2,
    out_of_stock_rate: 66.67,
    incoming: 5,
  })
})
