/** Limits of uploads over HTTP: memory, concurrency, space, and cleanup after aborted uploads. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'bun:test'
import { localFiles } from '../../server/files/local.ts'
import { uploadJobs } from '../../server/files/delete_uploads.ts'
import { openFiles } from '../../server/files/files.ts'
import { limits } from '../../server/contract/limits.ts'
import { testEnvironment, testService } from '../support/service/service.ts'
import { startServiceProcess } from '../support/service/service_process.ts'
import { newSession, type Session } from '../support/service/session.ts'
import { newTenant, type Tenant } from '../support/service/tenant.ts'
import { uuidv7 } from 'uuidv7'

const mebibyte = 1_048_576

/** An upload on its own connection that sends as many bytes as the test says. */
function openUpload(base_url: string, tenant: Tenant, { user_token }: Session, byte_count?: number) {
  const upload = request(`${base_url}/api/v1/files?file_name=a.bin`, {
    method: 'POST',
    agent: false,
    headers: {
      Authorization: `Bearer ${user_token}`,
      'X-Organization-ID': tenant.organization_id,
      ...(byte_count === undefined ? {} : { 'Content-Length': String(byte_count) }),
    },
  })
  const answered = new Promise<{ status: number; body: any }>((resolve, reject) => {
    upload.on('error', reject)
    upload.on('response', (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode!, body: JSON.parse(text) }))
    })
  })
  // The response to an upload that is aborted on purpose is never awaited.
  answered.catch(() => {})
  const send = (bytes: Uint8Array) =>
    new Promise<void>((resolve) => (upload.write(bytes) ? resolve() : upload.once('drain', resolve)))
  return { upload, answered, send }
}

const folderOf = ({ service, organization_id }: Tenant) => join(service.settings.DATA_DIR, 'files', organization_id)
const filesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : [])
const stagedOf = async ({ service, organization_id }: Tenant) => {
  const [row] = await service.database.sql<{ staged: number }[]>`
    select count(*)::int as staged from staged_uploads where organization_id = ${organization_id}`
  return row!.staged
}

/** Polls until the condition holds; the test's time limit ends it otherwise. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setImmediate(resolve))
}

const residentBytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024

const hasProc = existsSync('/proc/self/status')

test.skipIf(!hasProc)(
  "six concurrent uploads of 100 MiB increase the server's memory by less than 300 MiB",
  async () => {
    const { database } = await testService()
    const server = await startServiceProcess({ ...process.env, ...testEnvironment(database) } as Record<string, string>)
    try {
      const tenants = [await newTenant(), await newTenant()]
      const chunk = new Uint8Array(mebibyte).fill(7)
      const run = async (tenant: Tenant, session: Session, mebibytes: number) => {
        const { upload, answered, send } = openUpload(server.base_url, tenant, session, mebibytes * mebibyte)
        for (let i = 0; i < mebibytes; i++) await send(chunk)
        upload.end()
        const { status, body } = await answered
        return [status, body.data?.byte_count]
      }
      const sessions = await Promise.all(tenants.map((tenant) => newSession(tenant)))
      await run(tenants[0]!, sessions[0]!, 1)
      const before = residentBytes(server.child.pid!)
      let most = before
      const watch = setInterval(() => (most = Math.max(most, residentBytes(server.child.pid!))), 20)
      const uploads = [0, 1, 0, 1, 0, 1].map((i) => run(tenants[i]!, sessions[i]!, 100))
      expect(await Promise.all(uploads)).toEqual(Array(6).fill([201, 100 * mebibyte]))
      clearInterval(watch)
      expect((most - before) / mebibyte).toBeLessThan(300)
    } finally {
      await server.stop()
    }
  },
  120_000,
)

test('an aborted upload leaves no bytes, no row and no reservation', async () => {
  const tenant = await newTenant()
  const session = await newSession(tenant)
  const { upload, send } = openUpload(tenant.service.base_url, tenant, session, 10 * mebibyte)
  await send(new Uint8Array(3 * mebibyte))
  await until(() => filesIn(folderOf(tenant)).length === 1)
  expect(await stagedOf(tenant)).toBe(1)
  upload.destroy()
  await until(async () => (await stagedOf(tenant)) === 0)
  expect(filesIn(folderOf(tenant))).toEqual([])
  expect((await session.get('/api/v1/files')).body.data).toMatchObject({ rows: [], used_bytes: 0 })
})

test.skipIf(!hasProc)('files left by a killed server are deleted by the next run of the job', async () => {
  const { database, settings } = await testService()
  const server = await startServiceProcess({ ...process.env, ...testEnvironment(database) } as Record<string, string>)
  const tenant = await newTenant()
  const session = await newSession(tenant)
  const { send } = openUpload(server.base_url, tenant, session, 10 * mebibyte)
  await send(new Uint8Array(3 * mebibyte))
  await until(() => filesIn(folderOf(tenant)).length === 1)
  server.child.kill('SIGKILL')
  const { sql } = database
  await sql`update staged_uploads set ends_at = now() where organization_id = ${tenant.organization_id}`
  const { db } = tenant.service.running!.context
  const files = openFiles(localFiles(join(settings.DATA_DIR, 'files')), db)
  for (const job of uploadJobs(files, [])) await job.run((work) => db.write((tx) => work(tx, new Date().toISOString())))
  expect(filesIn(folderOf(tenant))).toEqual([])
  expect(await stagedOf(tenant)).toBe(0)
})

test('a file is deleted thirty days after its upload, bytes and row', async () => {
  const tenant = await newTenant()
  const session = await newSession(tenant)
  for (const name of ['old.csv', 'new.csv'])
    await session.post(`/api/v1/files?file_name=${name}`, undefined, { raw: 'x' })
  const { sql } = tenant.service.database
  await sql`
    update uploads set uploaded_at = now() - interval '31 days'
    where organization_id = ${tenant.organization_id} and file_name = 'old.csv'`
  const { db, files } = tenant.service.running!.context
  for (const job of uploadJobs(files, [])) await job.run((work) => db.write((tx) => work(tx, new Date().toISOString())))
  const { rows } = (await session.get('/api/v1/files')).body.data
  expect(rows.map((row: any) => row.file_name)).toEqual(['new.csv'])
  expect(filesIn(folderOf(tenant))).toHaveLength(1)
})

test('an organisation can have four uploads in progress; a fifth is refused, and other organisations are unaffected', async () => {
  const [tenant, other] = [await newTenant(), await newTenant()]
  const session = await newSession(tenant)
  const accepted = Array.from({ length: limits.uploads_at_once_max }, () =>
    openUpload(tenant.service.base_url, tenant, session, 2),
  )
  for (const { send } of accepted) await send(new Uint8Array(1))
  await until(async () => (await stagedOf(tenant)) === limits.uploads_at_once_max)
  const fifth = await session.post('/api/v1/files?file_name=e.csv', undefined, { raw: 'x' })
  expect([fifth.status, fifth.body.code, fifth.headers.get('retry-after')]).toEqual([429, 'rate_limited', '2'])
  const theirs = await (await newSession(other)).post('/api/v1/files?file_name=f.csv', undefined, { raw: 'x' })
  expect(theirs.status).toBe(201)
  for (const { upload } of accepted) upload.end(new Uint8Array(1))
  expect((await Promise.all(accepted.map(({ answered }) => answered))).map(({ status }) => status)).toEqual([
    201, 201, 201, 201,
  ])
  expect((await session.post('/api/v1/files?file_name=e.csv', undefined, { raw: 'x' })).status).toBe(201)
})

test("an upload that exceeds the organisation's space is refused with the remaining space; deleting a file frees its space", async () => {
  const tenant = await newTenant()
  const session = await newSession(tenant)
  const { sql } = tenant.service.database
  const file_key = `uploads/${uuidv7()}/large.bin`
  const rest = limits.upload_space_bytes - 2_000_000_000
  for (const [key, byte_count] of [
    [file_key, 2_000_000_000],
    [`uploads/${uuidv7()}/rest.bin`, rest - 10],
  ] as const)
    await sql`
      insert into uploads (organization_id, file_key, file_name, content_type, byte_count, sha256)
      values (${tenant.organization_id}, ${key}, 'large.bin', 'text/plain', ${byte_count}, ${'0'.repeat(64)})`
  const send = (raw: string) => session.post('/api/v1/files?file_name=a.csv', undefined, { raw })
  const refused = await send('eleven byte')
  expect([refused.status, refused.body.code]).toEqual([409, 'upload_space_full'])
  expect(refused.body.data).toMatchObject({ field: 'body', allowed: ['at most 10 bytes'] })
  expect(refused.body.message.desc).toContain('DELETE /api/v1/files')
  expect((await send('ten bytes!')).status).toBe(201)
  const listed = (await session.get('/api/v1/files')).body.data
  expect(listed).toMatchObject({
    size: 3,
    used_bytes: limits.upload_space_bytes,
    space_bytes: limits.upload_space_bytes,
  })
  const path = `/api/v1/files?file_key=${encodeURIComponent(file_key)}`
  const foreign = await (await newSession(await newTenant())).delete(path)
  expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found'])
  expect((await session.delete(path)).status).toBe(204)
  expect((await session.delete(path)).body.code).toBe('not_found')
  expect((await send('eleven byte')).status).toBe(201)
})

test('deleting a file deletes its bytes, and its key becomes unknown', async () => {
  const tenant = await newTenant()
  const session = await newSession(tenant)
  const { file_key } = (await session.post('/api/v1/files?file_name=a.csv', undefined, { raw: 'SKU\nA\n' })).body.data
  expect(filesIn(folderOf(tenant))).toHaveLength(1)
  await session.delete(`/api/v1/files?file_key=${encodeURIComponent(file_key)}`)
  expect(filesIn(folderOf(tenant))).toEqual([])
  expect(await tenant.service.running!.context.files.read(tenant.organization_id, file_key)).toBeNull()
})

test("folders and files of uploads are accessible only to the service's user", async () => {
  const tenant = await newTenant()
  const session = await newSession(tenant)
  await session.post('/api/v1/files?file_name=a.csv', undefined, { raw: 'x' })
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
  const folder = folderOf(tenant)
  expect([join(folder, '..'), folder].map(modeOf)).toEqual(['700', '700'])
  expect(filesIn(folder).map((file) => modeOf(join(folder, file)))).toEqual(['600'])
})
