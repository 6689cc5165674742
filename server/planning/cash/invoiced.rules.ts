/**
 * What is owed by the invoices of suppliers, and what by their orders still: each unit by one of them. Units that are billed
 * before they come are no longer expected. Pure.
 */
import Big from 'big.js'
import { later } from '../../calendar/days.ts'
import type { ReceiptFact } from './cash_facts.store.ts'
import type { BilledPart, OutstandingLine } from './invoiced.store.ts'

/** What an invoice bills of one order, or of none. */
export interface InvoiceFact extends Omit<BilledPart, 'amount'> {
  /** Decimal cents, less what was credited. */
  value: string
  /** When the last of its units came; null while none did. */
  received_on: string | null
}

/** Units of a delivery that a line of an invoice bills. */
export interface BilledUnits {
  billed: { supplier_invoice_id: string; purchase_order_id: string; line_id: string }
  delivery_id: string
  units: number
}

export function invoicesOf(
  parts: readonly BilledPart[],
  shares: readonly BilledUnits[],
  dayOf: ReadonlyMap<string, string>,
): InvoiceFact[] {
  const receivedOn = new Map<string, string>()
  for (const { billed, delivery_id } of shares) {
    const key = `${billed.supplier_invoice_id} ${billed.purchase_order_id}`
    const day = dayOf.get(delivery_id)!
    receivedOn.set(key, later(receivedOn.get(key) ?? day, day))
  }
  return parts.map(({ amount, ...part }) => ({
    ...part,
    value: Big(amount).times(100).toFixed(),
    received_on: receivedOn.get(`${part.supplier_invoice_id} ${part.purchase_order_id}`) ?? null,
  }))
}

interface UnitsOwed {
  purchase_order_id: string
  unit_cost: string | null
  units: number
}

const worthOf = (lines: readonly UnitsOwed[]) => ({
  value: lines
    .reduce((sum, { unit_cost, units }) => sum.plus(Big(unit_cost ?? 0).times(units)), Big(0))
    .times(100)
    .toFixed(),
  is_costed: lines.every(({ unit_cost }) => unit_cost !== null),
})

const unitsOf = (all: readonly { units: number }[]) => all.reduce((sum, { units }) => sum + units, 0)

export interface BilledOrders {
  billed: readonly { line_id: string; units: number }[]
  received: readonly { purchase_order_id: string; delivery_id: string; line_id: string; received_quantity: number }[]
  ordered: ReadonlyMap<string, { unit_cost: string | null }>
  shares: readonly BilledUnits[]
}

/** Outstanding units less those that are billed already, the earliest first. */
function notBilled({ billed, shares }: BilledOrders, outstanding: readonly OutstandingLine[]): OutstandingLine[] {
  const ahead = new Map<string, number>()
  for (const { line_id, units } of billed) ahead.set(line_id, (ahead.get(line_id) ?? 0) + units)
  for (const { billed: of, units } of shares) ahead.set(of.line_id, ahead.get(of.line_id)! - units)
  return outstanding.flatMap((line) => {
    const takenOff = Math.min(ahead.get(line.line_id) ?? 0, line.units)
    return takenOff === line.units ? [] : { ...line, units: line.units - takenOff }
  })
}

/** By order: deliveries, the oldest first, then the units that are still expected, each less what was billed. */
export function receiptsNotBilled(
  orders: readonly string[],
  facts: BilledOrders,
  outstanding: readonly OutstandingLine[],
  dayOf: ReadonlyMap<string, string>,
): Map<string, ReceiptFact[]> {
  const { received, ordered, shares } = facts
  const sharesOf = Map.groupBy(shares, ({ delivery_id, billed }) => `${delivery_id} ${billed.line_id}`)
  const unbilled = received.flatMap(({ received_quantity, ...line }) => {
    const units = received_quantity - unitsOf(sharesOf.get(`${line.delivery_id} ${line.line_id}`) ?? [])
    return units === 0 ? [] : { ...line, units, unit_cost: ordered.get(line.line_id)!.unit_cost }
  })
  const receipts = [...Map.groupBy(unbilled, ({ delivery_id }) => delivery_id)].map(
    ([delivery_id, lines]): ReceiptFact => {
      const { purchase_order_id } = lines[0]!
      return { purchase_order_id, is_expected: false, day: dayOf.get(delivery_id)!, ...worthOf(lines) }
    },
  )
  const byDay = Map.groupBy(
    notBilled(facts, outstanding),
    ({ purchase_order_id, day }) => `${purchase_order_id} ${day}`,
  )
  const expected = [...byDay.values()].map((lines): ReceiptFact => {
    const { purchase_order_id, day } = lines[0]!
    return { purchase_order_id, is_expected: true, day, ...worthOf(lines) }
  })
  const all = Map.groupBy([...receipts, ...expected], ({ purchase_order_id }) => purchase_order_id)
  return new Map(orders.map((id) => [id, all.get(id) ?? []]))
}
