/** Bottom-up roll-up: every sum of a plan is made of its cells, so that all of them agree to the cent. Pure. */
import { money } from '../../../contract/money.ts'
import type { Money } from '../../../contract/schema.ts'
import type { PlanFigure } from '../../known_values.ts'

export const unplanned = 'Some of the cells have no value: it could not be measured, and none has been entered.'

type Planned = { month: number } & Partial<Record<PlanFigure, number | null>>

/** Stock at the end of a year is that of its last month; every other figure adds up over months. */
const isStock = (figure: PlanFigure) => figure === 'closing_stock_retail' || figure === 'closing_stock_cost'

/** The cells that a year's sum of a figure is made of. */
export const countedInYear = <C extends Planned>(cells: readonly C[], figure: PlanFigure): readonly C[] =>
  isStock(figure) ? cells.filter(({ month }) => month === 12) : cells

/** The sum of a figure over the cells of one month; null if one of them has no value. Without cells it is zero. */
export function sumOfMonth(cells: readonly Planned[], figure: PlanFigure): number | null {
  let sum = 0
  for (const cell of cells) {
    const value = cell[figure] ?? null
    if (value === null) return null
    sum += value
  }
  return sum
}

/** The sum of a figure over cells of a year. */
export const sumOf = (cells: readonly Planned[], figure: PlanFigure): number | null =>
  sumOfMonth(countedInYear(cells, figure), figure)

const oneUnplanned = 'The cell has no value: it could not be measured, and none has been entered.'

/** Why a sum of so many cells is null. */
export const unplannedOf = (cells: number): string => (cells === 1 ? oneUnplanned : unplanned)

/** The reason for a sum of these cells that is null: last year's month is not recorded, or no value was entered. */
export function whyUnplanned(cells: readonly Planned[], figure: PlanFigure, unrecorded: ReadonlyMap<number, string>) {
  const empty = cells.filter((cell) => (cell[figure] ?? null) === null)
  const named = empty.find(({ month }) => unrecorded.has(month))
  return named !== undefined ? unrecorded.get(named.month)! : unplannedOf(cells.length)
}

/** The sum of a figure over so many cells. */
export const plannedMoney = (cents: number | null, currency: string, cells: number): Money =>
  money(cents, currency, unplannedOf(cells))

/** Planned cost of sales is what remains of the sales without the margin. */
export const costOfSales = (sales: number | null, margin: number | null): number | null =>
  sales === null || margin === null ? null : sales - margin

/** Groups in the order in which their first member comes. */
export function groupsBy<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return [...groups.values()]
}

export const categoryKey = ({ category_id }: { category_id: string | null }): string => category_id ?? ''
