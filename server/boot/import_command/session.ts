/** Imports by the session operations themselves, called without HTTP: same decoding, same rules, same refusals. */
import { createReadStream, statSync } from 'node:fs'
import type { Database } from '../../../db/client/database.ts'
import type { Files } from '../../contract/call.ts'
import type { Operation } from '../../contract/operation.ts'
import type { Sql } from '../../contract/sql.ts'
import { compileDecoder } from '../../pipeline/decode.ts'
import { createImport } from '../../platform/imports/create_import.ts'
import type { ImportShape } from '../../platform/imports/model.ts'
import { answerImport, setImportMapping } from '../../platform/imports/set_mapping.ts'
import { cancelImport, previewImport, runImport } from '../../platform/imports/steps.ts'
import { findImport } from '../../platform/imports/store.ts'
import { deleteFile } from '../../platform/files/manage.ts'
import { uploadFile } from '../../platform/files/upload.ts'
import { imports } from '../imports.ts'
import type { Organization } from './organizations.ts'
import { patiently } from './patience.ts'

export interface ImportSession {
  organization: Organization
  upload(path: string, file_name: string): Promise<{ file_key: string }>
  deleteFile(file_key: string): Promise<void>
  create(body: object): Promise<ImportShape>
  get(import_id: string): Promise<ImportShape>
  /** `body` is JSON, as the operation takes it. */
  setMapping(import_id: string, body: Uint8Array): Promise<ImportShape>
  answer(import_id: string, answers: readonly { field: string; choice: string }[]): Promise<ImportShape>
  preview(import_id: string): Promise<ImportShape>
  run(import_id: string): Promise<ImportShape>
  cancel(import_id: string): Promise<ImportShape>
}

interface Request {
  params?: object
  query?: object
  body?: unknown
}

export const jsonBytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))

const create = createImport(imports)
const setMapping = setImportMapping(imports)
const bodyOf = (operation: Operation, bytes: Uint8Array) => compileDecoder(operation).body(bytes, 'application/json')

export function openImportSession(db: Database, files: Files, organization: Organization): ImportSession {
  const { organization_id, plan, sandbox, currency, time_zone } = organization
  // No person: what an import writes is recorded as the command's.
  const user = { user_id: null, user_name: 'npm run import', email: '', role: 'admin' }
  const caller = { kind: 'session', organization_id, plan, sandbox, currency, time_zone, account: null, ...user }
  async function call<T>(operation: Operation, request: Request): Promise<T> {
    const [clock] = await patiently(() => db.reads<{ now: string }[]>`select now() as now`)
    const now = new Date(clock!.now).toISOString()
    const input = { caller, now, files, content_type: null, sql: db.reads, ...request }
    const prepared = await operation.prepare?.(input as never)
    const deadline_ms = operation.transaction_seconds_max * 1_000
    const run = async (sql: Sql) => (await operation.run({ ...input, sql, prepared } as never)) as T
    return patiently(() => db.write(run, { deadline_ms }))
  }
  return {
    organization,
    upload: (path, file_name) =>
      call(uploadFile, {
        query: { file_name },
        body: { announced_bytes: statSync(path).size, chunks: () => createReadStream(path) },
      }),
    deleteFile: (file_key) => call(deleteFile, { query: { file_key } }),
    create: (body) => call(create, { body: bodyOf(create, jsonBytes(body)) }),
    get: (import_id) => patiently(() => findImport(db.reads, organization_id, import_id)),
    setMapping: (import_id, body) => call(setMapping, { params: { import_id }, body: bodyOf(setMapping, body) }),
    answer: (import_id, answers) =>
      call(answerImport, { params: { import_id }, body: bodyOf(answerImport, jsonBytes({ answers })) }),
    preview: (import_id) => call(previewImport, { params: { import_id } }),
    run: (import_id) => call(runImport, { params: { import_id } }),
    cancel: (import_id) => call(cancelImport, { params: { import_id } }),
  }
}
