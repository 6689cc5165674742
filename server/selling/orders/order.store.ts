/** SQL of whole orders: the records that reads, writes and events return. */
import { sales_orders } from '../../../db/schema/selling/sales_orders.ts'
import { customers } from '../../../db/schema/selling/customers.ts'
import { sales_channels, trading_partners } from '../../../db/schema/wholesale/accounts.ts'
import { locations } from '../../../db/schema/organizations.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { type OuterRowOf, type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Caller, Fragment, Sql } from '../../contract/call.ts'
import type { EventName } from '../../contract/events.ts'
import { money } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import { sqlShare } from '../../contract/money/shares.ts'
import { unnamedCustomer } from '../customers/redaction/without_person.rules.ts'
import { type Owner, ownerColumns, readBelonging } from './parts/belonging.store.ts'
import { readLineItems } from './parts/order_lines.store.ts'
import { emit } from '../../outbox/emit.ts'
import type { Order, OrderRow } from './model.ts'

/** Type of the subject of an order's exceptions. */
export const orderSubject = 'sales_order' as const

const headerColumns = selection(sales_orders, 'o', [
  'order_id',
  'name',
  'reference',
  'external_id',
  'origin',
  'lifecycle',
  'lifecycle_updated_at',
  'updated_at',
  'is_wholesale',
  'commitment_id',
  'requested_ship_date',
  'ship_window_start',
  'ship_window_end',
  'cancel_date',
  'ordered_at',
  'created_at',
  'currency',
  'trading_partner_id',
  'sales_channel_id',
  'customer_id',
  'location_id',
  'freight_cents::float8',
  'freight_tax_cents::float8',
  'lines_without_goods',
])
const channelColumns = selection(sales_channels, 'c', ['name as channel_name'])
const accountColumns = selection(trading_partners, 'p', ['name as account_name'])
const customerColumns = selection(customers, 'u', ['display_name'])
const locationColumns = selection(locations, 'w', ['name as location_name'])

interface LineSums {
  units: number
  allocated_units: number
  fulfilled_units: number
  cancelled_units: number
  invoiced_units: number
  total_cents: number | null
  tax_cents: number
  exceptions_open: number
  imported: boolean
}

type SelectedHeader = RowOf<typeof headerColumns> &
  RowOf<typeof channelColumns> &
  OuterRowOf<typeof accountColumns> &
  OuterRowOf<typeof customerColumns> &
  OuterRowOf<typeof locationColumns> &
  LineSums

const wholeColumns = selection(sales_orders, 'o', [
  'door_reference',
  'shipping_method',
  'terms',
  'notes',
  'confirmed_at',
  'fulfilled_at',
  'cancelled_at',
  'cancel_reason',
  'is_allocated_on_request',
])
type SelectedOrder = SelectedHeader & RowOf<typeof wholeColumns> & Owner

/** What lines l of orders o have of a discount or tax for the agreed units. */
const shareOfAgreed = (sql: Sql, name: 'discount_cents' | 'tax_cents'): Fragment =>
  sqlShare(sql, {
    cents: name === 'tax_cents' ? sql`l.tax_cents` : sql`l.discount_cents`,
    part: sql`(l.quantity - l.cancelled_quantity)`,
    whole: sql`l.quantity`,
    currency: sql`o.currency`,
  })

/** Price of the agreed units of lines l of orders o less their discounts; null while the price of an agreed unit is open. */
export const agreedTotal = (sql: Sql): Fragment => sql`
  case when bool_or(l.unit_price_cents is null and l.quantity > l.cancelled_quantity) then null
    else coalesce(sum((l.quantity - l.cancelled_quantity) * coalesce(l.unit_price_cents, 0)
      - case when l.quantity = 0 then 0
        else ${shareOfAgreed(sql, 'discount_cents')} end), 0)
    end::float8`

/** Joins of a header over sales_orders o; the sums are read for these orders alone. */
const headerJoins = (sql: Sql, organization_id: string): Fragment => sql`
  join sales_channels c on c.organization_id = ${organization_id} and c.sales_channel_id = o.sales_channel_id
  left join trading_partners p on p.organization_id = ${organization_id} and p.trading_partner_id = o.trading_partner_id
  left join customers u on u.organization_id = ${organization_id} and u.customer_id = o.customer_id
  left join locations w on w.organization_id = ${organization_id} and w.location_id = o.location_id
  cross join lateral (
    select coalesce(sum(l.quantity - l.cancelled_quantity), 0)::float8 as units,
      coalesce(sum(l.allocated_quantity), 0)::float8 as allocated_units,
      coalesce(sum(l.fulfilled_quantity), 0)::float8 as fulfilled_units,
      coalesce(sum(l.cancelled_quantity), 0)::float8 as cancelled_units,
      coalesce(sum(l.invoiced_quantity), 0)::float8 as invoiced_units,
      ${agreedTotal(sql)} as total_cents,
      coalesce(sum(case when l.quantity = 0 then 0
        else ${shareOfAgreed(sql, 'tax_cents')} end), 0)::float8 as tax_cents
    from order_lines l where l.organization_id = ${organization_id} and l.order_id = o.order_id
  ) s
  cross join lateral (
    select count(*)::int as exceptions_open from exceptions e
    where e.organization_id = ${organization_id} and e.subject_type = ${orderSubject} and e.subject_id = o.order_id::text
      and e.resolved_at is null
  ) x`

/** History of an import: the order was over when it was recorded, and no shipment of it moved stock here. */
const importedColumn = (sql: Sql, organization_id: string): Fragment => sql`
  (o.origin = 'import' and coalesce(o.fulfilled_at, o.cancelled_at) <= o.created_at and not exists (
    select from fulfilments f where f.organization_id = ${organization_id} and f.order_id = o.order_id
      and not f.is_historical)) is true as imported`

/** The published field is never null. */
const priceOpen = 'The price of a line is open.'

function shapeHeader(row: SelectedHeader): OrderRow {
  const { trading_partner_id, account_name, sales_channel_id, channel_name, customer_id, display_name } = row
  const { location_id, location_name, currency, total_cents, tax_cents, freight_cents, freight_tax_cents } = row
  const other = row.lines_without_goods.reduce((sum, line) => sum + line.amount_cents + line.tax_cents, 0)
  // Nothing is owed for an order of which nothing will leave.
  const charges = row.lifecycle === 'cancelled' ? 0 : tax_cents + freight_cents + freight_tax_cents + other
  return {
    order_id: row.order_id,
    name: row.name,
    reference: row.reference,
    external_id: row.external_id,
    origin: row.origin,
    lifecycle: row.lifecycle,
    lifecycle_updated_at: row.lifecycle_updated_at,
    updated_at: row.updated_at,
    is_wholesale: row.is_wholesale,
    account: trading_partner_id === null ? null : { name: account_name!, trading_partner_id },
    channel: { name: channel_name, sales_channel_id },
    customer: customer_id === null ? null : { customer_id, display_name: display_name ?? unnamedCustomer },
    location: location_id === null ? null : { name: location_name!, location_id },
    commitment_id: row.commitment_id,
    requested_ship_date: row.requested_ship_date,
    ship_window_start: row.ship_window_start,
    ship_window_end: row.ship_window_end,
    cancel_date: row.cancel_date,
    units: row.units,
    allocated_units: row.allocated_units,
    fulfilled_units: row.fulfilled_units,
    cancelled_units: row.cancelled_units,
    invoiced_units: row.invoiced_units,
    exceptions_open: row.exceptions_open,
    total: money(total_cents, currency, priceOpen),
    tax: money(tax_cents, currency, ''),
    grand_total: money(total_cents === null ? null : total_cents + charges, currency, priceOpen),
    imported: row.imported,
    ordered_at: row.ordered_at,
    created_at: row.created_at,
  }
}

/** Headers of the orders that `page` selects, a statement that returns order_id and created_at, newest first. */
export async function readHeaders(sql: Sql, organization_id: string, page: Fragment): Promise<OrderRow[]> {
  const rows = await sql<SelectedHeader[]>`
    select ${headerColumns}, ${channelColumns}, ${accountColumns}, ${customerColumns}, ${locationColumns}, s.units,
      s.allocated_units, s.fulfilled_units, s.cancelled_units, s.invoiced_units, s.total_cents, s.tax_cents, x.exceptions_open,
      ${importedColumn(sql, organization_id)}
    from (${page}) f
    join sales_orders o on o.organization_id = ${organization_id} and o.order_id = f.order_id
    ${headerJoins(sql, organization_id)}
    order by f.created_at desc, f.order_id desc`
  return rows.map(shapeHeader)
}

const selectOrders = (sql: Sql, organization_id: string, ids: readonly string[]) => sql<SelectedOrder[]>`
  select ${headerColumns}, ${channelColumns}, ${accountColumns}, ${customerColumns}, ${locationColumns}, s.units,
    s.allocated_units, s.fulfilled_units, s.cancelled_units, s.invoiced_units, s.total_cents, s.tax_cents, x.exceptions_open, ${wholeColumns},
    ${importedColumn(sql, organization_id)}, ${ownerColumns(sql, organization_id)}
  from sales_orders o
  ${headerJoins(sql, organization_id)}
  where o.organization_id = ${organization_id} and o.order_id = any(${arrayLiteral(ids)}::uuid[])
  order by o.created_at, o.order_id`

/** Whole orders, oldest first. */
export async function readOrders(sql: Sql, organization_id: string, ids: readonly string[]): Promise<Order[]> {
  const [orders, linesOf] = await Promise.all([
    selectOrders(sql, organization_id, ids),
    readLineItems(sql, organization_id, ids),
  ])
  const belongingTo = await readBelonging(sql, organization_id, orders)
  return orders.map((row) => ({
    ...shapeHeader(row),
    currency: row.currency,
    door_reference: row.door_reference,
    shipping_method: row.shipping_method,
    terms: row.terms,
    freight: money(row.freight_cents, row.currency, ''),
    freight_tax: money(row.freight_tax_cents, row.currency, ''),
    lines_without_goods: row.lines_without_goods.map(({ kind, name, quantity, ...cents }) => ({
      kind,
      name,
      quantity,
      amount: money(cents.amount_cents, row.currency, ''),
      tax: money(cents.tax_cents, row.currency, ''),
      refunded: money(cents.refunded_cents, row.currency, ''),
    })),
    notes: row.notes,
    confirmed_at: row.confirmed_at,
    fulfilled_at: row.fulfilled_at,
    cancelled_at: row.cancelled_at,
    cancel_reason: row.cancel_reason,
    is_allocated_on_request: row.is_allocated_on_request,
    line_items: linesOf.get(row.order_id) ?? [],
    ...belongingTo(row),
  }))
}

export async function readOrder(sql: Sql, organization_id: string, order_id: string): Promise<Order> {
  const [order] = await readOrders(sql, organization_id, [order_id])
  return order ?? refuse('order_not_on_file')
}

/** Emits the event of each order and returns them, in the order in which they are named. */
export async function announceOrders(
  sql: Sql,
  organization_id: string,
  events: readonly { order_id: string; event: EventName }[],
): Promise<Order[]> {
  const ids = [...new Set(events.map(({ order_id }) => order_id))]
  const orders = await readOrders(sql, organization_id, ids)
  const byId = new Map(orders.map((order) => [order.order_id, order]))
  await emit(
    sql,
    organization_id,
    events.map(({ order_id, event }) => {
      const record = byId.get(order_id)!
      return { event, record, is_imported: record.imported }
    }),
  )
  return ids.map((order_id) => byId.get(order_id)!)
}

export type OrderReader = Pick<Caller, 'organization_id' | 'account'>

/** The account that an account-bound key is confined to: it knows no other orders. */
export const boundAccount = (caller: OrderReader): string | null => caller.account?.trading_partner_id ?? null

/** The account of an order, which never changes; null for a consumer order. */
export async function readAccountOf(sql: Sql, caller: OrderReader, order_id: string): Promise<string | null> {
  const [order] = await sql<{ trading_partner_id: string | null }[]>`
    select trading_partner_id from sales_orders
    where organization_id = ${caller.organization_id} and order_id = ${order_id}
      and (${boundAccount(caller)}::uuid is null or trading_partner_id = ${boundAccount(caller)}::uuid)`
  return order === undefined ? refuse('order_not_on_file') : order.trading_partner_id
}
