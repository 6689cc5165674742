/** How long available units last at a rate, as SQL: the same figure in columns of the database and in every statement. */

/**
 * Days, before they are rounded to what is shown. Rates have 16 decimals; quotients are rounded to 9 first, so that one that
 * is exact, such as 13 units at 2 in 28 days, stays so, and two ways to the same sum give one figure.
 */
export const exactDays = (available: string, rate: string): string => `round(${available} / ${rate}, 9)`

const atRate = (rate: string, figure: string) => `case when ${rate} > 0 then ${figure} end`

/** Days of cover, rounded to one decimal; null without a rate. */
export const daysOfCover = (available: string, rate: string): string =>
  atRate(rate, `round(${exactDays(`greatest(${available}, 0)`, rate)}, 1)`)

/** Weeks of cover, rounded to one decimal; null without a rate. */
export const weeksOfCover = (available: string, rate: string): string =>
  atRate(rate, `round(round(${exactDays(`greatest(${available}, 0)`, rate)} / 7, 9), 1)`)
