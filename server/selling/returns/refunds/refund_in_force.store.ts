/** The refund that a return has now. */
import { refund_lines, refunds } from '../../../../db/schema/selling/returns.ts'
import { type RowOf, selection } from '../../../../db/sql/selection.ts'
import type { Fragment, Sql } from '../../../contract/sql.ts'

const refundColumns = selection(refunds, 'f', [
  'refund_id',
  'return_id!',
  'order_id',
  'sales_channel_id',
  'location_id',
  'currency',
  'freight_cents::float8',
  'is_paid_out',
])
const lineColumns = selection(refund_lines, 'l', [
  'variant_id',
  'order_line_id',
  'return_line_id!',
  'quantity',
  'amount_cents::float8',
  'tax_cents::float8',
])
export type RefundInForce = RowOf<typeof refundColumns> & { lines: RowOf<typeof lineColumns>[] }

/** The refund of a return that was not reversed. A return without a channel has none: its refund counts nowhere. */
export const refundInForce = (sql: Sql, organization_id: string, return_id: Fragment): Fragment => sql`
  select ${refundColumns} from refunds f
  where f.organization_id = ${organization_id} and f.return_id = ${return_id} and f.reverses is null
    and not exists (
      select from refunds b where b.organization_id = ${organization_id} and b.reverses_refund_id = f.refund_id)
  order by f.refund_id desc limit 1`

/** With its lines; null if there is none. The return is locked. */
export async function readRefundInForce(
  sql: Sql,
  organization_id: string,
  return_id: number,
): Promise<RefundInForce | null> {
  const [refund] = await sql<RowOf<typeof refundColumns>[]>`
    ${refundInForce(sql, organization_id, sql`${return_id}`)}`
  if (refund === undefined) return null
  const lines = await sql<RowOf<typeof lineColumns>[]>`
    select ${lineColumns} from refund_lines l
    where l.organization_id = ${organization_id} and l.refund_id = ${refund.refund_id} and l.return_line_id is not null
    order by l.line_number`
  return { ...refund, lines: [...lines] }
}
