/** Money figures as answers carry them. */
import Big from 'big.js'
import type { Money } from './schema.ts'

/** A figure from integer cents; a missing one carries the reason why. */
export function money(cents: number | null, currency: string | null, reason: string): Money {
  if (cents === null) return { cents: null, currency, reason, usd: null }
  return { cents, currency, reason: null, usd: currency === 'USD' ? cents / 100 : null }
}

const four_decimals = /^(-?)(\d{1,11})\.(\d{4})$/

/** Costs have four decimals and then fit whole numbers, which are exact; anything else takes the decimal library. */
export function centsOf(amount: string): number {
  const found = four_decimals.exec(amount)
  if (found === null) return Number(Big(amount).times(100).round(0, Big.roundHalfUp))
  const cents = Math.floor((Number(found[2]! + found[3]!) + 50) / 100)
  return found[1] === '-' && cents !== 0 ? -cents : cents
}

/** A figure from a decimal amount (numeric as text), rounded half up to the cent. */
export const moneyFromDecimal = (amount: string | null, currency: string | null, reason: string): Money =>
  money(amount === null ? null : centsOf(amount), currency, reason)
