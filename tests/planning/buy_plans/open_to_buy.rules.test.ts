/** Open-to-buy of a month: what it is made of in each phase, and the orders that fall into it. */
import { expect, test } from 'bun:test'
import { type Actual, known, unknown } from '../../../server/contract/money.ts'
import type { MonthStock } from '../../../server/planning/buy_plans/actuals/stock_actuals.rules.ts'
import type { MonthCell } from '../../../server/planning/buy_plans/cells/month_cells.store.ts'
import {
  type CategoryFacts,
  dueMonth,
  dueOrder,
  monthOfOrder,
  openToBuyOf,
} from '../../../server/planning/buy_plans/open_to_buy/open_to_buy.rules.ts'
import type { OrderDue } from '../../../server/planning/buy_plans/open_to_buy/orders_due.store.ts'

const today = '2026-11-18'
const months = [
  { month: 1, weeks: null, start: '2026-10-01', end: '2026-10-31' },
  { month: 2, weeks: null, start: '2026-11-01', end: '2026-11-30' },
  { month: 3, weeks: null, start: '2026-12-01', end: '2026-12-31' },
]
const order = (fields: Partial<OrderDue> = {}): OrderDue => ({
  purchase_order_id: 'o',
  name: 'PO-1',
  status: 'issued',
  on_hold: false,
  cancel_date: null,
  category_id: 'c',
  due_on: '2026-11-25',
  units: 1,
  cost: 40,
  retail: 90,
  is_costed: true,
  is_priced: true,
  unrated_currency: null,
  unrated_price_currency: null,
  ...fields,
})
const due = (fields: Partial<OrderDue> = {}) => dueOrder(order(fields), today)

test.each<[string, Partial<OrderDue>, string | null]>([
  ['on hold, even before it is issued', { on_hold: true, status: 'approved' }, 'on_hold'],
  ['approved, even past its cancel date', { status: 'approved', cancel_date: '2026-11-01' }, 'not_issued'],
  ['issued and past its cancel date by a day', { cancel_date: '2026-11-17' }, 'past_cancel_date'],
  ['issued on its cancel date', { cancel_date: today }, null],
  ['issued without a cancel date', {}, null],
  ['a draft on hold', { status: 'draft', on_hold: true }, null],
])('an order that is %s is releasable as stated', (_, fields, reason) => {
  expect(due(fields).releasable_reason).toBe(reason)
})

test('an order is overdue from the day after its due date', () => {
  expect(due({ due_on: '2026-11-17' }).is_overdue).toBe(true)
  expect(due({ due_on: today }).is_overdue).toBe(false)
  expect(due({ due_on: null }).is_overdue).toBe(false)
})

test('an order of unknown cost or price has no amount, and a reason', () => {
  expect(due()).toMatchObject({ at_cost: known(40), at_retail: known(90) })
  expect(due({ is_costed: false })).toMatchObject({
    at_cost: unknown('The order PO-1 has a line without a known cost.', 'no_unit_cost'),
    at_retail: known(90),
  })
  expect(due({ is_priced: false })).toMatchObject({
    at_cost: known(40),
    at_retail: unknown('The order PO-1 has a variant without a price.', 'no_price'),
  })
})

test('an order in a currency without a rate lacks the rate, and a cost or price only where there is none', () => {
  const [costs, price] = [
    'No exchange rate of EUR, the currency of the costs of the order PO-1, is known.',
    'No exchange rate of GBP, the currency of a price of the order PO-1, is known.',
  ]
  expect(due({ unrated_currency: 'EUR' })).toMatchObject({
    at_cost: unknown(costs, 'no_exchange_rate'),
    at_retail: known(90),
  })
  expect(due({ unrated_price_currency: 'GBP' })).toMatchObject({
    at_cost: known(40),
    at_retail: unknown(price, 'no_exchange_rate'),
  })
  expect(due({ unrated_currency: 'EUR', is_costed: false }).at_cost).toMatchObject({ cause: 'no_unit_cost' })
  expect(due({ unrated_price_currency: 'GBP', is_priced: false }).at_retail).toMatchObject({ cause: 'no_price' })
})

test.each([
  ['2026-12-01', 3],
  ['2026-12-31', 3],
  ['2026-11-30', 2],
  [today, 2],
  ['2027-01-01', null],
  ['2026-10-15', 2],
  [null, 2],
])('an order due on %s falls into month %p', (due_on, month) => {
  expect(monthOfOrder(due({ due_on }), months, today)).toBe(month)
})

test('an overdue or undated order falls into no month of a plan that is not current', () => {
  expect(monthOfOrder(due({ due_on: null }), [months[2]!], today)).toBeNull()
  expect(monthOfOrder(due({ due_on: '2026-10-15' }), [months[0]!], today)).toBeNull()
  expect(monthOfOrder(due({ due_on: '2026-12-15' }), [], today)).toBeNull()
})

test('drafts are summed apart, and what is releasable is part of what is on order', () => {
  const [firm, held, draft] = [
    due(),
    due({ on_hold: true, cost: 5, retail: 7 }),
    due({ status: 'draft', cost: 3, retail: 4 }),
  ]
  expect(dueMonth([firm, draft, held])).toEqual({
    orders: [firm, held],
    drafts: [draft],
    at_cost: { on_order: known(45), drafts: known(3), releasable: known(5) },
    at_retail: { on_order: known(97), drafts: known(4), releasable: known(7) },
  })
  const none = { on_order: known(0), drafts: known(0), releasable: known(0) }
  expect(dueMonth([])).toEqual({ orders: [], drafts: [], at_cost: none, at_retail: none })
})

const cell = (month: number, fields: Partial<MonthCell> = {}): MonthCell => ({
  category_id: 'c',
  category: 'Knits',
  month,
  sales: 1000 * month,
  markdown: 100 * month,
  margin: 400 * month,
  receipts_cost: 0,
  closing_stock_retail: 5000 * month,
  closing_stock_cost: 2000 * month,
  chase_reserve: 10 * month,
  ...fields,
})
const stock = (base: number): MonthStock => ({
  opening_cost: known(base + 1),
  opening_retail: known(base + 2),
  closing_cost: known(base + 3),
  closing_retail: known(base + 4),
  received_cost: known(base + 5),
  received_retail: known(base + 6),
})
const facts = (fields: Partial<CategoryFacts> = {}): CategoryFacts => ({
  cells: [cell(1), cell(2), cell(3)],
  stocks: [stock(100), stock(200), stock(300)],
  realised: new Map<number, Actual>([[1, known(77)]]),
  due: new Map([[2, dueMonth([due()])]]),
  ...fields,
})
const read = (fields: Partial<CategoryFacts> = {}, day = today) => openToBuyOf(months, facts(fields), day)

test('the current month opens with the ledger and takes off what was received and is on order', () => {
  const { orders, ...month } = read()[1]!
  expect(orders).toHaveLength(1)
  expect(month).toEqual({
    month: 2,
    phase: 'current',
    opening_basis: 'ledger',
    at_retail: {
      sales_plan: known(2000),
      markdown_plan: known(200),
      closing_stock_plan: known(10_000),
      opening_stock: known(202),
      receipts_to_date: known(206),
      on_order: known(90),
      drafts: known(0),
      releasable: known(0),
      // 2000 + 200 + 10000 - 202 - 206 - 90
      open_to_buy: known(11_702),
    },
    at_cost: {
      cogs_plan: known(1200),
      chase_reserve: known(20),
      closing_stock_plan: known(4000),
      opening_stock: known(201),
      receipts_to_date: known(205),
      on_order: known(40),
      drafts: known(0),
      releasable: known(0),
      // 1200 + 4000 - 201 - 205 - 40
      open_to_buy: known(4754),
    },
    realised_sales: known(0),
    drafts: [],
  })
})

test('a month to come opens with what the month before plans to close with, and has received nothing', () => {
  const month = read()[2]!
  expect(month).toMatchObject({ phase: 'future', opening_basis: 'planned_closing_stock' })
  expect(month.at_retail).toMatchObject({
    opening_stock: known(10_000),
    receipts_to_date: known(0),
    on_order: known(0),
  })
  // 3000 + 300 + 15000 - 10000, and 1800 + 6000 - 4000
  expect(month.at_retail.open_to_buy).toEqual(known(8300))
  expect(month.at_cost).toMatchObject({ opening_stock: known(4000), open_to_buy: known(3800) })
  expect(month.realised_sales).toEqual(unknown('The month has not started.', 'month_not_started'))
})

test('the first month of a plan that has not begun opens with the stock of now', () => {
  const [month] = read({}, '2026-09-30')
  expect(month).toMatchObject({ phase: 'future', opening_basis: 'stock_on_hand_now' })
  expect(month!.at_retail.opening_stock).toEqual(known(104))
  expect(month!.at_cost.opening_stock).toEqual(known(103))
})

test('a month that has ended has no open-to-buy, but its figures', () => {
  const [month] = read()
  const ended = unknown('The month has ended.', 'month_ended')
  expect(month).toMatchObject({ phase: 'past', opening_basis: 'ledger', realised_sales: known(77) })
  expect(month!.at_cost).toMatchObject({ open_to_buy: ended, opening_stock: known(101), receipts_to_date: known(105) })
  expect(month!.at_retail.open_to_buy).toEqual(ended)
})

test('a cell without a value leaves what it is part of unknown', () => {
  const missing = unknown(
    'The cell has no value: it could not be measured, and none has been entered.',
    'no_plan_value',
  )
  const [, current, next] = read({ cells: [cell(2, { margin: null, closing_stock_retail: null }), cell(3)] })
  const several = read({ cells: [cell(2), cell(2, { margin: null })] })[1]!
  expect(several.at_cost.cogs_plan.reason).toStartWith('Some of the cells have no value')
  expect(current!.at_cost).toMatchObject({ cogs_plan: missing, open_to_buy: missing })
  expect(current!.at_cost.closing_stock_plan).toEqual(known(4000))
  expect(current!.at_retail.open_to_buy).toEqual(missing)
  expect(next!.at_retail.opening_stock).toEqual(missing)
  expect(next!.at_cost.open_to_buy).toEqual(known(3800))
})

test('drafts do not lower what is open to buy', () => {
  const draft = dueMonth([due({ status: 'draft' })])
  const month = read({ due: new Map([[2, draft]]) })[1]!
  expect(month.at_cost).toMatchObject({ drafts: known(40), open_to_buy: known(4794) })
  expect(month.drafts).toHaveLength(1)
})
