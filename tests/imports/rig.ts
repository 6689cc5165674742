/** Imports over HTTP, and a worker of the test's own that works on them. */
import { join } from 'node:path'
import { imports } from '../../server/boot/imports.ts'
import { openFiles } from '../../server/files/files.ts'
import { localFiles } from '../../server/files/local.ts'
import type { ImportCatalogue, ImportKind } from '../../server/imports/kind.ts'
import type { ImportProfile } from '../../server/imports/profile.ts'
import { startImports } from '../../server/imports/work/worker.ts'
import { openSecretBox } from '../../server/secrets/secret_box.ts'
import { openDatabase } from '../../db/client/database.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { newSession, type Session } from '../support/service/session.ts'
import { type Answer, newTenant, type Tenant } from '../support/service/tenant.ts'
import { createItemTable, itemKind } from './item_kind.ts'

const catalogue = imports as { kinds: ImportKind[]; profiles: ImportProfile[] }

/** Adds a kind of the tests to those of the service in this process; once for each name. */
export function addKind(kind: ImportKind): void {
  catalogue.kinds = [...catalogue.kinds.filter(({ name }) => name !== kind.name), kind]
}

export function addProfile(profile: ImportProfile): void {
  catalogue.profiles = [...catalogue.profiles.filter(({ name }) => name !== profile.name), profile]
}

export interface Importer {
  tenant: Tenant
  session: Session
  upload: (content: string | Uint8Array, file_name?: string) => Promise<string>
  /** An import of the items of the tests, with the proposed mapping confirmed; refuses to go on where that fails. */
  create: (content: string | Uint8Array, body?: object) => Promise<any>
  step: (import_id: string, name: 'preview' | 'run' | 'cancel' | 'undo') => Promise<Answer>
  get: (import_id: string) => Promise<any>
  /** Works on everything that is due. */
  work: (options?: { slice_seconds?: number }) => Promise<void>
  previewed: (content: string | Uint8Array, body?: object) => Promise<any>
  imported: (content: string | Uint8Array, body?: object) => Promise<any>
  /** The lines of the report, as objects by header. */
  report: (import_id: string) => Promise<Record<string, string>[]>
  items: () => Promise<any[]>
}

interface WorkerOptions {
  slice_seconds?: number
  kinds?: readonly ImportKind[]
  /** The one that the tests share, where none is named. */
  database?: TestDatabase
}

export async function openWorker(options: WorkerOptions = {}) {
  const { url, data_dir } = options.database ?? (await testDatabase())
  const db = openDatabase(url, { autocommit_connections: 1 })
  const files = openFiles(localFiles(join(data_dir, 'files')), db)
  const { kinds = imports.kinds, slice_seconds } = options
  const used: ImportCatalogue = { kinds, profiles: imports.profiles }
  const secrets = openSecretBox('a secret key of the tests')
  const worker = startImports({
    db,
    files,
    secrets,
    catalogue: used,
    ...(slice_seconds === undefined ? {} : { slice_seconds }),
  })
  return {
    worker,
    stop: async () => {
      await worker.stop()
      await db.close()
    },
  }
}

const must = ({ status, body, text }: Answer, expected: number) => {
  if (status !== expected) throw new Error(`answered ${status}: ${text.slice(0, 1_000)}`)
  return body.data
}

/** CSV as the report writes it: quoted where needed, CRLF. */
export function parseReport(text: string): Record<string, string>[] {
  const rows: string[][] = [[]]
  const cell = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n|$)/g
  for (const [, value, end] of text.matchAll(cell)) {
    rows.at(-1)!.push(value!.startsWith('"') ? value!.slice(1, -1).replaceAll('""', '"') : value!)
    if (end === '\r\n') rows.push([])
    if (end === '') break
  }
  const [headers, ...lines] = rows.filter((row) => row.length > 1)
  return lines.map((line) => Object.fromEntries(headers!.map((header, i) => [header, line[i] ?? ''])))
}

export async function openImporter(given?: Tenant): Promise<Importer> {
  const tenant = given ?? (await newTenant())
  const { database } = tenant.service
  await createItemTable(database)
  addKind(itemKind())
  const session = await newSession(tenant)
  const get = async (import_id: string) => must(await session.get(`/api/v1/imports/${import_id}`), 200)
  const step: Importer['step'] = (import_id, name) => session.post(`/api/v1/imports/${import_id}/${name}`)
  const upload: Importer['upload'] = async (content, file_name = 'items.csv') =>
    must(await session.post(`/api/v1/files?file_name=${file_name}`, undefined, { raw: content }), 201).file_key
  const work: Importer['work'] = async (options = {}) => {
    const { worker, stop } = await openWorker({ database, ...options })
    // A slice that goes on is due at once, but only the next look finds it.
    for (let at_work = true; at_work;) {
      await worker.settle()
      const { sql } = tenant.service.database
      const due = await sql`
        select from imports where organization_id = ${tenant.organization_id} and next_attempt_at <= now()
          and (leased_until is null or leased_until <= now())`
      at_work = due.length > 0
    }
    await stop()
  }
  const create: Importer['create'] = async (content, body = {}) => {
    const file_key = await upload(content)
    const made = must(await session.post('/api/v1/imports', { file_key, kind: 'test_items', ...body }), 201)
    if (made.state === 'ready') return made
    const columns = made.columns
      .filter(({ field }: { field: string | null }) => field !== null)
      .map(({ header, field }: { header: string; field: string }) => ({ header, field }))
    return must(await session.put(`/api/v1/imports/${made.import_id}/mapping`, { mapping: { columns } }), 200)
  }
  const previewed: Importer['previewed'] = async (content, body) => {
    const { import_id } = await create(content, body)
    must(await step(import_id, 'preview'), 200)
    await work()
    return get(import_id)
  }
  return {
    tenant,
    session,
    upload,
    create,
    step,
    get,
    work,
    previewed,
    async imported(content, body) {
      const { import_id, state, fault } = await previewed(content, body)
      if (state !== 'previewed') throw new Error(`the preview ended ${state}: ${JSON.stringify(fault)}`)
      must(await step(import_id, 'run'), 200)
      await work()
      return get(import_id)
    },
    async report(import_id) {
      const { export_url } = must(await session.get(`/api/v1/imports/${import_id}/report`), 200)
      const { pathname } = new URL(export_url)
      const response = await fetch(`${tenant.service.base_url}${pathname}`)
      return parseReport(await response.text())
    },
    async items() {
      const { sql } = tenant.service.database
      return [
        ...(await sql`
          select item, quantity, price, sold_on::text, note, barcode, writes from test_items
          where organization_id = ${tenant.organization_id} order by item`),
      ]
    },
  }
}
