/**
 * The monthly grid of a commitment at cost: what was planned, drafted, ordered, received and marked down in each
 * category and fiscal month. Open to commit = budget − on order − received; drafts are not deducted. Pure.
 */
import Big from 'big.js'
import type { FiscalMonth } from '../../calendar/retail_calendar.ts'
import { counted } from '../../contract/outcome.ts'
import { type Actual, known, unknown } from '../buy_plans/actuals/stock_actuals.rules.ts'
import { phaseOf } from '../buy_plans/plan_calendar.rules.ts'
import { add, sumActuals } from '../buy_plans/open_to_buy/open_to_buy.rules.ts'
import { markdownBands, realisedOf } from './markdown.rules.ts'
import { type OrderBand, orderBands } from '../known_values.ts'
import type { OrderFact } from './order_facts.store.ts'
import type { PlanCell } from './plan.store.ts'
import type { MarkdownFact } from './realised_markdown.store.ts'

export const plannedBands = ['budget', 'planned_sales', 'planned_markdown', 'planned_closing_stock'] as const
export const bands = [...plannedBands, ...orderBands, 'open_to_commit', ...markdownBands] as const
export type Band = (typeof bands)[number]

export interface Grid {
  category_id: string | null
  category: string | null
  /** One figure for each month of the plan. */
  months: Record<Band, Actual[]>
  /** Amounts of orders whose month the plan does not have, or that have no day. */
  outside: Record<OrderBand, Actual>
}

export interface GridFacts {
  months: readonly FiscalMonth[]
  cells: readonly PlanCell[]
  orders: readonly OrderFact[]
  /** Null where realised markdowns are not requested; a sentence where they cannot be measured. */
  markdowns: readonly MarkdownFact[] | string | null
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

const keyOf = ({ category_id }: { category_id: string | null }) => category_id ?? ''

/** Categories of the plan and of the orders by name; products without a category last. */
function categoriesOf({ cells, orders }: GridFacts) {
  const named = new Map([...cells, ...orders].map((one) => [keyOf(one), one]))
  return [...named.values()]
    .map(({ category_id, category }) => ({ category_id, category }))
    .toSorted((one, other) => {
      if (one.category === null || other.category === null)
        return Number(one.category === null) - Number(other.category === null)
      return one.category < other.category ? -1 : 1
    })
}

function gridOf(category: Pick<Grid, 'category_id' | 'category'>, facts: GridFacts): Grid {
  const { months, today } = facts
  const isOwn = (one: { category_id: string | null }) => keyOf(one) === keyOf(category)
  const cells = new Map(facts.cells.filter(isOwn).map((cell) => [`${cell.fiscal_year}/${cell.month}`, cell]))
  const orders = Map.groupBy(facts.orders.filter(isOwn), (fact) => `${fact.band}/${monthOfFact(fact, months, today)}`)
  const planned = Object.fromEntries(
    plannedBands.map((band) => [
      band,
      months.map(({ fiscal_year, month }) => known(cells.get(`${fiscal_year}/${month}`)?.[`${band}_cents`] ?? 0)),
    ]),
  ) as Record<(typeof plannedBands)[number], Actual[]>
  const ordered = Object.fromEntries(
    orderBands.map((band) => [band, months.map((_, at) => amountOf(orders.get(`${band}/${at}`) ?? []))]),
  ) as Record<OrderBand, Actual[]>
  const outside = Object.fromEntries(
    orderBands.map((band) => [band, amountOf(orders.get(`${band}/-1`) ?? [])]),
  ) as Record<OrderBand, Actual>
  const own = typeof facts.markdowns === 'object' ? (facts.markdowns?.filter(isOwn) ?? null) : facts.markdowns
  const realised = months.map((month, at) => realisedOf(own, at, phaseOf(month, today) === 'future'))
  return {
    ...category,
    months: {
      ...planned,
      ...ordered,
      open_to_commit: months.map((_, at) =>
        add([1, planned.budget[at]!], [-1, ordered.on_order[at]!], [-1, ordered.received[at]!]),
      ),
      realised_markdown: realised.map((one) => one.realised_markdown),
      realised_markdown_at_retail: realised.map((one) => one.realised_markdown_at_retail),
      realised_markdown_units: realised.map((one) => one.realised_markdown_units),
    },
    outside,
  }
}

export const gridsOf = (facts: GridFacts): Grid[] => categoriesOf(facts).map((category) => gridOf(category, facts))

/** The sum of the grids, month by month; a figure that one of them lacks is missing. */
export const totalGrid = (
  grids: readonly Grid[],
  months: readonly FiscalMonth[],
): Omit<Grid, 'category_id' | 'category'> => ({
  months: Object.fromEntries(
    bands.map((band) => [band, months.map((_, at) => sumActuals(grids.map((grid) => grid.months[band][at]!)))]),
  ) as Grid['months'],
  outside: Object.fromEntries(
    orderBands.map((band) => [band, sumActuals(grids.map((grid) => grid.outside[band]))]),
  ) as Grid['outside'],
})

export type Season = Record<
  | OrderBand
  | 'budget'
  | 'open_to_commit'
  | 'planned_sales'
  | 'planned_markdown_to_close'
  | 'realised_markdown_to_date'
  | 'markdown_left_to_close',
  Actual
>

/** Sums over the season; orders outside the plan's months are part of them. `absence` says why there is no plan. */
export function seasonOf(
  { months: grid, outside }: Omit<Grid, 'category_id' | 'category'>,
  months: readonly FiscalMonth[],
  today: string,
  absence: string | null,
): Season {
  const planned = (band: Band) => (absence === null ? sumActuals(grid[band]) : unknown(absence))
  const ordered = (band: OrderBand) => sumActuals([...grid[band], outside[band]])
  const budget = planned('budget')
  const [on_order, received] = [ordered('on_order'), ordered('received')]
  const planned_markdown_to_close = planned('planned_markdown')
  const begun = grid.realised_markdown.filter((_, at) => phaseOf(months[at]!, today) !== 'future')
  const realised_markdown_to_date = absence === null ? sumActuals(begun) : unknown(absence)
  return {
    budget,
    drafted: ordered('drafted'),
    on_order,
    received,
    open_to_commit: add([1, budget], [-1, on_order], [-1, received]),
    planned_sales: planned('planned_sales'),
    planned_markdown_to_close,
    realised_markdown_to_date,
    markdown_left_to_close: add([1, planned_markdown_to_close], [-1, realised_markdown_to_date]),
  }
}
