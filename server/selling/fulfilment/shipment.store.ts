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
  'line_number',
  'order_line_id as line_item_id',
  'variant_id',
  'carton_number',
  'quantity',
])
const skuColumns = selection(variants, 'v', ['sku'])

type SelectedShipment = RowOf<typeof shipmentColumns> & RowOf<typeof locationColumns> & { corrects: string | null }
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
    corrects: shipment.corrects,
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

/**
 * The shipments of orders by order, oldest first. Lines and cartons are looked up by shipment, in subqueries that their
 * order keeps apart: until the statistics know an organisation's shipments, a plain join could read all of its lines.
 */
export async function readShipments(
  sql: Sql,
  organization_id: string,
  orderIds: readonly string[],
): Promise<Map<string, Shipment[]>> {
  const of = () => sql`f.organization_id = ${organization_id} and f.order_id = any(${arrayLiteral(orderIds)}::uuid[])`
  const [rows, cartons, lines] = await Promise.all([
    sql<SelectedShipment[]>`
      select ${shipmentColumns}, ${locationColumns}, (
        select v.fulfilment_id from voided_shipments v
        where v.organization_id = ${organization_id} and v.order_id = f.order_id and v.replaced_by = f.fulfilment_id
      ) as corrects
      from fulfilments f
      join locations w on w.organization_id = ${organization_id} and w.location_id = f.location_id
      where ${of()} order by f.order_id, f.shipped_at, f.fulfilment_id`,
    sql<SelectedCarton[]>`
      select k.*
      from fulfilments f
      cross join lateral (
        select ${cartonColumns} from fulfilment_cartons c
        where c.organization_id = ${organization_id} and c.fulfilment_id = f.fulfilment_id order by c.carton_number
      ) k
      where ${of()} order by f.fulfilment_id, k.carton_number`,
    sql<SelectedLine[]>`
      select t.*
      from fulfilments f
      cross join lateral (
        select ${lineColumns}, ${skuColumns} from fulfilment_lines l
        join variants v on v.organization_id = ${organization_id} and v.variant_id = l.variant_id
        where l.organization_id = ${organization_id} and l.fulfilment_id = f.fulfilment_id order by l.line_number
      ) t
      where ${of()} order by f.fulfilment_id, t.line_number`,
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
