/** Orders, shipments, returns and refunds as rows, and what they add to sales by day. */
import { afterAll, beforeAll } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { type Database, openDatabase } from '../../../db/client/database.ts'
import type { Sql } from '../../../server/contract/call.ts'
import { addSales } from '../../../server/selling/sales_facts/add_sales.ts'
import {
  type ConsumerLine,
  consumerSale,
  receivedReturn,
  refundedReturn,
  salesChange,
  type SalesPart,
  wholesaleSale,
} from '../../../server/selling/sales_facts/sales_figures.rules.ts'
import { type Catalogue, insertRows, setFixture } from '../../support/fixtures/catalogue.ts'
import { testDatabase } from '../../support/database.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'

let database: Database | undefined

/** The service's own pools, for the tests of a file. */
export function useDatabase(): () => Database {
  beforeAll(async () => {
    database = openDatabase((await testDatabase()).url)
  })
  afterAll(async () => {
    await database?.close()
    database = undefined
  })
  return () => database!
}

export interface Shop {
  tenant: Tenant
  ids: Catalogue
  organization_id: string
  account_id: string
}

export async function openShop(): Promise<Shop> {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: ['Main', 'Store'],
    sales_channels: ['Online', 'Wholesale'],
    categories: ['Knitwear', 'Denim'],
    products: [
      { title: 'Jumper', category: 'Knitwear', variants: [{ sku: 'J-S' }, { sku: 'J-M' }] },
      { title: 'Jeans', category: 'Denim', variants: [{ sku: 'D-30' }, { sku: 'D-32' }] },
    ],
  })
  const account_id = uuidv7()
  await insertRows(tenant, 'trading_partners', [{ trading_partner_id: account_id, name: 'Nordhaus' }])
  return { tenant, ids, organization_id: tenant.organization_id, account_id }
}

export interface LineFixture {
  sku: string
  quantity: number
  unit_price_cents: number
  regular_unit_price_cents?: number | null
  discount_cents?: number
  tax_cents?: number
  unit_cost?: string | null
}

export interface PlacedLine extends ConsumerLine {
  line_id: string
  sku: string
}

export interface PlacedOrder {
  order_id: string
  is_wholesale: boolean
  day: string
  location: string
  lines: PlacedLine[]
}

const partKey = (shop: Shop, order: PlacedOrder, sku: string, day = order.day, location = order.location) => ({
  variant_id: shop.ids.variants[sku]!,
  day,
  sales_channel_id: shop.ids.sales_channels[order.is_wholesale ? 'Wholesale' : 'Online']!,
  location_id: shop.ids.locations[location]!,
  currency: 'USD',
})

const consumerParts = (shop: Shop, order: PlacedOrder): SalesPart[] =>
  order.is_wholesale ? [] : order.lines.map((line) => consumerSale(partKey(shop, order, line.sku), line))

/** Inserts rows through the given connection; JSON carries them. */
const insert = (sql: Sql, shop: Shop, table: string, rows: readonly object[]) => {
  const full = rows.map((row) => ({ organization_id: shop.organization_id, ...row }))
  const columns = Object.keys(full[0]!)
  return sql`
    insert into ${sql(table)} (${sql(columns)})
    select ${sql(columns)} from jsonb_populate_recordset(null::${sql(table)}, ${JSON.stringify(full)}::text::jsonb)`
}

interface OrderFixture {
  day: string
  location?: string
  is_wholesale?: boolean
  lines: readonly LineFixture[]
}

export async function placeOrder(sql: Sql, shop: Shop, fixture: OrderFixture): Promise<PlacedOrder> {
  const { day, location = 'Main', is_wholesale = false } = fixture
  const lines = fixture.lines.map((line): PlacedLine => ({
    line_id: uuidv7(),
    regular_unit_price_cents: null,
    discount_cents: 0,
    tax_cents: 0,
    unit_cost: null,
    cancelled_quantity: 0,
    shipped: [],
    ...line,
  }))
  const order: PlacedOrder = { order_id: uuidv7(), is_wholesale, day, location, lines }
  await insert(sql, shop, 'sales_orders', [
    {
      order_id: order.order_id,
      name: `SO-${order.order_id.slice(-6)}`,
      origin: 'api',
      lifecycle: 'open',
      lifecycle_updated_at: `${day}T12:00:00Z`,
      is_wholesale,
      trading_partner_id: is_wholesale ? shop.account_id : null,
      sales_channel_id: shop.ids.sales_channels[is_wholesale ? 'Wholesale' : 'Online'],
      location_id: shop.ids.locations[location],
      currency: 'USD',
      ordered_at: `${day}T12:00:00Z`,
      ordered_on: day,
      freight_cents: 500,
      freight_tax_cents: 40,
      created_at: `${day}T12:00:00Z`,
      updated_at: `${day}T12:00:00Z`,
    },
  ])
  await insert(
    sql,
    shop,
    'order_lines',
    lines.map((line, i) => ({
      line_id: line.line_id,
      order_id: order.order_id,
      line_number: i + 1,
      variant_id: shop.ids.variants[line.sku],
      ordered_quantity: line.quantity,
      quantity: line.quantity,
      allocated_quantity: 0,
      fulfilled_quantity: 0,
      cancelled_quantity: 0,
      over_shipped_quantity: 0,
      unit_price_cents: line.unit_price_cents,
      regular_unit_price_cents: line.regular_unit_price_cents,
      discount_cents: line.discount_cents,
      tax_cents: line.tax_cents,
      unit_cost: line.unit_cost,
    })),
  )
  await addSales(sql, shop.organization_id, consumerParts(shop, order))
  return order
}

export async function cancelUnits(sql: Sql, shop: Shop, order: PlacedOrder, line: PlacedLine, units: number) {
  const before = consumerParts(shop, order)
  line.cancelled_quantity += units
  await sql`
    update order_lines set cancelled_quantity = ${line.cancelled_quantity}
    where organization_id = ${shop.organization_id} and line_id = ${line.line_id}`
  await addSales(sql, shop.organization_id, salesChange(before, consumerParts(shop, order)))
}

interface Shipment {
  day: string
  location?: string
  quantity: number
  unit_cost: string | null
  gross_sales_cents: number
  taxes_cents?: number
}

export async function ship(sql: Sql, shop: Shop, order: PlacedOrder, line: PlacedLine, shipment: Shipment) {
  const { day, location = order.location, quantity, unit_cost, gross_sales_cents, taxes_cents = 0 } = shipment
  const before = consumerParts(shop, order)
  const fulfilment_id = uuidv7()
  line.shipped = [...line.shipped, { quantity, unit_cost }]
  await insert(sql, shop, 'fulfilments', [
    {
      fulfilment_id,
      order_id: order.order_id,
      name: 'SHIP',
      location_id: shop.ids.locations[location],
      shipped_at: `${day}T15:00:00Z`,
      shipped_on: day,
      is_historical: false,
      recorded_by: 'test',
      recorded_at: `${day}T15:00:00Z`,
    },
  ])
  const shipped = {
    quantity,
    unit_cost,
    gross_sales_cents,
    discounts_cents: 0,
    taxes_cents,
    regular_unit_price_cents: line.regular_unit_price_cents,
  }
  await insert(sql, shop, 'fulfilment_lines', [
    { fulfilment_id, line_number: 1, order_line_id: line.line_id, variant_id: shop.ids.variants[line.sku], ...shipped },
  ])
  await sql`
    update order_lines set fulfilled_quantity = fulfilled_quantity + ${quantity}
    where organization_id = ${shop.organization_id} and line_id = ${line.line_id}`
  const sold = order.is_wholesale ? [wholesaleSale(partKey(shop, order, line.sku, day, location), shipped)] : []
  await addSales(sql, shop.organization_id, [...salesChange(before, consumerParts(shop, order)), ...sold])
}

interface Receipt {
  day: string
  quantity: number
  unit_cost: string | null
  value_cents: number
  tax_cents?: number
}

export async function receiveReturn(sql: Sql, shop: Shop, order: PlacedOrder, line: PlacedLine, receipt: Receipt) {
  const { day, quantity, unit_cost, value_cents, tax_cents = 0 } = receipt
  const [created] = await sql<{ return_id: number }[]>`
    insert into returns (organization_id, name, state, order_id, sales_channel_id, location_id)
    values (${shop.organization_id}, 'RET', 'closed', ${order.order_id},
      ${shop.ids.sales_channels[order.is_wholesale ? 'Wholesale' : 'Online']!}, ${shop.ids.locations.Store!})
    returning return_id::float8 as return_id`
  const { return_id } = created!
  const [variant_id, line_id] = [shop.ids.variants[line.sku]!, uuidv7()]
  await insert(sql, shop, 'return_lines', [
    {
      return_id,
      line_id,
      variant_id,
      order_line_id: line.line_id,
      expected_quantity: quantity,
      received_quantity: quantity,
      restocked_quantity: quantity,
    },
  ])
  await insert(sql, shop, 'return_receipts', [
    {
      return_id,
      receipt_number: 1,
      location_id: shop.ids.locations.Store,
      received_at: `${day}T10:00:00Z`,
      received_on: day,
      recorded_by: 'test',
      recorded_at: `${day}T10:00:00Z`,
    },
  ])
  const received = { received_quantity: quantity, surplus_quantity: 0, unit_cost, value_cents, tax_cents }
  await insert(sql, shop, 'return_receipt_lines', [
    { return_id, receipt_number: 1, line_id, variant_id, restocked_quantity: quantity, currency: 'USD', ...received },
  ])
  await addSales(sql, shop.organization_id, [receivedReturn(partKey(shop, order, line.sku, day, 'Store'), received)])
}

export async function refund(
  sql: Sql,
  shop: Shop,
  order: PlacedOrder,
  line: PlacedLine,
  { day, amount_cents, tax_cents = 0 }: { day: string; amount_cents: number; tax_cents?: number },
) {
  const refund_id = uuidv7()
  await insert(sql, shop, 'refunds', [
    {
      refund_id,
      order_id: order.order_id,
      sales_channel_id: shop.ids.sales_channels[order.is_wholesale ? 'Wholesale' : 'Online'],
      location_id: shop.ids.locations[order.location],
      currency: 'USD',
      refunded_at: `${day}T09:00:00Z`,
      refunded_on: day,
      freight_cents: 0,
      recorded_by: 'test',
      recorded_at: `${day}T09:00:00Z`,
    },
  ])
  const variant_id = shop.ids.variants[line.sku]
  await insert(sql, shop, 'refund_lines', [
    { refund_id, line_number: 1, variant_id, order_line_id: line.line_id, quantity: 1, amount_cents, tax_cents },
  ])
  await addSales(sql, shop.organization_id, [
    refundedReturn(partKey(shop, order, line.sku, day), { amount_cents, tax_cents }),
  ])
}

/** Rows of sales by day as [sku, day, location, figures], in that order. */
export const readSales = async (sql: Sql, shop: Shop): Promise<any[]> => sql<any[]>`
  select v.sku, s.day::text as day, l.name as location, c.name as channel, s.units, s.returned_units,
    s.gross_sales_cents::float8 as gross, s.discounts_cents::float8 as discounts, s.returns_cents::float8 as returns,
    s.taxes_cents::float8 as taxes, s.cost_cents::float8 as cost, s.regular_value_cents::float8 as regular,
    s.markdown_units
  from sales_daily s
  join variants v on v.organization_id = s.organization_id and v.variant_id = s.variant_id
  join locations l on l.organization_id = s.organization_id and l.location_id = s.location_id
  join sales_channels c on c.organization_id = s.organization_id and c.sales_channel_id = s.sales_channel_id
  where s.organization_id = ${shop.organization_id}
  order by v.sku, s.day, l.name, c.name`
