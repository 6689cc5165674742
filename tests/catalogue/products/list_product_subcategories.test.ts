import { expect, test } from 'bun:test'
import { setFixture } from '../../support/fixtures/catalogue.ts'
import { newTenant } from '../../support/service/tenant.ts'

const path = '/api/v1/product-subcategories'

test('the subcategories of a category are an array under data, by name, inactive ones included', async () => {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    categories: [{ name: 'Coats', subcategories: ['Parkas', { name: 'Capes', is_active: false }] }, 'Hats'],
  })
  const expected = [
    {
      subcategory_id: ids.subcategories['Coats / Capes'],
      name: 'Capes',
      category_id: ids.categories.Coats,
      is_active: false,
    },
    {
      subcategory_id: ids.subcategories['Coats / Parkas'],
      name: 'Parkas',
      category_id: ids.categories.Coats,
      is_active: true,
    },
  ]
  const byName = await tenant.get(`${path}?category=Coats`)
  expect(byName.status).toBe(200)
  expect(byName.body.data).toEqual(expected)
  expect(byName.body.message.service).toBe('product')
  const byId = await tenant.get(`${path}?category=${ids.categories.Coats!.toUpperCase()}`)
  expect(byId.body.data).toEqual(expected)
  expect((await tenant.get(`${path}?category=Hats`)).body.data).toEqual([])
})

test('a category is required, and one that this organisation does not hold is unknown', async () => {
  const [tenant, other] = [await newTenant(), await newTenant()]
  const theirs = await setFixture(other, { categories: [{ name: 'Coats', subcategories: ['Parkas'] }] })
  const missing = await tenant.get(path)
  expect(missing.status).toBe(400)
  expect(missing.body.data.field).toBe('category')
  expect((await tenant.get(`${path}?category=`)).status).toBe(400)
  for (const category of ['Coats', 'coats', theirs.categories.Coats, 'nothing']) {
    const answer = await tenant.get(`${path}?category=${category}`)
    expect(answer.status).toBe(404)
    expect(answer.body.code).toBe('category_not_on_file')
  }
})
