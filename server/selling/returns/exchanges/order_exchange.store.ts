/** The return that each order replaces units of. */
import { return_exchanges } from '../../../../db/schema/selling/return_exchanges.ts'
import { returns } from '../../../../db/schema/selling/returns.ts'
import { arrayLiteral } from '../../../../db/sql/array_literal.ts'
import { type RowOf, selection, selections } from '../../../../db/sql/selection.ts'
import type { Sql } from '../../../contract/sql.ts'

const columns = selections(
  selection(return_exchanges, 'e', ['order_id', 'cancelled_at']),
  selection(returns, 'r', ['return_id', 'name']),
)

export async function readExchangedReturns(sql: Sql, organization_id: string, ids: readonly string[]) {
  const rows = await sql<RowOf<typeof columns>[]>`
    select ${columns} from return_exchanges e
    join returns r on r.organization_id = ${organization_id} and r.return_id = e.return_id
    where e.organization_id = ${organization_id} and e.order_id = any(${arrayLiteral(ids)}::uuid[])`
  return new Map(rows.map(({ order_id, ...returned }) => [order_id, returned]))
}
