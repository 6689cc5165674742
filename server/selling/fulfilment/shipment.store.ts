/** SQL of shipments. */
import { locations } from '../../../db/schema/organizations.ts'
import { fulfilment_cartons, fulfilment_lines, fulfilments } from '../../../db/schema/selling/fulfilments.ts'
import { variants } from '../../../db/schema/catalogue.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/sql.ts'
import type { Order } from '../orders/model.ts'

type Shipment = Order['shipments'][number]

const shipmentColumns = selection(fulfilments, 'f', [
  'order_id',
  'fulfilment_id as shipment_id',
  'name',
  'location_id',
  'shipped_at',
  'shipped_on',
  'carrier',
  'tracking_number',
  'recorded_by',
])
const locationColumns = selection(locations, 'w', ['name as location_name'])
const cartonColumns = selection(fulfilment_cartons, 'c', [
  'fulfilment_id as shipment_id',
  'carton_number',
  'sscc',
  'weight_kg::float8',
  'tracking_number',
  'door_reference',
])
const lineColumns = selection(fulfilment_lines, 'l', [
  'fulfilment_id as shipment_id',
  'order_line_id as line_item_id',
  'variant_id',
  'carton_number',
  'quantity',
])
const skuColumns = selection(variants, 'v', ['sku'])

type SelectedShipment = RowOf<typeof shipmentColumns> & RowOf<typeof locationColumns>
type SelectedCarton = RowOf<typeof cartonColumns>
type SelectedLine = RowOf<typeof lineColumns> & RowOf<typeof skuColumns>

function shapeShipment(row: SelectedShipment, cartons: SelectedCarton[], lines: SelectedLine[]): Shipment {
  const { order_id: _order_id, location_id, location_name, ...shipment } = row
  return {
    shipment_id: shipment.shipment_id,
    name: shipment.name,
    location: { name: location_name, location_id },
    shipped_at: shipment.shipped_at,
    shipped_on: shipment.shipped_on,
    carrier: shipment.carrier,
    tracking_number: shipment.tracking_number,
    recorded_by: shipment.recorded_by,
    cartons: cartons.map(({ shipment_id: _id, ...carton }) => carton),
    lines: lines.map(({ line_item_id, variant_id, sku, carton_number, quantity }) => ({
      line_item_id,
      variant_id,
      sku,
      carton_number,
      quantity,
    })),
  }
}

/** The shipments of orders by order, oldest first. */
export async function readShipments(
  sql: Sql,
  organization_id: string,
  orderIds: readonly string[],
): Promise<Map<string, Shipment[]>> {
  const of = () => sql`f.organization_id = ${organization_id} and f.order_id = any(${arrayLiteral(orderIds)}::uuid[])`
  const [rows, cartons, lines] = await Promise.all([
    sql<SelectedShipment[]>`
      select ${shipmentColumns}, ${locationColumns}
      from fulfilments f
      join locations w on w.organization_id = ${organization_id} and w.location_id = f.location_id
      where ${of()} order by f.order_id, f.shipped_at, f.fulfilment_id`,
    sql<SelectedCarton[]>`
      select ${cartonColumns}
      from fulfilments f
      join fulfilment_cartons c on c.organization_id = ${organization_id} and c.fulfilment_id = f.fulfilment_id
      where ${of()} order by c.fulfilment_id, c.carton_number`,
    sql<SelectedLine[]>`
      select ${lineColumns}, ${skuColumns}
      from fulfilments f
      join fulfilment_lines l on l.organization_id = ${organization_id} and l.fulfilment_id = f.fulfilment_id
      join variants v on v.organization_id = ${organization_id} and v.variant_id = l.variant_id
      where ${of()} order by l.fulfilment_id, l.line_number`,
  ])
  const cartonsOf = Map.groupBy(cartons, ({ shipment_id }) => shipment_id)
  const linesOf = Map.groupBy(lines, ({ shipment_id }) => shipment_id)
  const shaped = rows.map((row) => ({
    order_id: row.order_id,
    shipment: shapeShipment(row, cartonsOf.get(row.shipment_id) ?? [], linesOf.get(row.shipment_id) ?? []),
  }))
  const byOrder = Map.groupBy(shaped, ({ order_id }) => order_id)
  return new Map([...byOrder].map(([order_id, all]) => [order_id, all.map(({ shipment }) => shipment)]))
}
