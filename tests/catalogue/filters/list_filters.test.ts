import { beforeAll, expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { type Catalogue, insertRows } from '../../support/fixtures/catalogue.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'
import { catalogueFixture, filterArgs } from '../catalogue_fixture.ts'

let tenant: Tenant
let ids: Catalogue
let path: string
beforeAll(async () => {
  ;({ tenant, ids } = await catalogueFixture())
  path = `/api/v1/organizations/${tenant.organization_id}/products/filters`
})

const plain = (...values: [string, number][]) => values.map(([value, count]) => ({ value, id: null, count }))
const all = (rows: { value: string; id: string | null | undefined; count: number }[]) => ({
  rows,
  size: rows.length,
  offset: 0,
  filtered_max_size: rows.length,
})

test('every field answers its values with how many products carry each', async () => {
  const { status, body } = await tenant.get(path)
  expect(status).toBe(200)
  expect(body.data).toEqual({
    category: all([
      { value: 'Coats', id: ids.categories.Coats, count: 1 },
      { value: 'Hats', id: ids.categories.Hats, count: 1 },
    ]),
    supplier: all([
      { value: 'Acme', id: ids.suppliers.Acme, count: 1 },
      { value: 'Bolt', id: ids.suppliers.Bolt, count: 1 },
    ]),
    vendor: all(plain(['Harbour', 2], ['Northside', 1])),
    product_status: all(plain(['ACTIVE', 3], ['ARCHIVED', 0], ['DRAFT', 1], ['UNLISTED', 0])),
    tags: all(plain(['rain', 1], ['winter', 2])),
    platform_tags: all(plain(['new', 1])),
    class: all(plain(['core', 1], ['fashion', 1])),
    location: all([
      { value: 'Main', id: ids.locations.Main, count: 1 },
      { value: 'Store', id: ids.locations.Store, count: 2 },
    ]),
    missing_fields: all(
      plain(
        ['category', 2],
        ['country_of_origin', 2],
        ['hs_code', 3],
        ['launch_date', 1],
        ['variants', 1],
        ['price', 1],
        ['unit_cost', 2],
        ['supplier', 1],
        ['lead_time', 2],
        ['min_order_quantity', 2],
        ['carton_measures', 1],
      ),
    ),
    metafields: all(plain(['custom.fabric=nylon', 1], ['custom.fabric=wool', 1])),
    custom_fields: all([
      { value: 'Fit=regular', id: ids.custom_fields.Fit, count: 1 },
      { value: 'Fit=slim', id: ids.custom_fields.Fit, count: 1 },
      { value: 'Lining=silk', id: ids.custom_fields.Lining, count: 1 },
    ]),
    country_of_origin: all(plain(['FR', 1], ['PT', 1])),
  })
})

test('each value, given to the table of products, finds as many products as it counts', async () => {
  const { body } = await tenant.get(path)
  for (const [key, page] of Object.entries<{ rows: { value: string; count: number }[] }>(body.data)) {
    for (const { value, count } of page.rows) {
      const found = await tenant.get(`/api/v1/products/table?${filterArgs({ key, operation: 'eq', value })}`)
      expect([key, value, found.body.data.filtered_max_size]).toEqual([key, value, count])
    }
  }
})

test('one field is paged, and search narrows its values', async () => {
  const page = await tenant.get(`${path}?field=product_status&limit=2&offset=1`)
  expect(page.body.data).toEqual({
    product_status: {
      rows: plain(['ARCHIVED', 0], ['DRAFT', 1]),
      size: 2,
      offset: 1,
      filtered_max_size: 4,
    },
  })
  expect((await tenant.get(`${path}?field=tags&search=WIN`)).body.data.tags).toEqual(all(plain(['winter', 2])))
  expect((await tenant.get(`${path}?field=tags&search=%25`)).body.data.tags).toEqual(all([]))
  const beyond = await tenant.get(`${path}?field=vendor&offset=50`)
  expect(beyond.body.data.vendor).toEqual({ rows: [], size: 0, offset: 50, filtered_max_size: 2 })
  const lead = await tenant.get(`${path}?field=missing_fields&search=time`)
  expect(lead.body.data.missing_fields).toEqual(all(plain(['lead_time', 2])))
  const narrowed = await tenant.get(`${path}?search=coat&limit=1&offset=1`)
  expect(narrowed.body.data.category.size).toBe(1)
  expect(narrowed.body.data.vendor.size).toBe(0)
})

test('a page holds at most 500 values and 100 unless asked', async () => {
  const own = await newTenant()
  const tags = Array.from({ length: 600 }, (_, i) => `tag ${String(i).padStart(3, '0')}`)
  await insertRows(own, 'products', [
    {
      product_id: uuidv7(),
      title: 'Tagged',
      status: 'ACTIVE',
      currency: 'USD',
      options: [],
      gallery_images: [],
      tags,
      platform_tags: [],
      is_managed: true,
      is_seasonal: false,
      created_at: '2026-01-01T00:00:00Z',
      last_updated_at: '2026-01-01T00:00:00Z',
    },
  ])
  const at = `/api/v1/organizations/${own.organization_id}/products/filters`
  expect((await own.get(`${at}?field=tags&limit=500`)).body.data.tags).toMatchObject({
    size: 500,
    filtered_max_size: 600,
  })
  expect((await own.get(`${at}?field=tags`)).body.data.tags.size).toBe(100)
  const beyond = await own.get(`${at}?field=tags&limit=501`)
  expect(beyond.status).toBe(400)
  expect(beyond.body.data.field).toBe('limit')
})

test('an unknown field is refused with the known ones, another organisation in the path outright', async () => {
  const unknown = await tenant.get(`${path}?field=colour`)
  expect(unknown.status).toBe(400)
  expect(unknown.body.data).toMatchObject({ field: 'field' })
  expect(unknown.body.data.allowed).toContain('missing_fields')
  expect(unknown.body.data.allowed).toHaveLength(12)
  const other = await newTenant()
  const foreign = await other.get(path)
  expect(foreign.status).toBe(403)
  expect(foreign.body.code).toBe('organization_mismatch')
})
