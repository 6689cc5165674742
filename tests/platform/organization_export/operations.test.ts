/** Exports that administrators request: one at a time, written by a worker, downloaded through a signed link. */
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../../db/client/database.ts'
import { runWhenDue } from '../../../server/jobs/job.ts'
import { localFiles } from '../../../server/files/local.ts'
import { openFiles } from '../../../server/files/files.ts'
import { deleteOrganizationExportsJob } from '../../../server/platform/organization_export/operations.ts'
import { checkExport } from '../../../server/platform/organization_export/read_export.ts'
import { startOrganizationExports } from '../../../server/platform/organization_export/worker.ts'
import { createRecords } from '../../support/fixtures/records/create_records.ts'
import { newSession, type Session } from '../../support/service/session.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'
import { importFrom, newFolder } from './support.ts'

setDefaultTimeout(120_000)

const folder = newFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const path = '/api/v1/organization-exports'

const workContext = ({ service }: Tenant) => {
  const db = openDatabase(service.database.url, { autocommit_connections: 2 })
  return { db, files: openFiles(localFiles(join(service.settings.DATA_DIR, 'files')), db) }
}

async function runWorker(tenant: Tenant): Promise<void> {
  const context = workContext(tenant)
  const worker = startOrganizationExports(context)
  await worker.settle()
  await worker.stop()
  await context.db.close()
}

const download = (tenant: Tenant, url: string) => {
  const { pathname } = new URL(url)
  return fetch(`${tenant.service.base_url}${pathname}`)
}

async function readyExport(tenant: Tenant, session: Session) {
  const { export_id } = (await session.post(path)).body.data
  await runWorker(tenant)
  return (await session.get(`${path}/${export_id}`)).body.data
}

test('an export that a session requested is downloaded and imported, and then equals the organisation', async () => {
  const tenant = await newTenant()
  await createRecords(tenant)
  const session = await newSession(tenant)
  const created = await session.post(path)
  expect([created.status, created.body.data.state, created.body.data.requested_by]).toEqual([
    201,
    'queued',
    'user:Ada Merchant',
  ])
  const { export_id } = created.body.data
  expect((await session.get(`${path}/${export_id}`)).body.data.export_url).toBeNull()
  await runWorker(tenant)
  const { state, export_url, byte_count, sha256, row_count } = (await session.get(`${path}/${export_id}`)).body.data
  expect(state).toBe('ready')
  const response = await download(tenant, export_url)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/gzip'])
  const bytes = new Uint8Array(await response.arrayBuffer())
  expect(bytes.byteLength).toBe(byte_count)
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
  const file = `${folder}/downloaded.tar.gz`
  writeFileSync(file, bytes)
  expect((await checkExport(file)).row_count).toBe(row_count)
  const copy = await newTenant()
  await importFrom(copy, file)
  const skus = async (one: Tenant) =>
    (await one.get('/api/v1/variants/table?limit=50')).body.data.rows.map((row: { sku: string }) => row.sku)
  expect(await skus(copy)).toEqual(await skus(tenant))
})

test('while an export is queued, another is refused, also when both are requested at once', async () => {
  const tenant = await newTenant()
  const session = await newSession(tenant)
  const answers = await Promise.all([session.post(path), session.post(path), session.post(path)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  const refused = answers.find(({ status }) => status === 409)!
  expect(refused.body.message.desc).toBe('Another export of this organisation is queued. Wait until it is ready.')
  expect((await session.get(path)).body.data.exports.length).toBe(1)
})

test('only administrators request and see exports, and only those of their organisation', async () => {
  const tenant = await newTenant()
  const admin = await newSession(tenant)
  const member = await newSession(tenant, { role: 'member' })
  const { export_id, export_url } = await readyExport(tenant, admin)
  for (const answer of [await member.post(path), await member.get(path), await member.get(`${path}/${export_id}`)])
    expect(answer.status).toBe(403)
  const other = await newSession(await newTenant())
  expect((await other.get(`${path}/${export_id}`)).status).toBe(404)
  expect((await download(tenant, export_url.replace(/\.[\w-]{10}/, '.AAAAAAAAAA'))).status).toBe(403)
})

test('an attempt of a worker that died is repeated when its lease has ended', async () => {
  const tenant = await newTenant()
  const session = await newSession(tenant)
  const { export_id } = (await session.post(path)).body.data
  const { sql } = tenant.service.database
  await sql`
    update organization_exports set attempts = 1, leased_until = now() + interval '1 hour'
    where organization_id = ${tenant.organization_id}`
  await runWorker(tenant)
  expect((await session.get(`${path}/${export_id}`)).body.data.state).toBe('queued')
  await sql`
    update organization_exports set leased_until = now() - interval '1 second'
    where organization_id = ${tenant.organization_id}`
  await runWorker(tenant)
  expect((await session.get(`${path}/${export_id}`)).body.data.state).toBe('ready')
})

test('an expired export is no longer downloaded, and the job deletes its file and its row', async () => {
  const tenant = await newTenant()
  const session = await newSession(tenant)
  const { export_id, export_url } = await readyExport(tenant, session)
  const { sql } = tenant.service.database
  const { db, files } = workContext(tenant)
  const key = `organization-export-${export_id}.tar.gz`
  const stored = await files.streamStored(tenant.organization_id, key)
  expect((await Array.fromAsync(stored!)).length).toBeGreaterThan(0)
  await sql`
    update organization_exports set expires_at = now() - interval '1 second'
    where organization_id = ${tenant.organization_id}`
  expect((await download(tenant, export_url)).status).toBe(403)
  await sql`delete from job_runs where job = 'delete_organization_exports'`
  expect(await runWhenDue(db, deleteOrganizationExportsJob(files))).toBe(true)
  expect(await files.streamStored(tenant.organization_id, key)).toBeNull()
  const rows = await sql`select 1 from organization_exports where organization_id = ${tenant.organization_id}`
  expect(rows.length).toBe(0)
  await db.close()
})
