/** The pipeline's guarantees for every write, tested on every public write. */
import { expect, test } from 'bun:test'
import { announce } from '../support/document/announce.ts'
import { openapi } from '../support/document/document_check.ts'
import { planRequest, sent, targetOf } from '../support/document/requests.ts'
import { publicOperations } from '../support/service/service.ts'
import { call, newTenant, type Tenant } from '../support/service/tenant.ts'

const writes = publicOperations.filter(({ method }) => method !== 'GET')
const guarded = writes.filter(({ idempotency }) => idempotency !== 'none')

async function send(tenant: Tenant, operation: (typeof writes)[number], headers: Record<string, string> = {}) {
  const plan = planRequest(operation, tenant.organization_id)
  const given = sent(plan, operation)
  return call(tenant.service, operation.method, targetOf(plan), {
    key: tenant.api_key,
    ...given,
    headers: { ...given.headers, ...headers },
  })
}

test('an Idempotency-Key that was used for another request is refused, and nothing runs', async () => {
  const tenant = await newTenant()
  await tenant.service.database.sql`
    insert into remembered_writes
      (organization_id, api_key_id, idempotency_key, operation, fingerprint, status, answer, forget_at)
    values (${tenant.organization_id}, ${tenant.api_key_id}, 'taken', 'sandbox.seed', ${Buffer.alloc(32)}, 200, '{}',
      now() + interval '1 hour')`
  const found: Record<string, string> = {}
  for (const operation of guarded) {
    const answer = await send(tenant, operation, { 'Idempotency-Key': 'taken' })
    if (answer.body?.code !== 'idempotency_conflict') found[operation.id] = `${answer.status} ${answer.text}`
  }
  expect(found).toEqual({})
})

test('an Idempotency-Key whose first request is still running is refused with the seconds to wait', async () => {
  const tenant = await newTenant()
  const found: Record<string, string> = {}
  await tenant.service.database.sql.begin(async (holder) => {
    await holder`select pg_advisory_xact_lock(hashtextextended(${`${tenant.api_key_id} running`}, 0))`
    for (const operation of guarded) {
      const answer = await send(tenant, operation, { 'Idempotency-Key': 'running' })
      if (answer.body?.code !== 'idempotency_in_flight' || answer.headers.get('retry-after') !== '1')
        found[operation.id] = `${answer.status} ${answer.text}`
    }
  })
  expect(found).toEqual({})
})

test('a stored response is replayed byte for byte and marked as such, and nothing runs', async () => {
  const tenant = await newTenant({ sandbox: true })
  const first = await tenant.post('/api/v1/sandbox/seed', undefined, { headers: { 'Idempotency-Key': 'seed' } })
  const again = await tenant.post('/api/v1/sandbox/seed', undefined, { headers: { 'Idempotency-Key': 'seed' } })
  expect(first.headers.get('idempotency-replayed')).toBeNull()
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(again.text).toBe(first.text)
})

test('a body with a Content-Length above the maximum is refused before it is read', async () => {
  const tenant = await newTenant()
  const found: Record<string, string> = {}
  for (const operation of writes) {
    const plan = planRequest(operation, tenant.organization_id)
    const headers: Record<string, string> = { Authorization: `Bearer ${tenant.api_key}` }
    if (operation.idempotency === 'required') headers['Idempotency-Key'] = crypto.randomUUID()
    const answer = await announce(tenant.service, {
      method: operation.method,
      path: targetOf(plan),
      headers,
      byte_count: operation.body_bytes_max + 1,
    })
    if (answer.body.code !== 'body_too_large') found[operation.id] = answer.text
  }
  expect(found).toEqual({})
})

test('an unknown body field is refused by name, including organization_id', async () => {
  const tenant = await newTenant()
  const other = await newTenant()
  const found: Record<string, string> = {}
  for (const operation of writes) {
    const plan = planRequest(operation, tenant.organization_id)
    if (operation.body === undefined || operation.body === 'bytes' || Array.isArray(plan.body)) continue
    for (const field of ['organization_id', 'no_such_field']) {
      if (field in (operation.body.properties ?? {})) continue
      const body = { ...(plan.body as object), [field]: other.organization_id }
      const answer = await call(tenant.service, operation.method, targetOf(plan), {
        key: tenant.api_key,
        ...sent({ ...plan, body }, operation),
      })
      if (answer.status !== 400 || answer.body.data?.field !== field) found[operation.id] = answer.text
    }
  }
  expect(found).toEqual({})
})

test('a body is refused if the operation has none, and required if it has no default', async () => {
  const tenant = await newTenant()
  const found: Record<string, string> = {}
  for (const operation of writes) {
    const plan = planRequest(operation, tenant.organization_id)
    if (operation.body === 'bytes') continue
    const body = operation.body === undefined ? { surprise: true } : undefined
    const answer = await call(tenant.service, operation.method, targetOf(plan), {
      key: tenant.api_key,
      ...sent({ ...plan, body }, operation),
    })
    const is_refused = answer.status === 400 && answer.body.data?.field === 'body'
    if (is_refused === (operation.body?.default !== undefined)) found[operation.id] = answer.text
  }
  expect(found).toEqual({})
})

test('the document names the key-required writes and no others', () => {
  const required = publicOperations.filter(({ idempotency }) => idempotency === 'required').map(({ id }) => id)
  const published = Object.values(openapi.paths)
    .flatMap((path) => Object.values(path))
    .filter(({ parameters }) => parameters.some((one) => '$ref' in one && one.$ref.endsWith('/RequiredIdempotencyKey')))
    .map(({ operationId }) => operationId)
  expect(published).toEqual(required)
})
