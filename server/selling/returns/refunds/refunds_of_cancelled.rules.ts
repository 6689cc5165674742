/** How much of refunds was paid back for units that are cancelled, and on which of their lines it counts back. Pure. */
import { splitCents } from '../../../contract/money/shares.ts'
import type { RefundToWrite } from './write_refunds.ts'

/** Money of a consumer order, with those that it was split from and into. */
export interface CountedMoney {
  goods_cents: number
  goods_tax_cents: number
  arrived_cents: number
  arrived_tax_cents: number
}

/** What refunds of one line are, and what of them was counted back. */
export interface RefundedPart {
  return_id: number | null
  order_id: string
  sales_channel_id: string
  location_id: string
  currency: string
  variant_id: string
  order_line_id: string | null
  return_line_id: string | null
  /** What the refunds in force paid back. */
  amount_cents: number
  tax_cents: number
  /** What counted as its units arrived and was taken back by a statement; zero or less. */
  unarrived_cents: number
  unarrived_tax_cents: number
  back_cents: number
  back_tax_cents: number
}

const sumOf = <T>(all: readonly T[], of: (one: T) => number) => all.reduce((sum, one) => sum + of(one), 0)

/** Shares by what was refunded of each part; what is counted back less is taken off by what was counted back. */
function sharesOf(cents: number, refunded: readonly number[], back: readonly number[], currency: string): number[] {
  const shares = splitCents(Math.abs(cents), cents < 0 ? back : refunded, currency)
  return cents < 0 ? shares.map((share) => 0 - share) : shares
}

const rowKey = ({ return_id, order_id, sales_channel_id, location_id, currency }: RefundedPart) =>
  JSON.stringify([return_id, order_id, sales_channel_id, location_id, currency])

/** Rows with which as much is counted back as refunds took off beyond the goods. */
export function countBack(money: CountedMoney, parts: readonly RefundedPart[]): RefundToWrite[] {
  const currency = parts[0]?.currency ?? ''
  const excess = (cents: number, left: number) => Math.max(cents - left, 0)
  const net =
    excess(sumOf(parts, (one) => one.amount_cents + one.unarrived_cents) + money.arrived_cents, money.goods_cents) -
    sumOf(parts, (one) => one.back_cents)
  const tax =
    excess(
      sumOf(parts, (one) => one.tax_cents + one.unarrived_tax_cents) + money.arrived_tax_cents,
      money.goods_tax_cents,
    ) - sumOf(parts, (one) => one.back_tax_cents)
  const amounts = sharesOf(
    net,
    parts.map((one) => one.amount_cents),
    parts.map((one) => one.back_cents),
    currency,
  )
  const taxes = sharesOf(
    tax,
    parts.map((one) => one.tax_cents),
    parts.map((one) => one.back_tax_cents),
    currency,
  )
  // Tax and net may go opposite ways, and a line has one sign: each is a line of its own.
  const counted = parts.flatMap((part, i) => [
    ...(amounts[i] === 0 ? [] : [{ part, amount_cents: 0 - amounts[i]!, tax_cents: 0 }]),
    ...(taxes[i] === 0 ? [] : [{ part, amount_cents: 0, tax_cents: 0 - taxes[i]! }]),
  ])
  return [...Map.groupBy(counted, ({ part }) => rowKey(part)).values()].map((all) => {
    const { return_id, order_id, sales_channel_id, location_id } = all[0]!.part
    return {
      return_id,
      order_id,
      sales_channel_id,
      location_id,
      currency,
      freight_cents: 0,
      is_paid_out: false,
      reverses: 'cancelled',
      reverses_refund_id: null,
      reason: 'Units that it was paid back for are cancelled.',
      source_system: null,
      external_id: null,
      lines: all.map(({ part: { variant_id, order_line_id, return_line_id }, ...cents }) => ({
        variant_id,
        order_line_id,
        return_line_id,
        quantity: 0,
        ...cents,
      })),
    }
  })
}
