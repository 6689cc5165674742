/**
 * Budget and orders of a commitment by category and fiscal month, at cost. Open to
 * commit = budget − on order − received; drafts are not deducted. Pure.
 */
import Big from 'big.js'
import type { FiscalMonth } from '../calendar/retail_calendar.ts'
import { type Actual, add, known, sumActuals, unknown } from '../contract/money.ts'
import { counted } from '../contract/outcome.ts'
import { type OrderBand, orderBands, type OrderFact } from './known_values.ts'
import type { PlanCell } from './plans_in_force.store.ts'

export type GridBand = OrderBand | 'budget' | 'open_to_commit'

export interface OrderGrid {
  category_id: string | null
  category: string | null
  /** One figure for each month of the plan. */
  months: Record<GridBand, Actual[]>
  /** Amounts of orders whose month the plan does not have, or that have no day. */
  outside: Record<OrderBand, Actual>
}

export interface OrderGridFacts {
  months: readonly FiscalMonth[]
  cells: readonly PlanCell[]
  orders: readonly OrderFact[]
  today: string
}

/** The exact sum of amounts, rounded to the cent once. */
export function amountOf(facts: readonly OrderFact[]): Actual {
  const uncosted = facts.reduce((sum, { uncosted_lines }) => sum + uncosted_lines, 0)
  if (uncosted > 0) return unknown(`The orders have ${counted(uncosted, 'line')} without a unit cost.`)
  const foreign = facts.reduce((sum, { foreign_lines }) => sum + foreign_lines, 0)
  if (foreign > 0) return unknown(`The orders have ${counted(foreign, 'line')} in another currency.`)
  const amount = facts.reduce((sum, one) => sum.plus(one.amount), Big(0))
  return known(Number(amount.times(100).round(0, Big.roundHalfUp)) + 0)
}

/** Position of the month that a fact counts in; overdue and undated orders count in the current month; -1 for none. */
export function monthOfFact({ band, day }: OrderFact, months: readonly FiscalMonth[], today: string): number {
  const on = band === 'received' ? day : day === null || day < today ? today : day
  return on === null ? -1 : months.findIndex(({ start, end }) => start <= on && on <= end)
}

export const categoryKey = ({ category_id }: { category_id: string | null }) => category_id ?? ''

/** Categories of the plan and of the orders by name; products without a category last. */
function categoriesOf({ cells, orders }: OrderGridFacts) {
  const named = new Map([...cells, ...orders].map((one) => [categoryKey(one), one]))
  return [...named.values()]
    .map(({ category_id, category }) => ({ category_id, category }))
    .toSorted((one, other) => {
      if (one.category === null || other.category === null)
        return Number(one.category === null) - Number(other.category === null)
      return one.category < other.category ? -1 : 1
    })
}

/** The planned amounts of a category in each month; zero where the plan has no cell. */
export function plannedOf(
  cells: readonly PlanCell[],
  months: readonly FiscalMonth[],
  figure: Extract<keyof PlanCell, `${string}_cents`>,
): Actual[] {
  const byMonth = new Map(cells.map((cell) => [`${cell.fiscal_year}/${cell.month}`, cell]))
  return months.map(({ fiscal_year, month }) => known(byMonth.get(`${fiscal_year}/${month}`)?.[figure] ?? 0))
}

/** Computes the grid of one category from its cells and orders. */
function gridOf(category: Pick<OrderGrid, 'category_id' | 'category'>, facts: OrderGridFacts): OrderGrid {
  const { months, today } = facts
  const orders = Map.groupBy(facts.orders, (fact) => `${fact.band}/${monthOfFact(fact, months, today)}`)
  const budget = plannedOf(facts.cells, months, 'budget_cents')
  const ordered = Object.fromEntries(
    orderBands.map((band) => [band, months.map((_, at) => amountOf(orders.get(`${band}/${at}`) ?? []))]),
  ) as Record<OrderBand, Actual[]>
  const outside = Object.fromEntries(
    orderBands.map((band) => [band, amountOf(orders.get(`${band}/-1`) ?? [])]),
  ) as Record<OrderBand, Actual>
  const open_to_commit = months.map((_, at) =>
    add([1, budget[at]!], [-1, ordered.on_order[at]!], [-1, ordered.received[at]!]),
  )
  return { ...category, months: { budget, ...ordered, open_to_commit }, outside }
}

export function orderGridsOf(facts: OrderGridFacts): OrderGrid[] {
  const cells = Map.groupBy(facts.cells, categoryKey)
  const orders = Map.groupBy(facts.orders, categoryKey)
  return categoriesOf(facts).map((category) => {
    const key = categoryKey(category)
    return gridOf(category, { ...facts, cells: cells.get(key) ?? [], orders: orders.get(key) ?? [] })
  })
}

/** Sums over the season; orders outside the plan's months are part of them. `absence` says why there is no plan. */
export function orderSeasonOf(
  { months, outside }: Pick<OrderGrid, 'months' | 'outside'>,
  absence: string | null,
): Record<GridBand, Actual> {
  const ordered = (band: OrderBand) => sumActuals([...months[band], outside[band]])
  const budget = absence === null ? sumActuals(months.budget) : unknown(absence)
  const [on_order, received] = [ordered('on_order'), ordered('received')]
  return {
    budget,
    drafted: ordered('drafted'),
    on_order,
    received,
    open_to_commit: add([1, budget], [-1, on_order], [-1, received]),
  }
}
