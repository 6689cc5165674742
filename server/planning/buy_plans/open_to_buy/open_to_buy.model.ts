/** The response of the open-to-buy, and how figures become money. */
import { type Actual, money, sumActuals } from '../../../contract/money.ts'
import {
  CalendarDate,
  Count,
  Flag,
  Money,
  Nullable,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../../contract/schema.ts'
import { limits } from '../../../contract/limits.ts'
import { purchaseOrderStatuses } from '../../../purchasing/known_values.ts'
import { monthFields } from '../buy_plan.model.ts'
import { type DueOrder, type MonthOpenToBuy } from './open_to_buy.rules.ts'

const side = {
  closing_stock_plan: Money('Planned stock at the end of the month.'),
  opening_stock: Money('Stock at the start of the month; `opening_basis` states where it comes from.'),
  receipts_to_date: Money('Receipts of the month so far; zero for a month that has not started.'),
  on_order: Money('Outstanding units of approved and issued orders that are due in the month.'),
  open_to_buy: Money('What can still be ordered for the month; negative if it is overbought.'),
  drafts: Money('Draft orders that are due in the month; not deducted.'),
  releasable: Money('Part of `on_order` that can be released: see `releasable_reason` of the orders.'),
}

const AtRetail = Shape(
  {
    sales_plan: Money('Planned net sales.'),
    markdown_plan: Money('Planned markdowns.'),
    ...side,
  },
  {
    $id: 'OpenToBuyAtRetail',
    description: 'At regular prices: sales + markdowns + closing stock − opening stock − receipts − orders due.',
  },
)
const AtCost = Shape(
  {
    cogs_plan: Money('Planned cost of sales: net sales minus gross margin.'),
    chase_reserve: Money('Money held back for reorders; part of the open-to-buy.'),
    ...side,
  },
  {
    $id: 'OpenToBuyAtCost',
    description: 'At cost: cost of sales + closing stock − opening stock − receipts − orders due.',
  },
)

const orderShape = Shape(
  {
    purchase_order_id: OwnId('The order.'),
    name: Text('Display name of the order.', { examples: ['PO-1042'] }),
    status: OpenChoice(purchaseOrderStatuses, 'Lifecycle state of the order.'),
    due_on: Nullable(CalendarDate('Due date of the lines; null if they have none.')),
    is_overdue: Flag('Whether the lines were due before the current day.'),
    units: Whole('Units outstanding in the category.', { examples: [120] }),
    at_cost: Money('Value of the units at the cost of the order.'),
    at_retail: Money('Value of the units at regular prices.'),
    releasable_reason: Nullable(
      OpenChoice(
        ['on_hold', 'not_issued', 'past_cancel_date'],
        'Why cancelling the order would still release the amount; null if the supplier has it.',
      ),
    ),
  },
  { $id: 'OpenToBuyOrder' },
)
const list = (what: string) =>
  Type.Array(orderShape, {
    maxItems: limits.open_to_buy_orders_max,
    description: `${what} due in the month, the most valuable first; at most ${limits.open_to_buy_orders_max}.`,
  })

export const CategoryMonth = Shape(
  {
    month: monthFields.month,
    opening_basis: OpenChoice(
      ['ledger', 'planned_closing_stock', 'stock_on_hand_now'],
      'ledger: stock at the start of the month. planned_closing_stock: of the month before, for months that have not started. stock_on_hand_now: for the first month of a year that has not started.',
    ),
    at_retail: AtRetail,
    at_cost: AtCost,
    realised_sales: Money('Net sales of the month so far.'),
    is_overbought: Nullable(
      Flag('Whether more is on order than the plan allows, at cost; null if that cannot be calculated.'),
    ),
    order_count: Count('Number of orders due in the month.', { examples: [1] }),
    orders: list('Approved and issued orders'),
    draft_count: Count('Number of draft orders due in the month.', { examples: [0] }),
    drafts: list('Draft orders'),
  },
  { $id: 'OpenToBuyMonth' },
)

export const MonthTotals = Shape(
  {
    month: monthFields.month,
    at_retail: AtRetail,
    at_cost: AtCost,
    realised_sales: Money('Net sales of the month so far.'),
    is_overbought: Nullable(
      Flag('Whether more is on order than the plan allows, at cost; null if that cannot be calculated.'),
    ),
  },
  { $id: 'OpenToBuyTotals' },
)

const toMoney = ({ cents, reason }: Actual, currency: string): Money => money(cents, currency, reason ?? '')

const moneys = <K extends string>(figures: Record<K, Actual>, currency: string) =>
  Object.fromEntries(Object.entries<Actual>(figures).map(([name, one]) => [name, toMoney(one, currency)])) as Record<
    K,
    Money
  >

const isOver = ({ cents }: Actual) => (cents === null ? null : cents < 0)

const byValue = (one: DueOrder, other: DueOrder) => (other.at_cost.cents ?? 0) - (one.at_cost.cents ?? 0)

const listed = (orders: readonly DueOrder[], currency: string) =>
  orders
    .toSorted(byValue)
    .slice(0, limits.open_to_buy_orders_max)
    .map(({ purchase_order_id, name, status, due_on, is_overdue, units, at_cost, at_retail, releasable_reason }) => ({
      purchase_order_id,
      name,
      status,
      due_on,
      is_overdue,
      units,
      at_cost: toMoney(at_cost, currency),
      at_retail: toMoney(at_retail, currency),
      releasable_reason,
    }))

const ordersIn = (orders: readonly DueOrder[]) => new Set(orders.map((one) => one.purchase_order_id)).size

export const categoryMonth = (of: MonthOpenToBuy, currency: string): Static<typeof CategoryMonth> => ({
  month: of.month,
  opening_basis: of.opening_basis,
  at_retail: moneys(of.at_retail, currency),
  at_cost: moneys(of.at_cost, currency),
  realised_sales: toMoney(of.realised_sales, currency),
  is_overbought: isOver(of.at_cost.open_to_buy),
  order_count: ordersIn(of.orders),
  orders: listed(of.orders, currency),
  draft_count: ordersIn(of.drafts),
  drafts: listed(of.drafts, currency),
})

const sumsOf = <K extends string>(sides: readonly Record<K, Actual>[]) =>
  Object.fromEntries(
    Object.keys(sides[0]!).map((name) => [name, sumActuals(sides.map((one) => one[name as K]))]),
  ) as Record<K, Actual>

/** Sums of at least one category; a figure that one of them lacks is missing. */
export function monthTotals(month: number, rows: readonly MonthOpenToBuy[], currency: string) {
  const at_cost = sumsOf(rows.map((one) => one.at_cost))
  return {
    month,
    at_retail: moneys(sumsOf(rows.map((one) => one.at_retail)), currency),
    at_cost: moneys(at_cost, currency),
    realised_sales: toMoney(sumActuals(rows.map((one) => one.realised_sales)), currency),
    is_overbought: isOver(at_cost.open_to_buy),
  }
}
