/**
 * Computes what an order draws from its commitment's plan of record or budgets, and what remains. Pure; exact to the
 * cent.
 */
import Big from 'big.js'
import type { FiscalMonth } from '../../calendar/retail_calendar.ts'
import { type Actual, add, centsOf, known, money } from '../../contract/money.ts'
import type { Money } from '../../contract/schema.ts'
import { categoryKey, type OrderGrid, type OrderGridFacts, orderGridsOf } from '../../commitment_grids/grid.rules.ts'

export interface Budget {
  /** null: the budget for all categories without their own. */
  category_id: string | null
  category: string | null
  budget_cents: number
}

/** Cost of orders in one category; null for products without a category. */
interface CategorySum {
  category_id: string | null
  category: string | null
  /** Decimal text in the commitment's currency; only lines with a cost in that currency. */
  amount: string
  uncosted_lines: number
  /** Lines of orders in another currency. */
  foreign_lines: number
}

interface Figures {
  budget: Money
  drawn: Money
  would_draw: Money
  left_before: Money
  left_after: Money
  is_over: boolean | null
}

/** A month of the plan in which the order draws; null outside the plan's months. */
interface MonthDraw extends Figures {
  fiscal_year: number | null
  month: number | null
  start_date: string | null
  end_date: string | null
}

interface CategoryDraw extends Figures {
  covers: 'category' | 'uncategorised' | 'rest' | 'none'
  category_id: string | null
  category: string | null
  months: MonthDraw[]
}

export interface Draws {
  categories: CategoryDraw[]
  total: Figures
}

const lines = (count: number) => (count === 1 ? '1 line' : `${count} lines`)

/** Why a sum cannot be calculated; null if it can. */
function unknownIn(sums: readonly CategorySum[], currency: string): string | null {
  const uncosted = sums.reduce((all, { uncosted_lines }) => all + uncosted_lines, 0)
  const foreign = sums.reduce((all, { foreign_lines }) => all + foreign_lines, 0)
  const causes = [
    ...(uncosted > 0 ? [`${lines(uncosted)} without a unit cost`] : []),
    ...(foreign > 0 ? [`${lines(foreign)} in a currency other than ${currency}`] : []),
  ]
  return causes.length === 0
    ? null
    : `The amount cannot be calculated: there ${uncosted + foreign === 1 ? 'is' : 'are'} ${causes.join(' and ')}.`
}

function sumOf(sums: readonly CategorySum[], currency: string): Money {
  const reason = unknownIn(sums, currency)
  const amount = () => sums.reduce((all, one) => all.plus(one.amount), Big(0)).toFixed()
  const cents = reason === null ? centsOf(amount()) : null
  return money(cents, currency, reason ?? '')
}

/** Difference of two figures; unknown if either is unknown, with the first reason. */
const subtract = (from: Money, amount: Money): Money =>
  money(
    from.cents === null || amount.cents === null ? null : from.cents - amount.cents,
    from.currency,
    from.reason ?? amount.reason ?? '',
  )

function figuresOf(budget: Money, drawn: Money, would_draw: Money): Figures {
  const left_before = subtract(budget, drawn)
  const left_after = subtract(left_before, would_draw)
  return {
    budget,
    drawn,
    would_draw,
    left_before,
    left_after,
    is_over: left_after.cents === null ? null : left_after.cents < 0,
  }
}

const sumFigures = (figures: readonly Money[], currency: string): Money => {
  const missing = figures.find(({ cents }) => cents === null)
  return money(
    missing === undefined ? figures.reduce((sum, { cents }) => sum + cents!, 0) : null,
    currency,
    missing?.reason ?? '',
  )
}

const totalOf = (rows: readonly Figures[], currency: string): Figures => {
  const sum = (figure: 'budget' | 'drawn' | 'would_draw') =>
    sumFigures(
      rows.map((row) => row[figure]),
      currency,
    )
  return figuresOf(sum('budget'), sum('drawn'), sum('would_draw'))
}

/**
 * For each budget, what other orders drew and what this order would draw; `total` sums the rows. A category without its
 * own budget draws from the budget for the rest; if there is none, the row covers no budget.
 */
export function drawsOf(
  currency: string,
  budgets: readonly Budget[],
  own: readonly CategorySum[],
  others: readonly CategorySum[],
): Draws {
  const budgeted = new Set(budgets.map(({ category_id }) => category_id))
  const isRest = ({ category_id }: CategorySum) => category_id === null || !budgeted.has(category_id)
  const figures = (budget_cents: number, isHere: (sum: CategorySum) => boolean) =>
    figuresOf(
      money(budget_cents, currency, ''),
      sumOf(others.filter(isHere), currency),
      sumOf(own.filter(isHere), currency),
    )
  const categories = budgets.map(({ category_id, category, budget_cents }): CategoryDraw => {
    const isHere = category_id === null ? isRest : (sum: CategorySum) => sum.category_id === category_id
    const covers = category_id === null ? 'rest' : 'category'
    return { covers, category_id, category, ...figures(budget_cents, isHere), months: [] }
  })
  if (!budgeted.has(null) && [...own, ...others].some(isRest))
    categories.push({ covers: 'none', category_id: null, category: null, ...figures(0, isRest), months: [] })
  return { categories, total: totalOf(categories, currency) }
}

/** The position of what no month of the plan contains. */
const outside = -1

/** Draw of the orders of a grid in a month: on order and received. */
function takenIn(grid: OrderGrid | undefined, at: number): Actual {
  if (grid === undefined) return known(0)
  return at === outside
    ? add([1, grid.outside.on_order], [1, grid.outside.received])
    : add([1, grid.months.on_order[at]!], [1, grid.months.received[at]!])
}

const monthOf = (month: FiscalMonth | undefined) => ({
  fiscal_year: month?.fiscal_year ?? null,
  month: month?.month ?? null,
  start_date: month?.start ?? null,
  end_date: month?.end ?? null,
})

/**
 * The same from the grid of the plan of record: with the other orders that are placed, and with this order placed too.
 * What the order draws is the difference, so that what is left is what the plan of record shows as open to commit.
 */
export function drawsOfPlan(currency: string, { months, cells, orders, today }: OrderGridFacts): Draws {
  const others = orders.filter(({ is_own, band }) => !is_own && band !== 'drafted')
  const own = orders
    .filter(({ is_own }) => is_own)
    .map((fact) => (fact.band === 'drafted' ? { ...fact, band: 'on_order' as const } : fact))
  const gridsWith = (which: OrderGridFacts['orders']) =>
    new Map(orderGridsOf({ months, cells, orders: which, today }).map((grid) => [categoryKey(grid), grid]))
  const [without, alone] = [gridsWith(others), gridsWith(own)]
  const planned = new Set(cells.map(categoryKey))
  const figure = ({ cents, reason }: Actual) => money(cents, currency, reason ?? '')
  const categories = [...gridsWith([...others, ...own])].map(([key, grid]): CategoryDraw => {
    const { category_id, category } = grid
    const rows = [...months.keys(), outside].map((at) => {
      const before = takenIn(without.get(key), at)
      const after = takenIn(grid, at)
      const draws = before.cents !== null && after.cents !== null
      const would_draw = draws ? add([1, after], [-1, before]) : takenIn(alone.get(key), at)
      const budget = at === outside ? known(0) : grid.months.budget[at]!
      return { ...monthOf(months[at]), ...figuresOf(figure(budget), figure(before), figure(would_draw)) }
    })
    return {
      covers: !planned.has(key) ? 'none' : category_id === null ? 'uncategorised' : 'category',
      category_id,
      category,
      ...totalOf(rows, currency),
      months: rows.filter(({ would_draw }) => would_draw.cents !== 0),
    }
  })
  return { categories, total: totalOf(categories, currency) }
}
