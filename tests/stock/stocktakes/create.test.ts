import { expect, test } from 'bun:test'
import { insertRows, setFixture } from '../../support/fixtures/catalogue.ts'
import { freshIds } from '../../support/fixtures/insert_rows.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { create, openShop, readLines, shopFixture, unknownId } from './counting.ts'

test('a stocktake has one line for each variant and location, with the expected quantity', async () => {
  const shop = await openShop()
  const { tenant, ids } = shop
  const answer = await tenant.post('/api/v1/stocktakes', {
    name: '  Autumn count ',
    counted_on: '2026-11-20',
    location_ids: [ids.locations['Shop floor'], ids.locations['Back room'], ids.locations['Shop floor']],
    include_all_variants: true,
  })
  expect(answer.status).toBe(200)
  expect(answer.body.message).toMatchObject({ service: 'stocktakes', severity: 'SUCCESS' })
  const { id, created_at, ...stocktake } = answer.body.data
  expect(stocktake).toEqual({
    name: 'Autumn count',
    counted_on: '2026-11-20',
    status: 'open',
    posted_at: null,
    line_count: 6,
    counted_line_count: 0,
    location_names: ['Back room', 'Shop floor'],
    system_total: 34,
    counted_total: 0,
    variance_total: 0,
    variance_value_total: 0,
    variance_value_reason: null,
    currency: 'USD',
    include_all_variants: true,
  })
  expect(Date.parse(created_at)).not.toBeNaN()
  const lines = await readLines(shop, id)
  expect(Object.entries(lines).map(([words, line]) => [words, line.system_quantity, line.counted_quantity])).toEqual([
    ['CAP @ Back room', 0, null],
    ['CAP @ Shop floor', 0, null],
    ['TEE-M @ Back room', 20, null],
    ['TEE-M @ Shop floor', 0, null],
    ['TEE-S @ Back room', 10, null],
    ['TEE-S @ Shop floor', 4, null],
  ])
})

test('a stocktake over named variants has their lines alone, each once', async () => {
  const shop = await openShop()
  const { 'TEE-S': small, CAP: cap } = shop.ids.variants
  const id = await create(shop, { include_all_variants: false, variant_ids: [small, cap, small] })
  expect(Object.keys(await readLines(shop, id))).toEqual(['CAP @ Back room', 'TEE-S @ Back room'])
})

test('an empty or unusable selection is refused by field, and nothing is created', async () => {
  const shop = await openShop()
  const stranger = await openShop()
  const { tenant, ids } = shop
  const [location] = Object.values(ids.locations)
  const good = { name: 'x', counted_on: '2026-11-20', location_ids: [location], include_all_variants: true }
  const { include_all_variants: _, ...without } = good
  const cases: [Record<string, unknown>, string, string][] = [
    [{ ...good, name: '' }, 'name', 'must be text from 1 to 200 characters'],
    [{ ...good, name: ' \t' }, 'name', 'must not be blank'],
    [{ ...good, counted_on: '2026-02-30' }, 'counted_on', 'must be a date in the format YYYY-MM-DD'],
    [{ ...good, location_ids: [] }, 'location_ids', 'must be a list from 1 to 20000 items'],
    [{ ...good, location_ids: [location, unknownId] }, 'location_ids[1]', 'must be a location of this organisation'],
    [
      { ...good, location_ids: [stranger.ids.locations['Back room']] },
      'location_ids[0]',
      'must be a location of this organisation',
    ],
    [{ ...without }, 'variant_ids', 'is required unless include_all_variants is true'],
    [{ ...good, include_all_variants: false }, 'variant_ids', 'is required unless include_all_variants is true'],
    [{ ...good, variant_ids: [ids.variants['TEE-S']] }, 'variant_ids', 'cannot be combined with include_all_variants'],
    [{ ...without, variant_ids: [] }, 'variant_ids', 'selects no lines; name at least one variant'],
    [
      { ...without, variant_ids: [ids.variants.CAP, 'no id of ours'] },
      'variant_ids[1]',
      'must be a variant of this organisation',
    ],
    [
      { ...without, variant_ids: [stranger.ids.variants['TEE-S']] },
      'variant_ids[0]',
      'must be a variant of this organisation',
    ],
    [{ ...good, status: 'posted' }, 'status', 'is not a known field'],
  ]
  for (const [body, field, rule] of cases) {
    const answer = await tenant.post('/api/v1/stocktakes', body)
    expect([answer.status, answer.body.data.field, answer.body.data.rule]).toEqual([400, field, rule])
  }
  expect((await tenant.get('/api/v1/stocktakes/table')).body.data.filtered_max_size).toBe(0)
})

test('an organisation without variants has nothing to count', async () => {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, { locations: shopFixture.locations })
  const answer = await tenant.post('/api/v1/stocktakes', {
    name: 'x',
    counted_on: '2026-11-20',
    location_ids: Object.values(ids.locations),
    include_all_variants: true,
  })
  expect([answer.status, answer.body.data.rule]).toEqual([400, 'selects no lines; the organisation has no variant'])
})

test('20,000 lines are taken, one more is refused', async () => {
  const shop = await openShop({ locations: ['Back room', 'Shop floor'], products: [{ title: 'Bead' }] })
  const { tenant, ids } = shop
  const skus = Array.from({ length: 10_000 }, (_, i) => `BEAD-${String(i).padStart(5, '0')}`)
  const variants = freshIds(skus)
  const row = (sku: string) => ({
    variant_id: variants[sku],
    product_id: ids.products.Bead,
    sku,
    title: sku,
    option_values: {},
    position: 1,
  })
  const rows = skus.map((sku) => ({ ...row(sku), created_at: '2026-01-01', last_updated_at: '2026-01-01' }))
  await insertRows(tenant, 'variants', rows)
  const location_ids = Object.values(ids.locations)
  const id = await create(shop, { location_ids })
  const stocktake = await tenant.get(`/api/v1/stocktakes/${id}`)
  expect(stocktake.body.data.line_count).toBe(20_000)

  const one = await setFixture(tenant, { products: [{ title: 'Bell', variants: [{ sku: 'BELL' }] }] })
  const body = { name: 'x', counted_on: '2026-11-20', location_ids }
  const all = await tenant.post('/api/v1/stocktakes', { ...body, include_all_variants: true })
  const named = await tenant.post('/api/v1/stocktakes', {
    ...body,
    variant_ids: [...Object.values(variants), one.variants.BELL],
  })
  const rule = 'selects too many lines across the locations'
  for (const [answer, field] of [[all, 'include_all_variants'] as const, [named, 'variant_ids'] as const]) {
    expect([answer.status, answer.body.data]).toEqual([400, { field, rule, allowed: ['at most 20,000 lines'] }])
  }
}, 120_000)
