/** Refunds of imported orders, each with its return. */
import { uuidv7 } from 'uuidv7'
import { refunds } from '../../../db/schema/selling/returns.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import type { Sql } from '../../contract/sql.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import { refundLineRows } from '../returns/refunds/write_refunds.ts'
import type { ResolvedLine } from './matching/matching.model.ts'
import type { OrderWrite } from './resolve_order.rules.ts'

const refundRows = recordset(refunds, [
  'refund_id',
  'return_id',
  'order_id',
  'sales_channel_id',
  'location_id',
  'currency',
  'refunded_at',
  'refunded_on',
  'freight_cents',
  'source_system',
])

/** What came back of an order, be it money alone. */
interface RefundedReturn {
  order: OrderWrite
  return_id: number
  lines: readonly { line: ResolvedLine; return_line_id: string }[]
}

export async function writeRefunds(
  sql: Sql,
  { organization_id, actor, now }: WriteContext,
  importedReturns: readonly RefundedReturn[],
): Promise<void> {
  const paid = importedReturns
    .filter(({ order }) => order.record.refund !== null)
    .map((one) => ({ ...one, refund_id: uuidv7() }))
  if (paid.length === 0) return
  const rows = paid.map(({ order, return_id, refund_id }) => ({
    refund_id,
    return_id,
    order_id: order.order_id,
    sales_channel_id: order.sales_channel_id,
    location_id: order.location_id!,
    currency: order.currency,
    refunded_at: order.record.refunded_at,
    refunded_on: order.refunded_on,
    freight_cents: order.record.refund!.freight_cents,
    source_system: order.record.source_system,
  }))
  const lines = paid.flatMap(({ order, return_id, refund_id, lines: back }) =>
    back.map(({ line, return_line_id }, i) => ({
      refund_id,
      line_number: i + 1,
      variant_id: line.variant_id,
      order_line_id: line.line_id,
      return_id,
      return_line_id,
      quantity: line.returned_quantity,
      ...order.record.refund!.lines[order.lines.indexOf(line)]!,
    })),
  )
  await sql`
    insert into refunds (organization_id, ${refundRows.names}, recorded_by, recorded_at)
    select ${organization_id}, ${refundRows.values}, ${actor}, ${now}::timestamptz from ${refundRows.from(rows)}`
  await sql`
    insert into refund_lines (organization_id, ${refundLineRows.names})
    select ${organization_id}, ${refundLineRows.values}
    from ${refundLineRows.from(lines)}`
}
