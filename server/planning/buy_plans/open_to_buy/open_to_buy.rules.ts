/**
 * Open-to-buy of a category and month. At retail: planned sales + planned markdowns + planned closing stock − opening
 * stock − receipts to date − orders due. At cost, planned cost of sales replaces sales and markdowns. Pure.
 */
import { type Actual, add, known, sumActuals, unknown } from '../../../contract/money.ts'
import { type MonthStock } from '../actuals/stock_actuals.rules.ts'
import type { MonthCell } from '../cells/month_cells.store.ts'
import { type Phase, phaseOf, type PlanMonth } from '../plan_calendar.rules.ts'
import { costOfSales, sumOfMonth, unplannedOf } from '../cells/sums.rules.ts'
import type { OrderDue } from './orders_due.store.ts'

const ended = 'The month has ended.'

const planned = (cents: number | null, cells: readonly MonthCell[]): Actual =>
  cents === null ? unknown(unplannedOf(cells.length), 'no_plan_value') : known(cents)

export interface DueOrder extends OrderDue {
  is_overdue: boolean
  at_cost: Actual
  at_retail: Actual
  releasable_reason: string | null
}

/** Why the order's amount can still be released; null if the supplier has it and its dates hold. */
function releasableReason({ status, on_hold, cancel_date }: OrderDue, today: string): string | null {
  if (on_hold) return 'on_hold'
  if (status === 'approved') return 'not_issued'
  return cancel_date !== null && cancel_date < today ? 'past_cancel_date' : null
}

const noRate = ({ name }: OrderDue, currency: string, what: string): Actual =>
  unknown(
    `No exchange rate of ${currency}, the currency of ${what} of the order ${name}, is known.`,
    'no_exchange_rate',
  )

/** What lacks is named first, since a rate would not help it. */
function atCost(order: OrderDue): Actual {
  if (!order.is_costed) return unknown(`The order ${order.name} has a line without a known cost.`, 'no_unit_cost')
  return order.unrated_currency === null ? known(order.cost) : noRate(order, order.unrated_currency, 'the costs')
}

function atRetail(order: OrderDue): Actual {
  if (!order.is_priced) return unknown(`The order ${order.name} has a variant without a price.`, 'no_price')
  return order.unrated_price_currency === null
    ? known(order.retail)
    : noRate(order, order.unrated_price_currency, 'a price')
}

export const dueOrder = (order: OrderDue, today: string): DueOrder => ({
  ...order,
  is_overdue: order.due_on !== null && order.due_on < today,
  at_cost: atCost(order),
  at_retail: atRetail(order),
  releasable_reason: order.status === 'draft' ? null : releasableReason(order, today),
})

/** The month that an order falls into: overdue and undated ones into the current month; null outside the plan. */
export function monthOfOrder({ due_on, is_overdue }: DueOrder, months: readonly PlanMonth[], today: string) {
  const current = months.find((month) => phaseOf(month, today) === 'current')
  if (due_on === null || is_overdue) return current?.month ?? null
  return months.find(({ start, end }) => start <= due_on && due_on <= end)?.month ?? null
}

type Kind = 'cost' | 'retail'
type DueFigure = 'on_order' | 'drafts' | 'releasable'
type SideFigure = 'closing_stock_plan' | 'opening_stock' | 'receipts_to_date' | 'open_to_buy' | DueFigure
type Side = Record<SideFigure, Actual>

export interface MonthOpenToBuy {
  month: number
  phase: Phase
  opening_basis: 'ledger' | 'planned_closing_stock' | 'stock_on_hand_now'
  at_retail: Record<SideFigure | 'sales_plan' | 'markdown_plan', Actual>
  at_cost: Record<SideFigure | 'cogs_plan' | 'chase_reserve', Actual>
  realised_sales: Actual
  orders: DueOrder[]
  drafts: DueOrder[]
}

/** The orders of a category and month, and their sums: the same for every plan. */
export interface DueMonth {
  orders: DueOrder[]
  drafts: DueOrder[]
  at_cost: Record<DueFigure, Actual>
  at_retail: Record<DueFigure, Actual>
}

export function dueMonth(due: readonly DueOrder[]): DueMonth {
  const orders = due.filter(({ status }) => status !== 'draft')
  const drafts = due.filter(({ status }) => status === 'draft')
  const releasable = orders.filter(({ releasable_reason }) => releasable_reason !== null)
  const sums = (kind: Kind) => {
    const sum = (of: readonly DueOrder[]) => sumActuals(of.map((one) => one[`at_${kind}`]))
    return { on_order: sum(orders), drafts: sum(drafts), releasable: sum(releasable) }
  }
  return { orders, drafts, at_cost: sums('cost'), at_retail: sums('retail') }
}
const nothingDue = dueMonth([])

export interface CategoryFacts {
  cells: readonly MonthCell[]
  stocks: readonly MonthStock[]
  /** Net sales of each month so far. */
  realised: ReadonlyMap<number, Actual>
  /** By month; months without orders are missing. */
  due: ReadonlyMap<number, DueMonth>
}

/** Opening stock of the ledger until now; of a later month, what the month before plans to close with. */
function openingOf(
  i: number,
  phase: Phase,
  { cells, stocks }: CategoryFacts,
): { basis: MonthOpenToBuy['opening_basis']; of: (kind: Kind) => Actual } {
  if (phase !== 'future') return { basis: 'ledger', of: (kind) => stocks[i]![`opening_${kind}`] }
  if (i === 0) return { basis: 'stock_on_hand_now', of: (kind) => stocks[0]![`closing_${kind}`] }
  const before = cells.filter(({ month }) => month === i)
  return {
    basis: 'planned_closing_stock',
    of: (kind) => planned(sumOfMonth(before, kind === 'cost' ? 'closing_stock_cost' : 'closing_stock_retail'), before),
  }
}

function monthOf(i: number, month: PlanMonth, facts: CategoryFacts, today: string): MonthOpenToBuy {
  const phase = phaseOf(month, today)
  const cells = facts.cells.filter((cell) => cell.month === month.month)
  const due = facts.due.get(month.month) ?? nothingDue
  const opening = openingOf(i, phase, facts)
  const sales = planned(sumOfMonth(cells, 'sales'), cells)
  const markdown = planned(sumOfMonth(cells, 'markdown'), cells)
  const cogs = planned(costOfSales(sumOfMonth(cells, 'sales'), sumOfMonth(cells, 'margin')), cells)
  const side = (kind: Kind, needed: readonly Actual[]): Side => {
    const { on_order, drafts, releasable } = due[`at_${kind}`]
    const closing = planned(sumOfMonth(cells, kind === 'cost' ? 'closing_stock_cost' : 'closing_stock_retail'), cells)
    const opening_stock = opening.of(kind)
    const receipts_to_date = phase === 'future' ? known(0) : facts.stocks[i]![`received_${kind}`]
    const open = add(
      ...needed.map((one): [1, Actual] => [1, one]),
      [1, closing],
      [-1, opening_stock],
      [-1, receipts_to_date],
      [-1, on_order],
    )
    return {
      closing_stock_plan: closing,
      opening_stock,
      receipts_to_date,
      on_order,
      drafts,
      releasable,
      open_to_buy: phase === 'past' ? unknown(ended, 'month_ended') : open,
    }
  }
  return {
    month: month.month,
    phase,
    opening_basis: opening.basis,
    at_retail: { sales_plan: sales, markdown_plan: markdown, ...side('retail', [sales, markdown]) },
    at_cost: {
      cogs_plan: cogs,
      chase_reserve: planned(sumOfMonth(cells, 'chase_reserve'), cells),
      ...side('cost', [cogs]),
    },
    realised_sales:
      phase === 'future'
        ? unknown('The month has not started.', 'month_not_started')
        : (facts.realised.get(month.month) ?? known(0)),
    orders: due.orders,
    drafts: due.drafts,
  }
}

export const openToBuyOf = (months: readonly PlanMonth[], facts: CategoryFacts, today: string): MonthOpenToBuy[] =>
  months.map((month, i) => monthOf(i, month, facts, today))
