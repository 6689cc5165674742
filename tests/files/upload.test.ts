import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { localFiles } from '../../server/files/local.ts'
import { newSession } from '../support/service/session.ts'
import { newTenant } from '../support/service/tenant.ts'
import { join } from 'node:path'

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('a member uploads a file and receives its key, size and digest; bytes and row are stored', async () => {
  const tenant = await newTenant()
  const session = await newSession(tenant, { role: 'member' })
  const answer = await session.post('/api/v1/files?file_name=Autumn%20count%20(1).csv', undefined, {
    raw: 'SKU,Counted\n',
    headers: { 'Content-Type': 'text/csv; charset=utf-8' },
  })
  expect(answer.status).toBe(201)
  expect(answer.body.message).toMatchObject({ service: 'files', severity: 'SUCCESS' })
  const { file_key, uploaded_at, expires_at, ...rest } = answer.body.data
  expect(file_key).toMatch(/^uploads\/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f-]{17}\/Autumn_count_1_\.csv$/)
  expect(rest).toEqual({
    file_name: 'Autumn count (1).csv',
    content_type: 'text/csv; charset=utf-8',
    byte_count: 12,
    sha256: sha256('SKU,Counted\n'),
  })
  const [row] = await tenant.service.database.sql`
    select file_key, byte_count, sha256, uploaded_by from uploads where organization_id = ${tenant.organization_id}`
  expect(row).toEqual({ file_key, byte_count: 12, sha256: rest.sha256, uploaded_by: session.user_id } as never)
  expect(Date.parse(expires_at) - Date.parse(uploaded_at)).toBe(30 * 86_400_000)
  const store = localFiles(join(tenant.service.settings.DATA_DIR, 'files'))
  expect(Buffer.from((await store.get(tenant.organization_id, file_key))!).toString()).toBe('SKU,Counted\n')
})

test('uploading the same file twice creates two files; a file without a type becomes application/octet-stream', async () => {
  const tenant = await newTenant()
  const session = await newSession(tenant)
  const bytes = new Uint8Array([0, 1, 2, 255])
  const first = await session.post('/api/v1/files?file_name=a.bin', undefined, { raw: bytes })
  const second = await session.post('/api/v1/files?file_name=a.bin', undefined, { raw: bytes })
  expect(first.body.data.content_type).toBe('application/octet-stream')
  expect(first.body.data.sha256).toBe(sha256(bytes))
  expect(second.body.data.file_key).not.toBe(first.body.data.file_key)
})

test('file names lose their folders and everything that could be read as a path', async () => {
  const tenant = await newTenant()
  const session = await newSession(tenant)
  const names: [string, string, string][] = [
    ['../../etc/passwd', 'passwd', 'passwd'],
    ['C:\\Users\\ada\\count.xlsx', 'count.xlsx', 'count.xlsx'],
    ['..hidden', '..hidden', '_hidden'],
    ['数え.csv', '数え.csv', '_.csv'],
  ]
  for (const [sent, file_name, safe] of names) {
    const answer = await session.post(`/api/v1/files?file_name=${encodeURIComponent(sent)}`, undefined, { raw: 'x' })
    expect([answer.status, answer.body.data.file_name]).toEqual([201, file_name])
    expect(answer.body.data.file_key.split('/')).toEqual(['uploads', expect.any(String), safe])
  }
})

test('an invalid upload is refused with its field, and nothing is stored', async () => {
  const tenant = await newTenant()
  const session = await newSession(tenant)
  const form = { 'Content-Type': 'multipart/form-data; boundary=x' }
  const cases: [string, { raw?: string; headers?: Record<string, string> }, string, string][] = [
    ['', { raw: 'x' }, 'file_name', 'is required'],
    ['?file_name=', { raw: 'x' }, 'file_name', 'must be text from 1 to 255 characters'],
    [`?file_name=${'x'.repeat(256)}`, { raw: 'x' }, 'file_name', 'must be text from 1 to 255 characters'],
    ['?file_name=..%2F..', { raw: 'x' }, 'file_name', 'must contain a file name'],
    ['?file_name=a.csv', {}, 'body', 'is empty; send the bytes of the file'],
    [
      '?file_name=a.csv',
      { raw: 'x', headers: form },
      'Content-Type',
      'must not be multipart; send the bytes of the file as the body',
    ],
    [
      '?file_name=a.csv',
      { raw: 'x', headers: { 'Content-Type': `text/${'x'.repeat(255)}` } },
      'Content-Type',
      'must be at most 255 characters',
    ],
  ]
  for (const [query, options, field, rule] of cases) {
    const answer = await session.post(`/api/v1/files${query}`, undefined, options)
    expect([answer.status, answer.body.data.field, answer.body.data.rule]).toEqual([400, field, rule])
  }
  const [stored] = await tenant.service.database.sql<{ files: number }[]>`
    select count(*)::int as files from uploads where organization_id = ${tenant.organization_id}`
  expect(stored!.files).toBe(0)
})

test('100 MiB are accepted, one byte more is refused', async () => {
  const tenant = await newTenant()
  const session = await newSession(tenant)
  const bytes = new Uint8Array(100 * 1_048_576 + 1).fill(7)
  const over = await session.post('/api/v1/files?file_name=a.bin', undefined, { raw: bytes })
  expect([over.status, over.body.code]).toEqual([413, 'body_too_large'])
  const whole = await session.post('/api/v1/files?file_name=a.bin', undefined, { raw: bytes.subarray(1) })
  expect([whole.status, whole.body.data.byte_count]).toEqual([201, 104_857_600])
})

test('an API key cannot upload, nor can an expired session or one of another organisation', async () => {
  const tenant = await newTenant()
  const outsider = await newSession(await newTenant())
  const expired = await newSession(tenant, { expires_in_seconds: -1 })
  const path = '/api/v1/files?file_name=a.csv'
  const byKey = await tenant.post(path, undefined, { raw: 'x' })
  expect([byKey.status, byKey.body.code]).toEqual([403, 'not_public'])
  const late = await expired.post(path, undefined, { raw: 'x' })
  expect([late.status, late.body.code]).toEqual([401, 'session_invalid'])
  const foreign = await outsider.post(path, undefined, {
    raw: 'x',
    headers: { 'X-Organization-ID': tenant.organization_id },
  })
  expect([foreign.status, foreign.body.code]).toEqual([403, 'membership_missing'])
})

test('in the folder store, no key reaches files of another organisation', async () => {
  const tenant = await newTenant()
  const store = localFiles(join(tenant.service.settings.DATA_DIR, 'files'))
  await store.put('one', 'uploads/1/a', [new Uint8Array([1])])
  await store.put('one', '..', [new Uint8Array([2])])
  expect(await store.get('one', '..')).toEqual(new Uint8Array([2]))
  for (const key of ['../one/key-uploads%2F1%2Fa', '../one/uploads/1/a', '..', '.'])
    expect(await store.get('two', key)).toBeNull()
  expect(await store.get('one', 'uploads/1/a')).toEqual(new Uint8Array([1]))
})
