/** Which arrived surplus units count as returned after all, and what was paid for them. Pure. */
import { limited, paidBetween } from '../../sales_facts/shipped_money.rules.ts'
import type { ShippedOrder } from '../receipt.store.ts'

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
  const excess = new Map([...lines].map(([id, line]) => [id, line.surplus_before - line.surplus_quantity]))
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
