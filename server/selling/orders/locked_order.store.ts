/**
 * Writes of orders. Each locks its orders first, and only then the stock levels; so a cancellation, an allocation and a
 * shipment of one order follow each other, whatever order they arrive in.
 */
import { order_holds } from '../../../db/schema/selling/order_holds.ts'
import { order_lines, sales_orders } from '../../../db/schema/selling/sales_orders.ts'
import { fulfilment_lines } from '../../../db/schema/selling/fulfilments.ts'
import { variants } from '../../../db/schema/catalogue.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import { assignments } from '../../../db/sql/lists.ts'
import type { Fragment, Sql } from '../../contract/call.ts'
import { isDifferent } from '../../contract/difference.ts'
import { refuse } from '../../contract/refusals.ts'
import type { StockPart } from '../../ledger/bundles/parts.rules.ts'
import { recordChanges } from '../order_timeline/changes.store.ts'
import { addSales } from '../sales_facts/add_sales.ts'
import { countBackCancelled, readRefundedOrders } from '../returns/refunds/refunds_of_cancelled.ts'
import { type ConsumerLine, consumerSale, salesChange, type SalesPart } from '../sales_facts/sales_figures.rules.ts'
import { boundAccount, type OrderReader } from './order.store.ts'
import { keepParts, keepsParts, readLineParts } from './allocation/line_components.store.ts'
import { lifecycleOf } from './rules.ts'
import { type OrderAct, refusalOf } from './rules.ts'

const lockedColumns = selection(sales_orders, 'o', [
  'order_id',
  'name',
  'reference',
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
  'freight_cents::float8',
  'freight_tax_cents::float8',
  'notes',
  'confirmed_at',
  'confirmed_by',
  'fulfilled_at',
  'cancelled_at',
  'cancel_reason',
  'date_slip_on',
  'holds_released_on',
  'is_allocated_on_request',
  'updated_at',
])
type Header = RowOf<typeof lockedColumns>

const lineColumns = selection(order_lines, 'l', [
  'order_id',
  'line_id',
  'line_number',
  'variant_id',
  'quantity',
  'allocated_quantity',
  'fulfilled_quantity',
  'cancelled_quantity',
  'over_shipped_quantity',
  'invoiced_quantity',
  'ordered_quantity',
  'location_id',
  'unit_price_cents::float8',
  'regular_unit_price_cents::float8',
  'discount_cents::float8',
  'tax_cents::float8',
  'unit_cost',
  'verdict',
  'verdict_reason',
  'requested_ship_date',
  'cancel_date',
  'door_reference',
  'buyer_sku',
  'buyer_line_reference',
  'pack_reference',
  'pack_units',
  'edi_position',
  'requested_unit_price_cents::float8',
  'zeroed_quantity',
  'instead_of_line_id',
  'is_still_owed',
])
const skuColumns = selection(variants, 'v', ['sku'])
const shippedColumns = selection(fulfilment_lines, 't', ['order_line_id', 'quantity', 'unit_cost'])

export interface LockedLine extends RowOf<typeof lineColumns>, RowOf<typeof skuColumns> {
  /** Fulfilment lines of the line. */
  shipped: readonly { quantity: number; unit_cost: string | null }[]
  /** What one unit takes from stock (ledger/bundles/parts.ts). */
  parts: readonly StockPart[]
}
const holdColumns = selection(order_holds, 'h', ['order_id', 'hold_id', 'reason', 'note', 'keeps_stock'])

export interface LockedOrder extends Header {
  lines: LockedLine[]
  /** The hold that keeps it from shipping; null without one. */
  hold: RowOf<typeof holdColumns> | null
}

const readLines = (sql: Sql, organization_id: string, ids: readonly string[]) => sql<
  Omit<LockedLine, 'shipped' | 'parts'>[]
>`
  select ${lineColumns}, ${skuColumns} from order_lines l
  join variants v on v.organization_id = ${organization_id} and v.variant_id = l.variant_id
  where l.organization_id = ${organization_id} and l.order_id = any(${arrayLiteral(ids)}::uuid[])
  order by l.order_id, l.line_number`

const readShipped = (sql: Sql, organization_id: string, ids: readonly string[]) => sql<RowOf<typeof shippedColumns>[]>`
  select ${shippedColumns} from order_lines l
  join fulfilment_lines t on t.organization_id = ${organization_id} and t.order_line_id = l.line_id
  where l.organization_id = ${organization_id} and l.order_id = any(${arrayLiteral(ids)}::uuid[])
  order by t.fulfilment_id, t.line_number`

const readHolds = (sql: Sql, organization_id: string, ids: readonly string[]) => sql<RowOf<typeof holdColumns>[]>`
  select ${holdColumns} from order_holds h
  where h.organization_id = ${organization_id} and h.order_id = any(${arrayLiteral(ids)}::uuid[])
    and h.released_at is null`

/** The orders of locked headers with their lines, in the order of the headers. */
export const withLines = (sql: Sql, organization_id: string, headers: readonly Header[]): Promise<LockedOrder[]> =>
  lockedWithLines(
    sql,
    organization_id,
    headers.map(({ order_id }) => order_id),
    headers,
  )

/**
 * The orders that `locking` locks, all of them among `ids`. Their lines are sent for at the same time: PostgreSQL reads
 * them once the orders are locked.
 */
async function lockedWithLines(
  sql: Sql,
  organization_id: string,
  ids: readonly string[],
  locking: readonly Header[] | PromiseLike<readonly Header[]>,
): Promise<LockedOrder[]> {
  const [headers, lines, shipped, holds] = await Promise.all([
    locking,
    readLines(sql, organization_id, ids),
    readShipped(sql, organization_id, ids),
    readHolds(sql, organization_id, ids),
  ])
  const holdOf = new Map(holds.map((hold) => [hold.order_id, hold]))
  const partsOf = await readLineParts(sql, organization_id, ids, lines)
  const shippedOf = Map.groupBy(shipped, ({ order_line_id }) => order_line_id)
  const linesOf = Map.groupBy(
    lines.map((line) => ({
      ...line,
      shipped: (shippedOf.get(line.line_id) ?? []).map(({ quantity, unit_cost }) => ({ quantity, unit_cost })),
      parts: partsOf(line),
    })),
    ({ order_id }) => order_id,
  )
  return headers.map((header) => ({
    ...header,
    lines: linesOf.get(header.order_id) ?? [],
    hold: holdOf.get(header.order_id) ?? null,
  }))
}

/** Locks the orders that `which` selects over sales_orders o, in the order it states; orders locked elsewhere are left out. */
export const lockFree = (sql: Sql, which: Fragment) => sql<Header[]>`
  select ${lockedColumns} from sales_orders o ${which} for update of o skip locked`

/** Headers of orders that the caller has locked. */
export const readLocked = (sql: Sql, organization_id: string, ids: readonly string[]) => sql<Header[]>`
  select ${lockedColumns} from sales_orders o
  where o.organization_id = ${organization_id} and o.order_id = any(${arrayLiteral(ids)}::uuid[]) order by o.order_id`

/** Locks one order; refuses an unknown one, and one of another account to an account-bound key. */
export async function lockOrder(sql: Sql, caller: OrderReader, order_id: string): Promise<LockedOrder> {
  const { organization_id } = caller
  const locking = sql<Header[]>`
    select ${lockedColumns} from sales_orders o
    where o.organization_id = ${organization_id} and o.order_id = ${order_id}
      and (${boundAccount(caller)}::uuid is null or o.trading_partner_id = ${boundAccount(caller)}::uuid)
    for update`
  const [order] = await lockedWithLines(sql, organization_id, [order_id], locking)
  return order ?? refuse('order_not_on_file')
}

/** Locks several orders, by id. */
export async function lockOrders(
  sql: Sql,
  organization_id: string,
  ids: readonly string[],
): Promise<Map<string, LockedOrder>> {
  const locking = sql<Header[]>`
    select ${lockedColumns} from sales_orders o
    where o.organization_id = ${organization_id} and o.order_id = any(${arrayLiteral(ids)}::uuid[])
    order by o.order_id for update`
  const orders = await lockedWithLines(sql, organization_id, ids, locking)
  return new Map(orders.map((order) => [order.order_id, order]))
}

export function checkAct(act: OrderAct, order: Pick<LockedOrder, 'name' | 'lifecycle' | 'hold'>): void {
  const { lifecycle, hold } = order
  const desc = refusalOf(act, order)
  const held = hold === null ? {} : { hold_reason: hold.reason }
  if (desc !== null) refuse('conflict', { desc, data: { act, lifecycle, ...held } })
}

type SalesHeader = Pick<
  Header,
  'is_wholesale' | 'lifecycle' | 'ordered_on' | 'sales_channel_id' | 'location_id' | 'currency'
>
type SoldLine = Omit<ConsumerLine, 'unit_price_cents'> & Pick<LockedLine, 'variant_id' | 'unit_price_cents'>

/** Sales by day that the lines of a consumer order add; none for drafts and wholesale orders. */
export function salesOf(order: SalesHeader & { lines: readonly SoldLine[] }): SalesPart[] {
  const { is_wholesale, lifecycle, ordered_on: day, sales_channel_id, location_id, currency } = order
  if (is_wholesale || lifecycle === 'draft' || location_id === null) return []
  return order.lines.map((line) =>
    consumerSale(
      { variant_id: line.variant_id, day, sales_channel_id, location_id, currency },
      { ...line, unit_price_cents: line.unit_price_cents ?? 0 },
    ),
  )
}

const savedLineNames = [
  'quantity',
  'allocated_quantity',
  'fulfilled_quantity',
  'cancelled_quantity',
  'over_shipped_quantity',
  'location_id',
  'unit_price_cents',
  'discount_cents',
  'tax_cents',
  'verdict',
  'verdict_reason',
  'requested_ship_date',
  'cancel_date',
  'door_reference',
  'buyer_sku',
  'buyer_line_reference',
  'requested_unit_price_cents',
  'zeroed_quantity',
] as const
const lineRows = recordset(order_lines, ['line_id', ...savedLineNames])

const pick = <T extends object, const K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as unknown as Pick<T, K>

const saveLines = (sql: Sql, organization_id: string, lines: readonly LockedLine[]) => sql`
  update order_lines l set ${assignments(savedLineNames, 'n')}
  from ${lineRows.from(lines.map((line) => pick(line, ['line_id', ...savedLineNames])))}
  where l.organization_id = ${organization_id} and l.line_id = n.line_id`

const savedHeaderNames = [
  'lifecycle',
  'reference',
  'customer_id',
  'sales_channel_id',
  'location_id',
  'commitment_id',
  'door_reference',
  'ordered_at',
  'ordered_on',
  'requested_ship_date',
  'ship_window_start',
  'ship_window_end',
  'cancel_date',
  'shipping_method',
  'terms',
  'freight_cents',
  'freight_tax_cents',
  'notes',
  'confirmed_at',
  'confirmed_by',
  'fulfilled_at',
  'cancelled_at',
  'cancel_reason',
  'date_slip_on',
  'holds_released_on',
  'is_allocated_on_request',
] as const
const headerRows = recordset(sales_orders, ['order_id', ...savedHeaderNames])

const saveHeaders = (sql: Sql, organization_id: string, now: string, orders: readonly Header[]) => sql`
  update sales_orders o set ${assignments(savedHeaderNames, 'n')},
    lifecycle_updated_at = case when o.lifecycle = n.lifecycle then o.lifecycle_updated_at else ${now}::timestamptz end,
    updated_at = ${now}::timestamptz
  from ${headerRows.from(orders.map((order) => pick(order, ['order_id', ...savedHeaderNames])))}
  where o.organization_id = ${organization_id} and o.order_id = n.order_id`

/** The order in the state that its lines imply; a draft stays one. */
function settled(order: LockedOrder, now: string): LockedOrder {
  if (order.lifecycle === 'draft') return order
  const lifecycle = lifecycleOf(order.lines)
  return {
    ...order,
    lifecycle,
    fulfilled_at: lifecycle === 'fulfilled' ? (order.fulfilled_at ?? now) : null,
    cancelled_at: lifecycle === 'cancelled' ? (order.cancelled_at ?? now) : null,
  }
}

/** Ends the holds of cancelled orders. That of an order that shipped all the same stays until a person ends it. */
const endHolds = (sql: Sql, organization_id: string, now: string, ended: readonly LockedOrder[]) => sql`
  update order_holds set released_at = ${now}::timestamptz, released_by = 'service:orders'
  where organization_id = ${organization_id} and released_at is null
    and order_id = any(${arrayLiteral(ended.map(({ order_id }) => order_id))}::uuid[])`

export interface OrderChange {
  before: LockedOrder
  /** As it is to be, apart from the state. */
  after: LockedOrder
  /** Lines of `after` that are new and stored already (added_lines.ts), as they were stored. */
  added?: readonly LockedLine[]
  /** Sales that do not follow from the lines of the order: those of a wholesale shipment. */
  sales?: readonly SalesPart[]
}

/** Lines that hold or have shipped units for the first time: from now on they keep their parts. */
const newlyKept = (changes: readonly OrderChange[]) =>
  changes.flatMap(({ before, after }) => {
    const lineIdsBefore = new Set(before.lines.filter(keepsParts).map(({ line_id }) => line_id))
    return after.lines.filter((line) => keepsParts(line) && !lineIdsBefore.has(line.line_id))
  })

/** Whether an order comes to less than before, or has less tax. */
const isFall = (parts: readonly SalesPart[]) =>
  parts.reduce((sum, { gross_sales_cents, discounts_cents }) => sum + gross_sales_cents - discounts_cents, 0) < 0 ||
  parts.reduce((sum, { taxes_cents }) => sum + taxes_cents, 0) < 0

/** What was refunded for units that orders have no more counts back. */
async function refundsOfFallen(
  sql: Sql,
  author: { organization_id: string; now: string; actor: string },
  fallen: string[],
) {
  if (fallen.length === 0) return []
  const parts: SalesPart[] = []
  for (const order_id of await readRefundedOrders(sql, author.organization_id, fallen))
    parts.push(...(await countBackCancelled(sql, author, order_id)))
  return parts
}

/** Writes changed orders with the state that follows, records who changed what, and moves sales by day; returns them as written. */
export async function saveOrders(
  sql: Sql,
  author: { organization_id: string; now: string; actor: string },
  changes: readonly OrderChange[],
): Promise<LockedOrder[]> {
  const { organization_id, now, actor } = author
  const states = changes.map(({ after }) => settled(after, now))
  const isEnded = ({ hold, lifecycle }: LockedOrder) => hold !== null && lifecycle === 'cancelled'
  const ended = states.filter(isEnded)
  const orders = states.map((order) => (isEnded(order) ? { ...order, hold: null } : order))
  const lines = changes.flatMap(({ before, after, added = [] }) => {
    const known = new Map([...before.lines, ...added].map((line) => [line.line_id, line]))
    return after.lines.filter((line) => {
      const was = known.get(line.line_id)
      return was !== undefined && isDifferent(was, pick(line, savedLineNames))
    })
  })
  const writes = changes.map(({ before }, i) => ({ before, after: orders[i]! }))
  await Promise.all([
    ended.length > 0 && endHolds(sql, organization_id, now, ended),
    lines.length > 0 && saveLines(sql, organization_id, lines),
    keepParts(sql, organization_id, newlyKept(changes)),
    saveHeaders(sql, organization_id, now, orders),
    recordChanges(sql, { organization_id, now, actor }, writes),
  ])
  const own = changes.map(({ before }, i) => salesChange(salesOf(before), salesOf(orders[i]!)))
  const sales = changes.flatMap(({ sales: more = [] }, i) => [...own[i]!, ...more])
  const fallen = orders.filter((_, i) => isFall(own[i]!)).map(({ order_id }) => order_id)
  await addSales(sql, organization_id, [...sales, ...(await refundsOfFallen(sql, author, fallen))])
  return orders
}
