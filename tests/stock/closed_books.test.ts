/** What lies before the lock date of the books stays as it is; what it cost can be corrected, on the day of the correction. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { openImporter } from '../imports/rig.ts'
import { dayAgo, type KeptStock, keptStock, noonAgo } from './kept_stock.ts'

setDefaultTimeout(120_000)

const organizationOf = ({ tenant }: KeptStock) => `/api/v1/organizations/${tenant.organization_id}`

test('a delivery from before the lock date gets no further line, and its costs are corrected now', async () => {
  const shop = await keptStock({ COAT: 10, HAT: 10 })
  const { COAT, HAT } = shop.ids.variants
  const order = await shop.ordered([
    ['COAT', 5, 12],
    ['HAT', 5, 12],
  ])
  const { delivery_id } = (await shop.deliver(order, [['COAT', 5]], { received_at: noonAgo(3) })).body.data
  const path = `${organizationOf(shop)}/purchase-orders/${order}/deliveries/${delivery_id}`
  const correct = (body: object) => shop.tenant.patch(path, body)
  expect((await shop.session.patch(organizationOf(shop), { books_from: dayAgo(1) })).status).toBe(200)
  for (const line of [
    { variant_id: HAT, received_quantity: 2 },
    { variant_id: COAT, received_quantity: 4 },
  ]) {
    const refused = await correct({ line_items: [line] })
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
    expect(refused.body.message.desc).toContain(dayAgo(1))
  }
  expect([await shop.stock('HAT'), await shop.stock('COAT')]).toEqual([
    { units: 10, value: 120 },
    { units: 15, value: 180 },
  ])
  const costed = await correct({ line_items: [{ variant_id: COAT, unit_cost: 13 }], freight_cents: 500 })
  expect([costed.status, costed.text]).toEqual([200, costed.text])
  expect(await shop.stock('COAT')).toEqual({ units: 15, value: 190 })
  const changes = await shop.movements(`document_type=cost_correction&document_id=${delivery_id}`)
  expect(changes.map(({ occurred_at }) => occurred_at.slice(0, 10))).toEqual([dayAgo(0)])
  // On the lock date itself a line is added as before.
  expect((await shop.session.patch(organizationOf(shop), { books_from: dayAgo(3) })).status).toBe(200)
  expect((await correct({ line_items: [{ variant_id: HAT, received_quantity: 2 }] })).status).toBe(200)
  // 24.00 of the 84.00 that came bear 1.43 of the freight.
  expect(await shop.stock('HAT')).toEqual({ units: 12, value: 145.43 })
  await shop.prove()
})

test('an import from before the lock date is not undone, and says so for each record', async () => {
  const shop = await keptStock({ COAT: 10, HAT: 10 })
  const importer = await openImporter(shop.tenant)
  const file = 'SKU,Location,On hand\nCOAT,A,7\nHAT,A,8'
  const { import_id } = await importer.imported(file, { kind: 'inventory' })
  // As if a day had passed, from which the books are open.
  await shop.tenant.service.database.sql`
    update organizations set books_from = ${dayAgo(-1)} where organization_id = ${shop.tenant.organization_id}`
  await importer.step(import_id, 'undo')
  await importer.work()
  expect(await importer.get(import_id)).toMatchObject({
    state: 'partly_undone',
    undo_result: { records: { undone: 0, refused: 2 } },
  })
  expect([await shop.stock('COAT'), await shop.stock('HAT')]).toEqual([
    { units: 7, value: 84 },
    { units: 8, value: 96 },
  ])
})
