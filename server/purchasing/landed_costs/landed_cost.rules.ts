/** Landed cost of units: unit cost, share of freight, and duty. Pure; sums are exact to the cent. */
import Big from 'big.js'

/** Splits cents by weight: parts are rounded down, and leftover cents go to the largest remainders. */
export function shareCents(totalCents: number, weights: readonly string[]): number[] {
  const sum = weights.reduce((all, weight) => all.plus(weight), Big(0))
  if (sum.lte(0)) return weights.map(() => 0)
  const exact = weights.map((weight) => Big(totalCents).times(weight).div(sum))
  const parts = exact.map((share) => Number(share.round(0, Big.roundDown)))
  let rest = totalCents - parts.reduce((all, part) => all + part, 0)
  const byRemainder = exact
    .map((share, i) => ({ i, remainder: share.minus(parts[i]!) }))
    .toSorted((a, b) => b.remainder.cmp(a.remainder) || a.i - b.i)
  for (const { i } of byRemainder) {
    if (rest <= 0) break
    parts[i]! += 1
    rest -= 1
  }
  return parts
}

/** Duty in cents, rounded. */
export const dutyCents = (unit_cost: string, quantity: number, duty_bp: number): number =>
  Number(Big(unit_cost).times(quantity).times(100).times(duty_bp).div(10_000).round(0, Big.roundHalfUp))

/** Decimal text with four decimals. */
export const landedUnitCost = (
  unit_cost: string,
  quantity: number,
  freight_cents: number,
  duty_cents: number,
): string => Big(freight_cents).plus(duty_cents).div(100).div(quantity).plus(unit_cost).toFixed(4)
