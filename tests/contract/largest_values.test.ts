/** Sums of the largest values that writes accept: every read answers, every job runs, and both verifiers find no fault. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { openDatabase } from '../../db/client/database.ts'
import { jobs } from '../../server/boot/jobs.ts'
import { limits } from '../../server/contract/limits.ts'
import { runWhenDue } from '../../server/jobs/job.ts'
import { verifyLedger } from '../../server/ledger/verify.ts'
import { proveSales } from '../support/prove_sales.ts'
import { planRequest, sent, targetOf } from '../support/document/requests.ts'
import { setFixture } from '../support/fixtures/catalogue.ts'
import { publicOperations } from '../support/service/service.ts'
import { call, newTenant } from '../support/service/tenant.ts'

setDefaultTimeout(180_000)

const queryOf = (target: string) => (target.includes('?') ? target.slice(target.indexOf('?')) : '')

const count = 40
const units = limits.stock_units_max - limits.sales_order_quantity_max

test('the largest accepted prices, costs and quantities leave no read, no job and no verifier failing', async () => {
  const tenant = await newTenant()
  const { service, organization_id } = tenant
  const { sql } = service.database
  const skus = Array.from({ length: count }, (_, i) => `MAX-${i}`)
  const ids = await setFixture(tenant, {
    locations: ['Main'],
    sales_channels: ['Online'],
    categories: ['Gold'],
    suppliers: ['Mint'],
    products: [
      {
        title: 'Bar',
        category: 'Gold',
        variants: skus.map((sku) => ({
          sku,
          price_cents: limits.product_price_cents_max,
          unit_cost: '1000000.0000',
          stock: { Main: { on_hand: units } },
        })),
      },
    ],
    purchase_orders: Array.from({ length: 100 }, (_, i) => ({
      name: `PO-${i}`,
      supplier: 'Mint',
      location: 'Main',
      status: 'issued',
      order_date: '2026-10-01',
      expected_delivery_date: '2026-12-01',
      lines: [{ sku: skus[i % count]!, quantity: limits.purchase_order_quantity_max, unit_cost: '1000000.0000' }],
    })),
  })
  // Of one variant and day, so that their sums are rows of the daily sales.
  for (let i = 0; i < 100; i++) {
    const line = { sku: skus[i < 60 ? 0 : i % count]!, quantity: limits.sales_order_quantity_max }
    const order = await tenant.post(
      '/api/v1/sales/orders',
      {
        location_id: ids.locations.Main,
        sales_channel_id: ids.sales_channels.Online,
        lifecycle: 'open',
        lines: [{ ...line, unit_price_cents: limits.sales_order_total_cents_max / limits.sales_order_quantity_max }],
      },
      { headers: { 'Idempotency-Key': uuidv7() } },
    )
    expect(order.status).toBe(201)
  }
  const db = openDatabase(service.database.url, { write_slots: 2 })
  await sql`delete from job_runs`
  for (const job of jobs) await runWhenDue(db, job)
  await db.close()
  const unfinished = await sql<{ job: string }[]>`select job from job_runs where ended_at is null`
  expect(unfinished.map(({ job }) => job)).toEqual([])

  const failed: Record<string, string> = {}
  const replaced = { variant_id: ids.variants[skus[0]!]!, product_id: ids.products.Bar! }
  for (const operation of publicOperations.filter(({ method }) => method === 'GET')) {
    const plan = planRequest(operation, organization_id)
    const targetUrl = targetOf(plan)
    const named = Object.entries(replaced).find(([name]) => operation.path.includes(`{${name}}`))
    const target =
      named === undefined ? targetUrl : operation.path.replace(`{${named[0]}}`, named[1]) + queryOf(targetUrl)
    const answer = await call(service, 'GET', target, { key: tenant.api_key, ...sent(plan, operation) })
    if (answer.status >= 500) failed[operation.id] = `${answer.status} ${answer.text.slice(0, 200)}`
  }
  expect(failed).toEqual({})
  expect((await verifyLedger(sql, { organization_id, is_full: true })).faults).toEqual([])
  const { sales, ...rest } = await proveSales(sql, { organization_id, is_full: true })
  expect([sales.faults, ...Object.values(rest)].flat()).toEqual([])
})
