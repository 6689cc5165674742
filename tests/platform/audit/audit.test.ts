/** The audit log: complete, append-only, without secrets, and read by administrators. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { randomInt } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { openDatabase } from '../../../db/client/database.ts'
import { deleteJobs } from '../../../server/jobs/delete_expired.ts'
import { runWhenDue } from '../../../server/jobs/job.ts'
import { insertMembership } from '../../../server/platform/organizations/store.ts'
import { hashPassword, insertUser } from '../../../server/platform/sign_in/store.ts'
import { testDatabase } from '../../support/database.ts'
import { operate } from '../../support/operate.ts'
import { unheardAddress } from '../../support/fixtures/session_fixture.ts'
import { newSession, type Session } from '../../support/service/session.ts'
import { call, newTenant, type Tenant } from '../../support/service/tenant.ts'

setDefaultTimeout(60_000)

const { url, sql } = await testDatabase()
const password = 'correct horse battery staple'
const freshAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

const auth = (tenant: Tenant, path: string, body: unknown, { address = freshAddress(), token = '' } = {}) =>
  call(tenant.service, 'POST', `/auth/${path}`, {
    body,
    headers: { 'X-Forwarded-For': address, ...(token === '' ? {} : { Authorization: `Bearer ${token}` }) },
  })

async function newUser(...tenants: Tenant[]) {
  const email = `person-${uuidv7()}@example.com`
  const user_id = (await insertUser(sql, { name: 'Grace Buyer', email, password_hash: await hashPassword(password) }))!
  for (const { organization_id } of tenants) await insertMembership(sql, organization_id, user_id, 'admin')
  return { email, user_id }
}

async function read(admin: Session, query = ''): Promise<any[]> {
  const answer = await admin.get(`/api/v1/audit-events${query}`)
  expect(answer.status).toBe(200)
  return answer.body.data.rows
}

const filtered = (...filters: object[]) => `?filter_args=${encodeURIComponent(JSON.stringify(filters))}`
const kindsOf = (rows: any[]) => rows.map(({ kind }) => kind)

const mint = (admin: Session, name: string) =>
  admin.post('/api/v1/developer/keys', { name, scopes: ['inventory:read'] })

test('administrators filter the log by time, actor, kind and subject, and nobody else reads it', async () => {
  const tenant = await newTenant()
  const [ada, ben] = [await newSession(tenant), await newSession(tenant)]
  const { api_key_id } = (await mint(ada, 'Warehouse sync')).body.data
  await mint(ben, 'Shop sync')
  await ben.post(`/api/v1/developer/keys/${api_key_id}/revoke`)
  await ben.post(`/api/v1/developer/keys/${api_key_id}/revoke`)
  const rows = await read(ada)
  expect(kindsOf(rows)).toEqual(['key.revoked', 'key.created', 'key.created'])
  expect(rows[2]).toMatchObject({
    kind: 'key.created',
    actor_kind: 'user',
    actor_id: ada.user_id,
    actor: ada.email,
    subject_id: api_key_id,
    subject: 'Warehouse sync',
    sentence: 'API key Warehouse sync created with the scopes inventory:read.',
  })
  expect(rows[2].address).toMatch(/^(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/)
  const of = async (key: string, operation: string, value: unknown) =>
    kindsOf(await read(ada, filtered({ key, operation, value })))
  expect(await of('actor', 'eq', ben.email)).toEqual(['key.revoked', 'key.created'])
  expect(await of('actor_id', 'eq', ada.user_id)).toEqual(['key.created'])
  expect(await of('kind', 'in', ['key.revoked'])).toEqual(['key.revoked'])
  expect(await of('subject_id', 'eq', api_key_id)).toEqual(['key.revoked', 'key.created'])
  expect(await of('at', 'gt', rows[1].at)).toEqual(['key.revoked'])
  for (const role of ['member', 'viewer'] as const)
    expect((await (await newSession(tenant, { role })).get('/api/v1/audit-events')).body.code).toBe('admin_required')
  const other = await newSession(await newTenant())
  expect(await read(other)).toEqual([])
})

test('the log is exported as other tables are, and every download is an event of who asked for it', async () => {
  const tenant = await newTenant()
  const admin = await newSession(tenant)
  await mint(admin, 'Warehouse sync')
  const { export_url, row_count } = (await admin.get('/api/v1/audit-events?export=true')).body.data
  expect(row_count).toBe(1)
  const exportLink = (await tenant.get('/api/v1/inventory/table?export=true')).body.data
  for (const one of [export_url, exportLink.export_url]) {
    const file = await fetch(tenant.service.base_url + new URL(one).pathname)
    expect(file.status).toBe(200)
    await file.text()
  }
  const [byKey, byUser] = await read(admin, filtered({ key: 'kind', operation: 'eq', value: 'export.downloaded' }))
  expect(byUser).toMatchObject({ actor_kind: 'user', actor: admin.email, subject: 'audit_events' })
  expect(byKey).toMatchObject({
    actor_kind: 'key',
    actor_id: tenant.api_key_id,
    sentence: 'File inventory.csv downloaded.',
  })
  const forged = await fetch(`${tenant.service.base_url}/exports/nothing/variants.csv`)
  expect(forged.status).toBeGreaterThanOrEqual(400)
  expect(await read(admin, filtered({ key: 'kind', operation: 'eq', value: 'export.downloaded' }))).toHaveLength(2)
})

test('sign-ins, failed ones and sign-outs are events of every organisation of the user, and of no other', async () => {
  const [first, second, third] = [await newTenant(), await newTenant(), await newTenant()]
  const { email, user_id } = await newUser(first, second)
  const address = freshAddress()
  await auth(first, 'sign-in/email', { email, password: 'not the password' }, { address })
  const { token } = (await auth(first, 'sign-in/email', { email, password })).body
  await auth(first, 'sign-out', undefined, { token })
  for (const tenant of [first, second]) {
    const rows = await read(await newSession(tenant))
    expect(kindsOf(rows)).toEqual(['user.signed_out', 'user.signed_in', 'user.sign_in_failed'])
    expect(rows[2]).toMatchObject({ actor: email, actor_id: user_id, subject_id: user_id, address })
  }
  expect(await read(await newSession(third))).toEqual([])
  const unknown = `nobody-${uuidv7()}@example.com`
  expect((await auth(first, 'sign-in/email', { email: unknown, password })).status).toBe(401)
  const [found] = await sql`select from audit_events a where a::text like ${`%${unknown}%`}`
  expect(found).toBeUndefined()
})

test('changes of the password and ended sessions are events', async () => {
  const tenant = await newTenant()
  const { email } = await newUser(tenant)
  const { token } = (await auth(tenant, 'sign-in/email', { email, password })).body
  const changed = await auth(
    tenant,
    'change-password',
    { currentPassword: password, newPassword: 'wide river quiet lantern' },
    { token },
  )
  await auth(tenant, 'revoke-sessions', undefined, { token: changed.body.token })
  const kinds = kindsOf(await read(await newSession(tenant)))
  expect(kinds).toEqual(['user.sessions_ended', 'user.password_changed', 'user.signed_in'])
})

test('members that are invited, accept, change and leave are events; a refused change is none', async () => {
  const tenant = await newTenant()
  const admin = await newSession(tenant)
  const guest = await newSession(tenant, { joins: false, name: 'Ben' })
  const path = `/api/v1/organizations/${tenant.organization_id}`
  const invited = await admin.post(`${path}/invitations`, { email: guest.email, role: 'viewer' })
  const mail = await admin.get(`${path}/invitations/${invited.body.data.invitation_id}/mail`)
  expect(mail.body.data.text).toContain('as a viewer')
  const [token] = /inv_[\w-]{43}/.exec(mail.body.data.text)!
  expect((await guest.post('/api/v1/invitations/accept', { token })).body.data.role).toBe('viewer')
  await admin.patch(`${path}/memberships/${guest.user_id}`, { role: 'member' })
  const same = await admin.patch(`${path}/memberships/${guest.user_id}`, { role: 'member' })
  expect(same.status).toBe(200)
  const last = await admin.patch(`${path}/memberships/${admin.user_id}`, { role: 'viewer' })
  expect(last.body.code).toBe('conflict')
  await guest.delete(`${path}/memberships/${guest.user_id}`)
  const rows = await read(admin)
  expect(kindsOf(rows)).toEqual(['member.removed', 'member.role_changed', 'member.added', 'member.invited'])
  expect(rows.map(({ actor }) => actor)).toEqual([guest.email, admin.email, guest.email, admin.email])
  expect(rows[1].sentence).toBe('Role of Ben changed from viewer to member.')
})

test("what the operator's commands change is an event, and a reset takes the second factor away", async () => {
  const tenant = await newTenant()
  const admin = await newSession(tenant)
  const { email, user_id } = await newUser()
  const organization = tenant.organization_id
  expect(await operate('add-member', { organization, email, role: 'viewer' })).toContain('as viewer')
  await operate('add-member', { organization, email, role: 'member' })
  await operate('set-plan', { organization, plan: 'essentials' })
  expect(await operate('set-plan', { organization, plan: 'essentials' })).toContain('is essentials already')
  expect(operate('reset-two-factor', { email })).rejects.toThrow('has not set up two-factor sign-in')
  await sql`update "user" set "twoFactorEnabled" = true where id = ${user_id}`
  await sql`insert into two_factor (id, secret, "backupCodes", "userId") values (${uuidv7()}, 'x', 'y', ${user_id})`
  expect(await operate('reset-two-factor', { email })).toContain('signs in with the password alone')
  expect((await auth(tenant, 'sign-in/email', { email, password })).body.token).toBeString()
  await operate('remove-member', { organization, email })
  const rows = (await read(admin)).filter(({ actor_kind }) => actor_kind === 'operator')
  expect(kindsOf(rows)).toEqual([
    'member.removed',
    'user.two_factor_reset',
    'organization.plan_changed',
    'member.role_changed',
    'member.added',
  ])
  expect(rows[0]).toMatchObject({ actor: 'npm run admin', actor_id: null, address: null })
})

test('an event is not changed, and not deleted before 730 days', async () => {
  const tenant = await newTenant()
  const { organization_id } = tenant
  await mint(await newSession(tenant), 'Warehouse sync')
  expect(sql`update audit_events set sentence = 'Nothing.' where organization_id = ${organization_id}`).rejects.toThrow(
    'append-only',
  )
  expect(sql`delete from audit_events where organization_id = ${organization_id}`).rejects.toThrow('append-only')
  expect(sql`truncate audit_events`).rejects.toThrow('append-only')
  const insert = (days: number) => sql`
    insert into audit_events (organization_id, audit_event_id, at, kind, actor_kind, actor, subject, sentence)
    values (${organization_id}, ${uuidv7()}, now() - make_interval(days => ${days}), 'key.created', 'operator', 'x', 'x', 'x')`
  for (const days of [729, 731]) await insert(days)
  await sql`delete from job_runs where job = 'delete_audit_events'`
  const db = openDatabase(url, { write_slots: 1 })
  try {
    expect(
      await runWhenDue(
        db,
        deleteJobs.find(({ name }) => name === 'delete_audit_events')!,
      ),
    ).toBe(true)
  } finally {
    await db.close()
  }
  const left = await sql<{ days: number }[]>`
    select extract(day from now() - at)::int as days from audit_events where organization_id = ${organization_id}
    order by at`
  expect(left.map(({ days }) => days)).toEqual([729, 0])
})

test('no change without its event: where the event cannot be recorded, nothing changes', async () => {
  const tenant = await newTenant()
  const admin = await newSession(tenant)
  const { email } = await newUser(tenant)
  const { organization_id } = tenant
  const refuses = `test_refuses_${organization_id.replaceAll('-', '')}`
  await sql.unsafe(
    `alter table audit_events add constraint "${refuses}" check (organization_id <> '${organization_id}') not valid`,
  )
  try {
    expect((await mint(admin, 'Warehouse sync')).status).toBe(500)
    expect((await auth(tenant, 'sign-in/email', { email, password })).status).toBe(500)
  } finally {
    await sql.unsafe(`alter table audit_events drop constraint "${refuses}"`)
  }
  const [count] = await sql`
    select (select count(*)::int from api_keys where organization_id = ${organization_id} and label = 'Warehouse sync') as keys,
      (select count(*)::int from session s join "user" u on u.id = s."userId" where u.email = ${email}) as sessions`
  expect(count).toEqual({ keys: 0, sessions: 0 })
})

test('no event contains a secret', async () => {
  const tenant = await newTenant({ plan: 'pro' })
  const admin = await newSession(tenant)
  const { email } = await newUser(tenant)
  const canary = `canary${randomInt(1e9)}`
  const { token } = (await auth(tenant, 'sign-in/email', { email, password })).body
  const enabled = await auth(tenant, 'two-factor/enable', { password }, { token })
  const { api_key } = (await mint(admin, 'Warehouse sync')).body.data
  const hook = await admin.post('/api/v1/webhooks', { hook_url: `${unheardAddress}/${canary}`, type: 'order.created' })
  const rotated = await admin.post(`/api/v1/webhooks/${hook.body.data.webhook_id}/rotate-secret`)
  const books = { name: 'Harbour Books', url: `${unheardAddress}?token=${canary}`, bearer_token: `acc_${canary}` }
  expect((await admin.post('/api/v1/accounting-connections', books)).status).toBe(201)
  const invited = await admin.post(`/api/v1/organizations/${tenant.organization_id}/invitations`, {
    email: 'ben@example.com',
    role: 'viewer',
  })
  const mail = await admin.get(
    `/api/v1/organizations/${tenant.organization_id}/invitations/${invited.body.data.invitation_id}/mail`,
  )
  const [code] = /inv_[\w-]{43}/.exec(mail.body.data.text)!
  const secrets = [
    canary,
    password,
    token,
    new URL(enabled.body.totpURI).searchParams.get('secret')!,
    ...enabled.body.backupCodes,
    api_key,
    hook.body.data.secret,
    rotated.body.data.secret,
    admin.user_token,
    code,
  ]
  const rows = await read(admin)
  expect(kindsOf(rows)).toContain('connection.created')
  const text = JSON.stringify(rows)
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  expect(text).toContain('127.0.0.1:9')
})
