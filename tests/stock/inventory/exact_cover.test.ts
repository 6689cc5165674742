/** Cover and health are worked out from the unrounded pace: 13 units at 2 in 28 days are 182 days, not 182.1. */
import { expect, test } from 'bun:test'
import { refreshCover } from '../../../server/ledger/cover.ts'
import { recordSales, setFixture } from '../../support/fixtures/catalogue.ts'
import { newTenant } from '../../support/service/tenant.ts'

const dayMs = 86_400_000
const now = new Date().toISOString()
const back = (days: number) => new Date(Date.parse(now) - days * dayMs).toISOString().slice(0, 10)

test('every read answers the same exact cover, and the bounds of health are met to the day', async () => {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: ['Main', 'Store'],
    sales_channels: ['Web'],
    products: [
      {
        title: 'Coat',
        variants: [
          // Sold 3 in 28 days: 17 units last 158.67 days, 22.67 weeks.
          { sku: 'SLOW', stock: { Main: { on_hand: 17, occurred_at: `${back(60)}T00:00:00Z` } } },
          // Sold 4 in 28 days, at Main and at Store alike: 26 units last 182 days, the last day that is healthy.
          {
            sku: 'EDGE',
            stock: {
              Main: { on_hand: 26, occurred_at: `${back(60)}T00:00:00Z` },
              Store: { on_hand: 26, occurred_at: `${back(60)}T00:00:00Z` },
            },
          },
          // Sold 12 in 28 days: 9 units last the 21 days of lead time and review, so it is not caution.
          { sku: 'SEVEN', stock: { Main: { on_hand: 9, occurred_at: `${back(60)}T00:00:00Z` } } },
          // Sold 2 in 28 days: 1 unit lasts the 14 days of lead time, so it is not critical.
          { sku: 'FOURTEEN', stock: { Main: { on_hand: 1, occurred_at: `${back(60)}T00:00:00Z` } } },
        ],
      },
    ],
  })
  const sold = (sku: string, units: number, location = 'Main') => ({
    sku,
    day: back(5),
    channel: 'Web',
    location,
    units,
    gross_sales_cents: units * 1000,
  })
  await recordSales(tenant, ids, [
    sold('SLOW', 3),
    sold('EDGE', 4),
    sold('EDGE', 4, 'Store'),
    sold('SEVEN', 12),
    sold('FOURTEEN', 2),
  ])
  await tenant.service.database.sql.begin((tx) => refreshCover(tx as never, tenant.organization_id, now))
  const expected = {
    SLOW: [158.7, 22.7, 'healthy'],
    EDGE: [182, 26, 'healthy'],
    SEVEN: [21, 3, 'healthy'],
    FOURTEEN: [14, 2, 'caution'],
  } as const
  const rowsOf = async (query: string) => (await tenant.get(`/api/v1/inventory/table${query}`)).body.data.rows
  const listed = [...(await rowsOf('')), ...(await rowsOf('?view=combined'))]
  for (const [sku, [days, weeks, health]] of Object.entries(expected)) {
    const { total, locations } = (await tenant.get(`/api/v1/variants/${ids.variants[sku]}/drawer-overview`)).body.data
    for (const place of [total, ...locations])
      expect([sku, place.days_of_cover, place.weeks_of_cover, place.health]).toEqual([sku, days, weeks, health])
    const matrix = await tenant.get(`/api/v1/inventory/allocation-matrix?variant_ids=${ids.variants[sku]}`)
    const cell = matrix.body.data.variants[0].cells[0]
    expect([sku, cell.days_of_cover, cell.weeks_of_cover, cell.health]).toEqual([sku, days, weeks, health])
    for (const row of listed.filter((one: any) => one.sku === sku))
      expect([sku, row.days_of_cover, row.health]).toEqual([sku, days, health])
  }
  expect(listed.length).toBe(5 + 4)
  const whole = (await tenant.get(`/api/v1/variants/${ids.variants.EDGE}`)).body.data
  expect(JSON.stringify(whole)).toContain('0.1429')
  expect(JSON.stringify(whole)).not.toContain('0.14285')
})
