/** The plan of a week: cells over the days of their month, and stock from month end to month end. */
import { expect, test } from 'bun:test'
import { known, unknown } from '../../../server/contract/money.ts'
import type { Cell } from '../../../server/planning/buy_plans/cells/cells.store.ts'
import { planMonths } from '../../../server/planning/buy_plans/plan_calendar.rules.ts'
import { plannedOn, plannedStock, planOfWeek } from '../../../server/planning/buy_plans/wssi/wssi_plan.rules.ts'

/** Months of four weeks from 4 February, of five from 3 March, of four from 7 April. */
const months = planMonths({ fiscal_year: 2024, fiscal_year_start_month: 2, calendar: 'retail_4_5_4' })
const cell = (month: number, changes: Partial<Cell> = {}): Cell => ({
  cell_id: `${month}`,
  category_id: null,
  category: null,
  sales_channel_id: 'web',
  sales_channel: 'Web',
  month,
  sales: 2_800,
  markdown: 280,
  margin: 1_400,
  receipts_cost: 0,
  closing_stock_retail: 10_000,
  closing_stock_cost: 0,
  chase_reserve: 0,
  ...changes,
})
const week1 = { start: '2024-02-04', end: '2024-02-10' }
const last = { start: '2024-02-25', end: '2024-03-02' }
const first = { start: '2024-03-03', end: '2024-03-09' }

test('cells are divided over the days of their month, and add up over channels', () => {
  const cells = [cell(1), cell(1, { sales: 4 }), cell(2, { sales: 3_500 })]
  expect(plannedOn(week1, cells, months, 'sales')).toEqual(known(701))
  expect(plannedOn(last, cells, months, 'sales')).toEqual(known(701))
  expect(plannedOn(first, cells, months, 'sales')).toEqual(known(700))
  expect(plannedOn({ start: '2024-03-02', end: '2024-03-03' }, cells, months, 'sales')).toEqual(known(100 + 100))
  expect(plannedOn(week1, cells, months, 'markdown')).toEqual(known(140))
  expect(plannedOn(week1, cells, months, 'margin')).toEqual(known(700))
  expect(plannedOn({ start: '2024-04-07', end: '2024-04-13' }, cells, months, 'sales')).toEqual(known(0))
})

test('a cell without a value makes the figure of its days unknown, and of no others', () => {
  const cells = [cell(1), cell(2, { markdown: null })]
  expect(plannedOn(first, cells, months, 'markdown')).toMatchObject({ cents: null, cause: 'no_plan_value' })
  expect(plannedOn(first, cells, months, 'sales').cents).toBeNumber()
  expect(plannedOn(last, cells, months, 'markdown')).toEqual(known(70))
  expect(plannedOn({ start: '2024-03-02', end: '2024-03-03' }, cells, months, 'markdown').cents).toBeNull()
})

const opening = known(2_000)

test('stock moves evenly from one month end to the next, and the year opens with the given stock', () => {
  const cells = [cell(1), cell(2, { closing_stock_retail: 6_500 }), cell(2, { closing_stock_retail: 0 })]
  const at = (day: string) => plannedStock(day, cells, months, opening)
  expect(at('2024-02-03')).toEqual(opening)
  expect(at('2024-02-10')).toEqual(known(4_000))
  expect(at('2024-02-24')).toEqual(known(8_000))
  expect(at('2024-03-02')).toEqual(known(10_000))
  expect(at('2024-03-09')).toEqual(known(9_300))
  expect(at('2024-04-06')).toEqual(known(6_500))
  // A month without cells closes with nothing.
  expect(at('2024-05-04')).toEqual(known(0))
})

test('an unknown closing stock makes the month before and after it unknown, except at the other ends', () => {
  const cells = [cell(1), cell(2, { closing_stock_retail: null }), cell(3), cell(4)]
  const causeAt = (day: string) => {
    const stock = plannedStock(day, cells, months, opening)
    return stock.cents === null ? stock.cause : null
  }
  expect(['2024-03-02', '2024-03-03', '2024-04-06', '2024-04-13', '2024-05-04', '2024-05-05'].map(causeAt)).toEqual([
    null,
    'no_plan_value',
    'no_plan_value',
    'no_plan_value',
    null,
    null,
  ])
  expect(plannedStock('2024-02-10', cells, months, unknown('No stock.', 'not_recorded'))).toMatchObject({
    cents: null,
    reason: 'No stock.',
    cause: 'not_recorded',
  })
})

test('the intake is what sales, markdowns and closing stock need beyond the opening stock', () => {
  const cells = [cell(1), cell(2)]
  expect(planOfWeek(week1, cells, months, opening)).toEqual({
    opening_stock: opening,
    sales: known(700),
    markdown: known(70),
    intake: known(4_000 - 2_000 + 700 + 70),
    closing_stock: known(4_000),
  })
  expect(planOfWeek(first, cells, months, opening)).toMatchObject({
    opening_stock: known(10_000),
    closing_stock: known(10_000),
    intake: known(560 + 56),
  })
  const empty = planOfWeek(week1, [cell(1, { markdown: null })], months, opening)
  expect(empty.intake).toMatchObject({ cents: null, cause: 'no_plan_value' })
  expect(empty.sales).toEqual(known(700))
})
