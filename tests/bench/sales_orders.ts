/**
 * Sales orders: how the time of a page grows with the number of orders, and how many sales or purchase orders a second one
 * organisation places compared with ten at the same time. Organisations are added once to the stored data.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { nilId } from '../../server/contract/schema.ts'
import { type BenchData, mintKeys, organizationIn } from './fixtures/data.ts'
import { connections, type Next } from './fixtures/fixtures.ts'
import { type Measured, runLoad } from './loader.ts'
import { median, row, targetLine } from './report.ts'
import { showProgress } from '../support/progress.ts'
import type { Rig } from './rig.ts'

/** Incremented to create new organisations in addition to the existing ones. */
const version = 2
const smallOrders = 10_000
const organizations = 10
const variant_count = 100
const pageRows = 50

interface Shop {
  organization_id: string
  location_id: string
  sales_channel_id: string
  skus: string[]
}

type Tx = postgres.TransactionSql

/** What orders refer to; all references are valid by construction. */
async function addCatalogue(tx: Tx, organization_id: string): Promise<Shop> {
  const id = (kind: string) => tx`md5(${`${organization_id} ${kind} `}::text || n)::uuid`
  const [location] = await tx<{ location_id: string }[]>`
    insert into locations (organization_id, location_id, name)
    select ${organization_id}, ${id('location')}, 'Main' from generate_series(1, 1) n returning location_id`
  const [channel] = await tx<{ sales_channel_id: string }[]>`
    insert into sales_channels (organization_id, sales_channel_id, name, channel_type)
    select ${organization_id}, ${id('channel')}, 'Online', 'online' from generate_series(1, 1) n
    returning sales_channel_id`
  await tx`
    insert into products (organization_id, product_id, title, status, currency)
    select ${organization_id}, ${id('product')}, 'Product ' || n, 'ACTIVE', 'USD' from generate_series(1, ${variant_count}::int) n`
  const variants = await tx<{ sku: string }[]>`
    insert into variants (organization_id, variant_id, product_id, sku, title, price_cents)
    select ${organization_id}, ${id('variant')}, ${id('product')}, 'SKU-' || n, 'One size', 5000
    from generate_series(1, ${variant_count}::int) n returning sku`
  const { location_id } = location!
  const { sales_channel_id } = channel!
  return { organization_id, location_id, sales_channel_id, skus: variants.map(({ sku }) => sku) }
}

/** Consumer orders of one line, a minute apart until now; three in a hundred are open, the others have shipped. */
async function addOrders(
  tx: Tx,
  { organization_id, location_id, sales_channel_id }: Shop,
  count: number,
): Promise<void> {
  const id = (kind: string, number: string) =>
    tx`md5(${`${organization_id} ${kind} `}::text || ${tx.unsafe(number)})::uuid`
  await tx`
    insert into sales_orders (organization_id, order_id, name, origin, lifecycle, is_wholesale, sales_channel_id,
      location_id, currency, ordered_at, ordered_on, fulfilled_at, created_at)
    select ${organization_id}, ${id('order', 'n')}, 'SO-' || n, 'api', d.lifecycle, false, ${sales_channel_id}::uuid,
      ${location_id}::uuid, 'USD', d.at, d.at::date, case d.lifecycle when 'fulfilled' then d.at end, d.at
    from generate_series(1, ${count}::int) n
    cross join lateral (select now() - (${count}::int - n) * interval '1 minute' as at,
      case when n % 100 < 3 then 'open' else 'fulfilled' end as lifecycle) d`
  await tx`
    insert into order_lines (organization_id, line_id, order_id, line_number, variant_id, ordered_quantity, quantity,
      fulfilled_quantity, unit_price_cents)
    select ${organization_id}, ${id('line', 'n')}, ${id('order', 'n')}, 1, ${id('variant', `n % ${variant_count} + 1`)},
      2, 2, case when n % 100 < 3 then 0 else 2 end, 5000
    from generate_series(1, ${count}::int) n`
  // Written by triggers otherwise, which a replica's session does not fire.
  await tx`
    insert into order_counts (organization_id, lifecycle, origin, is_wholesale, sales_channel_id, trading_partner_id, order_count)
    select organization_id, lifecycle, origin, is_wholesale, sales_channel_id, ${nilId}, count(*) from sales_orders
    where organization_id = ${organization_id} group by 1, 2, 3, 4, 5`
}

async function openShop({ url, folder }: BenchData, orders: number, number: number): Promise<Shop> {
  const file = join(folder, `sales-orders-${version}-${orders}-${number}.json`)
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Shop
  const organization_id = await organizationIn(url, `${orders} sales orders, ${number}`)
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  const shop = await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    const made = await addCatalogue(tx, organization_id)
    if (orders > 0) await addOrders(tx, made, orders)
    return made
  })
  for (const table of ['sales_orders', 'order_lines', 'variants', 'products']) await sql`vacuum (analyze) ${sql(table)}`
  await sql.end()
  writeFileSync(file, JSON.stringify(shop))
  return shop
}

let turns = 0
const at = <T>(list: readonly T[], turn: number): T => list[turn % list.length]!

/** Pages of the largest number of orders. */
export async function readBook({ data, bounds }: Rig): Promise<Next> {
  const { organization_id } = await openShop(data, bounds.sales_orders, 0)
  const keys = await mintKeys(data.url, organization_id)
  return () => ({ method: 'GET', path: `/api/v1/sales/orders?limit=${pageRows}`, key: at(keys, turns++) })
}

async function measurePages(rig: Rig, large: number): Promise<string[]> {
  const { port } = await rig.service()
  const sizes = []
  for (const orders of [smallOrders, large]) {
    showProgress(`loading ${orders} sales orders`)
    const { organization_id } = await openShop(rig.data, orders, 0)
    const keys = await mintKeys(rig.data.url, organization_id)
    const next: Next = () => ({ method: 'GET', path: `/api/v1/sales/orders?limit=${pageRows}`, key: at(keys, turns++) })
    sizes.push({ orders, next, times: [] as number[] })
  }
  for (let round = -1; round < rig.bounds.rounds; round++)
    for (const { orders, next, times } of sizes) {
      showProgress(`page of ${pageRows} of ${orders} sales orders: round ${round + 1} of ${rig.bounds.rounds}`)
      const one = await runLoad({ port, next, connections: 2, seconds: rig.bounds.seconds / 2 })
      if (round >= 0) times.push(one.p50_ms)
    }
  const [few, many] = sizes as [(typeof sizes)[0], (typeof sizes)[0]]
  return [
    ...sizes.map(({ orders, times }) =>
      row(`page of ${pageRows} of ${orders.toLocaleString('en-US')} orders`, [
        ['req/s', 2_000 / median(times), 0],
        ['p50 ms', median(times), 2],
      ]),
    ),
    targetLine({
      what: 'times that of the few',
      value: median(many.times) / median(few.times),
      digits: 2,
      at_most: 1.5,
    }),
  ]
}

const run = Date.now().toString(36)

interface PlacingShop extends Shop {
  keys: string[]
  variant_ids: string[]
}

/** An order of one line. */
type Placing = (shop: PlacingShop, turn: number) => { path: string; body: object }

const salesOrder: Placing = ({ location_id, sales_channel_id, skus }, turn) => ({
  path: '/api/v1/sales/orders',
  body: { location_id, sales_channel_id, lines: [{ sku: at(skus, turn * 7), quantity: 1 }] },
})

const purchaseOrder: Placing = ({ organization_id, location_id, variant_ids }, turn) => ({
  path: `/api/v1/organizations/${organization_id}/purchase-orders`,
  body: { location_id, line_items: [{ variant_id: at(variant_ids, turn * 7), quantity: 1 }] },
})

/** Orders of these organisations in turn. */
const placing =
  (shops: readonly PlacingShop[], place: Placing): Next =>
  () => {
    const turn = turns++
    const shop = at(shops, turn)
    const { path, body } = place(shop, turn)
    const key = at(shop.keys, Math.floor(turn / shops.length))
    return { method: 'POST', path, key, idempotency_key: `${run}-${turn}`, body: JSON.stringify(body) }
  }

async function openPlacingShops({ data }: Rig): Promise<PlacingShop[]> {
  const sql = postgres(data.url, { max: 1 })
  const shops: PlacingShop[] = []
  for (let i = 1; i <= organizations; i++) {
    const shop = await openShop(data, 0, i)
    const variants = await sql<{ variant_id: string }[]>`
      select variant_id from variants where organization_id = ${shop.organization_id}`
    const variant_ids = variants.map(({ variant_id }) => variant_id)
    shops.push({ ...shop, variant_ids, keys: await mintKeys(data.url, shop.organization_id) })
  }
  await sql.end()
  return shops
}

async function measureOrganizations(rig: Rig, kind: string, place: Placing): Promise<string[]> {
  const { port } = await rig.service()
  const shops = await openPlacingShops(rig)
  const sides = [
    { name: 'one organisation', next: placing(shops.slice(0, 1), place), measured: [] as Measured[] },
    { name: `${organizations} organisations`, next: placing(shops, place), measured: [] as Measured[] },
  ]
  for (let round = -1; round < rig.bounds.rounds; round++)
    for (const { name, next, measured } of round % 2 === 0 ? sides : sides.toReversed()) {
      showProgress(`${kind} of ${name}: round ${round + 1} of ${rig.bounds.rounds}`)
      const one = await runLoad({ port, next, connections, seconds: rig.bounds.seconds })
      if (round >= 0) measured.push(one)
    }
  const rates = sides.map(({ measured }) => median(measured.map((one) => one.requests_per_second)))
  return [
    ...sides.map(({ name, measured }, i) =>
      row(`${kind}, ${name}`, [
        ['req/s', rates[i]!, 0],
        ['p50 ms', median(measured.map((one) => one.p50_ms)), 2],
        ['p99 ms', median(measured.map((one) => one.p99_ms)), 2],
      ]),
    ),
    targetLine({ what: 'one of ten organisations', value: rates[0]! / rates[1]!, digits: 3, at_least: 0.8 }),
  ]
}

export const measureSalesOrders = async (rig: Rig): Promise<string[]> => [
  ...(await measurePages(rig, rig.bounds.sales_orders)),
  ...(await measureOrganizations(rig, 'sales orders', salesOrder)),
  ...(await measureOrganizations(rig, 'purchase orders', purchaseOrder)),
]
