/** The rows of an import's file: in order from a place on, and by batch. A workbook is read whole, once per attempt. */
import type { Files } from '../../contract/call.ts'
import { type RawRow, readCsvRows } from './csv_rows.ts'
import type { Encoding } from './encoding.ts'
import { FileFault } from './file_fault.ts'
import { fileRules } from './file_rules.ts'
import { readWorkbook } from './head.ts'

/** How to read an import's bytes, known once the whole file was scanned. */
export interface FileFormat {
  is_workbook: boolean
  encoding: Encoding
  delimiter: string
  header_row: number
  bom_bytes: number
}

/** Position of a batch in its file. */
export interface BatchPlace {
  first_row: number
  last_row: number
  byte_start: number | null
  byte_end: number | null
}

export interface RowsRead {
  rows: readonly (RawRow & { end: number })[]
  /** The place in the file after a row; null in a workbook. */
  offsetOf: (end: number) => number | null
}

export interface RowSource {
  /** Rows behind `after`, which is a row and the place where it ends. */
  from(after: { row_number: number; offset: number | null }): AsyncGenerator<RowsRead>
  batch(place: BatchPlace): Promise<readonly RawRow[]>
}

export interface StoredFile {
  organization_id: string
  file_key: string
}

const gone = () => new FileFault(fileRules.deleted)

export function openSource(files: Files, { organization_id, file_key }: StoredFile, format: FileFormat): RowSource {
  return format.is_workbook
    ? workbookSource(files, { organization_id, file_key }, format)
    : csvSource(files, { organization_id, file_key }, format)
}

function csvSource(files: Files, { organization_id, file_key }: StoredFile, format: FileFormat): RowSource {
  return {
    async *from({ row_number, offset }) {
      const start = { row_number, offset: offset ?? format.bom_bytes }
      const chunks = await files.stream(organization_id, file_key, { start: start.offset })
      if (chunks === null) throw gone()
      for await (const { rows, offsetOf } of readCsvRows(chunks, format, start)) {
        const data = rows.filter((row) => row.row_number > format.header_row)
        if (data.length > 0) yield { rows: data, offsetOf }
      }
    },
    async batch({ first_row, byte_start, byte_end }) {
      const chunks = await files.stream(organization_id, file_key, { start: byte_start!, end: byte_end! })
      if (chunks === null) throw gone()
      const all: RawRow[] = []
      for await (const { rows } of readCsvRows(chunks, format, { row_number: first_row - 1, offset: byte_start! }))
        all.push(...rows.filter(({ row_number }) => row_number > format.header_row))
      return all
    },
  }
}

function workbookSource(files: Files, { organization_id, file_key }: StoredFile, format: FileFormat): RowSource {
  let reading: Promise<readonly RawRow[]> | undefined
  const readAll = async () => {
    const file = await files.read(organization_id, file_key)
    if (file === null) throw gone()
    return (await readWorkbook(file.bytes, organization_id)).rows
  }
  const all = () => (reading ??= readAll())
  return {
    async *from({ row_number }) {
      const rows = (await all()).filter((row) => row.row_number > Math.max(row_number, format.header_row))
      const offsetOf = () => null
      if (rows.length > 0) yield { rows: rows.map((row) => ({ ...row, end: 0 })), offsetOf }
    },
    async batch({ first_row, last_row }) {
      return (await all()).filter(({ row_number }) => row_number >= first_row && row_number <= last_row)
    },
  }
}
