import { afterAll, beforeAll, expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { openDatabase } from '../../../db/client/database.ts'
import { openFileStore } from '../../../server/boot/file_store.ts'
import { openFiles } from '../../../server/files/files.ts'
import { startMails } from '../../../server/mail/worker.ts'
import { openSecretBox } from '../../../server/secrets/secret_box.ts'
import type { Worker } from '../../../server/queue/worker.ts'
import { hashPassword, insertUser } from '../../../server/platform/sign_in/store.ts'
import { mailSettings } from '../../../server/settings/settings.ts'
import { headerOf, type MailServer, startMailServer } from '../../documents/mail_server.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import { newSession, type Session } from '../../support/service/session.ts'
import { call, newTenant, type Tenant } from '../../support/service/tenant.ts'

let mailServer: MailServer
/** A service that sends mail; the one that tests share stores it. */
let mailing: TestService
let worker: Worker
beforeAll(async () => {
  mailServer = await startMailServer()
  mailing = await startService({ SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`, MAIL_FROM: 'accounts@example.com' })
  const db = openDatabase(mailing.settings.DATABASE_URL!, { autocommit_connections: 2 })
  const started = startMails({
    db,
    files: openFiles(openFileStore(mailing.settings), db),
    secrets: openSecretBox(mailing.settings.SECRET_KEY!),
    server: mailSettings(mailing.settings)!,
    handlers: {},
  })
  worker = { ...started, stop: () => started.stop().then(() => db.close()) }
})
afterAll(async () => {
  await worker.stop()
  await mailing.stop()
  await mailServer.stop()
})

const newAddress = () => `${uuidv7()}@example.com`
const path = ({ organization_id }: Tenant) => `/api/v1/organizations/${organization_id}/invitations`
const people = ({ organization_id }: Tenant) => `/api/v1/organizations/${organization_id}/memberships`
const password = 'correct horse battery staple'

async function newOffice(service?: TestService): Promise<{ tenant: Tenant; admin: Session }> {
  const tenant = await newTenant(service ? { service } : {})
  return { tenant, admin: await newSession(tenant, { name: 'Ada' }) }
}

/** The last mail to an address, and the code in it. */
function mailTo(address: string): { raw: string; token: string } {
  const { raw } = mailServer.mails.findLast(({ to }) => to.includes(address))!
  return { raw, token: /(?:inv|rst)_[\w-]{43}/.exec(raw.replaceAll('=\r\n', ''))![0] }
}

async function invite({ tenant, admin }: { tenant: Tenant; admin: Session }, email: string, role = 'member') {
  const answer = await admin.post(path(tenant), { email, role })
  expect([answer.status, answer.text]).toEqual([201, answer.text])
  await worker.settle()
  return { ...answer.body.data, token: mailTo(email.trim().toLowerCase()).token }
}

const accept = (person: Session, token: string) => person.post('/api/v1/invitations/accept', { token })
const listed = async ({ tenant, admin }: { tenant: Tenant; admin: Session }, id: string) =>
  (await admin.get(path(tenant))).body.data.find((one: any) => one.invitation_id === id)

test('an invitation is answered alike for every address, and nobody belongs to an organisation before accepting', async () => {
  const office = await newOffice(mailing)
  const { tenant, admin } = office
  const stranger = await newSession(await newTenant(), { name: 'Ben Stranger' })
  const answers = [
    await admin.post(path(tenant), { email: stranger.email, role: 'member' }),
    await admin.post(path(tenant), { email: newAddress(), role: 'member' }),
  ]
  const [known, unknown] = answers.map(({ status, body }) => ({
    status,
    message: body.message,
    data: { ...body.data, invitation_id: '', email: '', created_at: '', expires_at: '' },
  }))
  expect(known).toEqual(unknown!)
  expect(answers[0]!.body.data).toMatchObject({ email: stranger.email, role: 'member', state: 'pending' })
  expect(answers[0]!.body.data.invited_by.user_id).toBe(admin.user_id)
  expect(answers[0]!.text).not.toContain('Ben Stranger')
  expect((await admin.get(people(tenant))).body.data.map((one: any) => one.name)).toEqual(['Ada'])
  const outside = await stranger.get('/api/v1/variants/table', {
    headers: { 'X-Organization-ID': tenant.organization_id },
  })
  expect(outside.body.code).toBe('membership_missing')
})

test('somebody who signs in accepts once, by the code that only their mailbox has', async () => {
  const office = await newOffice(mailing)
  const { tenant, admin } = office
  const ben = await newSession(tenant, { joins: false, name: 'Ben' })
  const invitation = await invite(office, ` ${ben.email.toUpperCase()} `, 'admin')
  expect(headerOf(mailTo(ben.email).raw, 'Subject')).toBe('Ada invited you to Test organisation')
  expect(await listed(office, invitation.invitation_id)).toMatchObject({ mail_state: 'sent', state: 'pending' })
  const read = await admin.get(`${path(tenant)}/${invitation.invitation_id}/mail`)
  expect([read.status, read.body.code]).toEqual([409, 'conflict'])

  const thief = await newSession(tenant, { joins: false })
  expect((await accept(thief, invitation.token)).body.code).toBe('invitation_invalid')
  const answers = await Promise.all([accept(ben, invitation.token), accept(ben, invitation.token)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  const accepted = answers.find(({ status }) => status === 200)!
  expect(accepted.body.data).toMatchObject({ organization_id: tenant.organization_id, role: 'admin' })
  expect((await admin.get(people(tenant))).body.data.map((one: any) => [one.name, one.role])).toEqual([
    ['Ada', 'admin'],
    ['Ben', 'admin'],
  ])
  expect(await listed(office, invitation.invitation_id)).toMatchObject({ state: 'accepted' })
  const again = await admin.post(path(tenant), { email: ben.email, role: 'member' })
  expect([again.status, again.body.code]).toEqual([409, 'conflict'])
})

test('somebody new accepts with a name and a password, signs in with it and is a member', async () => {
  const office = await newOffice(mailing)
  const email = newAddress()
  const { token, invitation_id } = await invite(office, email)
  const signUp = (body: object) =>
    call(mailing, 'POST', '/auth/accept-invitation', { body: { token, name: 'Grace Buyer', password, ...body } })
  expect((await signUp({ password: 'password1234' })).body.data.field).toBe('password')
  expect((await signUp({ name: 'Grace\u202eBuyer' })).body.data.field).toBe('name')
  expect((await signUp({ token: 'inv_unknown' })).body.code).toBe('invitation_invalid')
  const made = await signUp({})
  expect([made.status, made.body.data]).toEqual([
    201,
    { email, organization_id: office.tenant.organization_id, role: 'member' },
  ])
  expect((await signUp({})).body.code).toBe('invitation_invalid')
  const signedIn = await call(mailing, 'POST', '/auth/sign-in/email', { body: { email, password } })
  expect(signedIn.body.user.name).toBe('Grace Buyer')
  expect(await listed(office, invitation_id)).toMatchObject({ state: 'accepted' })
  const held = (await office.admin.get(people(office.tenant))).body.data
  expect(held.map((one: any) => one.email)).toContain(email)

  const known = await newSession(office.tenant, { joins: false })
  const theirs = await invite(office, known.email)
  const refused = await signUp({ token: theirs.token })
  expect([refused.status, refused.body.code]).toEqual([404, 'invitation_invalid'])
})

test('an invitation ends when it is revoked, replaced or expires', async () => {
  const office = await newOffice(mailing)
  const { tenant, admin } = office
  const ben = await newSession(tenant, { joins: false })
  const first = await invite(office, ben.email)
  const second = await invite(office, ben.email)
  expect(await listed(office, first.invitation_id)).toMatchObject({ state: 'revoked' })
  expect((await accept(ben, first.token)).body.code).toBe('invitation_invalid')
  expect((await admin.delete(`${path(tenant)}/${second.invitation_id}`)).status).toBe(204)
  expect((await accept(ben, second.token)).body.code).toBe('invitation_invalid')
  const twice = await admin.delete(`${path(tenant)}/${second.invitation_id}`)
  expect([twice.status, twice.body.code]).toEqual([409, 'conflict'])

  const third = await invite(office, ben.email)
  await tenant.service.database.sql`
    update invitations set expires_at = now() where invitation_id = ${third.invitation_id}`
  expect(await listed(office, third.invitation_id)).toMatchObject({ state: 'expired' })
  expect((await accept(ben, third.token)).body.code).toBe('invitation_invalid')
  expect((await admin.get(people(tenant))).body.data).toHaveLength(1)

  const other = await newOffice(mailing)
  for (const answer of [
    await other.admin.delete(`${path(other.tenant)}/${third.invitation_id}`),
    await other.admin.get(`${path(other.tenant)}/${third.invitation_id}/mail`),
  ])
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
})

test('an invitation holds only as long as its sender is an administrator', async () => {
  const office = await newOffice(mailing)
  const { tenant, admin } = office
  const sender = await newSession(tenant, { role: 'admin' })
  const member = `${people(tenant)}/${sender.user_id}`
  const [ben, eve] = [await newSession(await newTenant({ service: mailing })), newAddress()]
  const ofBen = await invite({ tenant, admin: sender }, ben.email)
  const ofEve = await invite({ tenant, admin: sender }, eve)
  const signUp = () =>
    call(mailing, 'POST', '/auth/accept-invitation', { body: { token: ofEve.token, name: 'Eve', password } })

  await admin.patch(member, { role: 'member' })
  const refused = await accept(ben, ofBen.token)
  expect([refused.status, refused.body.code]).toEqual([404, 'invitation_invalid'])
  expect((await signUp()).body.code).toBe('invitation_invalid')
  expect(await listed(office, ofBen.invitation_id)).toMatchObject({ state: 'revoked', revoked_at: null })
  await admin.delete(member)
  expect((await accept(ben, ofBen.token)).body.code).toBe('invitation_invalid')

  const again = await invite(office, ben.email)
  expect(await listed(office, again.invitation_id)).toMatchObject({ state: 'pending' })
  expect((await accept(ben, again.token)).status).toBe(200)
})

test('one person sends twenty invitations an hour, one organisation a hundred a day', async () => {
  const { tenant, admin } = await newOffice()
  const colleague = await newSession(tenant)
  const { sql } = tenant.service.database
  const fill = (count: number, invited_by: string | null) => sql`
    insert into invitations (organization_id, invitation_id, email, role, token_hash, invited_by, expires_at, created_at)
    select ${tenant.organization_id}, gen_random_uuid(), gen_random_uuid()::text, 'member',
      uuid_send(gen_random_uuid()), ${invited_by}, now(), now() - interval '30 minutes' from generate_series(1, ${count})`
  await fill(19, admin.user_id)
  const tries = await Promise.all([1, 2].map(() => admin.post(path(tenant), { email: newAddress(), role: 'member' })))
  expect(tries.map(({ status }) => status).sort()).toEqual([201, 429])
  const late = tries.find(({ status }) => status === 429)!
  expect(late.body.code).toBe('rate_limited')
  expect(Number(late.headers.get('retry-after'))).toBeWithin(1_500, 1_801)
  expect((await colleague.post(path(tenant), { email: newAddress(), role: 'member' })).status).toBe(201)
  await fill(79, null)
  const full = await colleague.post(path(tenant), { email: newAddress(), role: 'member' })
  expect([full.status, full.body.code]).toEqual([429, 'rate_limited'])
  expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(80_000)
})

test('without a mail server the mail is stored; its reader cannot make an account for the address', async () => {
  const { tenant, admin } = await newOffice()
  const ben = await newSession(tenant, { joins: false })
  const made = await admin.post(path(tenant), { email: ben.email, role: 'member' })
  expect(made.body.data.mail_state).toBe('stored')
  const read = await admin.get(`${path(tenant)}/${made.body.data.invitation_id}/mail`)
  expect(read.body.data).toMatchObject({ recipient: ben.email, subject: 'Ada invited you to Test organisation' })
  const token = /inv_[\w-]{43}/.exec(read.body.data.text)![0]
  const signUp = await call(tenant.service, 'POST', '/auth/accept-invitation', {
    body: { token, name: 'Mallory', password },
  })
  expect([signUp.status, signUp.body.code]).toEqual([404, 'invitation_invalid'])
  const dump = await tenant.service.database
    .sql`select m::text, i::text from mails m join invitations i using (mail_id)`
  expect(JSON.stringify(dump)).not.toContain(token)
  expect((await accept(ben, token)).status).toBe(200)
})

test('an invalid e-mail or role is refused by field; members can neither invite nor list', async () => {
  const { tenant, admin } = await newOffice()
  for (const [body, field] of [
    [{ email: 'no at sign', role: 'member' }, 'email'],
    [{ email: 'a@example.com, b@example.com', role: 'member' }, 'email'],
    [{ email: 'a\u202e@example.com', role: 'member' }, 'email'],
    [{ email: 'a@example.com', role: 'owner' }, 'role'],
  ] as const) {
    const answer = await admin.post(path(tenant), body)
    expect([answer.status, answer.body.data?.field]).toEqual([400, field])
  }
  const member = await newSession(tenant, { role: 'member' })
  expect((await member.post(path(tenant), { email: newAddress(), role: 'member' })).body.code).toBe('admin_required')
  expect((await member.get(path(tenant))).body.code).toBe('admin_required')
})

async function newUser(): Promise<string> {
  const email = newAddress()
  await insertUser(mailing.database.sql, { name: 'Grace Buyer', email, password_hash: await hashPassword(password) })
  return email
}

const auth = (where: string, body: object, address: string) =>
  call(mailing, 'POST', `/auth/${where}`, { body, headers: { 'X-Forwarded-For': address } })

test('a forgotten password is reset by mail: answered alike for every address, once, and every session ends', async () => {
  const email = await newUser()
  const { token: session } = (await auth('sign-in/email', { email, password }, '10.1.0.1')).body
  const asked = await auth('request-password-reset', { email: email.toUpperCase() }, '10.1.0.1')
  const nobody = newAddress()
  const unknown = await auth('request-password-reset', { email: nobody }, '10.1.0.1')
  expect([asked.status, asked.body.message.desc]).toEqual([200, unknown.body.message.desc])
  expect(asked.text.replace(email, '')).toBe(unknown.text.replace(nobody, ''))
  await worker.settle()
  expect(mailServer.mails.some(({ to }) => to.includes(nobody))).toBe(false)
  const { token, raw } = mailTo(email)
  expect(headerOf(raw, 'Subject')).toBe('Reset your password')

  const reset = (newPassword: string, code = token) => auth('reset-password', { token: code, newPassword }, '10.1.0.2')
  expect((await reset('password1234')).body.data.field).toBe('newPassword')
  expect((await reset('a fresh long password', 'rst_unknown')).body.code).toBe('reset_token_invalid')
  const answers = await Promise.all([reset('a fresh long password'), reset('a fresh long password')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  expect((await auth('sign-in/email', { email, password }, '10.1.0.3')).status).toBe(401)
  expect((await auth('sign-in/email', { email, password: 'a fresh long password' }, '10.1.0.3')).status).toBe(200)
  const ended = await call(mailing, 'GET', '/auth/get-session', { headers: { Authorization: `Bearer ${session}` } })
  expect(ended.body).toBeNull()
})

test('one account gets three reset mails an hour, and an expired token resets nothing', async () => {
  const email = await newUser()
  for (let i = 0; i < 5; i++) expect((await auth('request-password-reset', { email }, `10.2.0.${i}`)).status).toBe(200)
  await worker.settle()
  expect(mailServer.mails.filter(({ to }) => to.includes(email))).toHaveLength(3)
  await mailing.database.sql`update password_resets set expires_at = now()`
  const late = await auth(
    'reset-password',
    { token: mailTo(email).token, newPassword: 'a fresh long password' },
    '10.2.0.9',
  )
  expect([late.status, late.body.code]).toEqual([404, 'reset_token_invalid'])
})

test('a mail that the server refuses for now is sent later; one refused for good is given up', async () => {
  const office = await newOffice(mailing)
  const [soon, never] = [newAddress(), newAddress()]
  mailServer.refusing.push({ code: 450, words: 'Try again later' })
  const later = (await office.admin.post(path(office.tenant), { email: soon, role: 'member' })).body.data
  await worker.settle()
  expect(await listed(office, later.invitation_id)).toMatchObject({ mail_state: 'queued' })
  await mailing.database.sql`update mails set next_attempt_at = now() where recipient = ${soon}`
  await worker.settle()
  expect(await listed(office, later.invitation_id)).toMatchObject({ mail_state: 'sent' })
  mailServer.refusing.push({ code: 550, words: 'No such mailbox' })
  const lost = (await office.admin.post(path(office.tenant), { email: never, role: 'member' })).body.data
  await worker.settle()
  expect(await listed(office, lost.invitation_id)).toMatchObject({ mail_state: 'failed' })
})
