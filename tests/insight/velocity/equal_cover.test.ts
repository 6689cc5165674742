/** Cover and health have one value wherever they are shown: velocity, overview, inventory, allocation, variant and metrics. */
import { expect, test } from 'bun:test'
import { refreshCover } from '../../../server/ledger/cover.ts'
import { newSession } from '../../support/service/session.ts'
import { sized } from '../../support/long.ts'
import {
  correctHistory,
  daysAgo,
  fillDemand,
  fillHistory,
  type History,
  move,
  newHistory,
  readTable,
  refresh,
  skus,
} from './velocity_fixture.ts'

const read = async ({ tenant }: History, path: string) => {
  const answer = await tenant.get(`/api/v1/${path}`)
  expect([path, answer.status]).toEqual([path, 200])
  return answer.body.data
}

const refreshRates = ({ tenant }: History) =>
  tenant.service.database.sql.begin((tx) => refreshCover(tx as never, tenant.organization_id, new Date().toISOString()))

const rowsBy = (rows: any[], key: string) => new Map(rows.map((row) => [row[key], row]))

/** The reads of each figure, as in the table of server/decisions/insight/velocity.md. */
async function checkVariants(history: History, weeks: number) {
  const { ids } = history
  const velocity = rowsBy((await readTable(history.tenant, { weeks })).body.data.rows, 'sku')
  const combined = rowsBy((await read(history, 'inventory/table?view=combined&limit=100')).rows, 'sku')
  const levels = (await read(history, 'inventory/table?limit=100')).rows
  const matrix = await read(
    history,
    `inventory/allocation-matrix?variant_ids=${skus.map((sku) => ids.variants[sku]).join(',')}`,
  )
  let rated = 0
  for (const sku of skus) {
    const variant_id = ids.variants[sku]!
    const { total, locations } = await read(history, `variants/${variant_id}/drawer-overview`)
    const own = levels.filter((row: any) => row.sku === sku)
    const row = velocity.get(sku)
    if (weeks === 4 || own.some((level: any) => level.days_of_cover !== null))
      expect([sku, row.weeks_of_cover]).toEqual([sku, total.weeks_of_cover])
    else if (row.weeks_of_cover !== null) {
      // Without any rate the velocity of the window counts, which is rounded to four decimals.
      const counted = Math.max(row.available_qty, 0) / row.units_per_day_with_bundles / 7
      expect(Math.abs(row.weeks_of_cover - counted)).toBeLessThan(0.0501)
    }
    const { stock } = await read(history, `variants/${variant_id}`)
    const cells = rowsBy(matrix.variants.find((row: any) => row.sku === sku).cells, 'location_id')
    for (const { location_id, days_of_cover, health, weeks_of_cover } of locations) {
      const level = own.find((row: any) => row.location_id === location_id)
      if (level === undefined) continue
      const shown = [sku, days_of_cover, health]
      const ofVariant = stock.find((row: any) => row.location_id === location_id)
      expect([sku, level.days_of_cover, level.health]).toEqual(shown)
      expect([sku, ofVariant.days_of_cover, ofVariant.health]).toEqual(shown)
      const cell = cells.get(location_id)
      expect([sku, cell.days_of_cover, cell.health]).toEqual(shown)
      expect([sku, cell.weeks_of_cover]).toEqual([sku, weeks_of_cover])
    }
    if (own.every((row: any) => row.days_of_cover === null)) continue
    rated++
    expect([sku, combined.get(sku).days_of_cover, combined.get(sku).health]).toEqual([
      sku,
      total.days_of_cover,
      total.health,
    ])
    expect(velocity.get(sku).cover_reason_code).toBeNull()
  }
  expect(rated).toBeGreaterThan(3)
}

async function checkProducts(history: History, weeks: number) {
  const velocity = (await readTable(history.tenant, { weeks, type: 'products' })).body.data.rows
  const inventory = rowsBy((await read(history, 'inventory/table?type=products&limit=100')).rows, 'product_id')
  const session = await newSession(history.tenant)
  const answer = await session.post('/api/v1/metrics/query', {
    query: { domain: 'inventory', measures: ['days_of_cover'], dimensions: ['product'] },
  })
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
  const metrics = rowsBy(answer.body.data.rows, 'product_id')
  for (const { product_id, weeks_of_cover, available_qty, ...row } of velocity) {
    const { days_of_cover } = inventory.get(product_id)
    expect(metrics.get(product_id)?.days_of_cover ?? null).toBe(days_of_cover)
    if (days_of_cover === null) continue
    const [{ rate }] = (await history.tenant.service.database.sql`
      select sum(l.units_per_day)::float8 as rate from stock_levels l
      join variants v on v.organization_id = l.organization_id and v.variant_id = l.variant_id
      where l.organization_id = ${history.tenant.organization_id} and v.product_id = ${product_id}`) as any
    expect(Math.abs(weeks_of_cover - Math.max(available_qty, 0) / rate / 7)).toBeLessThan(0.0501)
    expect(Math.abs(weeks_of_cover - days_of_cover / 7)).toBeLessThan(0.06)
    expect(row.cover_reason_code).toBeNull()
  }
}

test.each(
  sized(
    [7, 43, 8, 64, 16, 47],
    Array.from({ length: 50 }, (_, i) => i + 1),
  ),
)(
  'every read has the same cover and health, before and after velocity is measured, with seed %d',
  async (seed) => {
    const history = await newHistory()
    await fillHistory(history, seed)
    await fillDemand(history, seed)
    await refreshRates(history)
    for (const weeks of [4, 26]) await checkVariants(history, weeks)
    await refresh(history.tenant)
    await checkVariants(history, 4)
    await checkProducts(history, 13)
    // A movement shows at once; the rate follows with the next measurement.
    await move(history, [
      { sku: 'A1', location: 'North', kind: 'adjustment', quantity: 17, occurred_at: `${daysAgo(0)}T00:00:01Z` },
    ])
    await checkVariants(history, 13)
    await refreshRates(history)
    await checkVariants(history, 13)
    await correctHistory(history, seed)
    await refreshRates(history)
    await checkVariants(history, 4)
    await checkProducts(history, 4)
  },
  180_000,
)

test('velocity is sorted by the cover that it shows', async () => {
  const history = await newHistory()
  await fillHistory(history, 11)
  await refreshRates(history)
  await refresh(history.tenant)
  for (const type of ['variants', 'products'])
    for (const direction of ['', '-']) {
      const all = (await readTable(history.tenant, { type, sort_args: `${direction}weeks_of_cover` })).body.data.rows
      const first = (await readTable(history.tenant, { type, sort_args: `${direction}weeks_of_cover`, limit: 3 })).body
      const shown = all.map((row: any) => row.weeks_of_cover)
      const known = shown.filter((one: any) => one !== null)
      expect(known).toEqual(known.toSorted((a: number, b: number) => (direction === '' ? a - b : b - a)))
      expect(first.data.rows.map((row: any) => row.weeks_of_cover)).toEqual(shown.slice(0, 3))
    }
}, 120_000)
