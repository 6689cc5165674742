/** Shares of sizes in basis points that add up to exactly 10,000. Pure. */

const whole = 10_000

/**
 * Rounded by the largest remainder: each size gets its share rounded down, and the sizes with the largest remainders one
 * more each. Of equal remainders, that of the larger size comes first, then that of the earlier name.
 */
export function sharesOf(units: ReadonlyMap<string, number>): Record<string, number> {
  const total = [...units.values()].reduce((sum, one) => sum + one, 0)
  if (total === 0) return {}
  const shares = [...units].map(([size, one]) => ({
    size,
    units: one,
    share: Math.floor((one * whole) / total),
    remainder: (one * whole) % total,
  }))
  const missing = whole - shares.reduce((sum, { share }) => sum + share, 0)
  const byRemainder = shares.toSorted(
    (a, b) => b.remainder - a.remainder || b.units - a.units || (a.size < b.size ? -1 : 1),
  )
  for (const one of byRemainder.slice(0, missing)) one.share++
  return Object.fromEntries(shares.map(({ size, share }) => [size, share]))
}
