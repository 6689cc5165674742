import { expect, setDefaultTimeout, test } from 'bun:test'
import { addDays } from '../../../server/calendar/days.ts'
import { keepRunningSums } from '../../../server/insight/sales/running_sums/keep_running_sums.ts'
import { hasRunningSums, runningSums } from '../../../server/insight/sales/running_sums/running_sums.sql.ts'
import { foldVelocityChanges } from '../../../server/insight/velocity/refresh_velocity.ts'
import { sumNames } from '../../../server/contract/stock.ts'
import { moveStock } from '../../support/fixtures/catalogue.ts'
import { openSalesShop, randomSales, type SalesShop, sell } from './support.ts'

setDefaultTimeout(120_000)
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
  await keepRunningSums(step, tenant.organization_id, day)
}

const fold = ({ tenant }: SalesShop) =>
  tenant.service.database.sql.begin((tx) => foldVelocityChanges(tx as never, tenant.organization_id))

const marksOf = async ({ tenant }: SalesShop): Promise<number> => {
  const [row] = await tenant.service.database.sql`
    select count(*)::int as marks from velocity_changes where organization_id = ${tenant.organization_id}`
  return row!.marks
}

async function sumsBetween({ tenant }: SalesShop, start: string, end: string): Promise<unknown[]> {
  const { sql } = tenant.service.database
  const running = runningSums(sumNames, { organization: '$1', start: '$2::date', end: '$3::date' })
  const sums = sumNames.map((name) => `sum(s.${name})::float8 as ${name}`).join(', ')
  return sql.unsafe(
    `select s.variant_id, ${sums} from (${running}) s group by s.variant_id having sum(s.row_count) <> 0 order by 1`,
    [tenant.organization_id, start, end],
  )
}

/** The same from the rows alone. */
async function rowsBetween({ tenant }: SalesShop, start: string, end: string): Promise<unknown[]> {
  const sums = sumNames.map((name) =>
    name === 'row_count' ? 'count(*)::float8 as row_count' : `sum(s.${name})::float8 as ${name}`,
  )
  return tenant.service.database.sql.unsafe(
    `select s.variant_id, ${sums.join(', ')} from sales_daily s
    where s.organization_id = $1 and s.day between $2::date and $3::date group by 1 order by 1`,
    [tenant.organization_id, start, end],
  )
}

async function expectExact(shop: SalesShop, after: string, random: (below: number) => number): Promise<void> {
  const windows = [
    [daysAgo(28), daysAgo(1)],
    [daysAgo(365), daysAgo(1)],
    [`${today.slice(0, 4)}-01-01`, today],
    [daysAgo(900), today],
    ...Array.from({ length: 4 }, () => {
      const start = random(700)
      return [daysAgo(start), daysAgo(Math.max(0, start - 15 - random(400)))]
    }),
  ] as [string, string][]
  for (const [start, end] of windows)
    expect([after, start, end, await sumsBetween(shop, start, end)]).toEqual([
      after,
      start,
      end,
      [...(await rowsBetween(shop, start, end))],
    ])
}

/** Changes of rows, by any writer. */
function changesOf({ tenant }: SalesShop, random: (below: number) => number) {
  const { sql } = tenant.service.database
  const org = tenant.organization_id
  return {
    correct: () => sql`
      update sales_daily set units = units + 2, gross_sales_cents = gross_sales_cents + 990, priced_units = 0,
        known_markdown_units = 0
      where organization_id = ${org} and day = ${daysAgo(random(500))}::date`,
    remove: () => sql`
      delete from sales_daily where organization_id = ${org} and day between ${daysAgo(300 + random(100))}::date and ${daysAgo(280)}::date
        and variant_id in (select variant_id from variants where organization_id = ${org} order by sku limit ${1 + random(3)})`,
    remove_a_variant: () => sql`
      delete from sales_daily where organization_id = ${org}
        and variant_id = (select variant_id from variants where organization_id = ${org} order by sku offset ${random(5)} limit 1)`,
    move_days: () => sql`
      update sales_daily set day = day - 1000 where organization_id = ${org} and day = ${daysAgo(random(60))}::date`,
  }
}

test('sums of any window are those of the rows after corrections, back-dated rows and removals', async () => {
  const shop = await openSalesShop()
  const random = randomOf(7)
  await sell(shop, randomSales(daysAgo(560), daysAgo(40), 3))
  await keep(shop, daysAgo(40))
  await expectExact(shop, 'first sums', random)
  const changes = changesOf(shop, random)
  const steps: [string, () => PromiseLike<unknown>][] = [
    ['fold', () => fold(shop)],
    ['later sales', () => sell(shop, randomSales(daysAgo(39), daysAgo(20), 5))],
    ['correction', changes.correct],
    ['a later day', () => keep(shop, daysAgo(15))],
    ['fold', () => fold(shop)],
    ['back-dated sales', () => sell(shop, randomSales(daysAgo(640), daysAgo(600), 9))],
    ['removal', changes.remove],
    ['fold', () => fold(shop)],
    ['sales until today', () => sell(shop, randomSales(daysAgo(19), today, 13))],
    ['today', () => keep(shop, today)],
    ['correction', changes.correct],
    ['removal of a variant', changes.remove_a_variant],
    ['moved days', changes.move_days],
    ['fold', () => fold(shop)],
    ['the same day again', () => keep(shop, today)],
  ]
  for (const [name, step] of steps) {
    await step()
    await expectExact(shop, name, random)
  }
  while ((await marksOf(shop)) > 0) await fold(shop)
  await expectExact(shop, 'everything folded', random)
})

test('the sales table, the overview and metrics answer the same with running sums as without', async () => {
  const shop = await openSalesShop()
  const { tenant } = shop
  await sell(shop, randomSales(daysAgo(420), today, 21))
  // One variant is no longer sold.
  await tenant.service.database.sql`
    delete from sales_daily where organization_id = ${tenant.organization_id} and day > ${daysAgo(60)}::date
      and variant_id = (select variant_id from variants where organization_id = ${tenant.organization_id} and sku = 'D-30')`
  // In stock throughout, known from the middle of the window on, and sold out in it.
  const moved = (sku: string, days: number, quantity: number) => ({
    sku,
    location: 'Main',
    kind: quantity > 0 ? ('receipt' as const) : ('fulfilment' as const),
    quantity,
    occurred_at: `${daysAgo(days)}T10:00:00Z`,
  })
  await moveStock(tenant, shop.ids, [
    moved('J-S', 410, 900),
    moved('J-M', 200, 90),
    moved('D-30', 400, 40),
    moved('D-30', 120, -40),
    moved('D-32', 20, 7),
  ])
  const window = `start_date=${daysAgo(390)}&end_date=${daysAgo(1)}`
  const read = async () => {
    const answers = []
    for (const path of [
      `/api/v1/sales/table?${window}&fields=sku,net_sales,items_sold,taxes,discounts`,
      '/api/v1/sales/table?fields=sku,net_sales',
      '/api/v1/sales/table?fields=sku,net_sales&limit=2&offset=1&sort_args=net_sales',
      `/api/v1/sales/table?${window}&sort_args=-net_items_sold&fields=sku,net_items_sold`,
      `/api/v1/sales/table?${window}&type=products&fields=product_title,net_sales,items_returned`,
      `/api/v1/sales/table?${window}&sort_args=-return_rate&fields=sku,return_rate`,
      `/api/v1/sales/table?${window}&fields=sku,sell_through,stockout_losses`,
      `/api/v1/sales/table?${window}&type=products&fields=product_title,sell_through,stockout_losses,taxes`,
      '/api/v1/sales/table?type=products&fields=product_title,net_sales,stockout_losses',
      '/api/v1/sales/new-overview?period=last_365_days&charts=sales_by_variant',
      '/api/v1/sales/new-overview?period=last_365_days&charts=sales_by_variant&product_option=Size',
      '/api/v1/sales/new-overview?period=last_28_days&charts=sales_by_variant',
      '/api/v1/sales/new-overview?period=last_28_days&charts=sales_by_variant&product_option=Size',
    ])
      answers.push((await tenant.get(path)).body)
    for (const dimensions of [['product'], ['product', 'category']]) {
      const query = {
        domain: 'sales',
        measures: ['net_sales', 'units_sold', 'returns_value', 'discount_rate'],
        dimensions,
        time_range: { kind: 'absolute', start: daysAgo(390), end: daysAgo(1) },
      }
      const { rows } = (await tenant.post('/api/v1/metrics/query', { query })).body.data
      answers.push(rows)
    }
    return JSON.parse(JSON.stringify(answers).replaceAll(/"(request_id|as_of)":"[^"]*"/g, '"$1":""'))
  }
  const serves = () =>
    hasRunningSums(tenant.service.database.sql as never, tenant.organization_id, {
      start: daysAgo(390),
      end: daysAgo(1),
    })
  const [without, before] = [await read(), await serves()]
  await keep(shop, today)
  const [unfolded, during] = [await read(), await serves()]
  while ((await marksOf(shop)) > 0) await fold(shop)
  expect([before, during, await serves()]).toEqual([false, true, true])
  expect(without[0].data.rows).toHaveLength(5)
  expect(unfolded).toEqual(without)
  expect(await read()).toEqual(without)
})
