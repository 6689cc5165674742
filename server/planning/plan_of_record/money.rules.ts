/**
 * The monthly grid of a commitment at cost: what was planned, drafted, ordered, received and marked down in each
 * category and fiscal month. Pure.
 */
import type { FiscalMonth } from '../../calendar/retail_calendar.ts'
import { type Actual, add, sumActuals, unknown } from '../../contract/money.ts'
import {
  categoryKey,
  type GridBand,
  orderGridsOf,
  orderSeasonOf,
  plannedOf,
} from '../../commitment_grids/grid.rules.ts'
import type { PlanCell } from '../../commitment_grids/plans_in_force.store.ts'
import { type OrderBand, orderBands, type OrderFact } from '../../commitment_grids/known_values.ts'
import { phaseOf } from '../buy_plans/plan_calendar.rules.ts'
import { leftOutUnits, markdownBands, realisedOf } from './markdown.rules.ts'
import type { MarkdownFact } from './realised_markdown.store.ts'

const plannedBands = ['planned_sales', 'planned_markdown', 'planned_closing_stock'] as const
export const bands = [
  'budget',
  ...plannedBands,
  ...orderBands,
  'open_to_commit',
  ...markdownBands,
  'realised_markdown_left_out_units',
] as const
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

export function gridsOf(facts: GridFacts): Grid[] {
  const { months, today } = facts
  return orderGridsOf(facts).map((grid) => {
    const isOwn = (one: { category_id: string | null }) => categoryKey(one) === categoryKey(grid)
    const cells = facts.cells.filter(isOwn)
    const own = typeof facts.markdowns === 'object' ? (facts.markdowns?.filter(isOwn) ?? null) : facts.markdowns
    const realised = months.map((month, at) => realisedOf(own, at, phaseOf(month, today) === 'future'))
    const planned = Object.fromEntries(
      plannedBands.map((band) => [band, plannedOf(cells, months, `${band}_cents`)]),
    ) as Record<(typeof plannedBands)[number], Actual[]>
    return {
      ...grid,
      months: {
        ...grid.months,
        ...planned,
        realised_markdown: realised.map((one) => one.realised_markdown),
        realised_markdown_at_retail: realised.map((one) => one.realised_markdown_at_retail),
        realised_markdown_units: realised.map((one) => one.realised_markdown_units),
        realised_markdown_left_out_units: months.map((month, at) =>
          leftOutUnits(own, at, phaseOf(month, today) === 'future'),
        ),
      },
    }
  })
}

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
  GridBand | 'planned_sales' | 'planned_markdown_to_close' | 'realised_markdown_to_date' | 'markdown_left_to_close',
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
  const planned_markdown_to_close = planned('planned_markdown')
  const begun = grid.realised_markdown.filter((_, at) => phaseOf(months[at]!, today) !== 'future')
  const realised_markdown_to_date = absence === null ? sumActuals(begun) : unknown(absence)
  return {
    ...orderSeasonOf({ months: grid, outside }, absence),
    planned_sales: planned('planned_sales'),
    planned_markdown_to_close,
    realised_markdown_to_date,
    markdown_left_to_close: add([1, planned_markdown_to_close], [-1, realised_markdown_to_date]),
  }
}
