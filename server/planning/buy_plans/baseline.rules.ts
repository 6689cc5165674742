/** The first cells of a plan: those of last year's actuals, or without values. Pure. */
import type { Actual } from '../../contract/money.ts'
import { earlier } from '../../calendar/days.ts'
import { uuidv7 } from 'uuidv7'
import type { PlanMonth } from './plan_calendar.rules.ts'
import { monthStocks } from './actuals/stock_actuals.rules.ts'
import type { SalesActual } from './actuals/sales_actuals.store.ts'
import type { CategoryStock } from './actuals/stock_actuals.store.ts'
import type { CellRow } from './cells/cells.store.ts'
import { divide } from './cells/spread.rules.ts'
import { type Known, stateOf } from './baseline_months.rules.ts'

const nothing = {
  sales_cents: 0,
  markdown_cents: 0,
  margin_cents: 0,
  receipts_cost_cents: 0,
  closing_stock_retail_cents: 0,
  closing_stock_cost_cents: 0,
  chase_reserve_cents: 0,
}

const monthNumbers = Array.from({ length: 12 }, (_, i) => i + 1)

/** A cell of zeros for each category, channel and month. */
export const emptyCells = (category_ids: readonly (string | null)[], sales_channel_ids: readonly string[]): CellRow[] =>
  category_ids.flatMap((category_id) =>
    sales_channel_ids.flatMap((sales_channel_id) =>
      monthNumbers.map((month) => ({ cell_id: uuidv7(), category_id, sales_channel_id, month, ...nothing })),
    ),
  )

const salesOf = ({ sales, unrated_currency }: SalesActual) => (unrated_currency === null ? sales : null)

/** The markdown of the units with a regular price; unknown where no unit sold has one. */
const markdownOf = ({ markdown, units, priced_units, unrated_currency }: SalesActual) =>
  unrated_currency !== null || (units > 0 && priced_units <= 0) ? null : markdown

const marginOf = ({ sales, moved_units, costed_units, known_cost, unrated_currency }: SalesActual) =>
  unrated_currency === null && moved_units === costed_units ? sales - known_cost : null

const divided = ({ cents }: Actual, weights: readonly number[]): (number | null)[] =>
  cents === null ? weights.map(() => null) : divide(cents, weights)

/** What is known of the months of one year. */
export interface BaselineFacts {
  months: readonly PlanMonth[]
  sales: readonly SalesActual[]
  stock: readonly CategoryStock[]
  ledger_began_on: string | null
  /** The days of sales that are known, by channel. */
  knownOf: (sales_channel_id: string) => Known
  /** The last day that is over: of later ones neither receipts nor the stock at their end are known. */
  over: string
}

/** The months that have begun, each up to the last day that is over. */
export const begunMonths = (months: readonly PlanMonth[], over: string): PlanMonth[] =>
  months.filter(({ start }) => start <= over).map((month) => ({ ...month, end: earlier(month.end, over) }))

interface CategoryFacts {
  category_id: string | null
  channels: readonly string[]
  sold: readonly SalesActual[]
  held: CategoryStock | undefined
}

/** A month without rows is a measured zero where some of its days are known, and unknown otherwise. */
function salesFigures(actual: SalesActual | undefined, month: PlanMonth, known: Known) {
  if (stateOf(month, known) === 'none') return { sales_cents: null, markdown_cents: null, margin_cents: null }
  if (actual === undefined) return { sales_cents: 0, markdown_cents: 0, margin_cents: 0 }
  return { sales_cents: salesOf(actual), markdown_cents: markdownOf(actual), margin_cents: marginOf(actual) }
}

/** The cells of one category: stock and receipts have no channel, so they are divided as the year's net sales are. */
function categoryCells({ category_id, channels, sold, held }: CategoryFacts, facts: BaselineFacts): CellRow[] {
  const { months, ledger_began_on, knownOf, over } = facts
  const stocks = monthStocks(held, begunMonths(months, over), ledger_began_on)
  const of = (channel: string) => sold.filter((one) => one.sales_channel_id === channel)
  const weights = channels.map((channel) =>
    Math.max(
      of(channel).reduce((sum, one) => sum + one.sales, 0),
      0,
    ),
  )
  const unknown = channels.map(() => null)
  return months.flatMap((month, i) => {
    const stock = stocks[i]
    const closing = month.end > over ? undefined : stock
    const receipts = stock === undefined ? unknown : divided(stock.received_cost, weights)
    const retail = closing === undefined ? unknown : divided(closing.closing_retail, weights)
    const cost = closing === undefined ? unknown : divided(closing.closing_cost, weights)
    return channels.map((sales_channel_id, at) => {
      const actual = of(sales_channel_id).find((one) => one.month === month.month)
      return {
        ...nothing,
        cell_id: uuidv7(),
        category_id,
        sales_channel_id,
        month: month.month,
        ...salesFigures(actual, month, knownOf(sales_channel_id)),
        receipts_cost_cents: receipts[at]!,
        closing_stock_retail_cents: retail[at]!,
        closing_stock_cost_cents: cost[at]!,
      }
    })
  })
}

const filledWithZero = (cell: CellRow): CellRow => ({
  ...cell,
  sales_cents: cell.sales_cents ?? 0,
  markdown_cents: cell.markdown_cents ?? 0,
  margin_cents: cell.margin_cents ?? 0,
  receipts_cost_cents: cell.receipts_cost_cents ?? 0,
  closing_stock_retail_cents: cell.closing_stock_retail_cents ?? 0,
  closing_stock_cost_cents: cell.closing_stock_cost_cents ?? 0,
})

/** Sales are those of the year before. Stock and receipts come from the ledger, which may know this year's all the same. */
const filledWithYear = (cell: CellRow, before: CellRow, isOver: boolean): CellRow => ({
  ...cell,
  sales_cents: before.sales_cents,
  markdown_cents: before.markdown_cents,
  margin_cents: before.margin_cents,
  receipts_cost_cents: isOver
    ? (cell.receipts_cost_cents ?? before.receipts_cost_cents)
    : (before.receipts_cost_cents ?? cell.receipts_cost_cents),
  closing_stock_retail_cents: cell.closing_stock_retail_cents ?? before.closing_stock_retail_cents,
  closing_stock_cost_cents: cell.closing_stock_cost_cents ?? before.closing_stock_cost_cents,
})

/** A month that is not whole takes the whole month of the year before, where that is known; zero fills only what is unknown. */
function fill(
  cells: readonly CellRow[],
  facts: BaselineFacts,
  before: readonly CellRow[] | 'zero',
  past: BaselineFacts,
) {
  return cells.map((cell, i) => {
    const month = facts.months[cell.month - 1]!
    const state = stateOf(month, facts.knownOf(cell.sales_channel_id))
    if (before === 'zero') return state === 'none' ? filledWithZero(cell) : cell
    const isKnown = stateOf(past.months[cell.month - 1]!, past.knownOf(cell.sales_channel_id)) === 'whole'
    return state === 'whole' || !isKnown ? cell : filledWithYear(cell, before[i]!, month.end <= facts.over)
  })
}

/**
 * Cells of last year's actuals; `filling` says what months take that are not known as a whole: nothing, zero, or the year
 * before last. A category that sold nothing has its stock in the first of the channels.
 */
export function baselineCells(
  scope: { category_ids: readonly (string | null)[]; sales_channel_ids: readonly string[] },
  facts: BaselineFacts,
  filling: BaselineFacts | 'zero' | null = null,
): CellRow[] {
  const past = filling === null || filling === 'zero' ? facts : filling
  const soldIn = ({ sales }: BaselineFacts) => Map.groupBy(sales, ({ category_id }) => category_id)
  const heldIn = ({ stock }: BaselineFacts) => new Map(stock.map((one) => [one.category_id, one]))
  const [sold, earlierSold, held, earlierHeld] = [soldIn(facts), soldIn(past), heldIn(facts), heldIn(past)]
  return scope.category_ids.flatMap((category_id) => {
    const inScope = (all: typeof sold) =>
      (all.get(category_id) ?? []).filter(({ sales_channel_id }) => scope.sales_channel_ids.includes(sales_channel_id))
    const [own, before] = [inScope(sold), inScope(earlierSold)]
    if (own.length === 0 && before.length === 0 && !held.has(category_id)) return []
    const sellsIn = (id: string) => [...own, ...before].some((one) => one.sales_channel_id === id)
    const selling = scope.sales_channel_ids.filter(sellsIn)
    const channels = selling.length === 0 ? scope.sales_channel_ids.slice(0, 1) : selling
    const cells = categoryCells({ category_id, channels, sold: own, held: held.get(category_id) }, facts)
    if (filling === null) return cells
    const beforeLast = { category_id, channels, sold: before, held: earlierHeld.get(category_id) }
    return fill(cells, facts, filling === 'zero' ? 'zero' : categoryCells(beforeLast, past), past)
  })
}
