import { expect, test } from 'bun:test'
import { foldSalesDeltas, moveProductSums } from '../../../server/selling/sales_facts/fold_sales.ts'
import { recordSales, setFixture } from '../../support/fixtures/catalogue.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { path } from './trading_shop.ts'

test('a product that changes its category takes its sales along, before a job has moved its sums and after', async () => {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: ['Main'],
    sales_channels: ['Shop'],
    categories: ['Knitwear'],
    products: [
      { title: 'Jumper', category: 'Knitwear', variants: [{ sku: 'J' }] },
      { title: 'Bag', variants: [{ sku: 'B' }] },
    ],
  })
  const sale = { location: 'Main', channel: 'Shop', units: 1 }
  await recordSales(tenant, ids, [
    { ...sale, sku: 'J', day: '2025-10-04', gross_sales_cents: 300 },
    { ...sale, sku: 'B', day: '2025-10-05', gross_sales_cents: 50 },
  ])
  const { sql } = tenant.service.database
  const byCategory = async () => {
    const answer = await tenant.post(path, {
      query: {
        domain: 'sales',
        measures: ['gross_sales'],
        dimensions: ['category'],
        time_range: { kind: 'absolute', start: '2025-10-01', end: '2025-10-31' },
      },
    })
    return Object.fromEntries(answer.body.data.rows.map((row: any) => [row.category_name, row.gross_sales.cents]))
  }
  const states = [await byCategory()]
  const steps = [
    () => sql.begin((tx) => foldSalesDeltas(tx as never)),
    () => sql`
      update products set category_id = null
      where organization_id = ${tenant.organization_id} and product_id = ${ids.products.Jumper!}`,
    () => sql.begin((tx) => moveProductSums(tx as never)),
  ]
  for (const step of steps) {
    await step()
    states.push(await byCategory())
  }
  const [apart, together] = [{ Knitwear: 300, null: 50 }, { null: 350 }]
  expect(states).toEqual([apart, apart, together, together])
})
