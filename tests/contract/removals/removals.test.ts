/** One fact is removed from the demo: every figure that depends on it says so, and no other changes, in every read. */
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { fillDemo } from '../../../db/demo/fill.ts'
import { refresh } from '../../insight/velocity/velocity_fixture.ts'
import { idsOf } from '../../support/document/foreign.ts'
import { sized } from '../../support/long.ts'
import { newSession } from '../../support/service/session.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { factOf, setRate } from './facts.ts'
import { type Figures, readFigures, type Reader } from './figures_of_reads.ts'
import { judge } from './judge.ts'

setDefaultTimeout(600_000)

let reader: Reader
let before: Figures

/** The demo trades in one currency; sales of three variants, and an order that is open, are in euros. */
async function tradeInEuros({ tenant }: Reader): Promise<void> {
  const { organization_id } = tenant
  const { sql } = tenant.service.database
  await sql`
    update sales_daily set currency = 'EUR' where organization_id = ${organization_id} and variant_id in (
      select variant_id from variants where organization_id = ${organization_id} order by variant_id limit 3)`
  await sql`
    update purchase_orders set currency = 'EUR' where organization_id = ${organization_id} and purchase_order_id in (
      select purchase_order_id from purchase_orders
      where organization_id = ${organization_id} and order_type = 'purchase'
      order by status in ('issued', 'approved', 'partially_delivered') desc, purchase_order_id limit 1)`
}

beforeAll(async () => {
  const tenant = await newTenant({ plan: 'pro' })
  const { organization_id, service } = tenant
  await fillDemo(service.database.url, { organization_id, variants: 12, seed: 5 })
  reader = { tenant, session: await newSession(tenant), ids: await idsOf(tenant) }
  await setRate(reader)
  await tradeInEuros(reader)
  await refresh(tenant)
  before = await readFigures(reader)
})

const differing = (some: Figures, others: Figures) =>
  [...some].filter(([path, { value }]) => others.get(path)?.value !== value).map(([path]) => path)

test('reads answer the same figures again', async () => {
  expect(before.size).toBeGreaterThan(5_000)
  expect(differing(before, await readFigures(reader))).toEqual([])
})

test.each(
  sized(
    [0, 1, 2, 3],
    Array.from({ length: 200 }, (_, i) => i),
  ),
)('figures without a fact are unknown or what remains, and name it; all others stay, with seed %d', async (seed) => {
  const fact = await factOf(reader, seed)
  await fact.change(2)
  const doubled = await readFigures(reader)
  await fact.change(0.01)
  const least = await readFigures(reader)
  await fact.remove()
  const without = await readFigures(reader)
  await fact.restore()
  const { depending, faults } = judge(fact, { before, doubled, least, without })
  expect([fact.what, ...faults]).toEqual([fact.what])
  expect(depending.length).toBeGreaterThan(0)
  expect(differing(before, await readFigures(reader))).toEqual([])
})
