/** What received units cost by the accepted prices of invoices, and how that differs from what is booked. Pure. */
import Big from 'big.js'
import { exactCost } from '../../contract/money.ts'
import { amountOf, costByInvoices, type Share } from './match.rules.ts'
import type { ReceivedUnits } from './match.store.ts'

/** What was booked for a line of an invoice on a line of a delivery, summed. */
export interface BookedCost {
  supplier_invoice_id: string
  line_number: number
  purchase_order_id: string
  line_id: string
  delivery_id: string
  units: number
  difference: string
  stock_value: string
  variance: string
}

export interface Recost {
  row: ReceivedUnits
  /** Decimal text, in the organisation's currency. */
  after: string
  uninvoiced: string | null
}

/** A row of `supplier_invoice_costs` to be added; its share of what was booked follows from the differences. */
export type CostEntry = Pick<
  BookedCost,
  'supplier_invoice_id' | 'line_number' | 'purchase_order_id' | 'line_id' | 'delivery_id' | 'units' | 'difference'
>

const placeOf = ({ delivery_id, line_id }: { delivery_id: string; line_id: string }) => `${delivery_id} ${line_id}`
export const entryPlace = placeOf

/** The lines of deliveries whose cost must change; those of unknown cost wait until it is known. */
export function recostsOf(
  received: readonly ReceivedUnits[],
  shares: readonly Share[],
  rateOf: (row: ReceivedUnits) => string | null,
): { recosts: Recost[]; followed: Share[] } {
  const accepted = Map.groupBy(
    shares.filter(({ billed }) => billed.price_accepted),
    ({ delivery_id, billed }) => placeOf({ delivery_id, line_id: billed.line_id }),
  )
  const recosts: Recost[] = []
  const followed: Share[] = []
  for (const row of received) {
    const own = accepted.get(placeOf(row)) ?? []
    if (own.length === 0 && row.uninvoiced_unit_cost === null) continue
    const rate = rateOf(row)
    const before = row.uninvoiced_unit_cost ?? row.unit_cost
    if (rate === null || before === null) continue
    const after = exactCost(costByInvoices({ units: row.received_quantity, unit_cost: before, rate }, own))
    followed.push(...own)
    recosts.push({ row, after, uninvoiced: own.length === 0 ? null : before })
  }
  return { recosts, followed }
}

/** What is to be added to the booked costs, so that they say what follows the invoices now. */
export function entriesOf(
  recosts: readonly Recost[],
  followed: readonly Share[],
  booked: readonly BookedCost[],
  rateOf: (row: ReceivedUnits) => string | null,
): CostEntry[] {
  const keyOf = (one: Omit<CostEntry, 'units' | 'difference'>) =>
    `${one.supplier_invoice_id} ${one.line_number} ${placeOf(one)}`
  const bases = new Map(recosts.map(({ row, uninvoiced }) => [placeOf(row), { row, uninvoiced }]))
  const entries = new Map<string, CostEntry>()
  for (const share of followed) {
    const { supplier_invoice_id, line_number, purchase_order_id, line_id } = share.billed
    const { row, uninvoiced } = bases.get(placeOf({ delivery_id: share.delivery_id, line_id }))!
    const before = Big(uninvoiced!).div(rateOf(row)!).times(share.units)
    const difference = amountOf(share).minus(before).toFixed(10)
    const place = { supplier_invoice_id, line_number, purchase_order_id, line_id, delivery_id: share.delivery_id }
    entries.set(keyOf(place), { ...place, units: share.units, difference })
  }
  for (const { stock_value: _value, variance: _variance, ...one } of booked) {
    const next = entries.get(keyOf(one)) ?? { ...one, units: 0, difference: '0' }
    const difference = Big(next.difference).minus(one.difference).toFixed(10)
    entries.set(keyOf(one), { ...next, units: next.units - one.units, difference })
  }
  return [...entries.values()].filter(({ units, difference }) => units !== 0 || !Big(difference).eq(0))
}

export interface Effect {
  stock_value: Big
  variance: Big
}

/** Divides what was booked for a line of a delivery among its entries, by their differences; the last gets the rest. */
export function effectsOf(entries: readonly CostEntry[], { stock_value, variance }: Effect): Effect[] {
  const total = entries.reduce((sum, { difference }) => sum.plus(difference), Big(0))
  let rest = { stock_value, variance }
  return entries.map(({ difference }, i) => {
    const isLast = i === entries.length - 1
    const part = (amount: Big) =>
      total.eq(0) ? Big(0) : amount.times(difference).div(total).round(10, Big.roundHalfUp)
    const own = isLast ? rest : { stock_value: part(stock_value), variance: part(variance) }
    rest = { stock_value: rest.stock_value.minus(own.stock_value), variance: rest.variance.minus(own.variance) }
    return own
  })
}
