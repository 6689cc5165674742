/** The week of a trade report, and its part of the plan. */
import { expect, test } from 'bun:test'
import { known, unknown } from '../../../server/contract/money.ts'
import type { PlanHead } from '../../../server/planning/buy_plans/buy_plans.store.ts'
import type { Cell } from '../../../server/planning/buy_plans/cells/cells.store.ts'
import { planMonths } from '../../../server/planning/buy_plans/plan_calendar.rules.ts'
import { choosePlan, planOfRow, type WeekPlan } from '../../../server/planning/reports/weekly_trade/trade_plan.rules.ts'
import { comparedWeeks, shareOfMonth, weekOf } from '../../../server/planning/reports/weekly_trade/trade_week.rules.ts'

/** What was refused: the sentence, and the values that are allowed. */
function refusal(act: () => unknown) {
  try {
    act()
  } catch (error) {
    const { code, desc, data } = error as { code: string; desc: string; data?: { allowed?: string[] } }
    return { code, desc, allowed: data?.allowed }
  }
  throw new Error('not refused')
}

test('a week is seven days from a Sunday; the last of a year with 53 weeks exists, of one with 52 it does not', () => {
  expect(weekOf('2026-W01', 2)).toEqual({
    fiscal_year: 2026,
    week: 1,
    days: { start: '2026-02-01', end: '2026-02-07' },
  })
  expect(weekOf('2026-W10', 2).days).toEqual({ start: '2026-04-05', end: '2026-04-11' })
  expect(weekOf('2026-W52', 2).days.end).toBe('2027-01-30')
  expect(weekOf('2023-W53', 2).days).toEqual({ start: '2024-01-28', end: '2024-02-03' })
  expect(refusal(() => weekOf('2026-W53', 2)).desc).toBe('week must be a week of fiscal year 2026, which has 52 weeks.')
  expect(refusal(() => weekOf('2026-W00', 2)).code).toBe('bad_request')
})

test('a running week is compared with as many days 52 weeks earlier, and with the four weeks before it', () => {
  const week = weekOf('2026-W02', 2)
  const running = {
    is_running: true,
    counted: { start: '2026-02-08', end: '2026-02-10' },
    last_year: { start: '2025-02-09', end: '2025-02-11' },
    recent: { start: '2026-01-11', end: '2026-02-07' },
  }
  expect(comparedWeeks(week, '2026-02-10')).toEqual(running)
  // On its last day the week is whole but not over.
  expect(comparedWeeks(week, '2026-02-14')).toMatchObject({
    is_running: true,
    counted: { end: '2026-02-14' },
    recent: { end: '2026-02-07' },
  })
  expect(comparedWeeks(week, '2026-02-15')).toEqual({
    is_running: false,
    counted: { start: '2026-02-08', end: '2026-02-14' },
    last_year: { start: '2025-02-09', end: '2025-02-15' },
    recent: { start: '2026-01-18', end: '2026-02-14' },
  })
})

test('a week counts the days that are recorded, and last year as many', () => {
  const week = weekOf('2026-W02', 2)
  const at = (recorded_through: string, today = '2026-02-20') => comparedWeeks(week, today, recorded_through)
  const whole = comparedWeeks(week, '2026-02-20')
  expect(at('2026-02-14')).toEqual(whole)
  expect(at('2026-02-13')).toEqual({
    is_running: false,
    counted: { start: '2026-02-08', end: '2026-02-13' },
    last_year: { start: '2025-02-09', end: '2025-02-14' },
    recent: { start: '2026-01-11', end: '2026-02-07' },
  })
  expect(at('2026-02-08')).toMatchObject({ counted: { end: '2026-02-08' }, recent: { end: '2026-02-07' } })
  // Nothing of the week is recorded: its figures are unknown, and stock covers the last 28 days that are.
  expect(at('2026-02-07')).toMatchObject({ counted: { end: '2026-02-14' }, recent: { end: '2026-02-07' } })
  expect(at('2026-02-06')).toMatchObject({
    counted: { end: '2026-02-14' },
    recent: { start: '2026-01-10', end: '2026-02-06' },
  })
  expect(at('2026-02-09', '2026-02-10')).toMatchObject({ is_running: true, counted: { end: '2026-02-09' } })
})

test('the weeks of a month divide its amount by days, and add up to it', () => {
  const month = { start: '2026-03-01', end: '2026-03-31' }
  const week = (start: string, end: string) => shareOfMonth(1_000, month, { start, end })
  // 7 of 31 days are 225.8; 14 of them 451.6: the parts are differences of rounded sums.
  const weeks = [
    week('2026-03-01', '2026-03-07'),
    week('2026-03-08', '2026-03-14'),
    week('2026-03-15', '2026-03-21'),
    week('2026-03-22', '2026-03-28'),
    week('2026-03-29', '2026-04-04'),
  ]
  expect(weeks).toEqual([226, 226, 225, 226, 97])
  expect(weeks.reduce((sum, cents) => sum + cents, 0)).toBe(1_000)
  expect(week('2026-02-15', '2026-02-21')).toBe(0)
  expect(week('2026-02-22', '2026-02-28')).toBe(0)
  expect(week('2026-02-23', '2026-03-01')).toBe(32)
  expect(week('2026-03-31', '2026-04-06')).toBe(32)
  expect(week('2026-04-01', '2026-04-07')).toBe(0)
  expect(week('2026-03-31', '2026-03-31')).toBe(32)
  // A half cent is rounded up.
  expect(shareOfMonth(1, { start: '2026-03-01', end: '2026-03-02' }, { start: '2026-03-01', end: '2026-03-01' })).toBe(
    1,
  )
})

const plan = (mfp_id: string, changes: Partial<PlanHead> = {}): PlanHead => ({
  mfp_id,
  name: mfp_id.toUpperCase(),
  fiscal_year: 2026,
  fiscal_year_start_month: 2,
  calendar: 'retail_4_5_4',
  currency: 'USD',
  baseline_source: 'none',
  baseline_fill: 'none',
  baseline_from: null,
  baseline_through: null,
  locked_by: null,
  archived_at: null,
  created_at: '',
  updated_at: '',
  is_published: true,
  ...changes,
})

test('without a named plan the only one in force is chosen; several must be named', () => {
  const [live, other] = [plan('a'), plan('b')]
  expect(choosePlan([], undefined, 2026)).toBeNull()
  expect(choosePlan([live], undefined, 2026)).toBe(live)
  const out = [
    plan('c', { fiscal_year: 2027 }),
    plan('d', { archived_at: '2026-01-01T00:00:00.000Z' }),
    plan('e', { is_published: false }),
  ]
  expect(choosePlan([...out, live], undefined, 2026)).toBe(live)
  expect(refusal(() => choosePlan([live, other, ...out], undefined, 2026))).toEqual({
    code: 'bad_request',
    desc: 'plan_id must be sent, because fiscal year 2026 has several published plans. Allowed: a, b.',
    allowed: ['a', 'b'],
  })
})

test('a named plan is found in either case of letters; one that cannot be used says why', () => {
  const plans = [
    plan('a'),
    plan('b'),
    plan('c', { fiscal_year: 2027, archived_at: '2026-01-01T00:00:00.000Z' }),
    plan('d', { archived_at: '2026-01-01T00:00:00.000Z' }),
    plan('e', { is_published: false }),
  ]
  expect(choosePlan(plans, 'B', 2026)).toBe(plans[1]!)
  const why = (id: string) => refusal(() => choosePlan(plans, id, 2026))
  expect(why('z')).toMatchObject({
    code: 'not_found',
    desc: 'No such report: no buy plan of this organisation has that id.',
  })
  expect(why('C').desc).toBe('No such report: the plan C covers fiscal year 2027, and the week is in 2026.')
  expect(why('D').desc).toBe('No such report: the plan D is archived.')
  expect(why('e').desc).toBe('No such report: the plan E has no published version.')
})

const cell = (month: number, changes: Partial<Cell> = {}): Cell => ({
  cell_id: `${month}`,
  category_id: 'tops',
  category: 'Tops',
  sales_channel_id: 'web',
  sales_channel: 'Web',
  month,
  sales: 2_800,
  markdown: 0,
  margin: 1_400,
  receipts_cost: 0,
  closing_stock_retail: 0,
  closing_stock_cost: 0,
  chase_reserve: 0,
  ...changes,
})
const months = planMonths({ fiscal_year: 2026, fiscal_year_start_month: 2, calendar: 'retail_4_5_4' })
const calendarMonths = planMonths({ fiscal_year: 2026, fiscal_year_start_month: 2, calendar: 'gregorian' })
const planned = (changes: Partial<WeekPlan> = {}, belongs: (cell: Cell) => boolean = () => true) =>
  planOfRow(
    { cells: [cell(1)], months, week: { start: '2026-02-01', end: '2026-02-07' }, ...changes },
    belongs,
    'No plan.',
  )

test('a week takes its days from the planned month of each cell of the row', () => {
  // A quarter of the four weeks of the month.
  expect(planned()).toEqual({ sales: known(700), margin: known(350) })
  expect(planned({ cells: [cell(1), cell(1, { sales: 28 }), cell(2)] }).sales).toEqual(known(707))
  const bags = cell(1, { category_id: 'bags', sales: 400 })
  expect(planned({ cells: [cell(1), bags] }, ({ category_id }) => category_id === 'bags').sales).toEqual(known(100))
  expect(planned({ cells: [cell(2)] })).toEqual({ sales: known(0), margin: known(0) })
})

test('a week in two months takes days of both; a month that ends the day before has no part in it', () => {
  // 28 February: a day of 28; 1 to 6 March: six days of 31.
  const week = { start: '2026-02-28', end: '2026-03-06' }
  const cells = [cell(1), cell(2, { sales: 3_100 })]
  expect(planned({ months: calendarMonths, week, cells }).sales).toEqual(known(100 + 600))
  const unmeasured = [cell(1, { sales: null }), cell(2, { sales: 3_100 })]
  const of = (start: string, end: string) =>
    planned({ months: calendarMonths, week: { start, end }, cells: unmeasured }).sales
  expect(of('2026-02-28', '2026-03-06').reason).toContain('Some of the cells have no value')
  expect(of('2026-03-01', '2026-03-07')).toEqual(known(700))
  const next = [cell(1), cell(2, { sales: null })]
  const before = (end: string) =>
    planned({ months: calendarMonths, week: { start: '2026-02-22', end }, cells: next }).sales
  expect(before('2026-02-28')).toEqual(known(700))
  expect(before('2026-03-01').cents).toBeNull()
})

test('a cell without a value makes its own figure unknown, not the other', () => {
  expect(planned({ cells: [cell(1, { margin: null })] })).toEqual({
    sales: known(700),
    margin: unknown('The cell has no value: it could not be measured, and none has been entered.', 'no_plan_value'),
  })
})

test('no plan, no cells and days outside the plan are reasons, not zeros', () => {
  expect(planOfRow(null, () => true, 'No plan.')).toEqual({ sales: unknown('No plan.'), margin: unknown('No plan.') })
  const part = unknown('Not part of the plan.')
  expect(planned({}, () => false)).toEqual({ sales: part, margin: part })
  const outside = unknown('Some days of the week are outside the plan, which covers 2026-02-01 to 2027-01-30.')
  const ofWeek = (start: string, end: string) => planned({ week: { start, end } })
  expect(ofWeek('2026-01-31', '2026-02-06')).toEqual({ sales: outside, margin: outside })
  expect(ofWeek('2027-01-25', '2027-01-31')).toEqual({ sales: outside, margin: outside })
  expect(ofWeek('2027-01-24', '2027-01-30').sales).toEqual(known(0))
})
