import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { diffCategories, writeCategories } from '../../../server/catalogue/categories/diff_categories.ts'
import { setFixture } from '../../support/fixtures/catalogue.ts'
import { newSession } from '../../support/service/session.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { changedRows, rowImages } from '../../support/document/row_images.ts'
import type { Sql } from '../../../server/contract/sql.ts'

const path = '/api/v1/product-categories'

async function categoriesFixture() {
  const tenant = await newTenant()
  const session = await newSession(tenant)
  const ids = await setFixture(tenant, {
    categories: [{ name: 'Knitwear', subcategories: ['Crew necks'] }, 'Étoles'],
    products: [{ title: 'Jumper', category: 'Knitwear', subcategory: 'Crew necks' }],
  })
  return { tenant, session, ids, knitwear: ids.categories['Knitwear']! }
}

test('a created category is listed, and the public read has its subcategories', async () => {
  const { tenant, session } = await categoriesFixture()
  const created = await session.post(path, {
    name: '  Swimwear ',
    subcategories: [{ name: 'One-piece' }, { name: 'Bikinis', is_active: false }],
  })
  expect([created.status, created.body.message.desc]).toEqual([201, 'Category Swimwear created.'])
  const category = created.body.data
  expect(category).toMatchObject({ name: 'Swimwear', is_active: true, product_count: 0 })
  expect(category.subcategories.map((one: any) => [one.name, one.is_active])).toEqual([
    ['Bikinis', false],
    ['One-piece', true],
  ])
  const open = await tenant.get('/api/v1/product-subcategories?category=Swimwear')
  expect(open.body.data).toEqual(category.subcategories.map((one: any) => one))
  const listed = (await session.get(path)).body.data
  expect(listed.rows.map((row: any) => [row.name, row.product_count])).toEqual([
    ['Knitwear', 1],
    ['Swimwear', 0],
    ['Étoles', 0],
  ])
  expect((await session.get(`${path}/${category.category_id}`)).body.data).toEqual(category)
})

test('a name that another category has, in any case and Unicode form, is refused', async () => {
  const { session } = await categoriesFixture()
  for (const name of ['KNITWEAR', ' knitwear', 'étoles', 'ÉTOLES'.normalize('NFD')]) {
    const { status, body } = await session.post(path, { name })
    expect([status, body.data.field, body.data.rule]).toEqual([400, 'name', 'belongs to another category'])
  }
  const blank = await session.post(path, { name: ' ' })
  expect([blank.status, blank.body.data.field]).toEqual([400, 'name'])
})

test('of two categories of one name created at once, one is created and the other refused', async () => {
  const { tenant, session } = await categoriesFixture()
  const answers = await Promise.all(['Denim', 'denim', 'DENIM'].map((name) => session.post(path, { name })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400])
  for (const { status, body } of answers)
    if (status === 400) expect(body.data).toMatchObject({ field: 'name', rule: 'belongs to another category' })
  const [row] = await tenant.service.database.sql<{ rows: number }[]>`
    select count(*)::int as rows from categories
    where organization_id = ${tenant.organization_id} and lower(name) = 'denim'`
  expect(row!.rows).toBe(1)
})

test('an archived category leaves the filter values, while its products keep it and are still found by it', async () => {
  const { tenant, session, knitwear } = await categoriesFixture()
  const values = async () =>
    (
      await tenant.get(`/api/v1/organizations/${tenant.organization_id}/products/filters?field=category`)
    ).body.data.category.rows.map((row: any) => row.value)
  expect(await values()).toEqual(['Knitwear'])
  const archived = await session.patch(`${path}/${knitwear}`, { is_active: false })
  expect([archived.status, archived.body.data.is_active]).toEqual([200, false])
  expect(await values()).toEqual([])
  const filter = encodeURIComponent(JSON.stringify([{ key: 'category', operation: 'eq', value: 'Knitwear' }]))
  const found = await tenant.get(`/api/v1/products/table?filter_args=${filter}`)
  expect(found.body.data.rows.map((row: any) => [row.title, row.category])).toEqual([['Jumper', 'Knitwear']])
  const refused = await session.post(path, { name: 'Knitwear' })
  expect(refused.body.data.rule).toBe('belongs to another category')
  const listed = async (is_active: boolean) =>
    (await session.get(`${path}?is_active=${is_active}`)).body.data.rows.map((row: any) => row.name)
  expect([await listed(true), await listed(false)]).toEqual([['Étoles'], ['Knitwear']])
  await session.patch(`${path}/${knitwear}`, { is_active: true })
  expect(await values()).toEqual(['Knitwear'])
})

test('a renamed category has its new name in the filters and in its products', async () => {
  const { tenant, session, knitwear } = await categoriesFixture()
  expect((await session.patch(`${path}/${knitwear}`, { name: 'knitwear' })).body.data.name).toBe('knitwear')
  expect((await session.patch(`${path}/${knitwear}`, { name: 'étoles' })).body.data.field).toBe('name')
  await session.patch(`${path}/${knitwear}`, { name: 'Jumpers' })
  const { rows } = (await tenant.get('/api/v1/products/table')).body.data
  expect(rows[0].category).toBe('Jumpers')
})

test('subcategories are unique within their category alone, and are renamed and archived', async () => {
  const { tenant, session, knitwear, ids } = await categoriesFixture()
  const under = (category: string) => `${path}/${category}/subcategories`
  const repeatedName = await session.post(under(knitwear), { name: 'CREW NECKS' })
  expect([repeatedName.status, repeatedName.body.data.rule]).toEqual([400, 'belongs to another subcategory'])
  const elsewhere = await session.post(under(ids.categories['Étoles']!), { name: 'Crew necks' })
  expect(elsewhere.status).toBe(201)
  const { subcategory_id } = elsewhere.body.data
  const one = `${under(ids.categories['Étoles']!)}/${subcategory_id}`
  expect((await session.patch(one, { name: 'Silk', is_active: false })).body.data).toMatchObject({
    name: 'Silk',
    is_active: false,
  })
  expect((await session.get(one)).body.data.name).toBe('Silk')
  const open = await tenant.get(`/api/v1/product-subcategories?category=${ids.categories['Étoles']}`)
  expect(open.body.data).toMatchObject([{ name: 'Silk', is_active: false }])
  // A subcategory is found under its own category only.
  expect((await session.get(`${under(knitwear)}/${subcategory_id}`)).status).toBe(404)
  expect((await session.patch(`${under(knitwear)}/${subcategory_id}`, { name: 'X' })).status).toBe(404)
  expect((await session.post(under(uuidv7()), { name: 'X' })).status).toBe(404)
})

test("another organisation's category is neither read nor changed", async () => {
  const { session } = await categoriesFixture()
  const { knitwear } = await categoriesFixture()
  expect((await session.get(`${path}/${knitwear}`)).status).toBe(404)
  expect((await session.patch(`${path}/${knitwear}`, { name: 'Mine' })).status).toBe(404)
})

test('a batch creates, changes and keeps categories with their subcategories; comparing writes nothing', async () => {
  const { tenant, knitwear } = await categoriesFixture()
  const sql = tenant.service.database.sql as unknown as Sql
  const { organization_id } = tenant
  const context = { organization_id, actor: 'test', now: new Date().toISOString(), currency: 'USD', time_zone: 'UTC' }
  const records = [
    { name: 'KNITWEAR', subcategories: [{ name: 'crew necks' }, { name: 'Cardigans' }] },
    { name: 'Étoles' },
    { name: 'Shoes', subcategories: [{ name: 'Boots' }] },
    { name: 'shoes' },
    { name: 'Hats', subcategories: [{ name: 'Caps' }, { name: 'CAPS' }] },
    { name: 'Bags', is_active: 'yes' as unknown as boolean },
  ]
  const before = await rowImages(tenant)
  const diffs = await diffCategories(sql, context, records)
  expect(changedRows(before, await rowImages(tenant))).toEqual([])
  expect(diffs.map(({ outcome }) => outcome)).toEqual([
    'changed',
    'unchanged',
    'created',
    'refused',
    'refused',
    'refused',
  ])
  expect(diffs[0]).toMatchObject({
    changes: [{ field: 'subcategories[1]', previous_value: null, value: 'Cardigans' }],
  })
  expect(diffs.slice(3).map((diff: any) => [diff.faults[0].field, diff.faults[0].rule, diff.faults[0].value])).toEqual([
    ['name', 'is repeated', 'shoes'],
    ['subcategories[1].name', 'is repeated', 'CAPS'],
    ['is_active', 'must be true or false', 'yes'],
  ])
  const writes = diffs.flatMap((diff) => ('write' in diff ? [diff.write] : []))
  expect(await writeCategories(sql, context, writes)).toHaveLength(2)
  const again = await diffCategories(sql, context, records.slice(0, 3))
  expect(again.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged', 'unchanged'])
  const names = (await tenant.get(`/api/v1/product-subcategories?category=${knitwear}`)).body.data
  expect(names.map((one: any) => one.name)).toEqual(['Cardigans', 'Crew necks'])
})

test('a name that another request took after the diff is refused when it is written', async () => {
  const { tenant } = await categoriesFixture()
  const { sql } = tenant.service.database
  const { organization_id } = tenant
  const context = { organization_id, actor: 'test', now: new Date().toISOString(), currency: 'USD', time_zone: 'UTC' }
  const diff = async (name: string) => {
    const [recordDiff] = await diffCategories(sql as unknown as Sql, context, [{ name }])
    if (recordDiff?.outcome !== 'created') throw new Error(JSON.stringify(recordDiff))
    return recordDiff.write
  }
  const overtaken = await diff('DENIM')
  await writeCategories(sql as unknown as Sql, context, [await diff('Denim')])
  const refusal = await writeCategories(sql as unknown as Sql, context, [overtaken]).catch((error) => error)
  expect([refusal.code, refusal.desc]).toEqual(['bad_request', 'name belongs to another category.'])
})
