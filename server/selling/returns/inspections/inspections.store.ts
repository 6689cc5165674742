/** Units in quarantine, and the lines that inspections change. The return's row is locked by the caller. */
import { return_lines, return_receipt_lines, return_receipts } from '../../../../db/schema/selling/returns.ts'
import { variants } from '../../../../db/schema/catalogue.ts'
import { type RowOf, selection, selections } from '../../../../db/sql/selection.ts'
import type { Sql } from '../../../contract/sql.ts'
import { textFragment } from '../../../../db/sql/fragment.ts'
import { inspectedUnits } from './inspected.sql.ts'

const inspected = textFragment(inspectedUnits)

const columns = selections(
  selection(return_receipt_lines, 'l', ['line_id', 'receipt_number', 'variant_id', 'unit_cost', 'is_excess']),
  selection(return_receipts, 'i', ['location_id']),
  selection(return_lines, 't', ['order_line_id']),
  selection(variants, 'v', ['sku']),
)
export type QuarantinedRow = RowOf<typeof columns> & { quantity: number }

/** Receipts into quarantine, in the order of lines and then of receipts; those of which nothing is left have 0. */
export const readQuarantined = (sql: Sql, organization_id: string, return_id: number) => sql<QuarantinedRow[]>`
  select ${columns}, (l.received_quantity - l.restocked_quantity - q.inspected) as quantity
  from return_receipt_lines l
  join return_receipts i on i.organization_id = l.organization_id and i.return_id = l.return_id
    and i.receipt_number = l.receipt_number
  join return_lines t on t.organization_id = l.organization_id and t.return_id = l.return_id and t.line_id = l.line_id
  join variants v on v.organization_id = l.organization_id and v.variant_id = l.variant_id
  cross join lateral (${inspected}) q
  where l.organization_id = ${organization_id} and l.return_id = ${return_id} and l.disposition = 'quarantine'
  order by l.line_id, l.receipt_number`

/** Adds restocked units to their lines; negative ones take them away. */
export async function restockLines(
  sql: Sql,
  organization_id: string,
  return_id: number,
  now: string,
  parts: readonly { line_id: string; quantity: number }[],
): Promise<void> {
  if (parts.length > 0)
    await sql`
      update return_lines t set restocked_quantity = t.restocked_quantity + n.quantity
      from (
        select line_id, sum(quantity)::int as quantity
        from unnest(${parts.map(({ line_id }) => line_id)}::uuid[], ${parts.map(({ quantity }) => quantity)}::int[])
          as p (line_id, quantity)
        group by line_id
      ) n
      where t.organization_id = ${organization_id} and t.return_id = ${return_id} and t.line_id = n.line_id`
  await sql`
    update returns set updated_at = ${now}::timestamptz,
      ledger_written_at = case when ${parts.length > 0} then ${now}::timestamptz else ledger_written_at end
    where organization_id = ${organization_id} and return_id = ${return_id}`
}
