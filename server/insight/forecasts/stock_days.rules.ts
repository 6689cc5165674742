/** The share of each week's days on which a variant was in stock. Pure. */
import type { StockDays } from './weeks.store.ts'

export interface Exposure {
  /** 1 where stock is unknown: before the first ledger row, and without one. */
  exposure: Float64Array
  stockout_days: number
}

/** A day with sales is in stock, as is a day on which some location had units on hand at any time. */
export function exposureOf(days: StockDays | undefined, weeks: number): Exposure {
  const exposure = new Float64Array(weeks).fill(1)
  if (days === undefined || days.began === null) return { exposure, stockout_days: 0 }
  const began = Math.max(0, days.began)
  const stocked = new Uint8Array(weeks * 7)
  for (const [i, from] of days.from_days.entries())
    stocked.fill(1, Math.max(began, from), Math.min(weeks * 7, days.to_days[i]! + 1))
  for (const day of days.sold_days) stocked[day] = 1
  let stockout_days = 0
  for (let week = Math.floor(began / 7); week < weeks; week++) {
    let out = 0
    for (let day = Math.max(began, week * 7); day < week * 7 + 7; day++) if (stocked[day] === 0) out++
    stockout_days += out
    exposure[week] = 1 - out / 7
  }
  return { exposure, stockout_days }
}
