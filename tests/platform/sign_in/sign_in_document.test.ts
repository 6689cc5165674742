/** What the document says of the requests under /auth, held against what they answer. */
import { expect, test } from 'bun:test'
import { randomInt } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { openSecretBox } from '../../../server/secrets/secret_box.ts'
import { hashPassword, insertUser } from '../../../server/platform/sign_in/store.ts'
import type { JsonSchema, OperationObject, ResponseObject } from '../../../server/contract/openapi/json.ts'
import { newAjv, openapi } from '../../support/document/document_check.ts'
import { testService, type TestService } from '../../support/service/service.ts'
import { newSession } from '../../support/service/session.ts'
import { codeOf } from './authenticator.ts'
import { type Answer, call, newTenant } from '../../support/service/tenant.ts'

const password = 'correct horse battery staple'
const nextPassword = 'wide river quiet lantern'

const published = Object.entries(openapi.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, operation]) => operation['x-service-surface'] === 'sign_in')
    .map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, operation })),
)
const operationAt = (route: string): OperationObject => published.find((one) => one.route === route)!.operation

const ajv = newAjv()
ajv.addSchema({ $id: 'document', components: { schemas: openapi.components.schemas } })
const local = (schema: JsonSchema) =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components')) as object

/** Documented fields that an answer lacks are faults, and so are fields that nobody documented. */
function closed(schema: JsonSchema): JsonSchema {
  if (!schema.properties) return schema
  const fields = Object.entries(schema.properties).map(([name, one]) => [name, closed(one)])
  return { ...schema, properties: Object.fromEntries(fields), additionalProperties: false }
}

function responseOf(route: string, status: number): ResponseObject {
  const found = operationAt(route).responses[status]!
  return '$ref' in found ? openapi.components.responses[found.$ref.split('/').at(-1)!]! : found
}

function faultsOf(route: string, answer: Answer): string[] {
  const response = responseOf(route, answer.status)
  if (response === undefined) return [`${answer.status} is not documented`]
  const check = ajv.compile(local(closed(response.content!['application/json']!.schema)))
  const faults = check(answer.body) ? [] : [ajv.errorsText(check.errors)]
  const codes = response['x-service-codes'] as string[] | undefined
  if (codes && !codes.includes(answer.body.code)) faults.push(`${answer.body.code} is not documented`)
  return faults
}

/** Without a mail server the mail is stored, and the service itself can read it. */
async function mailedToken({ database, settings }: TestService, recipient: string): Promise<string> {
  const [mail] = await database.sql<{ mail_id: string; encrypted_text: Uint8Array }[]>`
    select mail_id, encrypted_text from mails where recipient = ${recipient}`
  const text = openSecretBox(settings.SECRET_KEY!).decrypt(mail!.encrypted_text, mail!.mail_id)
  return /(?:inv|rst)_[\w-]{43}/.exec(text)![0]
}

test('the document describes every request under /auth, with who may send it', () => {
  expect(published.map(({ route, operation }) => [route, operation.operationId, operation.security])).toEqual([
    ['POST /auth/where', 'auth.where', [{ apiKey: [] }, { userSession: [] }, {}]],
    ['POST /auth/sign-in/email', 'auth.sign_in', []],
    ['POST /auth/two-factor/verify-totp', 'auth.verify_totp', []],
    ['POST /auth/two-factor/verify-backup-code', 'auth.verify_recovery_code', []],
    ['GET /auth/get-session', 'auth.get_session', [{ userSession: [] }]],
    ['POST /auth/two-factor/enable', 'auth.enable_two_factor', [{ userSession: [] }]],
    ['POST /auth/two-factor/confirm', 'auth.confirm_two_factor', [{ userSession: [] }]],
    ['POST /auth/two-factor/generate-backup-codes', 'auth.generate_recovery_codes', [{ userSession: [] }]],
    ['POST /auth/two-factor/disable', 'auth.disable_two_factor', [{ userSession: [] }]],
    ['POST /auth/change-password', 'auth.change_password', [{ userSession: [] }]],
    ['POST /auth/revoke-sessions', 'auth.revoke_sessions', [{ userSession: [] }]],
    ['POST /auth/sign-out', 'auth.sign_out', [{ userSession: [] }]],
    ['POST /auth/request-password-reset', 'auth.request_password_reset', []],
    ['POST /auth/reset-password', 'auth.reset_password', []],
    ['POST /auth/accept-invitation', 'auth.accept_invitation', []],
  ])
  for (const { operation } of published) expect(operation.tags).toEqual(['Sign-in'])
})

type Ask = (route: string, body?: unknown, token?: string) => Promise<any>

async function askTwoFactor(ask: Ask, email: string): Promise<void> {
  const signIn = () => ask('POST /auth/sign-in/email', { email, password })
  const at = (path: string) => `POST /auth/two-factor/${path}`
  const { token } = await signIn()
  await ask(at('confirm'), { code: '000000' }, token)
  await ask(at('disable'), { password: 'not the password' }, token)
  await ask(at('generate-backup-codes'), { password }, token)
  const { totpURI, backupCodes } = await ask(at('enable'), { password }, token)
  const code = (steps: number) => codeOf(new URL(totpURI).searchParams.get('secret')!, steps)
  await ask(at('confirm'), { code: code(-1) }, 'x'.repeat(32))
  const confirmed = await ask(at('confirm'), { code: code(-1) }, token)
  await ask(at('enable'), { password }, confirmed.token)
  await ask(at('generate-backup-codes'), { password }, confirmed.token)
  const challenge = async () => (await signIn()).data.twoFactorToken
  await ask(at('verify-totp'), { twoFactorToken: await challenge(), code: code(0) })
  await ask(at('verify-totp'), { twoFactorToken: await challenge(), code: code(0) })
  await ask(at('verify-backup-code'), { twoFactorToken: await challenge(), code: backupCodes[0] })
  const renewed = await ask(at('generate-backup-codes'), { password }, confirmed.token)
  await ask(at('verify-backup-code'), { twoFactorToken: await challenge(), code: renewed.backupCodes[0] })
  await ask(at('disable'), { password }, confirmed.token)
}

test('every request under /auth answers as the document says, in success and in refusal', async () => {
  const tenant = await newTenant()
  const service = await testService()
  const email = `person-${uuidv7()}@example.com`
  await insertUser(service.database.sql, { name: 'Ada Merchant', email, password_hash: await hashPassword(password) })
  const answered = new Map<string, number[]>()
  const ask = async (route: string, body?: unknown, token?: string) => {
    const [method, path] = route.split(' ') as [string, string]
    const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
    const headers = { 'X-Forwarded-For': address, ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) }
    const answer = await call(service, method, path, { body, headers })
    expect([route, answer.status, faultsOf(route, answer)]).toEqual([route, answer.status, []])
    answered.set(route, [...(answered.get(route) ?? []), answer.status])
    return answer.body
  }
  const signIn = 'POST /auth/sign-in/email'
  await ask(signIn, { email })
  await ask(signIn, { email, password: 'not the password' })
  const { token } = await ask(signIn, { email, password })
  await ask('GET /auth/get-session', undefined, token)
  await ask('GET /auth/get-session', undefined, 'x'.repeat(32))
  await ask('GET /auth/get-session', undefined, tenant.api_key)
  const change = 'POST /auth/change-password'
  await ask(change, { currentPassword: password, newPassword: 'short' }, token)
  await ask(change, { currentPassword: password, newPassword: nextPassword }, 'x'.repeat(32))
  const changed = await ask(
    change,
    { currentPassword: password, newPassword: nextPassword, revokeOtherSessions: true },
    token,
  )
  await ask('POST /auth/revoke-sessions', undefined, 'x'.repeat(32))
  await ask('POST /auth/where', undefined, changed.token)
  await ask('POST /auth/where', undefined, tenant.api_key)
  await ask('POST /auth/where', undefined, 'svc_us_nothing')
  await ask('POST /auth/where', { email })
  await ask('POST /auth/where', {})
  await ask('POST /auth/revoke-sessions', undefined, changed.token)
  await ask('POST /auth/sign-out', undefined, changed.token)
  await ask('POST /auth/sign-out', undefined, 'svc_us_nothing')
  await ask('POST /auth/request-password-reset', { email: 'no address' })
  await ask('POST /auth/request-password-reset', { email })
  const resetToken = await mailedToken(service, email)
  const reset = 'POST /auth/reset-password'
  await ask(reset, { token: resetToken, newPassword: 'short' })
  await ask(reset, { token: resetToken, newPassword: password })
  await ask(reset, { token: resetToken, newPassword: password })
  const accept = 'POST /auth/accept-invitation'
  const invited = `invited-${uuidv7()}@example.com`
  const admin = await newSession(tenant)
  await admin.post(`/api/v1/organizations/${tenant.organization_id}/invitations`, { email: invited, role: 'member' })
  const tokenOfMail = await mailedToken(service, invited)
  await ask(accept, { token: tokenOfMail, name: 'Grace Buyer', password })
  await service.database.sql`update mails set state = 'sent' where recipient = ${invited}`
  await ask(accept, { token: tokenOfMail, name: 'Grace Buyer', password: 'password1234' })
  await ask(accept, { token: tokenOfMail, name: 'Grace Buyer', password })
  await askTwoFactor(ask, email)
  expect([...answered.keys()].sort()).toEqual(published.map(({ route }) => route).sort())
  for (const [route, statuses] of answered)
    expect([route, statuses.includes(route === accept ? 201 : 200)]).toEqual([route, true])
})

test('the example of a sign-in body is a request that fits', () => {
  for (const { operation } of published) {
    const media = operation.requestBody?.content['application/json']
    if (media === undefined) continue
    const check = ajv.compile(local(media.schema))
    expect([operation.operationId, check(media.example), check.errors]).toEqual([operation.operationId, true, null])
  }
})
