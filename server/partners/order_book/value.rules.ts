/** Values of bookings in US dollars, at the exchange rates in force on the day of the read. Pure but for the rates. */
import Big from 'big.js'
import { counted } from '../../contract/outcome.ts'
import type { Sql } from '../../contract/call.ts'
import { ratesInForce } from '../../exchange_rates/rates_in_force.ts'

/** US dollars for one unit of each currency; null where a rate is missing. */
export type DollarRates = ReadonlyMap<string, Big | null>

export async function readDollarRates(
  sql: Sql,
  organization_id: string,
  currencies: readonly string[],
  day: string,
): Promise<DollarRates> {
  const foreign = [...new Set(currencies)].filter((currency) => currency !== 'USD')
  const rates = new Map<string, Big | null>([['USD', Big(1)]])
  if (foreign.length === 0) return rates
  const requests = ['USD', ...foreign].map((currency) => ({ currency, day }))
  const [dollar, ...others] = await ratesInForce(sql, organization_id, requests)
  foreign.forEach((currency, i) => {
    const rate = others[i]
    const known = dollar && rate
    rates.set(
      currency,
      known ? Big(rate.organization_currency_per_unit).div(dollar.organization_currency_per_unit) : null,
    )
  })
  return rates
}

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

/** The sum of the parts, rounded to the cent for each currency. */
export function dollarValue(parts: readonly ValuePart[], rates: DollarRates, as_of: string): DollarValue {
  const unpriced = parts.reduce((sum, { unpriced_lines }) => sum + unpriced_lines, 0)
  if (unpriced > 0)
    return { usd: null, reason: `The price of ${counted(unpriced, 'line')} is open, so the value is not known.` }
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
  return { usd: Number(cents) / 100, reason: null }
}
