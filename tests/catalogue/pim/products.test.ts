import { beforeAll, expect, test } from 'bun:test'
import { type Catalogue, insertRows, setFixture } from '../../support/fixtures/catalogue.ts'
import { call, newTenant, type Tenant } from '../../support/service/tenant.ts'

const path = '/api/v1/pim/v1/products'
let tenant: Tenant
let ids: Catalogue
beforeAll(async () => {
  tenant = await newTenant({ plan: 'essentials_plus' })
  ids = await setFixture(tenant, {
    families: [
      {
        name: 'Knitwear',
        attributes: [
          { attribute: 'fabric', group: 'Make' },
          { attribute: 'care', group: 'Make' },
          { attribute: 'story', group: 'Words', required: false },
          { attribute: 'origin', group: 'Make', required: false },
          { attribute: 'colours', group: 'Words' },
        ],
      },
      { name: 'Untemplated' },
    ],
    products: [
      {
        title: 'Cardigan',
        family: 'Knitwear',
        attributes: [
          { attribute: 'fabric', value: 'merino', owned: true },
          { attribute: 'care', value: '  ' },
          { attribute: 'colours', value: [] },
          { attribute: 'origin', value: 0 },
          { attribute: 'weave', value: { gauge: 12 }, owned: true, awaiting_write_back: true },
        ],
      },
      { title: 'Belt', family: 'Untemplated', attributes: [{ attribute: 'length', value: 90, owned: true }] },
      { title: 'Alone' },
    ],
  })
})

test('the product list shows missing data and the fields that are owned here', async () => {
  const { status, body } = await tenant.get(path)
  expect(status).toBe(200)
  expect(body.message.service).toBe('product')
  expect(body.data).toEqual({
    rows: [
      {
        product_id: ids.products.Alone,
        title: 'Alone',
        family_id: null,
        has_template: false,
        missing_required_count: 0,
        owned_fields: [],
      },
      {
        product_id: ids.products.Belt,
        title: 'Belt',
        family_id: ids.families.Untemplated,
        has_template: false,
        missing_required_count: 0,
        owned_fields: ['length'],
      },
      {
        product_id: ids.products.Cardigan,
        title: 'Cardigan',
        family_id: ids.families.Knitwear,
        has_template: true,
        missing_required_count: 2,
        owned_fields: ['fabric', 'weave'],
      },
    ],
    total: 3,
    limit: 100,
    offset: 0,
  })
})

test('a family narrows the list; one that is not on file has no products', async () => {
  const { body } = await tenant.get(`${path}?family_id=${ids.families.Knitwear}`)
  expect(body.data).toMatchObject({ total: 1, rows: [{ title: 'Cardigan' }] })
  const other = await newTenant()
  for (const answer of [
    await other.get(`${path}?family_id=${ids.families.Knitwear}`),
    await tenant.get(`${path}?family_id=unknown`),
  ]) {
    expect(answer.body.data).toMatchObject({ total: 0, rows: [] })
  }
})

test('the limit is clamped to 500, never refused; what is no whole number and a bad offset are', async () => {
  const many = await newTenant()
  await insertRows(
    many,
    'products',
    Array.from({ length: 505 }, (_, i) => ({
      product_id: `00000000-0000-7000-8000-${String(i).padStart(12, '0')}`,
      title: `P ${String(i).padStart(3, '0')}`,
      status: 'ACTIVE',
      currency: 'USD',
      options: [],
      gallery_images: [],
      tags: [],
      platform_tags: [],
      is_managed: true,
      is_seasonal: false,
      created_at: '2026-01-01T00:00:00Z',
      last_updated_at: '2026-01-01T00:00:00Z',
    })),
  )
  for (const [requestedLimit, used] of [
    ['501', 500],
    ['9007199254740991', 500],
    ['500', 500],
    ['0', 1],
    ['-3', 1],
    ['2', 2],
  ] as const) {
    const { status, body } = await many.get(`${path}?limit=${requestedLimit}`)
    expect(status).toBe(200)
    expect([body.data.limit, body.data.rows.length, body.data.total]).toEqual([used, used, 505])
  }
  const last = await many.get(`${path}?limit=10&offset=503`)
  expect(last.body.data.rows.map((row: { title: string }) => row.title)).toEqual(['P 503', 'P 504'])
  expect(last.body.data.offset).toBe(503)
  for (const query of ['limit=ten', 'limit=1.5', 'offset=-1', 'offset=2147483647']) {
    expect((await many.get(`${path}?${query}`)).status).toBe(400)
  }
})

test('a product’s data is laid out group by group against its template', async () => {
  const { status, body } = await tenant.get(`${path}/${ids.products.Cardigan}`)
  expect(status).toBe(200)
  const row = (attribute: string, required: boolean, filled: boolean, value: unknown, not_in_family = false) => ({
    attribute,
    required,
    filled,
    value,
    not_in_family,
  })
  expect(body.data).toEqual({
    product_id: ids.products.Cardigan,
    family_id: ids.families.Knitwear,
    has_template: true,
    groups: {
      Make: [row('fabric', true, true, 'merino'), row('care', true, false, '  '), row('origin', false, true, 0)],
      Words: [row('story', false, false, null), row('colours', true, false, [])],
      Other: [row('weave', false, true, { gauge: 12 }, true)],
    },
    missing_required: ['care', 'colours'],
    missing_optional: ['story'],
    not_in_family: ['weave'],
    owned_fields: ['fabric', 'weave'],
    awaiting_write_back: ['weave'],
  })
  expect(Object.keys(body.data.groups)).toEqual(['Make', 'Words', 'Other'])
})

test('a product without a template has everything it holds under Other and lacks nothing', async () => {
  const belt = (await tenant.get(`${path}/${ids.products.Belt}`)).body.data
  expect(belt).toMatchObject({
    has_template: false,
    groups: { Other: [{ attribute: 'length', value: 90, filled: true, not_in_family: true }] },
    missing_required: [],
    not_in_family: ['length'],
  })
  const alone = (await tenant.get(`${path}/${ids.products.Alone}`)).body.data
  expect(alone).toMatchObject({ family_id: null, has_template: false, groups: {}, missing_optional: [] })
})

test('an unknown product is 404 and the answer does not name it', async () => {
  const other = await newTenant()
  for (const [who, id] of [
    [other, ids.products.Cardigan!],
    [tenant, 'someproduct'],
  ] as const) {
    const answer = await who.get(`${path}/${id}`)
    expect(answer.status).toBe(404)
    expect(answer.body.code).toBe('not_found')
    expect(answer.text).not.toContain(id)
  }
})

test('the plan is asked on every request: Essentials+ and Pro read product data, Essentials does not', async () => {
  const own = await newTenant({ plan: 'essentials' })
  const { sql } = own.service.database
  for (const at of [path, `${path}/${ids.products.Cardigan}`]) {
    const refused = await own.get(at)
    expect(refused.status).toBe(403)
    expect(refused.body.code).toBe('plan_excludes')
    expect(refused.body.message.desc).toContain('product data')
  }
  await sql`update organizations set plan = 'essentials_plus' where organization_id = ${own.organization_id}`
  expect((await own.get(path)).status).toBe(200)
  await sql`update organizations set plan = 'essentials' where organization_id = ${own.organization_id}`
  expect((await own.get(path)).status).toBe(403)
})

test('a 401 carries data.error in place of the code; another scope is refused as everywhere', async () => {
  for (const at of [path, `${path}/${ids.products.Cardigan}`]) {
    const answer = await call(tenant.service, 'GET', at, { key: 'svc_us_nothing' })
    expect(answer.status).toBe(401)
    expect(answer.body.data).toEqual({ error: 'key_invalid' })
    expect(answer.body.code).toBeUndefined()
    expect(answer.body.message.code).toBeUndefined()
    expect(answer.headers.get('x-ratelimit-limit')).toBeNull()
  }
  const { api_key } = await tenant.mint({ scopes: ['products:read'] })
  const narrow = await tenant.get(path, { key: api_key })
  expect(narrow.status).toBe(403)
  expect(narrow.body.code).toBe('scope_missing')
})
