/** Stores what writes changed on orders. */
import { uuidv7 } from 'uuidv7'
import { order_changes } from '../../../db/schema/selling/order_changes.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import type { Sql } from '../../contract/sql.ts'
import type { LockedOrder } from '../orders/locked_order.store.ts'
import { recordedChange } from './change.rules.ts'

const changeRows = recordset(order_changes, ['order_change_id', 'order_id', 'kind', 'changes'])

export async function recordChanges(
  sql: Sql,
  { organization_id, now, actor }: { organization_id: string; now: string; actor: string },
  writes: readonly { before: LockedOrder; after: LockedOrder }[],
): Promise<void> {
  const rows = writes.flatMap(({ before, after }) => {
    const change = recordedChange(before, after)
    return change === null ? [] : [{ order_change_id: uuidv7(), order_id: before.order_id, ...change }]
  })
  if (rows.length === 0) return
  await sql`
    insert into order_changes (organization_id, ${changeRows.names}, changed_at, changed_by)
    select ${organization_id}, ${changeRows.values}, ${now}::timestamptz, ${actor} from ${changeRows.from(rows)}`
}
