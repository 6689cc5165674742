import { expect, test } from 'bun:test'
import { diffFamilies, writeFamilies } from '../../../server/catalogue/families/diff_families.ts'
import type { Sql } from '../../../server/contract/sql.ts'
import { setFixture } from '../../support/fixtures/catalogue.ts'
import { changedRows, rowImages } from '../../support/document/row_images.ts'
import { newSession } from '../../support/service/session.ts'
import { newTenant } from '../../support/service/tenant.ts'

const path = '/api/v1/product-families'
const fabric = { attribute: 'fabric', group: 'Material', required: true }
const fit = { attribute: 'fit', group: 'Shape', required: false }

async function familiesFixture() {
  const tenant = await newTenant()
  const session = await newSession(tenant)
  const ids = await setFixture(tenant, {
    families: [{ name: 'Tops', attributes: [fabric] }],
    products: [{ title: 'Jumper', family: 'Tops', attributes: [{ attribute: 'fabric', value: 'merino' }] }],
  })
  const data = async () => (await tenant.get(`/api/v1/pim/v1/products/${ids.products.Jumper}`)).body.data
  return { tenant, session, ids, tops: ids.families.Tops!, data }
}

test('the template of a family decides what its products lack, in template order', async () => {
  const { session, tops, data } = await familiesFixture()
  const care = { attribute: ' care ', group: 'Material' }
  const saved = await session.patch(`${path}/${tops}`, { attributes: [fit, care, fabric] })
  expect(saved.status).toBe(200)
  expect(saved.body.data.attributes).toEqual([
    { ...fit, position: 0 },
    { attribute: 'care', group: 'Material', required: true, position: 1 },
    { ...fabric, position: 2 },
  ])
  expect(await data()).toMatchObject({ missing_required: ['care'], missing_optional: ['fit'], not_in_family: [] })
  expect((await session.get(`${path}/${tops}`)).body.data).toEqual(saved.body.data)
  await session.patch(`${path}/${tops}`, { attributes: [] })
  expect(await data()).toMatchObject({ has_template: false, not_in_family: ['fabric'] })
})

test('a family is created with its template, once for each name', async () => {
  const { session } = await familiesFixture()
  const answers = await Promise.all(
    ['Trousers', 'TROUSERS'].map((name) => session.post(path, { name, attributes: [fabric, fit] })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400])
  const { rows } = (await session.get(path)).body.data
  expect(rows.map((row: any) => [row.name.toLowerCase(), row.product_count, row.attributes.length])).toEqual([
    ['tops', 1, 1],
    ['trousers', 0, 2],
  ])
})

test('an attribute that is repeated in a template, and an unknown one of its fields, is refused by name', async () => {
  const { session, tops } = await familiesFixture()
  const twice = await session.patch(`${path}/${tops}`, { attributes: [fabric, { ...fit, attribute: 'Fabric' }] })
  expect([twice.status, twice.body.data.field, twice.body.data.rule]).toEqual([
    400,
    'attributes[1].attribute',
    'is repeated',
  ])
  const unknown = await session.patch(`${path}/${tops}`, { attributes: [{ ...fabric, place: 1 }] })
  expect([unknown.status, unknown.body.data.field]).toEqual([400, 'attributes[0].place'])
})

test('an unchanged template writes no row, and an archived family keeps its products and template', async () => {
  const { tenant, session, tops, data } = await familiesFixture()
  const before = await rowImages(tenant)
  const same = await session.patch(`${path}/${tops}`, { name: 'Tops', attributes: [fabric] })
  expect(same.status).toBe(200)
  expect(changedRows(before, await rowImages(tenant))).toEqual([])
  await session.patch(`${path}/${tops}`, { is_active: false })
  expect(await data()).toMatchObject({ family_id: tops, has_template: true, missing_required: [] })
  expect((await session.get(`${path}?is_active=true`)).body.data.filtered_max_size).toBe(0)
})

test('a batch of families names what changes in a template, and does nothing the second time', async () => {
  const { tenant } = await familiesFixture()
  const sql = tenant.service.database.sql as unknown as Sql
  const { organization_id } = tenant
  const context = { organization_id, actor: 'test', now: new Date().toISOString(), currency: 'USD', time_zone: 'UTC' }
  const records = [{ name: 'tops', attributes: [fabric, fit] }, { name: 'Shoes' }]
  const diffs = await diffFamilies(sql, context, records)
  expect(diffs[0]).toMatchObject({
    outcome: 'changed',
    changes: [
      {
        field: 'attributes',
        previous_value: 'fabric (Material, required)',
        value: 'fabric (Material, required), fit (Shape, optional)',
      },
    ],
  })
  expect(diffs[1]!.outcome).toBe('created')
  await writeFamilies(
    sql,
    context,
    diffs.flatMap((diff) => ('write' in diff ? [diff.write] : [])),
  )
  const again = await diffFamilies(sql, context, records)
  expect(again.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged'])
})
