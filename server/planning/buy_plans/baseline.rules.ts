/** The first cells of a plan: those of last year's actuals, or without values. Pure. */
import type { Actual } from '../../contract/money.ts'
import { uuidv7 } from 'uuidv7'
import type { PlanMonth } from './plan_calendar.rules.ts'
import { monthStocks } from './actuals/stock_actuals.rules.ts'
import type { SalesActual } from './actuals/sales_actuals.store.ts'
import type { CategoryStock } from './actuals/stock_actuals.store.ts'
import type { CellRow } from './cells/cells.store.ts'
import { divide } from './cells/spread.rules.ts'
import { groupsBy } from './cells/sums.rules.ts'

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

/** The discounts alone where the regular price of some units is not known. */
const markdownOf = ({ discounts, markdown, units, priced_units, unrated_currency }: SalesActual) =>
  unrated_currency !== null ? null : units === priced_units ? markdown : discounts

const marginOf = ({ sales, moved_units, costed_units, known_cost, unrated_currency }: SalesActual) =>
  unrated_currency === null && moved_units === costed_units ? sales - known_cost : null

const divided = ({ cents }: Actual, weights: readonly number[]): (number | null)[] =>
  cents === null ? weights.map(() => null) : divide(cents, weights)

/** The cells of one category: stock and receipts have no channel, so they are divided as the year's net sales are. */
function categoryCells(
  category_id: string | null,
  channels: readonly string[],
  sold: readonly SalesActual[],
  stocks: ReturnType<typeof monthStocks>,
): CellRow[] {
  const of = (channel: string) => sold.filter((one) => one.sales_channel_id === channel)
  const weights = channels.map((channel) =>
    Math.max(
      of(channel).reduce((sum, one) => sum + one.sales, 0),
      0,
    ),
  )
  return monthNumbers.flatMap((month, i) => {
    const { received_cost, closing_retail, closing_cost } = stocks[i]!
    const receipts = divided(received_cost, weights)
    const retail = divided(closing_retail, weights)
    const cost = divided(closing_cost, weights)
    return channels.map((sales_channel_id, at) => {
      const actual = of(sales_channel_id).find((one) => one.month === month)
      return {
        ...nothing,
        cell_id: uuidv7(),
        category_id,
        sales_channel_id,
        month,
        sales_cents: actual === undefined ? 0 : salesOf(actual),
        markdown_cents: actual === undefined ? 0 : markdownOf(actual),
        margin_cents: actual === undefined ? 0 : marginOf(actual),
        receipts_cost_cents: receipts[at]!,
        closing_stock_retail_cents: retail[at]!,
        closing_stock_cost_cents: cost[at]!,
      }
    })
  })
}

/** A category that sold nothing has its stock in the first of the channels. */
export function baselineCells(
  scope: { category_ids: readonly (string | null)[]; sales_channel_ids: readonly string[] },
  months: readonly PlanMonth[],
  facts: { sales: readonly SalesActual[]; stock: readonly CategoryStock[]; ledger_began_on: string | null },
): CellRow[] {
  const sold = new Map(
    groupsBy(facts.sales, ({ category_id }) => category_id ?? '').map((group) => [group[0]!.category_id, group]),
  )
  const stock = new Map(facts.stock.map((one) => [one.category_id, one]))
  return scope.category_ids.flatMap((category_id) => {
    const own = (sold.get(category_id) ?? []).filter(({ sales_channel_id }) =>
      scope.sales_channel_ids.includes(sales_channel_id),
    )
    const held = stock.get(category_id)
    if (own.length === 0 && held === undefined) return []
    const selling = scope.sales_channel_ids.filter((id) => own.some((one) => one.sales_channel_id === id))
    const channels = selling.length === 0 ? scope.sales_channel_ids.slice(0, 1) : selling
    return categoryCells(category_id, channels, own, monthStocks(held, months, facts.ledger_began_on))
  })
}
