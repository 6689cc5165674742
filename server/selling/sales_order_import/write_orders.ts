/** Writes resolved orders: customers, orders with their lines, shipments, returns, sales by day and events, in this order. */
import { order_lines, sales_orders } from '../../../db/schema/selling/sales_orders.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Sql } from '../../contract/sql.ts'
import type { SecretTools } from '../../contract/call.ts'
import type { EventName } from '../../contract/events.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import type { ProductUndo, ProductWrite } from '../../catalogue/product_records/batch.model.ts'
import { writeProducts } from '../../catalogue/product_records/write_products.ts'
import { hearsImported } from '../../outbox/emit.ts'
import { readParts } from '../../ledger/bundles/parts.ts'
import { keepParts } from '../orders/allocation/line_components.store.ts'
import { withBuyerSkus } from '../orders/buyer_skus.store.ts'
import { announceOrders } from '../orders/order.store.ts'
import { lifecycleOf } from '../orders/rules.ts'
import { openDuplicates } from '../orders/order_questions.ts'
import { consumerSale, salesChange, type SalesPart, wholesaleSale } from '../sales_facts/sales_figures.rules.ts'
import { countSales } from './count_sales.ts'
import { announceReturned, type ImportedReturn, returnedSales, writeReturned } from './imported_returns.ts'
import { type PartsOf, type WrittenUnits, writeShipments } from './imported_shipments.ts'
import { writeOrderCustomers } from './order_customers.ts'
import { outstandingOf, shippedOf } from './reading/order_record.ts'
import type { ResolvedLine } from './matching/matching.model.ts'
import { type ProgressWrite, writeProgress } from './progress/write_progress.ts'
import type { OrderWrite } from './resolve_order.rules.ts'

const orderRows = recordset(sales_orders, [
  'order_id',
  'name',
  'reference',
  'source_system',
  'external_id',
  'lifecycle',
  'lifecycle_updated_at',
  'is_wholesale',
  'trading_partner_id',
  'customer_id',
  'sales_channel_id',
  'location_id',
  'currency',
  'ordered_at',
  'ordered_on',
  'terms',
  'freight_cents',
  'freight_tax_cents',
  'fulfilled_at',
  'cancelled_at',
  'lines_without_goods',
])
const lineRows = recordset(order_lines, [
  'line_id',
  'order_id',
  'line_number',
  'variant_id',
  'quantity',
  'fulfilled_quantity',
  'cancelled_quantity',
  'unit_price_cents',
  'regular_unit_price_cents',
  'discount_cents',
  'tax_cents',
  'unit_cost',
  'external_id',
  'buyer_sku',
])

const quantitiesOf = (line: ResolvedLine) => ({
  quantity: line.quantity,
  allocated_quantity: 0,
  fulfilled_quantity: shippedOf(line),
  cancelled_quantity: line.cancelled_quantity,
  over_shipped_quantity: 0,
})

/** An order of lines without goods alone has nothing to ship. */
function lifecycleIn({ lines, lines_without_goods, record }: OrderWrite) {
  const isKept = lines_without_goods.some(({ quantity }) => quantity > 0)
  const isGiven = lines.length === 0 && isKept && record.cancelled_at === null
  return isGiven ? 'fulfilled' : lifecycleOf(lines.map(quantitiesOf))
}

function orderRow(order: OrderWrite, customer_id: string | null, now: string) {
  const { record, lines } = order
  const lifecycle = lifecycleIn(order)
  const shipped = lines.flatMap((line) => line.shipped.map(({ shipped_at }) => shipped_at))
  const lastShipped = shipped.toSorted((one, other) => Date.parse(one) - Date.parse(other)).at(-1) ?? null
  const cancelled_at = record.cancelled_at ?? record.refunded_at
  const ended =
    lifecycle === 'fulfilled' ? (lastShipped ?? record.ordered_at) : lifecycle === 'cancelled' ? cancelled_at : null
  return {
    order_id: order.order_id,
    name: record.order_number,
    reference: record.reference,
    source_system: record.source_system,
    external_id: record.order_number,
    lifecycle,
    lifecycle_updated_at: ended ?? lastShipped ?? now,
    is_wholesale: order.is_wholesale,
    trading_partner_id: order.trading_partner_id,
    customer_id,
    sales_channel_id: order.sales_channel_id,
    location_id: order.location_id,
    currency: order.currency,
    ordered_at: record.ordered_at,
    ordered_on: order.ordered_on,
    terms: order.payment_terms,
    freight_cents: record.freight_cents,
    freight_tax_cents: record.freight_tax_cents,
    fulfilled_at: lifecycle === 'fulfilled' ? ended : null,
    cancelled_at: lifecycle === 'cancelled' ? ended : null,
    lines_without_goods: [...order.lines_without_goods],
  }
}

async function insertOrders(
  sql: Sql,
  { organization_id, actor, now }: WriteContext,
  writes: readonly OrderWrite[],
  customerOf: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = writes.map((order) => orderRow(order, customerOf.get(order.order_id) ?? null, now))
  const bought = writes.flatMap(({ order_id, trading_partner_id, lines: of }) =>
    of.map((line, i) => {
      const { allocated_quantity: _allocated, over_shipped_quantity: _over, ...quantities } = quantitiesOf(line)
      const { line_id, variant_id, unit_price_cents, discount_cents, tax_cents, unit_cost, external_id } = line
      const { regular_unit_price_cents } = line
      const money = { unit_price_cents, regular_unit_price_cents, discount_cents, tax_cents, unit_cost }
      const numbered = { line_id, order_id, line_number: i + 1, variant_id, external_id }
      return { ...numbered, trading_partner_id, ...quantities, ...money }
    }),
  )
  const lines = (await withBuyerSkus(sql, organization_id, bought)).map(({ trading_partner_id: _id, ...line }) => line)
  await sql`
    insert into sales_orders (organization_id, ${orderRows.names}, origin, created_by, created_at, updated_at)
    select ${organization_id}, ${orderRows.values}, 'import', ${actor}, ${now}::timestamptz, ${now}::timestamptz
    from ${orderRows.from(rows)}`
  await sql`
    insert into order_lines (organization_id, ${lineRows.names}, ordered_quantity)
    select ${organization_id}, ${lineRows.values}, n.quantity from ${lineRows.from(lines)}
    order by n.order_id, n.line_number`
}

/** Sales that the lines of an order add: for consumers on the day of the order, for accounts on those of shipments. */
function soldParts(order: OrderWrite, unitsOf: ReadonlyMap<ResolvedLine, readonly WrittenUnits[]>): SalesPart[] {
  const { sales_channel_id, location_id, currency, ordered_on } = order
  const keyOf = ({ variant_id }: ResolvedLine, day: string) => ({
    variant_id,
    day,
    sales_channel_id,
    location_id: location_id!,
    currency,
  })
  return order.lines.flatMap((line) => {
    const shipped = unitsOf.get(line) ?? []
    if (order.is_wholesale) return shipped.map((units) => wholesaleSale(keyOf(line, units.day), units))
    return [consumerSale(keyOf(line, ordered_on), { ...line, shipped })]
  })
}

const isLive = ({ lines, cut_over }: OrderWrite) =>
  lines.some(
    (line) =>
      outstandingOf(line) > 0 || line.shipped.some(({ shipped_at }) => Date.parse(shipped_at) >= Date.parse(cut_over)),
  )

/** Events of the orders, in their order: history is created, and nothing else of it is announced. */
const eventsOf = (order: OrderWrite): { order_id: string; event: EventName }[] => {
  const { order_id, lines } = order
  const isOver = lines.every((line) => outstandingOf(line) === 0)
  return [
    { order_id, event: 'order.created' },
    ...(isLive(order) && isOver ? [{ order_id, event: 'order.fulfilled' as const }] : []),
  ]
}

async function announce(
  sql: Sql,
  organization_id: string,
  writes: readonly OrderWrite[],
  returned: readonly ImportedReturn[],
) {
  // Years of history are not read where nobody wants them.
  const withHistory = await hearsImported(sql, organization_id, 'order.created')
  const events = writes.filter((order) => withHistory || isLive(order)).flatMap(eventsOf)
  if (events.length > 0) await announceOrders(sql, organization_id, events)
  await announceReturned(sql, organization_id, returned)
}

/** Undo data of an order that nothing depends on. */
export interface OrderUndo {
  order_id: string
  /** The order was known, and the import brought it up to date. */
  is_progress?: true
  /** Its customer, where its batch created it; absent otherwise. */
  new_customer_id?: string
  /** Placeholders that were made for it; absent where none were. */
  placeholders?: readonly ProductUndo[]
  /** Sales by day that it added. */
  sales: readonly SalesPart[]
}

const takenNames = ['sales_orders_by_source', 'customers_by_pseudonym']

/** Another write came first: compared again, the order or its customer is known. */
async function refusingTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (takenNames.includes((error as { constraint_name?: string }).constraint_name ?? ''))
      refuse('conflict', { desc: 'An order or a customer of the file was created at the same moment.' })
    throw error
  }
}

/** What lines take from stock, which those that have shipped keep. */
async function readImportedParts(sql: Sql, organization_id: string, writes: readonly OrderWrite[]): Promise<PartsOf> {
  const lines = writes.flatMap((order) => order.lines)
  const bundles = await readParts(
    sql,
    organization_id,
    lines.map(({ variant_id }) => variant_id),
  )
  const partsOf: PartsOf = ({ variant_id, sku }) =>
    bundles.get(variant_id) ?? [{ variant_id, sku: sku ?? variant_id, units: 1 }]
  const partLines = lines
    .filter((line) => shippedOf(line) > 0 && bundles.has(line.variant_id))
    .map((line) => ({ line_id: line.line_id, variant_id: line.variant_id, parts: partsOf(line) }))
  await keepParts(sql, organization_id, partLines)
  return partsOf
}

/** New placeholders, each with the first order that needs it. */
async function writePlaceholders(
  sql: Sql,
  context: WriteContext,
  writes: readonly OrderWrite[],
): Promise<Map<OrderWrite, ProductUndo[]>> {
  const firstOf = new Map<ProductWrite, OrderWrite>()
  for (const order of writes)
    for (const placeholder of order.placeholders) if (!firstOf.has(placeholder)) firstOf.set(placeholder, order)
  if (firstOf.size === 0) return new Map()
  const undos = await writeProducts(sql, context, [...firstOf.keys()])
  const made = [...firstOf.values()].map((order, i) => ({ order, undo: undos[i]!.undo }))
  return new Map(
    [...Map.groupBy(made, ({ order }) => order)].map(([order, all]) => [order, all.map(({ undo }) => undo)]),
  )
}

type OrdersContext = WriteContext & { secrets: SecretTools }

/** Writes new orders, and what is new of known ones. */
export async function writeOrders(
  sql: Sql,
  context: OrdersContext,
  writes: readonly (OrderWrite | ProgressWrite)[],
): Promise<{ undo: OrderUndo }[]> {
  const fresh = writes.filter((write): write is OrderWrite => !('progress' in write))
  const undoOf = new Map<OrderWrite | ProgressWrite, OrderUndo>()
  for (const [i, undo] of (await writeNewOrders(sql, context, fresh)).entries()) undoOf.set(fresh[i]!, undo)
  const progress = writes.filter((write): write is ProgressWrite => 'progress' in write)
  await writeProgress(sql, context, progress)
  for (const write of progress)
    undoOf.set(write, { order_id: write.progress.known.order_id, is_progress: true, sales: [] })
  return writes.map((write) => ({ undo: undoOf.get(write)! }))
}

async function writeNewOrders(sql: Sql, context: OrdersContext, writes: readonly OrderWrite[]): Promise<OrderUndo[]> {
  if (writes.length === 0) return []
  const { organization_id } = context
  const placeholdersOf = await writePlaceholders(sql, context, writes)
  const { of: customerOf, created: newCustomers } = await refusingTaken(() => writeOrderCustomers(sql, context, writes))
  await refusingTaken(() => insertOrders(sql, context, writes, customerOf))
  const partsOf = await readImportedParts(sql, organization_id, writes)
  const shipped = await writeShipments(sql, context, writes, partsOf)
  const returned = await writeReturned(sql, context, writes, shipped, customerOf, partsOf)
  const unitsOf = Map.groupBy(shipped, ({ line }) => line)
  const returnOf = new Map(returned.map((one) => [one.order, one]))
  const sales = writes.map((order) =>
    salesChange([], [...soldParts(order, unitsOf), ...returnedSales(order, returnOf.get(order))]),
  )
  await countSales(sql, organization_id, sales.flat())
  // What was over before it came here needs no decision.
  const open = writes.filter((order) => order.lines.some((line) => outstandingOf(line) > 0))
  await openDuplicates(
    sql,
    context,
    open.map(({ order_id, trading_partner_id, record: { reference } }) => ({
      order_id,
      trading_partner_id,
      reference,
    })),
  )
  await announce(sql, organization_id, writes, returned)
  return writes.map((order, i): OrderUndo => {
    const placeholders = placeholdersOf.get(order) ?? []
    const customer_id = customerOf.get(order.order_id)
    return {
      order_id: order.order_id,
      ...(customer_id !== undefined && newCustomers.has(customer_id) && { new_customer_id: customer_id }),
      ...(placeholders.length > 0 && { placeholders }),
      sales: sales[i]!,
    }
  })
}
