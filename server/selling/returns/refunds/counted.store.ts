/** What of a return counts in sales: its refund in force, or the price of the units that arrived. The return is locked. */
import { return_lines, return_receipt_lines } from '../../../../db/schema/selling/returns.ts'
import { type RowOf, selection } from '../../../../db/sql/selection.ts'
import type { Caller, Sql } from '../../../contract/call.ts'
import type { LockedReturn } from '../receipt.store.ts'
import { readRefundInForce, type RefundInForce } from './refund_in_force.store.ts'
import type { RefundLineToWrite } from './write_refunds.ts'

export interface Counted {
  refund: RefundInForce | null
  /** Money that counted as units arrived; none once a refund was stated. */
  receipts: RefundLineToWrite[]
  lines: { line_id: string; variant_id: string; order_line_id: string | null; quantity: number }[]
}

const lineColumns = selection(return_lines, 'l', ['line_id', 'variant_id', 'order_line_id'])
const receiptColumns = selection(return_receipt_lines, 'n', ['line_id as return_line_id', 'variant_id'])
type ReceiptRow = RowOf<typeof receiptColumns> & Omit<RefundLineToWrite, 'variant_id' | 'return_line_id'>

export async function readCounted(sql: Sql, { organization_id }: Caller, locked: LockedReturn): Promise<Counted> {
  const { return_id, refund_is_stated } = locked
  const [refund, lines, receipts] = await Promise.all([
    readRefundInForce(sql, organization_id, return_id),
    sql<Counted['lines']>`
      select ${lineColumns}, greatest(l.expected_quantity, l.received_quantity) as quantity from return_lines l
      where l.organization_id = ${organization_id} and l.return_id = ${return_id} order by l.line_id`,
    sql<ReceiptRow[]>`
      select ${receiptColumns}, l.order_line_id, sum(n.received_quantity)::int as quantity,
        sum(n.value_cents)::float8 as amount_cents, sum(n.tax_cents)::float8 as tax_cents
      from return_receipt_lines n
      join return_lines l on l.organization_id = n.organization_id and l.return_id = n.return_id
        and l.line_id = n.line_id
      where n.organization_id = ${organization_id} and n.return_id = ${return_id} and not ${refund_is_stated}
      group by n.line_id, n.variant_id, l.order_line_id
      having sum(n.value_cents + n.tax_cents) > 0
      order by n.line_id`,
  ])
  return { refund, receipts: [...receipts], lines: [...lines] }
}
