/** Units reserved for an order: they stay on hand, count as `committed` of their level and are not available. */
import type { Sql } from '../contract/call.ts'
import { inBulk } from './in_bulk.ts'
import { lockLevels, writeLevels } from './book.ts'
import { type Hold, pairKey } from './rules.ts'

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
