/** The records of every fact, read from the base tables by plain statements and converted here. */
import Big from 'big.js'
import { dayInTimeZone } from '../../../server/calendar/time_zone.ts'
import { time_zone, type TradingShop } from './trading_shop.ts'

export interface Fact {
  /** null: a figure of now, or of the window as a whole. */
  day: string | null
  keys: Record<string, string | null>
  values: Record<string, Big>
  /** Makes counts of records: each counts once in a group. */
  distinct?: Record<string, string>
}
export type Facts = Record<string, Fact[]>

const big = (value: unknown) => Big(String(value ?? 0))
const inZone = (at: unknown) => dayInTimeZone(time_zone, new Date(at as string).toISOString())
const dayText = (day: unknown) => (day === null ? null : new Date(day as string).toISOString().slice(0, 10))

async function readRates({ tenant }: TradingShop) {
  const rates = await tenant.service.database.sql<any[]>`
    select currency, rate_date::text as day, organization_currency_per_unit::text as rate from exchange_rates
    where organization_id = ${tenant.organization_id} order by rate_date`
  return (amount: unknown, currency: string, day: string): Big => {
    if (currency === 'USD') return big(amount)
    const rate = rates.findLast((one) => one.currency === currency && one.day <= day)
    if (rate === undefined) throw new Error(`there is no rate of ${currency} on ${day}`)
    return big(amount).times(rate.rate)
  }
}

const catalogue = (row: any) => ({ product: row.product_id, category: row.category_id })

async function readSales(shop: TradingShop): Promise<Fact[]> {
  const convert = await readRates(shop)
  const { sql } = shop.tenant.service.database
  const rows = await sql<any[]>`
    select s.*, s.day::text as on_day, v.product_id, p.category_id from sales_daily s
    join variants v using (organization_id, variant_id) join products p using (organization_id, product_id)
    where organization_id = ${shop.tenant.organization_id}`
  return rows.map((row) => {
    const day = row.on_day
    return {
      day,
      keys: { sales_channel: row.sales_channel_id, location: row.location_id, ...catalogue(row) },
      values: {
        units: big(row.units),
        returned: big(row.returned_units),
        gross: convert(row.gross_sales_cents, row.currency, day),
        discounts: convert(row.discounts_cents, row.currency, day),
        returns: convert(row.returns_cents, row.currency, day),
        taxes: convert(row.taxes_cents, row.currency, day),
        cost: big(row.cost_cents),
        uncosted: big(row.cost_cents === null ? 1 : 0),
        priced: big(row.priced_units),
        markdown: big(row.known_markdown_units),
      },
    }
  })
}

async function readStock(shop: TradingShop): Promise<Facts> {
  const { sql } = shop.tenant.service.database
  const { organization_id } = shop.tenant
  const levels = await sql<any[]>`
    select l.*, v.product_id, p.category_id from stock_levels l
    join variants v using (organization_id, variant_id) join products p using (organization_id, product_id)
    where organization_id = ${organization_id}`
  const moves = await sql<any[]>`
    select m.*, v.product_id, p.category_id from stock_movements m
    join variants v using (organization_id, variant_id) join products p using (organization_id, product_id)
    where organization_id = ${organization_id}`
  const wasStocked = (row: any) =>
    moves.some(
      (one) => one.variant_id === row.variant_id && one.location_id === row.location_id && one.quantity_delta > 0,
    )
  const kindOf = (kinds: string[], row: any, sign = 1) => big(kinds.includes(row.kind) ? sign * row.quantity_delta : 0)
  return {
    levels: levels.map((row) => ({
      day: null,
      keys: { location: row.location_id, stock_health: row.health, ...catalogue(row) },
      values: {
        on_hand: big(row.on_hand),
        committed: big(row.committed),
        available: big(row.on_hand - row.committed),
        incoming: big(row.incoming),
        value: big(row.average_cost).times(row.on_hand).times(100),
        uncosted: big(row.average_cost === null && row.on_hand !== 0 ? 1 : 0),
        levels: big(wasStocked(row) ? 1 : 0),
        out: big(wasStocked(row) && row.on_hand - row.committed <= 0 ? 1 : 0),
        pace: big(row.units_per_day),
      },
    })),
    variances: moves
      .filter((row) => row.adjusted_stock === 'left')
      .map((row) => ({
        day: inZone(row.occurred_at),
        keys: { location: row.location_id, movement_kind: row.kind, ...catalogue(row) },
        values: { cost: big(row.adjusted_cost).times(100) },
      })),
    moves: moves.map((row) => ({
      day: inZone(row.occurred_at),
      keys: { location: row.location_id, movement_kind: row.kind, ...catalogue(row) },
      values: {
        count: big(1),
        up: big(Math.max(row.quantity_delta, 0)),
        down: big(Math.max(-row.quantity_delta, 0)),
        received: kindOf(['receipt', 'assembly_in'], row),
        shipped: kindOf(['fulfilment'], row, -1),
        adjusted: kindOf(['adjustment', 'stocktake', 'write_off'], row),
      },
    })),
  }
}

/** What a row of a receipt lost for good. */
function lossOf({ disposition, received_quantity, restocked_quantity, unit_cost }: any) {
  const isLost = disposition === 'write_off' || disposition === 'return_to_supplier'
  const units = isLost ? received_quantity - restocked_quantity : 0
  if (unit_cost === null) return { lost: big(0), lost_uncosted: big(units) }
  return { lost: big(unit_cost).times(units).times(100), lost_uncosted: big(0) }
}

async function readSelling(shop: TradingShop): Promise<Facts> {
  const convert = await readRates(shop)
  const { sql } = shop.tenant.service.database
  const { organization_id } = shop.tenant
  const orders = await sql<any[]>`
    select o.*, o.ordered_on::text as on_day from sales_orders o
    where organization_id = ${organization_id} and lifecycle <> 'draft'`
  const lines = await sql<any[]>`
    select l.*, v.product_id, p.category_id from order_lines l
    join variants v using (organization_id, variant_id) join products p using (organization_id, product_id)
    where organization_id = ${organization_id}`
  const receipts = await sql<any[]>`
    select l.*, i.received_on::text as on_day, i.location_id, r.sales_channel_id, r.reason, v.product_id, p.category_id
    from return_receipt_lines l join return_receipts i using (organization_id, return_id, receipt_number)
    join returns r using (organization_id, return_id) join variants v using (organization_id, variant_id)
    join products p using (organization_id, product_id) where organization_id = ${organization_id}`
  const returns = await sql<any[]>`select * from returns where organization_id = ${organization_id}`
  const keysOf = (row: any) => ({
    sales_channel: row.sales_channel_id,
    location: row.location_id,
    account: row.trading_partner_id,
    order_lifecycle: row.lifecycle,
    order_origin: row.origin,
    order_kind: row.is_wholesale ? 'wholesale' : 'consumer',
  })
  return {
    orders: orders.map((row) => ({
      day: row.on_day,
      keys: keysOf(row),
      values: { placed: big(1), cancelled: big(row.lifecycle === 'cancelled' ? 1 : 0) },
    })),
    lines: lines.flatMap((line) => {
      const order = orders.find(({ order_id }) => order_id === line.order_id)
      if (order === undefined) return []
      const units = line.quantity - line.cancelled_quantity
      const discount = big(line.discount_cents).times(units).div(line.quantity).round(0, Big.roundHalfUp)
      const value = big(line.unit_price_cents).times(units).minus(discount)
      return [
        {
          day: order.on_day,
          keys: { ...keysOf(order), ...catalogue(line) },
          values: {
            units: big(units),
            shipped: big(line.fulfilled_quantity),
            cancelled: big(line.cancelled_quantity),
            value: convert(value, order.currency, order.on_day),
          },
        },
      ]
    }),
    receipts: receipts.map((row) => ({
      day: row.on_day,
      keys: {
        sales_channel: row.sales_channel_id,
        return_reason: row.reason,
        disposition: row.disposition,
        location: row.location_id,
        ...catalogue(row),
      },
      values: { units: big(row.received_quantity), restocked: big(row.restocked_quantity), ...lossOf(row) },
      distinct: { returns: String(row.return_id) },
    })),
    returns: returns.map((row) => ({
      day: inZone(row.created_at),
      keys: { sales_channel: row.sales_channel_id, return_reason: row.reason },
      values: { count: big(1) },
    })),
  }
}

async function readPurchasing(shop: TradingShop): Promise<Facts> {
  const convert = await readRates(shop)
  const { sql } = shop.tenant.service.database
  const { organization_id } = shop.tenant
  const orders = await sql<any[]>`select o.*, o.order_date::text as on_day from purchase_orders o
    where organization_id = ${organization_id} and order_type = 'purchase'`
  const lines = await sql<any[]>`
    select l.*, l.expected_delivery_date::text as own_due, v.product_id, p.category_id from purchase_order_lines l
    join variants v using (organization_id, variant_id) join products p using (organization_id, product_id)
    where organization_id = ${organization_id}`
  const arrived = await sql<any[]>`
    select l.*, d.received_at, d.location_id, v.product_id, p.category_id from purchase_order_delivery_lines l
    join purchase_order_deliveries d using (organization_id, delivery_id)
    join variants v using (organization_id, variant_id) join products p using (organization_id, product_id)
    where organization_id = ${organization_id} and d.removed_at is null and l.received_quantity > 0`
  const orderOf = (row: any) => orders.find(({ purchase_order_id }) => purchase_order_id === row.purchase_order_id)
  const placed = orders.filter(({ status }) => status !== 'draft' && status !== 'cancelled')
  const keysOf = (row: any) => ({
    supplier: row.supplier_id,
    location: row.location_id,
    purchase_order_status: row.status,
  })
  return {
    purchase_orders: placed.map((row) => ({ day: row.on_day, keys: keysOf(row), values: { count: big(1) } })),
    purchase_lines: lines.flatMap((line) => {
      const order = orderOf(line)
      if (!placed.includes(order)) return []
      const cost = line.unit_cost === null ? big(0) : big(line.unit_cost).times(line.quantity).times(100)
      const values = {
        units: big(line.quantity),
        cost: convert(cost, order.currency, order.on_day),
        uncosted: big(line.unit_cost === null ? line.quantity : 0),
      }
      return [{ day: order.on_day, keys: { ...keysOf(order), ...catalogue(line) }, values }]
    }),
    deliveries: arrived.flatMap((row) => {
      const order = orderOf(row)
      if (order === undefined) return []
      return [
        {
          day: inZone(row.received_at),
          keys: { supplier: order.supplier_id, location: row.location_id, ...catalogue(row) },
          values: { units: big(row.received_quantity) },
          distinct: { deliveries: row.delivery_id },
        },
      ]
    }),
    due: lines.flatMap((line) => {
      const order = orderOf(line)
      if (order === undefined || order.on_hold) return []
      if (!['issued', 'partially_delivered', 'delivered', 'closed'].includes(order.status)) return []
      const day = line.own_due ?? dayText(order.expected_delivery_date)!
      const own = arrived.filter(({ line_id }) => line_id === line.line_id)
      const sum = (list: any[]) => list.reduce((all, { received_quantity }) => all + received_quantity, 0)
      const received = Math.min(line.quantity, sum(own))
      const punctual = own.filter(({ received_at }) => inZone(received_at) <= day)
      const isOpen = ['issued', 'partially_delivered'].includes(order.status)
      const values = {
        units: big(line.quantity),
        received: big(received),
        on_time: big(Math.min(line.quantity, sum(punctual))),
        overdue: big(isOpen ? line.quantity - received : 0),
      }
      return [{ day, keys: { supplier: order.supplier_id }, values, distinct: { orders: order.purchase_order_id } }]
    }),
  }
}

export async function readFacts(shop: TradingShop): Promise<Facts> {
  const [sales, stock, selling, purchasing] = await Promise.all([
    readSales(shop),
    readStock(shop),
    readSelling(shop),
    readPurchasing(shop),
  ])
  return { sales, ...stock, ...selling, ...purchasing }
}
