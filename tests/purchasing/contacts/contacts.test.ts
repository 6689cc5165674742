import { expect, test } from 'bun:test'
import { type Catalogue, setFixture } from '../../support/fixtures/catalogue.ts'
import { type Answer, newTenant, type Tenant } from '../../support/service/tenant.ts'

interface Office {
  tenant: Tenant
  ids: Catalogue
}

async function openOffice(): Promise<Office> {
  const tenant = await newTenant()
  return { tenant, ids: await setFixture(tenant, { suppliers: ['Harbour Knitwear', 'Cap Works'] }) }
}

const ines = { name: 'Inês Carvalho', preferred_contact_method: 'EMAIL', email: 'ines@harbour.example' }

async function createOf({ tenant }: Office, body: object): Promise<any> {
  const answer = await tenant.post('/api/v1/contacts', body)
  expect([answer.status, answer.text]).toEqual([201, answer.text])
  return answer.body.data
}

const refusalOf = ({ status, body }: Answer) => [status, body.code, body.data?.field, body.data?.rule]

test('a contact is returned with its id as a string, its method in lower case and the name of its supplier', async () => {
  const office = await openOffice()
  const supplier_id = office.ids.suppliers['Harbour Knitwear']
  const made = await createOf(office, { ...ines, name: ' Inês Carvalho ', city: 'Guimarães', supplier_id })
  expect(made).toEqual({
    id: expect.stringMatching(/^\d+$/),
    name: 'Inês Carvalho',
    email: 'ines@harbour.example',
    phone: null,
    city: 'Guimarães',
    country: null,
    description: null,
    role: null,
    department: null,
    preferred_contact_method: 'email',
    supplier_id,
    supplier_name: 'Harbour Knitwear',
    is_primary_contact: false,
    created_at: expect.any(String),
    updated_at: made.created_at,
  })
  const read = await office.tenant.get(`/api/v1/contacts/${made.id}`)
  expect([read.status, read.body.data, read.body.message.service]).toEqual([200, made, 'contacts'])
})

test('an invalid contact is refused BAD_REQUEST with its field, and nothing is written', async () => {
  const office = await openOffice()
  await createOf(office, ines)
  const { name: _name, ...nameless } = ines
  const cases: [object, string, string][] = [
    [nameless, 'name', 'is required'],
    [{ name: 'A' }, 'preferred_contact_method', 'is required'],
    [{ ...ines, name: '  ' }, 'name', 'must not be blank'],
    [{ ...ines, preferred_contact_method: 'email' }, 'preferred_contact_method', 'must be one of the allowed values'],
    [
      { name: 'A', preferred_contact_method: 'EMAIL', phone: '12' },
      'email',
      'is required if preferred_contact_method is EMAIL',
    ],
    [
      { name: 'A', preferred_contact_method: 'PHONE', email: 'a@b.example' },
      'phone',
      'is required if preferred_contact_method is PHONE',
    ],
    [{ ...ines, email: 'INES@harbour.example' }, 'email', 'belongs to another contact'],
    [{ ...ines, email: 'no address' }, 'email', 'must be an e-mail address'],
    [{ ...ines, email: 'b@b.example', phone: 'none' }, 'phone', 'must contain at least one digit'],
    [
      { ...ines, email: 'c@b.example', supplier_id: '019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a41' },
      'supplier_id',
      'must be a supplier of this organisation',
    ],
    [
      { ...ines, email: 'd@b.example', is_primary_contact: true },
      'is_primary_contact',
      'requires supplier_id: a primary contact belongs to a supplier',
    ],
    [{ ...ines, fax: '1' }, 'fax', 'is not a known field'],
  ]
  for (const [body, field, rule] of cases)
    expect(refusalOf(await office.tenant.post('/api/v1/contacts', body))).toEqual([400, 'BAD_REQUEST', field, rule])
  expect((await office.tenant.get('/api/v1/contacts/table')).body.data.filtered_max_size).toBe(1)
})

test('a non-numeric id is BAD_REQUEST, an unknown one NOT_FOUND, and NO_RESULT_FOUND when deleting', async () => {
  const { tenant } = await openOffice()
  const note = 'notes/019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a41'
  const body = { title: 'A', body: 'B' }
  const operations: [string, (id: string) => Promise<Answer>, string][] = [
    ['get', (id) => tenant.get(`/api/v1/contacts/${id}`), 'NOT_FOUND'],
    ['patch', (id) => tenant.patch(`/api/v1/contacts/${id}`, { role: 'A' }), 'NOT_FOUND'],
    ['delete', (id) => tenant.delete(`/api/v1/contacts/${id}`), 'NO_RESULT_FOUND'],
    ['notes', (id) => tenant.get(`/api/v1/contacts/${id}/notes`), 'NOT_FOUND'],
    ['write', (id) => tenant.post(`/api/v1/contacts/${id}/notes`, body), 'NOT_FOUND'],
    ['read', (id) => tenant.get(`/api/v1/contacts/${id}/${note}`), 'NOT_FOUND'],
    ['change', (id) => tenant.patch(`/api/v1/contacts/${id}/${note}`, body), 'NOT_FOUND'],
    ['remove', (id) => tenant.delete(`/api/v1/contacts/${id}/${note}`), 'NO_RESULT_FOUND'],
  ]
  for (const [label, ask, code] of operations) {
    expect([label, ...refusalOf(await ask('twelve'))].slice(0, 4)).toEqual([label, 400, 'BAD_REQUEST', 'contact_id'])
    const missing = await ask('2000000001')
    expect([label, missing.status, missing.body.code]).toEqual([label, 404, code])
  }
})

test('a change affects only sent fields, null clears, and the result must be a valid contact', async () => {
  const office = await openOffice()
  const { id } = await createOf(office, { ...ines, role: 'Sales', city: 'Porto' })
  await createOf(office, { name: 'B', preferred_contact_method: 'EMAIL', email: 'b@b.example' })
  const change = (body: object) => office.tenant.patch(`/api/v1/contacts/${id}`, body)
  const changed = await change({ role: null, country: 'Portugal' })
  expect(changed.body.data).toMatchObject({ id, role: null, city: 'Porto', country: 'Portugal', email: ines.email })
  const cases: [object, string, string][] = [
    [{ email: null }, 'email', 'is required if preferred_contact_method is EMAIL'],
    [{ preferred_contact_method: 'PHONE' }, 'phone', 'is required if preferred_contact_method is PHONE'],
    [{ email: 'B@b.example' }, 'email', 'belongs to another contact'],
    [{ city: ' ' }, 'city', 'must not be blank'],
  ]
  for (const [body, field, rule] of cases)
    expect(refusalOf(await change(body))).toEqual([400, 'BAD_REQUEST', field, rule])
  expect((await office.tenant.get(`/api/v1/contacts/${id}`)).body.data).toEqual(changed.body.data)
  const moved = await change({ preferred_contact_method: 'PHONE', phone: '+351 253 555 010', email: null })
  expect(moved.body.data).toMatchObject({ preferred_contact_method: 'phone', phone: '+351 253 555 010', email: null })
})

test('a supplier has one primary contact, and deleting a contact deletes its notes but not the supplier', async () => {
  const office = await openOffice()
  const { tenant, ids } = office
  const supplier_id = ids.suppliers['Harbour Knitwear']
  const first = await createOf(office, { ...ines, supplier_id, is_primary_contact: true })
  const second = await createOf(office, { ...ines, email: 'b@b.example', supplier_id, is_primary_contact: true })
  const primary = async (id: string) => (await tenant.get(`/api/v1/contacts/${id}`)).body.data.is_primary_contact
  expect([await primary(first.id), await primary(second.id)]).toEqual([false, true])
  const gone = await tenant.patch(`/api/v1/contacts/${second.id}`, { supplier_id: ids.suppliers['Cap Works'] })
  expect(gone.body.data).toMatchObject({ supplier_name: 'Cap Works', is_primary_contact: false })
  await tenant.post(`/api/v1/contacts/${first.id}/notes`, { title: 'A', body: 'B' })
  const deleted = await tenant.delete(`/api/v1/contacts/${first.id}`)
  expect([deleted.status, deleted.text]).toEqual([204, ''])
  expect((await tenant.delete(`/api/v1/contacts/${first.id}`)).body.code).toBe('NO_RESULT_FOUND')
  const [left] = await tenant.service.database.sql`
    select (select count(*)::int from suppliers where organization_id = ${tenant.organization_id}) as suppliers,
      (select count(*)::int from contact_notes where organization_id = ${tenant.organization_id}) as notes`
  expect(left).toEqual({ suppliers: 2, notes: 0 })
})

test("changing a contact's own fields does not wait for other changes at its supplier", async () => {
  const office = await openOffice()
  const { tenant, ids } = office
  const supplier_id = ids.suppliers['Harbour Knitwear']!
  const first = await createOf(office, { ...ines, supplier_id, is_primary_contact: true })
  const second = await createOf(office, { ...ines, email: 'b@b.example', supplier_id })
  const change = (id: string, body: object) => tenant.patch(`/api/v1/contacts/${id}`, body)
  await tenant.service.database.sql.begin(async (tx) => {
    await tx`select from suppliers where supplier_id = ${supplier_id} for no key update`
    expect((await change(first.id, { role: 'Buyer', is_primary_contact: true })).body.data.role).toBe('Buyer')
    expect((await change(second.id, { role: 'Clerk', supplier_id })).body.data.role).toBe('Clerk')
  })
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      n % 2 === 0
        ? change([first, second][(n / 2) % 2].id, { is_primary_contact: true })
        : change(first.id, { city: `${n}` }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const [row] = await tenant.service.database.sql`
    select count(*)::int as primaries from contacts where supplier_id = ${supplier_id} and is_primary`
  expect(row!.primaries).toBe(1)
})

test('names and addresses are compared case-insensitively, in any alphabet', async () => {
  const { tenant } = await openOffice()
  const create = (name: string) => tenant.post('/api/v1/inventory/suppliers', { suppliers: [{ name }] })
  expect((await create('ÉTOILE ŁÓDŹ')).status).toBe(201)
  expect((await create('étoile łódź')).body.message.desc).toContain('belongs to another supplier')
  const found = await tenant.get(`/api/v1/inventory/suppliers/table?search=${encodeURIComponent('Łódź')}`)
  expect(found.body.data.rows.map(({ name }: { name: string }) => name)).toEqual(['ÉTOILE ŁÓDŹ'])
  const contact = { name: 'A', preferred_contact_method: 'EMAIL' }
  expect((await tenant.post('/api/v1/contacts', { ...contact, email: 'Ä@x.example' })).status).toBe(201)
  expect((await tenant.post('/api/v1/contacts', { ...contact, email: 'ä@X.example' })).body.data.field).toBe('email')
})

test('of two contacts created concurrently with one address, one is created and the other refused', async () => {
  const { tenant } = await openOffice()
  const answers = await Promise.all([1, 2, 3, 4].map(() => tenant.post('/api/v1/contacts', ines)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400])
})

test('notes are listed as a bare array, newest first, and can be read, changed and deleted', async () => {
  const office = await openOffice()
  const { tenant } = office
  const { id } = await createOf(office, ines)
  const other = await createOf(office, { ...ines, email: 'b@b.example' })
  const notes = `/api/v1/contacts/${id}/notes`
  expect((await tenant.get(notes)).body.data).toEqual([])
  const older = await tenant.post(notes, { title: ' Closing ', body: 'August' })
  expect([older.status, Object.keys(older.body.data)]).toEqual([
    201,
    ['id', 'title', 'body', 'created_at', 'updated_at'],
  ])
  expect(older.body.data.title).toBe('Closing')
  const newer = await tenant.post(notes, { title: 'Prices', body: 'Up' })
  expect((await tenant.get(notes)).body.data).toEqual([newer.body.data, older.body.data])
  const one = `${notes}/${older.body.data.id}`
  expect((await tenant.get(one)).body.data).toEqual(older.body.data)
  expect((await tenant.patch(one, { body: 'July' })).body.data).toMatchObject({ title: 'Closing', body: 'July' })
  expect(refusalOf(await tenant.patch(one, { title: ' ' }))).toEqual([400, 'BAD_REQUEST', 'title', 'must not be blank'])
  expect(refusalOf(await tenant.patch(one, { body: ' ' }))).toEqual([400, 'BAD_REQUEST', 'body', 'must not be blank'])
  expect(refusalOf(await tenant.post(notes, { title: 'A' }))).toEqual([400, 'BAD_REQUEST', 'body', 'is required'])
  expect(refusalOf(await tenant.post(notes, { title: ' ', body: 'A' }))).toEqual([
    400,
    'BAD_REQUEST',
    'title',
    'must not be blank',
  ])
  const elsewhere = await tenant.get(`/api/v1/contacts/${other.id}/notes/${older.body.data.id}`)
  expect([elsewhere.status, elsewhere.body.code]).toEqual([404, 'NOT_FOUND'])
  expect((await tenant.delete(one)).status).toBe(204)
  expect((await tenant.get(one)).body.code).toBe('NOT_FOUND')
  expect((await tenant.delete(one)).body.code).toBe('NO_RESULT_FOUND')
})

test('the contacts table pages, searches, filters and sorts, and refuses unpublished columns', async () => {
  const office = await openOffice()
  const supplier_id = office.ids.suppliers['Cap Works']!
  await createOf(office, { ...ines, city: 'Porto' })
  await createOf(office, {
    name: 'Bo',
    preferred_contact_method: 'PHONE',
    phone: '1',
    supplier_id,
    is_primary_contact: true,
  })
  await createOf(office, { name: 'Al', preferred_contact_method: 'PHONE', phone: '2' })
  const names = async (query: string) => {
    const { body } = await office.tenant.get(`/api/v1/contacts/table?${query}`)
    return [body.data.filtered_max_size, ...body.data.rows.map((row: any) => row.name)]
  }
  const filter = (key: string, operation: string, value: unknown) =>
    `filter_args=${encodeURIComponent(JSON.stringify([{ key, operation, value }]))}`
  expect(await names('')).toEqual([3, 'Al', 'Bo', 'Inês Carvalho'])
  expect(await names('limit=1&offset=1&sort_args=-name')).toEqual([3, 'Bo'])
  expect(await names('search=cap+works')).toEqual([1, 'Bo'])
  expect(await names(filter('supplier_id', 'eq', supplier_id))).toEqual([1, 'Bo'])
  expect(await names(filter('is_primary_contact', 'eq', false))).toEqual([2, 'Al', 'Inês Carvalho'])
  expect(await names(filter('preferred_contact_method', 'eq', 'email'))).toEqual([1, 'Inês Carvalho'])
  const refused = await office.tenant.get('/api/v1/contacts/table?limit=10001')
  expect([refused.status, refused.body.code, refused.body.data.field]).toEqual([400, 'bad_request', 'limit'])
})
