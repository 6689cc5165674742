/** Shipments on file with all that they counted as, and how a voided one is kept. The order's row is locked by the caller. */
import {
  fulfilment_cartons,
  fulfilment_components,
  fulfilment_lines,
  fulfilments,
  voided_shipments,
} from '../../../db/schema/selling/fulfilments.ts'
import { stock_movements } from '../../../db/schema/stock.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/sql.ts'
import { unreversed } from '../../ledger/unreversed.ts'
import type { CartonRow } from './new_shipment.store.ts'

const headerNames = [
  'fulfilment_id',
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
] as const
const headerColumns = selection(fulfilments, 'f', headerNames)
const cartonColumns = selection(fulfilment_cartons, 'c', [
  'carton_number',
  'sscc',
  'weight_kg',
  'tracking_number',
  'door_reference',
  'pallet_sscc',
])
const lineColumns = selection(fulfilment_lines, 'l', [
  'order_line_id',
  'variant_id',
  'carton_number',
  'quantity',
  'unit_cost',
  'gross_sales_cents::float8',
  'discounts_cents::float8',
  'taxes_cents::float8',
  'regular_unit_price_cents::float8',
])

export type ShipmentLineOnFile = RowOf<typeof lineColumns>

const componentColumns = selection(fulfilment_components, 'k', ['variant_id', 'unit_cost'])

export interface ShipmentOnFile extends RowOf<typeof headerColumns> {
  cartons: CartonRow[]
  lines: ShipmentLineOnFile[]
  /** Components of the bundles among the lines. */
  components: RowOf<typeof componentColumns>[]
}

/** A shipment of the order; null if it has none of this id. */
export async function findShipment(
  sql: Sql,
  organization_id: string,
  order_id: string,
  fulfilment_id: string,
): Promise<ShipmentOnFile | null> {
  const [[header], cartons, lines, components] = await Promise.all([
    sql<RowOf<typeof headerColumns>[]>`
      select ${headerColumns} from fulfilments f
      where f.organization_id = ${organization_id} and f.fulfilment_id = ${fulfilment_id} and f.order_id = ${order_id}`,
    sql<RowOf<typeof cartonColumns>[]>`
      select ${cartonColumns} from fulfilment_cartons c
      where c.organization_id = ${organization_id} and c.fulfilment_id = ${fulfilment_id} order by c.carton_number`,
    sql<ShipmentLineOnFile[]>`
      select ${lineColumns} from fulfilment_lines l
      where l.organization_id = ${organization_id} and l.fulfilment_id = ${fulfilment_id} order by l.line_number`,
    sql<RowOf<typeof componentColumns>[]>`
      select ${componentColumns} from fulfilment_components k
      where k.organization_id = ${organization_id} and k.fulfilment_id = ${fulfilment_id}`,
  ])
  if (header === undefined) return null
  return {
    ...header,
    cartons: cartons.map((one) => ({ ...one })) as CartonRow[],
    lines: [...lines],
    components: [...components],
  }
}

const movementColumns = selection(stock_movements, 'm', [
  'movement_id',
  'variant_id',
  'location_id',
  'kind',
  'quantity_delta',
  'unit_cost',
  'landed_unit_cost',
  'unrated_currency',
  'occurred_at',
  'counted_from',
  'document_line_id',
])
export type BookedRow = RowOf<typeof movementColumns>

/** The ledger rows of a shipment that are in force. */
export const readBooked = (sql: Sql, organization_id: string, fulfilment_id: string) => sql<BookedRow[]>`
  select ${movementColumns} from stock_movements m
  where m.organization_id = ${organization_id} and m.document_type = 'fulfilment_request'
    and m.document_id = ${fulfilment_id} and m.quantity_delta <> 0 and ${unreversed(sql)}
  order by m.entry`

export interface Bound {
  line_id: string
  /** Units that invoices in force bill, and units that left before the organisation came here. */
  billed_quantity: number
  /** Units that returns in force have brought back or expect. */
  returned_quantity: number
  returns: { return_id: number; name: string }[]
}

/** What later documents need to have shipped of these lines. */
export const readBounds = (sql: Sql, organization_id: string, lineIds: readonly string[]) => sql<Bound[]>`
  select l.line_id, (l.invoiced_quantity + h.units)::float8 as billed_quantity, r.units as returned_quantity, r.returns
  from order_lines l
  cross join lateral (
    select coalesce(sum(t.quantity), 0) as units
    from fulfilment_lines t
    join fulfilments f on f.organization_id = ${organization_id} and f.fulfilment_id = t.fulfilment_id
    where t.organization_id = ${organization_id} and t.order_line_id = l.line_id and f.is_historical
  ) h
  cross join lateral (
    select coalesce(sum(case when b.state = 'closed' then t.received_quantity
        else greatest(t.expected_quantity, t.received_quantity) end), 0)::float8 as units,
      coalesce(jsonb_agg(distinct jsonb_build_object('return_id', b.return_id, 'name', b.name)), '[]') as returns
    from return_lines t
    join returns b on b.organization_id = ${organization_id} and b.return_id = t.return_id and b.state <> 'cancelled'
    where t.organization_id = ${organization_id} and t.order_line_id = l.line_id
  ) r
  where l.organization_id = ${organization_id} and l.line_id = any(${arrayLiteral(lineIds)}::uuid[])
  order by l.line_number`

export interface Voiding {
  organization_id: string
  now: string
  actor: string
  reason: string
  /** The shipment that is recorded in its place; null if none is. */
  replaced_by: string | null
}

/** Moves the shipment out of what has left. Lines go first: their trigger looks up the day on the shipment. */
export async function moveToVoided(sql: Sql, { fulfilment_id }: ShipmentOnFile, voiding: Voiding): Promise<void> {
  const { organization_id, now, actor, reason, replaced_by } = voiding
  await sql`
    insert into voided_shipments (organization_id, fulfilment_id, order_id, name, location_id, shipped_at, shipped_on,
      carrier, tracking_number, carrier_scac, bill_of_lading, deliver_on, source_system, external_id, recorded_by, recorded_at, cartons, lines, components, voided_at,
      voided_by,
      void_reason, replaced_by)
    select f.organization_id, f.fulfilment_id, f.order_id, f.name, f.location_id, f.shipped_at, f.shipped_on, f.carrier,
      f.tracking_number, f.carrier_scac, f.bill_of_lading, f.deliver_on, f.source_system, f.external_id, f.recorded_by, f.recorded_at, coalesce((
        select jsonb_agg(to_jsonb(c) - 'organization_id' - 'fulfilment_id' order by c.carton_number)
        from fulfilment_cartons c
        where c.organization_id = ${organization_id} and c.fulfilment_id = f.fulfilment_id), '[]'), coalesce((
        select jsonb_agg(to_jsonb(l) - 'organization_id' - 'fulfilment_id' order by l.line_number)
        from fulfilment_lines l
        where l.organization_id = ${organization_id} and l.fulfilment_id = f.fulfilment_id), '[]'), coalesce((
        select jsonb_agg(to_jsonb(k) - 'organization_id' - 'fulfilment_id' order by k.order_line_id, k.variant_id)
        from fulfilment_components k
        where k.organization_id = ${organization_id} and k.fulfilment_id = f.fulfilment_id), '[]'),
      ${now}::timestamptz, ${actor}, ${reason}, ${replaced_by}::uuid
    from fulfilments f where f.organization_id = ${organization_id} and f.fulfilment_id = ${fulfilment_id}`
  await sql`
    delete from fulfilment_components where organization_id = ${organization_id} and fulfilment_id = ${fulfilment_id}`
  await sql`
    delete from fulfilment_lines where organization_id = ${organization_id} and fulfilment_id = ${fulfilment_id}`
  await sql`
    delete from fulfilment_cartons where organization_id = ${organization_id} and fulfilment_id = ${fulfilment_id}`
  await sql`delete from fulfilments where organization_id = ${organization_id} and fulfilment_id = ${fulfilment_id}`
}

const voidedColumns = selection(voided_shipments, 'v', ['name', 'voided_at', 'voided_by', 'replaced_by'])

/** A shipment of the order that was voided before; null if none of this id was. */
export async function findVoided(sql: Sql, organization_id: string, order_id: string, fulfilment_id: string) {
  const [row] = await sql<RowOf<typeof voidedColumns>[]>`
    select ${voidedColumns} from voided_shipments v
    where v.organization_id = ${organization_id} and v.fulfilment_id = ${fulfilment_id} and v.order_id = ${order_id}`
  return row ?? null
}

/** The first arrival of a return of the order, and when its other shipments first left; null if nothing came back. */
export async function firstArrival(sql: Sql, organization_id: string, order_id: string, fulfilment_id: string) {
  const [row] = await sql<{ received_on: string; name: string; others_shipped_on: string | null }[]>`
    select i.received_on, r.name, (
      select min(f.shipped_on) from fulfilments f
      where f.organization_id = ${organization_id} and f.order_id = ${order_id} and f.fulfilment_id <> ${fulfilment_id}
    ) as others_shipped_on
    from returns r
    join return_receipts i on i.organization_id = ${organization_id} and i.return_id = r.return_id
    where r.organization_id = ${organization_id} and r.order_id = ${order_id}
    order by i.received_on, r.return_id limit 1`
  return row ?? null
}

/** What the shipments in force count as discount and tax of each line of an order. */
export const readShares = (sql: Sql, organization_id: string, lineIds: readonly string[]) => sql<
  { order_line_id: string; discount_cents: number; tax_cents: number }[]
>`
  select t.order_line_id, sum(t.discounts_cents)::float8 as discount_cents, sum(t.taxes_cents)::float8 as tax_cents
  from fulfilment_lines t
  where t.organization_id = ${organization_id} and t.order_line_id = any(${arrayLiteral(lineIds)}::uuid[])
  group by t.order_line_id`
