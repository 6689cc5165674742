import { expect, test } from 'bun:test'
import { addDays, eachDay } from '../../server/calendar/days.ts'
import { moveStock, recordSales, setFixture } from '../support/fixtures/catalogue.ts'
import type { SaleFixture } from '../support/fixtures/fixture.ts'
import { newSession } from '../support/service/session.ts'
import { newTenant } from '../support/service/tenant.ts'
import { plans } from './planning_fixture.ts'

/** Fiscal 2018 begins on 4 February 2018; its 52 weeks compare with those from 5 February 2017. */
const starts = [
  '2017-02-05',
  '2017-03-05',
  '2017-04-09',
  '2017-05-07',
  '2017-06-04',
  '2017-07-09',
  '2017-08-06',
  '2017-09-03',
  '2017-10-08',
  '2017-11-05',
  '2017-12-03',
  '2018-01-07',
]
const end = '2018-02-03'
const monthOf = (day: string) => starts.findLastIndex((start) => start <= day) + 1

async function newShop() {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: ['Main', 'Store'],
    sales_channels: [
      { name: 'Web', channel_type: 'online' },
      { name: 'Shop', channel_type: 'store' },
      { name: 'Idle', channel_type: 'store' },
    ],
    categories: ['Coats', 'Empty', 'Knitwear'],
    products: [
      {
        title: 'Jumper',
        category: 'Knitwear',
        variants: [
          { sku: 'J-S', price_cents: 8_900 },
          { sku: 'J-M', price_cents: 9_100 },
        ],
      },
      { title: 'Coat', category: 'Coats', variants: [{ sku: 'C', price_cents: 25_000 }] },
      { title: 'Gift card', variants: [{ sku: 'X', price_cents: 5_000 }] },
    ],
  })
  return { tenant, ids, session: await newSession(tenant) }
}
type Shop = Awaited<ReturnType<typeof newShop>>

/** Reproducible sales of two years and a bit, with returns and days before and after the compared ones. */
function randomSales(): SaleFixture[] {
  let seed = 7
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  return eachDay('2017-01-20', '2018-02-20').flatMap((day) =>
    ['Web', 'Shop'].flatMap((channel) =>
      ['J-S', 'J-M', 'C', 'X'].flatMap((sku): SaleFixture[] => {
        if (random(9) !== 0) return []
        const units = 1 + random(3)
        return [
          {
            sku,
            day,
            channel,
            location: 'Main',
            units,
            returned_units: random(4) === 0 ? 1 : 0,
            gross_sales_cents: units * (3_000 + random(2_000)),
            discounts_cents: random(700),
            returns_cents: random(4) === 0 ? 1_234 : 0,
            taxes_cents: random(90),
          },
        ]
      }),
    ),
  )
}

async function tradeIn({ tenant, ids }: Shop): Promise<void> {
  await recordSales(tenant, ids, randomSales())
  const { sql } = tenant.service.database
  // The coat's cost is unknown in June 2017; regular prices are known from August on.
  await sql`
    update sales_daily s set costed_units = units + returned_units, known_cost_cents = (units - returned_units) * 1700
    where organization_id = ${tenant.organization_id}
      and not (variant_id = ${ids.variants.C!} and day between '2017-06-04' and '2017-07-08')`
  await sql`
    update sales_daily set priced_units = units, known_regular_value_cents = units * 5000, known_markdown_units = 0
    where organization_id = ${tenant.organization_id} and day >= '2017-08-06'`
  const at = (day: string) => `${day}T10:00:00Z`
  const move = (
    sku: string,
    location: string,
    kind: 'opening' | 'receipt' | 'fulfilment',
    quantity: number,
    cost: string | null,
    day: string,
  ) => ({ sku, location, kind, quantity, unit_cost: cost, landed_unit_cost: cost, occurred_at: at(day) }) as const
  await moveStock(tenant, ids, [
    move('J-S', 'Main', 'opening', 50, '20.0000', '2017-01-02'),
    move('J-M', 'Store', 'opening', 31, '21.1300', '2017-01-02'),
    move('C', 'Main', 'opening', 12, '90.0000', '2017-01-02'),
    move('X', 'Main', 'opening', 5, '1.0000', '2017-01-02'),
    move('J-S', 'Main', 'receipt', 30, '22.3333', '2017-03-04'),
    move('J-S', 'Main', 'receipt', 17, '22.3333', '2017-03-05'),
    move('J-M', 'Store', 'receipt', 9, '19.0100', '2017-11-04'),
    move('J-S', 'Main', 'fulfilment', -41, null, '2017-12-31'),
    move('C', 'Main', 'fulfilment', -3, null, '2018-02-03'),
    move('C', 'Main', 'receipt', 100, '95.0000', '2018-02-04'),
  ])
}

interface CellRow {
  category_id: string | null
  sales_channel_id: string
  month: number
  sales_cents: number | null
  markdown_cents: number | null
  margin_cents: number | null
  receipts_cost_cents: number | null
  closing_stock_retail_cents: number | null
  closing_stock_cost_cents: number | null
}

const cellsOf = ({ tenant }: Shop, mfp_id: string) => tenant.service.database.sql<CellRow[]>`
  select category_id, sales_channel_id, month::int, sales_cents::float8, markdown_cents::float8, margin_cents::float8,
    receipts_cost_cents::float8, closing_stock_retail_cents::float8, closing_stock_cost_cents::float8
  from buy_plan_cells where organization_id = ${tenant.organization_id} and mfp_id = ${mfp_id}`

test("last year's actuals equal sums of the sales and movements, month by month and to the cent", async () => {
  const shop = await newShop()
  const { tenant, session, ids } = shop
  await tradeIn(shop)
  const created = await session.post(plans, { name: 'Fiscal 2018', fiscal_year: 2018 })
  expect([created.status, created.body.data.baseline_through]).toEqual([201, end])
  const cells = await cellsOf(shop, created.body.data.mfp_id)
  // Coats, Knitwear and goods without a category, in the two channels that sold; nothing for the empty category.
  expect([created.body.data.cell_count, cells.length]).toEqual([72, 72])
  const { sql } = tenant.service.database
  const sold = await sql`
    select p.category_id, s.sales_channel_id, s.day::text, s.units, s.returned_units, s.gross_sales_cents::float8 as gross,
      s.discounts_cents::float8 as discounts, s.returns_cents::float8 as returns, s.costed_units,
      s.known_cost_cents::float8 as cost, s.priced_units, s.known_regular_value_cents::float8 as regular
    from sales_daily s join variants v using (organization_id, variant_id) join products p using (organization_id, product_id)
    where s.organization_id = ${tenant.organization_id} and s.day between ${starts[0]!} and ${end}`
  let unknownMargins = 0
  for (const cell of cells) {
    const rows = sold.filter(
      (row) =>
        row.category_id === cell.category_id &&
        row.sales_channel_id === cell.sales_channel_id &&
        monthOf(row.day) === cell.month,
    )
    const sum = (of: (row: any) => number) => rows.reduce((all, row) => all + of(row), 0)
    const sales = sum(({ gross, discounts, returns }) => gross - discounts - returns)
    const isCosted = sum((row) => row.units + row.returned_units - row.costed_units) === 0
    // The days on which a unit sold without a regular price are left out as a whole.
    const unpriced = new Set(rows.filter((row) => row.units > row.priced_units).map(({ day }) => day))
    const priced = rows.filter(({ day }) => !unpriced.has(day))
    const isMeasured = sum((row) => row.units) === 0 || priced.some((row) => row.units > 0)
    const markdown = priced.reduce((all, { regular, gross, discounts }) => all + regular - gross + discounts, 0)
    expect([cell.month, cell.sales_cents]).toEqual([cell.month, sales])
    expect(cell.margin_cents).toBe(isCosted ? sales - sum(({ cost }) => cost) : null)
    expect(cell.markdown_cents).toBe(isMeasured ? markdown : null)
    if (!isCosted) unknownMargins++
  }
  expect(unknownMargins).toBeGreaterThan(0)
  const stockOf = (category: string | null, month: number) =>
    cells
      .filter((cell) => cell.category_id === category && cell.month === month)
      .reduce(
        (sums, cell) => [
          sums[0]! + cell.receipts_cost_cents!,
          sums[1]! + cell.closing_stock_cost_cents!,
          sums[2]! + cell.closing_stock_retail_cents!,
        ],
        [0, 0, 0],
      )
  const levels = await sql`
    select p.category_id, l.variant_id, l.on_hand, l.average_cost::float8 as cost, v.price_cents::float8 as price
    from stock_levels l join variants v using (organization_id, variant_id) join products p using (organization_id, product_id)
    where l.organization_id = ${tenant.organization_id}`
  const moves = await sql`
    select variant_id, kind, quantity_delta as units, landed_unit_cost::float8 as cost, occurred_at::date::text as day
    from stock_movements where organization_id = ${tenant.organization_id}`
  for (const category of [ids.categories.Knitwear!, ids.categories.Coats!, null])
    for (const month of Array.from({ length: 12 }, (_, i) => i + 1)) {
      const next = starts[month] ?? addDays(end, 1)
      const own = levels.filter((level) => level.category_id === category)
      const received = moves.filter(
        (move) =>
          move.kind === 'receipt' &&
          monthOf(move.day) === month &&
          move.day >= starts[0]! &&
          move.day <= end &&
          own.some((level) => level.variant_id === move.variant_id),
      )
      const unitsAt = (variant_id: string) =>
        moves
          .filter((move) => move.variant_id === variant_id && move.day < next)
          .reduce((all, move) => all + move.units, 0)
      const valueOf = (value: (level: any) => number) =>
        Math.round(own.reduce((all, level) => all + unitsAt(level.variant_id) * value(level), 0))
      expect([category, month, ...stockOf(category, month)]).toEqual([
        category,
        month,
        Math.round(received.reduce((all, move) => all + move.units * move.cost * 100, 0)),
        valueOf(({ cost }) => cost * 100),
        valueOf(({ price }) => price),
      ])
    }
})

test('sums of a plan with unknown margins say so, until the margins are entered', async () => {
  const shop = await newShop()
  const { tenant, session, ids } = shop
  await tradeIn(shop)
  const { mfp_id } = (await session.post(plans, { name: 'Fiscal 2018', fiscal_year: 2018 })).body.data
  const margin = async () => (await tenant.get(`${plans}/${mfp_id}/table?metric=margin`)).body.data.totals
  expect((await margin()).total).toMatchObject({ cents: null, reason: expect.stringContaining('no value') })
  expect((await margin()).months[0].cents).toBeNumber()
  const cells = (await cellsOf(shop, mfp_id))
    .filter(({ margin_cents }) => margin_cents === null)
    .map(({ category_id, sales_channel_id, month }) => ({ category_id, sales_channel_id, month, margin_cents: 100 }))
  expect(cells.every(({ category_id, month }) => category_id === ids.categories.Coats && month === 5)).toBe(true)
  await session.patch(`${plans}/${mfp_id}/cells`, { cells })
  const all = await cellsOf(shop, mfp_id)
  expect((await margin()).total.cents).toBe(all.reduce((sum, { margin_cents }) => sum + margin_cents!, 0))
})

test('sales in another currency are converted, and without a rate their cells have no value', async () => {
  const shop = await newShop()
  const { tenant, session, ids } = shop
  const { sql } = tenant.service.database
  const sale = (currency: string, sku: string) => sql`
    insert into sales_daily (organization_id, variant_id, day, sales_channel_id, location_id, currency, units,
      gross_sales_cents)
    values (${tenant.organization_id}, ${ids.variants[sku]!}, '2017-02-06', ${ids.sales_channels.Web!},
      ${ids.locations.Main!}, ${currency}, 1, 10001)`
  await sale('EUR', 'J-S')
  await sale('GBP', 'C')
  await sql`
    insert into exchange_rates (organization_id, currency, rate_date, organization_currency_per_unit)
    values (${tenant.organization_id}, 'EUR', '2017-01-01', 1.25)`
  const { mfp_id } = (await session.post(plans, { name: 'Fiscal 2018', fiscal_year: 2018 })).body.data
  const first = (await cellsOf(shop, mfp_id)).filter(({ month }) => month === 1)
  const salesOf = (category: string) => first.find((cell) => cell.category_id === ids.categories[category])!.sales_cents
  expect([salesOf('Knitwear'), salesOf('Coats')]).toEqual([12_501, null])
  const { rows } = (await tenant.get(`${plans}/${mfp_id}/table`)).body.data
  expect(rows.map((row: any) => [row.category, row.total.cents])).toEqual([
    ['Coats', null],
    ['Knitwear', 12_501],
  ])
})

test('a plan without anything last year is refused', async () => {
  const { session } = await newShop()
  const answer = await session.post(plans, { name: 'Fiscal 2018', fiscal_year: 2018 })
  expect([answer.status, answer.body.data.field]).toEqual([400, 'baseline_source'])
})

test('an organisation without categories plans the products that have none', async () => {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: ['Main'],
    sales_channels: [{ name: 'Web', channel_type: 'online' }],
    products: [{ title: 'Gift card', variants: [{ sku: 'X', price_cents: 5_000 }] }],
  })
  const session = await newSession(tenant)
  // It sold for the first time in the second month: before that there was nothing.
  const request = { name: 'Next year', fiscal_year: 2018, unmeasured_months: 'zero' }
  // Neither a category nor actuals: the baseline is what is missing.
  const refused = await session.post(plans, request)
  expect([refused.status, refused.body.data.field]).toEqual([400, 'baseline_source'])
  await recordSales(tenant, ids, [
    { sku: 'X', day: '2017-03-06', channel: 'Web', location: 'Main', units: 3, gross_sales_cents: 15_000 },
  ])
  const created = await session.post(plans, request)
  expect([created.status, created.body.data.cell_count, created.body.data.total_planned_revenue.cents]).toEqual([
    201, 12, 15_000,
  ])
  const { rows } = (await tenant.get(`${plans}/${created.body.data.mfp_id}/table`)).body.data
  expect(rows.map((row: any) => [row.category_id, row.category])).toEqual([[null, null]])
  const empty = await session.post(plans, { name: 'Empty', fiscal_year: 2019, baseline_source: 'empty' })
  expect([empty.status, empty.body.data.cell_count]).toEqual([201, 12])
})
