/** Why the cost of units sold or returned is unknown, in a sentence. Pure. */
import { currenciesOf } from '../../ledger/costs/lacks.rules.ts'

export interface CostLack {
  /** Null where it is not told apart; the same of the others. */
  day: string | null
  sales_channel: string | null
  location: string | null
  category: string | null
  product: string | null
  lack: 'not_shipped' | 'no_rate' | 'no_cost' | 'imported'
  /** The currency that lacked a rate; null for other lacks. */
  currency: string | null
  units: number
}

const wordsOf: Record<CostLack['lack'], (units: string, isOne: boolean, currency: string) => string> = {
  not_shipped: (units, isOne) => `${units} ${isOne ? 'has' : 'have'} not shipped yet`,
  no_rate: (units, isOne, currency) =>
    `${units} ${isOne ? 'lacks' : 'lack'} an exchange rate of ${currenciesOf(currency) ?? currency}`,
  no_cost: (units) => `no cost is stated of ${units}`,
  imported: (units, isOne) => `${units} ${isOne ? 'was' : 'were'} imported without a cost`,
}

/** The sentence with what each of the units lacks; as it is where nothing is known of that. */
export function withLacks(sentence: string, lacks: readonly CostLack[]): string {
  const unitsOf = new Map<string, { lack: CostLack['lack']; currency: string; units: number }>()
  for (const { lack, currency, units } of lacks) {
    const key = `${lack} ${currency}`
    const before = unitsOf.get(key)?.units ?? 0
    unitsOf.set(key, { lack, currency: currency ?? '', units: before + units })
  }
  if (unitsOf.size === 0) return sentence
  const parts = [...unitsOf.values()].map(({ lack, currency, units }) =>
    wordsOf[lack](units === 1 ? '1 unit' : `${units} units`, units === 1, currency),
  )
  return `${sentence.replace(/\.$/, '')}: ${parts.join('; ')}.`
}
