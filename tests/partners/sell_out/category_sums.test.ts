/** Sums by category while products change theirs: answers agree with plain SQL over the rows after every step. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { insertRows } from '../../support/fixtures/catalogue.ts'
import { findWrongSellOutSums } from '../../../server/partners/sell_out/category_sums/verify_sell_out_sums.ts'
import { moveCategorySums } from '../../../server/partners/sell_out/category_sums/move_sums.ts'
import { differingSums, header, monday, type Retail, retail, sunday } from './retail.ts'

const doors = ['0117', '0118']
const categories = ['Jumpers', 'Shirts'] as const
const products = ['Jumper', 'Shirt'] as const
const skus = ['J-S', 'J-M', 'S-1'] as const

const report = fc.array(
  fc.record({
    ago: fc.integer({ min: 0, max: 2 }),
    door: fc.constantFrom(...doors),
    sku: fc.constantFrom(...skus),
    units: fc.option(fc.integer({ min: -5, max: 20 })),
    on_hand: fc.integer({ min: 0, max: 50 }),
  }),
  { minLength: 1, maxLength: 10 },
)
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('report' as const), rows: report }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('category' as const),
      product: fc.constantFrom(...products),
      category: fc.constantFrom(...categories, null),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('product' as const),
      sku: fc.constantFrom(...skus),
      product: fc.constantFrom(...products),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move' as const), at_once: fc.integer({ min: 1, max: 4 }) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const dbOf = ({ tenant }: Retail) => tenant.service.database.sql

const wrongSums = async (shop: Retail) => [
  ...(await findWrongSellOutSums(dbOf(shop) as never, shop.tenant.organization_id)),
]

/** One transaction of the job. */
const move = (shop: Retail, sumsMax: number) =>
  dbOf(shop).begin((tx) => moveCategorySums(tx as never, shop.tenant.organization_id, sumsMax))

async function take(shop: Retail, one: Step): Promise<void> {
  const sql = dbOf(shop)
  const { organization_id } = shop.tenant
  if (one.kind === 'report') {
    const lines = one.rows.map(({ ago, door, sku, units, on_hand }) =>
      [monday(ago), sunday(ago), door, sku, units ?? '', on_hand].join(','),
    )
    const answer = await shop.send([header.replace('buyer_sku', 'sku'), ...lines].join('\n'))
    expect([answer.status, answer.text]).toEqual([200, answer.text])
  } else if (one.kind === 'category')
    await sql`update products set category_id = ${one.category === null ? null : shop.categories[one.category]!}
      where organization_id = ${organization_id} and product_id = ${shop.products[one.product]!}`
  else if (one.kind === 'product')
    await sql`update variants set product_id = ${shop.products[one.product]!}
      where organization_id = ${organization_id} and variant_id = ${shop.variants[one.sku]!}`
  else await move(shop, one.at_once)
}

/** By category, period and door, and by category and period, straight from the rows. */
const counted = (shop: Retail) => dbOf(shop)<
  {
    category: string
    key: string
    door: string | null
    units: number | null
    on_hand: number | null
    variants: number
  }[]
>`
  select c.name as category, r.period_start || '/' || r.period_end as key, d.door_reference as door,
    sum(r.units)::int as units, sum(r.on_hand)::int as on_hand, count(distinct r.variant_id)::int as variants
  from sell_out_rows r
  join variants v on v.organization_id = r.organization_id and v.variant_id = r.variant_id
  join products p on p.organization_id = r.organization_id and p.product_id = v.product_id
  join categories c on c.organization_id = r.organization_id and c.category_id = p.category_id
  join account_doors d on d.organization_id = r.organization_id and d.door_id = r.door_id
  where r.organization_id = ${shop.tenant.organization_id}
  group by grouping sets ((1, 2, 3), (1, 2))`

async function answered(shop: Retail, commitments: Record<string, string>) {
  const found: unknown[] = []
  for (const category of categories) {
    const { data } = (await shop.report({ category })).body
    for (const door of data.doors)
      for (const [key, { units, on_hand, variants }] of Object.entries<any>(door.by_week))
        found.push({ category, key, door: door.door_reference, units, on_hand, variants })
    const path = `/api/v1/sell-out/coverage?weeks=52&commitment_id=${commitments[category]}`
    const { accounts } = (await shop.tenant.get(path)).body.data
    for (const [key, { units, variants }] of Object.entries<any>(accounts[0].reported)) {
      const week = data.by_week[key]
      expect([week.units, week.variants]).toEqual([units, variants])
      found.push({ category, key, door: null, units, on_hand: week.on_hand, variants })
    }
  }
  return found
}

const sorted = (rows: readonly unknown[]) =>
  rows.map((one) => JSON.stringify(Object.entries(one as object).toSorted())).toSorted()

async function shopWithCommitments() {
  const shop = await retail(doors)
  await shop.declare({ absence_convention: 'explicit_zero' })
  const commitments: Record<string, string> = {}
  for (const category of categories) {
    const commitment_id = crypto.randomUUID()
    commitments[category] = commitment_id
    const created_at = 'now'
    await insertRows(shop.tenant, 'commitments', [
      { commitment_id, name: category, currency: 'USD', status: 'approved', created_at },
    ])
    await insertRows(shop.tenant, 'commitment_budgets', [
      { commitment_id, budget_id: crypto.randomUUID(), category_id: shop.categories[category], budget_cents: 1 },
    ])
  }
  return { shop, commitments }
}

const changesLeft = async (shop: Retail): Promise<number> => {
  const [left] = await dbOf(shop)<{ count: number }[]>`select count(*)::int as count from sell_out_category_changes
    where organization_id = ${shop.tenant.organization_id}`
  return left!.count
}

test('categories of doors and coverage are those of the products at any moment of any history', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), async (steps) => {
      const { shop, commitments } = await shopWithCommitments()
      for (const one of steps) {
        await take(shop, one)
        expect(sorted(await answered(shop, commitments))).toEqual(sorted(await counted(shop)))
      }
      while (await move(shop, 2));
      expect(await changesLeft(shop)).toBe(0)
      expect(sorted(await answered(shop, commitments))).toEqual(sorted(await counted(shop)))
      expect(await differingSums(shop.tenant)).toEqual([])
      expect(await wrongSums(shop)).toEqual([])
    }),
    { numRuns: 6 },
  )
}, 120_000)

test('a category that changes while a report is imported is moved once the import has ended', async () => {
  const { shop, commitments } = await shopWithCommitments()
  const sql = dbOf(shop)
  const { organization_id } = shop.tenant
  await take(shop, { kind: 'report', rows: [{ ago: 1, door: '0117', sku: 'J-S', units: 4, on_hand: 9 }] })
  const importing = await sql.reserve()
  try {
    await importing`begin`
    await importing`select from sell_out_declarations where organization_id = ${organization_id} for no key update`
    await importing`
      insert into sell_out_rows (organization_id, trading_partner_id, period_start, period_end, door_id, variant_id, units)
      select organization_id, trading_partner_id, period_start, period_end, door_id, ${shop.variants['J-M']!}, 7
      from sell_out_reports where organization_id = ${organization_id}`
    await take(shop, { kind: 'category', product: 'Jumper', category: 'Shirts' })
    expect(await move(shop, 10)).toBe(false)
    expect(await changesLeft(shop)).toBe(1)
    await importing`commit`
  } finally {
    importing.release()
  }
  expect(sorted(await answered(shop, commitments))).toEqual(sorted(await counted(shop)))
  await move(shop, 10)
  expect(await changesLeft(shop)).toBe(0)
  expect(sorted(await answered(shop, commitments))).toEqual(sorted(await counted(shop)))
  expect(await differingSums(shop.tenant)).toEqual([])
})

test('each sum of sell-out that differs from the rows is found', async () => {
  const { shop } = await shopWithCommitments()
  await take(shop, { kind: 'report', rows: [{ ago: 1, door: '0117', sku: 'J-S', units: 4, on_hand: 9 }] })
  expect(await wrongSums(shop)).toEqual([])
  const { organization_id } = shop.tenant
  for (const table of ['variant', 'door', 'category', 'category_and_door', 'period'].map((of) => `sell_out_by_${of}`)) {
    const add = (units: number) =>
      dbOf(shop).unsafe(`update ${table} set units = units + $1 where organization_id = $2`, [units, organization_id])
    await add(1)
    const [wrong, ...rest] = await wrongSums(shop)
    expect([wrong!.table_name, rest]).toEqual([table, []])
    expect([JSON.parse(wrong!.found!).units, JSON.parse(wrong!.expected!).units]).toEqual([5, 4])
    await add(-1)
  }
})
