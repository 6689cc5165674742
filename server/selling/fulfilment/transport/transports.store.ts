/** SQL of the transport of an order's shipments, as their notices state it: of those in force, and of voided ones. */
import { fulfilments, voided_shipments } from '../../../../db/schema/selling/fulfilments.ts'
import { locations } from '../../../../db/schema/organizations.ts'
import { type RowOf, selection } from '../../../../db/sql/selection.ts'
import type { Sql } from '../../../contract/sql.ts'

const transportNames = ['fulfilment_id as shipment_id', 'carrier_scac', 'bill_of_lading', 'deliver_on'] as const
const onFile = selection(fulfilments, 'f', transportNames)
const voided = selection(voided_shipments, 'f', transportNames)
const locationColumns = selection(locations, 'w', ['address as ship_from_address', 'country_code'])

export interface ShipmentTransport extends RowOf<typeof onFile>, RowOf<typeof locationColumns> {
  /** Cartons that stand on a pallet. */
  pallets: { carton_number: number; pallet_sscc: string }[]
}

export async function readTransports(
  sql: Sql,
  organization_id: string,
  order_id: string,
): Promise<Map<string, ShipmentTransport>> {
  const rows = await sql<ShipmentTransport[]>`
    select ${onFile}, ${locationColumns}, coalesce((
        select jsonb_agg(jsonb_build_object('carton_number', c.carton_number, 'pallet_sscc', c.pallet_sscc)
          order by c.carton_number)
        from fulfilment_cartons c
        where c.organization_id = ${organization_id} and c.fulfilment_id = f.fulfilment_id
          and c.pallet_sscc is not null), '[]') as pallets
    from fulfilments f
    join locations w on w.organization_id = ${organization_id} and w.location_id = f.location_id
    where f.organization_id = ${organization_id} and f.order_id = ${order_id}
    union all
    select ${voided}, ${locationColumns}, coalesce((
        select jsonb_agg(jsonb_build_object('carton_number', c -> 'carton_number', 'pallet_sscc', c -> 'pallet_sscc'))
        from jsonb_array_elements(f.cartons) c where c ->> 'pallet_sscc' is not null), '[]') as pallets
    from voided_shipments f
    join locations w on w.organization_id = ${organization_id} and w.location_id = f.location_id
    where f.organization_id = ${organization_id} and f.order_id = ${order_id}`
  return new Map(rows.map((row) => [row.shipment_id, row]))
}
