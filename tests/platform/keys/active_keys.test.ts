/** How many keys of an organisation can be active, and when a key was last used. */
import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'bun:test'
import { limits } from '../../../server/contract/limits.ts'
import { insertRows } from '../../support/fixtures/insert_rows.ts'
import { newSession } from '../../support/service/session.ts'
import { call, newTenant, type Tenant } from '../../support/service/tenant.ts'

const keys = '/api/v1/developer/keys'
const body = { name: 'k', scopes: ['products:read'] }
const max = limits.active_keys_max

/** Active keys beside the tenant's own, written past the limit, as keys that are older than it. */
async function addKeys(tenant: Tenant, count: number): Promise<void> {
  await insertRows(
    tenant,
    'api_keys',
    Array.from({ length: count }, (_, i) => ({
      api_key_id: randomUUID(),
      key_hash: `\\x${randomBytes(32).toString('hex')}`,
      hint: 'svc_us_old…',
      label: `old ${i}`,
      scopes: ['products:read'],
      train: '2026-11',
      expires_at: '2030-01-01T00:00:00Z',
    })),
  )
}

const activeKeys = async (tenant: Tenant) =>
  (await (await newSession(tenant)).get(`${keys}?state=active&limit=1`)).body.data.filtered_max_size

test('of two keys created at once below the limit by one, exactly one is created', async () => {
  const tenant = await newTenant()
  const admin = await newSession(tenant)
  await addKeys(tenant, max - 2)
  const answers = await Promise.all(Array.from({ length: 4 }, () => admin.post(keys, body)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
  const refused = answers.find(({ status }) => status === 409)!
  expect(refused.body.code).toBe('conflict')
  expect(refused.body.message.desc).toBe(
    `The organisation has ${max} active API keys; at most ${max} are allowed. Revoke a key that is no longer used, or replace one. No key was created.`,
  )
  expect(await activeKeys(tenant)).toBe(max)
  // Another organisation has a limit of its own.
  expect((await (await newSession(await newTenant())).post(keys, body)).status).toBe(201)
})

test('revoked and expired keys, and keys in an overlap, leave room for another', async () => {
  const tenant = await newTenant()
  const admin = await newSession(tenant)
  await addKeys(tenant, max - 2)
  const { api_key_id } = (await admin.post(keys, body)).body.data
  expect((await admin.post(keys, body)).status).toBe(409)
  const replaced = await admin.post(`${keys}/${api_key_id}/replace`, { overlap_hours: 24 })
  expect(replaced.status).toBe(201)
  // The old key still works, and the new one took its place.
  expect(await activeKeys(tenant)).toBe(max)
  expect((await admin.post(keys, body)).status).toBe(409)
  await admin.post(`${keys}/${replaced.body.data.key.api_key_id}/revoke`)
  const made = await admin.post(keys, body)
  expect(made.status).toBe(201)
  expect((await admin.post(keys, body)).status).toBe(409)
  const { sql } = tenant.service.database
  await sql`update api_keys set expires_at = now() where api_key_id = ${made.body.data.api_key_id}`
  expect((await admin.post(keys, body)).status).toBe(201)
  expect((await admin.post(keys, body)).status).toBe(409)
})

test('an organisation over the limit keeps its keys, replaces them, and gets no more', async () => {
  const tenant = await newTenant()
  const admin = await newSession(tenant)
  await addKeys(tenant, max + 5)
  expect((await tenant.get('/api/v1/variants/table')).status).toBe(200)
  expect((await admin.post(keys, body)).status).toBe(409)
  expect((await admin.post(`${keys}/${tenant.api_key_id}/replace`, { overlap_hours: 0 })).status).toBe(201)
  expect(await activeKeys(tenant)).toBe(max + 6)
})

test('a key shows when it was last used, also by a refused request, and never by one that it does not admit', async () => {
  const tenant = await newTenant()
  const admin = await newSession(tenant)
  const { api_key, api_key_id } = (await admin.post(keys, body)).body.data
  const lastUsed = async (): Promise<string | null> => {
    const { rows } = (await admin.get(keys)).body.data
    return rows.find((row: any) => row.api_key_id === api_key_id).last_used_at
  }
  /** Usage is written in batches, within a second. */
  const lastUsedAfter = async (before: string | null): Promise<string> => {
    for (;;) {
      const at = await lastUsed()
      if (at !== null && at !== before) return at
      await Bun.sleep(50)
    }
  }
  const use = (path: string) => call(tenant.service, 'GET', path, { key: api_key })
  expect(await lastUsed()).toBeNull()
  const began = Date.now()
  expect((await use('/api/v1/variants/table')).status).toBe(200)
  const first = await lastUsedAfter(null)
  expect(Math.abs(Date.parse(first) - began)).toBeLessThan(60_000)
  expect((await use('/api/v1/stocktakes/table')).body.code).toBe('scope_missing')
  const second = await lastUsedAfter(first)
  expect(Date.parse(second)).toBeGreaterThan(Date.parse(first))
  await admin.post(`${keys}/${api_key_id}/revoke`)
  expect((await use('/api/v1/variants/table')).body.code).toBe('key_invalid')
  // A later call with another key is written after it.
  const { api_key_id: other } = tenant
  expect((await tenant.get('/api/v1/variants/table')).status).toBe(200)
  const otherUsed = async () =>
    (await admin.get(keys)).body.data.rows.find((row: any) => row.api_key_id === other).last_used_at
  while ((await otherUsed()) === null) await Bun.sleep(50)
  expect(await lastUsed()).toBe(second)
})
