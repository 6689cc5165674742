/** Writes of the app under an Idempotency-Key: it sends them again when the network fails under them. */
import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { limits } from '../../../server/contract/limits.ts'
import { newSession } from '../../support/service/session.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'
import { send, signedIn } from './browser.ts'

const path = '/api/v1/developer/keys'
const keyed = (key: string) => ({ headers: { 'Idempotency-Key': key } })
const newKey = (name: string) => ({ name, scopes: ['inventory:read'], expires_in_days: 30 })

/** A person in the app, whose requests name the organisation. */
async function inApp(tenant: Tenant) {
  const { user_id, cookie } = await signedIn(tenant)
  const { organization_id, service } = tenant
  const sender =
    (method: string) =>
    (address: string, body?: unknown, { headers = {} }: { headers?: Record<string, string> } = {}) =>
      send(service, method, `/app${address}`, { cookie, organization_id, body, headers })
  const remove = sender('DELETE')
  return {
    user_id,
    get: (address: string) => sender('GET')(address),
    post: sender('POST'),
    delete: (address: string, options: object) => remove(address, undefined, options),
  }
}

async function fixture() {
  const tenant = await newTenant()
  const admin = await inApp(tenant)
  /** How many keys were created here, beside that of the tenant. */
  const keys = async (): Promise<number> => (await admin.get(path)).body.data.filtered_max_size - 1
  return { tenant, admin, keys, sql: tenant.service.database.sql }
}

test('a write that is sent again under its key gets the first response, with its secret, and is done once', async () => {
  const { admin, keys } = await fixture()
  const first = await admin.post(path, newKey('a'), keyed('k'))
  const again = await admin.post(path, newKey('a'), keyed('k'))
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.text).toBe(first.text)
  expect(first.headers.has('idempotency-replayed')).toBe(false)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(await keys()).toBe(1)
  const hook = { hook_url: 'http://127.0.0.1:9/hook', type: 'movement.recorded' }
  const { webhook_id } = (await admin.post('/api/v1/webhooks', hook)).body.data
  const ended = await admin.delete(`/api/v1/webhooks/${webhook_id}`, keyed('d'))
  const endedAgain = await admin.delete(`/api/v1/webhooks/${webhook_id}`, keyed('d'))
  expect([ended.status, endedAgain.status, endedAgain.text]).toEqual([204, 204, ''])
})

test('a write of the public API is guarded as well, and needs no key', async () => {
  const { admin } = await fixture()
  const body = { suppliers: [{ name: 'Quay Knitwear' }] }
  const first = await admin.post('/api/v1/inventory/suppliers', body, keyed('k'))
  const again = await admin.post('/api/v1/inventory/suppliers', body, keyed('k'))
  expect(again.text).toBe(first.text)
  const unguarded = await admin.post('/api/v1/sales/orders', {})
  expect(unguarded.body.message.code).not.toBe('idempotency_key_required')
})

test('the key of another request is a conflict; that of another person or organisation is theirs', async () => {
  const { tenant, admin, keys } = await fixture()
  const first = await admin.post(path, newKey('a'), keyed('k'))
  const otherBody = await admin.post(path, newKey('b'), keyed('k'))
  const otherOperation = await admin.post(`${path}/${tenant.api_key_id}/revoke`, undefined, keyed('k'))
  for (const answer of [otherBody, otherOperation])
    expect([answer.status, answer.body.message.code]).toEqual([409, 'idempotency_conflict'])
  const colleague = await inApp(tenant)
  const theirs = await colleague.post(path, newKey('a'), keyed('k'))
  expect(theirs.body.data.api_key).not.toBe(first.body.data.api_key)
  expect(await keys()).toBe(2)
})

test('a refused write releases its key, and one that runs still is named', async () => {
  const { tenant, admin, sql, keys } = await fixture()
  const refused = await admin.post(path, { ...newKey('a'), scopes: [] }, keyed('k'))
  expect(refused.status).toBe(400)
  const lockName = `${tenant.organization_id} ${admin.user_id} k`
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`
    const held = await admin.post(path, newKey('a'), keyed('k'))
    expect([held.status, held.body.message.code]).toEqual([409, 'idempotency_in_flight'])
  })
  expect(await keys()).toBe(0)
  expect((await admin.post(path, newKey('a'), keyed('k'))).status).toBe(201)
})

test('the header changes nothing for sessions outside the app', async () => {
  const { tenant, admin, keys, sql } = await fixture()
  const session = await newSession(tenant)
  for (const key of ['k', 'k', '', 'a, b', 'x'.repeat(limits.idempotency_key_length_max + 1)]) {
    const made = await session.post(path, newKey('a'), keyed(key))
    expect([key.slice(0, 9), made.status, made.headers.has('idempotency-replayed')]).toEqual([
      key.slice(0, 9),
      201,
      false,
    ])
  }
  expect(await keys()).toBe(5)
  await admin.post(path, newKey('a'), keyed('k'))
  expect(await keys()).toBe(6)
  const rows = await sql`
    select user_id from remembered_session_writes where organization_id = ${tenant.organization_id}`
  expect(rows.map(({ user_id }) => user_id)).toEqual([admin.user_id])
})

test('an upload, and a write that needs no organisation, takes no key and is done each time', async () => {
  const { tenant, admin, sql } = await fixture()
  const made = [1, 2].map(() => admin.post('/api/v1/organizations', { name: 'Quay Knitwear' }, keyed('k')))
  expect((await Promise.all(made)).map(({ status }) => status)).toEqual([201, 201])
  const upload = (name: string) => admin.post(`/api/v1/files?file_name=${name}`, { a: 1 }, keyed('u'))
  const uploads = [await upload('a.csv'), await upload('a.csv')]
  expect(new Set(uploads.map(({ body }) => body.data.file_key)).size).toBe(2)
  const rows = await sql`
    select idempotency_key from remembered_session_writes where user_id = ${admin.user_id}
      or organization_id = ${tenant.organization_id}`
  expect(rows).toHaveLength(0)
})

test('a response is stored encrypted, for as long as that of an API key', async () => {
  const { tenant, admin, sql, keys } = await fixture()
  const first = await admin.post(path, newKey('a'), keyed('k'))
  const rows = () => sql<{ answer: Uint8Array; hours: number }[]>`
    select encrypted_answer as answer, extract(epoch from forget_at - first_seen_at)::float8 / 3600 as hours
    from remembered_session_writes where organization_id = ${tenant.organization_id}`
  const [stored] = await rows()
  expect(Buffer.from(stored!.answer).toString('latin1')).not.toContain(first.body.data.api_key)
  expect(stored!.hours).toBeCloseTo(limits.idempotency_hours, 1)
  const agedBy = (seconds: number) => sql`
    update remembered_session_writes set forget_at = now() + make_interval(secs => ${seconds})
    where organization_id = ${tenant.organization_id}`
  await agedBy(60)
  await admin.post(path, newKey('a'), keyed('k'))
  expect(await keys()).toBe(1)
  await agedBy(-1)
  await admin.post(path, newKey('a'), keyed('k'))
  expect(await keys()).toBe(2)
  expect(await rows()).toHaveLength(1)
})

test('a redaction forgets the responses of the organisation, and of no other', async () => {
  const { tenant, admin, sql } = await fixture()
  const other = await fixture()
  for (const one of [admin, other.admin]) await one.post(path, newKey('a'), keyed('k'))
  const responsesOf = async ({ organization_id }: { organization_id: string }) =>
    (await sql`select from remembered_session_writes where organization_id = ${organization_id}`).length
  expect([await responsesOf(tenant), await responsesOf(other.tenant)]).toEqual([1, 1])
  const [customer] = await sql<{ customer_id: string }[]>`
    insert into customers (organization_id, customer_id, kind, display_name)
    values (${tenant.organization_id}, ${uuidv7()}, 'consumer', 'Zoe Example') returning customer_id`
  const redacted = await admin.post(`/api/v1/sales/customers/${customer!.customer_id}/redact`)
  expect(redacted.status).toBe(200)
  expect([await responsesOf(tenant), await responsesOf(other.tenant)]).toEqual([0, 1])
})
