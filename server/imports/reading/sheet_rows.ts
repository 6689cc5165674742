/** The rows of a workbook, read once however often they are asked for. */
import { limits } from '../../contract/limits.ts'
import { FileFault } from '../../files/file_fault.ts'
import { readWorkbook, type SheetRow } from '../../files/spreadsheet.ts'
import type { FileBytes } from './file_bytes.ts'
import { fileRules } from './file_rules.ts'

export type SheetRows = () => Promise<readonly SheetRow[]>

export function sheetRowsOf(file: FileBytes, rows_max: number = limits.import_rows_max): SheetRows {
  const read = async () => {
    const bytes = await file.findAll()
    if (bytes === null) throw new FileFault(fileRules.deleted)
    return readWorkbook(bytes, { organization_id: file.organization_id, rows_max })
  }
  let reading: Promise<SheetRow[]> | undefined
  return () => (reading ??= read())
}
