/**
 * Uploaded files: rows in the database, bytes in a folder or an S3-compatible bucket. Bodies are streamed to the store,
 * never buffered whole. An upload first reserves its space in staged_uploads, so that limits hold across processes and
 * the remains of aborted uploads are found.
 */
import { createHash } from 'node:crypto'
import type { Database } from '../../db/client/database.ts'
import type { ByteRange, ByteStream, Files, Sql } from '../contract/call.ts'
import { limits } from '../contract/limits.ts'
import { refuse, refuseField } from '../contract/refusals.ts'

export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

export interface FileStore {
  /** Stores all chunks, or deletes everything and rethrows their error. */
  put(organization_id: string, file_key: string, chunks: Chunks): Promise<void>
  get(organization_id: string, file_key: string): Promise<Uint8Array | null>
  /** The bytes of a range in chunks; null if there is no such key. */
  stream(organization_id: string, file_key: string, range: ByteRange): Promise<AsyncIterable<Uint8Array> | null>
  /** Also deletes what an unfinished put left behind. */
  remove(organization_id: string, file_key: string): Promise<void>
}

/** Longer than receiving a body and storing its last part can take. */
const stagedSeconds = 600

const formatted = (bytes: number) => bytes.toLocaleString('en-US')

/** Runs under a lock on the organisation, so that concurrent uploads see each other. */
async function reserve(sql: Sql, organization_id: string, file_key: string, bytes: number): Promise<void> {
  await sql`select 1 from organizations where organization_id = ${organization_id} for no key update`
  const [row] = await sql<{ in_flight: number; used: number }[]>`
    select (select count(*) from staged_uploads where organization_id = ${organization_id} and ends_at > now())::int
        as in_flight,
      (coalesce((select sum(byte_count) from uploads where organization_id = ${organization_id}), 0)
        + coalesce((select sum(reserved_bytes) from staged_uploads where organization_id = ${organization_id}), 0))::float8
        as used`
  const { in_flight, used } = row!
  if (in_flight >= limits.uploads_at_once_max)
    refuse('rate_limited', {
      desc: `${in_flight} uploads of this organisation are in progress, which is the maximum. Send this one again when another has finished.`,
      retry_after_seconds: 2,
    })
  const left = Math.max(0, limits.upload_space_bytes - used)
  if (bytes > left)
    refuse('upload_space_full', {
      desc: `The files of this organisation use ${formatted(used)} of its ${formatted(limits.upload_space_bytes)} bytes, and this one needs up to ${formatted(bytes)} more. Delete files with DELETE /api/v1/files, or wait: files are deleted ${limits.upload_days} days after upload.`,
      data: { field: 'body', rule: 'is too large for the remaining space', allowed: [`at most ${left} bytes`] },
    })
  await sql`
    insert into staged_uploads (organization_id, file_key, reserved_bytes, ends_at)
    values (${organization_id}, ${file_key}, ${bytes}, now() + make_interval(secs => ${stagedSeconds}))`
}

/** Uploads of this process; each holds a part of its file in memory. */
let in_flight = 0

function takePlace(): void {
  if (in_flight >= limits.uploads_in_process_max)
    refuse('SERVICE_UNAVAILABLE', {
      desc: 'Too many files are being uploaded at the moment. Send this one again shortly.',
    })
  in_flight++
}

export function openFiles(store: FileStore, db: Database): Files {
  const receive = async (organization_id: string, file_key: string, { announced_bytes, chunks }: ByteStream) => {
    if (announced_bytes === 0) refuseEmpty()
    const bytesMax = announced_bytes ?? limits.upload_bytes_max
    await db.of(organization_id).write((sql) => reserve(sql, organization_id, file_key, bytesMax))
    const digest = createHash('sha256')
    let byte_count = 0
    const counted = async function* () {
      for await (const chunk of chunks()) {
        digest.update(chunk)
        byte_count += chunk.byteLength
        yield chunk
      }
      if (byte_count === 0) refuseEmpty()
    }
    try {
      await store.put(organization_id, file_key, counted())
    } catch (error) {
      await forget(db, organization_id, file_key)
      throw error
    }
    return { byte_count, sha256: digest.digest('hex') }
  }
  return {
    async read(organization_id, file_key) {
      const [row] = await db.of(organization_id).reads<{ file_name: string }[]>`
        select file_name from uploads where organization_id = ${organization_id} and file_key = ${file_key}`
      const bytes = row && (await store.get(organization_id, file_key))
      return bytes ? { bytes, file_name: row.file_name } : null
    },
    async stream(organization_id, file_key, range = {}) {
      const [row] = await db.of(organization_id).reads`
        select from uploads where organization_id = ${organization_id} and file_key = ${file_key}`
      return row === undefined ? null : store.stream(organization_id, file_key, range)
    },
    async receive(organization_id, file_key, body) {
      takePlace()
      try {
        return await receive(organization_id, file_key, body)
      } finally {
        in_flight--
      }
    },
    store: (organization_id, file_key, chunks) => store.put(organization_id, file_key, chunks),
    streamStored: (organization_id, file_key) => store.stream(organization_id, file_key, {}),
    remove: (organization_id, file_key) => store.remove(organization_id, file_key),
  }
}

const refuseEmpty = (): never => refuseField('body', 'is empty; send the bytes of the file')

/** The store kept nothing. If the database is unreachable, the row stays until the cleanup job deletes it. */
const forget = (db: Database, organization_id: string, file_key: string) =>
  db
    .write(
      (sql) => sql`delete from staged_uploads where organization_id = ${organization_id} and file_key = ${file_key}`,
    )
    .catch(() => {})
