/** Units reserved for an order: they stay on hand, count as `committed` of their level and are not available. */
import type { Sql } from '../contract/call.ts'
import { inBulk } from './in_bulk.ts'
import { lockLevels, writeLevels } from './book.ts'
import type { StockPart } from './bundles/parts.rules.ts'
import { type Hold, type Level, pairKey } from './rules.ts'

/**
 * Reserves the requested units as far as they are available, and releases units for negative requests; returns what was
 * done, in the order of the requests. Each pair may occur once.
 */
export async function reserveAvailable(sql: Sql, organization_id: string, requested: readonly Hold[]): Promise<Hold[]> {
  if (requested.length === 0) return []
  return inBulk(sql, requested.length, async () => {
    const locked = await lockLevels(sql, organization_id, requested)
    const levels = new Map(locked.map((level) => [pairKey(level), level]))
    const done = requested.map((hold) => {
      const level = levels.get(pairKey(hold))!
      const available = Math.max(level.on_hand - level.committed, 0)
      return { ...hold, committed_delta: Math.min(hold.committed_delta, available) }
    })
    const changed = done
      .filter(({ committed_delta }) => committed_delta !== 0)
      .map((hold) => {
        const level = levels.get(pairKey(hold))!
        return { ...level, committed: level.committed + hold.committed_delta }
      })
    if (changed.length > 0) await writeLevels(sql, organization_id, changed)
    return done
  })
}

/** Units of which each takes all of its parts from one location. */
export interface WholeUnits {
  parts: readonly StockPart[]
  location_id: string
  wanted: number
}

const availableOf = ({ on_hand, committed }: Level) => Math.max(on_hand - committed, 0)

/**
 * Reserves whole units as far as all of their parts are available, in the order of the requests, which may share parts;
 * returns how many of each were reserved. Holds that are `released` in the same act are there to be reserved again.
 */
export async function reserveWhole(
  sql: Sql,
  organization_id: string,
  requested: readonly WholeUnits[],
  released: readonly Hold[] = [],
): Promise<number[]> {
  if (requested.length === 0 && released.length === 0) return []
  const wantedPairs = requested.flatMap(({ parts, location_id }) =>
    parts.map(({ variant_id }) => ({ variant_id, location_id })),
  )
  const pairs = [...wantedPairs, ...released]
  return inBulk(sql, pairs.length, async () => {
    const locked = await lockLevels(sql, organization_id, pairs)
    const levels = new Map(locked.map((level) => [pairKey(level), { ...level }]))
    for (const hold of released) levels.get(pairKey(hold))!.committed += hold.committed_delta
    const done = requested.map(({ parts, location_id, wanted }) => {
      const partLevels = parts.map(({ variant_id, units }) => ({
        level: levels.get(pairKey({ variant_id, location_id }))!,
        units,
      }))
      const whole = Math.min(wanted, ...partLevels.map(({ level, units }) => Math.floor(availableOf(level) / units)))
      for (const { level, units } of partLevels) level.committed += whole * units
      return whole
    })
    const before = new Map(locked.map((level) => [pairKey(level), level.committed]))
    const changed = [...levels.values()].filter((level) => level.committed !== before.get(pairKey(level)))
    if (changed.length > 0) await writeLevels(sql, organization_id, changed)
    return done
  })
}
