/** Concurrent writes on orders that share variants. */
import { expect, test } from 'bun:test'
import { orderFixture } from './order_fixture.ts'
import { approved, arrived, level, record } from './receiving.ts'

test('a delivery locks only the levels it changes, so that two deliveries never deadlock', async () => {
  const fixture = await orderFixture()
  const { tenant, ids } = fixture
  const order = await approved(fixture)
  const elsewhere = await approved(fixture, { location_id: ids.locations.Store })
  await tenant.service.database.sql.begin(async (tx) => {
    const held = await tx`
      select from stock_levels where organization_id = ${tenant.organization_id}
        and (variant_id = ${ids.variants['C-M']!} or location_id = ${ids.locations.Store!}) for update`
    expect(held.length).toBe(3)
    const answer = await record(fixture, order, arrived(fixture, ['C-S', 4]))
    expect([answer.status, answer.body.data?.units]).toEqual([200, 4])
  })
  expect((await record(fixture, elsewhere, arrived(fixture, ['C-M', 2]))).status).toBe(200)
  expect(await level(fixture, 'C-S')).toEqual([34, 20, 18.3529411765, 2])
})

test('concurrently approved orders for the same variant all count as incoming', async () => {
  const fixture = await orderFixture()
  const { tenant, ids } = fixture
  const line_items = [{ variant_id: ids.variants['C-S'], quantity: 3 }]
  const orders = await Promise.all(Array.from({ length: 8 }, () => fixture.order({ line_items })))
  const answers = await Promise.all(orders.map((id) => tenant.post(fixture.at(`/${id}/approve`))))
  expect(answers.map(({ status }) => status)).toEqual(orders.map(() => 200))
  expect((await level(fixture, 'C-S'))[1]).toBe(24)
})
