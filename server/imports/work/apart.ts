/**
 * Rows of a record that are not adjacent to its first ones. The scan finds them by the hash of the text that joins rows, and
 * notes them with the batch that has the first row of their record, which then reads them, too.
 */
import { import_batches } from '../../../db/schema/imports.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { FileFault } from '../../files/file_fault.ts'
import type { RawRow } from '../reading/csv_rows.ts'
import { fileRules } from '../reading/file_rules.ts'
import type { RowSource } from '../reading/source.ts'
import { KeyIndex } from './key_index.ts'
import type { BatchRow, ImportJob } from './store.ts'

/** A row of a record that began in an earlier batch. */
interface ApartRow {
  /** The first row of its record. */
  first_row: number
  row_number: number
  byte_start: number | null
  byte_end: number | null
}

interface LookedAt extends Pick<ApartRow, 'byte_start' | 'byte_end'> {
  by: string | null
  /** Whether it goes on with the record above it. */
  isJoined: boolean
  /** The first row of the batch that it is in. */
  batch_start: number
}

const rows = recordset(import_batches, [], {
  extra: { first: 'int', row_number: 'int', byte_start: 'bigint | null', byte_end: 'bigint | null' },
})

/** The join texts of a file, each with its first row. */
export class Apart {
  readonly #keys: KeyIndex
  #rows: ApartRow[] = []
  /** First row of the record that is being read, where that is in an earlier batch. */
  #of: number | null = null

  constructor(keys = new KeyIndex()) {
    this.#keys = keys
  }

  look({ row_number }: RawRow, { by, isJoined, batch_start, byte_start, byte_end }: LookedAt): void {
    if (!isJoined) {
      const first = by === null ? null : this.#keys.add(by, row_number)
      this.#of = first !== null && first < batch_start ? first : null
    }
    if (this.#of !== null) this.#rows.push({ first_row: this.#of, row_number, byte_start, byte_end })
  }

  /** Records what was seen since, in the transaction that records the batch. */
  async write(sql: Sql, { organization_id, import_id }: ImportJob, batch_number: number): Promise<Uint8Array> {
    const seen = this.#rows
    this.#rows = []
    if (seen.length > 0) {
      const values = seen.map(({ first_row: first, ...row }) => ({ first, ...row }))
      const grown = await sql<{ brought: number; last: number }[]>`
        update import_batches b set brought = b.brought || s.brought
        from (
          select p.batch_number, jsonb_agg(jsonb_build_array(n.row_number, n.byte_start, n.byte_end) order by n.row_number) as brought
          from ${rows.from(values)}
          join import_batches p on p.organization_id = ${organization_id} and p.import_id = ${import_id}
            and n.first between p.first_row and p.last_row
          group by p.batch_number
        ) s
        where b.organization_id = ${organization_id} and b.import_id = ${import_id} and b.batch_number = s.batch_number
        returning jsonb_array_length(b.brought) as brought, b.last_row as last`
      const long = grown.find(({ brought }) => brought > limits.import_apart_rows_max)
      if (long !== undefined) throw new FileFault(fileRules.tooFarApart(long.last))
      await sql`
        update import_batches set given = ${JSON.stringify(seen.map(({ row_number }) => row_number))}::text::jsonb
        where organization_id = ${organization_id} and import_id = ${import_id} and batch_number = ${batch_number}`
    }
    return this.#keys.taken()
  }
}

/** Ranges that nearly follow each other are read as one. */
const gapBytes = 65_536

interface Range {
  first_row: number
  last_row: number
  byte_start: number | null
  byte_end: number | null
  wanted: Set<number>
}

function rangesOf(brought: BatchRow['brought']): Range[] {
  const ranges: Range[] = []
  for (const [row, byte_start, byte_end] of brought) {
    const last = ranges.at(-1)
    const isNear = last !== undefined && (byte_start === null || byte_start - last.byte_end! <= gapBytes)
    if (isNear) {
      last.last_row = row
      last.byte_end = byte_end
      last.wanted.add(row)
    } else ranges.push({ first_row: row, last_row: row, byte_start, byte_end, wanted: new Set([row]) })
  }
  return ranges
}

/** The rows of the records that begin in a batch. */
export async function batchRows(source: RowSource, batch: BatchRow): Promise<readonly RawRow[]> {
  const own = await source.batch(batch)
  if (batch.given.length === 0 && batch.brought.length === 0) return own
  const given = new Set(batch.given)
  const all = own.filter(({ row_number }) => !given.has(row_number))
  for (const range of rangesOf(batch.brought))
    all.push(...(await source.batch(range)).filter(({ row_number }) => range.wanted.has(row_number)))
  return all
}
