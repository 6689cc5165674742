/** Money figures as answers carry them. */
import Big from 'big.js'
import type { Money } from './schema.ts'

/** A figure from integer cents; a missing one carries the reason why. */
export function money(cents: number | null, currency: string | null, reason: string): Money {
  if (cents === null) return { cents: null, currency, reason, usd: null }
  return { cents, currency, reason: null, usd: currency === 'USD' ? cents / 100 : null }
}

const short_decimal = /^(-?)(\d{1,11})(?:\.(\d{1,4}))?$/

/** Ten-thousandths as a whole number, which is exact; null where an amount has more digits than that. */
function tenThousandths(amount: string): number | null {
  const found = short_decimal.exec(amount)
  if (found === null) return null
  const size = Number(found[2]! + (found[3] ?? '').padEnd(4, '0'))
  return found[1] === '-' ? -size : size
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
