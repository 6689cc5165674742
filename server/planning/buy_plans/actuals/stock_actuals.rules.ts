/** Opening stock, closing stock and receipts of each month, computed backwards from the stock of now. Pure. */
import Big from 'big.js'
import { addDays } from '../../../calendar/days.ts'
import { type Actual, known, unknown } from '../../../contract/money.ts'
import type { PlanMonth } from '../plan_calendar.rules.ts'
import type { CategoryStock, MonthMoves } from './stock_actuals.store.ts'

export interface MonthStock {
  opening_cost: Actual
  opening_retail: Actual
  closing_cost: Actual
  closing_retail: Actual
  received_cost: Actual
  received_retail: Actual
}

const rounded = (amount: Big): Actual => known(Number(amount.round(0, Big.roundHalfUp)) + 0)

const uncosted = 'Some of the stock has no known cost.'
const unpriced = 'Some of the stock has no price in a currency with a known exchange rate.'
const uncostedReceipts = 'Some of the receipts have no known cost.'
const unpricedReceipts = 'Some of what moved in the month has no price in a currency with a known exchange rate.'

const noMoves = (month: number): MonthMoves => ({
  month,
  cost: '0',
  retail: '0',
  received_cost: '0',
  received_retail: '0',
  received_uncosted: 0,
  is_priced: true,
})

/** Why the stock at the end of a day is not known; null if it is. */
export function whyNoStock(day: string, ledger_began_on: string | null): string | null {
  if (ledger_began_on === null) return 'No stock has been recorded.'
  return ledger_began_on > day ? `The ledger begins on ${ledger_began_on}; earlier stock is unknown.` : null
}

/** Receipts at regular prices. Where nothing was received, prices do not matter. */
function receivedRetail({ is_priced, received_cost, received_retail, received_uncosted }: MonthMoves): Actual {
  const isNothing = received_uncosted === 0 && Big(received_cost).eq(0)
  return is_priced || isNothing ? rounded(Big(received_retail)) : unknown(unpricedReceipts, 'no_price')
}

/** By month, in the order of the months. Stock of a month that has not ended is the stock of now. */
export function monthStocks(
  stock: CategoryStock | undefined,
  months: readonly PlanMonth[],
  ledger_began_on: string | null,
): MonthStock[] {
  const moves = new Map(stock?.moves.map((one) => [one.month, one]))
  const at = (position: number) => moves.get(position) ?? noMoves(position)
  const cost = (amount: Big) => (stock?.is_costed === false ? unknown(uncosted, 'no_unit_cost') : rounded(amount))
  const retail = (amount: Big) => (stock?.is_priced === false ? unknown(unpriced, 'no_price') : rounded(amount))
  let closing = { cost: Big(stock?.cost ?? 0), retail: Big(stock?.retail ?? 0) }
  closing = {
    cost: closing.cost.minus(at(months.length + 1).cost),
    retail: closing.retail.minus(at(months.length + 1).retail),
  }
  const stocks: MonthStock[] = []
  for (let i = months.length; i >= 1; i--) {
    const moved = at(i)
    const opening = { cost: closing.cost.minus(moved.cost), retail: closing.retail.minus(moved.retail) }
    const { start, end } = months[i - 1]!
    const opens = whyNoStock(addDays(start, -1), ledger_began_on)
    const closes = whyNoStock(end, ledger_began_on)
    // Without a ledger nothing has been received; before it begins, what was received is not known.
    const unseen = ledger_began_on === null ? null : closes
    const received =
      moved.received_uncosted > 0 ? unknown(uncostedReceipts, 'no_unit_cost') : rounded(Big(moved.received_cost))
    stocks.push({
      opening_cost: opens === null ? cost(opening.cost) : unknown(opens, 'not_recorded'),
      opening_retail: opens === null ? retail(opening.retail) : unknown(opens, 'not_recorded'),
      closing_cost: closes === null ? cost(closing.cost) : unknown(closes, 'not_recorded'),
      closing_retail: closes === null ? retail(closing.retail) : unknown(closes, 'not_recorded'),
      received_cost: unseen === null ? received : unknown(unseen, 'not_recorded'),
      received_retail: unseen === null ? receivedRetail(moved) : unknown(unseen, 'not_recorded'),
    })
    closing = opening
  }
  return stocks.toReversed()
}
