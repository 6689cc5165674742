/** Money values in responses. */
import Big from 'big.js'
import type { MissingCause } from './money/causes.ts'
import { exactAmount, type Money } from './schema.ts'

const currencies = new Set(Intl.supportedValuesOf('currency'))
export const isCurrency = (code: string): boolean => currencies.has(code)

const decimals = new Map<string, number>()

/** Decimals of amounts in a currency, by ISO 4217: none of JPY, two of EUR, three of KWD. */
export function currencyDecimals(currency: string): number {
  const known = decimals.get(currency)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  decimals.set(currency, digits)
  return digits
}

/** An amount of these currencies in hundredths is a multiple of 100. */
export const currenciesWithoutDecimals: readonly string[] = [...currencies].filter(
  (currency) => currencyDecimals(currency) === 0,
)

/** Decimals that a cost may be stated with: four, since a unit may cost a part of a cent; none in currencies without any. */
export const costDecimals = (currency: string): number => (currencyDecimals(currency) === 0 ? 0 : 4)

/** Hundredths in the smallest amount of a currency: 100 where it has no decimals. A third decimal has no place in them. */
export const smallestCents = (currency: string): number => 10 ** Math.max(0, 2 - currencyDecimals(currency))

const tooLargeReason = 'The figure is too large to be exact to the cent.'

/** Money from integer cents, with a reason if it is missing or too large for an exact JSON number. */
export function money(cents: number | null, currency: string | null, reason: string): Money {
  if (cents === null) return { cents: null, currency, reason, usd: null }
  if (!Number.isSafeInteger(cents)) return { cents: null, currency, reason: tooLargeReason, usd: null }
  return { cents, currency, reason: null, usd: currency === 'USD' ? cents / 100 : null }
}

const [minus, point, zero, nine] = [0x2d, 0x2e, 0x30, 0x39]
const scales = [10_000, 1_000, 100, 10, 1]

/**
 * Ten-thousandths as an exact integer; null if the amount has more digits. Parsed digit by digit: responses contain
 * many costs, and a regular expression takes several times as long.
 */
function tenThousandths(amount: string): number | null {
  const isNegative = amount.charCodeAt(0) === minus
  const start = isNegative ? 1 : 0
  let size = 0
  let pointAt = amount.length
  for (let i = start; i < amount.length; i++) {
    const code = amount.charCodeAt(i)
    if (code >= zero && code <= nine) size = size * 10 + (code - zero)
    else if (code === point && pointAt === amount.length) pointAt = i
    else return null
  }
  const decimals = Math.max(0, amount.length - pointAt - 1)
  const wholeDigits = pointAt - start
  if (wholeDigits < 1 || wholeDigits > 11 || decimals > 4 || pointAt === amount.length - 1) return null
  size *= scales[decimals]!
  return isNegative ? -size : size
}

/** Any amount in ten-thousandths, rounded half away from zero. */
export const tenThousandthsOf = (amount: string): string =>
  tenThousandths(amount)?.toString() ?? Big(amount).times(10_000).toFixed(0, Big.roundHalfUp)

/** Half away from zero, and never minus zero. */
const toCents = (parts: number): number => Math.sign(parts) * Math.floor((Math.abs(parts) + 50) / 100) + 0

/** Costs with four decimals are computed as integers; anything else uses the decimal library. */
export function centsOf(amount: string): number {
  const parts = tenThousandths(amount)
  return parts === null ? Number(Big(amount).times(100).round(0, Big.roundHalfUp)) : toCents(parts)
}

const safe = (whole: number): number => (Number.isSafeInteger(whole) ? whole : Number.NaN)

/** Value of units at their costs, rounded once at the end. */
export function centsOfUnits(stock: readonly { cost: string; units: number }[]): number {
  let sum = 0
  // A sum that once exceeded the exact range stays NaN.
  for (const { cost, units } of stock) sum = safe(sum + safe((tenThousandths(cost) ?? Number.NaN) * units))
  if (!Number.isNaN(sum)) return toCents(sum)
  return centsOf(stock.reduce((total, { cost, units }) => total.plus(Big(cost).times(units)), Big(0)).toFixed())
}

/** Money from a decimal amount (numeric as text), rounded half up to the cent. */
export const moneyFromDecimal = (amount: string | null, currency: string | null, reason: string): Money =>
  money(amount === null ? null : centsOf(amount), currency, reason)

const costDecimalsMin = 4
const costDecimalsMax = 10

/** A cost as it is kept: four decimals, and up to ten where a quotient needs them. */
export function exactCost(amount: Big | string | number): string {
  const rounded = Big(amount).round(costDecimalsMax, Big.roundHalfUp)
  const isShort = rounded.round(costDecimalsMin, Big.roundDown).eq(rounded)
  return isShort ? rounded.toFixed(costDecimalsMin) : rounded.toFixed()
}

/** A cost as it is shown: with four decimals. */
export const shownCost = (amount: string): number =>
  tenThousandths(amount) === null ? Number(Big(amount).round(costDecimalsMin, Big.roundHalfUp)) : Number(amount)

/** Whether a cost is sent as the stored one is shown, so that it stays as it is. */
export const isShownAs = (sent: string | number | null, stored: string | number | null): boolean =>
  sent === null || stored === null ? sent === stored : Number(sent) === shownCost(String(stored))

/** Cost of one unit: cents are rounded, `usd` is what the ledger has, so that quantities times it come to its value. */
export function unitCost(amount: string | null, currency: string | null, reason: string): Money {
  const rounded = moneyFromDecimal(amount, currency, reason)
  if (rounded.cents === null) return rounded
  return currency === 'USD' ? { ...rounded, usd: Number(amount) } : { ...rounded, [exactAmount]: amount! }
}

/** 8900 is "89.00". */
export const decimalOf = (cents: number): string => Big(cents).div(100).toFixed(2)

/** The same with the decimals of the currency: "89" yen, "89.000" dinars. No digit of the amount is left out. */
export const amountIn = (cents: number, currency: string): string =>
  Big(cents)
    .div(100)
    .toFixed(cents % smallestCents(currency) === 0 ? currencyDecimals(currency) : 2)

/** Whole cents that are known, or why they are not and what is known of them: the sum of the parts that were measured. */
export type Actual =
  | { cents: number; reason: null }
  | { cents: null; reason: string; cause?: MissingCause; known_part?: number }

export const known = (cents: number): Actual => ({ cents, reason: null })
export const unknown = (reason: string, cause?: MissingCause): Actual =>
  cause === undefined ? { cents: null, reason } : { cents: null, reason, cause }

/** So many different reasons are named; a sum over thousands of parts would otherwise have no end. */
const reasonsMax = 3

/** The reasons of a sum, each once, in the order of its parts. */
export function joinReasons(reasons: readonly string[]): string {
  const each = [...new Set(reasons)]
  const more = each.length - reasonsMax
  const shown = each.slice(0, reasonsMax).join(' ')
  return more > 0 ? `${shown} ${more} more ${more === 1 ? 'cause' : 'causes'}.` : shown
}

/**
 * The sum of figures with their signs. One that is unknown makes it unknown, for every reason that its parts have, beside
 * the sum of what is known, unless that is beyond what can be shown. Every sum of figures is made here, so that none counts
 * an unknown part as zero.
 */
export function add(...parts: readonly [sign: 1 | -1, Actual][]): Actual {
  let sum = 0
  const missing: (Actual & { cents: null })[] = []
  for (const [sign, figure] of parts) {
    if (figure.cents === null) missing.push(figure)
    sum += sign * (figure.cents ?? figure.known_part ?? 0)
  }
  if (missing.length === 0) return known(sum + 0)
  const reason = joinReasons(missing.map((one) => one.reason))
  const cause = missing.find((one) => one.cause !== undefined)?.cause
  const whole = cause === undefined ? {} : { cause }
  return {
    cents: null,
    reason,
    ...whole,
    ...(isPartKnown(parts) && Number.isSafeInteger(sum) ? { known_part: sum + 0 } : {}),
  }
}

/** Whether any part was measured, if only in part. A difference has no known part: what it lacks may be on either side. */
const isPartKnown = (parts: readonly (readonly [1 | -1, Actual])[]) =>
  parts.every(([sign]) => sign === 1) &&
  parts.some(([, figure]) => figure.cents !== null || figure.known_part !== undefined)

export const sumActuals = (figures: readonly Actual[]): Actual =>
  add(...figures.map((figure): [1, Actual] => [1, figure]))
