/** SQL of changing an order. */
import { purchase_order_lines } from '../../../db/schema/purchase_orders.ts'
import { recordset, type RecordsetRow } from '../../../db/sql/recordset.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { assignments } from '../../../db/sql/lists.ts'
import { uuidv7 } from 'uuidv7'
import type { Sql } from '../../contract/call.ts'
import { inBulk } from '../../ledger/in_bulk.ts'
import { insertLines } from '../order_creation/creation.ts'
import type { ChangedOrder, OrderColumns } from './update.rules.ts'

const lineColumns = selection(purchase_order_lines, 'l', [
  'line_id',
  'variant_id',
  'quantity',
  'confirmed_quantity',
  'in_transit_quantity',
  'delivered_quantity',
  'unit_cost',
  'purchase_unit',
  'purchase_unit_factor',
  'inner_pack_quantity',
  'duty_bp',
  'expected_delivery_date',
])
/** A line, and whether any delivery, even a removed one, or an invoice of the supplier refers to it. */
export type LineOnFile = RowOf<typeof lineColumns> & { has_deliveries: boolean }

export const readLinesToChange = async (sql: Sql, organization_id: string, purchase_order_id: string) => [
  ...(await sql<LineOnFile[]>`
  select ${lineColumns}, exists (select from purchase_order_delivery_lines d where d.organization_id = l.organization_id
      and d.purchase_order_id = l.purchase_order_id and d.line_id = l.line_id)
    or exists (select from supplier_invoice_lines i where i.organization_id = l.organization_id
      and i.purchase_order_id = l.purchase_order_id and i.line_id = l.line_id) as has_deliveries
  from purchase_order_lines l
  where l.organization_id = ${organization_id} and l.purchase_order_id = ${purchase_order_id}
  order by l.line_id`),
]

export const writeColumns = (sql: Sql, organization_id: string, purchase_order_id: string, to: OrderColumns) => sql`
  update purchase_orders
  set external_id = ${to.external_id}, supplier_id = ${to.supplier_id}, location_id = ${to.location_id},
    source_location_id = ${to.source_location_id}, currency = ${to.currency}, order_date = ${to.order_date},
    is_order_date_stated = ${to.is_order_date_stated}, expected_delivery_date = ${to.expected_delivery_date}, cancel_date = ${to.cancel_date},
    ship_window_start = ${to.ship_window_start}, commitment_id = ${to.commitment_id}, notes = ${to.notes},
    container_type_id = ${to.container_type_id}, freight_per_container_cents = ${to.freight_per_container_cents},
    status = ${to.status}, approved_at = ${to.approved_at}, ended_at = ${to.ended_at}
  where organization_id = ${organization_id} and purchase_order_id = ${purchase_order_id}`

const keptNames = [
  'quantity',
  'confirmed_quantity',
  'unit_cost',
  'purchase_unit',
  'purchase_unit_factor',
  'inner_pack_quantity',
  'duty_bp',
  'expected_delivery_date',
] as const
const lineRows = recordset(purchase_order_lines, ['line_id', ...keptNames])
type KeptLine = RecordsetRow<typeof lineRows>

const updateLines = (sql: Sql, organization_id: string, purchase_order_id: string, lines: readonly KeptLine[]) =>
  inBulk(
    sql,
    lines.length,
    () => sql`
  update purchase_order_lines l
  set ${assignments(keptNames, 'n')}
  from ${lineRows.from(lines)}
  where l.organization_id = ${organization_id} and l.purchase_order_id = ${purchase_order_id}
    and l.line_id = n.line_id`,
  )

export async function writeLines(
  sql: Sql,
  organization_id: string,
  purchase_order_id: string,
  { lines, removed }: ChangedOrder,
): Promise<void> {
  const removedIds = removed.map(({ line_id }) => line_id!)
  if (removedIds.length > 0) {
    await sql`
      delete from purchase_order_lines
      where organization_id = ${organization_id} and purchase_order_id = ${purchase_order_id}
        and line_id = any(${arrayLiteral(removedIds)}::uuid[])`
  }
  const keptLines = lines.flatMap(({ line_id, ...line }) => (line_id === null ? [] : { ...line, line_id }))
  const added = lines.filter(({ line_id }) => line_id === null)
  if (keptLines.length > 0) await updateLines(sql, organization_id, purchase_order_id, keptLines)
  if (added.length > 0) {
    const rows = added.map((line) => ({ ...line, purchase_order_id, line_id: uuidv7() }))
    await insertLines(sql, organization_id, rows)
  }
}
