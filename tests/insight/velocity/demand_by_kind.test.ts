/** Consumers and wholesale are different demand: a bulk shipment is no daily rate, and stock counts where consumers buy. */
import { expect, test } from 'bun:test'
import { refreshCover } from '../../../server/ledger/cover.ts'
import { newSession } from '../../support/service/session.ts'
import {
  daysAgo,
  fillDemand,
  fillHistory,
  type History,
  move,
  newHistory,
  readTable,
  refresh,
  sell,
  skus,
} from './velocity_fixture.ts'

const opening = (location: string, quantity: number, days: number, sku = 'A1') => ({
  sku,
  location,
  kind: 'opening' as const,
  quantity,
  occurred_at: `${daysAgo(days)}T00:00:00Z`,
})
const leaves = (location: string, quantity: number, days: number, sku = 'A1') => ({
  ...opening(location, -quantity, days, sku),
  kind: 'adjustment' as const,
})
const sale = (channel: string, location: string, day: number, units: number, sku = 'A1') => ({
  sku,
  day: daysAgo(day),
  channel,
  location,
  units,
  gross_sales_cents: units * 1_000,
})

async function measure(history: History) {
  const { sql } = history.tenant.service.database
  await sql.begin((tx) => refreshCover(tx as never, history.tenant.organization_id, new Date().toISOString()))
  await refresh(history.tenant)
}

const rowOf = async ({ tenant }: History, sku = 'A1', query = {}) =>
  (await readTable(tenant, query)).body.data.rows.find((row: any) => row.sku === sku)

async function get({ tenant }: History, path: string) {
  const answer = await tenant.get(`/api/v1/${path}`)
  expect([path, answer.status]).toEqual([path, 200])
  return answer.body.data
}

/** Every read of the cover of a SKU, with its reason. */
async function coversOf(history: History, sku = 'A1') {
  const { ids, tenant } = history
  const id = ids.variants[sku]!
  const session = await newSession(tenant)
  const metrics = await session.post('/api/v1/metrics/query', {
    query: { domain: 'inventory', measures: ['days_of_cover'] },
  })
  const { total, locations } = await get(history, `variants/${id}/drawer-overview`)
  const rows = async (query: string) => (await get(history, `inventory/table?${query}&limit=100`)).rows
  const inventory = (await rows('type=variants')).filter((row: any) => row.sku === sku)
  const combined = (await rows('view=combined')).find((row: any) => row.sku === sku)
  const product = (await rows('type=products')).find((row: any) => row.product_id === combined.product_id)
  const [cells] = (await get(history, `inventory/allocation-matrix?variant_ids=${id}`)).variants
  const { stock } = await get(history, `variants/${id}`)
  return {
    metrics: metrics.body.data.rows[0],
    total,
    locations,
    sums: [combined, product],
    levels: [...inventory, ...cells.cells, ...stock],
  }
}

test('one wholesale shipment is no rate: no velocity, no lost units and no critical stock follow from it', async () => {
  const history = await newHistory()
  await move(history, [opening('North', 20, 90)])
  await move(history, [leaves('North', 13, 5)])
  await sell(history, [sale('Wholesale', 'North', 5, 13)])
  await measure(history)
  const row = await rowOf(history)
  expect(row).toMatchObject({
    units_sold: 13,
    units_per_day: null,
    velocity_reason_code: 'single_wholesale_shipment',
    lost_units: 0,
    weeks_of_cover: null,
    cover_reason_code: 'single_wholesale_shipment',
    trend_reason_code: 'single_wholesale_shipment',
    by_demand: {
      consumer: { units: 0, units_per_day: 0, reason_code: null },
      wholesale: {
        units: 13,
        shipping_days: 1,
        units_per_day: null,
        unmeasured_variants: 1,
        reason_code: 'single_wholesale_shipment',
      },
    },
  })
  const covers = await coversOf(history)
  const code = 'single_wholesale_shipment'
  expect(covers.total).toMatchObject({ health: 'healthy', days_of_cover: null, cover_reason_code: code })
  expect(covers.total.velocity).toMatchObject({ units_per_day: null, reason_code: code })
  for (const one of covers.sums) expect(one).toMatchObject({ health: 'healthy', cover_reason_code: code })
  const there = covers.levels.filter(({ location_id }: any) => location_id === history.ids.locations.North)
  expect(there.length).toBe(3)
  for (const one of there) expect(one).toMatchObject({ health: 'healthy', cover_reason_code: code })
  expect(covers.metrics.days_of_cover_reason).toContain('wholesale')
  for (const one of [...covers.sums, ...there, covers.total]) expect(one.cover_reason).not.toContain('Nothing was sold')
})

test('wholesale has a rate from two shipping days on, by all days, and its shortage loses no units', async () => {
  const history = await newHistory()
  await move(history, [opening('North', 40, 90), leaves('North', 36, 14)])
  await sell(history, [sale('Wholesale', 'North', 20, 13), sale('Wholesale', 'North', 15, 15)])
  await move(history, [leaves('North', 4, 12)])
  await measure(history)
  // 28 units on two days in 28 days; the last 12 days without stock lose nothing.
  expect(await rowOf(history)).toMatchObject({
    units_per_day: 1,
    lost_units: 0,
    velocity_reason_code: null,
    by_demand: { wholesale: { units: 28, days: 28, shipping_days: 2, units_per_day: 1 } },
  })
  await sell(history, [sale('Web', 'North', 16, 8)])
  // Consumers: 8 units on 16 days in stock, and half a unit on each of 12 days without.
  const row = await rowOf(history)
  expect(row).toMatchObject({ units_per_day: 1.5, in_stock_days: 16, stockout_days: 12, lost_units: 6 })
  expect(row.lost_revenue.cents).toBe(6_000)
  expect(row.by_demand.consumer).toMatchObject({ units: 8, days: 16, units_per_day: 0.5, basis: 'in_stock_days' })
  await measure(history)
  const { total, locations } = await coversOf(history)
  expect(total.velocity.units_per_day).toBe(1.5)
  expect(locations[0].velocity.units_per_day).toBe(1.5)
})

test('two shipments of one day, whatever their locations, are one shipping day', async () => {
  const history = await newHistory()
  await move(history, [opening('North', 40, 90), opening('South', 40, 90)])
  await sell(history, [sale('Wholesale', 'North', 20, 13), sale('Wholesale', 'South', 20, 9)])
  await measure(history)
  expect((await rowOf(history)).by_demand.wholesale).toMatchObject({ shipping_days: 1, units_per_day: null })
  await sell(history, [sale('Wholesale', 'South', 1, 6)])
  await measure(history)
  expect((await rowOf(history)).by_demand.wholesale).toMatchObject({ shipping_days: 2, units_per_day: 1 })
  // A shipment before the window does not count, and today's not yet.
  await sell(history, [sale('Wholesale', 'South', 29, 6, 'A2'), sale('Wholesale', 'South', 28, 7, 'A2')])
  await sell(history, [sale('Wholesale', 'South', 0, 7, 'A2')])
  expect((await rowOf(history, 'A2')).by_demand.wholesale).toMatchObject({ units: 7, shipping_days: 1 })
})

test('a single wholesale shipment beside consumers leaves their velocity, and says that it is not in it', async () => {
  const history = await newHistory()
  await move(history, [opening('North', 100, 90)])
  await sell(history, [sale('Web', 'North', 9, 14), sale('Wholesale', 'North', 5, 60)])
  const row = await rowOf(history)
  expect(row).toMatchObject({ units_sold: 74, units_per_day: 0.5, velocity_reason_code: null })
  expect(row.by_demand.wholesale).toMatchObject({ units: 60, units_per_day: null, unmeasured_variants: 1 })
  // The window before has no wholesale to compare with.
  await sell(history, [sale('Web', 'North', 40, 7)])
  expect(await rowOf(history)).toMatchObject({ trend_percentage: null, trend_reason_code: 'demand_changed' })
  await refresh(history.tenant)
  expect(await rowOf(history)).toMatchObject({ trend_percentage: null, trend_reason_code: 'demand_changed' })
})

test('one unit in an outlet does not make the days in stock at which consumers could not buy', async () => {
  const history = await newHistory()
  await move(history, [opening('North', 8, 90), opening('South', 1, 90), leaves('North', 8, 20)])
  await sell(history, [sale('Web', 'North', 21, 8)])
  // North had stock on 8 of 28 days, South on all.
  expect(await rowOf(history)).toMatchObject({
    units_per_day: 1,
    in_stock_days: 8,
    stockout_days: 20,
    lost_units: 20,
    by_demand: { consumer: { days: 8, units_per_day: 1, unmeasured_locations: 0 } },
  })
  // The outlet sells, too: 1 a day on 8 days, and a quarter a day on 28.
  await sell(history, [sale('Web', 'South', 10, 7)])
  const row = await rowOf(history)
  expect(row).toMatchObject({ units_per_day: 1.25, lost_units: 20, in_stock_days: 12, stockout_days: 16 })
  expect(row.by_demand.consumer.days).toBe(12)
})

test('where consumers bought before and found nothing in the window, the rate is unknown', async () => {
  const history = await newHistory()
  await move(history, [opening('North', 8, 90), opening('South', 1, 90), leaves('North', 8, 40)])
  await sell(history, [sale('Web', 'North', 45, 8)])
  expect(await rowOf(history)).toMatchObject({
    units_per_day: null,
    velocity_reason_code: 'out_of_stock',
    in_stock_days: 0,
    stockout_days: 28,
    lost_units: null,
    lost_reason_code: 'out_of_stock',
    by_demand: { consumer: { units_per_day: null, unmeasured_locations: 1, reason_code: 'out_of_stock' } },
  })
  // With a rate elsewhere, the velocity is of there, and says how many locations it leaves out.
  await sell(history, [sale('Web', 'South', 3, 7)])
  expect(await rowOf(history)).toMatchObject({
    units_per_day: 0.25,
    by_demand: { consumer: { unmeasured_locations: 1 } },
  })
})

test('nothing was sold is not said beside units sold before the ledger, or since the rate was measured', async () => {
  const history = await newHistory()
  await move(history, [opening('North', 8, 10)])
  await measure(history)
  await sell(history, [sale('Web', 'North', 20, 3)])
  expect(await rowOf(history)).toMatchObject({
    units_sold: 3,
    units_per_day: 0,
    cover_reason_code: 'sold_before_the_ledger',
  })
  const { total, locations, sums, levels } = await coversOf(history)
  expect(total.cover_reason_code).toBe('sold_before_the_ledger')
  expect(locations[0].velocity).toMatchObject({ units_per_day: null, reason_code: 'not_measured' })
  const there = levels.filter(({ location_id }: any) => location_id === history.ids.locations.North)
  for (const one of [...there, ...sums]) expect(one.cover_reason_code).toBe('not_measured')
  await measure(history)
  const again = await coversOf(history)
  expect(again.locations[0].velocity.reason_code).toBe('sold_without_stock')
  for (const one of again.sums) expect(one.cover_reason_code).toBe('sold_without_stock')
  expect(again.metrics.days_of_cover_reason).toContain('Units were sold')
})

test('units sold where no level has stock are a reason of their own, in every read', async () => {
  const history = await newHistory()
  await move(history, [opening('North', 8, 90)])
  await sell(history, [sale('Web', 'South', 20, 3)])
  await measure(history)
  const { sums, levels } = await coversOf(history)
  for (const one of sums) expect(one.cover_reason_code).toBe('sold_without_stock')
  const at = (location: string) =>
    levels.filter(({ location_id }: any) => location_id === history.ids.locations[location])
  for (const one of at('South')) expect(one.cover_reason_code).toBe('sold_without_stock')
  for (const one of at('North')) expect(one.cover_reason_code).toBe('nothing_sold')
})

test('the totals of lost units are unknown where no variant is measured', async () => {
  const history = await newHistory()
  const totals = () => get(history, 'sales/velocity/table/totals')
  expect(await totals()).toMatchObject({
    measured_variants: 0,
    lost_units: null,
    lost_reason_code: 'no_variant_measured',
    lost_revenue: { cents: null },
  })
  await move(history, [opening('North', 8, 90)])
  for (const _ of [1, 2]) {
    expect(await totals()).toMatchObject({
      measured_variants: 1,
      lost_units: 0,
      lost_reason_code: null,
      lost_reason: null,
    })
    await refresh(history.tenant)
  }
  const none = await get(history, `sales/velocity/table/totals?search=nowhere`)
  expect(none).toMatchObject({ variant_count: 0, lost_units: 0, lost_reason_code: null })
})

test.each([8, 64])(
  'the rates of the locations add up to the velocity, which is that of the table, with seed %d',
  async (seed) => {
    const history = await newHistory()
    await fillHistory(history, seed)
    await fillDemand(history, seed)
    for (const _ of ['before it is measured', 'after it']) {
      for (const sku of skus) {
        const row = await rowOf(history, sku)
        const { total, locations } = await get(history, `variants/${history.ids.variants[sku]}/drawer-overview`)
        expect([sku, total.velocity.by_demand]).toEqual([sku, row.by_demand])
        const add = (of: (place: any) => number | null) =>
          locations.reduce((sum: number, place: any) => sum + (of(place.velocity.by_demand) ?? 0), 0)
        expect(add(({ consumer }) => consumer.units)).toBe(row.by_demand.consumer.units)
        expect(add(({ wholesale }) => wholesale.units)).toBe(row.by_demand.wholesale.units)
        expect(add(({ consumer }) => consumer.units_per_day)).toBeCloseTo(row.by_demand.consumer.units_per_day ?? 0, 3)
        expect(add(({ wholesale }) => wholesale.units_per_day)).toBeCloseTo(
          row.by_demand.wholesale.units_per_day ?? 0,
          3,
        )
        const { consumer, wholesale } = row.by_demand
        if (row.units_per_day !== null)
          expect(row.units_per_day).toBeCloseTo(consumer.units_per_day + (wholesale.units_per_day ?? 0), 3)
        if (row.units_sold > 0) expect(row.cover_reason_code).not.toBe('nothing_sold')
      }
      await refresh(history.tenant)
    }
  },
  120_000,
)
