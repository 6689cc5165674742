/** Writes refunds and their corrections, and counts them in sales; each statement writes all of them. */
import { uuidv7 } from 'uuidv7'
import { refund_lines, refunds } from '../../../../db/schema/selling/returns.ts'
import { recordset } from '../../../../db/sql/recordset.ts'
import type { Sql } from '../../../contract/call.ts'
import type { reversedByRefunds } from '../../known_values.ts'
import { addSales } from '../../sales_facts/add_sales.ts'
import { refundedReturn, type SalesPart } from '../../sales_facts/sales_figures.rules.ts'
import { readMoment } from '../dates.ts'
import type { RefundInForce } from './refund_in_force.store.ts'

export interface ReturnAuthor {
  organization_id: string
  actor: string
  /** null for a key. */
  user_id: string | null
  now: string
}

export interface RefundLineToWrite {
  variant_id: string
  order_line_id: string | null
  return_line_id: string | null
  quantity: number
  amount_cents: number
  tax_cents: number
}

export interface RefundToWrite {
  /** null for money of the order alone. */
  return_id: number | null
  order_id: string | null
  sales_channel_id: string
  location_id: string
  currency: string
  freight_cents: number
  is_paid_out: boolean
  /** What it takes back; its amounts are then negative. */
  reverses: (typeof reversedByRefunds)[number] | null
  reverses_refund_id: string | null
  /** Why a refund was corrected. */
  reason: string | null
  source_system: string | null
  external_id: string | null
  lines: readonly RefundLineToWrite[]
}

const refundRows = recordset(refunds, [
  'refund_id',
  'return_id',
  'order_id',
  'sales_channel_id',
  'location_id',
  'currency',
  'freight_cents',
  'is_paid_out',
  'reverses',
  'reverses_refund_id',
  'reason',
  'source_system',
  'external_id',
])
export const refundLineRows = recordset(refund_lines, [
  'refund_id',
  'line_number',
  'variant_id',
  'order_line_id',
  'return_id',
  'return_line_id',
  'quantity',
  'amount_cents',
  'tax_cents',
])

/** Refunds count on the day on which they are written. */
export async function writeRefunds(sql: Sql, author: ReturnAuthor, all: readonly RefundToWrite[]): Promise<void> {
  if (all.length > 0) await addSales(sql, author.organization_id, await insertRefunds(sql, author, all))
}

/** The rows, and how they change the sales of the day, for a write that changes more of them. */
export async function insertRefunds(
  sql: Sql,
  author: Omit<ReturnAuthor, 'user_id'>,
  all: readonly RefundToWrite[],
): Promise<SalesPart[]> {
  if (all.length === 0) return []
  const { organization_id, actor, now } = author
  const { day } = await readMoment(sql, organization_id, now)
  const written = all.map(({ lines, ...refund }) => ({ lines, refund: { ...refund, refund_id: uuidv7() } }))
  const lineRows = written.flatMap(({ lines, refund: { refund_id, return_id } }) =>
    lines.map((line, i) => ({
      ...line,
      refund_id,
      return_id: line.return_line_id === null ? null : return_id,
      line_number: i + 1,
    })),
  )
  await sql`
    insert into refunds (organization_id, ${refundRows.names}, refunded_at, refunded_on, recorded_by, recorded_at)
    select ${organization_id}, ${refundRows.values}, ${now}::timestamptz, ${day}::date, ${actor}, ${now}::timestamptz
    from ${refundRows.from(written.map(({ refund }) => refund))}`
  await sql`
    insert into refund_lines (organization_id, ${refundLineRows.names})
    select ${organization_id}, ${refundLineRows.values} from ${refundLineRows.from(lineRows)}`
  return written.flatMap(({ lines, refund: { sales_channel_id, location_id, currency } }) =>
    lines.map(({ variant_id, amount_cents, tax_cents }) =>
      refundedReturn({ variant_id, day, sales_channel_id, location_id, currency }, { amount_cents, tax_cents }),
    ),
  )
}

const negated = <L extends RefundLineToWrite>(line: L): RefundLineToWrite => ({
  ...line,
  quantity: 0 - line.quantity,
  amount_cents: 0 - line.amount_cents,
  tax_cents: 0 - line.tax_cents,
})

/** The counter-row of a refund. */
export function reversalOf({ refund_id, lines, ...refund }: RefundInForce, reason: string): RefundToWrite {
  return {
    ...refund,
    freight_cents: 0 - refund.freight_cents,
    reverses: 'refund',
    reverses_refund_id: refund_id,
    reason,
    source_system: null,
    external_id: null,
    lines: lines.map(negated),
  }
}

/** The counter-row of money that counted as units arrived. */
export const reversalOfReceipts = (
  refund: Pick<RefundToWrite, 'return_id' | 'order_id' | 'sales_channel_id' | 'location_id' | 'currency'>,
  lines: readonly RefundLineToWrite[],
  reason: string,
): RefundToWrite => ({
  ...refund,
  freight_cents: 0,
  is_paid_out: false,
  reverses: 'receipts',
  reverses_refund_id: null,
  reason,
  source_system: null,
  external_id: null,
  lines: lines.map(negated),
})
