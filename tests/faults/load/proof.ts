/** Compares the database with what was acknowledged: nothing is lost or doubled, and ledger and levels agree. */
import { verifyVariantStock } from '../../../server/catalogue/variant_stock/verify_variant_stock.ts'
import { openSupply } from '../../../server/ledger/incoming.ts'
import { verifyLedger } from '../../../server/ledger/verify.ts'
import { verifySales } from '../../../server/selling/sales_facts/verify_sales.ts'
import { verifyOrderSums } from '../../../server/purchasing/order_sums/verify_order_sums.ts'
import { verifyStockValues } from '../../../server/stock/stock_values/verify_stock_values.ts'
import { exactly, type Figure, figure, type Rig } from '../rig.ts'
import { quantityOf, type Shop } from './shop.ts'

const examplesMax = 10

interface Counts {
  /** A sentence for each write. */
  missing: string[]
  doubled: number
  levels_wrong: number
  incoming_wrong: number
}

/** Orders by the caller's own id, with status and delivered units of their lines. */
async function proveOrders({ sql }: Rig, shop: Shop, counts: Counts): Promise<void> {
  const rows = await sql<{ external_id: string; figures: string }[]>`
    select o.external_id, o.status || ' ' || (
      select string_agg(l.line_id || ' ' || l.delivered_quantity, ' ' order by l.line_id) from purchase_order_lines l
      where l.organization_id = o.organization_id and l.purchase_order_id = o.purchase_order_id) as figures
    from purchase_orders o where o.organization_id = ${shop.organization_id}`
  const found = new Map(rows.map((row) => [row.external_id, row.figures]))
  counts.doubled += rows.length - found.size
  for (const { external_id, status, lines } of shop.orders) {
    const figures = found.get(external_id)
    const known = lines
      .toSorted((a, b) => (a.line_id < b.line_id ? -1 : 1))
      .map(({ line_id, delivered }) => `${line_id} ${delivered}`)
    // The lines of an order that was only created are unknown.
    const expected = [status, ...known].join(' ')
    const isThere = lines.length === 0 ? figures?.startsWith(status) : figures === expected
    if (!isThere) counts.missing.push(`purchase order ${external_id}: ${figures} instead of ${expected}`)
  }
  counts.doubled += Math.max(found.size - shop.orders.length, 0)
}

/** Deliveries with the units that the ledger booked for them, corrections and removals included. */
async function proveDeliveries({ sql }: Rig, shop: Shop, counts: Counts): Promise<void> {
  const rows = await sql<{ delivery_id: string; is_removed: boolean; units: number }[]>`
    select d.delivery_id, d.removed_at is not null as is_removed, coalesce((
      select sum(m.quantity_delta) from stock_movements m
      where m.organization_id = d.organization_id and m.location_id = d.location_id
        and (m.document_type in ('purchase_order_delivery', 'manufacturing_order')
          and m.document_id = d.delivery_id::text
          or m.document_type = 'transfer_order_delivery' and m.document_id = d.purchase_order_id::text
          and split_part(m.document_line_id, ' ', 2) = d.delivery_id::text)), 0)::int as units
    from purchase_order_deliveries d where d.organization_id = ${shop.organization_id}`
  const found = new Map(rows.map((row) => [row.delivery_id, row]))
  counts.doubled += Math.max(rows.length - shop.deliveries.length, 0)
  for (const { id, units, is_removed } of shop.deliveries) {
    const row = found.get(id)
    const known = is_removed ? 0 : [...units.values()].reduce((sum, one) => sum + one, 0)
    if (row === undefined || row.is_removed !== is_removed || row.units < known)
      counts.missing.push(`delivery ${id}: ${row?.units} units instead of ${known}, removed ${is_removed}`)
    else if (row.units > known) counts.doubled++
  }
}

async function proveCountsAndSales({ sql }: Rig, shop: Shop, counts: Counts): Promise<void> {
  const [row] = await sql<{ stocktakes: number; wrong: number; sold: number }[]>`
    select (select count(*)::int from stocktakes where organization_id = ${shop.organization_id}) as stocktakes,
      (select count(*)::int from stocktake_lines n
        join stocktakes s on s.organization_id = n.organization_id and s.stocktake_id = n.stocktake_id
        where n.organization_id = ${shop.organization_id} and (s.status <> 'posted' or n.variance_quantity <> coalesce((
          select sum(m.quantity_delta) from stock_movements m
          where m.organization_id = n.organization_id and m.variant_id = n.variant_id
            and m.location_id = n.location_id and m.document_type = 'stocktake'
            and m.document_id = n.stocktake_id::text), 0))) as wrong,
      (select coalesce(-sum(quantity_delta), 0)::int from stock_movements
        where organization_id = ${shop.organization_id} and kind = 'fulfilment') as sold`
  const { stocktakes, wrong, sold } = row!
  counts.doubled += Math.max(stocktakes - shop.stocktakes.length, 0) + Math.max(sold - shop.sold_units, 0)
  if (stocktakes < shop.stocktakes.length) counts.missing.push(`stocktakes: ${stocktakes} of ${shop.stocktakes.length}`)
  if (sold < shop.sold_units) counts.missing.push(`units sold: ${sold} of ${shop.sold_units}`)
  if (wrong > 0)
    counts.missing.push(`lines of stocktakes not posted, or with another variance than was booked: ${wrong}`)
}

/** Sales orders with the units of their lines, and invoices, of which none is missing in the order of their numbers. */
async function proveSales({ sql }: Rig, shop: Shop, counts: Counts): Promise<void> {
  const rows = await sql<{ order_id: string; figures: string }[]>`
    select o.order_id, concat_ws(' ', o.lifecycle, sum(l.allocated_quantity), sum(l.fulfilled_quantity),
      sum(l.cancelled_quantity), sum(l.invoiced_quantity), coalesce((
        select sum(r.restocked_quantity) from return_receipt_lines r
        join returns g on g.organization_id = r.organization_id and g.return_id = r.return_id
        where g.organization_id = o.organization_id and g.order_id = o.order_id), 0)) as figures
    from sales_orders o join order_lines l on l.organization_id = o.organization_id and l.order_id = o.order_id
    where o.organization_id = ${shop.organization_id}
    group by o.organization_id, o.order_id, o.lifecycle`
  const found = new Map(rows.map(({ order_id, figures }) => [order_id, figures]))
  counts.doubled += Math.max(rows.length - shop.sales.length, 0)
  for (const sale of shop.sales) {
    const { id, lifecycle, units } = sale
    const { allocated, fulfilled, cancelled, invoiced, returned } = units
    const expected = [lifecycle, allocated, fulfilled, cancelled, invoiced, returned].join(' ')
    // The service allocates orders that are open by itself.
    const isThere =
      found.get(id) === expected || (lifecycle === 'open' && found.get(id) === `allocated ${quantityOf(sale)} 0 0 0 0`)
    if (!isThere) counts.missing.push(`sales order ${id}: ${found.get(id)} instead of ${expected}`)
  }
  const invoiced = shop.sales.filter(({ units }) => units.invoiced > 0).length
  const [row] = await sql<{ invoices: number; last: number }[]>`
    select count(*)::int as invoices, coalesce(max(invoice_number), 0)::int as last from invoices
    where organization_id = ${shop.organization_id}`
  const { invoices, last } = row!
  counts.doubled += Math.max(invoices - invoiced, 0)
  if (invoices < invoiced) counts.missing.push(`invoices: ${invoices} of ${invoiced}`)
  if (last !== invoices) counts.missing.push(`numbers of invoices: ${invoices} of ${last}`)
}

/** Every level, computed from its opening, the acknowledged changes and the units that counts booked. */
async function proveLevels({ sql }: Rig, shop: Shop, counts: Counts): Promise<void> {
  const rows = await sql<{ pair: string; on_hand: number; counted: number }[]>`
    select l.variant_id || ' ' || l.location_id as pair, l.on_hand, coalesce((
      select sum(m.quantity_delta) from stock_movements m
      where m.organization_id = l.organization_id and m.variant_id = l.variant_id and m.location_id = l.location_id
        and m.kind = 'stocktake'), 0)::int as counted
    from stock_levels l where l.organization_id = ${shop.organization_id}`
  counts.levels_wrong += rows.filter(
    ({ pair, on_hand, counted }) => on_hand !== (shop.opening.get(pair) ?? 0) + (shop.moved.get(pair) ?? 0) + counted,
  ).length
  const [incoming] = await sql<{ wrong: number }[]>`
    select count(*)::int as wrong from stock_levels l
    left join (
      select variant_id, location_id, sum(units)::int as units
      from (${openSupply(sql as never, shop.organization_id, [...shop.variants, shop.kit]) as never}) one group by variant_id, location_id
    ) s using (variant_id, location_id)
    where l.organization_id = ${shop.organization_id} and l.incoming <> coalesce(s.units, 0)`
  counts.incoming_wrong += incoming!.wrong
}

export async function prove(rig: Rig, shops: readonly Shop[]): Promise<Figure[]> {
  const counts: Counts = { missing: [], doubled: 0, levels_wrong: 0, incoming_wrong: 0 }
  for (const shop of shops) {
    await proveOrders(rig, shop, counts)
    await proveDeliveries(rig, shop, counts)
    await proveCountsAndSales(rig, shop, counts)
    await proveSales(rig, shop, counts)
    await proveLevels(rig, shop, counts)
  }
  const proof = await verifyLedger(rig.sql as never, { is_full: true })
  const values = await verifyStockValues(rig.sql as never)
  const sales = await verifySales(rig.sql as never, { is_full: true })
  const sums = await verifyOrderSums(rig.sql as never)
  const stock = await verifyVariantStock(rig.sql as never)
  return [
    exactly('acknowledged writes missing', counts.missing.length, 0),
    ...counts.missing.slice(0, examplesMax).map((what) => figure('missing', what)),
    exactly('doubled', counts.doubled, 0),
    exactly('levels that differ from the acknowledged writes', counts.levels_wrong, 0),
    exactly('levels whose incoming differs from the open orders', counts.incoming_wrong, 0),
    exactly(`ledger faults in ${proof.rows} rows`, proof.faults.length, 0),
    exactly('values of the stock that differ from its movements', values.length, 0),
    exactly('daily sales that differ from their orders', sales.faults.length, 0),
    exactly('sums of purchase orders that differ from their lines', sums.length, 0),
    exactly('stock of variants and products that differs from their levels', stock.length, 0),
  ]
}
