/** Query plans of the reads of an account: two accounts that report 500 variants over two years. */
import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { limits } from '../../../server/contract/limits.ts'
import { separateDatabase, type TestDatabase } from '../../support/database.ts'
import { otherProcess, testUnless } from '../../support/needs.ts'
import { type Planner, type Scan, startPlanner } from '../../support/plans.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'

setDefaultTimeout(120_000)

const [accounts, variants, weeks, orders] = [2, 500, 104, 5_000]
/** Rows of the window, which is as many weeks and one period that begins before it. */
const rowsOfWindow = variants * (limits.retailer_window_weeks + 1)
const large = ['sell_out_by_variant', 'sales_orders', 'order_lines', 'fulfilments', 'stock_levels']

let database: TestDatabase
let planner: Planner
let tenant: Tenant
let account_id: string

beforeAll(async () => {
  if (otherProcess !== null) return
  database = await separateDatabase('plans_of_accounts')
  planner = await startPlanner(database)
  tenant = await newTenant({ service: planner.service })
  const org = `'${tenant.organization_id}'::uuid`
  const id = (kind: string, n: string) => `md5('${tenant.organization_id} ${kind} ' || ${n})::uuid`
  const { sql } = planner.service.database
  const start = `current_date - 3 - 7 * w - 6`
  const end = `current_date - 3 - 7 * w`
  await sql.begin(async (tx) => {
    // The rows are consistent by construction, so foreign keys and triggers have nothing to do.
    await tx`set local session_replication_role = replica`
    await tx.unsafe(`insert into trading_partners (organization_id, trading_partner_id, name, transit_time_days)
      select ${org}, ${id('account', 'n')}, 'Account ' || n, 4 from generate_series(0, ${accounts - 1}) n`)
    await tx.unsafe(`insert into sell_out_declarations (organization_id, trading_partner_id, absence_convention,
        location_grain, currency, price_tax_basis, confirmed_at, confirmed_by)
      select ${org}, ${id('account', 'n')}, 'row_omitted', 'none', 'USD', 'exclusive', now(), 'test'
      from generate_series(0, ${accounts - 1}) n`)
    await tx.unsafe(`insert into products (organization_id, product_id, title, status, currency)
      select ${org}, ${id('product', 'n')}, 'Product ' || n, 'ACTIVE', 'USD' from generate_series(0, 99) n`)
    await tx.unsafe(`insert into variants (organization_id, variant_id, product_id, sku, title)
      select ${org}, ${id('variant', 'n')}, ${id('product', 'n % 100')}, 'S-' || n, 'M'
      from generate_series(0, ${variants - 1}) n`)
    await tx.unsafe(`insert into locations (organization_id, location_id, name)
      values (${org}, ${id('location', '0')}, 'Main')`)
    await tx.unsafe(`insert into stock_levels (organization_id, variant_id, location_id, on_hand, sequence)
      select ${org}, ${id('variant', 'n')}, ${id('location', '0')}, 20, 1 from generate_series(0, ${variants - 1}) n`)
    await tx.unsafe(`insert into sell_out_by_variant (organization_id, trading_partner_id, period_start, period_end,
        variant_id, row_count, units_rows, units, on_hand_rows, on_hand)
      select ${org}, ${id('account', 'a')}, ${start}, ${end}, ${id('variant', 'v')}, 50, 50, v % 9, 50, 40
      from generate_series(0, ${accounts - 1}) a, generate_series(0, ${weeks - 1}) w,
        generate_series(0, ${variants - 1}) v`)
    await tx.unsafe(`insert into sell_out_by_period (organization_id, trading_partner_id, period_start, period_end,
        variants, row_count, units_rows, units, on_hand_rows, on_hand)
      select ${org}, ${id('account', 'a')}, ${start}, ${end}, ${variants}, 100000, 100000, 8000, 100000, 80000
      from generate_series(0, ${accounts - 1}) a, generate_series(0, ${weeks - 1}) w`)
    await tx.unsafe(`insert into sales_channels (organization_id, sales_channel_id, name, channel_type)
      values (${org}, ${id('channel', '0')}, 'Wholesale', 'wholesale')`)
    // Nineteen in twenty orders are of consumers.
    await tx.unsafe(`insert into sales_orders (organization_id, order_id, name, origin, lifecycle, is_wholesale,
        trading_partner_id, sales_channel_id, location_id, currency, ordered_at, ordered_on)
      select ${org}, ${id('order', 'n')}, 'SO-' || n, 'api', 'fulfilled', n % 20 = 0,
        case when n % 20 = 0 then ${id('account', `n / 20 % ${accounts}`)} end, ${id('channel', '0')},
        ${id('location', '0')}, 'USD', now() - n * interval '96 minutes', current_date - n / 15
      from generate_series(0, ${orders - 1}) n`)
    await tx.unsafe(`insert into order_lines (organization_id, line_id, order_id, line_number, variant_id,
        ordered_quantity, quantity, fulfilled_quantity)
      select ${org}, ${id('line', `n || ' ' || l`)}, ${id('order', 'n')}, l, ${id('variant', `(n + l) % ${variants}`)}, 2, 2, 2
      from generate_series(0, ${orders - 1}) n, generate_series(1, 4) l`)
    await tx.unsafe(`insert into fulfilments (organization_id, fulfilment_id, order_id, name, location_id, shipped_at,
        shipped_on, recorded_by)
      select ${org}, ${id('fulfilment', 'n')}, ${id('order', 'n')}, 'F-' || n, ${id('location', '0')},
        now() - n * interval '96 minutes', current_date - n / 15, 'test' from generate_series(0, ${orders - 1}) n`)
    await tx.unsafe(`insert into fulfilment_lines (organization_id, fulfilment_id, line_number, order_line_id, variant_id,
        quantity, gross_sales_cents)
      select ${org}, ${id('fulfilment', 'n')}, l, ${id('line', `n || ' ' || l`)},
        ${id('variant', `(n + l) % ${variants}`)}, 2, 200
      from generate_series(0, ${orders - 1}) n, generate_series(1, 4) l`)
  })
  await sql`vacuum (analyze)`
  const [row] = await sql.unsafe(`select ${id('account', '0')} as id`)
  account_id = row!.id
})

afterAll(async () => {
  if (otherProcess !== null) return
  await planner.stop()
  await database.stop()
})

/** The scans of every statement of a request, one list a statement. */
async function scansOf(path: string): Promise<Scan[][]> {
  planner.take()
  const answer = await tenant.get(path)
  expect([path, answer.status]).toEqual([path, 200])
  return Promise.all(planner.take().map((one) => planner.explain(one)))
}

testUnless(otherProcess, 'reads of an account read its window of the sums and no table as a whole', async () => {
  const { sql } = tenant.service.database
  const [variant] = await sql`select variant_id from variants where organization_id = ${tenant.organization_id} limit 1`
  const account = `/api/v1/wholesale/retailers/${account_id}`
  // Pages evaluate the variants twice: to find the rows and to show them.
  const paths: [string, number][] = [
    ['/api/v1/wholesale/retailers', accounts * rowsOfWindow],
    [`/api/v1/wholesale/retailers?variant_id=${variant!.variant_id}`, accounts * rowsOfWindow],
    [`${account}/contacts`, 0],
    [`${account}/overview`, 2 * rowsOfWindow + variants],
    [`${account}/overview?variant_id=${variant!.variant_id}`, 2 * weeks],
    [`${account}/products`, 4 * rowsOfWindow + variants],
    [`${account}/products?sort_args=-weeks_of_cover`, 6 * rowsOfWindow + 2 * variants],
    [`${account}/products/filters`, 3 * rowsOfWindow + variants],
    [`${account}/replenishment-recommendations`, 2 * rowsOfWindow + variants],
  ]
  for (const [path, rowsMax] of paths) {
    const statements = await scansOf(path)
    const scans = statements.flat()
    const whole = scans.filter((scan) => large.includes(scan.table) && scan.node === 'Seq Scan')
    expect([path, whole]).toEqual([path, []])
    const most = statements.map((one) =>
      one.filter(({ table }) => table === 'sell_out_by_variant').reduce((sum, { rows_read }) => sum + rows_read, 0),
    )
    expect([path, Math.max(0, ...most) <= rowsMax || Math.max(...most)]).toEqual([path, true])
  }
})
