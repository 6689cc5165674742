/** The stored estimates of the sales table, compared with products.get_price_sensitivity, which always measures. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { addDays, mondayOf } from '../../../server/calendar/days.ts'
import { measurePrices } from '../../../server/catalogue/price_sensitivity/measure_prices.ts'
import { moveStock, recordSales, setFixture } from '../../support/fixtures/catalogue.ts'
import type { Catalogue, SaleFixture } from '../../support/fixtures/fixture.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'
import { refresh } from '../../insight/velocity/velocity_fixture.ts'

setDefaultTimeout(120_000)
const today = new Date().toISOString().slice(0, 10)
const dayOf = (week: number, day = 0) => addDays(mondayOf(today), -week * 7 + day)

interface Shop {
  tenant: Tenant
  ids: Catalogue
}

const coats = Array.from({ length: 44 }, (_, i) => `COAT-${i + 10}`)
/** Coats among the first 40 siblings and behind them, one of them without sales. */
const compared = ['COAT-10', 'COAT-31', 'COAT-52', 'COAT-53', 'HAT-S', 'HAT-M', 'SCARF']
const titleOf = (sku: string) => (sku.startsWith('COAT') ? 'Coat' : sku.startsWith('HAT') ? 'Hat' : 'Scarf')
const skus = [...coats.slice(0, 43), 'HAT-S', 'HAT-M', 'SCARF']

async function openShop(): Promise<Shop> {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: ['Main'],
    sales_channels: ['Web', 'Shop'],
    categories: ['Outdoor'],
    products: [
      { title: 'Coat', category: 'Outdoor', variants: coats.map((sku) => ({ sku })) },
      { title: 'Hat', category: 'Outdoor', variants: [{ sku: 'HAT-S' }, { sku: 'HAT-M' }] },
      { title: 'Scarf', category: 'Outdoor', variants: [{ sku: 'SCARF' }] },
    ],
  })
  await moveStock(
    tenant,
    ids,
    skus.map((sku) => ({
      sku,
      location: 'Main',
      kind: 'opening',
      quantity: 90_000,
      occurred_at: `${dayOf(60)}T08:00:00Z`,
    })),
  )
  const sales = skus.flatMap((sku, i) =>
    Array.from({ length: sku.startsWith('COAT') ? 12 : 30 }, (_, n): SaleFixture => {
      const price = [2000, 1600, 2400, 1800][(n + i) % 4]!
      // Most coats sell too little to be estimated; they are siblings of those that are.
      const units = coats.includes(sku) && !compared.includes(sku) ? 1 : Math.round(12_000 / price) + (n % 3)
      return {
        sku,
        day: dayOf(n + 1, n % 7),
        channel: n % 2 === 0 ? 'Web' : 'Shop',
        location: 'Main',
        units,
        gross_sales_cents: units * price,
      }
    }),
  )
  await recordSales(tenant, ids, sales)
  return { tenant, ids }
}

const measure = ({ tenant }: Shop) =>
  measurePrices(
    ((work: (tx: never, now: string) => Promise<unknown>) =>
      tenant.service.database.sql.begin((tx) => work(tx as never, new Date().toISOString()))) as never,
    { organization_id: tenant.organization_id, time_zone: 'UTC', today },
  )

/** Stored variants by product. */
async function storedOf({ tenant }: Shop): Promise<Record<string, number>> {
  const rows = await tenant.service.database.sql<{ title: string; stored: number }[]>`
    select p.title, count(m.variant_id)::int as stored from products p
    join variants v on v.organization_id = p.organization_id and v.product_id = p.product_id
    left join price_measures m on m.organization_id = v.organization_id and m.variant_id = v.variant_id
    where p.organization_id = ${tenant.organization_id} group by p.title order by p.title`
  return Object.fromEntries(rows.map(({ title, stored }) => [title, stored]))
}

async function readTable({ tenant }: Shop): Promise<Map<string, any>> {
  const { status, body } = await tenant.get('/api/v1/sales/table?fields=sku,price_sensitivity&limit=100&sort_args=sku')
  expect(status).toBe(200)
  return new Map(body.data.rows.map((row: any) => [row.sku, row.price_sensitivity]))
}

/** Some variants of each product, each measured alone. */
async function measureAlone({ tenant, ids }: Shop): Promise<Map<string, unknown>> {
  const alone = new Map<string, unknown>()
  for (const sku of compared) {
    const { data } = (await tenant.get(`/api/v1/variants/${ids.variants[sku]}/price-sensitivity`)).body
    const { elasticity, standard_error, confidence_interval, label, reason_code, reason } = data
    alone.set(sku, { elasticity, standard_error, confidence_interval, label, reason_code, reason })
  }
  return alone
}

const isUnmeasured = (shown: any) => shown.reason_code === 'not_measured_yet' && shown.elasticity === null

/** Answers which of the variants show no measure yet; the others show that of each variant alone. */
async function unmeasured(shop: Shop, alone: Map<string, unknown>, after: string): Promise<string[]> {
  const shown = await readTable(shop)
  const open = compared.filter((sku) => isUnmeasured(shown.get(sku)))
  for (const sku of compared)
    if (!open.includes(sku)) expect([after, sku, shown.get(sku)]).toEqual([after, sku, alone.get(sku)])
  return open
}

async function expectMeasured(shop: Shop, alone: Map<string, unknown>, after: string): Promise<void> {
  expect([after, await unmeasured(shop, alone, after)]).toEqual([after, []])
}

test('stored estimates are those of each variant alone, also after corrections, back-dated rows and imports', async () => {
  const shop = await openShop()
  const { sql } = shop.tenant.service.database
  const org = shop.tenant.organization_id
  const all = { Coat: 44, Hat: 2, Scarf: 1 }
  const first = await measureAlone(shop)
  // Nothing is measured within the request.
  expect(await unmeasured(shop, first, 'nothing stored')).toEqual(compared)
  await refresh(shop.tenant)
  await measure(shop)
  expect(await storedOf(shop)).toEqual(all)
  // What is measured alone is not what is stored.
  expect(await measureAlone(shop)).toEqual(first)
  await expectMeasured(shop, first, 'stored')
  expect((await readTable(shop)).get('COAT-10').elasticity).toBeLessThan(0)
  const hat = shop.ids.variants['HAT-S']!
  const sale = { channel: 'Web', location: 'Main', units: 40, gross_sales_cents: 40 * 900 }
  const changes: [string, () => PromiseLike<unknown>, Record<string, number>][] = [
    ['a sale of this week', () => recordSales(shop.tenant, shop.ids, [{ ...sale, sku: 'HAT-S', day: today }]), all],
    [
      'a back-dated sale',
      () => recordSales(shop.tenant, shop.ids, [{ ...sale, sku: 'HAT-M', day: dayOf(40) }]),
      { ...all, Hat: 0 },
    ],
    [
      'the same units a week earlier',
      () =>
        sql`update sales_daily set day = day - 7 where organization_id = ${org} and variant_id = ${hat} and day = ${dayOf(30, 1)}`,
      { ...all, Hat: 0 },
    ],
    [
      'stock that was gone in March',
      () =>
        moveStock(shop.tenant, shop.ids, [
          {
            sku: 'SCARF',
            location: 'Main',
            kind: 'adjustment',
            quantity: -90_000,
            occurred_at: `${dayOf(12, 2)}T08:00:00Z`,
          },
          {
            sku: 'SCARF',
            location: 'Main',
            kind: 'adjustment',
            quantity: 90_000,
            occurred_at: `${dayOf(9, 2)}T08:00:00Z`,
          },
        ]),
      { ...all, Scarf: 0 },
    ],
    [
      'history of a variant that had none',
      () =>
        recordSales(
          shop.tenant,
          shop.ids,
          Array.from({ length: 25 }, (_, n) => ({ ...sale, sku: 'COAT-53', day: dayOf(n + 2, 3) })),
        ),
      { ...all, Coat: 0 },
    ],
  ]
  for (const [name, change, stored] of changes) {
    await change()
    const alone = await measureAlone(shop)
    const changed = compared.filter((sku) => stored[titleOf(sku)] === 0)
    expect([name, await unmeasured(shop, alone, name)]).toEqual([name, changed])
    await refresh(shop.tenant)
    expect([name, await storedOf(shop)]).toEqual([name, stored])
    expect([name, await unmeasured(shop, alone, name)]).toEqual([name, changed])
    await measure(shop)
    expect(await storedOf(shop)).toEqual(all)
    await expectMeasured(shop, alone, `${name}, measured again`)
  }
})

test('the sales table shows what is stored for the current weeks, and nothing of earlier ones', async () => {
  const shop = await openShop()
  const { sql } = shop.tenant.service.database
  await refresh(shop.tenant)
  await measure(shop)
  const measured = await readTable(shop)
  await sql`update price_measures set elasticity = -9.5 where organization_id = ${shop.tenant.organization_id}`
  expect((await readTable(shop)).get('HAT-S')).toEqual({ ...measured.get('HAT-S'), elasticity: -9.5 })
  await sql`update price_measures set end_exclusive = end_exclusive - 7 where organization_id = ${shop.tenant.organization_id}`
  expect([...(await readTable(shop)).values()].every(isUnmeasured)).toBe(true)
})
