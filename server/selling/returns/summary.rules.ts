/** The figures of the summary of returns. Pure. */
import Big from 'big.js'
import { money } from '../../contract/money.ts'
import type { FigureCause } from '../../contract/money/figure_causes.ts'
import { listOf } from '../../contract/outcome.ts'
import type { Money } from '../../contract/schema.ts'

export interface Sums {
  /** Currencies of the amounts; null for a sum over nothing. */
  currencies: string[] | null
  sold: number
  returned: number
  returns_cents: number
}

const noSales = 'Nothing was sold in the window.'
export const rateCodes = ['nothing_sold'] as const satisfies readonly FigureCause[]
export const valueCodes = ['several_currencies'] as const satisfies readonly FigureCause[]

/** Units returned per hundred sold, rounded to two decimals; both counted in the window, so it can exceed 100. */
export function rateOf({ sold, returned }: Pick<Sums, 'sold' | 'returned'>) {
  return sold <= 0
    ? { return_rate: null, return_rate_reason_code: rateCodes[0], return_rate_reason: noSales }
    : {
        return_rate: Number(Big(returned).times(100).div(sold).round(2, Big.roundHalfUp)),
        return_rate_reason_code: null,
        return_rate_reason: null,
      }
}

/** In the one currency of the returns; amounts in several are not added up. */
export function valueOf({ currencies, returns_cents }: Pick<Sums, 'currencies' | 'returns_cents'>, own: string): Money {
  const [currency, ...others] = currencies ?? []
  if (currency === undefined) return money(0, own, '')
  if (others.length === 0) return money(returns_cents, currency, '')
  return money(null, null, `The amounts are in ${listOf([currency, ...others], 'and')}, which are not added up.`)
}

/** Why there is no value. */
export const valueCodeOf = ({ currencies }: Pick<Sums, 'currencies'>): (typeof valueCodes)[number] | null =>
  (currencies ?? []).length > 1 ? 'several_currencies' : null

export interface ReasonSum {
  reason: string
  returns: number
  units_returned: number
}

export interface DispositionSum {
  disposition: string | null
  units_returned: number
  units_restocked: number
}

export const sumOfUnits = (sums: readonly { units_returned: number }[]) =>
  sums.reduce((sum, { units_returned }) => sum + units_returned, 0)

export const sumOfExchanged = (sums: readonly { units_exchanged: number }[]) =>
  sums.reduce((sum, { units_exchanged }) => sum + units_exchanged, 0)

/** Adds what the sums lack of all returned units to one of them: units of imported history, of which no more is known. */
function completed<T extends { units_returned: number }>(
  sums: readonly T[],
  returned: number,
  isRest: (sum: T) => boolean,
  none: T,
): T[] {
  const units = returned - sumOfUnits(sums)
  if (units === 0) return [...sums]
  const rest = sums.find(isRest) ?? none
  return [...sums.filter((sum) => !isRest(sum)), { ...rest, units_returned: rest.units_returned + units }].toSorted(
    (one, other) => other.units_returned - one.units_returned,
  )
}

export const withImported = (sums: readonly ReasonSum[], returned: number) =>
  completed(sums, returned, ({ reason }) => reason === 'unknown', {
    reason: 'unknown',
    returns: 0,
    units_returned: 0,
  })

export const dispositionsWithImported = (sums: readonly DispositionSum[], returned: number) =>
  completed(sums, returned, ({ disposition }) => disposition === null, {
    disposition: null,
    units_returned: 0,
    units_restocked: 0,
  })
