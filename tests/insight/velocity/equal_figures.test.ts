/** A velocity that two reads show has one value: the table, its totals, and the overview of the variant. */
import { expect, test } from 'bun:test'
import { newSession } from '../../support/service/session.ts'
import { sized } from '../../support/long.ts'
import {
  correctHistory,
  daysAgo,
  fillDemand,
  fillHistory,
  type History,
  newHistory,
  randomOf,
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

const seeds = (first: readonly number[]) =>
  sized(
    first,
    Array.from({ length: 50 }, (_, i) => i + 1),
  )

test.each(seeds([3, 17, 101, 8]))(
  'the table and the overview show one velocity, before and after it is measured or corrected, with seed %d',
  async (seed) => {
    const history = await newHistory()
    await fillHistory(history, seed)
    await fillDemand(history, seed)
    await checkEqual(history)
    await refresh(history.tenant)
    await checkEqual(history)
    await correctHistory(history, seed)
    await checkEqual(history)
    await refresh(history.tenant)
    await checkEqual(history)
  },
  120_000,
)

/** Sales in euros and pounds on days of this window and the one before. */
async function sellAbroad({ tenant, ids }: History, seed: number) {
  const random = randomOf(seed)
  const rows = skus.slice(0, 5).flatMap((sku) =>
    Array.from({ length: 6 }, () => ({
      variant_id: ids.variants[sku],
      day: daysAgo(1 + random(50)),
      currency: ['EUR', 'GBP'][random(2)],
      units: 1 + random(4),
      gross: 1_001 + random(5_000),
      returns: random(900),
    })),
  )
  // Whatever the seed, a change of the rate of the last 14 days concerns a sale.
  rows.push({ variant_id: ids.variants.A1, day: daysAgo(3), currency: 'EUR', units: 1, gross: 1_500, returns: 0 })
  await tenant.service.database.sql`
    insert into sales_daily (organization_id, variant_id, day, sales_channel_id, location_id, currency, units,
      gross_sales_cents, returned_units, returns_cents)
    select ${tenant.organization_id}, variant_id, day, ${ids.sales_channels.Web!}, ${ids.locations.North!}, currency,
      sum(units), sum(gross), 1, sum(returns)
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as r (variant_id uuid, day date, currency text, units int, gross bigint, returns bigint)
    group by variant_id, day, currency`
}

/** Net sales of each SKU: in the velocity table, in the sales table of the same days, and from the rows. */
async function checkNetSales({ tenant, ids }: History) {
  const { window, rows } = (await readTable(tenant)).body.data
  const days = `start_date=${window.start_date}&end_date=${window.end_date}`
  const sales = (await tenant.get(`/api/v1/sales/table?${days}&type=variants&limit=100`)).body.data.rows
  const netOf = new Map(sales.map((row: any) => [row.sku, row.net_sales.cents]))
  const again = await tenant.service.database.sql<{ variant_id: string; cents: number | null }[]>`
    select s.variant_id, case when bool_or(f.rate is null) then null
      else coalesce(sum(n.cents) filter (where s.currency = 'USD'), 0)
        + round(coalesce(sum(n.cents * f.rate) filter (where s.currency <> 'USD'), 0)) end::float8 as cents
    from sales_daily s
    cross join lateral (select s.gross_sales_cents - s.discounts_cents - s.returns_cents as cents) n
    cross join lateral (select case when s.currency = 'USD' then 1 else (
      select r.organization_currency_per_unit from exchange_rates r where r.organization_id = s.organization_id
        and r.currency = s.currency and r.rate_date <= s.day order by r.rate_date desc limit 1) end as rate) f
    where s.organization_id = ${tenant.organization_id} and s.day between ${window.start_date} and ${window.end_date}
    group by s.variant_id`
  const byRows = new Map(again.map(({ variant_id, cents }) => [variant_id, cents]))
  for (const { sku, net_sales } of rows) {
    expect([sku, net_sales.cents]).toEqual([sku, netOf.get(sku)])
    const variant_id = ids.variants[sku]!
    expect([sku, net_sales.cents]).toEqual([sku, byRows.has(variant_id) ? byRows.get(variant_id)! : 0])
    if (net_sales.cents === null) expect(net_sales.reason).toContain('no exchange rate')
  }
  return new Map<string, number | null>(rows.map((row: any) => [row.sku, row.net_sales.cents]))
}

test.each(seeds([5, 29, 31, 77]))(
  'velocity converts currencies as the sales table does, also when a rate changes, with seed %d',
  async (seed) => {
    const history = await newHistory()
    const { tenant } = history
    const session = await newSession(tenant)
    await fillHistory(history, seed)
    await fillDemand(history, seed)
    await correctHistory(history, seed)
    await sellAbroad(history, seed)
    const rate = async (currency: string, rate_date: string, organization_currency_per_unit: number) => {
      const set = await session.post('/api/v1/exchange-rates', {
        rates: [{ currency, rate_date, organization_currency_per_unit }],
      })
      expect(set.status).toBe(200)
    }
    const changed = async (act: () => Promise<unknown>) => {
      await refresh(tenant)
      const before = await checkNetSales(history)
      await act()
      const meanwhile = await checkNetSales(history)
      expect(meanwhile).not.toEqual(before)
      await refresh(tenant)
      expect(await checkNetSales(history)).toEqual(meanwhile)
    }
    await rate('EUR', daysAgo(90), 1.1)
    await changed(() => rate('GBP', daysAgo(90), 1.333))
    expect([...(await checkNetSales(history)).values()]).not.toContain(null)
    await changed(() => rate('EUR', daysAgo(14), 2.5))
    await changed(() => session.delete(`/api/v1/exchange-rates/GBP/${daysAgo(90)}`))
  },
  180_000,
)

/** The losses of rows of the sales table over days, by SKU or by product. */
async function lossesOf({ tenant }: History, days: readonly [string, string], type: string, filter = '') {
  const answer = await tenant.get(
    `/api/v1/sales/table?start_date=${days[0]}&end_date=${days[1]}&type=${type}&limit=100${filter}`,
  )
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
  return new Map<string, any>(answer.body.data.rows.map((row: any) => [row.sku ?? row.product_id, row.stockout_losses]))
}

const ofChannel = (value: string | undefined) =>
  `&filter_args=${encodeURIComponent(JSON.stringify([{ key: 'sales_channel_id', operation: 'eq', value }]))}`

async function checkLosses(history: History, weeks: number) {
  for (const type of ['variants', 'products']) {
    const { window, rows } = (await readTable(history.tenant, { weeks, type })).body.data
    const days = [window.start_date, window.end_date] as const
    const losses = await lossesOf(history, days, type)
    expect(losses.size).toBe(rows.length)
    for (const row of rows) {
      const { lost_units, lost_sales, stockout_days } = losses.get(row.sku ?? row.product_id)
      const shown = [row.sku ?? row.product_id, lost_units, lost_sales.cents]
      expect(shown).toEqual([shown[0], row.lost_units, row.lost_revenue.cents])
      if (type === 'variants' && lost_units !== null)
        expect([row.sku, stockout_days]).toEqual([row.sku, row.stockout_days])
    }
    if (type === 'products') continue
    // Those of each channel add up to those of all, and wholesale loses nothing.
    const [web, shop, wholesale] = await Promise.all(
      ['Web', 'Shop', 'Wholesale'].map((channel) =>
        lossesOf(history, days, type, ofChannel(history.ids.sales_channels[channel])),
      ),
    )
    for (const [sku, { lost_units, stockout_days }] of losses) {
      const parts = [web!, shop!].map((of) => of.get(sku))
      expect([sku, ...parts.map((one) => one.stockout_days)]).toEqual([sku, stockout_days, stockout_days])
      expect([sku, wholesale!.get(sku).lost_units]).toEqual([sku, lost_units === null ? null : 0])
      if (lost_units !== null)
        expect(Math.abs(parts[0].lost_units + parts[1].lost_units - lost_units)).toBeLessThan(0.0101)
    }
  }
}

test.each(seeds([2, 13, 44]))(
  'lost units and their value are those of velocity in the sales table, whatever is measured, with seed %d',
  async (seed) => {
    const history = await newHistory()
    await fillHistory(history, seed)
    await fillDemand(history, seed)
    await checkLosses(history, 4)
    await refresh(history.tenant)
    for (const weeks of [4, 13, 26]) await checkLosses(history, weeks)
    await correctHistory(history, seed)
    await checkLosses(history, 4)
    // A second route over days that no velocity has.
    const days = [daysAgo(47), daysAgo(9)] as const
    let lost = 0
    for (const [sku, { lost_units, stockout_days }] of await lossesOf(history, days, 'variants')) {
      const again = recompute(history, sku, daysAgo(8), 39)
      expect([sku, lost_units]).toEqual([sku, again.lost_units])
      if (lost_units !== null) expect([sku, stockout_days]).toEqual([sku, again.stockout_days])
      lost += lost_units ?? 0
    }
    expect(lost).toBeGreaterThan(0)
  },
  120_000,
)
