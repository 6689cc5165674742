/** A plan of the running fiscal year with sales, stock and orders, and its weeks as they are read. */
import { addDays } from '../../../server/calendar/days.ts'
import { fiscalMonthsOf } from '../../../server/calendar/retail_calendar.ts'
import { moveStock, recordSales } from '../../support/fixtures/catalogue.ts'
import type { OrderFixture } from '../../support/fixtures/fixture.ts'
import { createPlan, fiscal_year, newPlanning, type Planning, plans, startMonth, today } from '../planning_fixture.ts'
import { editCells } from '../reports/reports_fixture.ts'

/** First day of the fiscal year whose second month is running. */
export const yearStart = fiscalMonthsOf(fiscal_year, startMonth)[0]!.start

export const ask = ({ session }: Planning, mfp_id: string, query = '') => session.get(`${plans}/${mfp_id}/wssi${query}`)

export async function wssiOf(planning: Planning, mfp_id: string, query = ''): Promise<any> {
  const answer = await ask(planning, mfp_id, query)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.data
}

export const categoryOf = (wssi: any, category: string | null) =>
  wssi.rows.find((one: any) => one.category === category)
export const sum = (of: readonly number[]) => of.reduce((all, one) => all + one, 0)

export const order = (
  name: string,
  due: string | undefined,
  quantity: number,
  more: Partial<OrderFixture> = {},
): OrderFixture => ({
  name,
  supplier: 'Mill',
  location: 'Main',
  expected_delivery_date: due,
  lines: [{ sku: 'J', quantity, unit_cost: '40.0000' }],
  ...more,
})

/** Each month from the running one on: sales 7,000.00, markdowns 350.00 and a closing stock of 9,000.00. */
export const monthly = { sales_cents: 700_000, markdown_cents: 35_000, closing_stock_retail_cents: 900_000 }

export async function openYear(orders: OrderFixture[] = []) {
  const planning = await newPlanning({ purchase_orders: orders })
  const { tenant, ids } = planning
  const move = { sku: 'J', location: 'Main' } as const
  await moveStock(tenant, ids, [
    { ...move, kind: 'receipt', quantity: 10, unit_cost: '40.0000', landed_unit_cost: '40.0000' },
    { ...move, kind: 'fulfilment', quantity: -5 },
  ])
  const of = (day: string, units: number, channel = 'Web') =>
    ({
      sku: 'J',
      day,
      channel,
      location: 'Main',
      units,
      gross_sales_cents: units * 9_000,
      discounts_cents: 100,
    }) as const
  await recordSales(tenant, ids, [
    of(addDays(yearStart, -60), 1),
    of(yearStart, 2),
    of(yearStart, 1, 'Shop'),
    of(today, 5),
  ])
  await tenant.service.database.sql`
    update sales_daily set priced_units = units, known_regular_value_cents = 10000 * units
    where organization_id = ${tenant.organization_id}`
  const mfp_id = await createPlan(planning, { calendar: 'retail_4_5_4' })
  const { categories, sales_channels } = ids
  await editCells(
    planning,
    mfp_id,
    Array.from({ length: 12 }, (_, i) => ({
      category_id: categories.Knitwear,
      sales_channel_id: sales_channels.Web,
      month: i + 1,
      ...monthly,
    })),
  )
  return { planning, mfp_id }
}

export const whole = (wssi: any) => `?start_date=${wssi.weeks[0].week_start}`

/** All weeks of the plan's year. */
export async function wholeYear(planning: Planning, mfp_id: string) {
  const otb = (await planning.tenant.get(`/api/v1/otb/${mfp_id}/rollup`)).body.data
  const [first, last] = [otb.months[0].start_date, otb.months.at(-1).end_date]
  const wssi = await wssiOf(planning, mfp_id, `?start_date=${first}&end_date=${last}`)
  return { wssi, otb, months: otb.months as any[] }
}
