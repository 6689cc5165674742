/**
 * Computes what a line of an order, a fulfilment, a return or a refund adds to sales_daily. Pure. Consumer sales count
 * on the day of the order, wholesale sales on the day of the shipment, returned units on the day of receipt, and
 * returned money on the day of the refund or credit note, or of the receipt if there is neither.
 */
import Big from 'big.js'
import {
  type ExactFigure,
  exactFigure,
  type salesKeyNames,
  type WholeFigure,
  wholeFigureNames,
} from '../../contract/stock.ts'
import { shareOf } from '../../contract/money/shares.ts'

/** Key of an entry of sales: variant, day, sales channel, location and currency. */
export type SalesKey = Record<(typeof salesKeyNames)[number], string>

/** Figures as sales_daily keeps them: the cost is exact text. Differences between two of them may be negative. */
export type SalesFigures = Record<WholeFigure, number> & Record<ExactFigure, string>

export type SalesPart = SalesKey & SalesFigures

const noCost = '0'
const noWholeFigures = Object.fromEntries(wholeFigureNames.map((name) => [name, 0])) as Record<WholeFigure, number>
export const noFigures: SalesFigures = { ...noWholeFigures, [exactFigure]: noCost }

/** Exact text without trailing zeros. */
const textOf = (cents: Big): string => cents.toFixed()

/** The cost of units in cents, not rounded: 25 units at 0.004 cost 0.10, sold together or one by one. */
export const costOf = (quantity: number, unit_cost: string): string => textOf(Big(unit_cost).times(quantity).times(100))

interface RegularSale {
  units: number
  gross_sales_cents: number
  regular_unit_price_cents: number | null
}

/** Value of units at the regular price; they are marked down if they were sold for less, before discounts. */
function regularFigures({ units, gross_sales_cents, regular_unit_price_cents }: RegularSale) {
  if (regular_unit_price_cents === null) return {}
  const known_regular_value_cents = units * regular_unit_price_cents
  return {
    priced_units: units,
    known_regular_value_cents,
    known_markdown_units: gross_sales_cents < known_regular_value_cents ? units : 0,
  }
}

export interface ConsumerLine {
  quantity: number
  cancelled_quantity: number
  unit_price_cents: number
  regular_unit_price_cents: number | null
  discount_cents: number
  tax_cents: number
  unit_cost: string | null
  /** Fulfilment lines of the line: what left so far, and at which cost. */
  shipped: readonly { quantity: number; unit_cost: string | null }[]
}

/** Units that shipped cost what they left at, the others what one cost when the order was placed. */
function consumerCost(units: number, { unit_cost, shipped }: ConsumerLine) {
  const left = shipped.reduce((sum, { quantity }) => sum + quantity, 0)
  const parts = [...shipped, { quantity: Math.max(units - left, 0), unit_cost }]
  const unknown = parts.reduce((sum, part) => sum + (part.unit_cost === null ? part.quantity : 0), 0)
  return {
    costed_units: Math.max(units - unknown, 0),
    known_cost_cents: textOf(
      parts.reduce((sum, part) => sum.plus(Big(part.unit_cost ?? 0).times(part.quantity)), Big(0)).times(100),
    ),
  }
}

/** A line of a consumer order. Cancelled units leave the day of the order. */
export function consumerSale(key: SalesKey, line: ConsumerLine): SalesPart {
  const units = line.quantity - line.cancelled_quantity
  const gross_sales_cents = units * line.unit_price_cents
  return {
    ...noFigures,
    ...key,
    units,
    gross_sales_cents,
    discounts_cents: shareOf(line.discount_cents, units, line.quantity, key.currency),
    taxes_cents: shareOf(line.tax_cents, units, line.quantity, key.currency),
    ...consumerCost(units, line),
    ...regularFigures({ units, gross_sales_cents, regular_unit_price_cents: line.regular_unit_price_cents }),
  }
}

export interface ShippedLine {
  quantity: number
  unit_cost: string | null
  gross_sales_cents: number
  discounts_cents: number
  taxes_cents: number
  regular_unit_price_cents: number | null
}

/** A line of a shipment of a wholesale order. */
export function wholesaleSale(key: SalesKey, line: ShippedLine): SalesPart {
  const { quantity: units, gross_sales_cents, discounts_cents, taxes_cents, unit_cost } = line
  const cost = unit_cost === null ? {} : { costed_units: units, known_cost_cents: costOf(units, unit_cost) }
  const regular = regularFigures({ units, gross_sales_cents, regular_unit_price_cents: line.regular_unit_price_cents })
  return { ...noFigures, ...key, units, gross_sales_cents, discounts_cents, taxes_cents, ...cost, ...regular }
}

export interface ReceivedLine {
  received_quantity: number
  /** Units of them that had been shipped beyond the order without being charged, and so were never sold. */
  surplus_quantity: number
  unit_cost: string | null
  value_cents: number
  tax_cents: number
}

/** A line of a return's receipt. Its value is zero where a refund counts in its place. */
export function receivedReturn(key: SalesKey, line: ReceivedLine): SalesPart {
  const { received_quantity, surplus_quantity, unit_cost, value_cents: returns_cents, tax_cents } = line
  const returned_units = received_quantity - surplus_quantity
  const cost =
    unit_cost === null ? {} : { costed_units: returned_units, known_cost_cents: costOf(-received_quantity, unit_cost) }
  return { ...noFigures, ...key, returned_units, returns_cents, taxes_cents: 0 - tax_cents, ...cost }
}

/** A line of a refund or a credit note: money alone. */
export const refundedReturn = (key: SalesKey, line: { amount_cents: number; tax_cents: number }): SalesPart => ({
  ...noFigures,
  ...key,
  returns_cents: line.amount_cents,
  taxes_cents: 0 - line.tax_cents,
})

const keyText = (part: SalesKey) =>
  [part.variant_id, part.day, part.sales_channel_id, part.location_id, part.currency].join(' ')

const keyOf = ({ variant_id, day, sales_channel_id, location_id, currency }: SalesKey): SalesKey => ({
  variant_id,
  day,
  sales_channel_id,
  location_id,
  currency,
})

const combine = (one: SalesFigures, other: SalesFigures, sign: 1 | -1): SalesFigures => {
  const sum = { ...noFigures }
  for (const name of wholeFigureNames) sum[name] = one[name] + sign * other[name]
  sum[exactFigure] = textOf(Big(one[exactFigure]).plus(Big(other[exactFigure]).times(sign)))
  return sum
}

const isZero = (figures: SalesFigures) =>
  figures[exactFigure] === noCost && wholeFigureNames.every((name) => figures[name] === 0)

/** A part that takes away what another added. */
export const withoutPart = (part: SalesPart): SalesPart => ({ ...keyOf(part), ...combine(noFigures, part, -1) })

/** Whether a row can be left with nothing: some figure is below zero, or money alone sets off money that counted back. */
export const canEmpty = (figures: SalesFigures): boolean =>
  Number(figures[exactFigure]) < 0 ||
  wholeFigureNames.some((name) => figures[name] < 0) ||
  (figures.units === 0 && figures.returned_units === 0 && (figures.returns_cents > 0 || figures.taxes_cents > 0))

/** Whether rows have the same figures; a cost that is read may have zeros at its end. */
export const hasSameFigures = (one: SalesFigures, other: SalesFigures): boolean =>
  Big(one[exactFigure]).eq(other[exactFigure]) && wholeFigureNames.every((name) => one[name] === other[name])

/**
 * The change from lines counted as `before` to lines counted as `after`: one part for each key, in the order of keys.
 */
export function salesChange(before: readonly SalesPart[], after: readonly SalesPart[]): SalesPart[] {
  const changes = new Map<string, SalesPart>()
  const add = (part: SalesPart, sign: 1 | -1) => {
    const sum = changes.get(keyText(part)) ?? { ...noFigures, ...keyOf(part) }
    changes.set(keyText(part), { ...keyOf(part), ...combine(sum, part, sign) })
  }
  for (const part of before) add(part, -1)
  for (const part of after) add(part, 1)
  return [...changes.values()]
    .filter((part) => !isZero(part))
    .toSorted((one, other) => (keyText(one) < keyText(other) ? -1 : 1))
}

/** Whether the part alone would be a row that the table's constraints allow. */
export const canStandAlone = (part: SalesFigures): boolean =>
  part.units >= 0 &&
  part.returned_units >= 0 &&
  part.costed_units >= 0 &&
  part.costed_units <= part.units + part.returned_units &&
  part.priced_units >= 0 &&
  part.priced_units <= part.units &&
  part.known_markdown_units >= 0 &&
  part.known_markdown_units <= part.priced_units
