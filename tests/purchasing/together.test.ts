/** Writes on orders that share variants, at once. */
import { expect, test } from 'bun:test'
import { ordering } from './ordering.ts'
import { approved, arrived, level, record } from './receiving.ts'

test('a delivery waits for no level that it does not change, so two of them never wait for each other in a circle', async () => {
  const scene = await ordering()
  const { tenant, ids } = scene
  const order = await approved(scene)
  const elsewhere = await approved(scene, { location_id: ids.locations.Store })
  await tenant.service.database.sql.begin(async (tx) => {
    const held = await tx`
      select from stock_levels where organization_id = ${tenant.organization_id}
        and (variant_id = ${ids.variants['C-M']!} or location_id = ${ids.locations.Store!}) for update`
    expect(held.length).toBe(3)
    const answer = await record(scene, order, arrived(scene, ['C-S', 4]))
    expect([answer.status, answer.body.data?.units]).toEqual([200, 4])
  })
  expect((await record(scene, elsewhere, arrived(scene, ['C-M', 2]))).status).toBe(200)
  expect(await level(scene, 'C-S')).toEqual([34, 20, 18.3529, 2])
})

test('orders approved at once for the same variant all count as incoming', async () => {
  const scene = await ordering()
  const { tenant, ids } = scene
  const line_items = [{ variant_id: ids.variants['C-S'], quantity: 3 }]
  const orders = await Promise.all(Array.from({ length: 8 }, () => scene.order({ line_items })))
  const answers = await Promise.all(orders.map((id) => tenant.post(scene.at(`/${id}/approve`))))
  expect(answers.map(({ status }) => status)).toEqual(orders.map(() => 200))
  expect((await level(scene, 'C-S'))[1]).toBe(24)
})
