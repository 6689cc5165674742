/**
 * Computes the amount paid for returned units of an order line that were charged. Of those, the units that shipped first
 * come back first, so that what came back before a further shipment is not revalued after it. Pure.
 */
import { shareOf } from '../../contract/money/shares.ts'

/** Units of the order line in one shipment, and what was paid for them. */
export interface ShippedPart {
  quantity: number
  net_cents: number
  tax_cents: number
}

export interface ShippedUnits {
  /** In the order in which they were recorded. */
  parts: readonly ShippedPart[]
  /** Shipped units that are charged; the surplus shipped last. */
  charged_quantity: number
  currency: string
}

export interface PaidCents {
  net_cents: number
  tax_cents: number
}

/** Amount paid for returned units, rounded once in each shipment. */
function paidFor({ parts, charged_quantity, currency }: ShippedUnits, units: number): PaidCents {
  const sum = { net_cents: 0, tax_cents: 0 }
  let shipped = 0
  for (const { quantity, net_cents, tax_cents } of parts) {
    const charged = Math.min(Math.max(charged_quantity - shipped, 0), quantity)
    const back = Math.min(Math.max(units - shipped, 0), charged)
    sum.net_cents += shareOf(net_cents, back, charged, currency)
    sum.tax_cents += shareOf(tax_cents, back, charged, currency)
    shipped += quantity
  }
  return sum
}

/** Amount paid for the units that bring the returned ones from `before` to `after`. */
export function paidBetween(shipped: ShippedUnits, before: number, after: number): PaidCents {
  const [upToBefore, upToAfter] = [paidFor(shipped, before), paidFor(shipped, after)]
  return {
    net_cents: upToAfter.net_cents - upToBefore.net_cents,
    tax_cents: upToAfter.tax_cents - upToBefore.tax_cents,
  }
}

/** Amounts paid, limited to what is left of the order: a refund on another return may have paid for these units too. */
export function limited({ net_cents, tax_cents }: PaidCents, refundable_cents: number, currency: string): PaidCents {
  const cents = net_cents + tax_cents
  if (cents <= refundable_cents) return { net_cents, tax_cents }
  const net = shareOf(refundable_cents, net_cents, cents, currency)
  return { net_cents: net, tax_cents: refundable_cents - net }
}
