/** Writes returns with their refunds; each statement writes all of them. */
import { uuidv7 } from 'uuidv7'
import { return_lines, returns } from '../../../db/schema/selling/returns.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import type { Sql } from '../../contract/call.ts'
import { takeDocumentNumbers } from '../document_numbers.store.ts'
import type { ComposedReturn } from './compose_return.rules.ts'
import { type RefundToWrite, type ReturnAuthor, writeRefunds } from './refunds/write_refunds.ts'

const returnRows = recordset(returns, [
  'name',
  'origin',
  'reason',
  'refund_status',
  'refund_cents',
  'refund_currency',
  'refund_is_stated',
  'order_id',
  'customer_id',
  'sales_channel_id',
  'location_id',
  'expected_on',
  'source_system',
  'external_id',
])
const lineRows = recordset(return_lines, ['return_id', 'line_id', 'variant_id', 'order_line_id', 'expected_quantity'])
const firstNumber = 1_001

export async function takeReturnNames(sql: Sql, organization_id: string, count: number): Promise<string[]> {
  const numbers = await takeDocumentNumbers(sql, organization_id, {
    document_type: 'return',
    year: 0,
    count,
    first: firstNumber,
  })
  return numbers.map((number) => `RET-${number}`)
}

/** Refunds that count somewhere: without a channel the refund stays with the return alone. */
async function writeStatedRefunds(sql: Sql, author: ReturnAuthor, written: readonly Written[]): Promise<void> {
  const paid = written.flatMap(({ composed, return_id, line_ids }): RefundToWrite[] => {
    const { sales_channel_id, refund_cents } = composed
    if (refund_cents === null || sales_channel_id === null) return []
    return [
      {
        return_id,
        order_id: composed.order_id,
        sales_channel_id,
        location_id: composed.location_id,
        currency: composed.currency,
        freight_cents: composed.refund_freight_cents,
        is_paid_out: composed.refund_is_paid_out,
        reverses: null,
        reverses_refund_id: null,
        reason: null,
        source_system: composed.source_system,
        external_id: composed.external_id,
        lines: composed.lines.map((line, i) => ({
          variant_id: line.variant_id,
          order_line_id: line.order_line_id,
          return_line_id: line_ids[i]!,
          quantity: line.expected_quantity,
          amount_cents: line.refund_cents,
          tax_cents: line.refund_tax_cents,
        })),
      },
    ]
  })
  await writeRefunds(sql, author, paid)
}

interface Written {
  composed: ComposedReturn
  return_id: number
  line_ids: string[]
}

/** Returns the ids in the order of the returns. */
export async function writeReturns(
  sql: Sql,
  author: ReturnAuthor,
  composed: readonly ComposedReturn[],
): Promise<number[]> {
  if (composed.length === 0) return []
  const { organization_id, user_id, now } = author
  const names = await takeReturnNames(sql, organization_id, composed.length)
  const rows = composed.map(
    (
      {
        lines: _lines,
        refund_freight_cents: _freight,
        refund_is_paid_out: _paid,
        currency: _currency,
        ...row
      }: ComposedReturn,
      i,
    ) => ({ ...row, name: names[i]! }),
  )
  const inserted = await sql<{ return_id: number; name: string }[]>`
    insert into returns (organization_id, ${returnRows.names}, state, created_by, created_at, updated_at)
    select ${organization_id}, ${returnRows.values}, 'expected', ${user_id}, ${now}::timestamptz, ${now}::timestamptz
    from ${returnRows.from(rows)}
    returning return_id::float8 as return_id, name`
  const ids = new Map(inserted.map(({ return_id, name }) => [name, return_id]))
  const written = composed.map((one, i): Written => ({
    composed: one,
    return_id: ids.get(names[i]!)!,
    line_ids: one.lines.map(() => uuidv7()),
  }))
  const lines = written.flatMap(({ composed: { lines: of }, return_id, line_ids }) =>
    of.map(({ variant_id, order_line_id, expected_quantity }, i) => ({
      return_id,
      line_id: line_ids[i]!,
      variant_id,
      order_line_id,
      expected_quantity,
    })),
  )
  await sql`
    insert into return_lines (organization_id, ${lineRows.names})
    select ${organization_id}, ${lineRows.values} from ${lineRows.from(lines)}`
  await writeStatedRefunds(sql, author, written)
  return written.map(({ return_id }) => return_id)
}
