/** Exchange rates into US dollars. */
import Big from 'big.js'
import type { Sql } from '../contract/call.ts'
import { ratesInForce } from './rates_in_force.ts'

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
  const wanted = ['USD', ...foreign].map((currency) => ({ currency, day }))
  const [dollar, ...others] = await ratesInForce(sql, organization_id, wanted)
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
