import { expect, test } from 'bun:test'
import { setFixture } from '../../support/fixtures/catalogue.ts'
import { newTenant } from '../../support/service/tenant.ts'

const path = '/api/v1/variants/custom-fields'

async function fieldsFixture() {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    custom_fields: [
      { name: 'Fabric', data_type: 'choice', choices: ['Wool', 'Cotton', 'Silk'], description: 'Main fabric' },
      { name: 'Care', data_type: 'text' },
      { name: 'Bin', data_type: 'number' },
    ],
    products: [
      {
        title: 'Coat',
        variants: [
          { sku: 'A', custom: { Fabric: 'Wool', Bin: '7' } },
          { sku: 'B', custom: { Fabric: 'Wool', Bin: '8' } },
          { sku: 'C', custom: { Fabric: 'Cotton', Bin: '' } },
          { sku: 'D' },
        ],
      },
    ],
  })
  return { tenant, ids }
}

test('the fields are listed by name with their definition and how many variants fill them', async () => {
  const { tenant, ids } = await fieldsFixture()
  const answer = await tenant.get(path)
  expect(answer.status).toBe(200)
  const { rows, ...page } = answer.body.data
  expect(page).toEqual({ size: 3, offset: 0, filtered_max_size: 3 })
  expect(rows.map((row: any) => [row.name, row.data_type, row.variants_with_value])).toEqual([
    ['Bin', 'number', 2],
    ['Care', 'text', 0],
    ['Fabric', 'choice', 3],
  ])
  expect(rows[2]).toEqual({
    custom_field_id: ids.custom_fields.Fabric!,
    name: 'Fabric',
    description: 'Main fabric',
    data_type: 'choice',
    choices: ['Wool', 'Cotton', 'Silk'],
    variants_with_value: 3,
    created_at: rows[2].created_at,
    updated_at: rows[2].updated_at,
  })
  const second = await tenant.get(`${path}?offset=1&limit=1`)
  expect(second.body.data).toMatchObject({ size: 1, offset: 1, filtered_max_size: 3, rows: [{ name: 'Care' }] })
  expect((await tenant.get(`${path}?limit=101`)).status).toBe(400)
})

test('one field shows the values most in use first', async () => {
  const { tenant, ids } = await fieldsFixture()
  const fabric = await tenant.get(`${path}/${ids.custom_fields.Fabric}`)
  expect(fabric.status).toBe(200)
  expect(fabric.body.data).toMatchObject({
    custom_field_id: ids.custom_fields.Fabric!,
    choices: ['Wool', 'Cotton', 'Silk'],
    variants_with_value: 3,
    distinct_values: 2,
    sample_values: [
      { value: 'Wool', variants: 2 },
      { value: 'Cotton', variants: 1 },
    ],
  })
  const bin = await tenant.get(`${path}/${ids.custom_fields.Bin}`)
  expect(bin.body.data).toMatchObject({ choices: [], variants_with_value: 2, distinct_values: 2 })
  const care = await tenant.get(`${path}/${ids.custom_fields.Care}`)
  expect(care.body.data).toMatchObject({ variants_with_value: 0, distinct_values: 0, sample_values: [] })
})

test('at most ten values are shown as samples', async () => {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    custom_fields: [{ name: 'Bin' }],
    products: [
      {
        title: 'Coat',
        variants: Array.from({ length: 12 }, (_, i) => ({ sku: `V${i}`, custom: { Bin: `b${i + 10}` } })),
      },
    ],
  })
  const { distinct_values, sample_values } = (await tenant.get(`${path}/${ids.custom_fields.Bin}`)).body.data
  expect(distinct_values).toBe(12)
  expect(sample_values.map((one: any) => one.value)).toEqual(Array.from({ length: 10 }, (_, i) => `b${i + 10}`))
})

test("an unknown field, and another organisation's, is refused alike", async () => {
  const { ids } = await fieldsFixture()
  const stranger = await newTenant()
  expect((await stranger.get(path)).body.data.filtered_max_size).toBe(0)
  for (const custom_field_id of [ids.custom_fields.Fabric, crypto.randomUUID(), 'nonsense']) {
    const answer = await stranger.get(`${path}/${custom_field_id}`)
    expect(answer.status).toBe(404)
    expect(answer.body.code).toBe('custom_field_not_on_file')
  }
})
