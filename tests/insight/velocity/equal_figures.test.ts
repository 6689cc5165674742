/** A velocity that two reads show has one value: the table, its totals, and the overview of the variant. */
import { expect, test } from 'bun:test'
import {
  fillHistory,
  type History,
  newHistory,
  readTable,
  recompute,
  refresh,
  skus,
  today,
} from './velocity_fixture.ts'

const shownInTable = (row: any) => ({
  units_per_day: row.units_per_day,
  basis: row.basis,
  in_stock_days: row.basis === 'in_stock_days' ? row.in_stock_days : null,
  stockout_days: row.basis === 'in_stock_days' ? row.stockout_days : null,
  untracked_days: row.untracked_days,
  units_sold: row.units_sold,
})

async function overviewOf({ tenant, ids }: History, sku: string) {
  const answer = await tenant.get(`/api/v1/variants/${ids.variants[sku]}/drawer-overview`)
  expect(answer.status).toBe(200)
  return answer.body.data
}

async function checkEqual(history: History) {
  const table = await readTable(history.tenant)
  const { window } = table.body.data
  for (const row of table.body.data.rows) {
    const overview = await overviewOf(history, row.sku)
    const { units_per_day, basis, in_stock_days, stockout_days, untracked_days } = overview.total.velocity
    const shown = { units_per_day, basis, in_stock_days, stockout_days, untracked_days }
    const [{ units_sold, start, end }] = overview.total.sales
    expect([row.sku, { ...shown, units_sold }]).toEqual([row.sku, shownInTable(row)])
    expect([start, end]).toEqual([window.start_date, window.end_date])
    // A second route: the rows of sales and of the ledger replayed day by day.
    const again = recompute(history, row.sku, today, 28)
    expect([row.sku, units_per_day, basis]).toEqual([row.sku, again.units_per_day, again.basis])
    const reason = overview.total.cover_reason_code
    if (units_sold > 0) expect(reason).not.toBe('nothing_sold')
    for (const place of overview.locations)
      if (place.sales[0].units_sold > 0) expect(place.velocity.reason_code).not.toBe('nothing_sold')
  }
  expect(table.body.data.rows.length).toBe(skus.length)
}

test.each([3, 17, 101])(
  'the table and the overview show one velocity, before and after it is measured, with seed %d',
  async (seed) => {
    const history = await newHistory()
    await fillHistory(history, seed)
    await checkEqual(history)
    await refresh(history.tenant)
    await checkEqual(history)
  },
  120_000,
)
