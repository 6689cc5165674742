import { afterAll, beforeAll, expect, test } from 'bun:test'
import { localFiles } from '../../server/files/local.ts'
import { s3Files } from '../../server/files/s3.ts'
import { readSettings, SettingsFault } from '../../server/settings/settings.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { newSession } from '../support/service/session.ts'
import { newTenant } from '../support/service/tenant.ts'
import { create, openShop, read } from '../stock/stocktakes/counting.ts'
import { type Receiver, s3Bucket, s3_key, s3Region, startReceiver } from './s3_receiver.ts'

const settings = (receiver: Receiver) => ({
  S3_ENDPOINT: receiver.endpoint,
  S3_BUCKET: s3Bucket,
  S3_REGION: s3Region,
  S3_ACCESS_KEY_ID: s3_key.id,
  S3_SECRET_ACCESS_KEY: s3_key.secret,
})

let receiver: Receiver
let service: TestService
beforeAll(async () => {
  receiver = await startReceiver()
  service = await startService(settings(receiver))
})
afterAll(async () => {
  await service.stop()
  await receiver.stop()
})

test('an uploaded file is stored in the bucket under its organisation with a valid signature, and can be read back', async () => {
  const shop = await openShop()
  const tenant = { ...shop.tenant, service }
  const session = await newSession(tenant)
  const csv = 'SKU,Counted\nTEE-S,9\n'
  const uploaded = await session.post('/api/v1/files?file_name=Z%C3%A4hlung%201.csv', undefined, { raw: csv })
  expect([uploaded.status, receiver.refused]).toEqual([201, []])
  const { file_key } = uploaded.body.data
  expect(file_key).toMatch(/^uploads\/[0-9a-f-]{36}\/Za_hlung_1\.csv$/)
  const object = receiver.objects.get(`/${s3Bucket}/${tenant.organization_id}/${file_key}`)
  expect(object?.toString()).toBe(csv)

  const stocktake_id = await create(shop)
  const imported = await importInto(service, shop.tenant.api_key, stocktake_id, file_key)
  expect(imported).toEqual([200, { updated: 1, skipped: 0, unmatched_skus: [], ignored_columns: [] }])
  expect((await read(shop, stocktake_id)).counted_total).toBe(9)
})

async function importInto(at: TestService, api_key: string, stocktake_id: string, file_key: string) {
  const response = await fetch(`${at.base_url}/api/v1/stocktakes/${stocktake_id}/import`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${api_key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ s3_key: file_key, mappings: { sku: 'SKU', counted_quantity: 'Counted' } }),
  })
  const body = (await response.json()) as any
  return [response.status, body.data]
}

test('if the store fails, requests are retried and then answered with 503, and no file is created', async () => {
  const tenant = { ...(await newTenant()), service }
  const session = await newSession(tenant)
  receiver.failing.push(503, 500)
  expect((await session.post('/api/v1/files?file_name=a.csv', undefined, { raw: 'a' })).status).toBe(201)
  receiver.failing.push(503, 503, 503)
  const refused = await session.post('/api/v1/files?file_name=b.csv', undefined, { raw: 'b' })
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
    503,
    'SERVICE_UNAVAILABLE',
    '2',
  ])
  const rows = await service.database.sql<{ file_name: string }[]>`
    select file_name from uploads where organization_id = ${tenant.organization_id}`
  expect(rows.map(({ file_name }) => file_name)).toEqual(['a.csv'])
})

test('bytes are read back unchanged, also under keys with special characters; an unknown key returns null', async () => {
  const store = s3Files(settings(receiver))
  const bytes = new Uint8Array(300_000).map((_, i) => (i * 31) % 256)
  for (const key of ['uploads/1/plain.csv', 'a b/ü+?#%2F&=/c', "star*(quote)'!"]) {
    await store.put('organisation', key, [bytes])
    expect(await store.get('organisation', key)).toEqual(bytes)
    expect(await store.get('another', key)).toBeNull()
  }
  expect(receiver.refused).toEqual([])
})

async function* inChunks(bytes: Uint8Array, fault?: Error): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += 1_000_003) yield bytes.subarray(at, at + 1_000_003)
  if (fault) throw fault
}

test('a large file is uploaded in parts as it arrives; if it is aborted or the store fails, nothing remains', async () => {
  const store = s3Files(settings(receiver))
  const part = 8 * 1_048_576
  const key = 'uploads/2/large.bin'
  for (const byte_count of [part - 1, part, part + 1, 2 * part + 12_345]) {
    const bytes = new Uint8Array(byte_count).map((_, i) => (i * 31) % 251)
    await store.put('organisation', key, inChunks(bytes))
    expect(Buffer.compare(receiver.objects.get(`/${s3Bucket}/organisation/${key}`)!, bytes)).toBe(0)
    await store.remove('organisation', key)
    expect(await store.get('organisation', key)).toBeNull()
  }
  const bytes = new Uint8Array(2 * part + 5)
  await expect(store.put('organisation', key, inChunks(bytes, new Error('broke off')))).rejects.toThrow('broke off')
  await expect(
    store.put(
      'organisation',
      key,
      (async function* () {
        yield bytes.subarray(0, part + 1)
        receiver.failing.push(503, 503, 503)
        yield bytes.subarray(0, part)
      })(),
    ),
  ).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  expect([receiver.uploads.size, await store.get('organisation', key), receiver.refused]).toEqual([0, null, []])
})

test('what a killed process left in the bucket is found by its key and deleted', async () => {
  const store = s3Files(settings(receiver))
  const path = `/${s3Bucket}/organisation/uploads/3/a.csv`
  for (const key of [path, `${path}.other`]) receiver.uploads.set(`begun ${key}`, { key, parts: new Map() })
  await store.remove('organisation', 'uploads/3/a.csv')
  expect([...receiver.uploads.values()].map(({ key }) => key)).toEqual([`${path}.other`])
  receiver.uploads.clear()
})

test('a wrong secret is refused by the store and reported as unavailable, not as a missing file', async () => {
  const store = s3Files({ ...settings(receiver), S3_SECRET_ACCESS_KEY: 'wrong' })
  await expect(store.get('organisation', 'uploads/1/plain.csv')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  expect(receiver.refused.splice(0)).toEqual(['wrong signature'])
})

test('the settings of the store must all be set or all be absent', async () => {
  const all = settings(receiver)
  expect(readSettings({}).S3_BUCKET).toBeUndefined()
  expect(readSettings(all)).toMatchObject(all)
  const { S3_REGION: _, ...some } = all
  const faults = (environment: Record<string, string>) => {
    try {
      readSettings(environment)
      return []
    } catch (error) {
      return (error as SettingsFault).faults
    }
  }
  expect(faults(some)).toEqual([
    'S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY are set together or not at all; missing: S3_REGION',
  ])
  expect(faults({ ...all, S3_ENDPOINT: 'bucket.local' })).toEqual([
    'S3_ENDPOINT must be an http or https address, not "bucket.local"',
  ])
})

test('a file is streamed whole, from a place on, and up to a place, from a bucket as from a folder', async () => {
  const { organization_id } = await newTenant()
  const bytes = new Uint8Array(200_000).map((_, i) => (i * 7) % 251)
  for (const store of [s3Files(settings(receiver)), localFiles(service.settings.DATA_DIR)]) {
    await store.put(organization_id, 'uploads/1/big.csv', [bytes])
    for (const range of [{}, { start: 70_001 }, { start: 5, end: 131_080 }, { end: 1 }]) {
      const chunks: Uint8Array[] = []
      for await (const chunk of (await store.stream(organization_id, 'uploads/1/big.csv', range))!) chunks.push(chunk)
      expect(Buffer.concat(chunks).equals(bytes.subarray(range.start ?? 0, range.end))).toBe(true)
    }
    expect(await store.stream(organization_id, 'uploads/1/none.csv', {})).toBeNull()
  }
})
