/** Stock of variants and products in every order, while it is kept, marked or neither: as recomputed from movements, orders and rates. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { foldLevelChanges, sumVariants } from '../../../server/catalogue/variant_stock/sum_variants.ts'
import { verifyVariantStock } from '../../../server/catalogue/variant_stock/verify_variant_stock.ts'
import { deleteCreated } from '../../../server/catalogue/product_records/undo.store.ts'
import { refreshCover, refreshSupplierDays } from '../../../server/ledger/cover.ts'
import { refreshIncoming } from '../../../server/ledger/incoming.ts'
import { reserveAvailable } from '../../../server/ledger/reserve.ts'
import { insertOrders } from '../../support/fixtures/stock_fixture.ts'
import { type Catalogue, moveStock, recordSales, setFixture } from '../../support/fixtures/catalogue.ts'
import { sized } from '../../support/long.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'
import { daysAgo, randomOf, refresh } from '../../insight/velocity/velocity_fixture.ts'
import { filterArgs } from '../catalogue_fixture.ts'

setDefaultTimeout(240_000)

interface Row {
  id: string
  on_hand: number
  committed: number
  incoming: number
  available: number
  days_of_cover: number | null
  health: string
}

interface Shop {
  tenant: Tenant
  ids: Catalogue
  /** Units reserved, by variant and location. */
  reserved: Map<string, number>
}

const skus = Array.from({ length: 18 }, (_, i) => `S${i + 1}`)
const locations = ['Main', 'Store', 'Outlet']

async function newShop(): Promise<Shop> {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations,
    sales_channels: ['Web'],
    categories: ['Coats', 'Hats'],
    suppliers: [{ name: 'Mill', lead_time_days: 30, review_period_days: 10 }, 'Loom'],
    products: [0, 1, 2, 3, 4, 5].map((product) => ({
      title: `P${product}`,
      category: product % 2 === 0 ? 'Coats' : 'Hats',
      variants: skus
        .filter((_, i) => i % 6 === product)
        .map((sku) => ({ sku, suppliers: product === 1 ? [{ supplier: 'Mill', is_primary: true }] : [] })),
    })),
  })
  return { tenant, ids, reserved: new Map() }
}

/**
 * By product or variant, from what levels are made of: units moved, open lines of orders and units reserved; at some locations.
 * Rates and days are those of the levels, which are inputs here.
 */
async function plainRows({ tenant, reserved }: Shop, of: 'product_id' | 'variant_id', at?: string): Promise<Row[]> {
  const facts = await tenant.service.database.sql.unsafe<
    {
      id: string
      variant_id: string
      location_id: string | null
      on_hand: number
      incoming: number
      pace: string | null
      lead: number
      review: number
    }[]
  >(
    `select v.${of} as id, v.variant_id, l.location_id, l.units_per_day as pace, l.lead_time_days as lead, l.review_period_days as review,
      coalesce((select sum(m.quantity_delta) from stock_movements m where m.organization_id = $1 and m.variant_id = v.variant_id
        and m.location_id = l.location_id), 0)::int as on_hand,
      coalesce((select sum(n.quantity - n.delivered_quantity) from purchase_order_lines n
        join purchase_orders o using (organization_id, purchase_order_id)
        where n.organization_id = $1 and n.variant_id = v.variant_id and o.location_id = l.location_id and o.status = 'issued'), 0)::int as incoming
    from variants v left join stock_levels l on l.organization_id = $1 and l.variant_id = v.variant_id
    where v.organization_id = $1`,
    [tenant.organization_id],
  )
  const empty =
    of === 'variant_id'
      ? []
      : await tenant.service.database.sql<{ id: string }[]>`
    select product_id as id from products where organization_id = ${tenant.organization_id}`
  const everyId = [...new Set([...facts, ...empty].map(({ id }) => id))]
  return everyId.map((id) => {
    const levels = facts.filter(
      (one) => one.id === id && one.location_id !== null && (at === undefined || one.location_id === at),
    )
    const sum = (units: (one: (typeof levels)[number]) => number) =>
      levels.reduce((total, one) => total + units(one), 0)
    const on_hand = sum((one) => one.on_hand)
    const committed = sum((one) => reserved.get(`${one.variant_id} ${one.location_id}`) ?? 0)
    const available = on_hand - committed
    const pace = sum((one) => Number(one.pace ?? 0))
    const days = available / pace
    const [lead, review] = [Math.max(...levels.map((one) => one.lead)), Math.max(...levels.map((one) => one.review))]
    const health =
      available <= 0
        ? 'out_of_stock'
        : pace === 0
          ? 'healthy'
          : days < lead
            ? 'critical'
            : days < lead + review
              ? 'caution'
              : days > 182
                ? 'overstocked'
                : 'healthy'
    const days_of_cover = pace > 0 ? Math.round((Math.max(available, 0) / pace) * 10) / 10 : null
    return { id, on_hand, committed, incoming: sum((one) => one.incoming), available, days_of_cover, health }
  })
}

type Key = Exclude<keyof Row, 'id'>

/** Missing values last in both directions, ties by id in that of the column. */
const ordered = (rows: readonly Row[], key: Key, descending: boolean) =>
  rows.toSorted((a, b) => {
    const [x, y] = [a[key], b[key]]
    if (x !== y) {
      if (x === null) return 1
      if (y === null) return -1
      return (x < y ? -1 : 1) * (descending ? -1 : 1)
    }
    return (a.id < b.id ? -1 : 1) * (descending ? -1 : 1)
  })

const inventory = '/api/v1/inventory/table'
const inventoryKeys = {
  on_hand_qty: 'on_hand',
  incoming_qty: 'incoming',
  committed_qty: 'committed',
  available_qty: 'available',
  days_of_cover: 'days_of_cover',
  health: 'health',
} as const
const tables: { path: string; of: 'product_id' | 'variant_id'; keys: Readonly<Record<string, Key>> }[] = [
  { path: `${inventory}?view=combined&`, of: 'variant_id', keys: inventoryKeys },
  { path: `${inventory}?type=products&`, of: 'product_id', keys: inventoryKeys },
  {
    path: '/api/v1/variants/table?',
    of: 'variant_id',
    keys: { on_hand_qty: 'on_hand', incoming_qty: 'incoming', committed_qty: 'committed', available_qty: 'available' },
  },
  { path: '/api/v1/products/table?', of: 'product_id', keys: { in_stock: 'on_hand', incoming_stock: 'incoming' } },
]

async function expectPage(
  tenant: Tenant,
  path: string,
  of: string,
  keys: Readonly<Record<string, Key>>,
  rows: readonly Row[],
) {
  const { status, body } = await tenant.get(path)
  expect(status).toBe(200)
  const shown = body.data.rows.map((row: Record<string, unknown>) => [
    row[of],
    ...Object.keys(keys).map((key) => row[key]),
  ])
  const expected = rows.map((row) => [row.id, ...Object.values(keys).map((key) => row[key])])
  expect({ path, shown }).toEqual({ path, shown: expected })
  return body.data.filtered_max_size as number
}

/** Every page in every order, and with filters. */
async function expectExact(shop: Shop): Promise<void> {
  const { tenant, ids } = shop
  const at = ids.locations.Store!
  for (const { path, of, keys } of tables) {
    const rows = await plainRows(shop, of)
    const there = (await plainRows(shop, of, at)).filter(({ id }) => rows.some((row) => row.id === id))
    for (const [sort, key] of Object.entries(keys))
      for (const descending of [false, true]) {
        const sorted = `${path}sort_args=${descending ? '-' : ''}${sort}`
        const all = ordered(rows, key, descending)
        expect(await expectPage(tenant, `${sorted}&limit=4`, of, keys, all.slice(0, 4))).toBe(rows.length)
        if (!descending) await expectPage(tenant, `${sorted}&limit=5&offset=3`, of, keys, all.slice(3, 8))
        if (!descending || key === 'health') continue
        const filter = filterArgs({ key: sort, operation: 'gt', value: 3 })
        const above = all.filter((row) => row[key] !== null && Number(row[key]) > 3)
        expect(await expectPage(tenant, `${sorted}&limit=100&${filter}`, of, keys, above)).toBe(above.length)
      }
    if (!path.startsWith(inventory)) continue
    const held = new Set(
      (
        await tenant.service.database.sql<{ id: string }[]>`
          select distinct case when ${of} = 'variant_id' then v.variant_id else v.product_id end as id
          from stock_levels l join variants v using (organization_id, variant_id)
          where l.organization_id = ${tenant.organization_id} and l.location_id = ${at}`
      ).map(({ id }) => id),
    )
    const inStore = ordered(
      there.filter(({ id }) => held.has(id)),
      'on_hand',
      true,
    )
    const filter = filterArgs({ key: 'location_id', operation: 'eq', value: at })
    expect(await expectPage(tenant, `${path}sort_args=-on_hand_qty&limit=100&${filter}`, of, keys, inStore)).toBe(
      inStore.length,
    )
  }
  expect(await verifyVariantStock(tenant.service.database.sql as never, tenant.organization_id)).toEqual([])
}

/** Suppliers and locations with how many products have them. */
async function expectFilters({ tenant }: Shop): Promise<void> {
  const { sql } = tenant.service.database
  const org = tenant.organization_id
  const { body } = await tenant.get(`/api/v1/organizations/${org}/products/filters`)
  const plain = await sql<{ field: string; value: string; count: number }[]>`
    select 'location' as field, o.name as value, count(distinct v.product_id)::int as count
    from stock_levels l join locations o using (organization_id, location_id) join variants v using (organization_id, variant_id)
    where l.organization_id = ${org} and (l.on_hand <> 0 or l.committed <> 0 or l.incoming <> 0) group by 2
    union all
    select 'supplier', s.name, count(distinct v.product_id)::int
    from supplier_variants u join suppliers s using (organization_id, supplier_id) join variants v using (organization_id, variant_id)
    where u.organization_id = ${org} group by 2 order by 1, 2`
  for (const field of ['location', 'supplier'])
    expect(
      body.data[field].rows.map(({ value, count }: { value: string; count: number }) => ({ field, value, count })),
    ).toEqual(plain.filter((one) => one.field === field).map((one) => ({ ...one })))
}

const inWrite = ({ tenant }: Shop, work: (sql: never) => Promise<unknown>) =>
  tenant.service.database.sql.begin((tx) => work(tx as never)) as Promise<unknown>

/** Something that changes stock, or what its sums belong to. */
async function change(shop: Shop, random: (below: number) => number, step: number): Promise<void> {
  const { tenant, ids, reserved } = shop
  const { sql } = tenant.service.database
  const org = tenant.organization_id
  const sku = skus[random(skus.length)]!
  const variant_id = ids.variants[sku]!
  const location = locations[random(3)]!
  const location_id = ids.locations[location]!
  const product_id = ids.products[`P${random(6)}`]!
  const kinds: (() => PromiseLike<unknown>)[] = [
    () =>
      moveStock(tenant, ids, [
        { sku, location, kind: 'receipt', quantity: 1 + random(40), unit_cost: `${1 + random(20)}.5000` },
      ]),
    () => moveStock(tenant, ids, [{ sku, location, kind: 'adjustment', quantity: -1 - random(12) }]),
    () =>
      inWrite(shop, async (tx) => {
        const delta = random(3) === 0 ? -(reserved.get(`${variant_id} ${location_id}`) ?? 0) : 1 + random(9)
        for (const { committed_delta } of await reserveAvailable(tx, org, [
          { variant_id, location_id, committed_delta: delta },
        ]))
          reserved.set(
            `${variant_id} ${location_id}`,
            (reserved.get(`${variant_id} ${location_id}`) ?? 0) + committed_delta,
          )
      }),
    async () => {
      const name = `PO-${step}`
      ids.purchase_orders[name] = uuidv7()
      const line = { sku, quantity: 5 + random(20), delivered_quantity: random(4) }
      await insertOrders(
        tenant,
        [
          {
            name,
            location,
            supplier: 'Loom',
            order_type: random(4) === 0 ? 'transfer' : 'purchase',
            source_location: undefined,
            lines: [line],
          },
        ],
        ids,
      )
      await inWrite(shop, (tx) => refreshIncoming(tx, org, [variant_id]))
    },
    async () => {
      await sql`update purchase_orders set status = 'cancelled' where organization_id = ${org} and status = 'issued'
        and purchase_order_id in (select purchase_order_id from purchase_order_lines where variant_id = ${variant_id})`
      await inWrite(shop, (tx) => refreshIncoming(tx, org, [variant_id]))
    },
    async () => {
      await recordSales(tenant, ids, [
        { sku, day: daysAgo(1 + (step % 27)), channel: 'Web', location, units: 1 + random(6), gross_sales_cents: 900 },
      ])
      await inWrite(shop, (tx) =>
        refreshCover(tx, org, new Date().toISOString(), random(2) === 0 ? undefined : [variant_id]),
      )
    },
    async () => {
      await sql`update suppliers set lead_time_days = ${5 + random(60)} where organization_id = ${org} and name = 'Mill'`
      await inWrite(shop, (tx) => refreshSupplierDays(tx, org, Object.values(ids.variants)))
    },
    () => sql`update variants set archived_at = now() where organization_id = ${org} and variant_id = ${variant_id}`,
    () => sql`update products set status = 'ARCHIVED', category_id = ${ids.categories[random(2) === 0 ? 'Hats' : 'Coats']!}
      where organization_id = ${org} and product_id = ${product_id}`,
    () =>
      sql`update variants set product_id = ${product_id} where organization_id = ${org} and variant_id = ${variant_id}`,
    () =>
      sql`update locations set is_active = not is_active where organization_id = ${org} and location_id = ${location_id}`,
    async () => {
      const made = uuidv7()
      await sql`
        insert into variants (organization_id, variant_id, product_id, sku, title) values (${org}, ${made}, ${product_id}, ${made}, 'New')`
      if (random(2) === 0) await inWrite(shop, (tx) => deleteCreated(tx, org, [made], []))
    },
    () => sql`
      insert into supplier_variants (organization_id, supplier_id, variant_id) values (${org}, ${ids.suppliers.Loom!}, ${variant_id})
      on conflict do nothing`,
    () => sql`delete from supplier_variants where organization_id = ${org} and variant_id = ${variant_id}`,
  ]
  await kinds[step < kinds.length ? step : random(kinds.length)]!()
}

for (const seed of sized([11], [11, 4_021]))
  test(`pages sorted by stock equal movements, orders and reservations over history ${seed}, kept or not`, async () => {
    const shop = await newShop()
    const random = randomOf(seed)
    const { tenant } = shop
    await expectExact(shop)
    await refresh(tenant)
    for (let step = 0; step < 60; step++) {
      await change(shop, random, step)
      if (step % 10 === 4) await inWrite(shop, (tx) => foldLevelChanges(tx, tenant.organization_id))
      if (step % 20 === 13) {
        await expectExact(shop)
        await expectFilters(shop)
        await refresh(tenant)
        const [left] = await tenant.service.database.sql<{ marks: number }[]>`
          select (select count(*)::int from velocity_changes where organization_id = ${tenant.organization_id})
            + (select count(*)::int from stock_level_changes where organization_id = ${tenant.organization_id}) as marks`
        expect(left!.marks).toBe(0)
        await expectExact(shop)
        await expectFilters(shop)
      }
    }
  })

test('stock that was summed wrongly is found', async () => {
  const shop = await newShop()
  const { tenant, ids } = shop
  const { sql } = tenant.service.database
  await moveStock(tenant, ids, [{ sku: 'S1', location: 'Main', kind: 'receipt', quantity: 7 }])
  await refresh(tenant)
  const verify = () => verifyVariantStock(sql as never, tenant.organization_id)
  expect(await verify()).toEqual([])
  await sql`update variant_stock set incoming = 1 where organization_id = ${tenant.organization_id} and variant_id = ${ids.variants.S1!}`
  await sql`update product_figures set on_hand = 3 where organization_id = ${tenant.organization_id} and product_id = ${ids.products.P0!}`
  expect((await verify()).map(({ row_type, id }) => [row_type, id])).toEqual([
    ['variant', ids.variants.S1!],
    ['product', ids.products.P0!],
  ])
  await inWrite(shop, (tx) => sumVariants(tx, tenant.organization_id, [ids.variants.S1!]))
  expect((await verify()).map(({ row_type }) => row_type)).toEqual(['product'])
})
