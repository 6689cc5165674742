/** Writes a workbook. Text stays text: nothing in it is a formula, however it begins. */
import * as XLSX from '@e965/xlsx'

type Cell = string | number | boolean | null

/** Sheets by their names, each rows of cells. */
export function writeWorkbook(sheets: Record<string, readonly (readonly Cell[])[]>): Uint8Array {
  const book = XLSX.utils.book_new()
  for (const [name, rows] of Object.entries(sheets)) {
    const sheet = XLSX.utils.aoa_to_sheet(rows.map((row) => [...row]))
    sheet['!cols'] = widthsOf(rows)
    XLSX.utils.book_append_sheet(book, sheet, name)
  }
  return new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer)
}

const widthMax = 48

/** As wide as what stands in a column, within reason. */
function widthsOf(rows: readonly (readonly Cell[])[]): { wch: number }[] {
  const widths: number[] = []
  for (const row of rows)
    row.forEach((cell, i) => (widths[i] = Math.max(widths[i] ?? 4, Math.min(String(cell ?? '').length + 1, widthMax))))
  return widths.map((wch) => ({ wch }))
}
