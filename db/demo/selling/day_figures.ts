/** Figures of a variant on a day, as the lines of orders and returns add up to them. Pure. */
import { shareOf } from '../../../server/contract/money/shares.ts'
import type { Sold, SoldReturn } from './sold_orders.ts'

/** A row of sales_daily without its units; amounts are in cents. */
export interface DayFigures {
  gross: number
  discount: number
  returns: number
  tax: number
  costed: number
  /** Parts of a cent too. */
  cost_cents: number
  regular_value: number
  markdown: number
}

/** Shipments leave in the evening of the day. */
export const shippedAt = (days: readonly string[], day: number): string => `${days[day]} 20:00:00+00`

/** Until units ship, the order states what one costs, with four decimals. */
const costOf = ({ progress }: Sold['order'], { cost }: Sold['line']): number | null =>
  cost === null || progress === 'shipped' ? cost : Math.round(cost)

export function figuresOfOrders(soldLines: readonly Sold[], returned: readonly SoldReturn[]): DayFigures {
  const sum = { gross: 0, discount: 0, returns: 0, tax: 0, costed: 0, cost: 0, regular_value: 0, markdown: 0 }
  for (const { order, line } of soldLines) {
    const { quantity, unit_price_cents, regular_unit_price_cents } = line
    const cost = costOf(order, line)
    sum.gross += quantity * unit_price_cents
    sum.discount += line.discount_cents
    sum.tax += line.tax_cents
    sum.costed += cost === null ? 0 : quantity
    sum.cost += (cost ?? 0) * quantity
    sum.regular_value += quantity * regular_unit_price_cents
    sum.markdown += unit_price_cents < regular_unit_price_cents ? quantity : 0
  }
  for (const { units, cents, tax_cents, cost } of returned) {
    sum.returns += cents
    sum.tax -= tax_cents
    sum.costed += cost === null ? 0 : units
    sum.cost -= (cost ?? 0) * units
  }
  const { cost, ...figures } = sum
  // In ten-thousandths so far. Unit costs have ten decimals, so cents have eight; binary fractions add up to neighbours of these.
  return { ...figures, cost_cents: Number((cost / 100).toFixed(8)) }
}

interface ReturnPart {
  of: Sold
  units: number
  cents: number
  tax_cents: number
}

/** Units that come back of sold lines, in their order, with the share that was paid for them. */
export function returnsOfLines(soldLines: readonly Sold[], back: number, currency: string): ReturnPart[] {
  const parts: ReturnPart[] = []
  let rest = back
  for (const of of soldLines) {
    const { line } = of
    const units = Math.min(rest, line.quantity - line.returned)
    if (units === 0) continue
    const share = (cents: number) =>
      shareOf(cents, line.returned + units, line.quantity, currency) -
      shareOf(cents, line.returned, line.quantity, currency)
    const paid = line.quantity * line.unit_price_cents - line.discount_cents
    parts.push({ of, units, cents: share(paid), tax_cents: share(line.tax_cents) })
    line.returned += units
    rest -= units
  }
  return parts
}
