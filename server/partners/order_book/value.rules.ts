/** Values of bookings in US dollars, at the exchange rates in force on the day of the read. */
import Big from 'big.js'
import { counted } from '../../contract/outcome.ts'
import type { DollarRates } from '../../exchange_rates/dollar_rates.ts'

/** A part of a value: cents of one currency, and the lines whose price is open. */
export interface ValuePart {
  currency: string
  value_cents: number
  unpriced_lines: number
}

export interface DollarValue {
  usd: number | null
  reason: string | null
}

/** The sum of the parts that have a price, rounded to the cent for each currency; the reason tells what it leaves out. */
export function dollarValue(parts: readonly ValuePart[], rates: DollarRates, as_of: string): DollarValue {
  const unpriced = parts.reduce((sum, { unpriced_lines }) => sum + unpriced_lines, 0)
  const open = unpriced > 0 ? `The price of ${counted(unpriced, 'line')} is open` : null
  if (open !== null && parts.every(({ value_cents }) => value_cents === 0))
    return { usd: null, reason: `${open}, so the value is not known.` }
  const unrated = parts.find(({ currency, value_cents }) => value_cents !== 0 && !rates.get(currency))
  if (unrated !== undefined)
    return {
      usd: null,
      reason: `No exchange rate from ${unrated.currency} to US dollars is in force on ${as_of}.`,
    }
  const cents = parts.reduce((sum, { currency, value_cents }) => {
    const rate = rates.get(currency)
    return rate ? sum.plus(rate.times(value_cents).round(0, Big.roundHalfUp)) : sum
  }, Big(0))
  const reason = open === null ? null : `${open}; the value is that of the lines with a price.`
  return { usd: Number(cents) / 100, reason }
}
