/** Reads reports and follows their feet; plans and sales of the 53-week fiscal year 2023, which begins in February. */
import { expect } from 'bun:test'
import { moveStock, recordSales } from '../../support/fixtures/catalogue.ts'
import type { SaleFixture } from '../../support/fixtures/fixture.ts'
import { createPlan, newPlanning, type Planning, plans } from '../planning_fixture.ts'

const base = '/api/v1/finance/reports'

export const ask = ({ tenant }: Planning, report: string, query = '') => tenant.get(`${base}/${report}${query}`)

export async function read(planning: Planning, kind: string, query = ''): Promise<any> {
  const answer = await ask(planning, kind, query)
  if (answer.status !== 200) throw new Error(answer.text)
  const report = answer.body.data
  return { ...report, sections: report.sections.map((one: any) => ({ ...one, rows: one.rows.map(byColumn) })) }
}

/** A row whose cells are an object by the keys of their columns. */
const byColumn = ({ cells, ...rest }: any) => ({
  ...rest,
  cells: Object.fromEntries(cells.map(({ column, ...figure }: any) => [column, figure])),
})

export const section = (report: any, key: string) => report.sections.find((one: any) => one.key === key)
export const row = (report: any, of: string, key: string) =>
  section(report, of).rows.find((one: any) => one.key === key || one.label === key)
export const headOf = (report: any, key: string) => report.head.find((one: any) => one.key === key)

const cellAt = (report: any, at: any) => {
  expect(section(report, at.section).columns.map(({ key }: any) => key)).toContain(at.column)
  return row(report, at.section, at.row).cells[at.column]
}

/** Every head figure equals the cell that it names, and every row has a cell for each column. */
export function checkFeet(report: any): void {
  expect(report.head.length).toBeGreaterThan(0)
  for (const one of report.head) {
    expect([one.key, cellAt(report, one.foots_to)]).toEqual([one.key, one.figure])
    if (one.against !== null)
      expect([one.key, cellAt(report, one.against.foots_to)]).toEqual([one.key, one.against.figure])
  }
  for (const { key, columns, rows, absence } of report.sections) {
    expect([key, absence === null]).toEqual([key, rows.length > 0])
    for (const { cells } of rows) expect(Object.keys(cells)).toEqual(columns.map((column: any) => column.key))
  }
}

/** What a test computed of each head figure, and of what it is compared with, from rows; null without a comparison. */
export type Recomputed = Record<string, readonly [figure: number | null, against: number | null]>

/** Every figure that the head shows was recomputed, and equals the recomputed value; no figure is left out. */
export function checkRecomputed(report: any, recomputed: Recomputed): void {
  checkFeet(report)
  const valueOf = (figure: any) => (figure === undefined ? null : (figure.cents ?? figure.value))
  const shown = report.head.map(({ key, figure, against }: any) => [key, [valueOf(figure), valueOf(against?.figure)]])
  expect(Object.fromEntries(shown)).toEqual(recomputed)
}

/** Money and units of the rows add up to the total. */
export function checkSums(of: any, leaveOut: readonly string[] = []): void {
  const total = of.rows.find((one: any) => one.is_total)
  for (const { key, format } of of.columns) {
    if (!['money', 'units'].includes(format) || leaveOut.includes(key)) continue
    const parts = of.rows.filter((one: any) => !one.is_total).map(({ cells }: any) => cells[key])
    const figure = ({ cents, value }: any) => cents ?? value
    if (parts.some((one: any) => figure(one) === null)) continue
    const sum = parts.reduce((all: number, one: any) => all + figure(one), 0)
    expect([of.key, key, figure(total.cells[key])]).toEqual([of.key, key, sum])
  }
}

export const publish = async ({ session }: Planning, mfp_id: string, label = 'Budget', kind = 'budget') => {
  const published = await session.post(`${plans}/${mfp_id}/publish`, { label, kind })
  if (published.status >= 300) throw new Error(published.text)
}

export async function editCells({ session }: Planning, mfp_id: string, cells: object[]): Promise<void> {
  const saved = await session.patch(`${plans}/${mfp_id}/cells`, { cells })
  if (saved.status !== 200) throw new Error(saved.text)
}

const sale = (sku: string, day: string, channel: string, at: number): SaleFixture => ({
  sku,
  day,
  channel,
  location: 'Main',
  units: 3 + (at % 5),
  returned_units: at % 3,
  gross_sales_cents: 10_001 * (1 + (at % 5)),
  discounts_cents: 101 * (at % 7),
  returns_cents: 2_503 * (at % 3),
})

/** Days inside and just outside of week 53, of the week 52 weeks earlier, and of the four weeks of stock cover. */
const days = [
  '2023-01-28',
  '2023-01-29',
  '2023-02-04',
  '2023-02-05',
  '2024-01-06',
  '2024-01-07',
  '2024-01-20',
  '2024-01-27',
  '2024-01-28',
  '2024-01-30',
  '2024-02-03',
  '2024-02-04',
]

/** Sales of every product and channel, with known costs, and stock from 2022 on. */
export async function newYear2023(): Promise<Planning & { mfp_id: string }> {
  const stock = { Main: { on_hand: 500, unit_cost: '40.0000', occurred_at: '2022-12-01T12:00:00Z' } }
  const planning = await newPlanning({
    products: [
      { title: 'Jumper', category: 'Knitwear', variants: [{ sku: 'J', price_cents: 10_000, stock }] },
      { title: 'Coat', category: 'Coats', variants: [{ sku: 'C', price_cents: 25_000, stock }] },
      { title: 'Card', variants: [{ sku: 'X', price_cents: 5_000 }] },
    ],
  })
  const { tenant, ids } = planning
  const { sql } = tenant.service.database
  await sql`
    update organizations set fiscal_year_start_month = 2 where organization_id = ${tenant.organization_id}`
  const move = { sku: 'J', location: 'Main', kind: 'fulfilment' } as const
  await moveStock(tenant, ids, [
    { ...move, quantity: -70, occurred_at: '2024-02-03T23:59:59Z' },
    { ...move, quantity: -30, occurred_at: '2024-02-04T00:00:00Z' },
  ])
  const sales = days.flatMap((day, i) =>
    ['J', 'C', 'X'].flatMap((sku, j) =>
      ['Web', 'Shop'].map((channel, k) => sale(sku, day, channel, i + 2 * j + 5 * k)),
    ),
  )
  await recordSales(tenant, ids, sales)
  await sql`
    update sales_daily set costed_units = units + returned_units, known_cost_cents = 4001 * (units - returned_units)
    where organization_id = ${tenant.organization_id}`
  const mfp_id = await createPlan(planning, { name: 'Year 2023', fiscal_year: 2023, calendar: 'retail_4_5_4' })
  const { categories, sales_channels } = ids
  await editCells(planning, mfp_id, [
    {
      category_id: categories.Knitwear,
      sales_channel_id: sales_channels.Web,
      month: 12,
      sales_cents: 100_003,
      margin_cents: 50_001,
    },
    {
      category_id: categories.Coats,
      sales_channel_id: sales_channels.Shop,
      month: 12,
      sales_cents: 7,
      margin_cents: 3,
    },
  ])
  await publish(planning, mfp_id)
  return { ...planning, mfp_id }
}
