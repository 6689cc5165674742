/** The ledger adds up from answers alone: unit costs keep their four decimals on the way out. */
import Big from 'big.js'
import { expect, test } from 'bun:test'
import { moveStock } from '../../support/fixtures/catalogue.ts'
import { orderFixture } from '../../purchasing/order_fixture.ts'
import { approved, arrived, listen, record } from '../../purchasing/receiving.ts'

/** 2,999 buttons at a cost of fractions of a cent, with freight on top, corrected, sold and counted. */
async function traded() {
  const fixture = await orderFixture()
  const { tenant, ids } = fixture
  const receivedEvents = await listen(fixture, 'movement.recorded')
  const id = await approved(fixture, {
    line_items: [
      { variant_id: ids.variants['C-S'], quantity: 2_999, unit_cost: 0.0375 },
      { variant_id: ids.variants['C-M'], quantity: 700, unit_cost: 17.2463 },
    ],
  })
  const { delivery_id } = (await record(fixture, id, arrived(fixture, ['C-S', 2_999], ['C-M', 650]))).body.data
  const delivery = fixture.at(`/${id}/deliveries/${delivery_id}`)
  expect((await tenant.patch(delivery, arrived(fixture, ['C-M', 641]))).status).toBe(200)
  expect((await tenant.patch(delivery, { freight_cents: 48_273 })).status).toBe(200)
  await moveStock(tenant, ids, [
    { sku: 'C-S', location: 'Main', kind: 'fulfilment', quantity: -1_234 },
    { sku: 'C-M', location: 'Main', kind: 'fulfilment', quantity: -77 },
  ])
  return { ...fixture, heard: receivedEvents }
}

const rowsOf = async ({ tenant, ids }: Awaited<ReturnType<typeof traded>>, sku: string): Promise<any[]> => {
  const pair = `variant_id=${ids.variants[sku]}&location_id=${ids.locations.Main}`
  return (await tenant.get(`/api/v1/inventory/movements?${pair}&limit=100`)).body.data.rows
}

const sumOf = (rows: readonly any[], field: 'unit_cost' | 'landed_unit_cost') =>
  rows
    .filter((row) => row.cost_adjustment === null)
    .reduce((sum, row) => sum.plus(Big(row[field].usd).times(row.quantity_delta)), Big(0))

test('quantities times unit costs of the answers come to the value of the ledger, to the fourth decimal', async () => {
  const fixture = await traded()
  const { tenant, ids } = fixture
  for (const sku of ['C-S', 'C-M']) {
    const rows = await rowsOf(fixture, sku)
    const [stored] = await tenant.service.database.sql`
      select round(sum(quantity_delta * unit_cost), 4)::text as bought,
        round(sum(quantity_delta * landed_unit_cost), 4)::text as landed,
        sum(adjusted_cost)::text as adjusted
      from stock_movements where organization_id = ${tenant.organization_id} and variant_id = ${ids.variants[sku]!}`
    const adjusted = rows.reduce((sum, row) => sum.plus(row.cost_adjustment?.cost.usd ?? 0), Big(0))
    expect([sumOf(rows, 'unit_cost'), sumOf(rows, 'landed_unit_cost'), adjusted].map((sum) => sum.toFixed(4))).toEqual([
      stored!.bought,
      stored!.landed,
      Big(stored!.adjusted).toFixed(4),
    ])
    // To the cent they would not.
    const inCents = rows
      .filter((row) => row.cost_adjustment === null)
      .reduce((sum, row) => sum.plus(Big(row.landed_unit_cost.cents).times(row.quantity_delta).div(100)), Big(0))
    expect(inCents.toFixed(4)).not.toBe(stored!.landed)
  }
})

test('cents are the unit cost rounded half up, in reads and in events alike', async () => {
  const fixture = await traded()
  const { tenant, ids } = fixture
  const figures: any[] = []
  for (const sku of ['C-S', 'C-M'])
    for (const row of await rowsOf(fixture, sku)) if (row.cost_adjustment === null) figures.push(row.landed_unit_cost)
  for (const [, row] of await fixture.heard()) if (row.cost_adjustment === null) figures.push(row.unit_cost)
  const variant = (await tenant.get(`/api/v1/variants/${ids.variants['C-M']}`)).body.data
  const location = variant.stock.find((one: any) => one.location_id === ids.locations.Main)
  const [level] = await tenant.service.database.sql`
    select average_cost::float8 as average from stock_levels where organization_id = ${tenant.organization_id}
      and variant_id = ${ids.variants['C-M']!} and location_id = ${ids.locations.Main!}`
  expect(location.average_cost.usd).toBe(level!.average)
  const count = await tenant.post('/api/v1/stocktakes', {
    name: 'Count',
    counted_on: '2026-11-20',
    location_ids: [ids.locations.Main],
    variant_ids: [ids.variants['C-M']],
  })
  const counts = [{ variant_id: ids.variants['C-M'], location_id: ids.locations.Main, counted_quantity: 3 }]
  await tenant.patch(`/api/v1/stocktakes/${count.body.data.id}/counts`, { counts })
  const [line] = (await tenant.get(`/api/v1/stocktakes/${count.body.data.id}/table`)).body.data.rows
  expect(line.unit_cost.usd).toBe(level!.average)
  figures.push(location.average_cost, line.unit_cost, variant.unit_cost)
  for (const { cents, usd } of figures) expect(cents).toBe(Number(Big(usd).times(100).round(0, Big.roundHalfUp)))
  expect(figures.some(({ cents, usd }) => cents !== usd * 100)).toBe(true)
})
