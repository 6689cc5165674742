import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { scopes as every_scope } from '../../../server/contract/resources.ts'
import { isKeyWellFormed, mintKey } from '../../../server/pipeline/credential.ts'
import { checkAddresses, checkScopes } from '../../../server/platform/keys/rules.ts'
import { insertRows } from '../../support/fixtures/insert_rows.ts'
import { newSession } from '../../support/service/session.ts'
import { type Answer, call, newTenant, type Tenant } from '../../support/service/tenant.ts'

const keys = '/api/v1/developer/keys'
const read = (tenant: Tenant, key: string) => call(tenant.service, 'GET', '/api/v1/variants/table', { key })
const withoutId = ({ status, text, headers }: Answer) => [status, text.replaceAll(headers.get('x-request-id')!, '')]

test('a new key is shown once, works at once and lists its scopes', async () => {
  const tenant = await newTenant()
  const admin = await newSession(tenant, { name: 'Ada Merchant' })
  const minted = await admin.post(keys, { name: ' Warehouse sync ', scopes: ['products:read', 'stocktakes:write'] })
  expect(minted.status).toBe(201)
  const { api_key, api_key_id, expires_at, minted_at, ...rest } = minted.body.data
  expect(isKeyWellFormed(api_key)).toBe(true)
  expect(rest).toEqual({
    name: 'Warehouse sync',
    hint: `${api_key.slice(0, 11)}…`,
    scopes: ['products:read', 'stocktakes:write'],
    state: 'active',
    allowed_addresses: [],
    account: null,
    version: '2026-11',
    minted_by: { user_id: admin.user_id, name: 'Ada Merchant' },
    stops_at: null,
    replaced_by: null,
    revoked_at: null,
    last_used_at: null,
  })
  expect(Math.round((Date.parse(expires_at) - Date.parse(minted_at)) / 86_400_000)).toBe(365)
  expect((await read(tenant, api_key)).status).toBe(200)
  expect((await call(tenant.service, 'POST', '/api/v1/sandbox/seed', { key: api_key })).body.code).toBe('scope_missing')

  const list = await admin.get(keys)
  expect(list.body.data).toMatchObject({ size: 2, offset: 0, filtered_max_size: 2 })
  expect(list.body.data.rows[0]).toMatchObject({ api_key_id, name: 'Warehouse sync' })
  expect(list.text).not.toContain(api_key)
  expect(list.text).not.toContain('"api_key"')
})

test('invalid values of a key are refused by field, and no key is created', async () => {
  const tenant = await newTenant()
  const admin = await newSession(tenant)
  const field = async (body: object) => {
    const answer = await admin.post(keys, { name: 'k', scopes: ['products:read'], ...body })
    expect([answer.status, answer.body.code]).toEqual([400, 'bad_request'])
    return answer.body.data.field
  }
  const unknown = await admin.post(keys, { name: 'k', scopes: ['products:read', 'products:write'] })
  expect(unknown.status).toBe(400)
  expect(unknown.body.message.desc).toContain('"products:write"')
  expect(unknown.body.data).toMatchObject({ field: 'scopes[1]', allowed: [...every_scope] })
  expect(await field({ scopes: ['products:read', 'products:read'] })).toBe('scopes[1]')
  expect(await field({ scopes: [] })).toBe('scopes')
  expect(await field({ scopes: ['webhooks:write'] })).toBe('scopes[0]')
  for (const days of [0, 3_651, 1.5, '30', -1]) expect(await field({ expires_in_days: days })).toBe('expires_in_days')
  for (const name of ['', '   ', 'x'.repeat(121)]) expect(await field({ name })).toBe('name')
  expect(await field({ allowed_addresses: ['10.0.0.0/33'] })).toBe('allowed_addresses[0]')
  expect(await field({ trading_partner_id: 'nobody' })).toBe('trading_partner_id')
  expect(await field({ organization_id: tenant.organization_id })).toBe('organization_id')
  const far = await newAccount(await newTenant(), 'Far Stores')
  expect(await field({ trading_partner_id: far })).toBe('trading_partner_id')
  expect((await admin.get(keys)).body.data.filtered_max_size).toBe(1)
})

test('a key minted for an account and for addresses keeps to both', async () => {
  const tenant = await newTenant()
  const admin = await newSession(tenant)
  const trading_partner_id = await newAccount(tenant, 'Harbor Stores')
  const minted = await admin.post(keys, {
    name: 'Harbor portal',
    scopes: ['accounts:read', 'products:read'],
    trading_partner_id,
    allowed_addresses: ['203.0.113.0/24', '2001:db8::1'],
    expires_in_days: 1,
  })
  expect(minted.body.data.account).toEqual({ trading_partner_id, name: 'Harbor Stores' })
  const from = (address: string, path: string) =>
    call(tenant.service, 'GET', path, { key: minted.body.data.api_key, headers: { 'X-Forwarded-For': address } })
  expect((await from('203.0.113.9', '/api/v1/variants/table')).status).toBe(200)
  expect((await from('198.51.100.1', '/api/v1/variants/table')).body.code).toBe('ip_not_allowed')
  const other = await newAccount(tenant, 'Other Stores')
  const path = '/api/v1/tests/account?trading_partner_id='
  expect((await from('2001:db8::1', path + trading_partner_id)).status).toBe(200)
  expect((await from('2001:db8::1', path + other)).body.code).toBe('account_mismatch')
})

test('a member who is not an administrator cannot manage keys, and a key cannot create keys', async () => {
  const tenant = await newTenant()
  const member = await newSession(tenant, { role: 'member' })
  const body = { name: 'k', scopes: ['products:read'] }
  const id = tenant.api_key_id
  const asks = (as: Pick<Tenant, 'get' | 'post'>) => [
    as.post(keys, body),
    as.get(keys),
    as.post(`${keys}/${id}/replace`, { overlap_hours: 0 }),
    as.post(`${keys}/${id}/end-overlap`),
    as.post(`${keys}/${id}/revoke`),
    as.get(`${keys}/${id}/usage`),
    as.post('/api/v1/developer/sandbox'),
  ]
  for (const answer of await Promise.all(asks(member))) {
    expect([answer.status, answer.body.code]).toEqual([403, 'admin_required'])
  }
  for (const answer of await Promise.all([...asks(tenant), tenant.get('/api/v1/developer/scopes')])) {
    expect([answer.status, answer.body.code]).toEqual([403, 'not_public'])
  }
  expect((await read(tenant, tenant.api_key)).status).toBe(200)
})

test('malformed, unknown, revoked, expired and stopped keys are answered alike, byte for byte', async () => {
  const tenant = await newTenant()
  const admin = await newSession(tenant)
  const { sql } = tenant.service.database
  const [revoked, expired, stopped] = [await tenant.mint(), await tenant.mint(), await tenant.mint()]
  for (const { api_key } of [revoked, expired, stopped]) expect((await read(tenant, api_key)).status).toBe(200)
  await admin.post(`${keys}/${revoked.api_key_id}/revoke`)
  await sql`update api_keys set expires_at = now() where api_key_id = ${expired.api_key_id}`
  const replaced = await admin.post(`${keys}/${stopped.api_key_id}/replace`, { overlap_hours: 0 })
  expect(replaced.status).toBe(201)
  const answers = []
  for (const key of ['svc_us_malformed', mintKey('us'), revoked.api_key, expired.api_key, stopped.api_key])
    answers.push(await read(tenant, key))
  expect(answers[0]!.status).toBe(401)
  expect(answers[0]!.body.message.code).toBe('key_invalid')
  for (const answer of answers) {
    expect(withoutId(answer)).toEqual(withoutId(answers[0]!))
    expect([...answer.headers.keys()].sort()).toEqual([...answers[0]!.headers.keys()].sort())
    expect(answer.headers.get('x-ratelimit-limit')).toBeNull()
  }
  const states = Object.fromEntries(
    (await admin.get(keys)).body.data.rows.map((row: any) => [row.api_key_id, row.state]),
  )
  expect(states[revoked.api_key_id]).toBe('revoked')
  expect(states[expired.api_key_id]).toBe('expired')
  expect(states[stopped.api_key_id]).toBe('stopped')
})

test('a replaced key works until it is stopped, and the new one has the chosen reach', async () => {
  const tenant = await newTenant({ key: { scopes: ['products:read', 'inventory:read'], label: 'Sync' } })
  const admin = await newSession(tenant)
  const path = `${keys}/${tenant.api_key_id}`
  const replaced = await admin.post(`${path}/replace`, { overlap_hours: 48, scopes: ['products:read'] })
  expect(replaced.status).toBe(201)
  const { key, replaced: old } = replaced.body.data
  expect(key).toMatchObject({ name: 'Sync', scopes: ['products:read'], state: 'active', stops_at: null })
  expect(old).toMatchObject({ api_key_id: tenant.api_key_id, state: 'stopping', replaced_by: key.api_key_id })
  expect(Math.round((Date.parse(old.stops_at) - Date.parse(key.minted_at)) / 3_600_000)).toBe(48)
  expect((await read(tenant, tenant.api_key)).status).toBe(200)
  expect((await read(tenant, key.api_key)).status).toBe(200)

  const again = await admin.post(`${path}/replace`, { overlap_hours: 1 })
  expect([again.status, again.body.code]).toEqual([409, 'conflict'])
  expect((await admin.get(keys)).body.data.filtered_max_size).toBe(2)
  expect((await admin.get(`${keys}?state=stopping`)).body.data.rows.map((row: any) => row.api_key_id)).toEqual([
    tenant.api_key_id,
  ])
  expect((await admin.get(`${keys}?state=revoked&offset=5`)).body.data).toMatchObject({
    rows: [],
    filtered_max_size: 0,
  })
  expect((await admin.get(`${keys}?offset=5`)).body.data).toMatchObject({ size: 0, filtered_max_size: 2 })

  const ended = await admin.post(`${path}/end-overlap`)
  expect(ended.body.data.state).toBe('stopped')
  expect((await read(tenant, tenant.api_key)).body.code).toBe('key_invalid')
  expect((await read(tenant, key.api_key)).status).toBe(200)
  const twice = await admin.post(`${path}/end-overlap`)
  expect([twice.status, twice.body.code]).toEqual([409, 'conflict'])
})

test('an overlap that has run out stops the old key by itself, in the pipeline and in the directory of regions', async () => {
  const tenant = await newTenant()
  const admin = await newSession(tenant)
  const { sql } = tenant.service.database
  await admin.post(`${keys}/${tenant.api_key_id}/replace`, { overlap_hours: 1 })
  const until = async () => {
    const [row] = await sql`
      select d.live, d.live_until = k.stops_at as with_the_key from key_directory d
      join api_keys k using (key_hash) where k.api_key_id = ${tenant.api_key_id}`
    return row
  }
  expect(await until()).toEqual({ live: true, with_the_key: true })
  await sql`update api_keys set stops_at = now() where api_key_id = ${tenant.api_key_id}`
  expect((await read(tenant, tenant.api_key)).body.code).toBe('key_invalid')
  const zero = await tenant.mint()
  await admin.post(`${keys}/${zero.api_key_id}/replace`, { overlap_hours: 0 })
  const [line] = await sql`
    select d.live from key_directory d join api_keys k using (key_hash) where k.api_key_id = ${zero.api_key_id}`
  expect(line).toEqual({ live: false })
})

test('a revocation holds from the next request on, and is answered alike when repeated', async () => {
  const tenant = await newTenant()
  const admin = await newSession(tenant)
  const path = `${keys}/${tenant.api_key_id}/revoke`
  expect((await read(tenant, tenant.api_key)).status).toBe(200)
  const revoked = await admin.post(path)
  expect(revoked.body.data.state).toBe('revoked')
  expect((await read(tenant, tenant.api_key)).status).toBe(401)
  const again = await admin.post(path)
  expect(again.body.data).toEqual(revoked.body.data)
  const [line] = await tenant.service.database.sql`
    select d.live from key_directory d join api_keys k using (key_hash) where k.api_key_id = ${tenant.api_key_id}`
  expect(line).toEqual({ live: false })
  const replaced = await admin.post(`${keys}/${tenant.api_key_id}/replace`, { overlap_hours: 1 })
  expect([replaced.status, replaced.body.code]).toEqual([409, 'conflict'])
})

test("another organisation's keys are unknown to every request that names one", async () => {
  const tenant = await newTenant()
  const admin = await newSession(await newTenant())
  const id = tenant.api_key_id
  const answers = [
    await admin.post(`${keys}/${id}/replace`, { overlap_hours: 0 }),
    await admin.post(`${keys}/${id}/end-overlap`),
    await admin.post(`${keys}/${id}/revoke`),
    await admin.get(`${keys}/${id}/usage`),
    await admin.get(`${keys}/not-an-id/usage`),
  ]
  for (const answer of answers) expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  expect((await read(tenant, tenant.api_key)).status).toBe(200)
})

test('two replacements of one key at once mint one key', async () => {
  const tenant = await newTenant()
  const admin = await newSession(tenant)
  const replace = () => admin.post(`${keys}/${tenant.api_key_id}/replace`, { overlap_hours: 1 })
  const answers = await Promise.all([replace(), replace(), replace()])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  expect((await admin.get(keys)).body.data.filtered_max_size).toBe(2)
})

test('ten thousand mints are unique and checksummed', () => {
  const minted = new Set(Array.from({ length: 10_000 }, (_, i) => mintKey(i % 2 === 0 ? 'us' : 'eu')))
  expect(minted.size).toBe(10_000)
  for (const key of minted) {
    if (!isKeyWellFormed(key)) throw new Error(`${key} does not carry its checksum`)
  }
  const [key] = minted
  const slipped = key!.slice(0, 12) + (key![12] === 'x' ? 'y' : 'x') + key!.slice(13)
  expect(isKeyWellFormed(slipped)).toBe(false)
})

test('addresses are plain addresses or ranges, and nothing else', () => {
  const good = ['10.0.0.1', '10.0.0.0/8', '0.0.0.0/0', '2001:db8::/32', '::1', '::ffff:10.0.0.0/104']
  expect(() => checkAddresses(good)).not.toThrow()
  const bad = [
    '',
    '2130706433',
    '0x7f.1',
    '127.1',
    '010.0.0.1',
    '10.0.0.1/33',
    '10.0.0.1/08',
    '10.0.0.0/8/8',
    '::1/129',
  ]
  for (const range of [...bad, 'fe80::1%eth0', 'example.com', '10.0.0.1 ', '10.0.0.1:80', '[::1]', '10.0.0.0/'])
    expect(() => checkAddresses([range])).toThrow('bad_request')
  expect(() => checkAddresses(['::1', '::1'])).toThrow('bad_request')
  expect(() => checkScopes([...every_scope])).not.toThrow()
})

async function newAccount(tenant: Tenant, name: string): Promise<string> {
  const trading_partner_id = uuidv7()
  await insertRows(tenant, 'trading_partners', [{ trading_partner_id, name, created_at: new Date() }])
  return trading_partner_id
}
