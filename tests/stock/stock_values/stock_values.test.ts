import { expect, test } from 'bun:test'
import { fillDemo } from '../../../db/demo/fill.ts'
import { addDays } from '../../../server/calendar/days.ts'
import { foldVelocityChanges } from '../../../server/insight/velocity/refresh_velocity.ts'
import { readStockActuals } from '../../../server/planning/buy_plans/actuals/stock_actuals.store.ts'
import { planMonths } from '../../../server/planning/buy_plans/plan_calendar.rules.ts'
import { foldOrganization, foldStockValues } from '../../../server/stock/stock_values/fold_stock_values.ts'
import { verifyStockValues } from '../../../server/stock/stock_values/verify_stock_values.ts'
import { type Catalogue, insertRows, moveStock, setFixture } from '../../support/fixtures/catalogue.ts'
import { newSession } from '../../support/service/session.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'
import { comparable, plainStockActuals } from './plain_values.ts'

const today = new Date().toISOString().slice(0, 10)
const year = Number(today.slice(0, 4))
const thisYear = planMonths({ fiscal_year: year - 1, fiscal_year_start_month: 12, calendar: 'gregorian' })
const lastYear = planMonths({ fiscal_year: year - 2, fiscal_year_start_month: 12, calendar: 'gregorian' })
const retail = planMonths({ fiscal_year: year, fiscal_year_start_month: 2, calendar: 'retail_4_5_4' })
const nextYear = planMonths({ fiscal_year: year + 1, fiscal_year_start_month: 2, calendar: 'retail_4_5_4' })

interface Shop {
  tenant: Tenant
  ids: Catalogue
  time_zone: string
}

async function newShop(time_zone = 'UTC'): Promise<Shop> {
  const tenant = await newTenant()
  await tenant.service.database.sql`
    update organizations set time_zone = ${time_zone} where organization_id = ${tenant.organization_id}`
  const stock = (on_hand: number, unit_cost: string | null, days: number) => ({
    on_hand,
    unit_cost,
    occurred_at: `${addDays(today, -days)}T20:00:00Z`,
  })
  const ids = await setFixture(tenant, {
    locations: ['Main', 'Store'],
    categories: ['Coats', 'Knitwear', 'Hats'],
    suppliers: ['Mill'],
    products: [
      {
        title: 'Jumper',
        category: 'Knitwear',
        variants: [
          {
            sku: 'J',
            price_cents: 9_999,
            stock: { Main: stock(100, '40.1234', 700), Store: stock(7, '39.0001', 300) },
          },
          { sku: 'K', price_cents: 8_900, stock: { Main: stock(30, '22.5000', 500) } },
        ],
      },
      {
        title: 'Coat',
        category: 'Coats',
        variants: [{ sku: 'C', price_cents: 25_000, stock: { Main: stock(12, null, 90) } }],
      },
      {
        title: 'Beret',
        category: 'Hats',
        currency: 'EUR',
        variants: [{ sku: 'B', price_cents: 3_000, stock: { Main: stock(5, '8.0000', 40) } }],
      },
      { title: 'Card', variants: [{ sku: 'X', price_cents: null, stock: { Store: stock(50, '0.3333', 200) } }] },
    ],
    purchase_orders: [
      {
        name: 'PO-1',
        supplier: 'Mill',
        location: 'Main',
        status: 'issued',
        lines: [{ sku: 'K', quantity: 50, unit_cost: '21.0000' }],
      },
    ],
  })
  return { tenant, ids, time_zone }
}

const sqlOf = ({ tenant }: Shop) => tenant.service.database.sql as never

/** Takes the marks of movements, as the job of velocity does; it takes none before the windows of velocity are measured. */
async function foldMovements({ tenant }: Shop): Promise<number> {
  const { sql } = tenant.service.database
  await sql`
    insert into velocity_windows (organization_id, end_exclusive, measured_at)
    values (${tenant.organization_id}, ${today}::date, now()) on conflict do nothing`
  return sql.begin((tx) => foldVelocityChanges(tx as never, tenant.organization_id)) as Promise<number>
}

/** Folds everything of the organisation; other tests fold theirs at the same time. */
async function foldWhole(shop: Shop): Promise<void> {
  const { tenant } = shop
  const { sql } = tenant.service.database
  while ((await sql.begin((tx) => foldOrganization(tx as never, tenant.organization_id))) > 0);
  while ((await foldMovements(shop)) > 0);
  const [left] = await sql<{ marks: number }[]>`
    select (select count(*)::int from velocity_changes where organization_id = ${tenant.organization_id})
      + (select count(*)::int from stock_value_changes where organization_id = ${tenant.organization_id}) as marks`
  expect(left!.marks).toBe(0)
}

/** The kept values equal those of all movements, before and after what changed is folded. */
async function expectExact(shop: Shop): Promise<void> {
  const { tenant, time_zone } = shop
  const scope = { organization_id: tenant.organization_id, time_zone }
  const compare = async () => {
    for (const months of [lastYear, thisYear, retail, nextYear]) {
      const plain = comparable(await plainStockActuals(tenant, time_zone, months))
      expect(comparable(await readStockActuals(sqlOf(shop), scope, months))).toEqual(plain)
    }
    expect(await verifyStockValues(sqlOf(shop), tenant.organization_id)).toEqual([])
  }
  await compare()
  await foldWhole(shop)
  await compare()
}

test('the value of the stock is that of its movements after sales, receipts, back-dated rows and corrections', async () => {
  const shop = await newShop()
  const { tenant, ids } = shop
  await expectExact(shop)
  const at = (days: number, hour = '12') => `${addDays(today, -days)}T${hour}:00:00Z`
  await moveStock(tenant, ids, [
    {
      sku: 'J',
      location: 'Main',
      kind: 'receipt',
      quantity: 60,
      unit_cost: '45.5000',
      landed_unit_cost: '47.7777',
      occurred_at: at(410),
    },
    { sku: 'J', location: 'Main', kind: 'fulfilment', quantity: -31, occurred_at: at(200) },
    {
      sku: 'K',
      location: 'Store',
      kind: 'receipt',
      quantity: 9,
      unit_cost: null,
      landed_unit_cost: null,
      occurred_at: at(35),
    },
    { sku: 'C', location: 'Main', kind: 'fulfilment', quantity: -12, occurred_at: at(2) },
  ])
  await expectExact(shop)
  // A row of an earlier year, recorded after later ones; it changes the cost at which all others are counted.
  await moveStock(tenant, ids, [
    {
      sku: 'J',
      location: 'Main',
      kind: 'receipt',
      quantity: 11,
      unit_cost: '10.0000',
      landed_unit_cost: '10.0000',
      occurred_at: at(600),
    },
    { sku: 'J', location: 'Main', kind: 'return', quantity: 2, occurred_at: at(0, '00') },
  ])
  await expectExact(shop)
  const order = `/api/v1/organizations/${tenant.organization_id}/purchase-orders/${ids.purchase_orders['PO-1']}/deliveries`
  const line_items = (quantity: number) => ({
    line_items: [{ variant_id: ids.variants.K, received_quantity: quantity }],
  })
  const delivery = await tenant.post(order, { ...line_items(20), received_at: at(70) })
  expect(delivery.status).toBe(200)
  await expectExact(shop)
  expect((await tenant.patch(`${order}/${delivery.body.data.delivery_id}`, line_items(15))).status).toBe(200)
  await expectExact(shop)
  expect((await tenant.delete(`${order}/${delivery.body.data.delivery_id}`)).status).toBe(204)
  await moveStock(tenant, ids, [
    {
      sku: 'J',
      location: 'Main',
      kind: 'cost_adjustment',
      quantity: 0,
      adjusted: { quantity: 10, cost: '25.0000', stock: 'on_hand' },
    },
  ])
  await expectExact(shop)
})

test('new prices, currencies, categories and rates revalue the past', async () => {
  const shop = await newShop()
  const { tenant, ids } = shop
  const { sql } = tenant.service.database
  const session = await newSession(tenant)
  const org = tenant.organization_id
  await foldWhole(shop)
  expect((await session.patch(`/api/v1/catalogue/variants/${ids.variants.J}`, { price_cents: 10_950 })).status).toBe(
    200,
  )
  expect((await session.patch(`/api/v1/catalogue/variants/${ids.variants.K}`, { price_cents: null })).status).toBe(200)
  await expectExact(shop)
  const product = (title: string) => `/api/v1/catalogue/products/${ids.products[title]}`
  expect((await session.patch(product('Jumper'), { category: 'Coats' })).status).toBe(200)
  expect((await session.patch(product('Card'), { category: 'Hats' })).status).toBe(200)
  expect((await session.patch(product('Coat'), { category: null })).status).toBe(200)
  await expectExact(shop)
  // Knitwear has no stock left: it is no category of the stock any more.
  const left = await readStockActuals(sqlOf(shop), { organization_id: org, time_zone: 'UTC' }, thisYear)
  expect(left.map(({ category_id }) => category_id)).not.toContain(ids.categories.Knitwear!)
  const rate = (currency: string, days: number, perUnit: number) =>
    insertRows(tenant, 'exchange_rates', [
      { currency, rate_date: addDays(today, -days), organization_currency_per_unit: perUnit },
    ])
  await rate('EUR', 30, 1.0875)
  await expectExact(shop)
  await rate('EUR', 1, 1.1)
  await sql`update products set currency = 'GBP' where organization_id = ${org} and product_id = ${ids.products.Coat!}`
  await expectExact(shop)
  await sql`update organizations set currency = 'EUR' where organization_id = ${org}`
  await expectExact(shop)
  await sql`
    update variants set product_id = ${ids.products.Beret!} where organization_id = ${org} and variant_id = ${ids.variants.K!}`
  await expectExact(shop)
})

test('days are those of the time zone, and a new time zone has other ones', async () => {
  const shop = await newShop('Asia/Kolkata')
  const { tenant, ids } = shop
  const edges = ['18:29:59', '18:30:00', '23:59:59', '00:00:00'].flatMap((clock, i) =>
    [thisYear[5]!.start, retail[3]!.start, addDays(thisYear[7]!.start, -1)].map((day) => ({
      sku: 'J',
      location: 'Store',
      kind: 'adjustment' as const,
      quantity: 1 + i,
      occurred_at: `${addDays(day, -1)}T${clock}Z`,
    })),
  )
  await moveStock(tenant, ids, edges)
  await expectExact(shop)
  const session = await newSession(tenant, { role: 'admin' })
  const time_zone = 'America/Los_Angeles'
  const changed = await session.patch(`/api/v1/organizations/${tenant.organization_id}`, { time_zone })
  expect(changed.status).toBe(200)
  await expectExact({ ...shop, time_zone })
})

test('folds that run at once, in small batches and beside writers count each movement once', async () => {
  const shop = await newShop()
  const { tenant, ids } = shop
  const { sql } = tenant.service.database
  const fold = () => sql.begin((tx) => foldStockValues(tx as never, tenant.organization_id, 1))
  // One process at a time runs the job of velocity.
  const foldMarks = async () => {
    for (let run = 0; run < 8; run++) await foldMovements(shop)
  }
  const writers = Array.from({ length: 12 }, (_, i) =>
    moveStock(tenant, ids, [
      {
        sku: i % 2 === 0 ? 'J' : 'K',
        location: 'Main',
        kind: 'receipt',
        quantity: 1 + i,
        unit_cost: `${30 + i}.0000`,
        landed_unit_cost: `${31 + i}.0000`,
      },
    ]),
  )
  await Promise.all([...writers, foldMarks(), ...Array.from({ length: 24 }, fold)])
  await Promise.all(Array.from({ length: 8 }, fold))
  await expectExact(shop)
})

test('a fold waits for another one of its organisation, which has folded another mark of a variant', async () => {
  const shop = await newShop()
  const { tenant, ids } = shop
  const { sql } = tenant.service.database
  const org = tenant.organization_id
  await foldWhole(shop)
  for (const price_cents of [9_100, 9_200])
    await sql`
      update variants set price_cents = ${price_cents}
      where organization_id = ${org} and variant_id = ${ids.variants.J!}`
  await moveStock(tenant, ids, [
    { sku: 'J', location: 'Main', kind: 'receipt', quantity: 5, unit_cost: '41.0000', landed_unit_cost: '42.0000' },
  ])
  const isWaiting = async (pid: number) => {
    const [row] = await sql`select wait_event_type = 'Lock' as is_waiting from pg_stat_activity where pid = ${pid}`
    return row?.is_waiting === true
  }
  let second: Promise<number> | undefined
  const first = await sql.begin(async (tx) => {
    const marks = await foldOrganization(tx as never, org, 1)
    const started = Promise.withResolvers<number>()
    second = sql.begin(async (other) => {
      const [row] = await other<{ pid: number }[]>`select pg_backend_pid() as pid`
      started.resolve(row!.pid)
      return foldOrganization(other as never, org)
    }) as Promise<number>
    const pid = await started.promise
    while (!(await isWaiting(pid)));
    return marks
  })
  expect([first, await second]).toEqual([1, 1])
  await expectExact(shop)
})

test('a change that is rolled back leaves nothing', async () => {
  const shop = await newShop()
  const { tenant, ids } = shop
  const { sql } = tenant.service.database
  await foldWhole(shop)
  const undone = sql.begin(async (tx) => {
    await tx`update variants set price_cents = 1 where organization_id = ${tenant.organization_id}`
    throw new Error(`undone ${ids.variants.J}`)
  })
  expect(undone).rejects.toThrow('undone')
  await undone.catch(() => {})
  const [row] = await sql`
    select count(*)::int as marks from stock_value_changes where organization_id = ${tenant.organization_id}`
  expect(row!.marks).toBe(0)
  await expectExact(shop)
})

test('sums that were damaged are found, and a fault names category, day and both figures', async () => {
  const shop = await newShop()
  const { tenant, ids } = shop
  const { sql } = tenant.service.database
  await foldWhole(shop)
  const day = addDays(today, -500)
  await sql`
    update stock_value_days set retail = retail + 1
    where organization_id = ${tenant.organization_id} and day = ${day}::date`
  const wrong = await verifyStockValues(sqlOf(shop), tenant.organization_id)
  expect(wrong).toMatchObject([{ category_id: ids.categories.Knitwear, currency: 'USD', day }])
  expect([JSON.parse(wrong[0]!.found!).retail, JSON.parse(wrong[0]!.expected!).retail]).toEqual([267_001, 267_000])
})

test('a bulk load is folded at its end, and its value is that of its movements', async () => {
  const tenant = await newTenant()
  const { service, organization_id } = tenant
  await service.database.sql`update organizations set sandbox = true where organization_id = ${organization_id}`
  await fillDemo(service.database.url, { organization_id, variants: 24, seed: 11, today })
  const [left] = await service.database.sql`
    select (select count(*)::int from stock_value_changes where organization_id = ${organization_id}) as marks,
      (select count(*)::int from stock_levels l
        left join stock_value_levels f using (organization_id, variant_id, location_id)
        where l.organization_id = ${organization_id} and l.sequence <> coalesce(f.sequence, 0)) as levels`
  expect(left).toEqual({ marks: 0, levels: 0 })
  const [owner] = await service.database.sql`
    select time_zone from organizations where organization_id = ${organization_id}`
  await expectExact({ tenant, ids: {} as Catalogue, time_zone: owner!.time_zone })
}, 60_000)
