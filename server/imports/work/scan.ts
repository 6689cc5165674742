/**
 * The first step of a preview: reads the whole file once, finds its encoding, cuts it into batches that no record
 * crosses, and counts what its columns say of dates and decimals. Each batch is a checkpoint.
 */
import { limits } from '../../contract/limits.ts'
import type { RawRow } from '../reading/csv_rows.ts'
import { FileFault } from '../../files/file_fault.ts'
import { fileRules } from '../reading/file_rules.ts'
import { storedHeaders } from '../mapping/find_headers.ts'
import { findHead, isBlankRow } from '../reading/head.ts'
import { startOf } from '../reading/source.ts'
import { type FieldReader, textOf } from '../values/field_reader.ts'
import { isJoined, joinTextOf } from '../values/records.ts'
import { Apart } from './apart.ts'
import { collectSometimes } from './garbage.ts'
import { addFacts, type ReadingState } from './reading_state.ts'
import { restoreKeys } from './restore_keys.ts'
import { checkpoint, dropKeyHashes, insertBatches, markRead, writeKeyHashes } from './store.ts'
import { batchRowsOf, fileOf, inspectFile, joinOf, readersFor, sourceOf, type Work } from './work.ts'

/** Looks at all bytes and at the header row. */
async function beginReading(work: Work): Promise<ReadingState> {
  const { is_workbook, encoding, bom_bytes } = await inspectFile(work)
  const head = await findHead(fileOf(work), storedHeaders(work.row.columns as { header: string }[]), {
    encoding,
    bom_bytes,
  })
  if (head === null) throw new FileFault(fileRules.deleted)
  const { headers, header_row, delimiter } = head
  const format = { is_workbook, encoding, delimiter, header_row, bom_bytes }
  return {
    format,
    headers,
    position: startOf(format),
    rows: 0,
    batches: 0,
    dates: {},
    numbers: {},
  }
}

type EndedRow = RawRow & { end: number }

/** Collects rows until a batch is full and the next row begins a record. */
class Batcher {
  #rows: EndedRow[] = []
  #record_rows = 0
  /** Join text of the record that is being read. */
  #by: string | null | undefined
  readonly #rows_max: number
  readonly #join: FieldReader | null

  constructor(rows_max: number, join: FieldReader | null) {
    this.#rows_max = rows_max
    this.#join = join
  }

  /** Whether the rows so far are a batch that ends before this row. */
  isFullBefore(row: EndedRow): boolean {
    return this.#rows.length >= this.#rows_max && !this.#joins(row)
  }

  /** Of a row that holds anything: the text that joins it, and whether it goes on with the record above it. */
  joinOf(row: EndedRow): { by: string | null; isJoined: boolean } {
    const by = joinTextOf(this.#join, row)
    return { by, isJoined: isJoined(this.#join, this.#by, by) }
  }

  #joins(row: EndedRow): boolean {
    return isBlankRow(row) || isJoined(this.#join, this.#by, joinTextOf(this.#join, row))
  }

  add(row: EndedRow): void {
    if (this.#join === null || !this.#joins(row)) {
      this.#record_rows = 0
      this.#by = joinTextOf(this.#join, row)
    }
    if (!isBlankRow(row)) this.#record_rows++
    if (this.#record_rows > limits.import_record_rows_max)
      throw new FileFault(fileRules.recordTooLong(row.row_number), {
        row_number: row.row_number,
        column: this.#join?.header ?? null,
      })
    this.#rows.push(row)
  }

  take(): EndedRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }
}

/** Records a batch with the state behind it. */
async function closeBatch(
  work: Work,
  state: ReadingState,
  { rows, offset, apart }: { rows: EndedRow[]; offset: number | null; apart: Apart | null },
): Promise<void> {
  if (rows.length === 0) return
  const { db, job } = work
  const last_row = rows.at(-1)!.row_number
  const batch = {
    batch_number: ++state.batches,
    first_row: state.position.row_number + 1,
    last_row,
    byte_start: state.position.offset,
    byte_end: offset,
  }
  state.rows += rows.reduce((count, row) => count + (isBlankRow(row) ? 0 : 1), 0)
  if (state.rows > limits.import_rows_max) throw new FileFault(fileRules.tooManyRows)
  state.position = { row_number: last_row, offset }
  await db.write(async (sql) => {
    await insertBatches(sql, job, [batch])
    if (apart !== null) {
      const key_hashes = await apart.write(sql, job, batch.batch_number)
      await writeKeyHashes(sql, job, { batch_number: batch.batch_number, key_hashes })
    }
    const { batches: batches_total, rows: rows_total } = state
    await checkpoint(sql, job, { reading: state, batches_total, rows_total })
  })
}

/** Returns null where the file goes on in the next turn. */
export async function scan(work: Work): Promise<ReadingState | null> {
  const { row, db, job } = work
  const state = (row.reading as ReadingState | null) ?? (await beginReading(work))
  if (row.is_read) return state
  if (row.reading !== null) await inspectFile(work)
  const readers = readersFor(work, state)
  const join = joinOf(work, readers)
  const add = addFacts(state, readers, work.currency)
  const batcher = new Batcher(batchRowsOf(work), join)
  const apart = join !== null && work.kind.joins_apart === true ? new Apart(await restoreKeys(work, state.rows)) : null
  let before: number | null = state.position.offset
  for await (const { rows, offsetOf } of sourceOf(work, state).from(state.position)) {
    for (const raw of rows) {
      if (batcher.isFullBefore(raw)) {
        const batch = batcher.take()
        const offset = apart === null ? offsetOf(batch.at(-1)!.end) : before
        await closeBatch(work, state, { rows: batch, offset, apart })
        await collectSometimes(batch.length)
        if (work.isOver()) return null
      }
      if (apart !== null) {
        const place = { byte_start: before, byte_end: offsetOf(raw.end) }
        before = place.byte_end
        const batch_start = state.position.row_number + 1
        if (!isBlankRow(raw)) apart.look(raw, { ...batcher.joinOf(raw), ...place, batch_start })
      }
      batcher.add(raw)
      add(raw.row_number, (reader) => textOf(reader, raw))
    }
  }
  const offset = state.format.is_workbook ? null : row.byte_count
  await closeBatch(work, state, { rows: batcher.take(), offset, apart })
  if (state.rows === 0) throw new FileFault(fileRules.noRows)
  await db.write(async (sql) => {
    await dropKeyHashes(sql, job)
    await markRead(sql, job)
  })
  return state
}
