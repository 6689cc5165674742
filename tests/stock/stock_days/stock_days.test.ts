/** Stock by day is recomputed here from the movements that the test booked: by day, category and location. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { addDays, eachDay } from '../../../server/calendar/days.ts'
import { dayInTimeZone } from '../../../server/calendar/time_zone.ts'
import { foldVelocityChanges } from '../../../server/insight/velocity/refresh_velocity.ts'
import { countOrganization } from '../../../server/stock/stock_days/count_stock.ts'
import { findWrongStockDays } from '../../../server/stock/stock_days/verify_stock_days.ts'
import { type Catalogue, moveStock, setFixture } from '../../support/fixtures/catalogue.ts'
import type { MoveFixture } from '../../support/fixtures/fixture.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'

setDefaultTimeout(120_000)

const today = new Date().toISOString().slice(0, 10)
const daysAgo = (days: number) => addDays(today, -days)
const randomOf = (seed: number) => (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
const places = ['Main', 'Store', 'Outlet']
const skus = ['A1', 'A2', 'B1', 'C1', 'D1', 'D2']

interface Shop {
  tenant: Tenant
  ids: Catalogue
  moves: MoveFixture[]
  /** Category of each product; products are the first letters of the SKUs. */
  categories: Record<string, string | null>
  time_zone: string
}

async function openShop(): Promise<Shop> {
  const tenant = await newTenant()
  const categories = { A: 'Coats', B: 'Knitwear', C: null, D: 'Knitwear' }
  const ids = await setFixture(tenant, {
    locations: places,
    categories: ['Coats', 'Knitwear', 'Empty'],
    products: Object.entries(categories).map(([title, category]) => ({
      title,
      ...(category === null ? {} : { category }),
      variants: skus.filter((sku) => sku.startsWith(title)).map((sku) => ({ sku })),
    })),
  })
  return { tenant, ids, moves: [], categories, time_zone: 'UTC' }
}

async function book(shop: Shop, moves: MoveFixture[]): Promise<void> {
  await moveStock(shop.tenant, shop.ids, moves)
  shop.moves.push(...moves)
}

/** Movements at any time of the days between, some of them at midnight. */
const randomMoves = (random: (below: number) => number, count: number, from: number, to: number): MoveFixture[] =>
  Array.from({ length: count }, () => {
    const hour = random(4) === 0 ? '00:00:00' : `${String(random(24)).padStart(2, '0')}:30:00`
    return {
      sku: skus[random(skus.length - 1)]!,
      location: places[random(places.length)]!,
      kind: 'adjustment' as const,
      quantity: 1 + random(40) - random(12),
      occurred_at: `${daysAgo(to + random(from - to + 1))}T${hour}Z`,
    }
  }).filter(({ quantity }) => quantity !== 0)

interface Expected {
  category: string | null
  period_start: string
  opening: number
  closing: number
}

/** From the list of movements; only categories with a movement at the locations have rows. */
function expectedRows(shop: Shop, days: readonly string[], locations: readonly string[]): Expected[] {
  const rows = shop.moves
    .filter(({ location }) => locations.includes(location))
    .map((one) => ({
      ...one,
      category: shop.categories[one.sku[0]!]!,
      day: dayInTimeZone(shop.time_zone, one.occurred_at!),
    }))
  const categories = [...new Set(rows.map(({ category }) => category))].toSorted((a, b) =>
    a === null ? 1 : b === null ? -1 : a.localeCompare(b),
  )
  const until = (category: string | null, end: string) =>
    rows.filter((one) => one.category === category && one.day < end).reduce((sum, { quantity }) => sum + quantity, 0)
  return categories.flatMap((category) =>
    days.map((day) => ({
      category,
      period_start: day,
      opening: until(category, day),
      closing: until(category, addDays(day, 1)),
    })),
  )
}

const variantsAt = (shop: Shop, locations: readonly string[]) =>
  new Set(shop.moves.filter(({ location }) => locations.includes(location)).map(({ sku }) => sku)).size

/** What the ledger began before; the rows of earlier days are null. */
async function expectExact(shop: Shop, after: string): Promise<void> {
  for (const [locations, back, length] of [
    [places, 40, 25],
    [['Store'], 39, 38],
    [['Main', 'Outlet'], 20, 15],
  ] as const) {
    const window = { start: daysAgo(back), end: daysAgo(back - length) }
    const chosen =
      locations.length === places.length
        ? ''
        : `&locations=${locations.map((one) => shop.ids.locations[one]).join(',')}`
    const query = `start_date=${window.start}&end_date=${window.end}&grain=day${chosen}`
    const { data } = (await shop.tenant.get(`/api/v1/inventory/stock-on-hand?${query}`)).body
    const days = eachDay(window.start, addDays(window.end, 1))
    const rows = data.rows.map(({ category, period_start, opening, closing }: Expected) => ({
      category,
      period_start,
      opening,
      closing,
    }))
    expect([after, locations, rows]).toEqual([after, locations, expectedRows(shop, days, locations)])
    expect([after, locations, data.coverage.variants]).toEqual([after, locations, variantsAt(shop, locations)])
    if (locations.length < places.length) continue
    // One category alone, in months.
    const month = await shop.tenant.get(
      `/api/v1/inventory/stock-on-hand?start_date=${window.start}&end_date=${window.end}&grain=month&categories=Coats`,
    )
    const { opening, closing } = expectedRows(shop, days, places)
      .filter(({ category }) => category === 'Coats')
      .reduce((all, row) => ({ opening: all?.opening ?? row.opening, closing: row.closing }), null as any)
    const found = month.body.data.rows
    expect([after, found[0].opening, found.at(-1).closing]).toEqual([after, opening, closing])
  }
}

const stepOf = ({ tenant }: Shop) =>
  (<T>(work: (sql: never, now: string) => Promise<T>) =>
    tenant.service.database.sql.begin((tx) => work(tx as never, new Date().toISOString()))) as never

const count = (shop: Shop) => countOrganization(stepOf(shop), shop.tenant.organization_id)

/** The marks of changed variants, as the job of velocity takes them. */
async function fold({ tenant }: Shop): Promise<void> {
  const { sql } = tenant.service.database
  await sql`
    insert into velocity_windows (organization_id, end_exclusive, measured_at)
    values (${tenant.organization_id}, ${today}::date, now()) on conflict do nothing`
  while ((await sql.begin((tx) => foldVelocityChanges(tx as never, tenant.organization_id))) > 0);
}

async function move(shop: Shop, product: string, category: string | null): Promise<void> {
  const { tenant, ids } = shop
  await tenant.service.database.sql`
    update products set category_id = ${category === null ? null : ids.categories[category]!}
    where organization_id = ${tenant.organization_id} and product_id = ${ids.products[product]!}`
  shop.categories[product] = category
}

async function setTimeZone(shop: Shop, time_zone: string): Promise<void> {
  await shop.tenant.service.database.sql`
    update organizations set time_zone = ${time_zone} where organization_id = ${shop.tenant.organization_id}`
  shop.time_zone = time_zone
}

/** The stored sums against the movements, by plain SQL, when nothing is left to count. */
async function expectCounted({ tenant }: Shop): Promise<void> {
  const { sql } = tenant.service.database
  const { organization_id } = tenant
  const [left] = await sql`
    select (select count(*)::int from velocity_changes where organization_id = ${organization_id}) as variants,
      (select count(*)::int from stock_category_changes where organization_id = ${organization_id}) as products,
      (select count(*)::int from stock_day_counts where organization_id = ${organization_id} and counted_at is not null)
        as counted`
  expect(left).toEqual({ variants: 0, products: 0, counted: 1 })
  const none = '00000000-0000-0000-0000-000000000000'
  const wrong = await sql`
    with day as (
      select m.location_id, coalesce(p.category_id, ${none}) as category_id, m.quantity_delta as units,
        (m.occurred_at at time zone o.time_zone)::date as day
      from stock_movements m
      join organizations o using (organization_id)
      join variants v using (organization_id, variant_id)
      join products p using (organization_id, product_id)
      where m.organization_id = ${organization_id}
    ), expected as (
      select location_id, category_id, day, sum(units) as units from (
        select location_id, category_id, day, units from day
        union all select ${none}::uuid, category_id, day, units from day
      ) d group by 1, 2, 3
    )
    select * from expected e
    full join (select * from stock_by_day where organization_id = ${organization_id}) s using (location_id, category_id, day)
    where coalesce(e.units, 0) <> coalesce(s.units, 0)`
  expect([...wrong]).toEqual([])
  const totals = await sql`
    select * from (
      select location_id, category_id, sum(units) as units from stock_by_day
      where organization_id = ${organization_id} group by 1, 2
    ) d
    full join (select * from stock_by_category where organization_id = ${organization_id}) s using (location_id, category_id)
    where coalesce(d.units, 0) <> coalesce(s.units, 0)`
  expect([...totals]).toEqual([])
}

test('stock by day is that of the movements after late rows, removals, moves of products and a bulk load', async () => {
  const shop = await openShop()
  const random = randomOf(5)
  // The ledger begins before every window, with the days' first movements.
  await book(shop, [
    { sku: 'A1', location: 'Main', kind: 'opening', quantity: 50, occurred_at: `${daysAgo(60)}T00:00:00Z` },
  ])
  await book(shop, randomMoves(random, 40, 55, 3))
  const steps: [string, () => Promise<void>][] = [
    ['nothing is counted', async () => {}],
    ['the first count', () => count(shop)],
    ['later movements', () => book(shop, randomMoves(random, 12, 20, 1))],
    ['they are folded', () => fold(shop)],
    ['a product of another category', () => move(shop, 'B', 'Coats')],
    ['a product without one', () => move(shop, 'A', null)],
    ['moved products are counted', () => count(shop)],
    [
      'a variant that had none',
      () =>
        book(shop, [
          { sku: 'D2', location: 'Store', kind: 'receipt', quantity: 9, occurred_at: `${daysAgo(30)}T12:00:00Z` },
        ]),
    ],
    ['changes are folded', () => fold(shop)],
    ['a product of a third category', () => move(shop, 'D', 'Coats')],
    [
      'which is folded with a movement',
      async () => {
        await book(shop, randomMoves(random, 3, 20, 4))
        await fold(shop)
      },
    ],
    ['back-dated rows', () => book(shop, randomMoves(random, 15, 58, 41))],
    [
      'moved twice before the fold',
      async () => {
        await move(shop, 'A', 'Knitwear')
        await move(shop, 'A', 'Coats')
      },
    ],
    ['changes are folded again', () => fold(shop)],
    ['a bulk load', () => book(shop, randomMoves(random, 1_200, 50, 2))],
    ['the bulk load is folded', () => fold(shop)],
    [
      'a transfer of a day',
      () =>
        book(shop, [
          { sku: 'A2', location: 'Main', kind: 'adjustment', quantity: -7, occurred_at: `${daysAgo(12)}T05:00:00Z` },
          { sku: 'A2', location: 'Outlet', kind: 'adjustment', quantity: 7, occurred_at: `${daysAgo(12)}T06:00:00Z` },
        ]),
    ],
    ['another time zone', () => setTimeZone(shop, 'Pacific/Kiritimati')],
    ['its days are counted', () => count(shop)],
    ['and changes in it', () => book(shop, randomMoves(random, 10, 30, 5))],
    [
      'west of all',
      async () => {
        await setTimeZone(shop, 'Pacific/Pago_Pago')
        await count(shop)
      },
    ],
    ['everything is folded', () => fold(shop)],
  ]
  for (const [name, step] of steps) {
    await step()
    await expectExact(shop, name)
  }
  await expectCounted(shop)
  // The verification agrees, and names what differs.
  const { sql } = shop.tenant.service.database
  const wrong = () => findWrongStockDays(sql as never, shop.tenant.organization_id)
  expect(await wrong()).toEqual([])
  const [changed] = await sql<{ location_id: string; category_id: string; day: string; units: string }[]>`
    update stock_by_day s set units = s.units + 3
    from (select location_id, category_id, day from stock_by_day where organization_id = ${shop.tenant.organization_id} limit 1) o
    where s.organization_id = ${shop.tenant.organization_id} and s.location_id = o.location_id
      and s.category_id = o.category_id and s.day = o.day
    returning s.location_id, s.category_id, s.day::text as day, s.units`
  const { units, ...place } = changed!
  const fault = { ...place, units: Number(units), moved: Number(units) - 3 }
  expect(await wrong()).toEqual([{ organization_id: shop.tenant.organization_id, ...fault }])
})

test('counting again changes nothing, and a count goes on where it stopped', async () => {
  const shop = await openShop()
  await book(shop, [
    { sku: 'A1', location: 'Main', kind: 'opening', quantity: 5, occurred_at: `${daysAgo(60)}T00:00:00Z` },
  ])
  await book(shop, randomMoves(randomOf(9), 60, 55, 3))
  await fold(shop)
  await count(shop)
  await count(shop)
  await fold(shop)
  await expectCounted(shop)
  await expectExact(shop, 'counted twice')
  // A run that died after some variants left the sums unused.
  const { sql } = shop.tenant.service.database
  await sql`
    update stock_day_counts set counted_at = null, after_variant_id = ${shop.ids.variants.A2!}
    where organization_id = ${shop.tenant.organization_id}`
  await expectExact(shop, 'unfinished')
  await count(shop)
  await expectCounted(shop)
})

test('the days of stock are those of the organisation, also where they begin within a UTC day', async () => {
  for (const time_zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu']) {
    const shop = await openShop()
    await setTimeZone(shop, time_zone)
    const { sql } = shop.tenant.service.database
    const [at] = await sql<{ day: string; before: string; begins: string }[]>`
      select d.day::text as day, to_char((d.day::timestamp at time zone ${time_zone}) - interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as before,
        to_char(d.day::timestamp at time zone ${time_zone}, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as begins
      from (select (now() at time zone ${time_zone})::date - 5 as day) d`
    const { day, before, begins } = at!
    await book(shop, [
      { sku: 'B1', location: 'Main', kind: 'opening', quantity: 10, occurred_at: `${addDays(day, -9)}T12:00:00Z` },
      { sku: 'B1', location: 'Main', kind: 'receipt', quantity: 3, occurred_at: before },
      { sku: 'B1', location: 'Main', kind: 'fulfilment', quantity: -4, occurred_at: begins },
    ])
    for (const isCounted of [false, true]) {
      if (isCounted) await count(shop)
      const query = `start_date=${addDays(day, -1)}&end_date=${addDays(day, 5)}&grain=day`
      const { rows } = (await shop.tenant.get(`/api/v1/inventory/stock-on-hand?${query}`)).body.data
      expect([time_zone, ...rows.slice(0, 2)].map((row: any) => row.closing ?? row)).toEqual([time_zone, 13, 9])
      // The window ends today: the last day is running, not to come.
      expect(rows.at(-1)).toMatchObject({ opening: 9, closing: 9, reason: null })
    }
  }
})
