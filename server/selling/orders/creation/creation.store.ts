/** Writes new orders with their lines, wherever they come from. */
import { uuidv7 } from 'uuidv7'
import { order_lines, sales_orders } from '../../../../db/schema/selling/sales_orders.ts'
import { recordset, type RecordsetRow } from '../../../../db/sql/recordset.ts'
import type { Sql } from '../../../contract/sql.ts'
import type { WriteContext } from '../../../imports/record_diff.ts'
import { withBuyerSkus } from '../buyer_skus.store.ts'
import { takeOrderNumbers } from '../../../records/order_numbers.ts'
import { addSales } from '../../sales_facts/add_sales.ts'
import { salesOf } from '../locked_order.store.ts'
import type { Order } from '../model.ts'
import { countOrder } from '../order_customer.ts'
import { announceOrders } from '../order.store.ts'

const orderRows = recordset(sales_orders, [
  'order_id',
  'name',
  'reference',
  'source_system',
  'external_id',
  'origin',
  'lifecycle',
  'is_wholesale',
  'trading_partner_id',
  'customer_id',
  'sales_channel_id',
  'location_id',
  'commitment_id',
  'door_reference',
  'currency',
  'ordered_at',
  'ordered_on',
  'is_ordered_at_stated',
  'requested_ship_date',
  'ship_window_start',
  'ship_window_end',
  'cancel_date',
  'shipping_method',
  'terms',
  'freight_cents',
  'freight_tax_cents',
  'notes',
  'created_by',
])
const lineRows = recordset(order_lines, [
  'line_id',
  'line_number',
  'variant_id',
  'quantity',
  'unit_price_cents',
  'regular_unit_price_cents',
  'discount_cents',
  'tax_cents',
  'unit_cost',
  'requested_ship_date',
  'cancel_date',
  'door_reference',
  'buyer_sku',
  'buyer_line_reference',
  'pack_reference',
  'pack_units',
  'edi_position',
  'requested_unit_price_cents',
  'instead_of_line_id',
  'is_still_owed',
])

export type NewOrder = RecordsetRow<typeof orderRows>
type Row = RecordsetRow<typeof lineRows>
const absent = {
  requested_ship_date: null,
  cancel_date: null,
  door_reference: null,
  buyer_sku: null,
  buyer_line_reference: null,
  pack_reference: null,
  pack_units: null,
  edi_position: null,
  requested_unit_price_cents: null,
  instead_of_line_id: null,
  is_still_owed: null,
} as const
type Optional = keyof typeof absent
export type NewLine = Omit<Row, Optional | 'unit_cost'> & { [K in Optional]?: Row[K] } & { unit_cost: string | null }

export async function insertOrder(
  sql: Sql,
  { organization_id, now }: { organization_id: string; now: string },
  order: NewOrder,
  lines: readonly NewLine[],
): Promise<void> {
  const rows = await rowsOf(sql, organization_id, order, lines)
  await insertRows(sql, { organization_id, now }, order, rows)
}

const insertRows = (
  sql: Sql,
  { organization_id, now }: { organization_id: string; now: string },
  order: NewOrder,
  rows: readonly Row[],
) =>
  Promise.all([
    sql`
      insert into sales_orders (organization_id, ${orderRows.names}, lifecycle_updated_at, created_at, updated_at)
      select ${organization_id}, ${orderRows.values}, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
      from ${orderRows.from([order])}`,
    insertLineRows(sql, organization_id, order, rows),
  ])

type Owner = Pick<NewOrder, 'order_id' | 'trading_partner_id'>

/** The rows of lines, with the SKUs by which the account calls their variants. */
async function rowsOf(
  sql: Sql,
  organization_id: string,
  { trading_partner_id }: Pick<Owner, 'trading_partner_id'>,
  lines: readonly NewLine[],
): Promise<Row[]> {
  const bought = lines.map((line) => ({ ...line, trading_partner_id }))
  return (await withBuyerSkus(sql, organization_id, bought)).map(({ trading_partner_id: _id, ...line }) => ({
    ...absent,
    ...line,
  }))
}

const insertLineRows = (sql: Sql, organization_id: string, { order_id }: Owner, rows: readonly Row[]) => sql`
  insert into order_lines (organization_id, order_id, ordered_quantity, ${lineRows.names})
  select ${organization_id}, ${order_id}, n.quantity, ${lineRows.values} from ${lineRows.from(rows)}
  order by n.line_number`

/** Adds lines to an order; the quantity of each is what was first ordered. */
export async function insertLines(
  sql: Sql,
  organization_id: string,
  order: Owner,
  lines: readonly NewLine[],
): Promise<void> {
  await insertLineRows(sql, organization_id, order, await rowsOf(sql, organization_id, order, lines))
}

/** What not every way in states. */
type Stated = 'source_system' | 'external_id' | 'is_ordered_at_stated' | 'shipping_method'
export type PlacedOrder = Omit<NewOrder, 'order_id' | 'name' | 'created_by' | Stated> & Partial<Pick<NewOrder, Stated>>

/** Nothing of the lines of a new order was cancelled or has shipped. */
const untouched = { cancelled_quantity: 0, shipped: [] } as const

/** Stores the order, counts its sales, counts it at its customer and announces it; `related` writes what else belongs to it before that. */
export async function placeOrder(
  sql: Sql,
  { organization_id, now, actor }: WriteContext,
  placedOrder: PlacedOrder,
  lines: readonly NewLine[],
  related: (order: { order_id: string; name: string }) => Promise<void> = async () => {},
): Promise<Order> {
  const [[number], rows] = await Promise.all([
    takeOrderNumbers(sql, organization_id, 'sales', 1),
    rowsOf(sql, organization_id, placedOrder, lines),
  ])
  const unstated = { source_system: null, external_id: null, is_ordered_at_stated: true, shipping_method: null }
  const order = { ...unstated, ...placedOrder, order_id: uuidv7(), name: `SO-${number}`, created_by: actor }
  const { order_id, customer_id, ordered_at } = order
  await insertRows(sql, { organization_id, now }, order, rows)
  await related(order)
  const sold = lines.map((line) => ({ ...line, ...untouched }))
  await addSales(sql, organization_id, salesOf({ ...order, lines: sold }))
  if (customer_id !== null) await countOrder(sql, organization_id, { customer_id, ordered_at })
  const [created] = await announceOrders(sql, organization_id, [{ order_id, event: 'order.created' }])
  return created!
}
