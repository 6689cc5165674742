import { expect, test } from 'bun:test'
import { fiscalMonthsOf } from '../../../server/calendar/retail_calendar.ts'
import { readOrdersDue } from '../../../server/planning/buy_plans/open_to_buy/orders_due.store.ts'
import { readOrdered, readReceipts } from '../../../server/planning/cash/cash_facts.store.ts'
import { readIntakeFacts } from '../../../server/planning/plan_of_record/intake_facts.store.ts'
import { foldOrderSums } from '../../../server/purchasing/order_sums/fold_orders.ts'
import { readOrderFacts } from '../../../server/purchasing/order_sums/order_facts.store.ts'
import { verifyOrderSums } from '../../../server/purchasing/order_sums/verify_order_sums.ts'
import { sized } from '../../support/long.ts'
import type { Tenant } from '../../support/service/tenant.ts'
import { type History, newHistory, time_zone, today } from './order_history.ts'
import { plainIntakeFacts, plainOrdered, plainOrderFacts, plainOrdersDue, plainReceipts } from './plain_orders.ts'

const year = Number(today.slice(0, 4))
const years = [year - 1, year, year + 1].map((one) => fiscalMonthsOf(one, 2))

/** Rows in one order, their decimals without trailing zeros. */
const comparable = (rows: readonly object[]) =>
  rows
    .map((row) =>
      JSON.stringify(
        Object.fromEntries(
          Object.entries(row).map(([key, value]) => [
            key,
            ['amount', 'order_amount', 'value'].includes(key) ? Number(value) : value,
          ]),
        ),
      ),
    )
    .toSorted()

const withoutZero = <T extends { cents: number }>(rows: readonly T[]) => rows.filter(({ cents }) => cents !== 0)

const sqlOf = (tenant: Tenant) => tenant.service.database.sql as never

async function expectEqualReads({ tenant, commitments }: History): Promise<void> {
  const sql = sqlOf(tenant)
  const scope = { organization_id: tenant.organization_id, time_zone }
  const pairs: [string, readonly object[], readonly object[]][] = [
    ['orders due', await readOrdersDue(sql, scope), await plainOrdersDue(sql, scope)],
    ['receipts', await readReceipts(sql, scope), await plainReceipts(sql, scope)],
    ['ordered', withoutZero(await readOrdered(sql, scope)), withoutZero(await plainOrdered(sql, scope))],
    ['facts', await readOrderFacts(sql, scope, commitments), await plainOrderFacts(sql, scope, commitments)],
  ]
  for (const months of years)
    pairs.push([
      `intake of ${months[0]!.start}`,
      await readIntakeFacts(sql, scope, commitments, months, today),
      await plainIntakeFacts(sql, scope, commitments, months, today),
    ])
  for (const [name, read, plain] of pairs) expect([name, ...comparable(read)]).toEqual([name, ...comparable(plain)])
  expect(await verifyOrderSums(sql, tenant.organization_id)).toEqual([])
}

const changesOf = async ({ service, organization_id }: Tenant) => {
  const [row] = await service.database.sql<{ changes: number }[]>`
    select count(*)::int as changes from purchase_order_changes where organization_id = ${organization_id}`
  return row!.changes
}

async function foldWhole(tenant: Tenant, changesMax?: number): Promise<void> {
  const { sql } = tenant.service.database
  while ((await changesOf(tenant)) > 0)
    await sql.begin((tx) => foldOrderSums(tx as never, tenant.organization_id, changesMax))
}

for (const seed of sized([1], [1, 2]))
  test(`planning reads equal the lines of orders after every part of a random history (${seed})`, async () => {
    const history = await newHistory(seed)
    const { tenant } = history
    for (let round = 0; round < 18; round++) {
      for (let step = 0; step < 8; step++) await history.step()
      await expectEqualReads(history)
      // Sometimes nothing, sometimes a part, sometimes everything is folded.
      if (round % 3 === 1)
        await tenant.service.database.sql.begin((tx) => foldOrderSums(tx as never, tenant.organization_id, 2))
      if (round % 3 === 2) await foldWhole(tenant)
      if (round % 3 > 0) await expectEqualReads(history)
    }
    for (const kind of ['create', 'approve', 'deliver', 'correct', 'remove', 'amend', 'end', 'recategorise', 'reprice'])
      expect([kind, history.done.get(kind) ?? 0]).not.toEqual([kind, 0])
  }, 120_000)

test('folds that run at once and beside writers leave the sums that the lines have', async () => {
  const history = await newHistory(7)
  const { tenant } = history
  const { sql } = tenant.service.database
  for (let step = 0; step < 40; step++) await history.step()
  const fold = () => sql.begin((tx) => foldOrderSums(tx as never, tenant.organization_id, 3))
  const write = async () => {
    for (let step = 0; step < 15; step++) await history.step()
  }
  const folds = async () => {
    for (let turn = 0; turn < 20; turn++) await fold()
  }
  await Promise.all([write(), write(), folds(), folds()])
  await expectEqualReads(history)
  await foldWhole(tenant)
  await expectEqualReads(history)
}, 60_000)

test('a change of a price shows in the next read, and a change that is rolled back does not', async () => {
  const history = await newHistory(11)
  const { tenant, ids } = history
  const { sql } = tenant.service.database
  for (let step = 0; step < 60; step++) await history.step()
  await tenant.post(`/api/v1/organizations/${tenant.organization_id}/purchase-orders`, {
    location_id: ids.locations.Main,
    line_items: [{ variant_id: ids.variants['J-1'], quantity: 5, unit_cost: 3 }],
  })
  await foldWhole(tenant)
  const before = await readOrdersDue(sqlOf(tenant), { organization_id: tenant.organization_id, time_zone })
  await sql
    .begin(async (tx) => {
      await tx`update variants set price_cents = 1 where organization_id = ${tenant.organization_id}`
      throw new Error('undone')
    })
    .catch(() => {})
  expect(await changesOf(tenant)).toBe(0)
  await sql`
    update variants set price_cents = 77_700
    where organization_id = ${tenant.organization_id} and variant_id = ${ids.variants['J-1']!}`
  expect(await changesOf(tenant)).toBe(1)
  await expectEqualReads(history)
  const after = await readOrdersDue(sqlOf(tenant), { organization_id: tenant.organization_id, time_zone })
  expect(comparable(after)).not.toEqual(comparable(before))
})

test('sums that were damaged are found, and a fault names order, category and both figures', async () => {
  const history = await newHistory(13)
  const { tenant } = history
  const { sql } = tenant.service.database
  for (let step = 0; step < 60; step++) await history.step()
  await foldWhole(tenant)
  const [damaged] = await sql<{ purchase_order_id: string; category_id: string | null }[]>`
    update purchase_order_sums set ordered_cost = ordered_cost + 1
    where organization_id = ${tenant.organization_id} and (purchase_order_id, part) in (
      select purchase_order_id, part from purchase_order_sums
      where organization_id = ${tenant.organization_id} order by 1, 2 limit 1)
    returning purchase_order_id, category_id`
  const wrong = await verifyOrderSums(sqlOf(tenant), tenant.organization_id)
  expect(wrong.length).toBe(2)
  expect(wrong.map(({ purchase_order_id, category_id }) => ({ purchase_order_id, category_id }))).toEqual([
    { ...damaged! },
    { ...damaged! },
  ])
  const [found, expected] = [wrong.find((one) => one.found !== null)!, wrong.find((one) => one.expected !== null)!]
  expect(JSON.parse(found.found!).ordered_cost - JSON.parse(expected.expected!).ordered_cost).toBeCloseTo(1)
})
