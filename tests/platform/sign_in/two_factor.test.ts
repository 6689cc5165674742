/** Two-factor sign-in: codes of an authenticator app and recovery codes, required by an organisation or not. */
import { setDefaultTimeout, expect, test } from 'bun:test'
import { randomInt } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { Role } from '../../../server/contract/resources.ts'
import { reencryptTwoFactor } from '../../../server/platform/admin/reencrypt.ts'
import { type AuthKey, authKeys } from '../../../server/platform/sign_in/auth_keys.ts'
import { hashPassword, insertUser } from '../../../server/platform/sign_in/store.ts'
import { nextTransaction, tablesWith } from '../../support/document/row_search.ts'
import { codeOf, keyOf } from './authenticator.ts'
import { type Answer, call, newTenant, type Tenant } from '../../support/service/tenant.ts'

setDefaultTimeout(60_000)

const password = 'correct horse battery staple'
/** Attempts are counted by address, so every request comes from one of its own. */
const freshAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

class Person {
  readonly tenant: Tenant
  readonly user_id: string
  readonly email: string
  token = ''
  secret = ''
  codes: string[] = []

  constructor(tenant: Tenant, user_id: string, email: string) {
    this.tenant = tenant
    this.user_id = user_id
    this.email = email
  }

  auth(path: string, body: unknown, token: string | null = null): Promise<Answer> {
    const headers: Record<string, string> = { 'X-Forwarded-For': freshAddress() }
    if (token !== null) headers.Authorization = `Bearer ${token}`
    return call(this.tenant.service, 'POST', `/auth/${path}`, { body, headers })
  }

  signIn = () => this.auth('sign-in/email', { email: this.email, password })

  /** The code of the app, `steps` of 30 seconds from now. */
  code = (steps = 0): string => codeOf(this.secret, steps)

  async setUp(): Promise<void> {
    this.token ||= (await this.signIn()).body.token
    const enabled = await this.auth('two-factor/enable', { password }, this.token)
    expect(enabled.status).toBe(200)
    this.secret = new URL(enabled.body.totpURI).searchParams.get('secret')!
    this.codes = enabled.body.backupCodes
    const confirmed = await this.auth('two-factor/confirm', { code: this.code(-1) }, this.token)
    expect(confirmed.text).toContain('token')
    this.token = confirmed.body.token
  }

  async challenge(): Promise<string> {
    const answer = await this.signIn()
    expect([answer.status, answer.body.code]).toEqual([401, 'two_factor_code_required'])
    return answer.body.data.twoFactorToken
  }

  verify = (twoFactorToken: string, code: string) => this.auth('two-factor/verify-totp', { twoFactorToken, code })
  recover = (twoFactorToken: string, code: string) =>
    this.auth('two-factor/verify-backup-code', { twoFactorToken, code })

  api(method: string, path: string, body?: unknown): Promise<Answer> {
    const headers = { Authorization: `Bearer ${this.token}`, 'X-Organization-ID': this.tenant.organization_id }
    return call(this.tenant.service, method, path, { body, headers })
  }

  organization = (method: string, body?: unknown) =>
    this.api(method, `/api/v1/organizations/${this.tenant.organization_id}`, body)

  async events(): Promise<string[]> {
    const rows = await this.tenant.service.database.sql<{ kind: string }[]>`
      select kind from audit_events
      where organization_id = ${this.tenant.organization_id} and subject_id = ${this.user_id}
      order by at, audit_event_id`
    return rows.map(({ kind }) => kind)
  }
}

async function newPerson(role: Role = 'admin', givenTenant?: Tenant): Promise<Person> {
  const tenant = givenTenant ?? (await newTenant())
  const { sql } = tenant.service.database
  const email = `person-${uuidv7()}@example.com`
  const user_id = (await insertUser(sql, { name: 'Grace Buyer', email, password_hash: await hashPassword(password) }))!
  await sql`
    insert into memberships (organization_id, user_id, role) values (${tenant.organization_id}, ${user_id}, ${role})`
  return new Person(tenant, user_id, email)
}

test('a sign-in needs a code once the second factor is confirmed, and no cookie is set', async () => {
  const person = await newPerson()
  person.token = (await person.signIn()).body.token
  const other = (await person.signIn()).body.token
  await person.setUp()
  for (const token of [person.token, other]) {
    const headers = { Authorization: `Bearer ${token}`, 'X-Organization-ID': person.tenant.organization_id }
    const read = await call(person.tenant.service, 'GET', '/api/v1/organizations', { headers })
    expect(read.status).toBe(token === person.token ? 200 : 401)
  }
  const answer = await person.signIn()
  expect(answer.body.token).toBeUndefined()
  expect(answer.headers.get('set-cookie')).toBeNull()
  const signedIn = await person.verify(answer.body.data.twoFactorToken, person.code())
  expect(signedIn.status).toBe(200)
  expect(signedIn.headers.get('set-cookie')).toBeNull()
  person.token = signedIn.body.token
  expect((await person.organization('GET')).status).toBe(200)
  expect(await person.events()).toEqual([
    'user.signed_in',
    'user.signed_in',
    'user.two_factor_enabled',
    'user.signed_in',
  ])
})

test('a code works once, also where two sign-ins send it at the same time', async () => {
  const person = await newPerson()
  await person.setUp()
  const code = person.code()
  const tokens = [await person.challenge(), await person.challenge(), await person.challenge()]
  const [first, second] = await Promise.all([person.verify(tokens[0]!, code), person.verify(tokens[1]!, code)])
  expect([first.status, second.status].toSorted()).toEqual([200, 401])
  const third = await person.verify(tokens[2]!, code)
  expect(third.body.code).toBe('two_factor_failed')
  // The refused sign-in goes on with the next code.
  expect((await person.verify(tokens[2]!, person.code(1))).status).toBe(200)
  expect((await person.events()).filter((kind) => kind === 'user.two_factor_failed')).toHaveLength(2)
})

test('a recovery code works once, and new codes replace the earlier ones', async () => {
  const person = await newPerson()
  await person.setUp()
  const [first, second] = person.codes as [string, string]
  expect(person.codes).toHaveLength(10)
  const signedIn = await person.recover(await person.challenge(), first)
  expect(signedIn.status).toBe(200)
  const again = await person.recover(await person.challenge(), first)
  expect([again.status, again.body.code]).toEqual([401, 'two_factor_failed'])
  const wrong = await person.auth('two-factor/generate-backup-codes', { password: 'not the password' }, person.token)
  expect(wrong.body.data).toMatchObject({ field: 'password' })
  const replaced = await person.auth('two-factor/generate-backup-codes', { password }, person.token)
  expect((await person.recover(await person.challenge(), second)).body.code).toBe('two_factor_failed')
  const [fresh] = replaced.body.backupCodes
  expect((await person.recover(await person.challenge(), fresh)).status).toBe(200)
  expect(await person.events()).toContain('user.recovery_codes_replaced')
})

test('wrong codes end the sign-in after five, and lock the codes of the user after ten', async () => {
  const person = await newPerson()
  await person.setUp()
  for (const _challenge of [1, 2]) {
    const challenge = await person.challenge()
    for (const _attempt of [1, 2, 3, 4, 5]) expect((await person.verify(challenge, '000000')).status).toBe(401)
  }
  const locked = await person.verify(await person.challenge(), person.code())
  expect([locked.status, locked.body.code]).toEqual([429, 'rate_limited'])
  expect(locked.headers.get('retry-after')).toBe('900')
  const { sql } = person.tenant.service.database
  await sql`update two_factor set "lockedUntil" = now() where "userId" = ${person.user_id}`
  expect((await person.verify(await person.challenge(), person.code())).status).toBe(200)
})

test('a sign-in waits ten minutes for its code, by the clock of the database', async () => {
  const person = await newPerson()
  await person.setUp()
  const challenge = await person.challenge()
  const { sql } = person.tenant.service.database
  await sql`
    update verification set "expiresAt" = now() - interval '1 second' where value = ${person.user_id}`
  const late = await person.verify(challenge, person.code())
  expect(late.body.message.desc).toContain('Sign in with the password again')
  expect((await person.verify('made-up', person.code())).body.code).toBe('two_factor_failed')
})

test('setting up needs the password and a right code, and is refused where it is in force', async () => {
  const person = await newPerson()
  person.token = (await person.signIn()).body.token
  const early = await person.auth('two-factor/confirm', { code: '123456' }, person.token)
  expect([early.status, early.body.code]).toEqual([409, 'conflict'])
  expect((await person.auth('two-factor/enable', { password: 'wrong' }, person.token)).status).toBe(400)
  await person.setUp()
  expect((await person.auth('two-factor/enable', { password }, person.token)).body.code).toBe('conflict')
  const disabled = await person.auth('two-factor/disable', { password }, person.token)
  expect(disabled.body.status).toBe(true)
  expect((await person.organization('GET')).status).toBe(401)
  person.token = disabled.body.token
  expect((await person.organization('GET')).status).toBe(200)
  expect((await person.signIn()).body.token).toBeString()
  expect(await person.events()).toContain('user.two_factor_disabled')
})

test('an organisation can require the second factor: only an administrator who has it, and it refuses members without it', async () => {
  const admin = await newPerson()
  admin.token = (await admin.signIn()).body.token
  const early = await admin.organization('PATCH', { require_two_factor: true })
  expect([early.status, early.body.code]).toEqual([403, 'two_factor_required'])
  await admin.setUp()
  expect((await admin.organization('PATCH', { require_two_factor: true })).body.data.require_two_factor).toBe(true)

  const member = await newPerson('viewer', admin.tenant)
  member.token = (await member.signIn()).body.token
  const refused = await member.organization('GET')
  expect([refused.status, refused.body.code]).toEqual([403, 'two_factor_required'])
  expect((await member.api('GET', '/api/v1/variants/table')).body.code).toBe('two_factor_required')
  const own = await member.api('GET', '/api/v1/organizations')
  expect(own.body.data[0]).toMatchObject({ require_two_factor: true })
  const memberships = `/api/v1/organizations/${admin.tenant.organization_id}/memberships`
  const leaver = await newPerson('viewer', admin.tenant)
  leaver.token = (await leaver.signIn()).body.token
  const other = await newPerson('admin', admin.tenant)
  other.token = (await other.signIn()).body.token
  const left = await other.api('DELETE', `${memberships}/${leaver.user_id}`)
  expect([left.status, left.body.code]).toEqual([403, 'two_factor_required'])
  for (const person of [leaver, other])
    expect((await person.api('DELETE', `${memberships}/${person.user_id}`)).status).toBe(204)
  await member.setUp()
  expect((await member.organization('GET')).status).toBe(200)
  const { get } = admin.tenant
  expect((await get('/api/v1/variants/table')).status).toBe(200)

  expect((await admin.organization('PATCH', { require_two_factor: false })).body.data.require_two_factor).toBe(false)
})

test('the database holds neither the secret nor a recovery code', async () => {
  const person = await newPerson()
  const { service } = person.tenant
  const since = await nextTransaction(service)
  await person.setUp()
  await person.recover(await person.challenge(), person.codes[0]!)
  const key = keyOf(person.secret).toString()
  const found = await tablesWith(service, since, [person.secret, key, ...person.codes, person.email])
  expect(found.at(-1)).toContain('user')
  expect(new Set(found.slice(0, -1).flat())).toEqual(new Set())
})

test('a new SECRET_KEY takes the secrets of second factors along, and a lost key is reported', async () => {
  const person = await newPerson()
  await person.setUp()
  const { service } = person.tenant
  const { sql } = service.database
  const current = authKeys(service.settings)
  const next = authKeys({ ...service.settings, SECRET_KEY: 'the next secret, thirty-two characters or more' })
  const move = (keys: AuthKey[]) => sql.begin((tx) => reencryptTwoFactor(tx as never, keys))
  expect(move([...next])).rejects.toThrow('neither SECRET_KEY nor SECRET_KEY_PREVIOUS')
  const { moved } = await move([...next, ...current])
  expect(moved).toBeGreaterThan(0)
  expect((await person.verify(await person.challenge(), person.code())).status).toBe(500)
  expect(await move([...current, ...next])).toEqual({ moved, current: 0 })
  expect((await person.verify(await person.challenge(), person.code())).status).toBe(200)
  expect((await person.recover(await person.challenge(), person.codes[0]!)).status).toBe(200)
})
