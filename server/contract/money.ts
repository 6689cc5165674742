/** Money figures as answers carry them. */
import Big from 'big.js'
import type { Money } from './schema.ts'

const currencies = new Set(Intl.supportedValuesOf('currency'))
export const isCurrency = (code: string): boolean => currencies.has(code)

const tooLargeReason = 'The figure is larger than can be told to the cent.'

/** A figure from integer cents; a missing one, or one beyond what a JSON number holds exactly, carries the reason why. */
export function money(cents: number | null, currency: string | null, reason: string): Money {
  if (cents === null) return { cents: null, currency, reason, usd: null }
  if (!Number.isSafeInteger(cents)) return { cents: null, currency, reason: tooLargeReason, usd: null }
  return { cents, currency, reason: null, usd: currency === 'USD' ? cents / 100 : null }
}

const [minus, point, zero, nine] = [0x2d, 0x2e, 0x30, 0x39]
const scales = [10_000, 1_000, 100, 10, 1]

/**
 * Ten-thousandths as a whole number, which is exact; null where an amount has more digits than that. Read digit by
 * digit: answers are full of costs, and a pattern's groups would cost several times as much.
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

/** Half away from zero, and never minus zero. */
const toCents = (parts: number): number => Math.sign(parts) * Math.floor((Math.abs(parts) + 50) / 100) + 0

/** Costs have four decimals and fit whole numbers; anything else takes the decimal library. */
export function centsOf(amount: string): number {
  const parts = tenThousandths(amount)
  return parts === null ? Number(Big(amount).times(100).round(0, Big.roundHalfUp)) : toCents(parts)
}

const safe = (whole: number): number => (Number.isSafeInteger(whole) ? whole : Number.NaN)

/** What units are worth at their costs; rounded once, at the end. */
export function centsOfUnits(held: readonly { cost: string; units: number }[]): number {
  let sum = 0
  // A sum that was too large once stays NaN, even where later ones would bring it back.
  for (const { cost, units } of held) sum = safe(sum + safe((tenThousandths(cost) ?? Number.NaN) * units))
  if (!Number.isNaN(sum)) return toCents(sum)
  return centsOf(held.reduce((total, { cost, units }) => total.plus(Big(cost).times(units)), Big(0)).toFixed())
}

/** A figure from a decimal amount (numeric as text), rounded half up to the cent. */
export const moneyFromDecimal = (amount: string | null, currency: string | null, reason: string): Money =>
  money(amount === null ? null : centsOf(amount), currency, reason)

/** What one unit costs: cents are rounded, and `usd` keeps the four decimals that the ledger keeps. */
export function unitCost(amount: string | null, currency: string | null, reason: string): Money {
  const rounded = moneyFromDecimal(amount, currency, reason)
  return rounded.usd === null ? rounded : { ...rounded, usd: Number(amount) }
}
