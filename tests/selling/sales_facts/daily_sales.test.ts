import { expect, setDefaultTimeout, test } from 'bun:test'
import type { WriteContext } from '../../../server/imports/record_diff.ts'
import type { DailySalesRecord } from '../../../server/selling/sales_facts/daily_sales.rules.ts'
import { diffDailySales } from '../../../server/selling/sales_facts/diff_daily_sales.ts'
import { verifySales } from '../../../server/selling/sales_facts/verify_sales.ts'
import {
  type DailySalesUndo,
  SalesDayTaken,
  undoDailySales,
  writeDailySales,
} from '../../../server/selling/sales_facts/write_daily_sales.ts'
import { openShop, placeOrder, readSales, type Shop, useDatabase } from '../support/sales.ts'

setDefaultTimeout(60_000)
const db = useDatabase()

const contextOf = ({ organization_id }: Shop): WriteContext => ({
  organization_id,
  actor: 'test',
  now: '2026-11-20T10:00:00Z',
  currency: 'USD',
  time_zone: 'UTC',
})

const record = (over: Partial<DailySalesRecord>): DailySalesRecord => ({
  day: '2026-03-01',
  sku: 'J-S',
  channel: 'Online',
  location: 'Main',
  units: 2,
  gross_sales_cents: 8000,
  discounts_cents: 500,
  returned_units: 0,
  returns_cents: 0,
  taxes_cents: 600,
  source_system: 'Tillpoint',
  ...over,
})

const diff = (shop: Shop, records: readonly DailySalesRecord[]) =>
  db().write((sql) => diffDailySales(sql, contextOf(shop), records))

async function importDays(shop: Shop, records: readonly DailySalesRecord[]) {
  return db().write(async (sql) => {
    const diffs = await diffDailySales(sql, contextOf(shop), records)
    const writes = diffs.flatMap((one) => ('write' in one ? [one.write] : []))
    const written = await writeDailySales(sql, contextOf(shop), writes)
    return { outcomes: diffs.map(({ outcome }) => outcome), undos: written.map(({ undo }) => undo as DailySalesUndo) }
  })
}

const undo = (shop: Shop, undos: readonly DailySalesUndo[]) =>
  db().write((sql) => undoDailySales(sql, contextOf(shop), undos))
const sales = (shop: Shop) => db().write((sql) => readSales(sql, shop))
const faults = async (shop: Shop) =>
  (await db().write((sql) => verifySales(sql, { organization_id: shop.organization_id, is_full: true }))).faults
const channelDays = async (shop: Shop): Promise<any[]> => shop.tenant.service.database.sql<any[]>`
  select day::text as day, origin, source_system, row_count, units, net_sales_cents::int as net
  from sales_channel_days where organization_id = ${shop.organization_id} order by day, sales_channel_id`

test('days are created once; the same rows are unchanged, and other figures replace them', async () => {
  const shop = await openShop()
  const rows = [
    record({}),
    record({ sku: 'D-30', units: 1, gross_sales_cents: 3000, cost_cents: 1200, regular_value_cents: 4000 }),
    record({ day: '2026-03-02', sku: null, variant_id: shop.ids.variants['J-M']!, channel: 'online', currency: 'EUR' }),
  ]
  expect((await importDays(shop, rows)).outcomes).toEqual(['created', 'created', 'created'])
  expect(await faults(shop)).toEqual([])
  expect((await importDays(shop, rows)).outcomes).toEqual(['unchanged', 'unchanged', 'unchanged'])
  const other = [record({ units: 3, gross_sales_cents: 12_000 }), ...rows.slice(1)]
  const [recordDiff] = await diff(shop, other)
  expect(recordDiff).toMatchObject({
    outcome: 'changed',
    changes: [
      { field: 'units', previous_value: '2', value: '3' },
      { field: 'gross_sales_cents', previous_value: '8000', value: '12000' },
    ],
  })
  expect((await importDays(shop, other)).outcomes).toEqual(['changed', 'unchanged', 'unchanged'])
  expect(await sales(shop)).toMatchObject([
    { sku: 'D-30', units: 1, gross: 3000, cost: 1200, regular: 4000, markdown_units: 1 },
    { sku: 'J-M', day: '2026-03-02', units: 2, cost: null, regular: null, markdown_units: null },
    { sku: 'J-S', units: 3, gross: 12_000, discounts: 500, taxes: 600, cost: null },
  ])
  expect(await channelDays(shop)).toEqual([
    { day: '2026-03-01', origin: 'import', source_system: 'Tillpoint', row_count: 2, units: 4, net: 14_000 },
    { day: '2026-03-02', origin: 'import', source_system: 'Tillpoint', row_count: 1, units: 2, net: 7500 },
  ])
  expect(await faults(shop)).toEqual([])
})

test('today is the day of the organisation, east and west of UTC', async () => {
  const shop = await openShop()
  const outcomesAt = async (time_zone: string, now: string, days: readonly string[]) => {
    const context = { ...contextOf(shop), time_zone, now }
    const records = days.map((day) => record({ day }))
    return (await db().write((sql) => diffDailySales(sql, context, records))).map((one) =>
      one.outcome === 'refused' ? one.faults[0]!.rule : one.outcome,
    )
  }
  const days = ['2026-11-19', '2026-11-20', '2026-11-21']
  const after = (day: string) => `must not be after today, ${day}`
  const morning = '2026-11-20T03:30:00Z'
  expect(await outcomesAt('America/New_York', morning, days)).toEqual([
    'created',
    after('2026-11-19'),
    after('2026-11-19'),
  ])
  expect(await outcomesAt('UTC', morning, days)).toEqual(['created', 'created', after('2026-11-20')])
  const evening = '2026-11-20T13:30:00Z'
  expect(await outcomesAt('Pacific/Auckland', evening, days)).toEqual(['created', 'created', 'created'])
  expect(await outcomesAt('Pacific/Auckland', '2026-11-20T10:30:00Z', days)).toEqual([
    'created',
    'created',
    after('2026-11-20'),
  ])
})

test('a record that cannot count is refused by field, and the others are not', async () => {
  const shop = await openShop()
  const diffs = await diff(shop, [
    record({}),
    record({ day: '2026-02-30' }),
    record({ day: '2026-11-21' }),
    record({ sku: 'NONE', channel: 'Elsewhere', location: 'Nowhere' }),
    record({ day: '2026-03-05', units: -1, gross_sales_cents: 1.5, markdown_units: 9, currency: 'dollars' }),
    record({}),
    record({ source_system: 'Another' }),
  ])
  const found = diffs.map((one) => (one.outcome === 'refused' ? one.faults.map(({ field }) => field) : one.outcome))
  expect(found).toEqual([
    'created',
    ['day'],
    ['day'],
    ['sku', 'channel', 'location'],
    ['units', 'gross_sales_cents', 'markdown_units', 'regular_value_cents', 'currency'],
    ['day'],
    ['source_system'],
  ])
})

test('a channel-day comes from orders or from imports, never from both', async () => {
  const shop = await openShop()
  const lines = [{ sku: 'J-S', quantity: 1, unit_price_cents: 4000 }]
  await db().write((sql) => placeOrder(sql, shop, { day: '2026-03-01', lines }))
  const diffs = await diff(shop, [record({}), record({ channel: 'Wholesale' }), record({ day: '2026-03-02' })])
  expect(diffs.map(({ outcome }) => outcome)).toEqual(['refused', 'created', 'created'])
  expect(diffs[0]).toMatchObject({ faults: [{ field: 'day', value: '2026-03-01' }] })
  const { undos } = await importDays(shop, [record({ day: '2026-03-02' })])
  // Orders on a day that an import covers are kept, and count once the import is undone.
  const order = await db().write((sql) => placeOrder(sql, shop, { day: '2026-03-02', lines }))
  expect(order.lines.length).toBe(1)
  expect(await sales(shop)).toMatchObject([
    { day: '2026-03-01', units: 1 },
    { day: '2026-03-02', units: 2 },
  ])
  expect(await faults(shop)).toEqual([])
  expect(await undo(shop, undos)).toEqual([{ outcome: 'undone' }])
  expect(await sales(shop)).toMatchObject([
    { day: '2026-03-01', units: 1 },
    { day: '2026-03-02', units: 1 },
  ])
  expect(await faults(shop)).toEqual([])
})

test('an import and an order that claim one channel-day at once: one of them has it', async () => {
  const shop = await openShop()
  for (let day = 1; day <= 9; day++) {
    const on = `2026-04-0${day}`
    const lines = [{ sku: 'J-S', quantity: 1, unit_price_cents: 4000 }]
    await Promise.all([
      importDays(shop, [record({ day: on, units: 7 })]).catch((error: unknown) => {
        if (!(error instanceof SalesDayTaken)) throw error
      }),
      db().write((sql) => placeOrder(sql, shop, { day: on, lines })),
    ])
  }
  const [days, rows] = [await channelDays(shop), await sales(shop)]
  expect(rows.map(({ day, units }) => [day, units])).toEqual(
    days.map(({ day, origin }) => [day, origin === 'import' ? 7 : 1]),
  )
  expect(await faults(shop)).toEqual([])
})

test('two imports of the same rows at once leave one set of rows', async () => {
  const shop = await openShop()
  const rows = ['J-S', 'J-M', 'D-30', 'D-32'].flatMap((sku) =>
    Array.from({ length: 9 }, (_, i) => record({ sku, day: `2026-05-0${i + 1}` })),
  )
  await Promise.all([importDays(shop, rows), importDays(shop, rows.toReversed()), importDays(shop, rows)])
  expect((await sales(shop)).length).toBe(36)
  expect(await faults(shop)).toEqual([])
})

test('undoing restores what was there, unless the row was written again since', async () => {
  const shop = await openShop()
  await importDays(shop, [record({}), record({ sku: 'J-M' })])
  const before = await sales(shop)
  const second = await importDays(shop, [
    record({ units: 5 }),
    record({ sku: 'J-M', units: 6 }),
    record({ sku: 'D-30' }),
  ])
  await importDays(shop, [record({ sku: 'J-M', units: 9 })])
  expect((await undo(shop, second.undos)).map(({ outcome }) => outcome)).toEqual(['undone', 'refused', 'undone'])
  expect(await sales(shop)).toEqual([{ ...before[0], units: 9 }, before[1]])
  expect((await undo(shop, second.undos)).map(({ outcome }) => outcome)).toEqual(['unchanged', 'refused', 'unchanged'])
  expect(await faults(shop)).toEqual([])
})

test('2,000 rows are compared and written as one batch, and equal what a plain sum says', async () => {
  const shop = await openShop()
  const skus = ['J-S', 'J-M', 'D-30', 'D-32']
  const rows = Array.from({ length: 2000 }, (_, i) =>
    record({
      sku: skus[i % 4]!,
      day: new Date(Date.UTC(2020, 0, 1 + Math.floor(i / 8))).toISOString().slice(0, 10),
      location: Math.floor(i / 4) % 2 === 0 ? 'Main' : 'Store',
      units: i % 7,
      gross_sales_cents: i * 13,
      discounts_cents: i % 11,
    }),
  )
  const { outcomes } = await importDays(shop, rows)
  expect(new Set(outcomes)).toEqual(new Set(['created']))
  const [sums] = await shop.tenant.service.database.sql`
    select sum(units)::int as units, sum(gross_sales_cents)::int as gross, sum(discounts_cents)::int as discounts
    from sales_daily where organization_id = ${shop.organization_id}`
  const total = (part: (row: DailySalesRecord) => number) => rows.reduce((sum, row) => sum + part(row), 0)
  expect({ ...sums }).toEqual({
    units: total(({ units }) => units),
    gross: total((row) => row.gross_sales_cents),
    discounts: total((row) => row.discounts_cents),
  })
  expect(await faults(shop)).toEqual([])
})

test('the hash of a row stays the one of earlier imports, and is computed within the statement', async () => {
  const shop = await openShop()
  await importDays(shop, [
    record({ cost_cents: 1234, regular_value_cents: 9000 }),
    record({ sku: 'D-30', currency: 'EUR', taxes_cents: -5, returned_units: 1, returns_cents: 300 }),
  ])
  const { sql } = shop.tenant.service.database
  const rows = await sql<{ hash: string; stored: string }[]>`
    select sales_row_hash(s)::text as hash, ('x' || substr(md5(concat_ws(',', s.variant_id, s.location_id, s.currency, s.units,
      s.returned_units, s.gross_sales_cents, s.discounts_cents, s.returns_cents, s.taxes_cents, s.costed_units,
      s.known_cost_cents, s.priced_units, s.known_regular_value_cents, s.known_markdown_units)), 1, 16))::bit(64)::bigint::text
      as stored
    from sales_daily s where s.organization_id = ${shop.organization_id}`
  expect(rows).toHaveLength(2)
  for (const { hash, stored } of rows) expect(hash).toBe(stored)
  const plan = await sql<{ 'QUERY PLAN': string }[]>`explain (verbose) select sales_row_hash(s) from sales_daily s`
  const text = plan.map((line) => line['QUERY PLAN']).join('\n')
  expect(text).toContain('md5(')
  expect(text).not.toContain('sales_row_hash(')
})

test('rows of days with and without rows come in one batch, each with what undoes it', async () => {
  const shop = await openShop()
  const there = [record({ units: 1 }), record({ sku: 'D-32', units: 4 })]
  const first = await importDays(shop, there)
  const batch = [
    record({ day: '2026-03-03', units: 7 }),
    record({ units: 2 }),
    record({ day: '2026-03-03', sku: 'D-30', units: 8 }),
    record({ sku: 'J-M', units: 3 }),
  ]
  const second = await importDays(shop, batch)
  expect(second.outcomes).toEqual(['created', 'changed', 'created', 'created'])
  expect(await faults(shop)).toEqual([])
  const unitsOf = async () => (await sales(shop)).map(({ units }) => units).toSorted()
  expect(await unitsOf()).toEqual([2, 3, 4, 7, 8])
  // What an import of an earlier release left behind for a new row undoes it, too.
  const [variant_id, day, sales_channel_id, location_id, currency, written] = second.undos[2] as string[]
  const earlier = {
    variant_id,
    day,
    sales_channel_id,
    location_id,
    currency,
    written,
    previous: null,
  } as DailySalesUndo
  const undos = [second.undos[0]!, second.undos[1]!, earlier, second.undos[3]!]
  expect((await undo(shop, undos)).map(({ outcome }) => outcome)).toEqual(['undone', 'undone', 'undone', 'undone'])
  expect(await unitsOf()).toEqual([1, 4])
  expect((await undo(shop, first.undos)).map(({ outcome }) => outcome)).toEqual(['undone', 'undone'])
  expect(await faults(shop)).toEqual([])
  expect(await channelDays(shop)).toEqual([])
})
