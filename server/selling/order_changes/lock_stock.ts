/** Locks the stock that several locked orders can move, in its one order: one order after another would lock it in theirs. */
import type { Sql } from '../../contract/sql.ts'
import { lockLevels } from '../../ledger/book.ts'
import type { LockedOrder } from '../orders/locked_order.store.ts'

export async function lockStock(sql: Sql, organization_id: string, orders: readonly LockedOrder[]): Promise<void> {
  const pairs = orders.flatMap(({ lines, location_id: from }) =>
    lines.flatMap(({ parts, location_id }) => {
      const at = location_id ?? from
      return at === null ? [] : parts.map(({ variant_id }) => ({ variant_id, location_id: at }))
    }),
  )
  if (pairs.length > 0) await lockLevels(sql, organization_id, pairs)
}
