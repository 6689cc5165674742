/** Money figures as answers carry them. */
import Big from 'big.js'
import type { Money } from './schema.ts'

/** A figure from integer cents; a missing one carries the reason why. */
export function money(cents: number | null, currency: string | null, reason: string): Money {
  if (cents === null) return { cents: null, currency, reason, usd: null }
  return { cents, currency, reason: null, usd: currency === 'USD' ? cents / 100 : null }
}

/** A figure from a decimal amount (numeric as text), rounded half up to the cent. */
export const moneyFromDecimal = (amount: string | null, currency: string | null, reason: string): Money =>
  money(amount === null ? null : Number(Big(amount).times(100).round(0, Big.roundHalfUp)), currency, reason)
