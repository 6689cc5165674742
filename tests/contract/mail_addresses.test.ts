/** One rule for e-mail addresses: every field takes the same texts and refuses the same. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'bun:test'
import { isMailAddress } from '../../server/contract/schema.ts'
import { customerFaults } from '../../server/selling/customers/customer.rules.ts'
import { newSession } from '../support/service/session.ts'
import { call, newTenant } from '../support/service/tenant.ts'

const refused = [
  '<a@x.example>',
  'a@x.example>',
  '"a"@x.example',
  'a@x.example,b@y.example',
  'a@x.example;b@y.example',
  'Ada <a@x.example>',
  'a@b@x.example',
  'no address',
  '@x.example',
]

test('every field for an address refuses a name around it, a second address and what is none', async () => {
  const tenant = await newTenant()
  const admin = await newSession(tenant)
  const account = await admin.post('/api/v1/wholesale/accounts', { name: 'Meridian' })
  const accountPath = `/api/v1/wholesale/accounts/${account.body.data.trading_partner_id}`
  const { organization_id } = tenant
  const fields: Record<string, (text: string) => Promise<{ status: number; text: string }>> = {
    invitation: (email) =>
      admin.post(`/api/v1/organizations/${organization_id}/invitations`, { email, role: 'member' }),
    'portal seat': (email) => admin.post(`${accountPath}/portal-seats`, { email }),
    'contact of an account': (email) => admin.post(`${accountPath}/contacts`, { name: 'Ada', email }),
    contact: (email) => tenant.post('/api/v1/contacts', { name: 'Ada', email, preferred_contact_method: 'EMAIL' }),
    'order address of a supplier': (order_email) =>
      tenant.post('/api/v1/inventory/suppliers', { suppliers: [{ name: 'Mill', order_email }] }),
    'password reset': (email) => admin.post('/auth/request-password-reset', { email }),
    where: (email) => call(tenant.service, 'POST', '/auth/where', { body: { email } }),
  }
  for (const [field, send] of Object.entries(fields))
    for (const text of refused) {
      const answer = await send(text)
      expect([field, text, answer.status, answer.text.includes('e-mail address')]).toEqual([field, text, 400, true])
    }
  for (const field of ['invitation', 'portal seat', 'contact of an account', 'contact'])
    expect([field, (await fields[field]!(`ada+${field.length}@x.example`)).status]).toEqual([field, 201])
})

test('customers keep to the rule, and their domain has a dot', () => {
  const isTaken = (email: string) => customerFaults({ email }).every(({ field }) => field !== 'email')
  for (const email of [...refused, 'ada@localhost', 'ada@x..example'])
    expect([email, isTaken(email)]).toEqual([email, false])
  expect(isTaken(' Ada@Shop.Example ')).toBe(true)
})

test('no other file of the server spells an address', () => {
  const server = fileURLToPath(new URL('../../server', import.meta.url))
  const spelling = /\[\^\\{1,2}s@/
  const found = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && spelling.test(readFileSync(`${server}/${file}`, 'utf8')),
  )
  expect(found).toEqual(['contract/schema.ts'])
  expect(isMailAddress('ada@example.com')).toBe(true)
})

test('nobody is invited under an address with which they could not sign in', async () => {
  const tenant = await newTenant()
  const admin = await newSession(tenant)
  const invite = async (email: string) => {
    const { status, body } = await admin.post(`/api/v1/organizations/${tenant.organization_id}/invitations`, {
      email,
      role: 'member',
    })
    return [status, body.data?.field ?? body.data?.email]
  }
  for (const email of ['a@b..c', 'a@c.c', 'a@host', 'jörg@c.com', '.a@c.com', 'a..b@c.com', 'a@[127.0.0.1]', 'a@c.123'])
    expect([email, await invite(email)]).toEqual([email, [400, 'email']])
  for (const email of ["o'neil@c.com", 'ada.l+stock@shop-1.co.uk', 'a_b-c@x.example'])
    expect(await invite(email)).toEqual([201, email])
})
