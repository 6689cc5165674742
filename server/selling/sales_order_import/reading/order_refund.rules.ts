/** Assigns refunds to shipped units; cancelled units are no sale. Pure. */
import { shareOf, splitCents } from '../../../contract/money/shares.ts'
import type { LineMoney, OrderMoney } from './order_money.rules.ts'
import type { LineProgress } from './order_progress.rules.ts'
import type { RefundRecord } from './order_record.ts'
import { asMoney, type Faults, type LineRow, type OrderValues } from './order_rows.ts'

interface Paid {
  net: number
  tax: number
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)
const totalOf = (paid: readonly Paid[]) => sumOf(paid.map(({ net, tax }) => net + tax))

function paidFor(
  { unit_price_cents, discount_cents, tax_cents }: LineMoney,
  units: number,
  quantity: number,
  currency: string,
): Paid {
  const net = unit_price_cents * quantity - discount_cents
  return { net: shareOf(net, units, quantity, currency), tax: shareOf(tax_cents, units, quantity, currency) }
}

const refundLines = (cents: number, paid: readonly Paid[], currency: string): RefundRecord['lines'] => {
  const [net, tax] = [sumOf(paid.map((one) => one.net)), sumOf(paid.map((one) => one.tax))]
  const tax_cents = shareOf(tax, cents, Math.max(net + tax, 1), currency)
  const weights = paid.map((one) => one.net)
  const amounts = splitCents(cents - tax_cents, weights, currency)
  const taxes = splitCents(tax_cents, weights, currency)
  return paid.map((_, i) => ({ amount_cents: amounts[i]!, tax_cents: taxes[i]! }))
}

/** Amounts that lines state, without taxes; those of the units are added in proportion. Cancelled units come first. */
function byLine(
  lines: readonly LineRow[][],
  { kept, cancelled, currency }: { kept: readonly Paid[]; cancelled: readonly Paid[]; currency: string },
  faults: Faults,
): RefundRecord['lines'] | null {
  const stated = lines.map((rows) => rows[0]!.values.line_refunded ?? null)
  if (stated.every((cents) => cents === null || cents === 0)) return null
  return stated.map((cents, i) => {
    const { net, tax } = kept[i]!
    const all = net + cancelled[i]!.net
    if ((cents ?? 0) > all)
      faults.add(
        'line_refunded',
        `must be at most the price of the line, ${asMoney(all)}`,
        asMoney(cents!),
        lines[i]![0]!.row_number,
      )
    const amount_cents = Math.min(Math.max((cents ?? 0) - cancelled[i]!.net, 0), net)
    return { amount_cents, tax_cents: shareOf(tax, amount_cents, Math.max(net, 1), currency) }
  })
}

export function refundOf(
  values: OrderValues,
  lines: readonly LineRow[][],
  { currency, ...money }: OrderMoney & { currency: string },
  progress: readonly LineProgress[],
  faults: Faults,
): RefundRecord | null {
  const quantities = lines.map((rows) => rows[0]!.values.quantity ?? 0)
  const share = (unitsOf: (one: LineProgress, i: number) => number) =>
    money.lines.map((line, i) => paidFor(line, unitsOf(progress[i]!, i), Math.max(quantities[i]!, 1), currency))
  const keptAmounts = share((one, i) => quantities[i]! - one.cancelled_quantity)
  const keptTotal = totalOf(keptAmounts)
  if (keptTotal === 0) return null
  const freight = money.freight_cents + money.freight_tax_cents
  const cancelled = share((one) => one.cancelled_quantity)
  const stated = byLine(lines, { kept: keptAmounts, cancelled, currency }, faults)
  if (stated !== null) {
    const amount_cents = sumOf(stated.map((one) => one.amount_cents + one.tax_cents))
    return amount_cents === 0
      ? null
      : { amount_cents, freight_cents: 0, is_full: amount_cents >= keptTotal, lines: stated }
  }
  const isWhole = values.payment_state === 'refunded' || values.state === 'refunded'
  const all = totalOf(share((_, i) => quantities[i]!)) + freight
  const amount = values.refunded_amount ?? (isWhole ? all : 0)
  if (amount > all)
    faults.add('refunded_amount', `must be at most what the order came to, ${asMoney(all)}`, asMoney(amount))
  const rest = Math.min(amount, all) - totalOf(cancelled)
  if (rest <= 0) return null
  const returned = share((one) => one.returned_quantity)
  const forUnits = totalOf(returned) > 0 ? returned : keptAmounts
  const goods = Math.min(rest, totalOf(forUnits))
  const freight_cents = Math.min(rest - goods, freight)
  const beyond = rest - goods - freight_cents
  // More than the units that came back cost: the rest is paid back for the other units.
  const refunded =
    beyond > 0 ? refundLines(goods + beyond, keptAmounts, currency) : refundLines(goods, forUnits, currency)
  return { amount_cents: rest, freight_cents, is_full: rest >= keptTotal, lines: refunded }
}
