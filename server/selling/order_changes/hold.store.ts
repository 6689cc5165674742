/** SQL of holds of orders. */
import type { Sql } from '../../contract/sql.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import type { LockedOrder } from '../orders/locked_order.store.ts'

export type Hold = NonNullable<LockedOrder['hold']>

export const insertHold = (sql: Sql, { organization_id, actor, now }: WriteContext, hold: Hold) => sql`
  insert into order_holds (organization_id, hold_id, order_id, reason, note, keeps_stock, held_by, held_at)
  values (${organization_id}, ${hold.hold_id}, ${hold.order_id}, ${hold.reason}, ${hold.note}, ${hold.keeps_stock},
    ${actor}, ${now}::timestamptz)`

export const endHold = (
  sql: Sql,
  { organization_id, actor, now }: WriteContext,
  { hold_id }: Hold,
  note: string | null,
) => sql`
  update order_holds set released_at = ${now}::timestamptz, released_by = ${actor}, release_note = ${note}
  where organization_id = ${organization_id} and hold_id = ${hold_id}`
