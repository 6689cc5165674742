import { expect, test } from 'bun:test'
import { newSession } from '../../support/service/session.ts'
import { call, newTenant, type Tenant } from '../../support/service/tenant.ts'

const people = (tenant: Tenant) => `/api/v1/organizations/${tenant.organization_id}/memberships`

test('a person creates an organisation, finds it in the list, and is its administrator', async () => {
  const tenant = await newTenant()
  const person = await newSession(tenant, { joins: false })
  const headers = { Authorization: `Bearer ${person.user_token}` }
  const none = await call(tenant.service, 'GET', '/api/v1/organizations', { headers })
  expect(none.body.data).toEqual([])
  const made = await call(tenant.service, 'POST', '/api/v1/organizations', {
    headers,
    body: { name: ' Northwind Apparel ', currency: 'EUR', fiscal_year_start_month: 7 },
  })
  expect(made.status).toBe(201)
  expect(made.body.data).toMatchObject({
    name: 'Northwind Apparel',
    region: 'us',
    plan: 'starter',
    sandbox: false,
    currency: 'EUR',
    fiscal_year_start_month: 7,
    role: 'admin',
  })
  const list = await call(tenant.service, 'GET', '/api/v1/organizations', { headers })
  expect(list.body.data).toEqual([made.body.data])

  const own = { headers: { 'X-Organization-ID': made.body.data.organization_id } }
  const path = `/api/v1/organizations/${made.body.data.organization_id}`
  expect((await person.get(path, own)).body.data).toEqual(made.body.data)
  const renamed = await person.patch(path, { name: 'Northwind Outfitters' }, own)
  expect(renamed.body.data).toEqual({ ...made.body.data, name: 'Northwind Outfitters' })
  // A starter plan sells no public API: a key of it is minted and refused by the pipeline.
  const minted = await person.post('/api/v1/developer/keys', { name: 'k', scopes: ['products:read'] }, own)
  const refused = await call(tenant.service, 'GET', '/api/v1/variants/table', { key: minted.body.data.api_key })
  expect([refused.status, refused.body.code]).toEqual([403, 'plan_excludes'])
})

test('the time zone of an organisation is UTC until it is set to another IANA name', async () => {
  const tenant = await newTenant()
  const person = await newSession(tenant)
  const path = `/api/v1/organizations/${tenant.organization_id}`
  expect((await person.get(path)).body.data.time_zone).toBe('UTC')
  for (const time_zone of ['Europe/Lisbon', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata', 'Asia/Calcutta', 'UTC']) {
    const saved = await person.patch(path, { time_zone })
    expect([saved.status, saved.body.data.time_zone, saved.body.data.name]).toEqual([
      200,
      time_zone,
      'Test organisation',
    ])
    // PostgreSQL must know it too, since days are computed there as well.
    await tenant.service.database.sql`select now() at time zone ${time_zone}`
  }
  for (const time_zone of ['+02:00', 'EST', 'CET', 'europe/lisbon', 'Europe/Atlantis', 'Etc/GMT+99', '', ' UTC']) {
    const { status, body } = await person.patch(path, { name: 'Changed', time_zone })
    expect([status, body.data.field]).toEqual([400, 'time_zone'])
  }
  const refused = (await person.patch(path, { time_zone: 'Europe/Atlantis' })).body.data
  expect(refused).toEqual({
    field: 'time_zone',
    rule: 'must be the IANA name of a time zone',
    allowed: ['UTC', 'names such as Europe/Lisbon'],
  })
  expect((await person.get(path)).body.data).toMatchObject({ name: 'Test organisation', time_zone: 'UTC' })
  const made = await person.post('/api/v1/organizations', { name: 'Farther', time_zone: 'Pacific/Auckland' })
  expect(made.body.data.time_zone).toBe('Pacific/Auckland')
})

test('invalid values of an organisation are refused by field', async () => {
  const tenant = await newTenant()
  const person = await newSession(tenant)
  for (const [body, field] of [
    [{}, 'name'],
    [{ name: '  ' }, 'name'],
    [{ name: 'North\nwind' }, 'name'],
    [{ name: 'Northwind \u202elerappA' }, 'name'],
    [{ name: '\u2066Northwind' }, 'name'],
    [{ name: 'North\u2028wind' }, 'name'],
    [{ name: '\u200b' }, 'name'],
    [{ name: 'A', currency: 'euro' }, 'currency'],
    [{ name: 'A', currency: 'ZZZ' }, 'currency'],
    [{ name: 'A', fiscal_year_start_month: 13 }, 'fiscal_year_start_month'],
    [{ name: 'A', time_zone: 'Lisbon' }, 'time_zone'],
    [{ name: 'A', plan: 'pro' }, 'plan'],
    [{ name: 'A', sandbox: true }, 'sandbox'],
  ] as const) {
    const answer = await person.post('/api/v1/organizations', body)
    expect([answer.status, answer.body.data?.field]).toEqual([400, field])
  }
})

test('names and labels that stand beside other text are one line that shows what it is', async () => {
  const tenant = await newTenant()
  const person = await newSession(tenant)
  const name = 'Warehouse\u202e sync'
  const own = `/api/v1/organizations/${tenant.organization_id}`
  const allowed = 'on one line, without control characters or characters that change the text direction'
  for (const answer of [
    await person.patch(own, { name }),
    await person.post('/api/v1/developer/keys', { name, scopes: ['products:read'] }),
    await person.post('/api/v1/commitments', { name, season_code: 'SS27', currency: 'USD', budgets: [] }),
    await person.post('/api/v1/files?file_name=a%E2%80%AEb.csv', undefined, { raw: 'x' }),
  ]) {
    expect(answer.status).toBe(400)
    expect(answer.body.data.field).toBeOneOf(['name', 'file_name'])
    expect(answer.body.data.rule).toEndWith(allowed)
  }
  for (const fine of ['Zoë & Söhne', '東京アパレル', 'مؤسسة الأزياء', 'Café 👩‍💻'])
    expect((await person.patch(own, { name: fine })).body.data.name).toBe(fine)
})

test('one person administers at most fifty organisations', async () => {
  const tenant = await newTenant()
  const person = await newSession(tenant)
  await tenant.service.database.sql`
    with made as (
      insert into organizations (organization_id, name, region, plan)
      select gen_random_uuid(), 'One of many', 'us', 'starter' from generate_series(1, 48) returning organization_id
    )
    insert into memberships (organization_id, user_id, role) select organization_id, ${person.user_id}, 'admin' from made`
  const answers = await Promise.all([1, 2].map(() => person.post('/api/v1/organizations', { name: 'The fiftieth' })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  const sandbox = await person.post('/api/v1/developer/sandbox')
  expect([sandbox.status, sandbox.body.code]).toEqual([409, 'conflict'])
})

test('a path that names another organisation than the header is refused', async () => {
  const tenant = await newTenant()
  const person = await newSession(tenant)
  const other = await newTenant()
  const answer = await person.get(`/api/v1/organizations/${other.organization_id}`)
  expect([answer.status, answer.body.code]).toEqual([403, 'organization_mismatch'])
})

test('an administrator changes and removes people; a member only leaves', async () => {
  const tenant = await newTenant()
  const admin = await newSession(tenant, { name: 'Ada' })
  const newcomer = await newSession(tenant, { role: 'member', name: 'Ben' })
  const path = (user_id: string) => `${people(tenant)}/${user_id}`
  expect((await newcomer.patch(path(newcomer.user_id), { role: 'admin' })).body.code).toBe('admin_required')
  expect((await newcomer.delete(path(admin.user_id))).body.code).toBe('admin_required')
  expect((await newcomer.patch(`/api/v1/organizations/${tenant.organization_id}`, { name: 'X' })).body.code).toBe(
    'admin_required',
  )
  const listed = (await newcomer.get(people(tenant))).body.data
  expect(listed.map((one: any) => [one.name, one.role])).toEqual([
    ['Ada', 'admin'],
    ['Ben', 'member'],
  ])
  const raised = await admin.patch(path(newcomer.user_id), { role: 'admin' })
  expect(raised.body.data.role).toBe('admin')
  const gone = await admin.delete(path(newcomer.user_id))
  expect([gone.status, gone.text]).toEqual([204, ''])
  expect((await newcomer.get('/api/v1/variants/table')).body.code).toBe('membership_missing')
  for (const answer of [
    await admin.delete(path(newcomer.user_id)),
    await admin.patch(path(newcomer.user_id), { role: 'viewer' }),
    await admin.patch(path('nobody'), { role: 'admin' }),
  ])
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])

  const leaver = await newSession(tenant, { role: 'member' })
  expect((await leaver.delete(path(leaver.user_id))).status).toBe(204)
})

test('an organisation keeps an administrator, also when two demote each other at once', async () => {
  const tenant = await newTenant()
  const ada = await newSession(tenant, { name: 'Ada' })
  const path = (user_id: string) => `${people(tenant)}/${user_id}`
  const demoted = ['member', 'viewer'].map((role) => ada.patch(path(ada.user_id), { role }))
  for (const answer of [await ada.delete(path(ada.user_id)), ...(await Promise.all(demoted))])
    expect([answer.status, answer.body.code]).toEqual([409, 'conflict'])
  expect((await ada.patch(path(ada.user_id), { role: 'admin' })).status).toBe(200)

  const { sql } = tenant.service.database
  for (let round = 0; round < 5; round++) {
    const ben = await newSession(tenant, { name: 'Ben' })
    await sql`update memberships set role = 'admin' where organization_id = ${tenant.organization_id}`
    await sql`
      delete from memberships where organization_id = ${tenant.organization_id}
        and user_id not in ${sql([ada.user_id, ben.user_id])}`
    await Promise.all([
      ada.patch(path(ben.user_id), { role: 'member' }),
      ben.patch(path(ada.user_id), { role: 'member' }),
    ])
    const [left] = await sql`
      select count(*)::int as admins from memberships
      where organization_id = ${tenant.organization_id} and role = 'admin'`
    expect(left!.admins).toBe(1)
  }
})

test('a sandbox is made beside the organisation, and a key of it fills it', async () => {
  const tenant = await newTenant({ sandbox: false, plan: 'essentials_plus' })
  const admin = await newSession(tenant)
  const made = await admin.post('/api/v1/developer/sandbox')
  expect(made.status).toBe(201)
  expect(made.body.data).toMatchObject({
    name: 'Test organisation sandbox',
    region: 'us',
    plan: 'essentials_plus',
    sandbox: true,
    role: 'admin',
  })
  const headers = { 'X-Organization-ID': made.body.data.organization_id }
  const minted = await admin.post(
    '/api/v1/developer/keys',
    { name: 'test', scopes: ['sandbox:write', 'products:read'] },
    { headers },
  )
  const key = minted.body.data.api_key
  const seeded = await call(tenant.service, 'POST', '/api/v1/sandbox/seed', { key })
  expect(seeded.body.data.written.variants).toBe(6)
  expect((await call(tenant.service, 'GET', '/api/v1/variants/table', { key })).body.data.filtered_max_size).toBe(6)
  expect((await tenant.get('/api/v1/variants/table')).body.data.filtered_max_size).toBe(0)
})
