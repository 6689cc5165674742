/** A margin that is unknown says which units lack their cost, and why: in all, by day, and by what the query splits by. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { daysBetween } from '../../../server/calendar/days.ts'
import { fiscalMonthOf, fiscalYearStart } from '../../../server/calendar/retail_calendar.ts'
import { dayAgo, keptStock, type KeptStock, noonAgo } from '../../stock/kept_stock.ts'

setDefaultTimeout(60_000)

const words = 'The cost of some of the units sold or returned is unknown'

async function reasons({ tenant }: KeptStock, more: object = {}) {
  const time_range = { kind: 'absolute', start: dayAgo(6), end: dayAgo(0) }
  const query = { domain: 'sales', measures: ['gross_margin', 'gross_margin_pct'], time_range, ...more }
  const { rows } = (await tenant.post('/api/v1/metrics/query', { query })).body.data
  return rows.map((row: any) => {
    if (row.gross_margin.reason !== null) expect(row.gross_margin_pct_reason).toBe(row.gross_margin.reason)
    return row.gross_margin.reason
  })
}

async function mixed() {
  const shop = await keptStock({ COAT: 0, SCARF: 0, HAT: 0, GLOVE: 10 })
  const { sql } = shop.tenant.service.database
  await sql`update variants set unit_cost = null where organization_id = ${shop.tenant.organization_id}`
  const coats = await shop.ordered([['COAT', 10, 40]], { supplier: 'SEK mill' })
  expect((await shop.deliver(coats, [['COAT', 10]], { received_at: noonAgo(5) })).status).toBe(200)
  const sell = async (sku: string, units: number, days: number, ships = true) => {
    const order = await shop.sold(sku, units, { ordered_at: noonAgo(days) })
    if (ships) expect((await shop.ship(order, sku, units, { shipped_at: noonAgo(days) })).status).toBe(201)
    return order
  }
  const order = await sell('COAT', 3, 4)
  await sell('SCARF', 2, 3)
  await sell('HAT', 1, 2, false)
  await sell('GLOVE', 1, 1)
  return { shop, order }
}

test('what has not shipped, lacks a rate or has no stated cost is told apart', async () => {
  const { shop } = await mixed()
  expect(await reasons(shop)).toEqual([
    `${words}: no cost is stated of 2 units; 3 units lack an exchange rate of SEK; 1 unit has not shipped yet.`,
  ])
  const byDay = await reasons(shop, { grain: 'day' })
  expect(byDay.slice(2, 6)).toEqual([
    `${words}: 3 units lack an exchange rate of SEK.`,
    `${words}: no cost is stated of 2 units.`,
    `${words}: 1 unit has not shipped yet.`,
    null,
  ])
  for (const dimension of ['sales_channel', 'category', 'product'])
    expect(await reasons(shop, { dimensions: [dimension] })).toEqual(await reasons(shop))
  const filters = [{ dimension: 'sales_channel', values: [shop.ids.sales_channels.Online] }]
  expect(await reasons(shop, { filters })).toEqual(await reasons(shop))
  const overview = (await shop.tenant.get('/api/v1/sales/new-overview')).body
  expect(overview.cards.find(({ key }: any) => key === 'gross_margin').reason).toBe(
    'The cost of some of the units is unknown: no cost is stated of 2 units; 3 units lack an exchange rate of SEK; 1 unit has not shipped yet.',
  )
})

test('by location, units lack what those of the location do', async () => {
  const shop = await keptStock({ COAT: 0, SCARF: 0 })
  const { sql } = shop.tenant.service.database
  await sql`update variants set unit_cost = null where organization_id = ${shop.tenant.organization_id}`
  const { A, B } = shop.ids.locations
  await shop.sold('COAT', 2, { location_id: A })
  const sold = await shop.sold('SCARF', 3, { location_id: B })
  expect((await shop.ship(sold, 'SCARF', 3)).status).toBe(201)
  const returned = { location_id: A, order_id: sold.order_id, lines: [{ sku: 'SCARF', expected_quantity: 1 }] }
  const { id } = (await shop.returned(returned)).body.data
  const lines = [{ sku: 'SCARF', received_quantity: 1, disposition: 'restock' }]
  expect((await shop.tenant.post(`/api/v1/sales/returns/${id}/receive`, { lines })).status).toBe(200)
  const [inA, inB] = [
    `${words}: no cost is stated of 1 unit; 2 units have not shipped yet.`,
    `${words}: no cost is stated of 3 units.`,
  ]
  expect(await reasons(shop, { dimensions: ['location'] })).toEqual([inA, inB])
  for (const [place, reason] of [
    [A, inA],
    [B, inB],
  ])
    expect(await reasons(shop, { filters: [{ dimension: 'location', values: [place] }] })).toEqual([reason])
})

test('the weekly trade report says it of each row and of the total', async () => {
  const shop = await keptStock({ COAT: 0 })
  const { sql } = shop.tenant.service.database
  await sql`update variants set unit_cost = null where organization_id = ${shop.tenant.organization_id}`
  await shop.ship(await shop.sold('COAT', 2), 'COAT', 2)
  await shop.sold('COAT', 1)
  const { fiscal_year } = fiscalMonthOf(dayAgo(0), 2)
  const week = Math.floor(daysBetween(fiscalYearStart(fiscal_year, 2), dayAgo(0)) / 7) + 1
  for (const cut of ['category', 'channel']) {
    const query = `week=${fiscal_year}-W${String(week).padStart(2, '0')}&cut=${cut}`
    const { sections } = (await shop.tenant.get(`/api/v1/finance/reports/weekly-trade?${query}`)).body.data
    const { rows } = sections.find(({ key }: any) => key === 'trade')
    const marginOf = ({ cells }: any) => cells.find(({ column }: any) => column === 'gross_margin').reason
    const reason = 'The cost of some units is unknown: no cost is stated of 2 units; 1 unit has not shipped yet.'
    expect(rows.map(marginOf)).toEqual([reason, reason])
  }
})

test('units that came back lack what their sale did, and a rate takes them out of the reason', async () => {
  const { shop, order } = await mixed()
  const created = await shop.returned({
    order_id: order.order_id,
    location_id: shop.ids.locations.A,
    lines: [{ sku: 'COAT', expected_quantity: 1 }],
  })
  const lines = [{ sku: 'COAT', received_quantity: 1, disposition: 'restock' }]
  const at = `/api/v1/sales/returns/${created.body.data.id}/receive`
  expect((await shop.tenant.post(at, { lines })).status).toBe(200)
  expect((await reasons(shop, { grain: 'day' })).at(-1)).toBe(`${words}: 1 unit lacks an exchange rate of SEK.`)
  const rates = [{ currency: 'SEK', rate_date: dayAgo(6), organization_currency_per_unit: 0.2 }]
  expect((await shop.session.post('/api/v1/exchange-rates', { rates })).status).toBe(200)
  expect(await reasons(shop)).toEqual([`${words}: no cost is stated of 2 units; 1 unit has not shipped yet.`])
})
