/** Stock, orders and sales of a scene. Stock goes through the ledger, so that levels and movements agree. */
import { uuidv7 } from 'uuidv7'
import type { DocumentType, MovementKind } from '../../server/contract/stock.ts'
import { bookMovements } from '../../server/ledger/book.ts'
import { idOf, idOrNull, insertRows } from './insert_rows.ts'
import type { Catalogue, MoveFixture, OrderFixture, ProductFixture, SaleFixture } from './fixture.ts'
import type { Tenant } from './tenant.ts'

export async function openStock(tenant: Tenant, products: readonly ProductFixture[], ids: Catalogue): Promise<void> {
  const levels = products
    .flatMap(({ variants }) => variants ?? [])
    .flatMap((variant) =>
      Object.entries(variant.stock ?? {}).map(([location, given]) => ({
        sku: variant.sku,
        location,
        cost: variant.unit_cost ?? null,
        level: typeof given === 'number' ? { on_hand: given } : given,
      })),
    )
  await moveStock(
    tenant,
    ids,
    levels
      .filter(({ level }) => level.on_hand !== undefined)
      .map(({ sku, location, cost, level }) => ({
        sku,
        location,
        kind: 'opening' as const,
        quantity: level.on_hand!,
        unit_cost: level.unit_cost === undefined ? cost : level.unit_cost,
        occurred_at: level.occurred_at,
      })),
  )
  const { sql } = tenant.service.database
  const rows = levels.map(({ sku, location, level }) => ({
    variant_id: ids.variants[sku],
    location_id: idOf(ids.locations, location),
    committed: 0,
    incoming: 0,
    ...level,
  }))
  await sql`
    insert into stock_levels as l (organization_id, variant_id, location_id, committed, incoming, units_per_day,
      lead_time_days, review_period_days)
    select ${tenant.organization_id}, r.variant_id, r.location_id, r.committed, r.incoming, r.units_per_day,
      coalesce(r.lead_time_days, 14), coalesce(r.review_period_days, 7)
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r (variant_id uuid, location_id uuid,
      committed int, incoming int, units_per_day numeric, lead_time_days int, review_period_days int)
    on conflict on constraint stock_levels_pk do update set committed = excluded.committed,
      incoming = excluded.incoming, units_per_day = excluded.units_per_day,
      lead_time_days = excluded.lead_time_days, review_period_days = excluded.review_period_days`
}

export async function insertOrders(tenant: Tenant, orders: readonly OrderFixture[], ids: Catalogue): Promise<void> {
  await insertRows(
    tenant,
    'purchase_orders',
    orders.map((order) => ({
      purchase_order_id: ids.purchase_orders[order.name],
      name: order.name,
      external_id: order.external_id,
      on_hold: order.on_hold ?? false,
      hold_reason: order.hold_reason,
      order_type: order.order_type ?? 'purchase',
      status: order.status ?? 'issued',
      supplier_id: idOrNull(ids.suppliers, order.supplier),
      location_id: idOf(ids.locations, order.location),
      source_location_id: idOrNull(ids.locations, order.source_location),
      currency: order.currency ?? 'USD',
      order_date: order.order_date,
      expected_delivery_date: order.expected_delivery_date,
    })),
  )
  await insertRows(
    tenant,
    'purchase_order_lines',
    orders.flatMap((order) =>
      order.lines.map((line) => ({
        purchase_order_id: ids.purchase_orders[order.name],
        line_id: uuidv7(),
        variant_id: idOf(ids.variants, line.sku),
        quantity: line.quantity,
        confirmed_quantity: line.confirmed_quantity,
        in_transit_quantity: line.in_transit_quantity ?? 0,
        delivered_quantity: line.delivered_quantity ?? 0,
        unit_cost: line.unit_cost,
      })),
    ),
  )
}

const documentOf: Record<MovementKind, DocumentType> = {
  opening: 'ledger_opening',
  receipt: 'purchase_order_delivery',
  fulfilment: 'fulfilment_request',
  return: 'return',
  adjustment: 'manual_adjustment',
  transfer_out: 'transfer_order_delivery',
  transfer_in: 'transfer_order_delivery',
  stocktake: 'stocktake',
  assembly_in: 'manufacturing_order',
  assembly_out: 'manufacturing_order',
  write_off: 'manual_adjustment',
  cost_adjustment: 'landed_cost_adjustment',
}

/** Books movements in their order, through the ledger. */
export async function moveStock(tenant: Tenant, ids: Catalogue, moves: readonly MoveFixture[]): Promise<void> {
  const { sql } = tenant.service.database
  const booking = {
    organization_id: tenant.organization_id,
    actor: 'test',
    now: new Date().toISOString(),
    currency: 'USD',
    floor: 'none',
  } as const
  const movements = moves.map((move) => ({
    variant_id: idOf(ids.variants, move.sku),
    location_id: idOf(ids.locations, move.location),
    kind: move.kind,
    quantity_delta: move.quantity,
    unit_cost: move.unit_cost,
    landed_unit_cost: move.landed_unit_cost,
    occurred_at: move.occurred_at,
    adjusted: move.adjusted,
    document: { type: documentOf[move.kind], id: uuidv7(), name: `Test ${move.kind}`, ...move.document },
    document_line_id: uuidv7(),
  }))
  await sql.begin((tx) => bookMovements(tx as never, booking, movements))
}

/** Writes days of sales; they move no stock. */
export const recordSales = (tenant: Tenant, ids: Catalogue, sales: readonly SaleFixture[]): Promise<void> =>
  insertRows(
    tenant,
    'sales_daily',
    sales.map((sale) => ({
      variant_id: idOf(ids.variants, sale.sku),
      day: sale.day,
      sales_channel_id: idOf(ids.sales_channels, sale.channel),
      location_id: idOf(ids.locations, sale.location),
      units: sale.units,
      returned_units: sale.returned_units ?? 0,
      gross_sales_cents: sale.gross_sales_cents,
      discounts_cents: sale.discounts_cents ?? 0,
      returns_cents: sale.returns_cents ?? 0,
      taxes_cents: sale.taxes_cents ?? 0,
    })),
  )
