/** Orders on a day that an import has are kept, do not count, and are never passed over in silence. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { type CoveredShop, dayAgo, importDays, openCoveredShop, placeLive } from './coverage_fixture.ts'

setDefaultTimeout(60_000)

const day = dayAgo(3)
const noon = `${day}T12:00:00Z`

const exceptions = async ({ session, ids }: CoveredShop, channel = 'Till') =>
  (
    await session.get(
      `/api/v1/exceptions?kind=sales_not_counted&subject_type=sales_channel&subject_id=${ids.sales_channels[channel]}`,
    )
  ).body.data.rows

async function soldOn({ tenant }: CoveredShop, of: string, channel = 'Till') {
  const { channels } = (await tenant.get(`/api/v1/sales/performance/channels?start_date=${of}&end_date=${of}`)).body
    .data
  return channels.find(({ channel_name }: any) => channel_name === channel).total_revenue.cents
}

test('an order on an imported day is kept and does not count, which one exception of the day says', async () => {
  const shop = await openCoveredShop()
  await importDays(shop, 'Till', [dayAgo(4), day])
  const order = await placeLive(shop, 'Till', noon)
  await placeLive(shop, 'Till', noon)
  expect((await shop.tenant.get(`/api/v1/sales/orders/${order.order_id}`)).body.data.lifecycle).toBe('open')
  expect(await soldOn(shop, day)).toBe(10_000)
  const open = await exceptions(shop)
  expect(open).toMatchObject([
    {
      severity: 'warning',
      resolved_at: null,
      sentence: `Orders or returns of Till on ${day} do not count in sales: the figures of the day come from an import.`,
    },
  ])
  // Another imported day is another fact; days of orders and other channels are none.
  await placeLive(shop, 'Till', `${dayAgo(4)}T12:00:00Z`)
  await placeLive(shop, 'Till', `${dayAgo(2)}T12:00:00Z`)
  await placeLive(shop, 'Online', noon)
  expect((await exceptions(shop)).map(({ sentence }: any) => sentence.match(/on (\S+) /)[1]).toSorted()).toEqual([
    dayAgo(4),
    day,
  ])
  expect(await exceptions(shop, 'Online')).toEqual([])
  expect([await soldOn(shop, dayAgo(2)), await soldOn(shop, day, 'Online')]).toEqual([5_000, 5_000])
})

test('the orders count once the import is undone, and the exception ends; the day of another import stays', async () => {
  const shop = await openCoveredShop()
  const { import_id } = await importDays(shop, 'Till', [day])
  await importDays(shop, 'Till', [dayAgo(4)])
  await placeLive(shop, 'Till', noon)
  await placeLive(shop, 'Till', noon)
  await placeLive(shop, 'Till', `${dayAgo(4)}T12:00:00Z`)
  await shop.importer.step(import_id, 'undo')
  await shop.importer.work()
  expect([await soldOn(shop, day), await soldOn(shop, dayAgo(4))]).toEqual([10_000, 10_000])
  const rows = await exceptions(shop)
  const of = (about: string) => rows.find(({ sentence }: any) => sentence.includes(about))
  expect(of(day)).toMatchObject({ resolution: 'counted', resolved_by: 'service:sales' })
  expect(of(dayAgo(4))).toMatchObject({ resolution: null, resolved_at: null })
  // Now it is a day of orders: a file for it is refused, as before.
  const again = await importDays(shop, 'Till', [day])
  expect(again.result.records).toMatchObject({ created: 0, refused: 1 })
})

test('an order that a person said the import contains opens it again for the next one', async () => {
  const shop = await openCoveredShop()
  await importDays(shop, 'Till', [day])
  await placeLive(shop, 'Till', noon)
  const [{ id }] = await exceptions(shop)
  const resolved = await shop.session.post(`/api/v1/exceptions/${id}/resolve`, { resolution: 'The file has it' })
  expect(resolved.status).toBe(200)
  await placeLive(shop, 'Till', noon)
  expect((await exceptions(shop)).map(({ resolved_at }: any) => resolved_at === null).toSorted()).toEqual([false, true])
})
