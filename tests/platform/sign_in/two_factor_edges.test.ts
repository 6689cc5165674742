/** Two-factor sign-in at its edges: tokens that are none, states that do not allow a request, codes sent at once. */
import { setDefaultTimeout, expect, test } from 'bun:test'
import { randomInt } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { hashPassword, insertUser } from '../../../server/platform/sign_in/store.ts'
import { codeOf } from './authenticator.ts'
import { type Answer, call, newTenant } from '../../support/service/tenant.ts'

setDefaultTimeout(60_000)

const password = 'correct horse battery staple'
/** Attempts are counted by address, so every request comes from one of its own. */
const freshAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
const outcome = ({ status, body }: Answer) => [status, body.code]

async function newPerson() {
  const { service, organization_id } = await newTenant()
  const { sql } = service.database
  const email = `person-${uuidv7()}@example.com`
  const user_id = (await insertUser(sql, { name: 'Grace Buyer', email, password_hash: await hashPassword(password) }))!
  await sql`insert into memberships (organization_id, user_id, role) values (${organization_id}, ${user_id}, 'admin')`

  const auth = (path: string, body: unknown, token?: string): Promise<Answer> => {
    const headers: Record<string, string> = { 'X-Forwarded-For': freshAddress() }
    if (token !== undefined) headers.Authorization = `Bearer ${token}`
    return call(service, 'POST', `/auth/${path}`, { body, headers })
  }
  const signIn = (as = email) => auth('sign-in/email', { email: as, password })
  const challenge = async (): Promise<string> => (await signIn()).body.data.twoFactorToken
  const events = async (): Promise<string[]> => {
    const rows = await sql<{ kind: string }[]>`
      select kind from audit_events where organization_id = ${organization_id} and subject_id = ${user_id}
      order by at, audit_event_id`
    return rows.map(({ kind }) => kind)
  }
  const sessions = () => sql`select id from session where "userId" = ${user_id} order by id`
  return { service, email, user_id, auth, signIn, challenge, events, sessions }
}

type Person = Awaited<ReturnType<typeof newPerson>>

/** With the second factor set up; without `confirmed` it is not in force. */
async function setUp({ signIn, auth }: Person, confirmed = true) {
  const { token } = (await signIn()).body
  const enabled = await auth('two-factor/enable', { password }, token)
  const secret = new URL(enabled.body.totpURI).searchParams.get('secret')!
  const codes: string[] = enabled.body.backupCodes
  if (!confirmed) return { token, secret, codes }
  const answer = await auth('two-factor/confirm', { code: codeOf(secret, -1) }, token)
  expect(answer.status).toBe(200)
  return { token: answer.body.token as string, secret, codes }
}

const encode = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url')

test('a token that is none is refused as one that has expired, whatever it decodes to', async () => {
  const person = await newPerson()
  const { codes } = await setUp(person)
  const own = JSON.parse(Buffer.from(await person.challenge(), 'base64url').toString())[0]
  const contents: unknown[] = [
    ...['%ff%E0', '%', '%00', 'x%00.y', '2fa-x.%', '2fa-x.%ff'].map((value) => [[own[0], value]]),
    [own, ['better-auth.dont_remember', '%ff%E0']],
    [['better-auth.dont_remember', '%ff%E0'], own],
    [own, own],
    [[...own, 'x\ny']],
    [[own[0], [own[1]]]],
    [[own[0], 5]],
    [null],
    [],
    {},
    null,
    'text',
  ]
  for (const content of contents)
    for (const [path, code] of [
      ['verify-totp', '000000'],
      ['verify-backup-code', codes[0]],
    ]) {
      const answer = await person.auth(`two-factor/${path}`, { twoFactorToken: encode(content), code })
      expect([content, path, ...outcome(answer)]).toEqual([content, path, 401, 'two_factor_failed'])
      expect(answer.body.message.desc).toContain('Sign in with the password again')
    }
  expect(await person.events()).not.toContain('user.two_factor_failed')
})

test('a second factor in force is not confirmed again, also by two requests at once', async () => {
  const person = await newPerson()
  const { token, secret } = await setUp(person)
  const signedIn = await person.auth('two-factor/verify-totp', {
    twoFactorToken: await person.challenge(),
    code: codeOf(secret),
  })
  expect(signedIn.status).toBe(200)
  const before = [await person.sessions(), await person.events()]
  expect(before[0]).toHaveLength(2)
  const again = await person.auth('two-factor/confirm', { code: codeOf(secret, 1) }, token)
  expect(outcome(again)).toEqual([409, 'conflict'])
  expect(again.body.message.desc).toBe('Two-factor sign-in is set up already. Disable it first.')
  expect([await person.sessions(), await person.events()]).toEqual(before)

  const other = await newPerson()
  const open = await setUp(other, false)
  const confirm = (steps: number) => other.auth('two-factor/confirm', { code: codeOf(open.secret, steps) }, open.token)
  const both = await Promise.all([confirm(-1), confirm(0)])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await other.events()).filter((kind) => kind === 'user.two_factor_enabled')).toHaveLength(1)
  expect(await other.sessions()).toHaveLength(1)
})

for (const [name, path] of [
  ['disabling the second factor', 'two-factor/disable'],
  ['replacing its recovery codes', 'two-factor/generate-backup-codes'],
] as const)
  test(`${name} needs one in force`, async () => {
    const never = await newPerson()
    const neverToken = (await never.signIn()).body.token
    const unconfirmed = await newPerson()
    const { token } = await setUp(unconfirmed, false)
    for (const [person, held] of [
      [never, neverToken],
      [unconfirmed, token],
    ] as const) {
      const before = [await person.sessions(), await person.events()]
      const answer = await person.auth(path, { password }, held)
      expect(outcome(answer)).toEqual([409, 'conflict'])
      expect(answer.body.message.desc).toStartWith('Two-factor sign-in is not in force.')
      expect([await person.sessions(), await person.events()]).toEqual(before)
    }
  })

test('a failed sign-in is recorded where the password or the code was checked and is wrong', async () => {
  const person = await newPerson()
  const { secret } = await setUp(person)
  const before = await person.events()
  const padded = await person.signIn(` ${person.email} `)
  expect([padded.status, padded.body.data.field]).toEqual([400, 'email'])
  const twoFactorToken = await person.challenge()
  const { sql } = person.service.database
  const verify = (code: string) => person.auth('two-factor/verify-totp', { twoFactorToken, code })
  await sql`update two_factor set "lockedUntil" = now() + interval '1 minute' where "userId" = ${person.user_id}`
  expect(outcome(await verify(codeOf(secret)))).toEqual([429, 'rate_limited'])
  await sql`update two_factor set "lockedUntil" = null where "userId" = ${person.user_id}`
  expect(await person.events()).toEqual(before)

  const wrong = await person.auth('sign-in/email', { email: person.email, password: 'not the password' })
  expect(outcome(wrong)).toEqual([401, 'sign_in_failed'])
  expect(outcome(await verify('000000'))).toEqual([401, 'two_factor_failed'])
  expect(await person.events()).toEqual([...before, 'user.sign_in_failed', 'user.two_factor_failed'])
})

test('of sign-ins that send one recovery code at once, one succeeds; with two codes, both do', async () => {
  const person = await newPerson()
  const { codes } = await setUp(person)
  const recover = async (given: readonly string[]): Promise<Answer[]> => {
    const sent: { twoFactorToken: string; code: string }[] = []
    for (const code of given) sent.push({ twoFactorToken: await person.challenge(), code })
    return Promise.all(sent.map((body) => person.auth('two-factor/verify-backup-code', body)))
  }
  const [one, two, three] = codes as [string, string, string]
  const same = await recover([one, one, one, one])
  expect(same.map(outcome).toSorted()).toEqual([[200, undefined], ...Array(3).fill([401, 'two_factor_failed'])])
  expect((await person.events()).filter((kind) => kind === 'user.two_factor_failed')).toHaveLength(3)
  expect((await recover([two, three])).map(({ status }) => status)).toEqual([200, 200])
})

test('a sign-in that began before the second factor was disabled begins anew', async () => {
  const person = await newPerson()
  const { token, secret, codes } = await setUp(person)
  const twoFactorToken = await person.challenge()
  expect((await person.auth('two-factor/disable', { password }, token)).status).toBe(200)
  for (const [path, code] of [
    ['verify-totp', codeOf(secret)],
    ['verify-backup-code', codes[0]],
  ]) {
    const answer = await person.auth(`two-factor/${path}`, { twoFactorToken, code })
    expect(outcome(answer)).toEqual([401, 'two_factor_failed'])
    expect(answer.body.message.desc).toContain('Sign in with the password again')
  }
})

test('a code that is not six digits is refused by the rule of the document', async () => {
  const person = await newPerson()
  const { token } = await setUp(person, false)
  for (const code of ['12345', '1234567', '', '12345x', '123456\n', '١٢٣٤٥٦', 123_456]) {
    const answer = await person.auth('two-factor/confirm', { code }, token)
    expect([code, answer.status, answer.body.data]).toEqual([code, 400, { field: 'code', rule: 'must be six digits' }])
    expect(answer.body.message.desc).toBe('code must be six digits.')
  }
})
