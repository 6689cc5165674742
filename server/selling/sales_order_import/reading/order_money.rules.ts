/**
 * Money of an order without taxes: prices, discounts and taxes of its lines. What the file states of the whole order is
 * divided among the lines by their prices, so that they add up to it to the cent. Pure.
 */
import { limits } from '../../../contract/limits.ts'
import { smallestCents } from '../../../contract/money.ts'
import { shareOf, splitCents } from '../../../contract/money/shares.ts'
import { otherLineOf } from '../matching/line_kinds.rules.ts'
import { asMoney, type Faults, type LineRow, type OrderValues } from './order_rows.ts'

export interface LineMoney {
  unit_price_cents: number
  discount_cents: number
  tax_cents: number
}

/** Price of all units of a line before and after discounts, with or without taxes as the file states them. */
interface Stated {
  row: LineRow
  quantity: number
  before: number
  after: number
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

function statedPrice(row: LineRow, faults: Faults): Stated {
  const { values, row_number } = row
  const quantity = values.quantity ?? 0
  const { unit_price, line_subtotal, line_total, line_discount, line_tax, line_paid } = values
  const priced = line_subtotal ?? (unit_price == null ? null : unit_price * quantity)
  const before = priced ?? (line_total == null ? null : line_total + (line_discount ?? 0))
  if (before === null) {
    faults.add('unit_price', 'is required unless line_subtotal or line_total is given', null, row_number)
    return { row, quantity, before: 0, after: 0 }
  }
  const after = line_total ?? before - (line_discount ?? 0)
  if (after < 0)
    faults.add('line_discount', `must be at most the price of the line, ${asMoney(before)}`, line_discount, row_number)
  if (after > before)
    faults.add('line_total', `must be at most the price of the line, ${asMoney(before)}`, asMoney(after), row_number)
  if (line_paid != null && line_paid !== after + (line_tax ?? 0))
    faults.add(
      'line_paid',
      `must be line_total and line_tax together, ${asMoney(after + (line_tax ?? 0))}`,
      asMoney(line_paid),
      row_number,
    )
  return { row, quantity, before, after }
}

/** By price; by units where nothing has a price. */
const weightsOf = (lines: readonly Stated[]) => {
  const prices = lines.map(({ after }) => after)
  return sumOf(prices) > 0 ? prices : lines.map(({ quantity }) => quantity)
}

/** Price of the lines without goods where the subtotal leaves them out, as the total shows. */
function besideSubtotal(lines: readonly Stated[], { subtotal, shipping, total }: OrderValues, taxes: number): number {
  const other = sumOf(lines.map(({ row, after }) => (otherLineOf(row.values) === null ? 0 : after)))
  if (other === 0 || subtotal === null || total === null) return 0
  const comesTo = (goods: number) => total === goods + (shipping ?? 0) || total === goods + (shipping ?? 0) + taxes
  return !comesTo(subtotal) && comesTo(subtotal + other) ? other : 0
}

/** The discount on the whole order: stated, or what its subtotal or its total leaves. */
function orderDiscount(lines: readonly Stated[], values: OrderValues, taxes: number, faults: Faults): number {
  const goods = sumOf(lines.map(({ after }) => after))
  const { subtotal, discount, lines_subtotal, total } = values
  if (lines_subtotal !== null && lines_subtotal !== goods)
    faults.add(
      'lines_subtotal',
      `must be the prices of the lines, which are ${asMoney(goods)} together`,
      asMoney(lines_subtotal),
    )
  if (subtotal !== null) {
    const stated = subtotal + besideSubtotal(lines, values, taxes)
    if (stated > goods)
      faults.add(
        'subtotal',
        `must be at most the prices of the lines less their discounts, ${asMoney(goods)}`,
        asMoney(subtotal),
      )
    return Math.max(goods - stated, 0)
  }
  const follows = lines_subtotal !== null && total !== null ? goods + (values.shipping ?? 0) + taxes - total : 0
  const discountCents = discount ?? follows
  if (discountCents < 0 || discountCents > goods)
    faults.add(
      discount === null ? 'total' : 'discount',
      discount === null
        ? `must be lines, shipping and taxes less a discount, so at most ${asMoney(goods + (values.shipping ?? 0) + taxes)}`
        : `must be at most the prices of the lines, ${asMoney(goods)}`,
      asMoney(discount ?? total ?? 0),
    )
  return Math.min(Math.max(discountCents, 0), goods)
}

/** Whether prices include taxes: as stated, or as the total adds up. */
function includesTaxes(goods: number, taxes: number, values: OrderValues, faults: Faults): boolean {
  const { prices_include_tax, total, shipping } = values
  if (prices_include_tax !== null) return prices_include_tax
  if (total === null || taxes === 0) return false
  const without = goods + (shipping ?? 0)
  if (total === without + taxes) return false
  if (total === without) return true
  faults.add(
    'total',
    'adds up neither with taxes on top nor with taxes included; send prices_include_tax, as a column or a fixed value',
    asMoney(total),
    undefined,
    [asMoney(without + taxes), asMoney(without)],
  )
  return false
}

/** A price per unit that the currency has, rounded up; the discount takes what that is too much. */
function perUnit(quantity: number, before: number, after: number, currency: string) {
  const smallest = smallestCents(currency)
  const unit_price_cents = quantity === 0 ? 0 : Math.ceil(before / quantity / smallest) * smallest
  return { unit_price_cents, discount_cents: unit_price_cents * quantity - after }
}

export interface OrderMoney {
  lines: LineMoney[]
  freight_cents: number
  freight_tax_cents: number
}

/** What was charged for shipping, and taxes on it: of the order, or the sum of what its lines state. */
function shippingOf(rows: readonly LineRow[], values: OrderValues, faults: Faults) {
  const ofLines = rows.map(({ values: line, row_number }) => {
    const charged = (line.line_shipping ?? 0) - (line.line_shipping_discount ?? 0)
    if (charged < 0)
      faults.add(
        'line_shipping_discount',
        `must be at most line_shipping, ${asMoney(line.line_shipping ?? 0)}`,
        asMoney(line.line_shipping_discount!),
        row_number,
      )
    return {
      shipping: charged + (line.line_gift_wrap ?? 0),
      shipping_tax: (line.line_shipping_tax ?? 0) + (line.line_gift_wrap_tax ?? 0),
    }
  })
  const { shipping, shipping_tax } = values
  const sums = {
    shipping: sumOf(ofLines.map((one) => one.shipping)),
    shipping_tax: sumOf(ofLines.map((one) => one.shipping_tax)),
  }
  for (const field of ['shipping', 'shipping_tax'] as const)
    if (sums[field] > 0 && values[field] !== null && values[field] !== sums[field])
      faults.add(field, `must be what the lines state together, ${asMoney(sums[field])}`, asMoney(values[field]))
  return { shipping: shipping ?? sums.shipping, shipping_tax: shipping_tax ?? sums.shipping_tax }
}

export function moneyOf(rows: readonly LineRow[], stated: OrderValues, currency: string, faults: Faults): OrderMoney {
  const values = { ...stated, ...shippingOf(rows, stated, faults) }
  const lines = rows.map((row) => statedPrice(row, faults))
  const lineTaxes = rows.map((row) => row.values.line_tax ?? null)
  const { shipping_tax } = values
  const onLines = lineTaxes.some((tax) => tax !== null) ? sumOf(lineTaxes.map((tax) => tax ?? 0)) : null
  const taxes = onLines === null ? (values.taxes ?? 0) : onLines + shipping_tax
  if (shipping_tax > taxes)
    faults.add('shipping_tax', `must be at most taxes, ${asMoney(taxes)}`, asMoney(shipping_tax))
  const discount = orderDiscount(lines, values, taxes, faults)
  const shares = splitCents(discount, weightsOf(lines), currency)
  const net = lines.map((line, i) => ({ ...line, after: line.after - shares[i]! }))
  const isIncluded = includesTaxes(sumOf(net.map(({ after }) => after)), taxes, values, faults)
  const taxShares =
    onLines === null
      ? splitCents(Math.max(taxes - shipping_tax, 0), weightsOf(net), currency)
      : lineTaxes.map((tax) => tax ?? 0)
  const money = net.map(({ quantity, before, after, row }, i): LineMoney => {
    const tax_cents = taxShares[i]!
    if (!isIncluded) return { ...perUnit(quantity, before, after, currency), tax_cents }
    if (tax_cents > after)
      faults.add(
        'taxes',
        `must be at most the price of the line, ${asMoney(after)}`,
        asMoney(tax_cents),
        row.row_number,
      )
    const without = Math.max(after - tax_cents, 0)
    return {
      ...perUnit(quantity, shareOf(before, without, Math.max(after, 1), currency), without, currency),
      tax_cents,
    }
  })
  const freight = values.shipping - (isIncluded ? shipping_tax : 0)
  checkLimits(money, rows, faults)
  return { lines: money, freight_cents: Math.max(freight, 0), freight_tax_cents: shipping_tax }
}

function checkLimits(money: readonly LineMoney[], rows: readonly LineRow[], faults: Faults): void {
  const [price, total] = [limits.sales_order_price_cents_max, limits.sales_order_total_cents_max]
  for (const [i, { unit_price_cents }] of money.entries())
    if (unit_price_cents > price)
      faults.add('unit_price', `must be at most ${asMoney(price)}`, asMoney(unit_price_cents), rows[i]!.row_number)
  const all = sumOf(money.map((line, i) => line.unit_price_cents * (rows[i]!.values.quantity ?? 0) + line.tax_cents))
  if (all > total) faults.add('unit_price', `must sum to at most ${asMoney(total)} over all lines`, asMoney(all))
}
