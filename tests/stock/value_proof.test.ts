/** No value gets lost where units had left at a cost that turns out wrong: the difference is a variance of the day of booking. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { dayAgo, type KeptStock, keptStock, noonAgo } from './kept_stock.ts'

setDefaultTimeout(60_000)

async function variance({ tenant }: KeptStock, start = dayAgo(0), end = dayAgo(0)) {
  const query = { domain: 'movements', measures: ['cost_variance'], time_range: { kind: 'absolute', start, end } }
  const { rows } = (await tenant.post('/api/v1/metrics/query', { query })).body.data
  return rows[0]?.cost_variance.cents ?? 0
}

/** The second route: what came in and went out at its cost, less the variances. */
async function booked({ tenant }: KeptStock) {
  const [row] = await tenant.service.database.sql`
    select sum(quantity_delta * coalesce(landed_unit_cost, 0) - coalesce(cost_variance, 0))::float8 as value
    from stock_movements where organization_id = ${tenant.organization_id}`
  return row!.value
}

test('units that left below zero cost what the next arrival does', async () => {
  const shop = await keptStock({ COAT: 2 })
  await shop.ship(await shop.sold('COAT', 5), 'COAT', 5)
  expect(await shop.stock('COAT')).toEqual({ units: -3, value: -36 })
  await shop.prove()
  const order = await shop.ordered([['COAT', 12, 15]])
  // Two of three: −36.00 + 30.00 leave −15.00, so 9.00 is missing from the cost of what was sold.
  await shop.deliver(order, [['COAT', 2]], { received_at: noonAgo(1) })
  expect([await shop.stock('COAT'), await variance(shop)]).toEqual([{ units: -1, value: -15 }, 900])
  await shop.prove()
  await shop.deliver(order, [['COAT', 10]])
  expect([await shop.stock('COAT'), await variance(shop)]).toEqual([{ units: 9, value: 135 }, 900])
  // It is booked today, whatever the day of the arrival.
  expect(await variance(shop, dayAgo(9), dayAgo(1))).toBe(0)
  expect(await booked(shop)).toBe(135)
  await shop.prove()
})

test('an arrival at the cost at which units left, or into stock of exactly zero, has no variance', async () => {
  const shop = await keptStock({ COAT: 2 })
  await shop.ship(await shop.sold('COAT', 2), 'COAT', 2)
  const dearer = await shop.ordered([['COAT', 3, 15]])
  await shop.deliver(dearer, [['COAT', 3]])
  expect([await shop.stock('COAT'), await variance(shop)]).toEqual([{ units: 3, value: 45 }, 0])
  await shop.ship(await shop.sold('COAT', 4), 'COAT', 4)
  const same = await shop.ordered([['COAT', 3, 15]])
  await shop.deliver(same, [['COAT', 3]])
  expect([await shop.stock('COAT'), await variance(shop)]).toEqual([{ units: 2, value: 30 }, 0])
  await shop.prove()
})

test('what a removed delivery leaves in sold units is their variance', async () => {
  const shop = await keptStock({ COAT: 10 })
  const order = await shop.ordered([['COAT', 10, 10]])
  const { delivery_id } = (await shop.deliver(order, [['COAT', 10]])).body.data
  await shop.ship(await shop.sold('COAT', 10), 'COAT', 10)
  expect(await shop.stock('COAT')).toEqual({ units: 10, value: 110 })
  const path = `/api/v1/organizations/${shop.tenant.organization_id}/purchase-orders/${order}/deliveries/${delivery_id}`
  expect((await shop.tenant.delete(path)).status).toBe(204)
  // Those sold left at 11.00 and were those of 12.00.
  expect([await shop.stock('COAT'), await variance(shop), await booked(shop)]).toEqual([
    { units: 0, value: 0 },
    1_000,
    0,
  ])
  await shop.prove()
})
