/** Builds the overview cards from the sums of the filtered products. Pure. */
import { listOf } from '../../contract/outcome.ts'

/** Amounts are in the organisation's currency. */
export interface SumsNow {
  currency: string
  units: number
  cost: number
  uncosted_units: number
  revenue: number
  unpriced_units: number
  incoming_units: number
  incoming_cost: number
  uncosted_incoming_units: number
  /** Units with a cost in a currency that has no exchange rate, and these currencies. */
  unrated_incoming_units: number
  unrated_currencies: readonly string[]
}

/** As of 28 days before now. */
export interface SumsThen {
  units: number
  cost: number
  revenue: number
  unpriced_units: number
  /** Whether a ledger was opened since; its earlier stock is unknown. */
  has_opening: boolean
}

export interface Card {
  key: 'current_inventory_cost' | 'incoming_stock_cost' | 'expected_revenue'
  info: string
  value: number | null
  reason: string | null
  previous_value: number | null
  previous_reason: string | null
  change: number | null
  change_reason: string | null
  unit: string
  higher_better: boolean
}

export const overviewDays = 28

interface Figure {
  value: number | null
  reason: string | null
}

const missing = (reason: string): Figure => ({ value: null, reason })

/** A sum that excludes units gives the reason; one that excludes all of them is null. */
function figure(value: number, units: number, leftOut: number, noun: string): Figure {
  if (leftOut === 0) return { value, reason: null }
  if (leftOut >= units) return missing(`None of the ${units} units has a ${noun}.`)
  return {
    value,
    reason: `${leftOut} of ${units} units are excluded because they have no ${noun}.`,
  }
}

/** Orders in other currencies count at the rate of today; the reason names the currencies without one. */
function incomingCost(now: SumsNow): Figure {
  const { currency, incoming_units, uncosted_incoming_units, unrated_incoming_units, unrated_currencies } = now
  const leftOut = uncosted_incoming_units + unrated_incoming_units
  if (leftOut === 0) return { value: now.incoming_cost, reason: null }
  const causes = [
    ...(uncosted_incoming_units > 0 ? [`${uncosted_incoming_units} have no unit cost`] : []),
    ...(unrated_incoming_units > 0
      ? [
          `${unrated_incoming_units} are in ${listOf(unrated_currencies, 'and')}, without an exchange rate to ${currency}`,
        ]
      : []),
  ].join('; ')
  if (leftOut >= incoming_units)
    return missing(`None of the ${incoming_units} units has a cost in ${currency}: ${causes}.`)
  return { value: now.incoming_cost, reason: `${leftOut} of ${incoming_units} units are excluded: ${causes}.` }
}

/** Percent, to one decimal. */
function changeOf(now: Figure, then: Figure): { change: number | null; change_reason: string | null } {
  const none = (change_reason: string) => ({ change: null, change_reason })
  if (now.value === null) return none('There is no current value to compare.')
  if (then.value === null) return none('There is no previous value to compare with.')
  if (then.value === 0)
    return now.value === 0
      ? { change: 0, change_reason: null }
      : none('The previous value is zero, so a percentage change cannot be computed.')
  const percent = ((now.value - then.value) / Math.abs(then.value)) * 100
  return { change: Math.round(percent * 10) / 10, change_reason: null }
}

const card = (
  key: Card['key'],
  info: string,
  unit: string,
  higher_better: boolean,
  now: Figure,
  then: Figure,
): Card => ({
  key,
  info,
  value: now.value,
  reason: now.reason,
  previous_value: then.value,
  previous_reason: then.reason,
  ...changeOf(now, then),
  unit,
  higher_better,
})

const opened = `The ledger of some of this stock was opened within the last ${overviewDays} days, so its earlier stock is unknown.`
const noHistory = 'Orders have no history of the units outstanding on an earlier day.'

export function overviewCards(now: SumsNow, then: SumsThen): Card[] {
  const { currency } = now
  const cost = figure(now.cost, now.units, now.uncosted_units, 'known cost')
  const costThen = then.has_opening
    ? missing(opened)
    : cost.value === null
      ? missing('None of the units has a known cost.')
      : { value: then.cost, reason: null }
  const revenue = figure(now.revenue, now.units, now.unpriced_units, `price in ${currency}`)
  const revenueThen = then.has_opening
    ? missing(opened)
    : figure(then.revenue, then.units, then.unpriced_units, `price in ${currency}`)
  const incoming = incomingCost(now)
  return [
    card(
      'current_inventory_cost',
      "Cost of the units on hand, at each location's moving average cost.",
      currency,
      false,
      cost,
      costThen,
    ),
    card(
      'incoming_stock_cost',
      'Cost of the outstanding units on open purchase and manufacturing orders, at the unit cost of the order and the exchange rate of today.',
      currency,
      false,
      incoming,
      missing(noHistory),
    ),
    card(
      'expected_revenue',
      'Revenue from the units on hand if all are sold at the selling price.',
      currency,
      true,
      revenue,
      revenueThen,
    ),
  ]
}
