import { expect, test } from 'bun:test'
import { insertRows, moveStock } from '../../support/fixtures/catalogue.ts'
import { uploadFile } from '../../support/fixtures/files.ts'
import { freshIds } from '../../support/fixtures/insert_rows.ts'
import { newSession } from '../../support/service/session.ts'
import type { Answer } from '../../support/service/tenant.ts'
import {
  count,
  countsOf,
  create,
  foreignStocktake,
  onHand,
  openShop,
  post,
  read,
  readLines,
  type Shop,
  unknownId,
} from './counting.ts'

const movementsOf = ({ tenant }: Shop, stocktake_id: string) => tenant.service.database.sql<any[]>`
  select v.sku, o.name as location, m.kind, m.quantity_delta, m.on_hand_after, m.unit_cost, m.cost_basis, m.actor,
    m.document_type, m.document_name, m.evidence
  from stock_movements m
  join variants v on v.organization_id = m.organization_id and v.variant_id = m.variant_id
  join locations o on o.organization_id = m.organization_id and o.location_id = m.location_id
  where m.organization_id = ${tenant.organization_id} and m.document_id = ${stocktake_id}
  order by v.sku, o.name`

/** Nothing listens there, and the tests deliver nothing. */
async function subscribe({ tenant }: Shop): Promise<void> {
  const session = await newSession(tenant)
  const body = { hook_url: 'http://127.0.0.1:9/hook', type: 'movement.recorded' }
  expect((await session.post('/api/v1/webhooks', body)).status).toBe(201)
}

test('posting books one movement for each line that differs, and freezes the totals', async () => {
  const shop = await openShop()
  const both = Object.values(shop.ids.locations)
  const id = await create(shop, { location_ids: both })
  await count(shop, id, { 'TEE-S': 8, 'TEE-M': 20, 'TEE-S @ Shop floor': 7, 'CAP @ Shop floor': 2 })
  const before = await read(shop, id)
  const answer = await post(shop, id)
  expect(answer.status).toBe(200)
  const { posted_at, ...posted } = answer.body.data
  expect(posted).toEqual({
    ...before,
    posted_at: undefined,
    status: 'posted',
    line_count: 6,
    counted_line_count: 4,
    system_total: 34,
    counted_total: 37,
    variance_total: 3,
    variance_value_total: null,
    variance_value_reason: '1 line with a variance has no known unit cost.',
  })
  expect(Math.abs(Date.parse(posted_at) - Date.now())).toBeLessThan(60_000)

  const booked = await movementsOf(shop, id)
  expect(booked.map((m) => [m.sku, m.location, m.quantity_delta, m.on_hand_after, m.unit_cost, m.cost_basis])).toEqual([
    ['CAP', 'Shop floor', 2, 2, null, 'unknown'],
    ['TEE-S', 'Back room', -2, 8, '5.0000', 'left_at'],
    ['TEE-S', 'Shop floor', 3, 7, '5.0000', 'average'],
  ])
  for (const movement of booked)
    expect(movement).toMatchObject({
      kind: 'stocktake',
      document_type: 'stocktake',
      document_name: 'Autumn count',
      actor: 'key:test',
    })
  expect(booked[1].evidence).toMatch(/^Counted 8 at \d{4}-\S+, when the system quantity was 10\.$/)
  expect(await onHand(shop, 'TEE-M')).toBe(20)
  // Not counted, so left alone.
  expect(await onHand(shop, 'CAP')).toBeNull()

  await moveStock(shop.tenant, shop.ids, [{ sku: 'TEE-S', location: 'Back room', kind: 'fulfilment', quantity: -1 }])
  expect(await read(shop, id)).toEqual({ ...posted, posted_at })
})

test('movements between a count and its posting are added to the counted quantity', async () => {
  const shop = await openShop()
  const id = await create(shop)
  await moveStock(shop.tenant, shop.ids, [{ sku: 'TEE-M', location: 'Back room', kind: 'receipt', quantity: 5 }])
  await count(shop, id, { 'TEE-S': 8, 'TEE-M': 25, CAP: 4 })
  await moveStock(shop.tenant, shop.ids, [
    { sku: 'TEE-S', location: 'Back room', kind: 'fulfilment', quantity: -3 },
    { sku: 'TEE-M', location: 'Back room', kind: 'fulfilment', quantity: -2 },
    { sku: 'CAP', location: 'Back room', kind: 'receipt', quantity: 6 },
  ])
  const answer = await post(shop, id)
  expect(answer.body.data).toMatchObject({ system_total: 35, counted_total: 37, variance_total: 2 })
  expect([await onHand(shop, 'TEE-S'), await onHand(shop, 'TEE-M'), await onHand(shop, 'CAP')]).toEqual([5, 23, 10])
  const lines = await readLines(shop, id)
  expect(Object.entries(lines).map(([sku, line]) => [sku, line.variance_quantity, line.moved_quantity])).toEqual([
    ['CAP @ Back room', 4, 6],
    ['TEE-M @ Back room', 0, -2],
    ['TEE-S @ Back room', -2, -3],
  ])
})

test('units found are valued at the cost of the variant where the level knows none', async () => {
  const shop = await openShop({
    locations: ['Back room'],
    products: [{ title: 'Cap', variants: [{ sku: 'CAP', unit_cost: '3.3333' }] }],
  })
  const id = await create(shop)
  await count(shop, id, { CAP: 3 })
  const answer = await post(shop, id)
  expect(answer.body.data).toMatchObject({ variance_total: 3, variance_value_total: 10 })
  expect(await movementsOf(shop, id)).toMatchObject([{ unit_cost: '3.3333', cost_basis: 'stated' }])
  expect((await readLines(shop, id))['CAP @ Back room']).toMatchObject({
    unit_cost: { cents: 333, currency: 'USD', reason: null },
    variance_value: { cents: 1_000, currency: 'USD', reason: null },
  })
})

test('each movement that posting books is announced once', async () => {
  const shop = await openShop()
  const { sql } = shop.tenant.service.database
  await subscribe(shop)
  const id = await create(shop)
  await count(shop, id, { 'TEE-S': 8, 'TEE-M': 21, CAP: 0 })
  await post(shop, id)
  const events = await sql<{ body: string }[]>`
    select body from webhook_events where organization_id = ${shop.tenant.organization_id}`
  const bodies = events.map(({ body }) => JSON.parse(body))
  expect(bodies.map(({ sku, quantity_delta }) => [sku, quantity_delta]).sort()).toEqual([
    ['TEE-M', 1],
    ['TEE-S', -2],
  ])
  expect(bodies[0].document).toEqual({ id, name: 'Autumn count', type: 'stocktake' })
})

test('a posted stocktake never changes: not by a post, a count, an import, a deletion or a statement', async () => {
  const shop = await openShop()
  const id = await create(shop)
  await count(shop, id, { 'TEE-S': 8 })
  const posted = (await post(shop, id)).body.data
  const again = await post(shop, id)
  const deleted = await shop.tenant.delete(`/api/v1/stocktakes/${id}`)
  for (const answer of [again, deleted]) {
    expect([answer.status, answer.body.code, answer.body.data]).toEqual([
      400,
      'bad_request',
      { field: 'stocktake_id', rule: 'is a stocktake that is already posted' },
    ])
  }
  const { sql } = shop.tenant.service.database
  const { organization_id } = shop.tenant
  const location = shop.ids.locations['Shop floor']!
  const changes = [
    () => sql`update stocktakes set name = 'x' where stocktake_id = ${id}`,
    () => sql`update stocktakes set status = 'open', posted_at = null where stocktake_id = ${id}`,
    () => sql`delete from stocktakes where stocktake_id = ${id}`,
    () => sql`update stocktake_lines set counted_quantity = 1 where stocktake_id = ${id}`,
    () => sql`delete from stocktake_lines where stocktake_id = ${id}`,
    () => sql`insert into stocktake_locations values (${organization_id}, ${id}, ${location})`,
    () => sql`delete from stocktake_locations where stocktake_id = ${id}`,
  ]
  for (const change of changes)
    expect(await change().catch((error: Error) => error.message)).toBe('a posted stocktake never changes')
  expect(await read(shop, id)).toEqual(posted)
  expect(await movementsOf(shop, id)).toHaveLength(1)
})

test('a stocktake without counts cannot be posted', async () => {
  const shop = await openShop()
  const id = await create(shop)
  const answer = await post(shop, id)
  expect([answer.status, answer.body.data.rule]).toEqual([400, 'is a stocktake with no counted lines'])
  expect((await read(shop, id)).status).toBe('open')
  await count(shop, id, { CAP: 0 })
  expect((await post(shop, id)).body.data).toMatchObject({ status: 'posted', variance_total: 0 })
})

test('an unknown and a foreign stocktake cannot be posted; a body is not taken', async () => {
  const shop = await openShop()
  for (const id of [unknownId, await foreignStocktake()]) {
    const answer = await post(shop, id)
    expect([answer.status, answer.body.code]).toEqual([404, 'stocktake_not_on_file'])
  }
  const id = await create(shop)
  const answer = await shop.tenant.post(`/api/v1/stocktakes/${id}/post`, { force: true })
  expect([answer.status, answer.body.data.field]).toEqual([400, 'body'])
})

/** Holds the stock until the first calls wait for it or for one another, and then the later ones too. */
async function whileAllWait(shop: Shop, ...groups: (() => Promise<Answer>[])[]): Promise<Answer[]> {
  const { sql } = shop.tenant.service.database
  const { organization_id } = shop.tenant
  const pendingPosts: Promise<Answer>[] = []
  await sql.begin(async (tx) => {
    await tx`select 1 from stock_levels where organization_id = ${organization_id} for update`
    for (const group of groups) {
      pendingPosts.push(...group())
      for (let waiting = 0; waiting < pendingPosts.length;) {
        const [row] = await sql<{ waiting: number }[]>`
          select count(distinct pid)::int as waiting from pg_locks where not granted`
        waiting = row!.waiting
      }
    }
  })
  return Promise.all(pendingPosts)
}

test('of posts at once, one wins and the ledger is booked once', async () => {
  const shop = await openShop()
  const id = await create(shop)
  await count(shop, id, { 'TEE-S': 8, 'TEE-M': 25 })
  const posts = await whileAllWait(shop, () => Array.from({ length: 4 }, () => post(shop, id)))
  expect(posts.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
  expect(await movementsOf(shop, id)).toHaveLength(2)
  expect([await onHand(shop, 'TEE-S'), await onHand(shop, 'TEE-M')]).toEqual([8, 25])
})

test('a count, a deletion and an import that meet a post wait for it, and are refused', async () => {
  const shop = await openShop()
  const id = await create(shop)
  await count(shop, id, { 'TEE-S': 8 })
  const path = `/api/v1/stocktakes/${id}`
  const s3_key = await uploadFile(shop.tenant, 'SKU,Counted\nTEE-S,1\n')
  const mappings = { sku: 'SKU', counted_quantity: 'Counted' }
  const others = () => [
    shop.tenant.patch(`${path}/counts`, { counts: countsOf(shop, { 'TEE-S': 1 }) }),
    shop.tenant.delete(path),
    shop.tenant.post(`${path}/import`, { s3_key, mappings }),
  ]
  const answers = await whileAllWait(shop, () => [post(shop, id)], others)
  expect(answers.map(({ status }) => status)).toEqual([200, 400, 400, 400])
  expect(await onHand(shop, 'TEE-S')).toBe(8)
})

test('of two stocktakes of the same stock the later count holds, also when both are posted at once', async () => {
  const shop = await openShop()
  const [first, second] = [await create(shop), await create(shop)]
  await count(shop, first, { 'TEE-S': 8, 'TEE-M': 19 })
  await count(shop, second, { 'TEE-M': 18, 'TEE-S': 9 })
  const answers = await Promise.all([post(shop, first), post(shop, second)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  // The second count saw what the first had found, or would have found it.
  expect([await onHand(shop, 'TEE-S'), await onHand(shop, 'TEE-M')]).toEqual([9, 18])
})

test('a count of the largest quantity at several locations is posted, and every read states it or says why not', async () => {
  const shop = await openShop({
    locations: ['Back room', 'Shop floor', 'Attic'],
    products: [{ title: 'Cap', variants: [{ sku: 'CAP', unit_cost: '99999.9999' }] }],
  })
  const { tenant, ids } = shop
  const most = 1_000_000_000
  const id = await create(shop, { location_ids: Object.values(ids.locations) })
  await count(shop, id, { CAP: most, 'CAP @ Shop floor': most, 'CAP @ Attic': most })
  expect((await post(shop, id)).status).toBe(200)
  const reason = 'The figure is too large to be exact to the cent.'
  const tooLarge = { cents: null, currency: 'USD', reason, usd: null }
  const read = async (path: string) => (await tenant.get(`/api/v1/${path}`)).body.data
  expect(await read(`variants/${ids.variants.CAP}`)).toMatchObject({
    on_hand_qty: 3 * most,
    inventory_value: tooLarge,
  })
  expect(await read(`product/${ids.products.Cap}`)).toMatchObject({ in_stock: 3 * most, inventory_value: tooLarge })
  for (const path of ['variants/table?sort_args=-on_hand_qty', 'products/table?sort_args=-in_stock']) {
    const [row] = (await read(path)).rows
    expect([row.on_hand_qty ?? row.in_stock, row.inventory_value]).toEqual([3 * most, tooLarge])
  }
  expect(await read(`inventory/position?variant_id=${ids.variants.CAP}`)).toMatchObject({ atp: 3 * most })
  expect(await read('stocktakes/variance/by-supplier')).toMatchObject({ totals: { overage_value: tooLarge } })
  expect((await readLines(shop, id))['CAP @ Attic'].variance_value).toEqual(tooLarge)
})

/** Statistics of another organisation's rows alone: PostgreSQL then expects no rows of a new organisation. */
async function analyzeOthers(): Promise<void> {
  const other = await openShop()
  const id = await create(other)
  await count(other, id, { 'TEE-S': 8 })
  expect((await post(other, id)).status).toBe(200)
  await other.tenant.service.database.sql`
    analyze locations, products, variants, stock_levels, stock_movements, stocktakes, stocktake_lines`
}

test('20,000 lines that all differ are counted from a file and posted in one transaction each, whatever the statistics say', async () => {
  await analyzeOthers()
  const shop = await openShop({ locations: ['Back room', 'Shop floor'], products: [{ title: 'Bead' }] })
  const { tenant, ids } = shop
  const skus = Array.from({ length: 10_000 }, (_, i) => `BEAD-${String(i).padStart(5, '0')}`)
  const variants = freshIds(skus)
  const rows = skus.map((sku) => ({
    variant_id: variants[sku],
    product_id: ids.products.Bead,
    sku,
    title: sku,
    option_values: {},
    position: 1,
    unit_cost: '0.0100',
    created_at: '2026-01-01',
    last_updated_at: '2026-01-01',
  }))
  await insertRows(tenant, 'variants', rows)
  const id = await create(shop, { location_ids: Object.values(ids.locations) })
  const lines = skus.flatMap((sku, i) => [`${sku},Back room,${i + 1}`, `${sku},Shop floor,1`])
  const file_key = await uploadFile(tenant, ['SKU,Location,Counted', ...lines].join('\n'))
  const imported = await tenant.post(`/api/v1/stocktakes/${id}/import`, {
    s3_key: file_key,
    mappings: { sku: 'SKU', location: 'Location', counted_quantity: 'Counted' },
  })
  expect([imported.status, imported.body.data]).toEqual([
    200,
    { updated: 20_000, skipped: 0, unmatched_skus: [], ignored_columns: [] },
  ])
  await subscribe(shop)
  const answer = await post(shop, id)
  expect([answer.status, answer.body.data]).toMatchObject([
    200,
    {
      counted_line_count: 20_000,
      counted_total: 50_015_000,
      variance_total: 50_015_000,
      variance_value_total: 500_150,
    },
  ])
  const [sums] = await tenant.service.database.sql`
    select count(*)::int as movements, sum(quantity_delta)::int as moved,
      (select sum(on_hand)::int from stock_levels where organization_id = ${tenant.organization_id}) as on_hand
    from stock_movements where organization_id = ${tenant.organization_id}`
  expect(sums).toEqual({ movements: 20_000, moved: 50_015_000, on_hand: 50_015_000 } as never)
}, 240_000)
