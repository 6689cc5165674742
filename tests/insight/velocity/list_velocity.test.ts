import { expect, test } from 'bun:test'
import { addDays } from '../../../server/calendar/days.ts'
import {
  daysAgo,
  fillDemand,
  fillHistory,
  type History,
  move,
  newHistory,
  readTable,
  recompute,
  refresh,
  rounded,
  sell,
  skus,
  today,
} from './velocity_fixture.ts'

/** Compares every row with the history replayed day by day. */
async function compare(history: History, weeks: number): Promise<any[]> {
  const answer = await readTable(history.tenant, { weeks, sort_args: 'sku' })
  expect(answer.status).toBe(200)
  const { rows, window, previous_window } = answer.body.data
  expect([window.start_date, window.end_exclusive]).toEqual([daysAgo(weeks * 7), today])
  expect([previous_window.start_date, previous_window.end_exclusive]).toEqual([daysAgo(weeks * 14), daysAgo(weeks * 7)])
  expect(rows.map(({ sku }: any) => sku)).toEqual(skus)
  for (const row of rows) {
    const now = recompute(history, row.sku, today, weeks * 7)
    const before = recompute(history, row.sku, daysAgo(weeks * 7), weeks * 7, true)
    expect({
      sku: row.sku,
      units: row.units_sold,
      shipping_days: row.by_demand.wholesale.shipping_days,
      consumer_units: row.by_demand.consumer.units,
      in_stock_days: row.in_stock_days,
      stockout_days: row.stockout_days,
      untracked_days: row.untracked_days,
      units_per_day: row.units_per_day,
      basis: row.basis,
      lost_units: row.lost_units,
      lost_cents: row.lost_revenue.cents,
      net_cents: row.net_sales.cents,
      previous: [row.previous_units_sold, row.previous_units_per_day],
      as_sold: row.as_sold_units_per_day,
    }).toEqual({
      sku: row.sku,
      ...now,
      previous: [before.units, before.units_per_day],
      as_sold: rounded(now.units / (weeks * 7), 4),
    })
    const isComparable =
      now.units_per_day !== null &&
      before.units_per_day &&
      now.basis === before.basis &&
      (now.shipping_days === 1) === (before.shipping_days === 1)
    if (isComparable) {
      const change = ((now.units_per_day! - before.units_per_day!) * 100) / before.units_per_day!
      expect(row.trend_percentage).toBeCloseTo(change, 0)
      expect(row.trend_reason).toBeNull()
    } else {
      expect(row.trend_percentage).toBeNull()
      expect(row.trend_reason).toBeString()
    }
    expect(row.lost_reason_code).toBe(
      row.lost_units !== null ? null : row.basis === 'as_sold' ? 'not_in_the_ledger' : 'out_of_stock',
    )
  }
  return rows
}

test('velocity, stockout days and losses are those of the ledger and the sales replayed day by day', async () => {
  for (const seed of [11, 12]) {
    const history = await newHistory()
    await fillHistory(history, seed)
    if (seed === 12) await fillDemand(history, seed)
    for (const weeks of [4, 13, 26]) {
      const live = await compare(history, weeks)
      expect(live.some(({ stockout_days }) => stockout_days > 0)).toBe(true)
    }
    // Measured in advance, the figures are the same.
    await refresh(history.tenant)
    const { sql } = history.tenant.service.database
    const [left] = await sql<{ marks: number }[]>`
      select count(*)::int as marks from velocity_changes where organization_id = ${history.tenant.organization_id}`
    expect(left!.marks).toBe(0)
    for (const weeks of [4, 13, 26]) await compare(history, weeks)
    // What changes afterwards counts at once: late sales, a back-dated receipt and a back-dated removal.
    await sell(history, [
      { sku: 'A1', day: daysAgo(3), channel: 'Shop', location: 'South', units: 40, gross_sales_cents: 40_000 },
      { sku: 'D2', day: daysAgo(9), channel: 'Web', location: 'South', units: 3, gross_sales_cents: 3_000 },
    ])
    await move(history, [
      { sku: 'B2', location: 'South', kind: 'receipt', quantity: 9, occurred_at: `${daysAgo(40)}T05:00:00Z` },
      { sku: 'B2', location: 'South', kind: 'adjustment', quantity: -9, occurred_at: `${daysAgo(20)}T05:00:00Z` },
      { sku: 'C2', location: 'North', kind: 'receipt', quantity: 1, occurred_at: `${daysAgo(100)}T05:00:00Z` },
    ])
    for (const weeks of [4, 13, 26]) await compare(history, weeks)
    await refresh(history.tenant)
    for (const weeks of [4, 13, 26]) await compare(history, weeks)
    // Sales that are taken back leave nothing behind, also where a variant has nothing else.
    history.sales = history.sales.filter(({ sku }) => sku !== 'D2')
    await sql`
      delete from sales_daily
      where organization_id = ${history.tenant.organization_id} and variant_id = ${history.ids.variants.D2!}`
    await compare(history, 4)
    await refresh(history.tenant)
    await compare(history, 4)
  }
}, 120_000)

test('a day with sales is not a stockout, and stock that only passes through an instant is none', async () => {
  const history = await newHistory()
  await move(history, [
    { sku: 'A1', location: 'North', kind: 'opening', quantity: 4, occurred_at: `${daysAgo(60)}T08:00:00Z` },
    { sku: 'A1', location: 'North', kind: 'adjustment', quantity: -4, occurred_at: `${daysAgo(15)}T08:00:00Z` },
    { sku: 'A1', location: 'North', kind: 'adjustment', quantity: 5, occurred_at: `${daysAgo(5)}T08:00:00Z` },
    { sku: 'A1', location: 'North', kind: 'adjustment', quantity: -5, occurred_at: `${daysAgo(5)}T08:00:00Z` },
  ])
  await sell(history, [
    { sku: 'A1', day: daysAgo(20), channel: 'Web', location: 'North', units: 30, gross_sales_cents: 30_000 },
    { sku: 'A1', day: daysAgo(8), channel: 'Web', location: 'North', units: 1, gross_sales_cents: 1_000 },
    {
      sku: 'A1',
      day: daysAgo(7),
      channel: 'Web',
      location: 'North',
      units: 0,
      returned_units: 1,
      gross_sales_cents: 0,
    },
  ])
  const row = async () => (await readTable(history.tenant, { search: 'A1' })).body.data.rows[0]
  // In stock on 28 to 15 days ago and on the day of the sale: 15 days; 13 days are stockouts.
  const expected = {
    in_stock_days: 15,
    stockout_days: 13,
    units_per_day: 2.0667,
    lost_units: 26.87,
    basis: 'in_stock_days',
  }
  expect(await row()).toMatchObject({ ...expected, lost_revenue: { cents: 26_870, currency: 'USD' } })
  await refresh(history.tenant)
  expect(await row()).toMatchObject(expected)
})

test('before the first ledger row velocity is as sold and lost units are unknown; out of stock throughout has none', async () => {
  const history = await newHistory()
  await sell(history, [
    { sku: 'A1', day: daysAgo(10), channel: 'Web', location: 'North', units: 14, gross_sales_cents: 14_000 },
  ])
  await move(history, [
    { sku: 'B1', location: 'North', kind: 'opening', quantity: 4, occurred_at: `${daysAgo(90)}T08:00:00Z` },
    { sku: 'B1', location: 'North', kind: 'adjustment', quantity: -4, occurred_at: `${daysAgo(80)}T08:00:00Z` },
    {
      sku: 'C1',
      location: 'North',
      kind: 'opening',
      quantity: 4,
      occurred_at: new Date(Date.now() - 1000).toISOString(),
    },
  ])
  const { rows } = (await readTable(history.tenant, { sort_args: 'sku' })).body.data
  const of = (sku: string) => rows.find((row: any) => row.sku === sku)
  expect(of('A1')).toMatchObject({
    units_per_day: 0.5,
    as_sold_units_per_day: 0.5,
    basis: 'as_sold',
    untracked_days: 28,
    lost_units: null,
    lost_reason_code: 'not_in_the_ledger',
    lost_revenue: { cents: null, reason: expect.stringContaining('first ledger row') },
    measured_variants: 0,
    trend_reason_code: 'nothing_sold_before',
  })
  expect(of('B1')).toMatchObject({
    units_per_day: null,
    velocity_reason_code: 'out_of_stock',
    stockout_days: 28,
    lost_units: null,
    lost_reason_code: 'out_of_stock',
    weeks_of_cover: null,
    cover_reason_code: 'out_of_stock',
  })
  // Stocked for the first time today, behind the window.
  expect(of('C1')).toMatchObject({ basis: 'as_sold', units_per_day: 0, untracked_days: 28, available_qty: 4 })
  expect(of('D1')).toMatchObject({ basis: 'as_sold', units_per_day: 0, untracked_days: 28, units_sold: 0 })
})

const added = ['units_sold', 'in_stock_days', 'stockout_days', 'untracked_days', 'previous_units_sold'] as const

test('a product is the sum of its variants, and totals are the sum of the rows of either table', async () => {
  const history = await newHistory()
  await fillHistory(history, 21)
  await sell(history, [
    { sku: 'D2', day: daysAgo(9), channel: 'Web', location: 'South', units: 3, gross_sales_cents: 3_000 },
  ])
  const { tenant } = history
  const sum = (rows: any[], of: (row: any) => number | null) =>
    rounded(
      rows.reduce((total, row) => total + (of(row) ?? 0), 0),
      4,
    )
  const figuresOf = (rows: any[]) => ({
    ...Object.fromEntries(added.map((name) => [name, sum(rows, (row) => row[name])])),
    units_per_day: sum(rows, (row) => row.units_per_day),
    previous_units_per_day: sum(rows, (row) => row.previous_units_per_day),
    variant_count: sum(rows, (row) => row.variant_count),
    measured_variants: sum(rows, (row) => row.measured_variants),
    lost_units: sum(rows, (row) => row.lost_units),
    lost_revenue: sum(rows, (row) => row.lost_revenue.cents),
    net_sales: sum(rows, (row) => row.net_sales.cents),
    available_qty: sum(rows, (row) => row.available_qty),
  })
  for (const state of ['live', 'measured']) {
    if (state === 'measured') await refresh(tenant)
    for (const weeks of [4, 26]) {
      const { rows: variants } = (await readTable(tenant, { weeks, sort_args: 'sku' })).body.data
      const { rows: products } = (await readTable(tenant, { weeks, type: 'products', sort_args: 'product_title' })).body
        .data
      expect(products.map((row: any) => row.product_title)).toEqual(['A', 'B', 'C', 'D'])
      for (const product of products) {
        const own = variants.filter((row: any) => row.product_id === product.product_id)
        expect(figuresOf([product])).toEqual(figuresOf(own))
        const bases = new Set(own.map((row: any) => row.basis))
        expect(product.basis).toBe(bases.size === 1 ? [...bases][0] : 'mixed')
      }
      for (const [type, rows] of [
        ['variants', variants],
        ['products', products],
      ] as const)
        for (const [filter, which] of [
          ['', () => true],
          [`&search=B`, (row: any) => row.product_title === 'B'],
          [
            `&filter_args=${encodeURIComponent(JSON.stringify([{ key: 'stockout_days', operation: 'gt', value: 3 }]))}`,
            (row: any) => row.stockout_days > 3,
          ],
        ] as const) {
          const answer = await tenant.get(`/api/v1/sales/velocity/table/totals?type=${type}&weeks=${weeks}${filter}`)
          const { data } = answer.body
          const matching = rows.filter(which)
          const totals = { ...data, lost_revenue: data.lost_revenue.cents, net_sales: data.net_sales.cents }
          expect(totals).toMatchObject({ rows: matching.length, ...figuresOf(matching) })
        }
    }
  }
}, 60_000)

test('classes follow the share of net sales, and rows filter, sort, search and page', async () => {
  const history = await newHistory()
  await fillHistory(history, 31)
  const { tenant } = history
  const { rows } = (await readTable(tenant, { sort_args: '-net_sales' })).body.data
  const positive = rows.filter((row: any) => row.net_sales.cents > 0)
  const total = positive.reduce((sum: number, row: any) => sum + row.net_sales.cents, 0)
  let before = 0
  for (const row of positive) {
    expect(row.contribution_class).toBe(before < 0.8 * total ? 'A' : before < 0.95 * total ? 'B' : 'C')
    expect(row.contribution_percentage).toBe(rounded((row.net_sales.cents * 100) / total, 4))
    before += row.net_sales.cents
  }
  await refresh(tenant)
  expect((await readTable(tenant, { sort_args: '-net_sales' })).body.data.rows).toEqual(rows)
  const inA = rows.filter((row: any) => row.contribution_class === 'A')
  const filter_args = JSON.stringify([{ key: 'contribution_class', operation: 'eq', value: 'A' }])
  const filtered = (await readTable(tenant, { filter_args, sort_args: '-net_sales' })).body.data
  expect(filtered.rows).toEqual(inA)
  expect(filtered.filtered_max_size).toBe(inA.length)
  const classesBy = async (sort_args: string) =>
    (await readTable(tenant, { sort_args })).body.data.rows.map((row: any) => row.contribution_class)
  const inOrder = rows.map((row: any) => row.contribution_class).toSorted()
  expect(await classesBy('contribution_class')).toEqual(inOrder)
  expect(await classesBy('-contribution_class')).toEqual(inOrder.toReversed())
  const byPace = (await readTable(tenant, {})).body.data.rows.map((row: any) => row.units_per_day)
  expect(byPace).toEqual(byPace.toSorted((a: number | null, b: number | null) => (b ?? -1) - (a ?? -1)))
  const second = (await readTable(tenant, { limit: 3, offset: 3 })).body.data
  expect(second.rows.map((row: any) => row.units_per_day)).toEqual(byPace.slice(3, 6))
  const values = (await tenant.get('/api/v1/sales/velocity/filters')).body.data
  expect(values.contribution_class.rows.map(({ value, count }: any) => [value, count])).toEqual(
    ['A', 'B', 'C'].map((value) => [value, rows.filter((row: any) => row.contribution_class === value).length]),
  )
  expect(values.category_id.rows.map(({ label, count }: any) => [label, count])).toEqual([
    ['Coats', 4],
    ['Knitwear', 4],
  ])
}, 60_000)

test('an export streams the rows of the filtered table', async () => {
  const history = await newHistory()
  await fillHistory(history, 41)
  const { tenant } = history
  for (const type of ['variants', 'products']) {
    const exportResponse = await readTable(tenant, { export: 'true', type, weeks: 13, search: 'A' })
    expect(exportResponse.status).toBe(200)
    expect(exportResponse.body.data.row_count).toBe(type === 'variants' ? 2 : 1)
    const url = new URL(exportResponse.body.data.export_url)
    const file = await fetch(`${tenant.service.base_url}${url.pathname}${url.search}`)
    const lines = (await file.text()).trim().split('\n')
    expect(lines.length).toBe(exportResponse.body.data.row_count + 1)
    expect(lines[0]).toContain('units_per_day')
  }
})

test('sales in another currency leave money unknown and units counted', async () => {
  const history = await newHistory()
  const { tenant, ids } = history
  await move(history, [
    { sku: 'A1', location: 'North', kind: 'opening', quantity: 4, occurred_at: `${daysAgo(60)}T08:00:00Z` },
    { sku: 'A1', location: 'North', kind: 'adjustment', quantity: -4, occurred_at: `${daysAgo(15)}T08:00:00Z` },
  ])
  await tenant.service.database.sql`
    insert into sales_daily (organization_id, variant_id, day, sales_channel_id, location_id, currency, units, gross_sales_cents)
    values (${tenant.organization_id}, ${ids.variants.A1!}, ${daysAgo(20)}, ${ids.sales_channels.Web!},
      ${ids.locations.North!}, 'EUR', 14, 9000)`
  const [row] = (await readTable(tenant, { search: 'A1' })).body.data.rows
  expect(row).toMatchObject({
    units_sold: 14,
    units_per_day: 1,
    lost_units: 14,
    lost_revenue: { cents: null, reason: expect.stringContaining('another currency') },
    net_sales: { cents: null, reason: expect.stringContaining('another currency') },
    contribution_class: null,
    contribution_reason_code: 'other_currency',
  })
  const { data } = (await tenant.get('/api/v1/sales/velocity/table/totals')).body
  expect([data.lost_revenue.cents, data.net_sales.cents, data.lost_units]).toEqual([null, null, 14])
})

test('unknown parameters, keys and windows are refused by field, and account-bound keys altogether', async () => {
  const history = await newHistory()
  const { tenant } = history
  for (const [query, field] of [
    ['weeks=5', 'weeks'],
    ['type=styles', 'type'],
    ['sort_args=speed', 'sort_args'],
    [`filter_args=${encodeURIComponent('[{"key":"speed","operation":"eq","value":1}]')}`, 'filter_args[0].key'],
    [
      `filter_args=${encodeURIComponent('[{"key":"contribution_class","operation":"eq","value":"D"}]')}`,
      'filter_args[0].value',
    ],
    ['limit=101', 'limit'],
  ] as const) {
    const refused = await tenant.get(`/api/v1/sales/velocity/table?${query}`)
    expect([query, refused.status, refused.body.data?.field]).toEqual([query, 400, field])
  }
  const { sql } = tenant.service.database
  const trading_partner_id = history.ids.variants.A1!
  await sql`
    insert into trading_partners (organization_id, trading_partner_id, name)
    values (${tenant.organization_id}, ${trading_partner_id}, 'Meridian Stores')`
  const { api_key: key } = await tenant.mint({ trading_partner_id })
  for (const read of ['table', 'table/totals', 'filters']) {
    const refused = await tenant.get(`/api/v1/sales/velocity/${read}`, { key })
    expect([read, refused.status, refused.body.message.code]).toEqual([read, 403, 'account_mismatch'])
  }
})

test('figures are of the window that was measured last, until the next day is', async () => {
  const history = await newHistory()
  await fillHistory(history, 51)
  const { tenant } = history
  await refresh(tenant)
  const { sql } = tenant.service.database
  // As on the day after: the windows end a day earlier than the last complete day.
  const yesterday = addDays(today, -1)
  await sql`update velocity_windows set end_exclusive = ${yesterday} where organization_id = ${tenant.organization_id}`
  await sql`update variant_velocity set end_exclusive = ${yesterday} where organization_id = ${tenant.organization_id}`
  await sql`delete from variant_velocity where organization_id = ${tenant.organization_id} and weeks = 4`
  await sql`
    insert into velocity_changes (organization_id, variant_id)
    select organization_id, variant_id from variants where organization_id = ${tenant.organization_id}`
  const old = (await readTable(tenant, { sort_args: 'sku' })).body.data
  expect([old.window.start_date, old.window.end_exclusive]).toEqual([daysAgo(29), yesterday])
  for (const row of old.rows) expect(row.units_sold).toBe(recompute(history, row.sku, yesterday, 28).units)
  await refresh(tenant)
  await compare(history, 4)
  const days = await sql<{ end_exclusive: string }[]>`
    select distinct end_exclusive::text from variant_velocity where organization_id = ${tenant.organization_id}`
  expect(days.map(({ end_exclusive }) => end_exclusive)).toEqual([today])
}, 60_000)

test('in-stock days are those of the variant overview, where nothing sold', async () => {
  const history = await newHistory()
  await fillHistory(history, 61)
  const { tenant, ids } = history
  await tenant.service.database.sql`delete from sales_daily where organization_id = ${tenant.organization_id}`
  const { rows } = (await readTable(tenant, { sort_args: 'sku' })).body.data
  for (const row of rows) {
    const overview = await tenant.get(`/api/v1/variants/${ids.variants[row.sku]}/drawer-overview`)
    const { in_stock_days, stockout_days, untracked_days } = overview.body.data.total.velocity
    expect([row.sku, row.in_stock_days, row.stockout_days, row.untracked_days]).toEqual([
      row.sku,
      in_stock_days ?? 0,
      stockout_days ?? 0,
      untracked_days,
    ])
  }
})
