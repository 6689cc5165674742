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

test('a code that is not six digits is refused by the rule of the document', async () => {
  const person = await newPerson()
  const { token } = await setUp(person, false)
  for (const code of ['12345', '1234567', '', '12345x', '123456\n', '١٢٣٤٥٦', 123_456]) {
    const answer = await person.auth('two-factor/confirm', { code }, token)
    expect([code, answer.status, answer.body.data]).toEqual([code, 400, { field: 'code', rule: 'must be six digits' }])
    expect(answer.body.message.desc).toBe('code must be six digits.')
  }
})
