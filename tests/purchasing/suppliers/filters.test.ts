import { expect, test } from 'bun:test'
import { setFixture } from '../../support/fixtures/catalogue.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'

const page = (rows: { value: string | undefined; label: string; count: number }[]) => ({
  rows,
  size: rows.length,
  offset: 0,
  filtered_max_size: rows.length,
})
const word = (value: string, count: number) => ({ value, label: value, count })

/** Filtering by each value finds as many rows as its count says. */
async function expectFound(tenant: Tenant, table: string, answered: Record<string, any>, numbers: string[] = []) {
  for (const [key, { rows }] of Object.entries(answered)) {
    for (const { value, count } of rows) {
      const isFlag = value === 'true' || value === 'false'
      const operand = isFlag ? value === 'true' : numbers.includes(key) ? Number(value) : value
      const filter_args = JSON.stringify([{ key, operation: 'eq', value: operand }])
      const found = await tenant.get(`${table}?limit=100&filter_args=${encodeURIComponent(filter_args)}`)
      expect([key, value, found.body.data.filtered_max_size]).toEqual([key, value, count])
    }
  }
}

async function openSuppliers(): Promise<Tenant> {
  const tenant = await newTenant()
  const suppliers = [
    { name: 'Mill', currency: 'EUR', country_code: 'PT', payment_terms: 'net_30', incoterm: 'FOB', lead_time_days: 9 },
    { name: 'Works', currency: 'EUR', country_code: 'TR', order_channel: 'link', is_active: false, lead_time_days: 45 },
    { name: 'Forge', payment_terms: 'net_30' },
  ]
  expect((await tenant.post('/api/v1/inventory/suppliers', { suppliers })).status).toBe(201)
  return tenant
}

test('supplier filter values are counted by field, and filtering by each finds as many suppliers as counted', async () => {
  const tenant = await openSuppliers()
  const other = await newTenant()
  await other.post('/api/v1/inventory/suppliers', { suppliers: [{ name: 'Elsewhere', currency: 'GBP' }] })
  const { status, body } = await tenant.get('/api/v1/inventory/suppliers/filters')
  expect(status).toBe(200)
  expect(body.data).toEqual({
    currency: page([word('EUR', 2), word('USD', 1)]),
    country_code: page([word('PT', 1), word('TR', 1)]),
    payment_terms: page([word('net_30', 2)]),
    incoterm: page([word('FOB', 1)]),
    order_channel: page([word('email', 2), word('edi', 0), word('link', 1)]),
    lead_time_days: page([word('9', 1), word('45', 1)]),
    is_active: page([word('false', 1), word('true', 2)]),
  })
  await expectFound(tenant, '/api/v1/inventory/suppliers/table', body.data, ['lead_time_days'])
})

test('contact filter values are counted by field, and filtering by each finds as many contacts as counted', async () => {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, { suppliers: ['Mill', 'Works'] })
  const email = { preferred_contact_method: 'EMAIL' }
  const people = [
    {
      ...email,
      name: 'Inês',
      email: 'ines@mill.example',
      city: 'Porto',
      country: 'Portugal',
      role: 'Sales',
      supplier_id: ids.suppliers.Mill,
      is_primary_contact: true,
    },
    {
      ...email,
      name: 'Rui',
      email: 'rui@mill.example',
      city: 'Braga',
      country: 'Portugal',
      department: 'Imports',
      supplier_id: ids.suppliers.Mill,
    },
    { name: 'Umut', preferred_contact_method: 'PHONE', phone: '1' },
  ]
  for (const one of people) expect((await tenant.post('/api/v1/contacts', one)).status).toBe(201)
  const { status, body } = await tenant.get('/api/v1/contacts/filters')
  expect(status).toBe(200)
  expect(body.data).toEqual({
    city: page([word('Braga', 1), word('Porto', 1)]),
    country: page([word('Portugal', 2)]),
    role: page([word('Sales', 1)]),
    department: page([word('Imports', 1)]),
    preferred_contact_method: page([word('email', 2), word('phone', 1)]),
    supplier_id: page([{ value: ids.suppliers.Mill, label: 'Mill', count: 2 }]),
    is_primary_contact: page([word('false', 2), word('true', 1)]),
  })
  await expectFound(tenant, '/api/v1/contacts/table', body.data)
})

test('the values of one field are searched and paged, and an unknown field is refused with the known ones', async () => {
  const tenant = await openSuppliers()
  const of = async (query: string) => (await tenant.get(`/api/v1/inventory/suppliers/filters?${query}`)).body.data
  const second = await of('field=order_channel&limit=1&offset=1')
  expect(second).toEqual({ order_channel: { rows: [word('edi', 0)], size: 1, offset: 1, filtered_max_size: 3 } })
  expect((await of('field=country_code&search=t')).country_code.rows.map(({ value }: any) => value)).toEqual([
    'PT',
    'TR',
  ])
  expect((await of('field=country_code&search=p')).country_code.rows).toEqual([word('PT', 1)])
  for (const path of ['/api/v1/inventory/suppliers/filters', '/api/v1/contacts/filters']) {
    const { status, body } = await tenant.get(`${path}?field=colour`)
    expect([status, body.code, body.data.field]).toEqual([400, 'bad_request', 'field'])
  }
})
