/**
 * Answers a signed export address: every row of a filtered table as CSV, or a file that is made whole. The rows come
 * through a cursor in one snapshot, so they are of one moment and only one batch is in memory; the count is made again
 * in that snapshot. They are written to a file first and sent from there: the transaction and the turn end when the
 * database is read, and a slow client holds neither. Organisations take turns.
 */
import { callerAddress } from '../pipeline/address.ts'
import { recordEvent } from '../audit/record.ts'
import { join } from 'node:path'
import type { ExportRequest, Sql } from '../contract/call.ts'
import { limits } from '../contract/limits.ts'
import { refuse } from '../contract/refusals.ts'
import { includesRole, roles } from '../contract/resources.ts'
import type { Money } from '../contract/schema.ts'
import { answerFile, type FileAnswer } from '../pipeline/answer_file.ts'
import type { PipelineContext } from '../pipeline/context.ts'
import { dollarsFor, figuresOf } from '../exchange_rates/dollars.ts'
import { createLimiter } from '../queue/limiter.ts'
import { csvColumns, csvLine } from './csv.ts'
import { type Exportable, type ExportQuery, checkExportSize } from './export_table.ts'
import type { MadeFile } from './made_file.ts'
import { runStatement } from './page.ts'
import { type StagedFile, stageFile } from './staged_file.ts'

const batchRows = 500

/** Everything that can be exported; domains bring theirs, and boot/exports.ts joins them. */
export interface Exports {
  tables: readonly Exportable[]
  /** Files that are made whole instead of row by row. */
  files: readonly MadeFile[]
  /** Files that are in the file store. */
  stored: readonly StoredFile[]
}

export interface StoredFile {
  /** Name of the export in its addresses. */
  name: string
  /** null where what the query names is not there. */
  find: (
    sql: Sql,
    organization_id: string,
    query: Record<string, unknown>,
  ) => Promise<{ file_key: string; content_type: string } | null>
}

export interface ExportContext extends PipelineContext {
  exports: Exports
  /** The request in the token of an export's address; null if it is not one of ours. */
  readExport: (token: string) => ExportRequest | null
}

/** GET /exports/{token}/{file} */
export const answerExport = (
  context: ExportContext,
  request: Request,
  token: string,
  file_name: string,
  peer_address: string,
): Promise<Response> =>
  answerFile(context, request, { shown_path: `/exports/…/${file_name}`, peer_address }, async () => {
    const exportRequest = context.readExport(token)
    if (exportRequest === null || file_name !== (exportRequest.file_name ?? `${exportRequest.table}.csv`))
      return refuse('export_link_invalid')
    const disposition = `attachment; filename="${file_name}"`
    const address = callerAddress(request, peer_address, context.settings.TRUSTED_PROXIES)
    const recorded = async (file: FileAnswer) => {
      try {
        await recordDownload(context, exportRequest, { address, file_name })
        return file
      } catch (error) {
        if (file.body instanceof ReadableStream) await file.body.cancel()
        throw error
      }
    }
    const madeFile = context.exports.files.find(({ name }) => name === exportRequest.table)
    if (madeFile !== undefined) return recorded({ ...(await makeFile(context, exportRequest, madeFile)), disposition })
    const stored = context.exports.stored.find(({ name }) => name === exportRequest.table)
    if (stored !== undefined) return recorded({ ...(await openStored(context, exportRequest, stored)), disposition })
    return recorded({
      body: await openRows(context, exportRequest),
      content_type: 'text/csv; charset=utf-8',
      disposition,
    })
  })

/** Recorded before the first byte leaves, as of the key or user that asked for the address. */
const recordDownload = (
  context: ExportContext,
  { organization_id, asked_by, table }: ExportRequest,
  { address, file_name }: { address: string; file_name: string },
): Promise<void> =>
  context.db.of(organization_id).write(async (sql) => {
    const [asker] = await sql<{ name: string }[]>`
      select coalesce(
        (select k.label from api_keys k where k.organization_id = ${organization_id} and ${asked_by.kind} = 'key'
          and k.api_key_id::text = ${asked_by.id}),
        (select u.email from "user" u where ${asked_by.kind} = 'session' and u.id = ${asked_by.id}), '') as name`
    const { kind, id } = asked_by
    await recordEvent(
      sql,
      organization_id,
      { kind: kind === 'key' ? 'key' : 'user', id, name: asker!.name, address },
      { kind: 'export.downloaded', subject_id: null, subject: table, sentence: `File ${file_name} downloaded.` },
    )
  })

/** All data is read at one moment; the file is made after the transaction. */
async function makeFile(context: ExportContext, exportRequest: ExportRequest, { make }: MadeFile) {
  const ready = await context.db.of(exportRequest.organization_id).snapshot(async (sql) => {
    await checkAddress(sql, exportRequest)
    return make(sql, exportRequest.organization_id, exportRequest.query, context.secrets)
  })
  if (ready === null) refuse('export_link_invalid')
  return { body: await ready.bytes(), content_type: ready.content_type }
}

async function openStored(context: ExportContext, exportRequest: ExportRequest, { find }: StoredFile) {
  const { organization_id, query } = exportRequest
  const storedFile = await context.db.of(organization_id).snapshot(async (sql) => {
    await checkAddress(sql, exportRequest)
    return find(sql, organization_id, query)
  })
  if (storedFile === null) return refuse('export_link_invalid')
  const endDownload = beginDownload(organization_id)
  try {
    const chunks = await context.files.streamStored(organization_id, storedFile.file_key)
    if (chunks === null) return refuse('export_link_invalid')
    return { body: await streamChunks(chunks, endDownload), content_type: storedFile.content_type }
  } catch (error) {
    endDownload()
    throw error
  }
}

/** The first chunk is read at once, so that the source is closed even if the client reads nothing. */
async function streamChunks(chunks: AsyncIterable<Uint8Array>, ended: () => void): Promise<ReadableStream<Uint8Array>> {
  const reader = chunks[Symbol.asyncIterator]()
  let next: Promise<IteratorResult<Uint8Array>> = Promise.resolve(await reader.next())
  let is_open = true
  const close = () => {
    if (is_open) ended()
    is_open = false
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await next
          if (done === true) {
            close()
            return controller.close()
          }
          controller.enqueue(value)
          next = reader.next()
          // A failure is reported by the next pull.
          next.catch(() => {})
        } catch (error) {
          close()
          throw error
        }
      },
      async cancel() {
        close()
        await reader.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

const limiter = createLimiter({
  at_once_max: limits.exports_at_once_max,
  at_once_per_organization_max: limits.exports_at_once_per_organization_max,
  waiting_max: limits.exports_waiting_max,
  waiting_per_organization_max: limits.exports_waiting_per_organization_max,
  wait_seconds_max: limits.turn_wait_seconds_max,
  busy: 'As many exports are waiting as the service lets wait. Ask again after Retry-After seconds.',
})

/** Files that clients are reading, by organisation. */
const downloads = new Map<string, number>()

async function openRows(context: ExportContext, request: ExportRequest): Promise<ReadableStream<Uint8Array>> {
  const exportable = context.exports.tables.find(({ name }) => name === request.table)
  if (exportable === undefined) return refuse('export_link_invalid')
  const { organization_id } = request
  const endDownload = beginDownload(organization_id)
  try {
    const file = await limiter.run(organization_id, () => stageRows(context, request, exportable))
    const { export_stall_seconds_max: stall_seconds_max, export_bytes_per_second_min: bytes_per_second_min } = limits
    return file.read({ stall_seconds_max, bytes_per_second_min }, endDownload)
  } catch (error) {
    endDownload()
    throw error
  }
}

/** Counts a file that the organisation's clients read; returns how to count it off. */
function beginDownload(organization_id: string): () => void {
  const count = downloads.get(organization_id) ?? 0
  if (count >= limits.export_downloads_per_organization_max)
    return refuse('SERVICE_UNAVAILABLE', {
      desc: `${limits.export_downloads_per_organization_max} exports of this organisation are being fetched. Finish one, then ask again.`,
    })
  downloads.set(organization_id, count + 1)
  return () => {
    const left = downloads.get(organization_id)! - 1
    if (left === 0) downloads.delete(organization_id)
    else downloads.set(organization_id, left)
  }
}

/** The transaction is run again where its connection is lost; each run writes a file of its own. */
async function stageRows(context: ExportContext, request: ExportRequest, exportable: Exportable): Promise<StagedFile> {
  const folder = join(context.settings.DATA_DIR, 'exports')
  let staged: StagedFile | undefined
  const discard = async () => {
    const file = staged
    staged = undefined
    await file?.discard()
  }
  try {
    return await context.db.of(request.organization_id).snapshot(
      async (sql) => {
        await beginRead(sql)
        await checkRequest(sql, request, exportable)
        await discard()
        return (staged = await stageFile(folder, (append) => writeRows(sql, request, exportable, append)))
      },
      { deadline_ms: limits.export_seconds_max * 1000 },
    )
  } catch (error) {
    await discard()
    throw error
  }
}

/**
 * The plan is for all rows, not for the first ones. The rows of an organisation may be younger than the statistics, which
 * then promise few of them: a nested loop over tables of 100,000 rows would not end.
 */
const beginRead = (sql: Sql) => sql`
  select set_config('statement_timeout', '30s', true), set_config('cursor_tuple_fraction', '1', true),
    set_config('enable_nestloop', 'off', true)`

/** Whether the address still holds, and whether the rows are still few enough. */
async function checkRequest(sql: Sql, request: ExportRequest, exportable: Exportable): Promise<void> {
  await checkAddress(sql, request)
  const { count } = exportable.statements(request.organization_id, request.query)
  const [counted] = await runStatement<{ filtered: number }>(sql, count)
  checkExportSize(counted!.filtered, exportable.rows_max)
}

/**
 * By the database's clock, and only as long as the key, or the member with the role and the second factor, that asked.
 */
async function checkAddress(sql: Sql, { organization_id, asked_by, expires_at }: ExportRequest): Promise<void> {
  const atLeast = roles.filter((role) => includesRole(role, asked_by.role ?? 'viewer'))
  const [address] = await sql<{ holds: boolean }[]>`
    select now() < ${expires_at}::timestamptz and case ${asked_by.kind}::text
      when 'key' then exists (
        select from api_keys k where k.organization_id = ${organization_id} and k.api_key_id::text = ${asked_by.id}
          and k.revoked_at is null and k.expires_at > now() and (k.stops_at is null or k.stops_at > now()))
      else exists (
        select from memberships m
        join organizations o on o.organization_id = m.organization_id
        join "user" u on u.id = m.user_id
        where m.organization_id = ${organization_id} and m.user_id = ${asked_by.id}
          and m.role = any(${atLeast}::text[]) and (u."twoFactorEnabled" or not o.require_two_factor)) end
      as holds`
  if (address?.holds !== true) refuse('export_link_invalid')
}

/** Every row as CSV, through a cursor in the transaction of `sql`. */
export async function writeRows(
  sql: Sql,
  { organization_id, query }: Pick<ExportRequest, 'organization_id' | 'query'>,
  exportable: Exportable,
  append: (text: string) => Promise<void>,
): Promise<void> {
  const columns = csvColumns(exportable.row, exportable.fields?.(query as ExportQuery))
  const shape = (exportable.shape ?? ((row: unknown) => row)) as (row: unknown) => unknown
  const { rows } = exportable.statements(organization_id, query)
  const findFigures = figuresOf(exportable.row)
  const fillDollars = dollarsFor(sql, organization_id)
  await runStatement(sql, { ...rows, text: `declare export_rows no scroll cursor for ${rows.text}` })
  await append(csvLine(columns.map(({ header }) => header)))
  for (;;) {
    const batch = await sql.unsafe<Record<string, unknown>[]>(`fetch forward ${batchRows} from export_rows`)
    if (batch.length === 0) break
    const shaped = batch.map(shape)
    const figures: Money[] = []
    for (const row of shaped) findFigures?.(row, figures)
    await fillDollars(figures)
    await append(shaped.map((row) => csvLine(columns.map(({ read }) => read(row)))).join(''))
  }
}
