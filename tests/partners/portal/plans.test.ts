/** Query plans of the portal: an account with thousands of orders among those of fifty accounts. */
import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { limits } from '../../../server/contract/limits.ts'
import { lockSeatsOf } from '../../../server/partners/portal/new_link.store.ts'
import { newSession } from '../../support/service/session.ts'
import { otherProcess, testUnless } from '../../support/needs.ts'
import { separateDatabase, type TestDatabase } from '../../support/database.ts'
import { explainWrite, type Planner, rolledBack, type Scan, startPlanner } from '../../support/plans.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'
import { type Browser, openBrowser, seatsPath, tokenIn } from './portal_shop.ts'

setDefaultTimeout(120_000)

const orders = 10_000
/** Orders of the account that is read; the other accounts have the rest. */
const ownOrders = 2_400
const openOrders = 40
const seatCount = 20_000

let database: TestDatabase
let planner: Planner
let tenant: Tenant
let browser: Browser
const id = (kind: string, n: string | number) => `md5('${tenant.organization_id} ${kind} ' || ${n})::uuid`
const idOf = async (kind: string, n: number): Promise<string> => {
  const [row] = await tenant.service.database.sql.unsafe(`select ${id(kind, n)} as id`)
  return row!.id
}

beforeAll(async () => {
  if (otherProcess !== null) return
  database = await separateDatabase('plans_of_the_portal')
  planner = await startPlanner(database)
  tenant = await newTenant({ service: planner.service })
  const { sql } = planner.service.database
  const org = `'${tenant.organization_id}'::uuid`
  await sql.begin(async (tx) => {
    // The rows are consistent by construction, so foreign keys and triggers have nothing to do.
    await tx`set local session_replication_role = replica`
    await tx.unsafe(`insert into trading_partners (organization_id, trading_partner_id, name)
      select ${org}, ${id('account', 'n')}, 'Account ' || n from generate_series(0, 49) n`)
    await tx.unsafe(`insert into portal_seats (organization_id, seat_id, trading_partner_id, email)
      select ${org}, gen_random_uuid(), ${id('account', '1 + n % 49')}, n / 2 || '@buyer.example'
      from generate_series(1, ${seatCount}) n`)
    await tx.unsafe(`insert into products (organization_id, product_id, title, status, currency)
      values (${org}, ${id('product', 0)}, 'Jumper', 'ACTIVE', 'USD')`)
    await tx.unsafe(`insert into variants (organization_id, variant_id, product_id, sku, title)
      values (${org}, ${id('variant', 0)}, ${id('product', 0)}, 'J', 'M')`)
    await tx.unsafe(`insert into sales_orders (organization_id, order_id, name, origin, lifecycle, is_wholesale,
        trading_partner_id, sales_channel_id, location_id, currency, ordered_at, ordered_on, created_at, ship_window_end)
      select ${org}, ${id('order', 'n')}, 'SO-' || n, 'api', case when n % ${ownOrders / openOrders} = 0 then 'open' else 'fulfilled' end,
        true, ${id('account', `case when n < ${ownOrders} then 0 else 1 + n % 49 end`)}, ${id('channel', 0)},
        ${id('location', 0)}, 'USD', now(), current_date, now() - n * interval '1 minute', current_date + n % 90
      from generate_series(0, ${orders - 1}) n`)
    await tx.unsafe(`insert into order_lines (organization_id, line_id, order_id, line_number, variant_id, ordered_quantity, quantity)
      select ${org}, ${id('line', `n || ' ' || l`)}, ${id('order', 'n')}, l, ${id('variant', 0)}, 2, 2
      from generate_series(0, ${orders - 1}) n, generate_series(1, 2) l`)
    await tx.unsafe(`insert into fulfilments (organization_id, fulfilment_id, order_id, name, location_id, shipped_at,
        shipped_on, recorded_by)
      select ${org}, ${id('fulfilment', 'n')}, ${id('order', 'n')}, 'F-' || n, ${id('location', 0)},
        now() - n * interval '1 minute', current_date, 'test' from generate_series(0, ${orders - 1}) n`)
    await tx.unsafe(`insert into fulfilment_lines (organization_id, fulfilment_id, line_number, order_line_id, variant_id,
        quantity, gross_sales_cents)
      select ${org}, ${id('fulfilment', 'n')}, 1, ${id('line', `n || ' 1'`)}, ${id('variant', 0)}, 2, 200
      from generate_series(0, ${orders - 1}) n`)
    await tx.unsafe(`insert into invoices (organization_id, invoice_id, invoice_year, invoice_number, name, order_id,
        trading_partner_id, state, currency, issued_at, issued_on, total_cents, created_by)
      select ${org}, n + 1, 2026, n + 1, 'INV-' || n, ${id('order', 'n')},
        ${id('account', `case when n < ${ownOrders} then 0 else 1 + n % 49 end`)}, 'issued', 'USD',
        timestamptz '2026-01-01' + n * interval '1 minute', date '2026-01-01', 2500, 'test'
      from generate_series(0, ${orders - 1}) n`)
  })
  const admin = await newSession(tenant)
  const seats = seatsPath(await idOf('account', 0))
  const { seat_id } = (await admin.post(seats, { email: 'ines@meridian.example' })).body.data
  browser = openBrowser(planner.service)
  const token = tokenIn((await admin.get(`${seats}/${seat_id}/mail`)).body.data.text)
  await browser.post('/portal/accept', { token })
  await sql`analyze`
})
afterAll(async () => {
  if (otherProcess !== null) return
  await planner.stop()
  await database.stop()
})

const large = /^(sales_orders|order_lines|fulfilments|fulfilment_lines|invoices)$/
const read = (scans: readonly Scan[], table: string) =>
  scans.filter((scan) => scan.table === table).reduce((sum, { rows_read }) => sum + rows_read, 0)

async function scansOf(at: string): Promise<Scan[]> {
  planner.take()
  expect((await browser.get(at)).status).toBe(200)
  const scans: Scan[] = []
  for (const statement of planner.take()) scans.push(...(await planner.explain(statement)))
  expect(scans.filter(({ node, table }) => node === 'Seq Scan' && large.test(table))).toEqual([])
  return scans
}

testUnless(
  otherProcess,
  'the page reads open orders, the newest orders and what it shows, however many there are',
  async () => {
    const scans = await scansOf('/portal')
    const { portal_shipment_orders_max: newest, portal_shipments_shown_max: shipments } = limits
    expect(scans.some(({ index }) => index === 'sales_orders_open_by_account')).toBe(true)
    expect(read(scans, 'sales_orders')).toBeLessThanOrEqual(openOrders + newest + 10)
    expect(read(scans, 'order_lines')).toBeLessThanOrEqual(2 * openOrders)
    expect(read(scans, 'fulfilments')).toBeLessThanOrEqual(newest)
    expect(read(scans, 'fulfilment_lines')).toBeLessThanOrEqual(shipments)
    // An incremental sort looks one row ahead.
    expect(read(scans, 'invoices')).toBeLessThanOrEqual(limits.customer_records_max + 1)
  },
)

testUnless(otherProcess, 'an order is read by its keys', async () => {
  const scans = await scansOf(`/portal/orders/${await idOf('order', 7)}`)
  expect(read(scans, 'sales_orders')).toBeLessThanOrEqual(3)
  expect(read(scans, 'order_lines')).toBeLessThanOrEqual(4)
  expect(read(scans, 'fulfilments')).toBe(1)
})

testUnless(otherProcess, 'the seats of an address that asks for a link are found by the address', async () => {
  const scans = await rolledBack(database.sql, (tx) =>
    explainWrite(tx, (sql) => lockSeatsOf(sql, 'us', '77@buyer.example')),
  )
  expect(scans.filter(({ table }) => table === 'portal_seats')).toMatchObject([
    { index: 'portal_seats_open_by_email', rows_read: 2 },
  ])
})
