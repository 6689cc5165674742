import { expect, test } from 'bun:test'
import { setFixture } from '../../support/fixtures/catalogue.ts'
import { uploadFile } from '../../support/fixtures/files.ts'
import { workbook } from '../../files/spreadsheet_files.ts'
import { type Answer, newTenant, type Tenant } from '../../support/service/tenant.ts'

const path = '/api/v1/inventory/suppliers/upload'
const refusalOf = ({ status, body }: Answer) => [status, body.code, body.data?.field, body.data?.rule]
const csvOf = (...rows: string[]) => `${rows.join('\n')}\n`

const names = async (tenant: Tenant) =>
  (await tenant.get('/api/v1/inventory/suppliers/table?limit=100')).body.data.rows.map((row: any) => row.name)

test('an uploaded file creates suppliers with their terms and primary contacts', async () => {
  const tenant = await newTenant()
  const csv = csvOf(
    'name;currency;country_code;lead_time_days;min_order_value_cents;deposit_bp;incoterm;order_channel;order_email;is_active;contact_name;contact_email;contact_phone;contact_preferred_contact_method;Remarks',
    ' Northside Denim ;eur;tr;45;150000;3000;fob;EMAIL;orders@denim.example;yes;Deniz Kaya;deniz@denim.example;+90 1;phone;old',
    'Cap Works;;;;;;;;;No;;;;;',
    'Quay;;;;;;;link;;;Inês;ines@quay.example;;;',
    ';;;;;;;;;;;;;;',
    'Dock;;;;;;;;;;Rui;;+351 1;;',
  )
  const answer = await tenant.post(path, { csv })
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  const { rows, ...counts } = answer.body.data
  expect(counts).toEqual({ created: 4, refused: 0, contacts_created: 3, ignored_columns: ['Remarks'] })
  expect(
    rows.map((row: any) => [row.row, row.name, row.outcome, row.contact_id !== null, row.field, row.rule]),
  ).toEqual([
    [2, 'Northside Denim', 'created', true, null, null],
    [3, 'Cap Works', 'created', false, null, null],
    [4, 'Quay', 'created', true, null, null],
    [6, 'Dock', 'created', true, null, null],
  ])
  const read = async (at: number) => (await tenant.get(`/api/v1/inventory/suppliers/${rows[at].supplier_id}`)).body.data
  const denim = await read(0)
  expect(denim).toMatchObject({
    name: 'Northside Denim',
    currency: 'EUR',
    country_code: 'TR',
    lead_time_days: 45,
    min_order_value_cents: 150_000,
    deposit_bp: 3000,
    incoterm: 'FOB',
    order_channel: 'email',
    order_email: 'orders@denim.example',
    is_active: true,
    primary_contact_id: rows[0].contact_id,
    contacts: [
      {
        name: 'Deniz Kaya',
        email: 'deniz@denim.example',
        phone: '+90 1',
        preferred_contact_method: 'phone',
        is_primary_contact: true,
      },
    ],
  })
  expect(await read(1)).toMatchObject({ currency: 'USD', order_channel: 'email', is_active: false, contacts: [] })
  expect((await read(2)).contacts[0].preferred_contact_method).toBe('email')
  expect((await read(3)).contacts[0].preferred_contact_method).toBe('phone')
})

/** Row 2 is valid; row 3 is invalid in one way each time. */
const badRows: [header: string, row: string, field: string, rule: string][] = [
  ['name,website', ',https://mill.example', 'name', 'is required'],
  ['name', 'a'.repeat(201), 'name', 'must be text from 1 to 200 characters'],
  ['name', 'fine', 'name', 'is also in row 2'],
  ['name', 'HELD', 'name', 'belongs to another supplier'],
  ['name,currency', 'Bad,ZZZ', 'currency', 'must be an ISO 4217 code'],
  ['name,currency', 'Bad,euro', 'currency', 'must be three capital letters, A to Z'],
  ['name,lead_time_days', 'Bad,soon', 'lead_time_days', 'must be a whole number from 0 to 3650'],
  ['name,lead_time_days', 'Bad,1.5', 'lead_time_days', 'must be a whole number from 0 to 3650'],
  ['name,deposit_bp', 'Bad,10001', 'deposit_bp', 'must be a whole number from 0 to 10000'],
  ['name,is_active', 'Bad,perhaps', 'is_active', 'must be true or false, yes or no'],
  ['name,order_channel', 'Bad,fax', 'order_channel', 'must be one of email, edi, link'],
  ['name,order_channel', 'Bad,edi', 'edi_id', 'is required if order_channel is edi'],
  ['name,order_email', 'Bad,nobody', 'order_email', 'must be an e-mail address'],
  ['name,contact_email', 'Bad,a@b.example', 'contact_name', 'is required if the row has other contact columns'],
  ['name,contact_name', 'Bad,Rui', 'contact_email', 'or contact_phone is required for a contact'],
  ['name,contact_name,contact_email', 'Bad,Rui,none', 'contact_email', 'must be an e-mail address'],
  ['name,contact_name,contact_phone', 'Bad,Rui,none', 'contact_phone', 'must contain at least one digit'],
  ['name,contact_name,contact_email', 'Bad,Rui,HELD@mill.example', 'contact_email', 'belongs to another contact'],
]

async function openHeld(): Promise<Tenant> {
  const tenant = await newTenant()
  const contacts = [{ name: 'Held', preferred_contact_method: 'EMAIL', email: 'held@mill.example' }]
  expect((await tenant.post('/api/v1/inventory/suppliers', { suppliers: [{ name: 'Held', contacts }] })).status).toBe(
    201,
  )
  return tenant
}

test('one invalid row refuses the file with its row, column and rule; with land_good the valid rows are imported', async () => {
  const tenant = await openHeld()
  for (const [at, [header, row, field, rule]] of badRows.entries()) {
    const good = rule.startsWith('is also') ? 'Fine' : `Fine ${at}`
    const csv = csvOf(header, good + ','.repeat(header.split(',').length - 1), row)
    const refused = await tenant.post(path, { csv })
    expect(refusalOf(refused)).toEqual([400, 'bad_request', 'csv', `has an invalid row 3: ${field} ${rule}`])
    expect(refused.body.data).toMatchObject({ row: 3, refused: 1, rows: [{ row: 3, field, rule }] })
    expect(await names(tenant)).not.toContain(good)
    const landed = await tenant.post(path, { csv, mode: 'land_good' })
    expect([landed.status, landed.body.data.created, landed.body.data.refused]).toEqual([200, 1, 1])
    expect(landed.body.data.rows).toMatchObject([
      { row: 2, name: good, outcome: 'created', field: null, rule: null },
      { row: 3, outcome: 'refused', supplier_id: null, contact_id: null, field, rule },
    ])
    expect(await names(tenant)).toContain(good)
  }
  const contacts = await tenant.get('/api/v1/contacts/table')
  expect(contacts.body.data.filtered_max_size).toBe(1)
})

test('an e-mail address in two rows refuses the second row as a whole', async () => {
  const tenant = await newTenant()
  const csv = csvOf('name,contact_name,contact_email', 'A,Rui,rui@a.example', 'B,Ana,RUI@a.example', 'C,,')
  const { data } = (await tenant.post(path, { csv, mode: 'land_good' })).body
  expect(data.rows.map((row: any) => [row.name, row.outcome, row.field, row.rule])).toEqual([
    ['A', 'created', null, null],
    ['B', 'refused', 'contact_email', 'is also in row 2'],
    ['C', 'created', null, null],
  ])
  expect(await names(tenant)).toEqual(['A', 'C'])
})

test('a corrected file can be sent again: suppliers already imported are refused by name and stay unchanged', async () => {
  const tenant = await newTenant()
  const first = csvOf('name,currency', 'A,EUR', 'B,nothing')
  expect((await tenant.post(path, { csv: first, mode: 'land_good' })).body.data.created).toBe(1)
  const corrected = await tenant.post(path, { csv: csvOf('name,currency', 'A,GBP', 'B,EUR'), mode: 'land_good' })
  expect(corrected.body.data.rows.map((row: any) => [row.name, row.outcome, row.rule])).toEqual([
    ['A', 'refused', 'belongs to another supplier'],
    ['B', 'created', null],
  ])
  const rows = (await tenant.get('/api/v1/inventory/suppliers/table')).body.data.rows
  expect(rows.map(({ name, currency }: any) => [name, currency])).toEqual([
    ['A', 'EUR'],
    ['B', 'EUR'],
  ])
})

test('up to a hundred invalid rows are listed, and all are counted', async () => {
  const tenant = await newTenant()
  const rows = Array.from({ length: 130 }, (_, i) => `Supplier ${i},none`)
  const answer = await tenant.post(path, { csv: csvOf('name,currency', ...rows) })
  expect(answer.body.data).toMatchObject({ row: 2, refused: 130 })
  expect(answer.body.data.rows.length).toBe(100)
  expect(answer.body.message.desc).toBe(
    'csv has an invalid row 2: currency must be three capital letters, A to Z, and 129 more rows are invalid. Nothing was imported. Correct the file, or send mode land_good to import the valid rows.',
  )
  expect(await names(tenant)).toEqual([])
})

test("an uploaded file is read by its key with the mapped columns; another organisation's key is unknown", async () => {
  const [tenant, other] = [await newTenant(), await newTenant()]
  const rows = [
    ['Company', 'Days', 'Person', 'Mail', 'currency'],
    ['Mill', 30, 'Rui', 'rui@mill.example', 'EUR'],
  ]
  const mappings = { name: 'Company', lead_time_days: 'Days', contact_name: ' Person ', contact_email: 'Mail' }
  const s3_key = await uploadFile(tenant, workbook(rows, 'xlsx'), 'suppliers.xlsx')
  const answer = await tenant.post(path, { s3_key, mappings })
  expect(answer.body.data).toMatchObject({ created: 1, contacts_created: 1, ignored_columns: [] })
  const supplier = (await tenant.get(`/api/v1/inventory/suppliers/${answer.body.data.rows[0].supplier_id}`)).body.data
  expect(supplier).toMatchObject({ name: 'Mill', lead_time_days: 30, currency: 'EUR', primary_contact_name: 'Rui' })
  for (const key of [s3_key, 'uploads/none/none.csv']) {
    const foreign = await other.post(path, { s3_key: key, mappings })
    expect(refusalOf(foreign)).toEqual([400, 'bad_request', 's3_key', 'must be an uploaded file of this organisation'])
  }
})

test('an unreadable file and mappings that do not fit it are refused with their field', async () => {
  const tenant = await newTenant()
  const csv = csvOf('name,Days', 'Mill,30')
  const cases: [object, string, string][] = [
    [{}, 'csv', 'or s3_key is required'],
    [{ csv, s3_key: 'k' }, 's3_key', 'cannot be sent together with csv'],
    [{ csv: ' \n' }, 'csv', 'names a file that has no header row'],
    [{ csv: 'name\n' }, 'csv', 'names a file that has no rows below the header row'],
    [{ csv: 'name,name\nA,B\n' }, 'csv', 'names a file with 2 columns headed "name"; rename one of them in the file'],
    [{ csv: 'Company\nMill\n' }, 'mappings.name', 'is "name", which is not a header in the file'],
    [
      { csv, mappings: { lead_time_days: 'Weeks' } },
      'mappings.lead_time_days',
      'is "Weeks", which is not a header in the file',
    ],
    [{ csv, mappings: { lead_time_days: ' ' } }, 'mappings.lead_time_days', 'must not be blank'],
    [
      { csv, mappings: { website: 'Days', lead_time_days: 'Days' } },
      'mappings.lead_time_days',
      'maps to the same column as mappings.website',
    ],
    [
      { csv, mappings: { external_id: 'name' } },
      'mappings.name',
      'is required, because the column "name" is mapped to another field',
    ],
    [{ csv, mappings: { colour: 'Days' } }, 'mappings.colour', 'is not a known field'],
    [{ csv, mode: 'land_all' }, 'mode', 'must be one of the allowed values'],
  ]
  for (const [body, field, rule] of cases)
    expect(refusalOf(await tenant.post(path, body))).toEqual([400, 'bad_request', field, rule])
  const long = await tenant.post(path, { csv: csvOf('name', ...Array.from({ length: 5_001 }, (_, i) => `S ${i}`)) })
  expect(refusalOf(long)).toEqual([400, 'bad_request', 'csv', 'names a file that has more than 5,000 rows'])
  expect(await names(tenant)).toEqual([])
})

const many = (count: number) =>
  Array.from({ length: count }, (_, i) => `Supplier ${i},Person ${i},person-${i}@many.example`)

test('a file with the maximum number of rows is imported in one call', async () => {
  const tenant = await newTenant()
  const { status, body } = await tenant.post(path, { csv: csvOf('name,contact_name,contact_email', ...many(5_000)) })
  expect([status, body.data?.created, body.data?.contacts_created]).toEqual([200, 5_000, 5_000])
  const list = await tenant.get('/api/v1/inventory/suppliers/table?counts_only=true')
  expect(list.body.data.filtered_max_size).toBe(5_000)
})

test('of two concurrent files with the same names each name is imported once', async () => {
  const tenant = await newTenant()
  const header = 'name,contact_name,contact_email'
  const answers = await Promise.all([
    tenant.post(path, { csv: csvOf(header, ...many(200)), mode: 'land_good' }),
    tenant.post(path, { csv: csvOf(header, ...many(200).toReversed()), mode: 'land_good' }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const sum = (field: string) => answers.reduce((total, { body }) => total + body.data[field], 0)
  expect([sum('created'), sum('refused'), sum('contacts_created')]).toEqual([200, 200, 200])
})

test('a file whose contact address is taken concurrently leaves no supplier without its contact', async () => {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, { suppliers: ['Held'] })
  const { sql } = tenant.service.database
  let answered: Promise<Answer>
  await sql.begin(async (tx) => {
    await tx`
      insert into contacts (organization_id, name, email, preferred_contact_method, supplier_id)
      values (${tenant.organization_id}, 'Rui', 'rui@mill.example', 'email', ${ids.suppliers.Held!})`
    answered = tenant.post(path, {
      csv: csvOf('name,contact_name,contact_email', 'Mill,Rui,rui@mill.example', 'Works,Ana,ana@works.example'),
      mode: 'land_good',
    })
    // The upload waits for the address that is inserted here and not yet committed.
    for (let waits = 0; waits === 0;) {
      const [row] = await sql<{ waits: number }[]>`
        select count(*)::int as waits from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into contacts%'`
      waits = row!.waits
    }
  })
  const { status, body } = await answered!
  expect([status, body.data.created, body.data.refused]).toEqual([200, 1, 1])
  expect(body.data.rows[0]).toMatchObject({
    name: 'Mill',
    outcome: 'refused',
    field: 'contact_email',
    rule: 'belongs to another contact',
  })
  expect(await names(tenant)).toEqual(['Held', 'Works'])
})
