import { expect, test } from 'bun:test'
import { setFixture } from '../../support/fixtures/catalogue.ts'
import { type Answer, newTenant, type Tenant } from '../../support/service/tenant.ts'

const suppliers = '/api/v1/inventory/suppliers'
const nobody = '019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a41'
const refusalOf = ({ status, body }: Answer) => [status, body.code, body.data?.field, body.data?.rule]

async function create(tenant: Tenant, ...given: object[]): Promise<any[]> {
  const answer = await tenant.post(suppliers, { suppliers: given })
  expect([answer.status, answer.text]).toEqual([201, answer.text])
  return answer.body.data.suppliers
}

const deniz = { name: 'Deniz Kaya', preferred_contact_method: 'EMAIL', email: 'deniz@denim.example' }
const umut = { name: 'Umut', preferred_contact_method: 'PHONE', phone: '1', is_primary_contact: true }

test('suppliers are created with their contacts in one call and read back in full', async () => {
  const tenant = await newTenant()
  const made = await create(
    tenant,
    { name: ' Northside Denim ', currency: 'EUR', lead_time_days: 45, deposit_bp: 3000, contacts: [deniz, umut] },
    { name: 'Cap Works' },
  )
  const [denim, caps] = made
  const { contacts, ...terms } = denim
  expect(terms).toEqual({
    id: expect.any(String),
    name: 'Northside Denim',
    external_id: null,
    currency: 'EUR',
    country_code: null,
    address: null,
    website: null,
    lead_time_days: 45,
    review_period_days: null,
    min_order_value_cents: null,
    min_order_quantity: null,
    payment_terms: null,
    deposit_bp: 3000,
    incoterm: null,
    order_channel: 'email',
    order_email: null,
    edi_qualifier: null,
    edi_id: null,
    is_active: true,
    variant_count: 0,
    contact_count: 2,
    primary_contact_id: contacts[0].id,
    primary_contact_name: 'Umut',
    created_at: expect.any(String),
    updated_at: expect.any(String),
    variants: [],
  })
  expect(contacts.map((one: any) => [one.name, one.is_primary_contact, one.supplier_id, one.supplier_name])).toEqual([
    ['Umut', true, denim.id, 'Northside Denim'],
    ['Deniz Kaya', false, denim.id, 'Northside Denim'],
  ])
  expect([caps.name, caps.currency, caps.contacts, caps.primary_contact_id]).toEqual(['Cap Works', 'USD', [], null])
  for (const one of made) expect((await tenant.get(`${suppliers}/${one.id}`)).body.data).toEqual(one)
})

test('an invalid supplier or contact refuses the whole call with its position, and nothing is written', async () => {
  const tenant = await newTenant()
  await create(tenant, { name: 'Cap Works', contacts: [deniz] })
  const fine = { name: 'Fine' }
  const cases: [object[], string, string][] = [
    [[fine, {}], 'suppliers[1].name', 'is required'],
    [[fine, { name: ' ' }], 'suppliers[1].name', 'must not be blank'],
    [[fine, { name: 'CAP works' }], 'suppliers[1].name', 'belongs to another supplier'],
    [[fine, { name: ' fINE' }], 'suppliers[1].name', 'is repeated in this request'],
    [[fine, { name: 'A', currency: 'ZZZ' }], 'suppliers[1].currency', 'must be an ISO 4217 code'],
    [[fine, { name: 'A', order_email: 'none' }], 'suppliers[1].order_email', 'must be an e-mail address'],
    [[fine, { name: 'A', order_channel: 'edi' }], 'suppliers[1].edi_id', 'is required if order_channel is edi'],
    [
      [fine, { name: 'A', edi_id: 'AB' }],
      'suppliers[1].edi_qualifier',
      'is required: an EDI identity needs both edi_qualifier and edi_id',
    ],
    [
      [fine, { name: 'A', edi_qualifier: 'ZZ' }],
      'suppliers[1].edi_id',
      'is required: an EDI identity needs both edi_qualifier and edi_id',
    ],
    [
      [fine, { name: 'A', contacts: [{ ...deniz, email: 'DENIZ@denim.example' }] }],
      'suppliers[1].contacts[0].email',
      'belongs to another contact',
    ],
    [
      [
        { name: 'A', contacts: [{ ...deniz, email: 'x@x.example' }] },
        { name: 'B', contacts: [umut, { ...deniz, email: 'X@x.example' }] },
      ],
      'suppliers[1].contacts[1].email',
      'is repeated in this request',
    ],
    [
      [{ name: 'A', contacts: [umut, umut] }],
      'suppliers[0].contacts[1].is_primary_contact',
      'can be true for only one contact of the supplier',
    ],
    [
      [{ name: 'A', contacts: [{ name: 'B', preferred_contact_method: 'PHONE' }] }],
      'suppliers[0].contacts[0].phone',
      'is required if preferred_contact_method is PHONE',
    ],
  ]
  for (const [given, field, rule] of cases)
    expect(refusalOf(await tenant.post(suppliers, { suppliers: given }))).toEqual([400, 'bad_request', field, rule])
  expect(refusalOf(await tenant.post(suppliers, { suppliers: [] }))[0]).toBe(400)
  const [left] = await tenant.service.database.sql`
    select (select count(*)::int from suppliers where organization_id = ${tenant.organization_id}) as suppliers,
      (select count(*)::int from contacts where organization_id = ${tenant.organization_id}) as contacts`
  expect(left).toEqual({ suppliers: 1, contacts: 1 })
})

test('of two concurrent calls with the same names, one succeeds and the other is refused', async () => {
  const tenant = await newTenant()
  const [one, two] = [{ name: 'One' }, { name: 'Two' }]
  const answers = await Promise.all(
    [
      [one, two],
      [two, one],
      [one, two],
    ].map((given) => tenant.post(suppliers, { suppliers: given })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400])
})

test('a change affects only sent fields, null clears, and the result must be a valid supplier', async () => {
  const tenant = await newTenant()
  const [held] = await create(tenant, { name: 'Denim', currency: 'EUR', lead_time_days: 45, incoterm: 'FOB' })
  await create(tenant, { name: 'Cap Works' })
  const change = (body: object) => tenant.put(`${suppliers}/${held.id}`, body)
  const changed = (await change({ incoterm: null, payment_terms: ' net_60 ', name: 'DENIM' })).body.data
  expect(changed).toEqual({
    ...held,
    name: 'DENIM',
    incoterm: null,
    payment_terms: 'net_60',
    updated_at: changed.updated_at,
  })
  expect(Date.parse(changed.updated_at)).toBeGreaterThan(Date.parse(held.updated_at))
  const cases: [object, string, string][] = [
    [{ name: 'cap works' }, 'name', 'belongs to another supplier'],
    [{ name: ' ' }, 'name', 'must not be blank'],
    [{ order_channel: 'edi' }, 'edi_id', 'is required if order_channel is edi'],
    [{ currency: 'ABC' }, 'currency', 'must be an ISO 4217 code'],
  ]
  for (const [body, field, rule] of cases)
    expect(refusalOf(await change(body))).toEqual([400, 'bad_request', field, rule])
  expect((await tenant.get(`${suppliers}/${held.id}`)).body.data).toEqual(changed)
})

test('new terms take effect at once in the days of stock with this primary supplier, and nowhere else', async () => {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: ['Main'],
    suppliers: [{ name: 'Mill', lead_time_days: 10 }, 'Other'],
    products: [
      {
        title: 'Jumper',
        variants: [
          { sku: 'A', suppliers: [{ supplier: 'Mill', unit_cost: '31.5000' }], stock: { Main: 5 } },
          { sku: 'B', suppliers: [{ supplier: 'Mill', lead_time_days: 3 }], stock: { Main: 5 } },
          { sku: 'C', suppliers: [{ supplier: 'Other' }], stock: { Main: 5 } },
        ],
      },
    ],
  })
  const days = async () =>
    (
      await tenant.service.database.sql`
      select v.sku, l.lead_time_days as lead, l.review_period_days as review from stock_levels l
      join variants v on v.organization_id = l.organization_id and v.variant_id = l.variant_id
      where l.organization_id = ${tenant.organization_id} order by v.sku`
    ).map((row) => Object.values(row))
  const path = `${suppliers}/${ids.suppliers.Mill}`
  const changed = await tenant.put(path, { lead_time_days: 40, review_period_days: 20 })
  expect(changed.status).toBe(200)
  expect(changed.body.data.variants.map((one: any) => [one.sku, one.unit_cost, one.lead_time_days])).toEqual([
    ['A', 31.5, 40],
    ['B', null, 3],
  ])
  const [a, b, c] = await days()
  expect([a, b, c]).toEqual([
    ['A', 40, 20],
    ['B', 3, 20],
    ['C', 14, 7],
  ])
  await tenant.put(path, { lead_time_days: null, review_period_days: null })
  expect(await days()).toEqual([
    ['A', 14, 7],
    ['B', 3, 7],
    ['C', 14, 7],
  ])
})

test('an unknown supplier is refused supplier_not_on_file by every operation', async () => {
  const [tenant, stranger] = await Promise.all([newTenant(), newTenant()])
  const [theirs] = await create(stranger, { name: 'Denim' })
  for (const id of [nobody, 'twelve', theirs.id])
    for (const answer of [
      await tenant.get(`${suppliers}/${id}`),
      await tenant.put(`${suppliers}/${id}`, { is_active: false }),
    ])
      expect([answer.status, answer.body.code]).toEqual([404, 'supplier_not_on_file'])
  expect((await stranger.get(`${suppliers}/${theirs.id}`)).body.data.is_active).toBe(true)
})

test('the table pages, searches, filters and sorts; counts_only returns only counts and excludes for_zapier', async () => {
  const tenant = await newTenant()
  await create(tenant, { name: 'Beta', currency: 'EUR', lead_time_days: 30, contacts: [umut] })
  await create(tenant, { name: 'Alpha', external_id: 'V-1', lead_time_days: 10, is_active: false })
  await create(tenant, { name: 'Gamma', order_channel: 'link' })
  const names = async (query: string) => {
    const { body } = await tenant.get(`${suppliers}/table?${query}`)
    return [body.data.filtered_max_size, ...body.data.rows.map((row: any) => row.name)]
  }
  const filter = (key: string, operation: string, value: unknown) =>
    `filter_args=${encodeURIComponent(JSON.stringify([{ key, operation, value }]))}`
  expect(await names('')).toEqual([3, 'Alpha', 'Beta', 'Gamma'])
  expect(await names('limit=1&offset=1&sort_args=-name')).toEqual([3, 'Beta'])
  expect(await names('sort_args=-lead_time_days')).toEqual([3, 'Beta', 'Alpha', 'Gamma'])
  expect(await names('search=v-1')).toEqual([1, 'Alpha'])
  expect(await names(filter('is_active', 'eq', true))).toEqual([2, 'Beta', 'Gamma'])
  expect(await names(filter('contact_count', 'gt', 0))).toEqual([1, 'Beta'])
  expect(await names(filter('primary_contact_name', 'eq', 'Umut'))).toEqual([1, 'Beta'])
  expect(await names(filter('variant_id', 'eq', nobody))).toEqual([0])
  expect(await names('for_zapier=true')).toEqual([3, 'Gamma', 'Alpha', 'Beta'])
  const counts = await tenant.get(`${suppliers}/table?counts_only=true&${filter('is_active', 'eq', true)}`)
  expect(counts.body.data).toEqual({ rows: [], size: 0, offset: 0, filtered_max_size: 2 })
  expect(refusalOf(await tenant.get(`${suppliers}/table?counts_only=true&for_zapier=true`))).toEqual([
    400,
    'bad_request',
    'counts_only',
    'cannot be combined with for_zapier',
  ])
})
