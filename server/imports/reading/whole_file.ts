/** All rows of a small file at once, for callers whose response reports each row. */
import type { Files } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { refuseField } from '../../contract/refusals.ts'
import { FileFault } from '../../files/file_fault.ts'
import { wholeFiles } from '../../files/spreadsheet.ts'
import { sheetRules } from '../../files/spreadsheet/sheet.ts'
import type { RawRow } from './csv_rows.ts'
import { type FileBytes, uploadedBytes } from './file_bytes.ts'
import { fileRules } from './file_rules.ts'
import { openTable, type Table } from './table.ts'

export interface WholeFile {
  headers: (string | null)[]
  rows: RawRow[]
}

async function allRows(table: Table, rows_max: number): Promise<RawRow[]> {
  const rows: RawRow[] = []
  let cells = 0
  for await (const some of table.rows())
    for (const row of some) {
      cells += row.cells.length
      rows.push(row)
      if (rows.length > rows_max) throw new FileFault(sheetRules.tooManyRows(rows_max))
      if (cells > limits.spreadsheet_cells_max) throw new FileFault(sheetRules.tooManyCells(limits))
    }
  if (rows.length === 0) throw new FileFault(fileRules.noRows)
  return rows
}

/** null: there is no such file. */
async function read(file: FileBytes, rows_max: number): Promise<WholeFile | null> {
  const table = await openTable(file, rows_max)
  if (table === null) return null
  const work = async () => ({ headers: table.headers, rows: await allRows(table, rows_max) })
  // A workbook had its turn when it was opened.
  return table.format.is_workbook ? work() : wholeFiles.run(file.organization_id, work)
}

/** Refuses a file that cannot be read, as the field of the request that names it. */
export async function refuseFault<T>(fileField: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof FileFault) return refuseField(fileField, `names a file that ${error.facts.rule}`)
    throw error
  }
}

export const readWholeFile = (file: FileBytes, rows_max: number, fileField: string): Promise<WholeFile> =>
  refuseFault(
    fileField,
    async () => (await read(file, rows_max)) ?? refuseField(fileField, 'must be an uploaded file of this organisation'),
  )

export async function readUpload(
  files: Files,
  organization_id: string,
  s3_key: string,
  rows_max: number,
): Promise<WholeFile> {
  if (s3_key.trim() === '') refuseField('s3_key', 'must not be blank')
  return readWholeFile(uploadedBytes(files, organization_id, s3_key), rows_max, 's3_key')
}
