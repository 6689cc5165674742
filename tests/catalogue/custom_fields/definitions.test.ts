import { expect, test } from 'bun:test'
import { diffCustomFields } from '../../../server/catalogue/custom_fields/diff_custom_fields.ts'
import type { Sql } from '../../../server/contract/sql.ts'
import { setFixture } from '../../support/fixtures/catalogue.ts'
import { changedRows, rowImages } from '../../support/document/row_images.ts'
import { newSession } from '../../support/service/session.ts'
import { newTenant } from '../../support/service/tenant.ts'

const path = '/api/v1/custom-fields'
const publicPath = '/api/v1/variants/custom-fields'

async function definitionsFixture() {
  const tenant = await newTenant()
  const session = await newSession(tenant)
  const ids = await setFixture(tenant, {
    custom_fields: [
      { name: 'Fabric', data_type: 'choice', choices: ['Wool', 'Cotton', 'Silk'] },
      { name: 'Bin', data_type: 'number' },
      { name: 'Care' },
    ],
    products: [{ title: 'Coat', variants: [{ sku: 'A', custom: { Fabric: 'Wool', Bin: '7', Care: '' } }] }],
  })
  const at = (name: string) => `${path}/${ids.custom_fields[name]}`
  return { tenant, session, ids, at }
}

test('a created field is in the public reads, with its type and choices', async () => {
  const { tenant, session } = await definitionsFixture()
  const { status, body } = await session.post(path, {
    name: 'Lining',
    data_type: 'choice',
    choices: ['Silk ', 'Viscose'],
    description: 'Material of the lining',
  })
  expect([status, body.data.is_active, body.data.variants_with_value]).toEqual([201, true, 0])
  const open = await tenant.get(`${publicPath}/${body.data.custom_field_id}`)
  expect(open.body.data).toMatchObject({
    name: 'Lining',
    data_type: 'choice',
    choices: ['Silk', 'Viscose'],
    description: 'Material of the lining',
    distinct_values: 0,
  })
  const listed = (await tenant.get(publicPath)).body.data.rows.map((row: any) => row.name)
  expect(listed).toEqual(['Bin', 'Care', 'Fabric', 'Lining'])
})

test('choices belong to fields of type choice alone, each once', async () => {
  const { session, at } = await definitionsFixture()
  const refusedFields = async (answer: Promise<any>) => {
    const { status, body } = await answer
    return [status, body.data.field, body.data.rule]
  }
  expect(await refusedFields(session.post(path, { name: 'X', data_type: 'choice' }))).toEqual([
    400,
    'choices',
    'must contain at least one value for a field of type choice',
  ])
  expect(await refusedFields(session.post(path, { name: 'X', choices: ['a'] }))).toEqual([
    400,
    'choices',
    'must be empty for a field of type text',
  ])
  expect(await refusedFields(session.patch(at('Fabric'), { choices: ['Wool', 'wool'] }))).toEqual([
    400,
    'choices[1]',
    'is repeated',
  ])
  const unknown = await session.post(path, { name: 'X', data_type: 'colour' })
  expect([unknown.status, unknown.body.data.field, unknown.body.data.allowed]).toEqual([
    400,
    'data_type',
    ['text', 'number', 'date', 'boolean', 'choice'],
  ])
})

test('a choice that variants have cannot be removed, and one that none has can', async () => {
  const { session, at } = await definitionsFixture()
  const refused = await session.patch(at('Fabric'), { choices: ['Cotton', 'Linen'] })
  expect([refused.status, refused.body.data.field, refused.body.data.rule]).toEqual([
    400,
    'choices',
    'must contain every value that variants have: Wool',
  ])
  const saved = await session.patch(at('Fabric'), { choices: ['Linen', 'Wool'] })
  expect([saved.status, saved.body.data.choices]).toEqual([200, ['Linen', 'Wool']])
})

test('a type changes freely without values, and only to text with values', async () => {
  const { session, at } = await definitionsFixture()
  expect((await session.patch(at('Care'), { data_type: 'date' })).body.data.data_type).toBe('date')
  const refused = await session.patch(at('Bin'), { data_type: 'boolean' })
  expect([refused.status, refused.body.data.field, refused.body.data.rule]).toEqual([
    400,
    'data_type',
    'can only change to text while variants have values for the field',
  ])
  expect((await session.patch(at('Bin'), { data_type: 'text' })).body.data.data_type).toBe('text')
  expect((await session.patch(at('Fabric'), { data_type: 'text', choices: [] })).status).toBe(200)
})

test('an archived field is not listed and no filter value, while variants keep their values', async () => {
  const { tenant, session, ids, at } = await definitionsFixture()
  const values = async () =>
    (
      await tenant.get(`/api/v1/organizations/${tenant.organization_id}/products/filters?field=custom_fields`)
    ).body.data.custom_fields.rows.map((row: any) => row.value)
  expect(await values()).toEqual(['Bin=7', 'Fabric=Wool'])
  expect((await session.patch(at('Fabric'), { is_active: false })).body.data.is_active).toBe(false)
  expect(await values()).toEqual(['Bin=7'])
  const listed = (await tenant.get(publicPath)).body.data
  expect([listed.filtered_max_size, listed.rows.map((row: any) => row.name)]).toEqual([2, ['Bin', 'Care']])
  expect((await tenant.get(`${publicPath}/${ids.custom_fields.Fabric}`)).body.data.name).toBe('Fabric')
  const variant = (await tenant.get(`/api/v1/variants/${ids.variants.A}`)).body.data
  expect(variant.custom_fields.map((one: any) => [one.name, one.value])).toContainEqual(['Fabric', 'Wool'])
  expect((await session.get(path)).body.data.filtered_max_size).toBe(3)
  expect((await session.get(`${path}?is_active=false`)).body.data.rows.map((row: any) => row.name)).toEqual(['Fabric'])
})

test('an update with the same values leaves updated_at as it is, and another moves it', async () => {
  const { tenant, session, at } = await definitionsFixture()
  const before = await rowImages(tenant)
  const { data } = (await session.get(at('Fabric'))).body
  await session.patch(at('Fabric'), { name: 'Fabric', choices: ['Wool', 'Cotton', 'Silk'], description: null })
  expect(changedRows(before, await rowImages(tenant))).toEqual([])
  const saved = (await session.patch(at('Fabric'), { description: 'Main fabric' })).body.data
  expect(saved.updated_at > data.updated_at).toBe(true)
  const cleared = await session.patch(at('Fabric'), { description: null })
  expect(cleared.body.data.description).toBe(null)
})

test('of two fields of one name created at once, one is created; a rename to a taken name is refused', async () => {
  const { session, at } = await definitionsFixture()
  const answers = await Promise.all(['Season', 'SEASON'].map((name) => session.post(path, { name })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400])
  const refused = await session.patch(at('Bin'), { name: 'care' })
  expect([refused.status, refused.body.data.rule]).toEqual([400, 'belongs to another custom field'])
})

test('a batch refuses what the values of variants do not allow, record by record', async () => {
  const { tenant } = await definitionsFixture()
  const sql = tenant.service.database.sql as unknown as Sql
  const { organization_id } = tenant
  const context = { organization_id, actor: 'test', now: new Date().toISOString(), currency: 'USD', time_zone: 'UTC' }
  const diffs = await diffCustomFields(sql, context, [
    { name: 'fabric', choices: ['Silk'] },
    { name: 'Bin', data_type: 'date' },
    { name: 'Care', description: 'How to wash' },
    { name: 'New' },
  ])
  expect(diffs.map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'changed', 'created'])
})
