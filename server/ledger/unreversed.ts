import type { Sql } from '../contract/call.ts'

/** A movement m that is neither reversed nor a reversal: the two cancel each other out. */
export const unreversed = (sql: Sql) => sql`m.reverses_movement_id is null
  and not exists (select from stock_movements r
    where r.organization_id = m.organization_id and r.reverses_movement_id = m.movement_id)`
