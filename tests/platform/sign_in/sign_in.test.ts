import { expect, test } from 'bun:test'
import { randomInt } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { hashPassword, insertUser } from '../../../server/platform/sign_in/store.ts'
import { nextTransaction, tablesWith } from '../../support/document/row_search.ts'
import { startSeparateService, type TestService, testService } from '../../support/service/service.ts'
import { newSession } from '../../support/service/session.ts'
import { type Answer, call, newTenant } from '../../support/service/tenant.ts'

const password = 'correct horse battery staple'

/** Attempts are counted by address, so every test comes from one of its own. */
const freshAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

async function newUser(service: TestService) {
  const email = `Person-${uuidv7()}@example.com`
  const user_id = await insertUser(service.database.sql, {
    name: 'Grace Buyer',
    email,
    password_hash: await hashPassword(password),
  })
  return { email, user_id: user_id! }
}

const signIn = (service: TestService, body: unknown, address = freshAddress()): Promise<Answer> =>
  call(service, 'POST', '/auth/sign-in/email', { body, headers: { 'X-Forwarded-For': address } })

const asUser = (service: TestService, method: string, path: string, token: string, body?: unknown) =>
  call(service, method, path, {
    body,
    headers: { Authorization: `Bearer ${token}`, 'X-Forwarded-For': freshAddress() },
  })

test('a person signs in and works in the organisation as the app does: an allowance of their own, no idempotency', async () => {
  const tenant = await newTenant()
  const { service } = tenant
  const { email, user_id } = await newUser(service)
  await service.database.sql`
    insert into memberships (organization_id, user_id, role) values (${tenant.organization_id}, ${user_id}, 'member')`

  const signedIn = await signIn(service, { email, password })
  expect(signedIn.status).toBe(200)
  expect(signedIn.body.user).toMatchObject({ id: user_id, email: email.toLowerCase(), name: 'Grace Buyer' })
  expect(signedIn.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(signedIn.headers.get('x-service-region')).toBe('us')
  expect(signedIn.headers.get('set-cookie')).toBeNull()
  expect(signedIn.headers.get('cache-control')).toBe('no-store')

  const headers = {
    Authorization: `Bearer ${signedIn.body.token}`,
    'X-Organization-ID': tenant.organization_id,
    'Idempotency-Key': 'once',
  }
  const first = await call(service, 'POST', '/api/v1/sandbox/seed', { headers })
  expect(first.body.data.seeded).toBe(true)
  const second = await call(service, 'POST', '/api/v1/sandbox/seed', { headers })
  expect(second.body.data).toMatchObject({ seeded: false, already_seeded: true })
  expect(second.headers.get('idempotency-replayed')).toBeNull()
  expect(second.headers.get('x-ratelimit-limit')).toBe('600')
  const read = await call(service, 'GET', '/api/v1/variants/table', { headers })
  expect(read.body.data.filtered_max_size).toBe(6)
})

test('a wrong password and an unknown e-mail are answered alike', async () => {
  const service = await testService()
  const { email } = await newUser(service)
  const wrong = await signIn(service, { email, password: 'not the password' })
  const unknown = await signIn(service, { email: `nobody-${uuidv7()}@example.com`, password })
  const withoutId = ({ text, headers }: Answer) => text.replace(headers.get('x-request-id')!, '')
  expect(wrong.status).toBe(401)
  expect(wrong.body.message).toMatchObject({ code: 'sign_in_failed', severity: 'ERROR', service: 'UNKNOWN' })
  expect(withoutId(wrong)).toBe(withoutId(unknown))
})

test('an unreadable sign-in request is refused by field and never answers 500', async () => {
  const service = await testService()
  const bad = async (body: unknown) => {
    const answer = await signIn(service, body)
    expect(answer.status).toBe(400)
    expect(answer.body.code).toBe('bad_request')
    return answer.body.data.field
  }
  expect(await bad({ email: 'a@example.com' })).toBe('password')
  expect(await bad({ email: 'no at sign', password })).toBe('email')
  expect(await bad({ email: 'a@example.com', password, admin: true })).toBe('admin')
  expect(await bad({ email: 'nul\u0000@example.com', password })).toBe('email')
  expect(await bad({ email: ['a@example.com'], password })).toBe('email')
  expect(await bad({ email: 'a@example.com', password: 'x'.repeat(129) })).toBe('password')
  const broken = await call(service, 'POST', '/auth/sign-in/email', {
    raw: '{"email":',
    headers: { 'Content-Type': 'application/json' },
  })
  expect(broken.status).toBe(400)
  const large = await signIn(service, { email: 'a@example.com', password: 'x'.repeat(20_000) })
  expect(large.status).toBe(413)
})

test('/auth offers no registration, session list or password change', async () => {
  const service = await testService()
  for (const path of ['sign-up/email', 'forget-password', 'list-sessions', 'update-user', 'sign-in/social']) {
    const answer = await call(service, 'POST', `/auth/${path}`, {
      body: { email: 'a@example.com', password, name: 'A' },
    })
    expect(answer.status).toBe(404)
    expect(answer.body.code).toBe('not_found')
    expect(answer.headers.get('x-request-id')).not.toBeNull()
  }
})

test('attempts are counted by address, and by account from each address: strangers lock nobody out', async () => {
  const service = await testService()
  const { email } = await newUser(service)
  const stranger = freshAddress()
  const answers: Answer[] = []
  for (let i = 0; i < 11; i++)
    answers.push(await signIn(service, { email: email.toUpperCase(), password: 'wrong' }, stranger))
  // A minute may turn while the attempts run; then the eleventh is the first of the next.
  const refused = answers.filter(({ status }) => status === 429)
  if (refused.length === 0) expect((await signIn(service, { email, password: 'wrong' }, stranger)).status).toBe(401)
  else {
    expect(refused).toHaveLength(1)
    expect(refused[0]!.body.code).toBe('rate_limited')
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  for (let i = 0; i < 12; i++) expect((await signIn(service, { email, password: 'wrong' })).status).toBe(401)
  expect((await signIn(service, { email, password })).status).toBe(200)
  const address = freshAddress()
  const fill = (spentBy: string) => service.database.sql`
    insert into sign_in_attempts (subject, minute, attempts)
    select ${`sign-in address ${spentBy}`}, date_trunc('minute', now()) + make_interval(mins => ahead), 30
    from generate_series(0, 1) as ahead`
  await fill(address)
  const late = await signIn(service, { email: `other-${uuidv7()}@example.com`, password }, address)
  expect(late.status).toBe(429)
  // A client with one address of an IPv6 network has all of them.
  const network = `2001:db8:1:${(randomInt(65_535) + 1).toString(16)}`
  await fill(`${network}::/64`)
  const from = (end: string) =>
    signIn(service, { email: `other-${uuidv7()}@example.com`, password }, `${network}${end}`)
  expect([(await from('::7')).status, (await from(':ffff:1:2:3')).status]).toEqual([429, 429])
  const [stored] = await service.database.sql`
    select count(*)::int as plain from sign_in_attempts where subject ilike ${`%${email}%`}`
  expect(stored!.plain).toBe(0)
})

test('a session is found, renewed and ended by its token, which the database does not hold', async () => {
  const service = await testService()
  const { sql } = service.database
  const { email, user_id } = await newUser(service)
  const { token } = (await signIn(service, { email, password })).body
  const held = await asUser(service, 'GET', '/auth/get-session', token)
  expect(held.body.user.id).toBe(user_id)
  expect(held.body.session.token).toBe(token)

  // Two days on, asking for the session pushes its end out by seven days from now.
  await sql`update session set "expiresAt" = "expiresAt" - interval '2 days' where "userId" = ${user_id}`
  await asUser(service, 'GET', '/auth/get-session', token)
  const [renewed] = await sql<{ days: number }[]>`
    select round(extract(epoch from "expiresAt" - now()) / 86400)::int as days from session where "userId" = ${user_id}`
  expect(renewed!.days).toBe(7)

  const rows = await sql`select * from session where "userId" = ${user_id}`
  expect(rows).toHaveLength(1)
  expect(rows[0]!.token).toMatch(/^[0-9a-f]{64}$/)
  expect(JSON.stringify(rows)).not.toContain(token)
  // The hash is not a token: a copy of the table signs nobody in.
  expect((await asUser(service, 'GET', '/auth/get-session', rows[0]!.token)).body).toBeNull()

  expect((await asUser(service, 'POST', '/auth/sign-out', token)).status).toBe(200)
  expect(await sql`select 1 from session where "userId" = ${user_id}`).toHaveLength(0)
  expect((await asUser(service, 'GET', '/auth/get-session', token)).body).toBeNull()
})

test('a dump of the database holds neither tokens nor keys nor passwords', async () => {
  const service = await startSeparateService('dump_after_sign_in')
  const since = await nextTransaction(service)
  const tenant = await newTenant({ service })
  const { email } = await newUser(service)
  const { token } = (await signIn(service, { email, password })).body
  // The address is stored, so what is found of it proves that the rows were looked at.
  expect(await tablesWith(service, since, [token, tenant.api_key, password, email])).toEqual([[], [], [], ['user']])
  await service.stop()
})

test('changing the password takes the old one, ends every session and answers a token that works', async () => {
  const service = await testService()
  const { email } = await newUser(service)
  const { token } = (await signIn(service, { email, password })).body
  const other = (await signIn(service, { email, password })).body.token
  const change = (currentPassword: string, newPassword: string) =>
    asUser(service, 'POST', '/auth/change-password', token, { currentPassword, newPassword })
  const wrong = await change('not the password', 'another long password')
  expect(wrong.status).toBe(400)
  expect(wrong.body.data.field).toBe('currentPassword')
  for (const weak of [
    'short',
    'password1234',
    'Sunshine2024!',
    'P@ssw0rd2024',
    'aaaaaaaaaaaaaa',
    'abcabcabcabc',
    '123456789012',
    'qwerty123456',
  ])
    expect([weak, (await change(password, weak)).body.data?.field]).toEqual([weak, 'newPassword'])
  const changeResponse = await asUser(service, 'POST', '/auth/change-password', token, {
    currentPassword: password,
    newPassword: 'another long password',
    revokeOtherSessions: false,
  })
  expect(changeResponse.body.data.field).toBe('revokeOtherSessions')
  const changed = await change(password, 'another long password')
  expect(changed.status).toBe(200)
  expect((await asUser(service, 'GET', '/auth/get-session', other)).body).toBeNull()
  expect((await asUser(service, 'GET', '/auth/get-session', token)).body).toBeNull()
  expect((await asUser(service, 'GET', '/auth/get-session', changed.body.token)).body.user.email).toBe(
    email.toLowerCase(),
  )
  expect((await signIn(service, { email, password })).status).toBe(401)
  expect((await signIn(service, { email, password: 'another long password' })).status).toBe(200)
})

test('a person may end every session at once', async () => {
  const service = await testService()
  const { email } = await newUser(service)
  const { token } = (await signIn(service, { email, password })).body
  const other = (await signIn(service, { email, password })).body.token
  expect((await asUser(service, 'POST', '/auth/revoke-sessions', token)).status).toBe(200)
  for (const ended of [token, other]) expect((await asUser(service, 'GET', '/auth/get-session', ended)).body).toBeNull()
})

test('an expired session is not valid, and a foreign organisation is not reached', async () => {
  const tenant = await newTenant()
  const late = await newSession(tenant, { expires_in_seconds: -1 })
  const refused = await late.get('/api/v1/variants/table')
  expect([refused.status, refused.body.code]).toEqual([401, 'session_invalid'])

  const stranger = await newSession(await newTenant())
  const foreign = await stranger.get('/api/v1/variants/table', {
    headers: { 'X-Organization-ID': tenant.organization_id },
  })
  expect([foreign.status, foreign.body.code]).toEqual([403, 'membership_missing'])
  const unknown = await stranger.get('/api/v1/variants/table', { headers: { 'X-Organization-ID': 'nowhere' } })
  expect(unknown.body.code).toBe('membership_missing')
})

test('a key reaches nothing under /auth', async () => {
  const tenant = await newTenant()
  for (const path of ['/auth/sign-in/email', '/auth/sign-out', '/auth/anything']) {
    const answer = await tenant.post(path, { email: 'a@example.com', password })
    expect([answer.status, answer.body.code]).toEqual([403, 'not_public'])
  }
  const unknown = await call(tenant.service, 'POST', '/auth/sign-out', { key: 'svc_us_nothing' })
  expect([unknown.status, unknown.body.code]).toEqual([401, 'key_invalid'])
})

test('without a token the requests that need one say so', async () => {
  const service = await testService()
  const answer = await call(service, 'GET', '/auth/get-session')
  expect([answer.status, answer.body.data.field]).toEqual([400, 'Authorization'])
})
