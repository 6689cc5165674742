/** Refuses stated amounts that a currency cannot have, rather than rounding them. */
import Big from 'big.js'
import { costDecimals, currencyDecimals, smallestCents } from './money.ts'
import { refuseField } from './refusals.ts'

/** Amounts are hundredths of every currency; one without decimals has none of its own. */
export function checkAmounts(currency: string, amounts: Readonly<Record<string, number | null | undefined>>): void {
  const smallest = smallestCents(currency)
  for (const [field, cents] of Object.entries(amounts))
    if (cents != null && cents % smallest !== 0)
      refuseField(
        field,
        `must be a multiple of ${smallest}: ${currency} has ${smallest === 100 ? 'no decimals' : 'one decimal'}`,
        [`multiples of ${smallest}`],
      )
}

export interface AmountRule {
  rule: string
  allowed?: readonly string[]
}

const wholeRule = (currency: string): AmountRule => ({
  rule: `must be a whole number, because ${currency} has no decimals`,
  allowed: ['whole numbers'],
})

const hasDecimals = (amount: Big | number | string, decimals: number) => !Big(amount).round(decimals).eq(amount)

/** What a cost breaks by its decimals; null if it can be stated in the currency. */
export function brokenByCost(cost: number | string, currency: string | null): AmountRule | null {
  const decimals = currency === null ? 4 : costDecimals(currency)
  if (!hasDecimals(cost, decimals)) return null
  return decimals === 0 ? wholeRule(currency!) : { rule: 'may have at most four decimals' }
}

/** What an amount of money breaks by its decimals; null if the currency has them. */
export function brokenByAmount(amount: number | string, currency: string): AmountRule | null {
  const decimals = currencyDecimals(currency)
  if (!hasDecimals(amount, decimals)) return null
  if (decimals === 0) return wholeRule(currency)
  return { rule: `must have at most ${decimals} decimals, as ${currency} has` }
}
