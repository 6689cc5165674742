/** What every history begins with, and the days on which things happen. */
import fc from 'fast-check'
import type { Composition } from './truth/bundles.ts'
import type { Bills } from './truth/manufacturing.ts'

export const skus = ['A', 'B', 'C', 'KIT'] as const
export const places = ['Main', 'Store'] as const
/** C has no cost in the catalogue, so that some stock has no known cost. */
export const catalogueCosts: Record<string, string | null> = { A: '5.0000', B: '6.2537', C: null, KIT: '20.0000' }
/** Per variant. */
export const price_cents = 1_000
/** The only variants that can be manufactured. */
export const bills: Bills = {
  KIT: [
    { sku: 'A', quantity: 2 },
    { sku: 'B', quantity: 1 },
  ],
}

/** Sold as what they consist of, the second with the first within; they have no stock of their own. */
export const bundles: Composition = { SET: { A: 2, B: 1 }, DUO: { SET: 1, C: 2 } }
/** What the catalogue says that a bundle costs: as much as its parts, if each has a cost. */
export const bundleCosts: Record<string, string | null> = { SET: '16.2537', DUO: null }

const dayMs = 86_400_000
export const today = (): string => new Date().toISOString().slice(0, 10)
export const dayBefore = (days: number): string =>
  new Date(Date.parse(today()) - days * dayMs).toISOString().slice(0, 10)
/** Days before today, within and beyond the windows of past stock. */
export const daysBack = [2, 9, 20, 45] as const
/** The first day of stock that is opened in the past. */
export const openingDays = 48
/** Instants of past days: deliveries arrive at eight, and everything else happens later, or at the very instant. */
export const past = (...hours: string[]): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...daysBack), fc.constantFrom(...hours)).map(([days, hour]) => `${days} ${hour}`)
/** A drawn day and hour, as days before the day on which the history is played. */
export const instantAgo = (drawn: string): string => {
  const [days, hour] = drawn.split(' ') as [string, string]
  const day = dayBefore(Number(days))
  return hour === 'day' ? day : `${day}T${hour}:00.000Z`
}

export const sku = fc.constantFrom<string>(...skus)
/** What is sold: bundles too. */
export const soldSku = fc.constantFrom<string>(...skus, ...Object.keys(bundles))
export const place = fc.constantFrom<string>(...places)
export const which = fc.nat(15)
export const seldom = fc.nat(4).map((n) => n === 0)
export const does = <const T extends string>(...names: T[]) => fc.constantFrom(...names)

/** Currencies of suppliers: that of the ledger, one with a rate from long ago, and one without. */
export const currencies = ['USD', 'EUR', 'SEK'] as const
export const suppliers: Record<string, string> = { USD: 'Mill', EUR: 'Weaver', SEK: 'Dyer' }
/** In ten-thousandths, from long before the first delivery. */
export const firstRates: Record<string, bigint> = { EUR: 11_000n }
