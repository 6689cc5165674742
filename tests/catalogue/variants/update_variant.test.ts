import { expect, test } from 'bun:test'
import { setFixture } from '../../support/fixtures/catalogue.ts'
import { whileHeld } from '../../support/held.ts'
import { newSession } from '../../support/service/session.ts'
import { type Answer, newTenant, type Tenant } from '../../support/service/tenant.ts'

const at = (variant_id: string | undefined, act = '') => `/api/v1/catalogue/variants/${variant_id}${act}`
const faultOf = ({ status, body }: Answer) => [status, body.code, body.data?.field]
const eventsOf = async (tenant: Tenant, variant_id: string | undefined) =>
  (await tenant.get(`/api/v1/variants/${variant_id}/events?limit=100`)).body.data.rows.map((one: any) => [
    one.kind,
    one.field,
    one.previous_value,
    one.value,
  ])

async function jumpers() {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: ['Main'],
    custom_fields: [{ name: 'Care' }, { name: 'Length', data_type: 'number' }, { name: 'Safe', data_type: 'boolean' }],
    products: [
      {
        title: 'Jumper',
        options: [{ name: 'Size', values: ['S', 'M', 'L'] }],
        variants: [
          {
            sku: 'J-S',
            title: 'S',
            option_values: { Size: 'S' },
            price_cents: 8900,
            unit_cost: '31.5',
            custom: { Care: 'Cold' },
            stock: { Main: 3 },
          },
          { sku: 'J-M', title: 'M', option_values: { Size: 'M' } },
        ],
      },
      { title: 'Scarf', variants: [{ sku: 'SCARF', price_cents: 4900 }] },
    ],
  })
  return { tenant, ids, member: await newSession(tenant, { role: 'member' }) }
}

test('a change of a variant shows in its read and in its timeline, each with its kind', async () => {
  const { tenant, ids, member } = await jumpers()
  const id = ids.variants['J-S']
  const answer = await member.patch(at(id), {
    sku: 'J-L',
    option_values: { Size: 'L' },
    price_cents: 7900,
    compare_at_price_cents: 8900,
    unit_cost: 30.0001,
    weight_kg: 0.5,
    custom_fields: { Care: null, Length: '64.50', Safe: 'true' },
  })
  expect([answer.status, answer.body.data.title]).toEqual([200, 'L'])
  expect((await tenant.get(`/api/v1/variants/${id}`)).body.data).toMatchObject({
    sku: 'J-L',
    title: 'L',
    option_values: { Size: 'L' },
    price: { cents: 7900 },
    compare_at_price: { cents: 8900 },
    unit_cost: { usd: 30.0001 },
    weight_kg: 0.5,
    custom_fields: [
      { name: 'Length', value: '64.5' },
      { name: 'Safe', value: 'true' },
    ],
  })
  expect((await eventsOf(tenant, id)).toSorted()).toEqual([
    ['cost_changed', 'unit_cost', '31.5000', '30.0001'],
    ['custom_field_changed', 'Care', 'Cold', null],
    ['custom_field_changed', 'Length', null, '64.5'],
    ['custom_field_changed', 'Safe', null, 'true'],
    ['price_changed', 'compare_at_price_cents', null, '8900'],
    ['price_changed', 'price_cents', '8900', '7900'],
    ['updated', 'option_values', 'Size: S', 'Size: L'],
    ['updated', 'sku', 'J-S', 'J-L'],
    ['updated', 'title', 'S', 'L'],
    ['updated', 'weight_kg', null, '0.5000'],
  ])
})

test('a variant that is sent back as it was read stays as it is', async () => {
  const { tenant, ids, member } = await jumpers()
  const id = ids.variants['J-S']
  const read = (await member.get(at(id))).body.data
  const { variant_id: _id, product_id: _product, created_at: _made, last_updated_at: _changed, ...fields } = read
  const answer = await member.patch(at(id), fields)
  expect([answer.status, answer.body.data]).toEqual([200, read])
  expect(await eventsOf(tenant, id)).toEqual([])
  expect(faultOf(await member.patch(at(id), {}))).toEqual([400, 'bad_request', 'body'])
})

test('what breaks a rule of a variant is refused under the name that the request gives it', async () => {
  const { ids, member } = await jumpers()
  const refused: [body: object, field: string][] = [
    [{ sku: 'SCARF' }, 'sku'],
    [{ sku: '  ' }, 'sku'],
    [{ option_values: { Size: 'M' } }, 'option_values'],
    [{ option_values: { Size: 'XL' } }, 'option_values'],
    [{ option_values: {} }, 'option_values'],
    [{ unit_cost: 1.23456 }, 'unit_cost'],
    [{ price_cents: -5 }, 'price_cents'],
    [{ title: 'a\u202eb' }, 'title'],
    [{ custom_fields: { Length: 'long' } }, 'custom_fields.Length'],
    [{ custom_fields: { Safe: 'maybe' } }, 'custom_fields.Safe'],
  ]
  for (const [body, field] of refused)
    expect([body, ...faultOf(await member.patch(at(ids.variants['J-S']), body))]).toEqual([
      body,
      400,
      'bad_request',
      field,
    ])
  const allowed = await member.patch(at(ids.variants['J-S']), { option_values: { Size: 'XL' } })
  expect(allowed.body.data.allowed).toEqual(['S', 'M', 'L'])
})

test('an archived variant is shown as such while its product keeps its status', async () => {
  const { tenant, ids, member } = await jumpers()
  const id = ids.variants['J-S']
  const archived = await member.post(at(id, '/archive'))
  expect([archived.status, archived.body.data.is_archived]).toEqual([200, true])
  expect((await member.post(at(id, '/archive'))).body.data).toEqual(archived.body.data)
  const rows = (await tenant.get(`/api/v1/product/${ids.products.Jumper}/variants`)).body.data.rows
  expect(rows.map((row: any) => [row.sku, row.status, row.on_hand_qty])).toEqual([
    ['J-S', 'ARCHIVED', 3],
    ['J-M', 'ACTIVE', 0],
  ])
  const filter = encodeURIComponent(JSON.stringify([{ key: 'product_status', operation: 'eq', value: 'ARCHIVED' }]))
  const found = (await tenant.get(`/api/v1/variants/table?filter_args=${filter}`)).body.data.rows
  expect(found.map(({ sku }: any) => sku)).toEqual(['J-S'])
  expect((await tenant.get(`/api/v1/product/${ids.products.Jumper}`)).body.data.status).toBe('ACTIVE')
  expect((await member.post(at(id, '/restore'))).body.data.is_archived).toBe(false)
  expect((await member.post(at(id, '/restore'))).status).toBe(200)
  expect((await tenant.get(`/api/v1/variants/${id}`)).body.data.status).toBe('ACTIVE')
  expect(await eventsOf(tenant, id)).toEqual([
    ['status_changed', 'status', 'ARCHIVED', 'ACTIVE'],
    ['status_changed', 'status', 'ACTIVE', 'ARCHIVED'],
  ])
})

test('the variant of another organisation is unknown', async () => {
  const { ids } = await jumpers()
  const id = ids.variants['J-S']
  const stranger = await newSession(await newTenant())
  for (const answer of [
    await stranger.get(at(id)),
    await stranger.patch(at(id), { price_cents: 1 }),
    await stranger.post(at(id, '/archive')),
    await stranger.post(at(id, '/restore')),
  ])
    expect([answer.status, answer.body.code]).toEqual([404, 'variant_not_on_file'])
  const prices = await stranger.post('/api/v1/catalogue/variants/prices', {
    prices: [{ variant_id: id, price_cents: 1 }],
  })
  expect(faultOf(prices)).toEqual([400, 'bad_request', 'prices[0].variant_id'])
})

const takeSku = (tenant: Tenant, product_id: string | undefined, sku: string) => `
  insert into variants (organization_id, variant_id, product_id, sku, title)
  values ('${tenant.organization_id}', gen_random_uuid(), '${product_id}', '${sku}', 'Other')`

test('a SKU that another request takes at the same time is refused with conflict', async () => {
  const { tenant, ids, member } = await jumpers()
  const [renamed, added] = await whileHeld(tenant, takeSku(tenant, ids.products.Scarf, 'NEW'), [
    () => member.patch(at(ids.variants['J-S']), { sku: 'NEW' }),
    () => member.post(`/api/v1/catalogue/products/${ids.products.Scarf}/variants`, { variants: [{ sku: 'NEW' }] }),
  ])
  expect([renamed, added].map((one) => [one!.status, one!.body.code])).toEqual([
    [409, 'conflict'],
    [409, 'conflict'],
  ])
})

test('added variants follow the last one, and bring the options they need', async () => {
  const { tenant, ids, member } = await jumpers()
  const add = (body: object) => member.post(`/api/v1/catalogue/products/${ids.products.Jumper}/variants`, body)
  const large = { sku: 'J-L', option_values: { Size: 'L' }, price_cents: 8900 }
  const made = await add({ variants: [large] })
  expect([made.status, made.body.data.variants.map((one: any) => [one.sku, one.position, one.title])]).toEqual([
    201,
    [
      ['J-S', 1, 'S'],
      ['J-M', 2, 'M'],
      ['J-L', 3, 'L'],
    ],
  ])
  expect(faultOf(await add({ variants: [large] }))).toEqual([400, 'bad_request', 'variants[0].sku'])
  const extra = { sku: 'J-XL', option_values: { Size: 'XL' } }
  expect(faultOf(await add({ variants: [extra] }))).toEqual([400, 'bad_request', 'variants[0].option_values'])
  const options = [{ name: 'Size', values: ['S', 'M', 'L', 'XL'] }]
  expect((await add({ options, variants: [extra] })).status).toBe(201)
  const rows = (await tenant.get(`/api/v1/product/${ids.products.Jumper}/variants`)).body.data.rows
  expect(rows.map(({ sku }: any) => sku)).toEqual(['J-S', 'J-M', 'J-L', 'J-XL'])
  const stranger = await newSession(await newTenant())
  const path = `/api/v1/catalogue/products/${ids.products.Jumper}/variants`
  expect((await stranger.post(path, { variants: [{ sku: 'X' }] })).body.code).toBe('product_not_on_file')
})

test('prices of many variants are set together or not at all', async () => {
  const { tenant, ids, member } = await jumpers()
  const set = (prices: object[]) => member.post('/api/v1/catalogue/variants/prices', { prices })
  const [small, medium, scarf] = [ids.variants['J-S'], ids.variants['J-M'], ids.variants.SCARF]
  const answer = await set([
    { variant_id: scarf, price_cents: 4900 },
    { variant_id: medium, price_cents: 8900, unit_cost: 31.5 },
    { variant_id: small, price_cents: null, compare_at_price_cents: 9900 },
  ])
  expect([answer.status, answer.body.data]).toEqual([200, { changed: 2, unchanged: 1 }])
  expect(await eventsOf(tenant, scarf)).toEqual([])
  expect((await eventsOf(tenant, medium)).toSorted()).toEqual([
    ['cost_changed', 'unit_cost', null, '31.5000'],
    ['price_changed', 'price_cents', null, '8900'],
  ])
  const before = (await member.get(at(small))).body.data
  expect([before.price_cents, before.compare_at_price_cents, before.unit_cost]).toEqual([null, 9900, 31.5])
  const first = { variant_id: small, price_cents: 1 }
  for (const [prices, field] of [
    [[first, { variant_id: scarf, price_cents: 1 }, { variant_id: medium, unit_cost: 0.00001 }], 'prices[2].unit_cost'],
    [[first, { variant_id: '019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a41', price_cents: 1 }], 'prices[1].variant_id'],
    [[first, { variant_id: small, unit_cost: 1 }], 'prices[1].variant_id'],
    [[first, { variant_id: medium }], 'prices[1]'],
  ] as [object[], string][])
    expect(faultOf(await set(prices))).toEqual([400, 'bad_request', field])
  expect((await member.get(at(small))).body.data).toEqual(before)
})

test("a variant's own lead time holds where no supplier states one, and sets its stock health at once", async () => {
  const { tenant, ids, member } = await jumpers()
  const { sql } = tenant.service.database
  const id = ids.variants['J-S']
  await sql`
    update stock_levels set units_per_day = 0.1
    where organization_id = ${tenant.organization_id} and variant_id = ${id!}`
  const read = async () => (await tenant.get(`/api/v1/variants/${id}`)).body.data
  // 3 units at 0.1 a day last 30 days.
  expect((await read()).stock[0].health).toBe('healthy')
  expect((await member.patch(at(id), { lead_time_days: 45 })).body.data.lead_time_days).toBe(45)
  const { lead_time_days, stock } = await read()
  expect([lead_time_days, stock[0].days_of_cover, stock[0].health]).toEqual([45, 30, 'critical'])
  const product = async () => (await tenant.get(`/api/v1/product/${ids.products.Jumper}`)).body.data.lead_time
  expect(await product()).toEqual({ min: 45, max: 45 })
  const lacks = encodeURIComponent(JSON.stringify([{ key: 'missing_fields', operation: 'eq', value: 'lead_time' }]))
  const rows = (await tenant.get(`/api/v1/variants/table?filter_args=${lacks}`)).body.data.rows
  expect(rows.map(({ sku }: any) => sku)).toEqual(['J-M', 'SCARF'])
  const supplier = (
    await tenant.post('/api/v1/inventory/suppliers', { suppliers: [{ name: 'Acme', lead_time_days: 7 }] })
  ).body.data
  await tenant.post(`/api/v1/inventory/suppliers/${supplier.suppliers[0].id}/variants`, {
    variants: [{ variant_id: id }],
  })
  expect([await product(), (await read()).stock[0].health]).toEqual([{ min: 7, max: 7 }, 'healthy'])
})

test('an archived variant is not suggested for purchase', async () => {
  const { tenant, ids, member } = await jumpers()
  const { sql } = tenant.service.database
  await sql`update stock_levels set units_per_day = 1 where organization_id = ${tenant.organization_id}`
  const suggest = async () => (await member.post('/api/v1/purchase-basket/suggestions', {})).body.data.suggested
  expect(await suggest()).toBe(1)
  await member.post(at(ids.variants['J-S'], '/archive'))
  expect(await suggest()).toBe(0)
})
