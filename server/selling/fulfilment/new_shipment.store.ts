/** Inserts a shipment with its cartons and lines. */
import {
  fulfilment_cartons,
  fulfilment_components,
  fulfilment_lines,
  fulfilments,
} from '../../../db/schema/selling/fulfilments.ts'
import { recordset, type RecordsetRow } from '../../../db/sql/recordset.ts'
import type { Sql } from '../../contract/sql.ts'
import type { BookedMovement } from '../../ledger/book.ts'

const shipmentRows = recordset(fulfilments, [
  'fulfilment_id',
  'order_id',
  'name',
  'location_id',
  'shipped_at',
  'shipped_on',
  'is_historical',
  'carrier',
  'tracking_number',
  'carrier_scac',
  'bill_of_lading',
  'deliver_on',
  'source_system',
  'external_id',
  'unheld_units',
  'taken_holds',
  'recorded_by',
  'recorded_at',
])
const cartonRows = recordset(fulfilment_cartons, [
  'carton_number',
  'sscc',
  'weight_kg',
  'tracking_number',
  'door_reference',
  'pallet_sscc',
])
const lineRows = recordset(fulfilment_lines, [
  'line_number',
  'order_line_id',
  'variant_id',
  'carton_number',
  'quantity',
  'unit_cost',
  'gross_sales_cents',
  'discounts_cents',
  'taxes_cents',
  'regular_unit_price_cents',
])

export type ShipmentRow = RecordsetRow<typeof shipmentRows>
export type CartonRow = RecordsetRow<typeof cartonRows>
export type ShipmentLineRow = RecordsetRow<typeof lineRows>

export async function insertShipment(
  sql: Sql,
  organization_id: string,
  shipment: ShipmentRow,
  cartons: readonly CartonRow[],
  lines: readonly ShipmentLineRow[],
): Promise<void> {
  const { fulfilment_id } = shipment
  await sql`
    insert into fulfilments (organization_id, ${shipmentRows.names})
    select ${organization_id}, ${shipmentRows.values} from ${shipmentRows.from([shipment])}`
  if (cartons.length > 0)
    await sql`
      insert into fulfilment_cartons (organization_id, fulfilment_id, ${cartonRows.names})
      select ${organization_id}, ${fulfilment_id}, ${cartonRows.values} from ${cartonRows.from(cartons)}
      order by n.carton_number`
  await sql`
    insert into fulfilment_lines (organization_id, fulfilment_id, ${lineRows.names})
    select ${organization_id}, ${fulfilment_id}, ${lineRows.values} from ${lineRows.from(lines)}
    order by n.line_number`
}

const componentRows = recordset(fulfilment_components, [
  'fulfilment_id',
  'order_line_id',
  'variant_id',
  'quantity',
  'unit_cost',
])

/** Stores the components of bundles that movements of shipments took from stock. */
export async function insertShippedComponents(
  sql: Sql,
  organization_id: string,
  booked: readonly BookedMovement[],
): Promise<void> {
  if (booked.length === 0) return
  const rows = booked.map(({ document_id, document_line_id, variant_id, quantity_delta, unit_cost }) => ({
    fulfilment_id: document_id,
    order_line_id: document_line_id,
    variant_id,
    quantity: 0 - quantity_delta,
    unit_cost,
  }))
  await sql`
    insert into fulfilment_components (organization_id, ${componentRows.names})
    select ${organization_id}, ${componentRows.values} from ${componentRows.from(rows)}`
}

/** Source of shipments that a person recorded. */
export const recordedSource = 'session'

/** The shipment that was recorded under this id before, and its order; null if there is none. */
export async function findRecorded(sql: Sql, organization_id: string, external_id: string) {
  const [row] = await sql<{ order_id: string; fulfilment_id: string; name: string }[]>`
    select f.order_id, f.fulfilment_id, f.name from fulfilments f
    where f.organization_id = ${organization_id} and f.source_system = ${recordedSource}
      and f.external_id = ${external_id}`
  return row ?? null
}

/** How many shipments of the order have had a number: a correction keeps that of the shipment it replaces. */
export async function countShipments(sql: Sql, organization_id: string, order_id: string): Promise<number> {
  const [row] = await sql<{ shipments: number }[]>`
    select (select count(*) from fulfilments f
        where f.organization_id = ${organization_id} and f.order_id = ${order_id})::int
      + (select count(*) from voided_shipments v
        where v.organization_id = ${organization_id} and v.order_id = ${order_id} and v.replaced_by is null)::int
      as shipments`
  return row!.shipments
}
