/** What an order draws from its commitment's budgets, and what remains. Pure; exact to the cent. */
import { centsOf, money } from '../../contract/money.ts'
import type { Money } from '../../contract/schema.ts'

export interface Budget {
  /** null: the budget for all categories without their own. */
  category_id: string | null
  category: string | null
  budget_cents: number
}

/** Cost of orders in one category; null for products without a category. */
export interface CategorySum {
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

export interface CategoryDraw extends Figures {
  covers: 'category' | 'rest' | 'none'
  category_id: string | null
  category: string | null
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
  const cents = reason === null ? sums.reduce((all, { amount }) => all + centsOf(amount), 0) : null
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

/**
 * For each budget, what other orders drew and what this order would draw; `total` sums the rows. A category without its
 * own budget draws from the budget for the rest; if there is none, the row covers no budget.
 */
export function drawsOf(
  currency: string,
  budgets: readonly Budget[],
  own: readonly CategorySum[],
  others: readonly CategorySum[],
): { categories: CategoryDraw[]; total: Figures } {
  const budgeted = new Set(budgets.map(({ category_id }) => category_id))
  const isRest = ({ category_id }: CategorySum) => category_id === null || !budgeted.has(category_id)
  const categories = budgets.map((budget): CategoryDraw => {
    const { category_id, category, budget_cents } = budget
    const here = (sum: CategorySum) => (category_id === null ? isRest(sum) : sum.category_id === category_id)
    const figures = figuresOf(
      money(budget_cents, currency, ''),
      sumOf(others.filter(here), currency),
      sumOf(own.filter(here), currency),
    )
    return { covers: category_id === null ? 'rest' : 'category', category_id, category, ...figures }
  })
  if (!budgeted.has(null) && [...own, ...others].some(isRest)) {
    const figures = figuresOf(
      money(0, currency, ''),
      sumOf(others.filter(isRest), currency),
      sumOf(own.filter(isRest), currency),
    )
    categories.push({ covers: 'none', category_id: null, category: null, ...figures })
  }
  const total = figuresOf(
    sumFigures(
      categories.map(({ budget }) => budget),
      currency,
    ),
    sumFigures(
      categories.map(({ drawn }) => drawn),
      currency,
    ),
    sumFigures(
      categories.map(({ would_draw }) => would_draw),
      currency,
    ),
  )
  return { categories, total }
}
