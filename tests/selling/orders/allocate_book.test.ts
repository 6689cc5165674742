import { expect, setDefaultTimeout, test } from 'bun:test'
import { runWhenDue } from '../../../server/jobs/job.ts'
import { allocateBookJob } from '../../../server/selling/orders/allocation/allocate_book.ts'
import { insertRows } from '../../support/fixtures/catalogue.ts'
import { openOrderShop, type OrderShop, proveBooks } from '../support/orders.ts'
import { useDatabase } from '../support/sales.ts'

setDefaultTimeout(60_000)
const db = useDatabase()

async function allocateBook({ tenant }: OrderShop): Promise<void> {
  await tenant.service.database.sql`delete from job_runs where job = ${allocateBookJob.name}`
  expect(await runWhenDue(db(), allocateBookJob)).toBe(true)
}

test('the whole book is allocated by ship window, then order day, then account tier', async () => {
  const shop = await openOrderShop()
  const { sql } = shop.tenant.service.database
  const { organization_id } = shop.tenant
  await sql`update trading_partners set account_tier = 'a' where organization_id = ${organization_id}`
  const other_id = Bun.randomUUIDv7()
  await insertRows(shop.tenant, 'trading_partners', [
    {
      trading_partner_id: other_id,
      name: 'Zuidhaven',
      account_tier: 'b',
      currency: 'USD',
      auto_release_holds: false,
      created_at: new Date(),
      updated_at: new Date(),
    },
  ])
  const place = (units: number, of: object) =>
    shop.placed({
      lifecycle: 'open',
      sales_channel_id: shop.ids.sales_channels.Online,
      lines: [{ sku: 'J-M', quantity: units, unit_price_cents: 1 }],
      ...of,
    })
  const day = '2026-03-01T10:00:00Z'
  const late = await place(2, {
    trading_partner_id: shop.account_id,
    ship_window_end: '2026-12-31',
    ordered_at: '2026-01-01T10:00:00Z',
  })
  const tierB = await place(2, { trading_partner_id: other_id, ship_window_end: '2026-12-10', ordered_at: day })
  const tierA = await place(2, {
    trading_partner_id: shop.account_id,
    ship_window_end: '2026-12-10',
    ordered_at: '2026-03-01T11:00:00Z',
  })
  const first = await place(2, {
    trading_partner_id: other_id,
    ship_window_end: '2026-12-10',
    ordered_at: '2026-02-01T10:00:00Z',
  })
  const consumer = await place(1, { ordered_at: '2026-01-01T10:00:00Z' })
  await shop.placed({ trading_partner_id: shop.account_id, lines: [{ sku: 'J-M', quantity: 1 }] })
  await allocateBook(shop)
  const held = async () =>
    Promise.all([first, tierA, tierB, late, consumer].map(async (order) => (await shop.get(order)).allocated_units))
  // Five units: two for the oldest of the first window, two for tier a, one for tier b.
  expect(await held()).toEqual([2, 2, 1, 0, 0])
  const events = await shop.events()
  await allocateBook(shop)
  expect(await shop.events()).toEqual(events)
  await shop.admin.post('/api/v1/stock-adjustments', {
    reason: 'found',
    lines: [{ sku: 'J-M', location_id: shop.ids.locations.Main, quantity: 4 }],
  })
  await allocateBook(shop)
  expect(await held()).toEqual([2, 2, 2, 2, 1])
  await proveBooks(shop)
})

test('a book of more orders than one transaction takes is allocated in full, beside people who do the same', async () => {
  const shop = await openOrderShop()
  const orders = []
  for (let i = 0; i < 60; i++) orders.push(await shop.placed({ lines: [{ sku: i % 2 ? 'J-S' : 'J-M', quantity: 1 }] }))
  await Promise.all([allocateBook(shop), ...orders.slice(0, 8).map((order) => shop.act(order, 'allocate'))])
  await allocateBook(shop)
  expect([await shop.stock('J-S'), await shop.stock('J-M')]).toEqual([
    [10, 10],
    [5, 5],
  ])
  await proveBooks(shop)
})

test('allocating the rest of a confirmed order resolves its exception', async () => {
  const shop = await openOrderShop()
  const draft = await shop.placed({ trading_partner_id: shop.account_id, lines: [{ sku: 'J-M', quantity: 6 }] })
  const lines = [{ line_item_id: draft.line_items[0].line_item_id, verdict: 'accepted', unit_price_cents: 3000 }]
  expect((await shop.act(draft, 'confirm', { lines })).body.data.exceptions_open).toBe(1)
  await shop.admin.post('/api/v1/stock-adjustments', {
    reason: 'found',
    lines: [{ sku: 'J-M', location_id: shop.ids.locations.Main, quantity: 1 }],
  })
  await allocateBook(shop)
  expect(await shop.get(draft)).toMatchObject({ lifecycle: 'allocated', exceptions_open: 0 })
})
