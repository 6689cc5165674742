/** Reads a spreadsheet by what it is, not by what its name says. Runs in the worker. */
import { readCsv } from './csv.ts'
import { type Columns, type Sheet, SheetFault, type SheetLimits, unreadable } from './sheet.ts'
import { readXls, readXlsx } from './workbook.ts'

const startsWith = (bytes: Uint8Array, ...mark: number[]) => mark.every((byte, i) => bytes[i] === byte)

export function readSheet(bytes: Uint8Array, columns: Columns, limits: SheetLimits): Sheet {
  try {
    if (startsWith(bytes, 0x50, 0x4b)) return readXlsx(bytes, columns, limits)
    if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return readXls(bytes, columns, limits)
    return readCsv(bytes, columns, limits)
  } catch (error) {
    if (error instanceof SheetFault) throw error
    // Whatever a parser trips over in a stranger's file is the file's fault.
    throw new SheetFault(unreadable)
  }
}
