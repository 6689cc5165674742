/** The cards of the overview, from the sums of the filtered products. Sums in, cards out. */

/** Amounts are decimals of the organisation's currency. */
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
}

/** As of 28 days before now. */
export interface SumsThen {
  units: number
  cost: number
  revenue: number
  unpriced_units: number
  /** A ledger was opened since: what it held before is not known. */
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

export const overview_days = 28

interface Figure {
  value: number | null
  reason: string | null
}

const missing = (reason: string): Figure => ({ value: null, reason })

/** A sum that leaves units out says so; one that could value none of them is not a figure. */
function figure(value: number, units: number, left_out: number, why: string): Figure {
  if (left_out === 0) return { value, reason: null }
  if (left_out >= units) return missing(`None of the ${units} units has ${why}.`)
  return { value, reason: `${left_out} of ${units} units are left out: they have no ${why.replace(/^an? /, '')}.` }
}

/** Percent, to one decimal. */
function changeOf(now: Figure, then: Figure): { change: number | null; change_reason: string | null } {
  const none = (change_reason: string) => ({ change: null, change_reason })
  if (now.value === null) return none('There is no value to compare.')
  if (then.value === null) return none('There is no previous value to compare with.')
  if (then.value === 0)
    return now.value === 0
      ? { change: 0, change_reason: null }
      : none('The previous value is zero, so no share of it can be made.')
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

const opened = `The ledger of some of this stock was opened within the last ${overview_days} days; what it held before is not known.`
const no_history = 'Orders keep no record of what was outstanding on an earlier day.'

export function overviewCards(now: SumsNow, then: SumsThen): Card[] {
  const { currency } = now
  const cost = figure(now.cost, now.units, now.uncosted_units, 'a known cost')
  const cost_then = then.has_opening
    ? missing(opened)
    : cost.value === null
      ? missing('None of the units has a known cost.')
      : { value: then.cost, reason: null }
  const revenue = figure(now.revenue, now.units, now.unpriced_units, `a price in ${currency}`)
  const revenue_then = then.has_opening
    ? missing(opened)
    : figure(then.revenue, then.units, then.unpriced_units, `a price in ${currency}`)
  const incoming = figure(
    now.incoming_cost,
    now.incoming_units,
    now.uncosted_incoming_units,
    `a unit cost in ${currency}`,
  )
  return [
    card(
      'current_inventory_cost',
      "What the units on hand cost, at each location's moving average.",
      currency,
      false,
      cost,
      cost_then,
    ),
    card(
      'incoming_stock_cost',
      "What the units still to come on open purchase and manufacturing orders cost, at the order's unit cost.",
      currency,
      false,
      incoming,
      missing(no_history),
    ),
    card(
      'expected_revenue',
      'What the units on hand bring in when all are sold at the selling price.',
      currency,
      true,
      revenue,
      revenue_then,
    ),
  ]
}
