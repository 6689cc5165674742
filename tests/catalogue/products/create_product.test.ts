import { expect, test } from 'bun:test'
import { setFixture } from '../../support/fixtures/catalogue.ts'
import { whileHeld } from '../../support/held.ts'
import { newSession } from '../../support/service/session.ts'
import { type Answer, newTenant } from '../../support/service/tenant.ts'

const nobody = '019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a41'

async function merchandisers() {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    sales_channels: ['Online', { name: 'Shop', channel_type: 'store' }],
    categories: [{ name: 'Knitwear', subcategories: ['Crew', { name: 'Retired', is_active: false }] }],
    families: [{ name: 'Tops' }],
    custom_fields: [{ name: 'Care' }, { name: 'Fit', data_type: 'choice', choices: ['slim', 'loose'] }],
  })
  return { tenant, ids, member: await newSession(tenant, { role: 'member', name: 'Ada' }) }
}

const jumper = {
  handle: 'merino-jumper',
  title: ' Merino jumper ',
  description: '<p>Fine merino.</p>\n<ul><li>Warm</li></ul>',
  vendor: 'Harbour',
  category: 'knitwear',
  subcategory: 'Crew',
  family: 'Tops',
  class: 'core',
  country_of_origin: 'pt',
  hs_code: '6110.11',
  image_url: 'https://images.example.com/a.jpg',
  gallery_images: ['https://images.example.com/b.jpg'],
  options: [
    { name: 'Colour', values: ['Navy', 'Moss'] },
    { name: 'Size', values: ['S', 'M'] },
  ],
  tags: ['winter', 'winter', 'wool'],
  platform_tags: ['new'],
  seasons: ['AW26'],
  is_seasonal: true,
  launch_date: '2026-09-01',
  metafields: { 'custom.fabric': 'merino', 'a.b.c': 'x' },
  sales_channels: ['Online'],
  variants: [
    {
      sku: 'J-NAVY-S',
      barcode: '4006381333931',
      option_values: { Size: 'S', Colour: 'Navy' },
      price_cents: 8900,
      compare_at_price_cents: 9900,
      unit_cost: 31.0375,
      weight_kg: 0.42,
      carton_quantity: 24,
      carton_cbm: 0.048125,
      carton_weight_kg: 11.2,
      custom_fields: { Care: 'Hand wash', Fit: 'slim' },
    },
    { sku: 'J-MOSS-M', option_values: { Colour: 'Moss', Size: 'M' }, title: 'Moss, medium', price_cents: 7900 },
  ],
}

const create = '/api/v1/catalogue/products'
const faultOf = ({ status, body }: Answer) => [status, body.code, body.data?.field]

test('a created product shows in every public read and in the timelines with the values sent', async () => {
  const { tenant, ids, member } = await merchandisers()
  const made = await member.post(create, jumper)
  expect(made.status).toBe(201)
  const { product_id, variants } = made.body.data
  const [navy, moss] = variants.map((one: any) => one.variant_id)
  const product = (await tenant.get(`/api/v1/product/${product_id}`)).body.data
  const { created_at, last_updated_at, in_stock, incoming_stock, inventory_value, lead_time, ...shown } = product
  expect(last_updated_at).toBe(created_at)
  expect([in_stock, incoming_stock, inventory_value.cents, lead_time]).toEqual([0, 0, 0, { min: null, max: null }])
  expect(shown).toEqual({
    product_id,
    handle: 'merino-jumper',
    title: 'Merino jumper',
    description: jumper.description,
    vendor: 'Harbour',
    category: 'Knitwear',
    category_id: ids.categories.Knitwear,
    subcategory: 'Crew',
    subcategory_id: ids.subcategories['Knitwear / Crew'],
    family: 'Tops',
    family_id: ids.families.Tops,
    class: 'core',
    status: 'ACTIVE',
    country_of_origin: 'PT',
    hs_code: '611011',
    currency: 'USD',
    image_url: jumper.image_url,
    gallery_images: jumper.gallery_images,
    tags: ['winter', 'wool'],
    platform_tags: ['new'],
    seasons: ['AW26'],
    options: { Colour: ['Navy', 'Moss'], Size: ['S', 'M'] },
    is_managed: true,
    is_seasonal: true,
    launch_date: '2026-09-01',
    num_variants: 2,
    min_order_quantity: { min: null, max: null },
    sales_channels: [{ sales_channel_id: ids.sales_channels.Online, name: 'Online', channel_type: 'online' }],
    metafields: [
      { namespace: 'a', key: 'b.c', value: 'x' },
      { namespace: 'custom', key: 'fabric', value: 'merino' },
    ],
  })
  const first = (await tenant.get(`/api/v1/variants/${navy}`)).body.data
  expect(first).toMatchObject({
    sku: 'J-NAVY-S',
    barcode: '4006381333931',
    title: 'Navy / S',
    option_values: { Colour: 'Navy', Size: 'S' },
    position: 1,
    status: 'ACTIVE',
    price: { cents: 8900, currency: 'USD' },
    compare_at_price: { cents: 9900 },
    unit_cost: { cents: 3104, usd: 31.0375 },
    weight_kg: 0.42,
    carton: { quantity: 24, cbm: 0.048125, weight_kg: 11.2 },
    suppliers: [],
    stock: [],
  })
  expect(first.custom_fields.map(({ name, value }: any) => [name, value])).toEqual([
    ['Care', 'Hand wash'],
    ['Fit', 'slim'],
  ])
  const rows = (await tenant.get(`/api/v1/product/${product_id}/variants`)).body.data.rows
  expect(rows.map((row: any) => [row.variant_id, row.title, row.position, row.unit_cost.cents])).toEqual([
    [navy, 'Navy / S', 1, 3104],
    [moss, 'Moss, medium', 2, null],
  ])
  const listed = (await tenant.get('/api/v1/products/table')).body.data.rows
  expect(listed).toMatchObject([
    { product_id, num_variants: 2, price_min: { cents: 7900 }, price_max: { cents: 8900 } },
  ])
  expect((await tenant.get('/api/v1/variants/table?search=J-MOSS')).body.data.rows).toMatchObject([
    { variant_id: moss },
  ])
  const events = (await tenant.get(`/api/v1/variants/events?product_id=${product_id}&limit=100`)).body.data.rows
  expect(events.map((one: any) => [one.kind, one.variant_id, one.field, one.actor])).toEqual([
    ['created', moss, null, 'user:Ada'],
    ['created', navy, null, 'user:Ada'],
    ['created', null, null, 'user:Ada'],
  ])
  expect((await member.get(`${create}/${product_id}`)).body.data).toEqual(made.body.data)
})

const change = (patch: Record<string, unknown>) => ({ ...jumper, ...patch })
const changeVariant = (patch: Record<string, unknown>) =>
  change({ variants: [{ ...jumper.variants[0], ...patch }, jumper.variants[1]] })

const refused: [title: string, body: unknown, field: string][] = [
  ['a blank title', change({ title: ' ' }), 'title'],
  ['a title with a control character', change({ title: 'a\u0007b' }), 'title'],
  ['a title over the limit', change({ title: 'x'.repeat(256) }), 'title'],
  ['a description with a control character', change({ description: 'a\u0000b' }), 'description'],
  ['an unknown category', change({ category: 'Coats' }), 'category'],
  ['an unknown subcategory', change({ subcategory: 'V-necks' }), 'subcategory'],
  ['an inactive subcategory', change({ subcategory: 'Retired' }), 'subcategory'],
  ['a subcategory without a category', change({ category: null }), 'subcategory'],
  ['an unknown family', change({ family: 'Shoes' }), 'family'],
  ['an unknown status', change({ status: 'GONE' }), 'status'],
  ['a country that does not exist', change({ country_of_origin: 'QQ' }), 'country_of_origin'],
  ['a malformed HS code', change({ hs_code: '61x011' }), 'hs_code'],
  ['an image without https', change({ image_url: 'http://images.example.com/a.jpg' }), 'image_url'],
  ['an image that is no URL', change({ gallery_images: ['a.jpg'] }), 'gallery_images'],
  ['a blank tag', change({ tags: [' '] }), 'tags'],
  ['a date that does not exist', change({ launch_date: '2026-02-30' }), 'launch_date'],
  ['a metafield without a namespace', change({ metafields: { fabric: 'x' } }), 'metafields.fabric'],
  ['a metafield with a blank value', change({ metafields: { 'a.b': '  ' } }), 'metafields.a.b'],
  ['an unknown sales channel', change({ sales_channels: ['Online', nobody] }), 'sales_channels[1]'],
  ['an option named twice', change({ options: [jumper.options[0], { name: 'Colour', values: ['S'] }] }), 'options'],
  ['an option value twice', change({ options: [{ name: 'Colour', values: ['Navy', 'Navy'] }] }), 'options'],
  ['four options', change({ options: 'ABCD'.split('').map((name) => ({ name, values: ['1'] })) }), 'options'],
  ['a variant without a SKU', changeVariant({ sku: undefined }), 'variants[0].sku'],
  ['a SKU twice', changeVariant({ sku: 'J-MOSS-M' }), 'variants[1].sku'],
  ['a negative price', changeVariant({ price_cents: -1 }), 'variants[0].price_cents'],
  ['a price in fractions of a cent', changeVariant({ price_cents: 0.5 }), 'variants[0].price_cents'],
  ['a cost with five decimals', changeVariant({ unit_cost: 0.00001 }), 'variants[0].unit_cost'],
  ['a weight with five decimals', changeVariant({ weight_kg: 1.00001 }), 'variants[0].weight_kg'],
  ['a carton of no units', changeVariant({ carton_quantity: 0 }), 'variants[0].carton_quantity'],
  ['an unknown option', changeVariant({ option_values: { Fit: 'slim' } }), 'variants[0].option_values'],
  [
    'an unknown option value',
    changeVariant({ option_values: { Colour: 'Red', Size: 'S' } }),
    'variants[0].option_values',
  ],
  ['a missing option value', changeVariant({ option_values: { Colour: 'Navy' } }), 'variants[0].option_values'],
  ['a combination twice', changeVariant({ option_values: { Size: 'M', Colour: 'Moss' } }), 'variants[1].option_values'],
  ['an unknown custom field', changeVariant({ custom_fields: { Lining: 'x' } }), 'variants[0].custom_fields.Lining'],
  ['a choice that does not exist', changeVariant({ custom_fields: { Fit: 'wide' } }), 'variants[0].custom_fields.Fit'],
]

test('each rule of a new product names its field, and nothing is written', async () => {
  const { tenant, member } = await merchandisers()
  for (const [title, body, field] of refused) {
    const answer = await member.post(create, body)
    expect([title, ...faultOf(answer)]).toEqual([title, 400, 'bad_request', field])
  }
  expect((await tenant.get('/api/v1/products/table')).body.data.rows).toEqual([])
})

test('a SKU or a handle that exists is refused and its product stays as it is', async () => {
  const { tenant, member } = await merchandisers()
  const { product_id } = (await member.post(create, jumper)).body.data
  const before = (await tenant.get(`/api/v1/product/${product_id}`)).body.data
  expect(faultOf(await member.post(create, { title: 'Scarf', handle: 'merino-jumper' }))).toEqual([
    400,
    'bad_request',
    'handle',
  ])
  const scarf = { title: 'Scarf', variants: [{ sku: 'SCARF' }, { sku: ' J-NAVY-S ' }] }
  expect(faultOf(await member.post(create, scarf))).toEqual([400, 'bad_request', 'variants[1].sku'])
  expect((await tenant.get(`/api/v1/product/${product_id}`)).body.data).toEqual(before)
  const other = await merchandisers()
  expect((await other.member.post(create, jumper)).status).toBe(201)
})

test('of two requests that create the same SKUs at once, one succeeds and one is refused', async () => {
  const { tenant, member } = await merchandisers()
  const body = (skus: string[]) => ({ title: 'Scarf', variants: skus.map((sku) => ({ sku })) })
  const answers = await whileHeld(tenant, 'lock table variants in exclusive mode', [
    () => member.post(create, body(['A', 'B'])),
    () => member.post(create, body(['B', 'A'])),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  const lost = answers.find(({ status }) => status === 409)!
  expect([lost.body.code, /^The SKU [AB] was taken/.test(lost.body.message.desc)]).toEqual(['conflict', true])
  expect((await tenant.get('/api/v1/products/table')).body.data.rows.length).toBe(1)
})
