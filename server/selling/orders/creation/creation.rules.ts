/** Lines of a new order: their variants and prices. Pure. */
import { type FoundVariants, namedVariant } from '../../../records/variant_names.rules.ts'
import { limits } from '../../../contract/limits.ts'
import { refuseField } from '../../../contract/refusals.ts'
import { checkAmounts } from '../../../contract/amounts.ts'
import { refuseAgreement } from '../../bound_keys.ts'
import type { OrderedVariant } from '../references.store.ts'

export interface SubmittedLine {
  variant_id?: string
  sku?: string
  quantity: number
  unit_price_cents?: number
  discount_cents?: number
  tax_cents?: number
}

interface PricedLine {
  variant_id: string
  unit_price_cents: number | null
  regular_unit_price_cents: number | null
  unit_cost: string | null
  discount_cents: number
  tax_cents: number
  quantity: number
}

export interface Pricing {
  is_wholesale: boolean
  /** Whether every price must be agreed. */
  is_open: boolean
  /** Currency of the order, and of the costs that the organisation knows. */
  currency: string
  cost_currency: string
  /** The account that the caller's key is bound to: it agrees no price; null for the seller. */
  bound: { name: string } | null
}

function variantOf(line: SubmittedLine, field: string, variants: FoundVariants<OrderedVariant>): OrderedVariant {
  const variant = namedVariant(variants, line, field)
  if (variant.archived_at !== null)
    refuseField(`${field}.${line.sku === undefined ? 'variant_id' : 'sku'}`, 'is an archived variant')
  return variant
}

/** A buyer may repeat the price of its list, and state no other one, no discount and no tax. */
function checkBound(line: SubmittedLine, field: string, listed: number | null, bound: { name: string }): void {
  const { unit_price_cents, discount_cents = 0, tax_cents = 0 } = line
  const ofList = listed === null ? 'it has no price there' : `the price there is ${listed}`
  if (unit_price_cents !== undefined && unit_price_cents !== listed)
    refuseAgreement(bound, `a price is that of its price list, or agreed by the seller, and ${ofList}`, {
      field: `${field}.unit_price_cents`,
    })
  if (discount_cents > 0)
    refuseAgreement(bound, 'discounts are agreed by the seller', { field: `${field}.discount_cents` })
  if (tax_cents > 0) refuseAgreement(bound, 'taxes are stated by the seller', { field: `${field}.tax_cents` })
}

/** The agreed price, else that of the account's list, else for consumers that of the variant; null where none is known. */
function priceOf(line: SubmittedLine, field: string, variant: OrderedVariant, pricing: Pricing): number | null {
  const { is_wholesale, is_open, currency, bound } = pricing
  if (bound !== null) checkBound(line, field, variant.list_price_cents, bound)
  const agreed = line.unit_price_cents ?? variant.list_price_cents
  if (agreed !== null) return agreed
  // What consumers pay is no price of an account.
  const own = !is_wholesale && variant.currency === currency ? variant.price_cents : null
  if (!is_open || own !== null) return own
  return refuseField(
    `${field}.unit_price_cents`,
    is_wholesale
      ? `is required: a line of an order that is no draft needs an agreed price, and the account's price list has none in ${currency}`
      : `is required: the variant has no price in ${currency}`,
  )
}

/** A price that no line may have says nothing of a markdown, and its sums over days would leave the range of the database. */
export const sellable = (cents: number | null): number | null =>
  (cents ?? 0) > limits.sales_order_price_cents_max ? null : cents

/** Price without any markdown: of the account's list, or for consumers the variant's compare-at price, else its price. */
function regularPriceOf(variant: OrderedVariant, { is_wholesale, currency }: Pricing): number | null {
  if (is_wholesale) return variant.list_price_cents
  return variant.currency === currency ? sellable(variant.compare_at_price_cents ?? variant.price_cents) : null
}

export function priceLine(
  line: SubmittedLine,
  field: string,
  variants: FoundVariants<OrderedVariant>,
  pricing: Pricing,
): PricedLine {
  checkAmounts(pricing.currency, amountsOf(field, line))
  const variant = variantOf(line, field, variants)
  const unit_price_cents = priceOf(line, field, variant, pricing)
  const { quantity, discount_cents = 0, tax_cents = 0 } = line
  checkDiscount(field, { quantity, unit_price_cents, discount_cents })
  return {
    variant_id: variant.variant_id,
    quantity,
    unit_price_cents,
    regular_unit_price_cents: regularPriceOf(variant, pricing),
    unit_cost: variant.currency === pricing.cost_currency ? variant.unit_cost : null,
    discount_cents,
    tax_cents,
  }
}

interface Priced {
  quantity: number
  unit_price_cents: number | null
  discount_cents: number
}

export function checkDiscount(field: string, { quantity, unit_price_cents, discount_cents }: Priced): void {
  if (unit_price_cents === null || discount_cents <= quantity * unit_price_cents) return
  refuseField(`${field}.discount_cents`, `must be at most the price of the line, ${quantity * unit_price_cents}`)
}

export function checkTotal(lines: readonly { quantity: number; unit_price_cents: number | null; tax_cents: number }[]) {
  const total = lines.reduce((sum, line) => sum + line.quantity * (line.unit_price_cents ?? 0) + line.tax_cents, 0)
  if (total > limits.sales_order_total_cents_max)
    refuseField('lines', `must sum to at most ${limits.sales_order_total_cents_max} cents with their taxes`)
}

interface Dates {
  ship_window_start?: string | null
  ship_window_end?: string | null
  cancel_date?: string | null
}

/** The dates that a request states, of the order and of each of its lines; the others are on file. */
export interface SentDates {
  hasSent: (name: keyof Dates) => boolean
  lineSent: (i: number) => boolean
}

const allSent: SentDates = { hasSent: () => true, lineSent: () => true }

/**
 * Dates that no shipment could meet: a window that ends, or an order or a line that is cancelled, before it starts. The
 * refusal names a field that was sent, and the day of the other where that is on file; two on file are not this request's.
 */
export function checkShipWindow(
  order: Dates,
  lines: readonly Pick<Dates, 'cancel_date'>[] = [],
  fieldOf = (i: number) => `lines[${i}]`,
  { hasSent, lineSent }: SentDates = allSent,
): void {
  const { ship_window_start: start } = order
  if (start == null) return
  const startSent = hasSent('ship_window_start')
  const check = (field: string, day: string | null | undefined, isSent: boolean, owner = '') => {
    if (day == null || day >= start || !(isSent || startSent)) return
    if (!isSent) refuseField('ship_window_start', `must not be after the ${field}${owner}, ${day}`, [`at most ${day}`])
    if (startSent && owner !== '') refuseField(field, 'must not be before ship_window_start')
    refuseField(field, `must not be before the ship_window_start of the order, ${start}`, [`from ${start} on`])
  }
  for (const name of ['ship_window_end', 'cancel_date'] as const)
    check(name, order[name], hasSent(name), ' of the order')
  for (const [i, { cancel_date }] of lines.entries()) check(`${fieldOf(i)}.cancel_date`, cancel_date, lineSent(i))
}

/** The amounts of a line by their fields. */
export const amountsOf = (
  field: string,
  line: { unit_price_cents?: number | null; discount_cents?: number | null; tax_cents?: number | null },
) => ({
  [`${field}.unit_price_cents`]: line.unit_price_cents,
  [`${field}.discount_cents`]: line.discount_cents,
  [`${field}.tax_cents`]: line.tax_cents,
})
