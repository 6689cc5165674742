import { expect, test } from 'bun:test'
import { setFixture } from '../../support/fixtures/catalogue.ts'
import { whileHeld } from '../../support/held.ts'
import { newSession } from '../../support/service/session.ts'
import { type Answer, newTenant } from '../../support/service/tenant.ts'

const at = (product_id: string, act = '') => `/api/v1/catalogue/products/${product_id}${act}`
const faultOf = ({ status, body }: Answer) => [status, body.code, body.data?.field]

async function jumpers() {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: ['Main'],
    sales_channels: ['Online', 'Shop'],
    suppliers: ['Acme'],
    categories: [{ name: 'Knitwear', subcategories: ['Crew'] }, 'Coats'],
    products: [
      {
        title: 'Jumper',
        vendor: 'Harbour',
        category: 'Knitwear',
        subcategory: 'Crew',
        status: 'UNLISTED',
        tags: ['winter'],
        channels: ['Online'],
        options: [{ name: 'Size', values: ['S', 'M'] }],
        metafields: [
          { namespace: 'custom', key: 'fabric', value: 'wool' },
          { namespace: 'custom', key: 'care', value: 'cold' },
        ],
        variants: [
          { sku: 'J-S', option_values: { Size: 'S' }, unit_cost: '10', stock: { Main: 5 } },
          { sku: 'J-M', option_values: { Size: 'M' } },
        ],
      },
    ],
    purchase_orders: [{ name: 'PO-1', supplier: 'Acme', location: 'Main', lines: [{ sku: 'J-S', quantity: 4 }] }],
  })
  const product_id = ids.products.Jumper!
  const events = async () =>
    (await tenant.get(`/api/v1/variants/events?product_id=${product_id}&limit=100`)).body.data.rows
  return { tenant, ids, product_id, events, member: await newSession(tenant, { role: 'member', name: 'Ada' }) }
}

test('a change shows in the product and, field by field, in the timeline', async () => {
  const { tenant, product_id, events, member } = await jumpers()
  const answer = await member.patch(at(product_id), {
    title: 'Merino jumper',
    vendor: null,
    category: 'Coats',
    status: 'ACTIVE',
    tags: ['winter', 'wool'],
    sales_channels: ['Shop'],
    metafields: { 'custom.fabric': 'merino', 'custom.care': null },
    options: [{ name: 'Size', values: ['XS', 'S', 'M'] }],
  })
  expect(answer.status).toBe(200)
  const product = (await tenant.get(`/api/v1/product/${product_id}`)).body.data
  expect(product).toMatchObject({
    title: 'Merino jumper',
    vendor: null,
    category: 'Coats',
    subcategory: null,
    status: 'ACTIVE',
    tags: ['winter', 'wool'],
    options: { Size: ['XS', 'S', 'M'] },
    metafields: [{ namespace: 'custom', key: 'fabric', value: 'merino' }],
  })
  expect(product.sales_channels.map(({ name }: any) => name)).toEqual(['Shop'])
  const recordedChanges = (await events()).map((one: any) => [one.kind, one.field, one.previous_value, one.value])
  expect(recordedChanges.toSorted()).toEqual([
    ['status_changed', 'status', 'UNLISTED', 'ACTIVE'],
    ['updated', 'category', 'Knitwear', 'Coats'],
    ['updated', 'metafields.custom.care', 'cold', null],
    ['updated', 'metafields.custom.fabric', 'wool', 'merino'],
    ['updated', 'options', 'Size: S, M', 'Size: XS, S, M'],
    ['updated', 'sales_channels', 'Online', 'Shop'],
    ['updated', 'subcategory', 'Crew', null],
    ['updated', 'tags', 'winter', 'winter, wool'],
    ['updated', 'title', 'Jumper', 'Merino jumper'],
    ['updated', 'vendor', 'Harbour', null],
  ])
})

test('a request that changes nothing writes no row and no event', async () => {
  const { product_id, events, member } = await jumpers()
  const read = (await member.get(at(product_id))).body.data
  const { product_id: _id, currency: _currency, variants: _variants, ...rest } = read
  const { created_at: _made, last_updated_at: _changed, ...fields } = rest
  const answer = await member.patch(at(product_id), fields)
  expect([answer.status, answer.body.data]).toEqual([200, read])
  expect(await events()).toEqual([])
  expect((await member.patch(at(product_id), {})).body.data.field).toBe('body')
})

test('options keep the values of every variant', async () => {
  const { product_id, member } = await jumpers()
  const options = (...values: string[]) => member.patch(at(product_id), { options: [{ name: 'Size', values }] })
  const answer = await options('S')
  expect(faultOf(answer)).toEqual([400, 'bad_request', 'options'])
  expect(answer.body.message.desc).toContain('variant J-M')
  expect((await options('M', 'S')).body.data.options).toEqual([{ name: 'Size', values: ['M', 'S'] }])
})

test('an archived product keeps its stock and its open orders readable, and returns to the status it had', async () => {
  const { tenant, ids, product_id, events, member } = await jumpers()
  const archived = await member.post(at(product_id, '/archive'))
  expect([archived.status, archived.body.data.status]).toEqual([200, 'ARCHIVED'])
  expect((await member.post(at(product_id, '/archive'))).body.data).toEqual(archived.body.data)
  const filter = encodeURIComponent(JSON.stringify([{ key: 'product_status', operation: 'eq', value: 'ARCHIVED' }]))
  const rows = (await tenant.get(`/api/v1/products/table?filter_args=${filter}`)).body.data.rows
  expect(rows.map((row: any) => [row.product_id, row.in_stock])).toEqual([[product_id, 5]])
  const [order] = (await tenant.get(`/api/v1/product/${product_id}/incoming-pos`)).body.data.rows
  expect(order.name ?? order.purchase_order?.name).toBe('PO-1')
  const variant = (await tenant.get(`/api/v1/variants/${ids.variants['J-S']}`)).body.data
  expect([variant.status, variant.on_hand_qty]).toEqual(['ARCHIVED', 5])
  expect((await member.post(at(product_id, '/restore'))).body.data.status).toBe('UNLISTED')
  expect((await member.post(at(product_id, '/restore'))).body.data.status).toBe('UNLISTED')
  expect((await events()).map((one: any) => [one.kind, one.previous_value, one.value])).toEqual([
    ['status_changed', 'ARCHIVED', 'UNLISTED'],
    ['status_changed', 'UNLISTED', 'ARCHIVED'],
  ])
})

test('a product that was created as archived is restored as a draft', async () => {
  const { member } = await jumpers()
  const made = await member.post('/api/v1/catalogue/products', { title: 'Relic', status: 'ARCHIVED' })
  expect((await member.post(at(made.body.data.product_id, '/restore'))).body.data.status).toBe('DRAFT')
})

test('the product of another organisation is unknown', async () => {
  const { product_id } = await jumpers()
  const stranger = await newSession(await newTenant())
  for (const answer of [
    await stranger.get(at(product_id)),
    await stranger.patch(at(product_id), { title: 'Mine' }),
    await stranger.post(at(product_id, '/archive')),
    await stranger.post(at(product_id, '/restore')),
  ])
    expect([answer.status, answer.body.code]).toEqual([404, 'product_not_on_file'])
})

test('two requests that change one product at once lose neither change', async () => {
  const { tenant, product_id, events, member } = await jumpers()
  const lock = `select from products where product_id = '${product_id}' for update`
  const answers = await whileHeld(tenant, lock, [
    () => member.patch(at(product_id), { vendor: 'Quay' }),
    () => member.patch(at(product_id), { class: 'core' }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const { vendor, class: merchandisingClass } = (await member.get(at(product_id))).body.data
  expect([vendor, merchandisingClass]).toEqual(['Quay', 'core'])
  expect((await events()).length).toBe(2)
})

test('a handle that another request takes at the same time is refused with conflict', async () => {
  const { tenant, product_id, member } = await jumpers()
  const lock = `insert into products (organization_id, product_id, title, status, currency, handle)
    values ('${tenant.organization_id}', gen_random_uuid(), 'Other', 'ACTIVE', 'USD', 'jumper')`
  const [answer] = await whileHeld(tenant, lock, [() => member.patch(at(product_id), { handle: 'jumper' })])
  expect([answer!.status, answer!.body.code, answer!.body.message.desc]).toEqual([
    409,
    'conflict',
    'The handle jumper was taken by another request at the same time. Nothing was written.',
  ])
  expect(faultOf(await member.patch(at(product_id), { handle: 'jumper' }))).toEqual([400, 'bad_request', 'handle'])
})
