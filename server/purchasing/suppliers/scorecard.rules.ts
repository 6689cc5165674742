/**
 * The scorecard of a supplier: five figures about its due orders. A figure that cannot be calculated is null with the
 * reason; a zero was measured. Pure: takes sums, returns figures.
 */
import { named } from '../../contract/openapi/named.ts'
import Big from 'big.js'
import { moneyFromDecimal } from '../../contract/money.ts'
import type { Money } from '../../contract/schema.ts'

/** Orders count by their due date, on the full days before today. */
export const scorecardDays = 365

/** Sums over due lines; units beyond the ordered quantity are not counted. */
export interface Punctuality {
  orders: number
  units_ordered: number
  units_received: number
  units_on_time: number
  /** Units still outstanding on open orders. */
  units_overdue: number
}

export interface LeadTimes {
  deliveries: number
  average_days: number | null
  deviation_days: number | null
}

/** Variants ordered on more than one day at a known cost: units of the last day, at the last and at the first cost. */
export interface Drift {
  variants: number
  first_cost: string | null
  last_cost: string | null
}

/** Open orders in one currency; units without a cost count only in `units`. */
export interface OpenOrders {
  currency: string
  orders: number
  overdue_orders: number
  units: number
  uncosted_units: number
  cost: string
}

export interface Measured {
  punctuality: Punctuality
  lead_times: LeadTimes
  drift: Drift
  open: readonly OpenOrders[]
}

export const reasonCodes = named('ScorecardReason', [
  'nothing_due',
  'nothing_received',
  'one_delivery',
  'bought_once',
  'no_first_cost',
  'cost_missing',
  'several_currencies',
])
type ReasonCode = (typeof reasonCodes)[number]

export interface Reasoned {
  reason: string | null
  reason_code: ReasonCode | null
}

const known: Reasoned = { reason: null, reason_code: null }
const missing = (reason_code: ReasonCode, reason: string): Reasoned => ({ reason, reason_code })

const nothingDue = missing('nothing_due', `No order was due in the last ${scorecardDays} days.`)

const percent = (share: Big): number => Number(share.times(100).round(1, Big.roundHalfUp))
const days = (count: number): number => Number(Big(count).round(1, Big.roundHalfUp))

export function onTimeRate({ orders, units_received, units_overdue, units_on_time }: Punctuality) {
  const units_due = units_received + units_overdue
  const counted = { orders, units_due, units_on_time }
  if (orders === 0) return { value_pct: null, ...nothingDue, ...counted }
  if (units_due === 0) {
    const none = missing('nothing_received', 'Nothing of the due orders arrived, and nothing is still outstanding.')
    return { value_pct: null, ...none, ...counted }
  }
  return { value_pct: percent(Big(units_on_time).div(units_due)), ...known, ...counted }
}

export function fillRate({ orders, units_ordered, units_received }: Punctuality) {
  const counted = { units_ordered, units_received }
  if (orders === 0) return { value_pct: null, ...nothingDue, ...counted }
  return { value_pct: percent(Big(units_received).div(units_ordered)), ...known, ...counted }
}

const noDelivery = missing('nothing_received', `Nothing arrived of the orders due in the last ${scorecardDays} days.`)
const oneDelivery = missing('one_delivery', 'A standard deviation needs at least two deliveries.')

export function leadTime({ deliveries, average_days, deviation_days }: LeadTimes, stated_days: number | null) {
  const average = average_days === null ? noDelivery : known
  const deviation = deviation_days !== null ? known : average_days === null ? noDelivery : oneDelivery
  return {
    average_days: average_days === null ? null : days(average_days),
    ...average,
    deviation_days: deviation_days === null ? null : days(deviation_days),
    deviation_reason: deviation.reason,
    deviation_reason_code: deviation.reason_code,
    deliveries,
    stated_days,
  }
}

export function costDrift({ variants, first_cost, last_cost }: Drift) {
  if (first_cost === null || last_cost === null) {
    const once = "No due variant was ordered on two or more days at a cost in the supplier's currency."
    return { value_pct: null, ...missing('bought_once', once), variants }
  }
  if (Big(first_cost).eq(0)) {
    const free = 'The reordered variants cost nothing at first, so a percentage cannot be calculated.'
    return { value_pct: null, ...missing('no_first_cost', free), variants }
  }
  return { value_pct: percent(Big(last_cost).div(first_cost).minus(1)), ...known, variants }
}

const sum = (open: readonly OpenOrders[], field: 'orders' | 'overdue_orders' | 'units' | 'uncosted_units') =>
  open.reduce((total, one) => total + one[field], 0)

function openMoney(open: readonly OpenOrders[], currency: string): { value: Money; reason_code: ReasonCode | null } {
  const noValue = (code: ReasonCode, reason: string, of: string | null) => ({
    value: moneyFromDecimal(null, of, reason),
    reason_code: code,
  })
  if (open.length > 1) {
    const names = open.map((one) => one.currency).join(', ')
    return noValue('several_currencies', `Open orders are in several currencies: ${names}.`, null)
  }
  const [one] = open
  if (one === undefined) return { value: moneyFromDecimal('0', currency, ''), reason_code: null }
  if (one.uncosted_units > 0) {
    const without = `${one.uncosted_units} of ${one.units} open units have no unit cost.`
    return noValue('cost_missing', without, one.currency)
  }
  return { value: moneyFromDecimal(one.cost, one.currency, ''), reason_code: null }
}

export const openValue = (open: readonly OpenOrders[], currency: string) => ({
  ...openMoney(open, currency),
  orders: sum(open, 'orders'),
  overdue_orders: sum(open, 'overdue_orders'),
  units: sum(open, 'units'),
})
