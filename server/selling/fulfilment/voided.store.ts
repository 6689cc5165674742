/** Voided shipments as orders show them. */
import { locations } from '../../../db/schema/organizations.ts'
import { voided_shipments } from '../../../db/schema/selling/fulfilments.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/sql.ts'
import type { VoidedShipment } from '../orders/shipment_record.model.ts'

const columns = selection(voided_shipments, 'v', [
  'order_id',
  'fulfilment_id as shipment_id',
  'name',
  'location_id',
  'shipped_at',
  'shipped_on',
  'carrier',
  'tracking_number',
  'recorded_by',
  'cartons',
  'voided_at',
  'voided_by',
  'void_reason',
  'replaced_by',
])
const locationColumns = selection(locations, 'w', ['name as location_name'])

type Selected = RowOf<typeof columns> & RowOf<typeof locationColumns> & { shown_lines: VoidedShipment['lines'] }

/** As it was recorded; the read of the transport has its pallet. */
type Carton = VoidedShipment['cartons'][number] & { pallet_sscc?: string | null }

const shapeVoided = (row: Selected): VoidedShipment => ({
  shipment_id: row.shipment_id,
  name: row.name,
  location: { name: row.location_name, location_id: row.location_id },
  shipped_at: row.shipped_at,
  shipped_on: row.shipped_on,
  carrier: row.carrier,
  tracking_number: row.tracking_number,
  recorded_by: row.recorded_by,
  cartons: (row.cartons as Carton[]).map(({ pallet_sscc: _pallet, ...carton }) => carton),
  lines: row.shown_lines,
  voided_at: row.voided_at,
  voided_by: row.voided_by,
  reason: row.void_reason,
  replaced_by: row.replaced_by,
})

/** The voided shipments of orders by order, in the order in which they were voided. */
export async function readVoided(
  sql: Sql,
  organization_id: string,
  orderIds: readonly string[],
): Promise<Map<string, VoidedShipment[]>> {
  const rows = await sql<Selected[]>`
    select ${columns}, ${locationColumns}, (
      select coalesce(jsonb_agg(jsonb_build_object('line_item_id', t.order_line_id, 'variant_id', t.variant_id,
        'sku', s.sku, 'carton_number', t.carton_number, 'quantity', t.quantity) order by t.line_number), '[]')
      from jsonb_to_recordset(v.lines) as t (line_number int, order_line_id uuid, variant_id uuid, carton_number int,
        quantity int)
      cross join lateral (
        select i.sku from variants i
        where i.organization_id = ${organization_id} and i.variant_id = t.variant_id offset 0) s) as shown_lines
    from voided_shipments v
    join locations w on w.organization_id = ${organization_id} and w.location_id = v.location_id
    where v.organization_id = ${organization_id} and v.order_id = any(${arrayLiteral(orderIds)}::uuid[])
    order by v.order_id, v.voided_at, v.fulfilment_id`
  const byOrder = Map.groupBy(rows, ({ order_id }) => order_id)
  return new Map([...byOrder].map(([order_id, all]) => [order_id, all.map(shapeVoided)]))
}
