/** Rows of sales are ordered, filtered and exported by the sell-through, losses and markdown that they show. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { addDays } from '../../../server/calendar/days.ts'
import { insertRows, moveStock, setFixture } from '../../support/fixtures/catalogue.ts'
import type { MoveFixture } from '../../support/fixtures/fixture.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { randomOf, refresh } from '../velocity/velocity_fixture.ts'
import type { SalesShop } from './support.ts'

setDefaultTimeout(120_000)
const today = new Date().toISOString().slice(0, 10)
const daysAgo = (days: number) => addDays(today, -days)
const skus = Array.from({ length: 14 }, (_, i) => `S-${String(i).padStart(2, '0')}`)
const channels = { Web: 'online', Till: 'store', Bulk: 'wholesale' } as const

/**
 * Products of two variants, one of one and one of none; some variants that never moved, that sold before their ledger, that
 * were never in stock in the window, with equal figures, and with sales in a currency.
 */
async function newShop(seed: number, currency: string): Promise<SalesShop> {
  const random = randomOf(seed)
  const tenant = await newTenant()
  const products = Array.from({ length: 8 }, (_, i) => ({
    title: `Product ${i}`,
    variants: skus.slice(2 * i, 2 * i + 2).map((sku) => ({ sku })),
  }))
  const sales_channels = Object.entries(channels).map(([name, channel_type]) => ({ name, channel_type }))
  const ids = await setFixture(tenant, { locations: ['Main', 'Store'], sales_channels, products })
  const at = (days: number) => `${daysAgo(days)}T${10 + random(9)}:00:00Z`
  const moves: MoveFixture[] = []
  const sales: Record<string, unknown>[] = []
  for (const [i, sku] of skus.entries()) {
    const { [sku]: variant_id } = ids.variants
    for (const location of ['Main', 'Store']) {
      const begins = i === 3 ? 15 : i === 5 ? 200 : 60
      const units = 4 + (i % 3)
      if (i === 4 || i === 6 || i === 13) continue
      moves.push({ sku, location, kind: i % 2 === 0 ? 'opening' : 'receipt', quantity: units, occurred_at: at(begins) })
      moves.push({
        sku,
        location,
        kind: 'fulfilment',
        quantity: -units,
        occurred_at: at(i === 5 ? 190 : 9 + random(4)),
      })
      if (i > 8) moves.push({ sku, location, kind: 'receipt', quantity: 1 + random(3), occurred_at: at(2 + random(4)) })
    }
    if (i === 4 || i > 11) continue
    for (const [channel, location] of [
      ['Web', 'Main'],
      ['Till', 'Store'],
      ['Bulk', 'Main'],
    ] as const)
      for (let n = 0; n < (i === 7 || i === 8 ? 1 : 3); n++) {
        const sold = i === 7 || i === 8 ? 1 : 1 + random(4)
        const priced = i === 9 ? 0 : sold - random(2)
        sales.push({
          variant_id,
          day: daysAgo(14 + 3 * n + (i === 7 || i === 8 ? 0 : random(3))),
          sales_channel_id: ids.sales_channels[channel],
          location_id: ids.locations[location],
          currency: i % 4 === 2 ? currency : 'USD',
          units: sold,
          returned_units: random(6) === 0 ? 1 : 0,
          gross_sales_cents: sold * 990,
          priced_units: priced,
          known_regular_value_cents: priced * 1290,
          known_markdown_units: priced === 0 ? 0 : random(priced + 1),
        })
      }
  }
  await moveStock(tenant, ids, moves)
  await insertRows(tenant, 'sales_daily', sales)
  return { tenant, ids, rows: [] }
}

async function read({ tenant }: SalesShop, query: string): Promise<any> {
  const answer = await tenant.get(`/api/v1/sales/table?${query}`)
  expect([query, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([query, 200, ''])
  return answer.body.data
}

const figures: Record<string, (row: any) => number | null> = {
  sell_through_percentage: (row) => row.sell_through.percentage,
  lost_units: (row) => row.stockout_losses.lost_units,
  lost_sales_cents: (row) => row.stockout_losses.lost_sales.cents,
  markdown_rate: (row) => row.markdown.rate,
}
const codes: Record<string, (row: any) => string | null> = {
  sell_through_reason_code: (row) => row.sell_through.reason_code,
  lost_reason_code: (row) => row.stockout_losses.reason_code,
  markdown_reason_code: (row) => row.markdown.reason_code,
}

const filter = (...all: [string, string, unknown][]) =>
  `&filter_args=${encodeURIComponent(JSON.stringify(all.map(([key, operation, value]) => ({ key, operation, value }))))}`

const idOf = (row: any): string => row.variant_id ?? row.product_id

/** The rows in the order of a figure: without it last, and ties by id in the same direction. */
const ordered = (rows: any[], figure: (row: any) => number | null, way: number) =>
  rows.toSorted((one, other) => {
    const [a, b] = [figure(one), figure(other)]
    if (a === null || b === null) return a === b ? way * (idOf(one) < idOf(other) ? -1 : 1) : a === null ? 1 : -1
    return way * (a === b ? (idOf(one) < idOf(other) ? -1 : 1) : a - b)
  })

async function exported(shop: SalesShop, query: string): Promise<Record<string, string>[]> {
  const { export_url } = await read(shop, `${query}&export=true`)
  const { pathname, search } = new URL(export_url)
  const file = await fetch(`${shop.tenant.service.base_url}${pathname}${search}`)
  const [header, ...lines] = (await file.text())
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  return lines.map((line) => Object.fromEntries(header!.map((name, i) => [name, line[i]!])))
}

async function checkTable(shop: SalesShop, of: string) {
  const { rows } = await read(shop, `${of}&limit=100`)
  for (const [key, figure] of Object.entries(figures)) {
    const values = rows.map(figure).filter((one: number | null) => one !== null)
    for (const [sign, way, limit] of [
      ['', 1, 100],
      ['-', -1, 9],
    ] as const) {
      const expected = ordered(rows, figure, way).map((row) => [idOf(row), figure(row)])
      const pages = []
      for (let offset = 0; offset < rows.length; offset += limit)
        pages.push(...(await read(shop, `${of}&sort_args=${sign}${key}&limit=${limit}&offset=${offset}`)).rows)
      expect([of, sign, key, pages.map((row) => [idOf(row), figure(row)])]).toEqual([of, sign, key, expected])
    }
    const middle = values.toSorted((a: number, b: number) => a - b)[Math.floor(values.length / 2)] ?? 0
    for (const [operation, value, holds] of [
      ['gte', middle, (one: number | null) => one !== null && one >= middle],
      ['is_empty', null, (one: number | null) => one === null],
    ] as const) {
      const extra = of.includes('filter_args') ? null : filter([key, operation, value])
      if (extra === null) continue
      const found = await read(shop, `${of}&limit=100${extra}`)
      const matching = rows.filter((row: any) => holds(figure(row)))
      expect([of, key, operation, found.rows.map(idOf).toSorted()]).toEqual([
        of,
        key,
        operation,
        matching.map(idOf).toSorted(),
      ])
      expect(found.totals.items_sold).toBe(matching.reduce((sum: number, row: any) => sum + row.items_sold, 0))
    }
  }
  const fields = 'fields=variant_id,product_id,sell_through,stockout_losses,markdown'
  const lines = await exported(shop, `${of}&${fields}&sort_args=-sell_through_percentage`)
  const shown = ordered(rows, figures.sell_through_percentage!, -1)
  const cell = (value: number | string | null) => (value === null ? '' : String(value))
  for (const [i, row] of shown.entries()) {
    const own = Object.entries({ ...figures, ...codes }).map(([name, of]) => [name, cell(of(row))])
    expect(lines[i]).toMatchObject(Object.fromEntries(own))
  }
  expect(lines.length).toBe(rows.length)
  const [narrow] = await exported(shop, `${of}&fields=product_id,markdown&sort_args=-lost_units`)
  expect(Object.keys(narrow!)).toEqual(['product_id', 'markdown_rate', 'markdown_reason_code'])
  return rows
}

test.each([
  [1, 'USD'],
  [2, 'EUR'],
])('rows are ordered, filtered and exported by the figures that they show, with seed %d', async (seed, currency) => {
  const shop = await newShop(seed, currency)
  const channel = filter(['sales_channel_id', 'eq', shop.ids.sales_channels.Web])
  const earlier = `&start_date=${daysAgo(21)}&end_date=${daysAgo(12)}`
  const untilToday = `&start_date=${daysAgo(5)}&end_date=${today}`
  const types = filter(['channel_type', 'in', ['store', 'wholesale']])
  const place = filter(['location_id', 'eq', shop.ids.locations.Main])
  for (const type of ['variants', 'products']) {
    const rows = await checkTable(shop, `type=${type}`)
    // The figures differ, and each is missing somewhere.
    for (const [key, figure] of Object.entries(figures)) {
      const values = rows.map(figure)
      expect([type, key, new Set(values).size > 2, values.includes(null)]).toEqual([type, key, true, true])
    }
    for (const narrowed of seed === 1 ? [earlier, untilToday, channel] : [types, place])
      await checkTable(shop, `type=${type}${narrowed}`)
  }
  await refresh(shop.tenant)
  for (const type of ['variants', 'products']) await checkTable(shop, `type=${type}`)
})

test('lost units of every row of a large catalogue are refused with the read that has them', async () => {
  const shop = await newShop(3, 'USD')
  const { sql } = shop.tenant.service.database
  const { organization_id } = shop.tenant
  await refresh(shop.tenant)
  const count = async (rows: number) => {
    await sql`delete from row_count_deltas where organization_id = ${organization_id} and table_name = 'variants'`
    await sql`
      insert into row_counts (organization_id, table_name, row_count) values (${organization_id}, 'variants', ${rows})
      on conflict on constraint row_counts_pk do update set row_count = excluded.row_count`
  }
  const refused = [
    ['sort_args=-lost_units', 'sort_args'],
    ['sort_args=sku,lost_sales_cents', 'sort_args'],
    [filter(['lost_units', 'gt', 1]).slice(1), 'filter_args'],
    ['export=true&fields=sku,stockout_losses', 'fields'],
  ] as const
  await count(5_001)
  for (const [query, field] of refused) {
    const { status, body } = await shop.tenant.get(`/api/v1/sales/table?${query}`)
    expect([query, status, body.data?.field]).toEqual([query, 400, field])
    expect(body.message.desc).toContain('at most 5,000 variants. GET /api/v1/sales/velocity/table')
  }
  for (const query of ['fields=sku,stockout_losses', 'sort_args=-sell_through_percentage', 'sort_args=markdown_rate'])
    await read(shop, query)
  await read(shop, 'export=true&fields=sell_through,markdown')
  await count(5_000)
  for (const [query] of refused) await read(shop, query)
})
