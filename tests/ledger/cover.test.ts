import { expect, test } from 'bun:test'
import { nextVariants, refreshCover } from '../../server/ledger/cover.ts'
import { moveStock, recordSales, type Catalogue, setFixture } from '../support/fixtures/catalogue.ts'
import { newTenant, type Tenant } from '../support/service/tenant.ts'

/** The window at this time is 2026-10-24 to 2026-11-20, both inclusive. */
const now = '2026-11-21T10:30:00.000Z'

async function levelOf(tenant: Tenant, ids: Catalogue, sku: string, location = 'Main') {
  const [row] = await tenant.service.database.sql`
    select units_per_day::float8 as pace, lead_time_days, review_period_days, days_of_cover::float8 as cover, health
    from stock_levels where organization_id = ${tenant.organization_id}
      and variant_id = ${ids.variants[sku]!} and location_id = ${ids.locations[location]!}`
  return row!
}

const refresh = (tenant: Tenant, variant_ids?: string[]) =>
  tenant.service.database.sql.begin((tx) => refreshCover(tx as never, tenant.organization_id, now, variant_ids))

const sale = (sku: string, day: string, units: number, location = 'Main') => ({
  sku,
  day,
  channel: 'Online',
  location,
  units,
  gross_sales_cents: units * 1000,
})

function fixture(...skus: string[]) {
  return {
    locations: ['Main', 'Store'],
    sales_channels: ['Online'],
    suppliers: [{ name: 'Mill', lead_time_days: 10, review_period_days: 5 }, { name: 'Agent' }],
    products: [
      {
        title: 'Shirt',
        variants: skus.map((sku) => ({ sku, stock: { Main: { on_hand: 56, occurred_at: '2026-09-01T09:00:00Z' } } })),
      },
    ],
  }
}

test('stock that was always available is averaged over 28 days, and only the 28 complete days count', async () => {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, fixture('A'))
  await recordSales(tenant, ids, [
    sale('A', '2026-10-23', 1000),
    sale('A', '2026-10-24', 20),
    sale('A', '2026-11-20', 22),
    sale('A', '2026-11-21', 1000),
    sale('A', '2026-11-10', 500, 'Store'),
  ])
  expect(await refresh(tenant)).toBe(1)
  expect(await levelOf(tenant, ids, 'A')).toMatchObject({ pace: 1.5, cover: 37.3, health: 'healthy' })
  expect(await refresh(tenant)).toBe(0)
})

test('days without stock count neither in the days nor in the units sold', async () => {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, fixture('A'))
  await moveStock(tenant, ids, [
    // Sold out at noon on 1 November: that day counts as in stock, the 2nd to the 10th do not.
    { sku: 'A', location: 'Main', kind: 'fulfilment', quantity: -56, occurred_at: '2026-11-01T12:00:00Z' },
    { sku: 'A', location: 'Main', kind: 'receipt', quantity: 30, occurred_at: '2026-11-11T08:00:00Z' },
  ])
  await recordSales(tenant, ids, [
    sale('A', '2026-11-01', 20),
    sale('A', '2026-11-05', 99),
    sale('A', '2026-11-12', 18),
  ])
  await refresh(tenant)
  // In stock: 24 October to 1 November (9 days) and 11 to 20 November (10 days); 38 units over 19 days.
  expect(await levelOf(tenant, ids, 'A')).toMatchObject({ pace: 2, cover: 15, health: 'caution' })
})

test('days before the first movement do not count', async () => {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    ...fixture(),
    products: [
      { title: 'New', variants: [{ sku: 'N', stock: { Main: { on_hand: 9, occurred_at: '2026-11-17T23:59:00Z' } } }] },
    ],
  })
  await recordSales(tenant, ids, [sale('N', '2026-11-18', 6), sale('N', '2026-11-10', 50)])
  await refresh(tenant)
  // 17 to 20 November: four days, six units.
  expect(await levelOf(tenant, ids, 'N')).toMatchObject({ pace: 1.5, cover: 6, health: 'critical' })
})

test('a row recorded late counts at the time it occurred', async () => {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, fixture('A'))
  await moveStock(tenant, ids, [
    { sku: 'A', location: 'Main', kind: 'receipt', quantity: 10, occurred_at: '2026-11-19T00:00:00Z' },
    { sku: 'A', location: 'Main', kind: 'stocktake', quantity: -56, occurred_at: '2026-10-26T00:00:00Z' },
  ])
  await recordSales(tenant, ids, [sale('A', '2026-10-24', 6), sale('A', '2026-11-20', 2), sale('A', '2026-11-01', 70)])
  await refresh(tenant)
  // 24 and 25 October, 19 and 20 November.
  expect(await levelOf(tenant, ids, 'A')).toMatchObject({ pace: 2, cover: 5 })
})

test('a variant without sales has no sales rate and no cover, and its health follows from its stock', async () => {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, fixture('A', 'B'))
  await moveStock(tenant, ids, [{ sku: 'B', location: 'Main', kind: 'write_off', quantity: -56 }])
  await tenant.service.database.sql`
    update stock_levels set units_per_day = 3 where organization_id = ${tenant.organization_id}`
  await refresh(tenant)
  expect(await levelOf(tenant, ids, 'A')).toMatchObject({ pace: null, cover: null, health: 'healthy' })
  expect(await levelOf(tenant, ids, 'B')).toMatchObject({ pace: null, cover: null, health: 'out_of_stock' })
})

test('lead time and review period are the primary supplier’s, with defaults of 14 and 7', async () => {
  const tenant = await newTenant()
  const base = fixture()
  const stock = { Main: 5 }
  const ids = await setFixture(tenant, {
    ...base,
    products: [
      {
        title: 'Shirt',
        variants: [
          { sku: 'own', stock, suppliers: [{ supplier: 'Mill', lead_time_days: 33 }, { supplier: 'Agent' }] },
          {
            sku: 'supplier',
            stock,
            suppliers: [
              { supplier: 'Agent', is_primary: false },
              { supplier: 'Mill', is_primary: true },
            ],
          },
          { sku: 'default', stock, suppliers: [{ supplier: 'Agent' }] },
          { sku: 'none', stock },
        ],
      },
    ],
  })
  await refresh(tenant)
  expect(await levelOf(tenant, ids, 'own')).toMatchObject({ lead_time_days: 33, review_period_days: 5 })
  expect(await levelOf(tenant, ids, 'supplier')).toMatchObject({ lead_time_days: 10, review_period_days: 5 })
  expect(await levelOf(tenant, ids, 'default')).toMatchObject({ lead_time_days: 14, review_period_days: 7 })
  expect(await levelOf(tenant, ids, 'none')).toMatchObject({ lead_time_days: 14, review_period_days: 7 })
})

test('refreshing named variants changes no others, and no other organisation', async () => {
  const [tenant, other] = [await newTenant(), await newTenant()]
  const [ids, others] = [await setFixture(tenant, fixture('A', 'B')), await setFixture(other, fixture('A'))]
  for (const one of [tenant, other])
    await recordSales(one, one === tenant ? ids : others, [sale('A', '2026-11-01', 28)])
  await recordSales(tenant, ids, [sale('B', '2026-11-01', 28)])
  expect(await refresh(tenant, [ids.variants.A!, others.variants.A!])).toBe(1)
  expect(await levelOf(tenant, ids, 'A')).toMatchObject({ pace: 1 })
  expect(await levelOf(tenant, ids, 'B')).toMatchObject({ pace: null })
  expect(await levelOf(other, others, 'A')).toMatchObject({ pace: null })
})

test('a seeded sandbox has its suppliers’ lead times at once', async () => {
  const tenant = await newTenant()
  await tenant.post('/api/v1/sandbox/seed')
  const rows = await tenant.service.database.sql`
    select distinct lead_time_days, review_period_days from stock_levels
    where organization_id = ${tenant.organization_id} order by 1`
  expect([...rows]).toEqual([
    { lead_time_days: 30, review_period_days: 7 },
    { lead_time_days: 45, review_period_days: 14 },
  ])
})

test('a batch has few levels, however many locations stock its variants', async () => {
  const tenant = await newTenant()
  const locations = Array.from({ length: 41 }, (_, n) => `Location ${n}`)
  const ids = await setFixture(tenant, { locations, products: [{ title: 'Sock' }] })
  const { sql, unchecked } = tenant.service.database
  await unchecked`
    insert into variants (organization_id, variant_id, product_id, sku, title)
    select ${tenant.organization_id}::uuid, gen_random_uuid(), ${ids.products.Sock!}::uuid, 'SOCK-' || n, 'Sock ' || n
    from generate_series(1, 500) n`
  const levels = await unchecked<{ variant_id: string }[]>`
    insert into stock_levels (organization_id, variant_id, location_id)
    select v.organization_id, v.variant_id, l.location_id
    from variants v join locations l using (organization_id)
    where organization_id = ${tenant.organization_id} returning variant_id`
  const seen: string[] = []
  for (let after: string | null = null; ;) {
    const batch: string[] = await nextVariants(sql as never, tenant.organization_id, after)
    if (batch.length === 0) break
    expect(batch.length).toBeLessThanOrEqual(10_000 / locations.length)
    seen.push(...batch)
    after = batch.at(-1)!
  }
  expect(levels.length).toBe(500 * locations.length)
  expect(seen).toEqual([...new Set(levels.map(({ variant_id }) => variant_id))].toSorted())
})

const bundle = async (tenant: Tenant, ids: Catalogue, sku: string, parts: Record<string, number>, stocking: string) => {
  const { sql } = tenant.service.database
  const { organization_id } = tenant
  await sql`
    insert into bundles (organization_id, bundle_variant_id, stocking)
    values (${organization_id}, ${ids.variants[sku]!}, ${stocking})`
  for (const [part, quantity] of Object.entries(parts))
    await sql`
      insert into bundle_components (organization_id, bundle_variant_id, component_variant_id, quantity)
      values (${organization_id}, ${ids.variants[sku]!}, ${ids.variants[part]!}, ${quantity})`
}

test('what a bundle sells is demand for its components, at the place where it sold, and not for itself', async () => {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, fixture('A', 'B', 'BOX', 'CRATE', 'KIT'))
  await bundle(tenant, ids, 'BOX', { A: 2 }, 'assembled_when_sold')
  await bundle(tenant, ids, 'CRATE', { BOX: 3, B: 1 }, 'assembled_when_sold')
  await bundle(tenant, ids, 'KIT', { A: 9 }, 'ready_made')
  await recordSales(tenant, ids, [
    sale('A', '2026-11-01', 14),
    sale('BOX', '2026-11-02', 14),
    sale('CRATE', '2026-11-03', 7),
    sale('KIT', '2026-11-03', 28),
    sale('BOX', '2026-11-04', 500, 'Store'),
  ])
  await refresh(tenant)
  // 14 on their own, 14 × 2 in boxes and 7 × 3 × 2 in boxes of crates, in 28 days.
  expect(await levelOf(tenant, ids, 'A')).toMatchObject({ pace: 3, cover: 18.7 })
  expect(await levelOf(tenant, ids, 'B')).toMatchObject({ pace: 0.25 })
  expect(await levelOf(tenant, ids, 'BOX')).toMatchObject({ pace: null })
  expect(await levelOf(tenant, ids, 'KIT')).toMatchObject({ pace: 1 })
  await tenant.service.database.sql`
    update bundles set is_active = false where organization_id = ${tenant.organization_id}
      and bundle_variant_id = ${ids.variants.CRATE!}`
  await refresh(tenant)
  expect(await levelOf(tenant, ids, 'A')).toMatchObject({ pace: 1.5 })
  expect(await levelOf(tenant, ids, 'CRATE')).toMatchObject({ pace: 0.25 })
})
