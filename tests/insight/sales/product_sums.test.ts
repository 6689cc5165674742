/** Sums of sales and stock by product, proven against the rows after corrections, back-dated rows and bulk loads. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { addDays } from '../../../server/calendar/days.ts'
import { keepRunningSums } from '../../../server/insight/sales/running_sums/keep_running_sums.ts'
import { hasStockSums } from '../../../server/insight/sales/running_sums/stock_sums.sql.ts'
import { foldVelocityChanges } from '../../../server/insight/velocity/refresh_velocity.ts'
import { moveStock } from '../../support/fixtures/catalogue.ts'
import type { MoveFixture } from '../../support/fixtures/fixture.ts'
import { openSalesShop, randomSales, type SalesShop, sell } from './support.ts'

setDefaultTimeout(180_000)
const today = new Date().toISOString().slice(0, 10)
const daysAgo = (days: number) => addDays(today, -days)
const randomOf = (seed: number) => (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below

/** The job of one organisation, on a day. */
async function keep({ tenant }: SalesShop, day: string): Promise<void> {
  const { sql } = tenant.service.database
  const step = (<T>(work: (tx: never, now: string) => Promise<T>) =>
    sql.begin((tx) => work(tx as never, `${day}T01:00:00Z`))) as never
  await sql`
    insert into velocity_windows (organization_id, end_exclusive, measured_at)
    values (${tenant.organization_id}, ${day}::date, now()) on conflict do nothing`
  // Three variants at a time.
  await keepRunningSums(step, tenant.organization_id, day, 3)
}

async function foldAll({ tenant }: SalesShop): Promise<void> {
  const { sql } = tenant.service.database
  while ((await sql.begin((tx) => foldVelocityChanges(tx as never, tenant.organization_id))) > 0);
}

const skus = ['J-S', 'J-M', 'D-30', 'D-32']

/** Movements of a time, each at the day and hour that it occurred; some on the last minute of a day. */
function randomMoves(random: (below: number) => number, from: number, count: number): MoveFixture[] {
  return Array.from({ length: count }, () => {
    const hour = random(4) === 0 ? '23:59:30' : `${String(random(24)).padStart(2, '0')}:${10 + random(49)}:00`
    const kind = (['receipt', 'adjustment', 'fulfilment', 'stocktake'] as const)[random(4)]!
    const quantity = kind === 'fulfilment' ? -1 - random(9) : kind === 'receipt' ? 5 + random(40) : random(30) - 10 || 3
    return {
      sku: skus[random(skus.length)]!,
      location: random(2) === 0 ? 'Main' : 'Store',
      kind,
      quantity,
      occurred_at: `${daysAgo(1 + random(from))}T${hour}Z`,
    }
  })
}

interface ProductFlow {
  product: string
  sell_through: number | null
}

/** By plain sums of rows: net units, the stock before the window, and receipts in it. */
async function flowOfRows(
  { tenant }: SalesShop,
  start: string,
  end: string,
  time_zone: string,
): Promise<ProductFlow[]> {
  return tenant.service.database.sql.unsafe(
    `select p.title as product, case when k.opening + k.received > 0
        then round(100.0 * greatest(u.units, 0) / (k.opening + k.received), 2)::float8 end as sell_through
    from products p
    cross join lateral (
      select coalesce(sum(s.units - s.returned_units), 0) as units, count(*) as row_count
      from sales_daily s join variants v on v.organization_id = $1 and v.variant_id = s.variant_id
      where s.organization_id = $1 and v.product_id = p.product_id and s.day between $2::date and $3::date) u
    cross join lateral (
      select coalesce(sum(m.quantity_delta) filter (where m.occurred_at < b.first), 0) as opening,
        coalesce(sum(m.quantity_delta) filter (where m.kind in ('receipt', 'assembly_in') and m.occurred_at >= b.first
          and m.occurred_at < b.last), 0) as received
      from (select $2::date::timestamp at time zone $4::text as first, ($3::date + 1)::timestamp at time zone $4::text as last) b
      left join (stock_movements m join variants v on v.organization_id = $1 and v.variant_id = m.variant_id)
        on m.organization_id = $1 and v.product_id = p.product_id) k
    where p.organization_id = $1 and (u.row_count > 0 or exists (select from stock_levels l
      join variants v on v.organization_id = $1 and v.variant_id = l.variant_id
      where l.organization_id = $1 and v.product_id = p.product_id))
    order by 1`,
    [tenant.organization_id, start, end, time_zone],
  ) as unknown as Promise<ProductFlow[]>
}

async function ask({ tenant }: SalesShop, start: string, end: string, dimensions: string[]) {
  const query = {
    domain: 'sales',
    measures: ['sell_through'],
    dimensions,
    time_range: { kind: 'absolute', start, end },
  }
  const { status, body } = await tenant.post('/api/v1/metrics/query', { query })
  expect(status).toBe(200)
  return body.data.rows as Record<string, any>[]
}

async function expectExact(shop: SalesShop, after: string, random: (below: number) => number, time_zone = 'UTC') {
  const windows = [
    [daysAgo(28), daysAgo(1)],
    [daysAgo(365), daysAgo(1)],
    [daysAgo(9), today],
    ...Array.from({ length: 4 }, () => {
      const start = random(420)
      return [daysAgo(start), daysAgo(Math.max(0, start - random(300)))]
    }),
  ] as [string, string][]
  for (const [start, end] of windows) {
    const rows = await ask(shop, start, end, ['product'])
    const shown = rows.map((row) => ({ product: row.product_name ?? row.product, sell_through: row.sell_through }))
    expect([after, start, end, shown]).toEqual([
      after,
      start,
      end,
      [...(await flowOfRows(shop, start, end, time_zone))],
    ])
  }
}

test('sell-through by product is that of the rows after corrections, back-dated movements and bulk loads', async () => {
  const shop = await openSalesShop()
  const random = randomOf(5)
  // So long ago that stock is known in every window.
  await moveStock(
    shop.tenant,
    shop.ids,
    skus.map((sku) => ({
      sku,
      location: 'Main',
      kind: 'opening',
      quantity: 400,
      occurred_at: `${daysAgo(700)}T08:00:00Z`,
    })),
  )
  await sell(shop, randomSales(daysAgo(460), daysAgo(40), 3))
  await moveStock(shop.tenant, shop.ids, randomMoves(random, 430, 60))
  await expectExact(shop, 'without sums', random)
  const sums = () => hasStockSums(shop.tenant.service.database.sql as never, shop.tenant.organization_id, 'UTC')
  expect(await sums()).toBe(false)
  await keep(shop, daysAgo(40))
  expect(await sums()).toBe(true)
  const { sql } = shop.tenant.service.database
  const org = shop.tenant.organization_id
  const steps: [string, () => PromiseLike<unknown>][] = [
    ['first sums', async () => {}],
    ['fold', () => foldAll(shop)],
    ['back-dated movements', () => moveStock(shop.tenant, shop.ids, randomMoves(random, 600, 40))],
    ['sales', () => sell(shop, randomSales(daysAgo(39), today, 13))],
    ['a later day, with marks unfolded', () => keep(shop, daysAgo(10))],
    ['fold', () => foldAll(shop)],
    [
      'correction of sales',
      () =>
        sql`update sales_daily set units = units + 3 where organization_id = ${org} and day < ${daysAgo(100)}::date`,
    ],
    ['movements', () => moveStock(shop.tenant, shop.ids, randomMoves(random, 60, 30))],
    ['today', () => keep(shop, today)],
    ['fold', () => foldAll(shop)],
    [
      'a product gets its first stock level',
      () =>
        moveStock(shop.tenant, shop.ids, [
          { sku: 'X', location: 'Main', kind: 'receipt', quantity: 4, occurred_at: `${daysAgo(3)}T10:00:00Z` },
        ]),
    ],
    ['fold', () => foldAll(shop)],
  ]
  for (const [name, step] of steps) {
    await step()
    await expectExact(shop, name, random)
  }
})

test('sums of stock follow the time zone of the organisation', async () => {
  const shop = await openSalesShop()
  const { sql } = shop.tenant.service.database
  const random = randomOf(9)
  await moveStock(shop.tenant, shop.ids, [
    { sku: 'J-S', location: 'Main', kind: 'opening', quantity: 90, occurred_at: `${daysAgo(500)}T08:00:00Z` },
    // Within hours of midnight, in UTC and in Honolulu.
    ...[365, 90, 28, 7].flatMap((days): MoveFixture[] => [
      { sku: 'J-S', location: 'Main', kind: 'receipt', quantity: 7, occurred_at: `${daysAgo(days)}T03:00:00Z` },
      { sku: 'J-S', location: 'Main', kind: 'receipt', quantity: 9, occurred_at: `${daysAgo(days)}T11:00:00Z` },
    ]),
  ])
  await sell(shop, randomSales(daysAgo(400), daysAgo(1), 17))
  await keep(shop, today)
  await foldAll(shop)
  await expectExact(shop, 'UTC', random)
  await sql`update organizations set time_zone = 'Pacific/Honolulu' where organization_id = ${shop.tenant.organization_id}`
  await expectExact(shop, 'before the job', random, 'Pacific/Honolulu')
  await keep(shop, today)
  await expectExact(shop, 'after the job', random, 'Pacific/Honolulu')
})
