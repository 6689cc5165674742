import type { Sql } from '../contract/call.ts'

/**
 * A movement m of units that is neither reversed nor a reversal: the two cancel each other out. A cost that became known
 * later moves no units, and is dated on the day of its receipt, also where the receipt is reversed by now.
 */
export const unreversed = (sql: Sql) => sql`m.quantity_delta <> 0 and m.reverses_movement_id is null
  and not exists (select from stock_movements r
    where r.organization_id = m.organization_id and r.reverses_movement_id = m.movement_id)`
