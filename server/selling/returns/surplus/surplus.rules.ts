/** Which arriving units are surplus, outside sales, and which surplus units count as returned after all. Pure. */
import { limited, paidBetween } from '../../sales_facts/shipped_money.rules.ts'
import type { ShippedFacts, ShippedOrder } from '../receipt.store.ts'

/** Units of an arrival, by what they were when they left. */
export interface ArrivedShares {
  /** Shipped beyond the order of a consumer: outside sales, but they took their cost along. */
  surplus: number
  charged: number
  /** Beyond all that shipped: of another sale, or miscounted before. */
  excess: number
}

/** Units that no sale counts come back first, as far as they shipped; `before` is what came back of the units that shipped. */
export function divideArrived(
  received_quantity: number,
  { surplus_quantity, charged_quantity }: Pick<ShippedFacts, 'surplus_quantity' | 'charged_quantity'>,
  before: { charged: number; surplus: number },
): ArrivedShares {
  const surplus = Math.min(received_quantity, Math.max(surplus_quantity - before.surplus, 0))
  const charged = Math.min(received_quantity - surplus, Math.max(charged_quantity - before.charged, 0))
  return { surplus, charged, excess: received_quantity - surplus - charged }
}

/**
 * Arrived surplus units of a line that are surplus no more; those that came back beyond all that shipped stay so, also on
 * receipts that do not tell them apart.
 */
const excessOf = ({ surplus_before, surplus_quantity, charged_before, charged_quantity }: ShippedFacts): number =>
  surplus_before - surplus_quantity - Math.max(charged_before + surplus_before - charged_quantity - surplus_quantity, 0)

interface ArrivedSurplus {
  order_line_id: string | null
  surplus_quantity: number
  value_cents: number
  tax_cents: number
  /** A stated refund counts by itself. */
  refund_is_stated: boolean
}

export interface Recounted<Row> {
  from: Row
  to: Row
}

/** Arrivals as they count now, of which as many units are surplus as shipped beyond the order. The first ones keep theirs. */
export function recounted<Row extends ArrivedSurplus>(
  lastFirst: readonly Row[],
  { lines, refundable_cents }: ShippedOrder,
): Recounted<Row>[] {
  const excess = new Map([...lines].map(([id, line]) => [id, excessOf(line)]))
  const charged = new Map([...lines].map(([id, { charged_before }]) => [id, charged_before]))
  let left = refundable_cents
  return lastFirst.flatMap((row) => {
    const id = row.order_line_id ?? ''
    const facts = lines.get(id)
    const units = Math.min(row.surplus_quantity, excess.get(id) ?? 0)
    if (facts === undefined || units <= 0) return []
    excess.set(id, excess.get(id)! - units)
    const from = charged.get(id)!
    charged.set(id, from + units)
    const paid = row.refund_is_stated
      ? { net_cents: 0, tax_cents: 0 }
      : limited(paidBetween(facts, from, from + units), left, facts.currency)
    left -= paid.net_cents + paid.tax_cents
    const to = {
      ...row,
      surplus_quantity: row.surplus_quantity - units,
      value_cents: row.value_cents + paid.net_cents,
      tax_cents: row.tax_cents + paid.tax_cents,
    }
    return [{ from: row, to }]
  })
}
