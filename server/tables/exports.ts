/**
 * Answers a signed export address: every row of a filtered table as CSV, or a file that is made whole. The rows come through a cursor in one
 * snapshot, so they are of one moment and only one batch is in memory; the next is fetched when the client has taken
 * the last. The count is made again in that snapshot, so a file is whole or is not sent. A file that cannot be
 * finished ends in a broken connection, never in an end that looks like one.
 */
import type { ExportRequest, Sql } from '../contract/call.ts'
import { limits } from '../contract/limits.ts'
import { Refusal, refuse } from '../contract/refusals.ts'
import { answerFile } from '../door/answer_file.ts'
import type { Exchange } from '../door/exchange.ts'
import type { House } from '../house.ts'
import { csvColumns, csvLine } from './csv.ts'
import { type Exportable, type ExportQuery, checkExportSize } from './export_table.ts'
import { exportables, made_files } from './exportable.ts'
import type { MadeFile } from './made_file.ts'
import { runStatement } from './page.ts'

const batch_rows = 500
const find = new Map(exportables.map((exportable) => [exportable.name, exportable]))
const findMade = new Map(made_files.map((made) => [made.name, made]))
/** Exports hold a transaction each while a client reads; writes must find slots beside them. */
let running_count = 0

/** GET /exports/{token}/{file} */
export const answerExport = (
  house: House,
  request: Request,
  token: string,
  file_name: string,
  peer_address: string,
): Promise<Response> =>
  answerFile(house, request, { shown_path: `/exports/…/${file_name}`, peer_address }, async (exchange) => {
    const asked = house.readExport(token)
    if (asked === null || file_name !== (asked.file_name ?? `${asked.table}.csv`)) return refuse('export_link_invalid')
    const disposition = `attachment; filename="${file_name}"`
    const made = findMade.get(asked.table)
    if (made !== undefined) return { ...(await makeFile(house, asked, made)), disposition }
    return { body: await openRows(house, exchange, asked), content_type: 'text/csv; charset=utf-8', disposition }
  })

/** What is read is read at one moment; the file is made of it when the transaction is over. */
async function makeFile(house: House, asked: ExportRequest, { make }: MadeFile) {
  const ready = await house.db.snapshot(async (sql) => {
    await checkAddress(sql, asked)
    return make(sql, asked.organization_id, asked.query)
  })
  if (ready === null) refuse('export_link_invalid')
  return { body: await ready.bytes(), content_type: ready.content_type }
}

async function openRows(house: House, exchange: Exchange, request: ExportRequest) {
  const exportable = find.get(request.table)
  if (exportable === undefined) return refuse('export_link_invalid')
  if (running_count >= limits.exports_at_once_max)
    return refuse('SERVICE_UNAVAILABLE', {
      desc: 'As many exports are running as the service runs at once. Ask again after Retry-After seconds.',
    })
  running_count++
  return new Promise<ReadableStream<Uint8Array>>((opened, refused) => {
    const pipe = new TransformStream<Uint8Array, Uint8Array>()
    const writer = pipe.writable.getWriter()
    house.db
      .snapshot(
        async (sql) => {
          await beginRead(sql)
          await checkRequest(sql, request, exportable)
          opened(pipe.readable)
          await writeRows(sql, request, exportable, writer)
        },
        { deadline_ms: limits.export_seconds_max * 1000 },
      )
      .catch((error: unknown) => {
        refused(error)
        if (!(error instanceof Refusal) && !(error instanceof ClientLeft)) house.logFault(exchange, error)
        // The client sees its connection break, and so that what it has is not the whole file.
        return writer.abort(error).catch(() => undefined)
      })
      .finally(() => running_count--)
  })
}

class ClientLeft extends Error {}

/** Settles when the client has room again; a client that reads nothing for too long is given up. */
async function writeInTime(writer: WritableStreamDefaultWriter<Uint8Array>, bytes: Uint8Array): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stalled = new Promise<never>((_, fail) => {
    const late = () => fail(new ClientLeft('the client reads nothing'))
    timer = setTimeout(late, limits.export_stall_seconds_max * 1000)
  })
  const writing = writer.write(bytes).catch(() => {
    throw new ClientLeft('the client stopped reading')
  })
  await Promise.race([writing, stalled]).finally(() => clearTimeout(timer))
}

/** A batch waits in the transaction until the client takes it; the plan is for all rows, not for the first ones. */
const beginRead = (sql: Sql) => sql`
  select set_config('idle_in_transaction_session_timeout', ${`${limits.export_stall_seconds_max + 5}s`}, true),
    set_config('statement_timeout', '30s', true), set_config('cursor_tuple_fraction', '1', true)`

/** Whether the address still holds, and whether the rows are still few enough. */
async function checkRequest(sql: Sql, request: ExportRequest, exportable: Exportable): Promise<void> {
  await checkAddress(sql, request)
  const { count } = exportable.statements(request.organization_id, request.query)
  const [counted] = await runStatement<{ filtered: number }>(sql, count)
  checkExportSize(counted!.filtered)
}

/** By the database's clock, and only as long as the key or the membership that asked. */
async function checkAddress(sql: Sql, { organization_id, asked_by, expires_at }: ExportRequest): Promise<void> {
  const [address] = await sql<{ holds: boolean }[]>`
    select now() < ${expires_at}::timestamptz and case ${asked_by.kind}::text
      when 'key' then exists (
        select from api_keys k where k.organization_id = ${organization_id} and k.api_key_id::text = ${asked_by.id}
          and k.revoked_at is null and k.expires_at > now() and (k.stops_at is null or k.stops_at > now()))
      else exists (
        select from memberships m where m.organization_id = ${organization_id} and m.user_id = ${asked_by.id}) end
      as holds`
  if (address?.holds !== true) refuse('export_link_invalid')
}

async function writeRows(
  sql: Sql,
  { organization_id, query }: ExportRequest,
  exportable: Exportable,
  writer: WritableStreamDefaultWriter<Uint8Array>,
): Promise<void> {
  const encoder = new TextEncoder()
  const columns = csvColumns(exportable.row, exportable.fields?.(query as ExportQuery))
  const shape = (exportable.shape ?? ((row: unknown) => row)) as (row: unknown) => unknown
  const write = (text: string) => writeInTime(writer, encoder.encode(text))
  const { rows } = exportable.statements(organization_id, query)
  await runStatement(sql, { ...rows, text: `declare export_rows no scroll cursor for ${rows.text}` })
  await write(csvLine(columns.map(({ header }) => header)))
  for (;;) {
    const batch = await sql.unsafe<Record<string, unknown>[]>(`fetch forward ${batch_rows} from export_rows`)
    if (batch.length === 0) break
    await write(
      batch
        .map((row) => {
          const shaped = shape(row)
          return csvLine(columns.map(({ read }) => read(shaped)))
        })
        .join(''),
    )
  }
  await writer.close()
}
