/** Why a figure of an account's variant is missing. Pure. */

export interface FigureFacts {
  /** Whether the account ever reported the variant up to its last report. */
  is_reported: boolean | null
  known_days: number | null
  on_hand: number | null
  /** Units per week, unrounded. */
  velocity: number | null
  estimate: number | null
  units: number | null
}

const unknownSales = (facts: FigureFacts): string | null =>
  facts.velocity !== null
    ? null
    : facts.is_reported === true
      ? 'The account reported no sales figure of the variant in the window.'
      : 'The account has not reported the variant.'

const noCount = 'The account reported no shelf count of the variant in the window.'

export function figureReasons(facts: FigureFacts) {
  const velocity = unknownSales(facts)
  const isEmpty = facts.units !== null && facts.on_hand !== null && facts.units + facts.on_hand <= 0
  return {
    velocity,
    sell_through:
      velocity ?? (facts.on_hand === null ? noCount : isEmpty ? 'Nothing was sold and nothing is on hand.' : null),
    estimate: facts.estimate !== null ? null : facts.on_hand === null ? noCount : velocity,
  }
}

export function coverReason(facts: FigureFacts): string | null {
  const { velocity, estimate } = figureReasons(facts)
  return velocity ?? estimate ?? (facts.velocity! > 0 ? null : 'The variant did not sell in the window.')
}
