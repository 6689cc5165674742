/**
 * Divides money by quantities or weights. Every part is a whole number of the smallest unit of the currency, and all parts
 * add up to the whole: hundredths of a dollar, whole yen. Nothing else divides the money of orders.
 */
import type { Fragment, Sql } from '../sql.ts'
import { currenciesWithoutDecimals, smallestCents } from '../money.ts'

/** Amounts that were stored before a currency was checked may be no whole number of its units; they are divided in hundredths. */
const unitOf = (cents: number, currency: string): number => {
  const smallest = smallestCents(currency)
  return cents % smallest === 0 ? smallest : 1
}

/** The share of `part` in cents that are for `whole`, rounded half up. None of them is negative. */
export function shareOf(cents: number, part: number, whole: number, currency: string): number {
  if (whole === 0) return 0
  const [unit, amount, units, all] = [unitOf(cents, currency), cents, part, whole].map(BigInt) as [
    bigint,
    bigint,
    bigint,
    bigint,
  ]
  return Number(unit * ((2n * amount * units + all * unit) / (2n * all * unit)))
}

/** Splits an amount by weights, so that the parts add up to it. */
export function splitCents(cents: number, weights: readonly number[], currency: string): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  let before = 0
  let weighed = 0
  return weights.map((weight) => {
    weighed += weight
    const upTo = shareOf(cents, weighed, whole, currency)
    const part = upTo - before
    before = upTo
    return part
  })
}

/** The same share in SQL; `whole` is positive. */
export const sqlShare = (
  sql: Sql,
  { cents, part, whole, currency }: Readonly<Record<'cents' | 'part' | 'whole' | 'currency', Fragment>>,
): Fragment => sql`
  round(${cents}::numeric * ${part} / ${whole},
    case when ${cents} % 100 = 0 and ${currency} = any(${currenciesWithoutDecimals}::text[]) then -2 else 0 end)`
