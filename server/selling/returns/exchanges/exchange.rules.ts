/** What comes back is worth, what replaces it costs, and how the difference can be settled. Pure. */
import { amountIn, smallestCents } from '../../../contract/money.ts'
import { shareOf } from '../../../contract/money/shares.ts'
import type { exchangeBalances, exchangeSettlements } from '../../known_values.ts'
import { limited, paidBetween, type ShippedUnits } from '../../sales_facts/shipped_money.rules.ts'

export type Settlement = (typeof exchangeSettlements)[number]
export type Balance = (typeof exchangeBalances)[number]

/** A line of the return: units that arrived with the money that they took off, and units that are still expected. */
export interface LineComingBack {
  order_line_id: string | null
  product_id: string
  unit_price_cents: number | null
  received_quantity: number
  received_net_cents: number
  received_tax_cents: number
  open_quantity: number
}

/** What was paid for units that come back. */
export interface UnitsComingBack {
  product_id: string
  unit_price_cents: number
  quantity: number
  net_cents: number
  tax_cents: number
}

interface ShippedLine extends ShippedUnits {
  charged_before: number
  surplus_before: number
  surplus_quantity: number
}

/** Units still expected are worth what they will take off when they arrive: surplus comes back first, and without money. */
export function valueUnits(
  lines: readonly LineComingBack[],
  shipped: ReadonlyMap<string, ShippedLine>,
  refundable_cents: number,
): UnitsComingBack[] {
  let left = refundable_cents
  return lines.flatMap((line): UnitsComingBack[] => {
    const facts = line.order_line_id === null ? undefined : shipped.get(line.order_line_id)
    if (facts === undefined) return []
    const surplus = Math.min(line.open_quantity, Math.max(facts.surplus_quantity - facts.surplus_before, 0))
    const charged = line.open_quantity - surplus
    const paid = limited(paidBetween(facts, facts.charged_before, facts.charged_before + charged), left, facts.currency)
    left -= paid.net_cents + paid.tax_cents
    return [
      {
        product_id: line.product_id,
        unit_price_cents: line.unit_price_cents ?? 0,
        quantity: line.received_quantity + charged,
        net_cents: line.received_net_cents + paid.net_cents,
        tax_cents: line.received_tax_cents + paid.tax_cents,
      },
    ]
  })
}

export const worthOf = (units: readonly UnitsComingBack[]): number =>
  units.reduce((sum, { net_cents, tax_cents }) => sum + net_cents + tax_cents, 0)

interface Unpriced {
  product_id: string | null
  quantity: number
  unit_price_cents?: number | undefined
  discount_cents?: number | undefined
  tax_cents?: number | undefined
}

export interface SamePrice {
  unit_price_cents: number
  discount_cents: number
  tax_cents: number
}

/**
 * For each replacement without a price, that of units of the same product that come back: as many of them as replace are
 * worth the same. Null where a price is stated, or fewer such units come back.
 */
export function samePrices(
  lines: readonly Unpriced[],
  comingBack: readonly UnitsComingBack[],
  currency: string,
): (SamePrice | null)[] {
  const used = new Map<UnitsComingBack, number>()
  return lines.map(({ product_id, quantity, unit_price_cents, discount_cents, tax_cents }) => {
    if (unit_price_cents !== undefined || discount_cents !== undefined || tax_cents !== undefined) return null
    const units = comingBack.find(
      (one) => one.product_id === product_id && one.quantity - (used.get(one) ?? 0) >= quantity,
    )
    if (units === undefined) return null
    const before = used.get(units) ?? 0
    used.set(units, before + quantity)
    const between = (cents: number) =>
      shareOf(cents, before + quantity, units.quantity, currency) - shareOf(cents, before, units.quantity, currency)
    const net = between(units.net_cents)
    const smallest = smallestCents(currency)
    const unit = Math.max(units.unit_price_cents, Math.ceil(net / quantity / smallest) * smallest)
    return { unit_price_cents: unit, discount_cents: quantity * unit - net, tax_cents: between(units.tax_cents) }
  })
}

interface OrderMoney {
  lines: readonly { quantity: number; unit_price_cents: number | null; discount_cents: number; tax_cents: number }[]
  freight_cents: number
  freight_tax_cents: number
}

export const totalOf = ({ lines, freight_cents, freight_tax_cents }: OrderMoney): number =>
  lines.reduce(
    (sum, line) => sum + line.quantity * (line.unit_price_cents ?? 0) - line.discount_cents + line.tax_cents,
    freight_cents + freight_tax_cents,
  )

export function balanceOf(returned_cents: number, replacement_cents: number): Balance {
  if (replacement_cents === returned_cents) return 'even'
  return replacement_cents > returned_cents ? 'customer_owes' : 'customer_is_owed'
}

const settlementOf: Record<Balance, Settlement> = {
  customer_owes: 'charge',
  customer_is_owed: 'refund',
  even: 'none',
}

const balanceWords: Record<Balance, string> = {
  customer_owes: 'The customer owes',
  customer_is_owed: 'The customer is owed',
  even: 'Nothing is owed: the difference is',
}

export interface Priced {
  returned_cents: number
  replacement_cents: number
  currency: string
}

/** Why the difference cannot be settled so; null if it can. What is credited is settled by credit notes and invoices. */
export function settlementFault(settlement: Settlement, { returned_cents, replacement_cents, currency }: Priced) {
  const balance = balanceOf(returned_cents, replacement_cents)
  const allowed = settlementOf[balance]
  if (settlement === 'credit_note' || settlement === allowed) return null
  const difference_cents = Math.abs(replacement_cents - returned_cents)
  return {
    desc: `What comes back is worth ${amountIn(returned_cents, currency)} ${currency}, and what replaces it ${amountIn(replacement_cents, currency)} ${currency}. ${balanceWords[balance]} ${amountIn(difference_cents, currency)} ${currency}, which is settled by ${allowed}.`,
    data: { reason: 'difference', field: 'settlement', balance, difference_cents, allowed: [allowed] },
  }
}

/** Why the difference is not paid back; null if it can be. Money that was never received is not: `left` is null where no payment is on file. */
export function unpaidFault({ returned_cents, replacement_cents, currency }: Priced, left: number | null) {
  const refundable_cents = Math.max(left ?? Infinity, 0)
  const difference_cents = returned_cents - replacement_cents
  if (difference_cents <= refundable_cents) return null
  return {
    desc: `The customer is owed ${amountIn(difference_cents, currency)} ${currency}, and ${amountIn(refundable_cents, currency)} ${currency} of the payments for the order is left to be paid back. Record what was paid first, or choose what replaces the units so that no more is owed.`,
    data: { reason: 'unpaid', field: 'settlement', difference_cents, refundable_cents },
  }
}
