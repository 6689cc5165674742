/** Why a file as a whole cannot be imported, in words that follow "The file". The docs site lists them. */
import { limits } from '../../contract/limits.ts'

/** In bytes of UTF-8. */
export const recordLengthMax = 1_048_576

const shown = (count: number) => count.toLocaleString('en-US')

export const fileRules = {
  noHeader: 'has no header row',
  headerText: 'has a header row with characters that are no text',
  tooManyColumns: `has more than ${limits.import_columns_max} columns`,
  noRows: 'has no rows below the header row',
  tooManyRows: `has more than ${shown(limits.import_rows_max)} rows`,
  recordTooLong: (row: number) =>
    `has more than ${shown(limits.import_record_rows_max)} rows of one record, up to row ${row}`,
  tooFarApart: (row: number) =>
    `has more than ${shown(limits.import_apart_rows_max)} rows that stand apart from the first rows of their records, which are before row ${row}; sort it by that column`,
  rowTooLong: (row: number) =>
    `has more than ${shown(recordLengthMax)} bytes in row ${row}; a line break or a closing quote may be missing`,
  quoteOpen: (row: number) => `has a quote in row ${row} that is never closed`,
  notCsv: (row: number) => `cannot be read as CSV from row ${row} on`,
  notText: (line: number) =>
    `cannot be read as CSV, XLSX or XLS: its bytes on line ${line} are no text; save it as CSV in UTF-8, or as UTF-16 with a byte order mark`,
  mixedEncodings: (utf8_line: number, other_line: number) =>
    `mixes two encodings: line ${utf8_line} is UTF-8 and line ${other_line} is not; save all of it as UTF-8`,
  unknownEncoding: (line: number) =>
    `has bytes on line ${line} that are neither UTF-8 nor Windows-1252; save it as UTF-8`,
  invalidEncoding: (encoding: string) => `is not valid ${encoding.toUpperCase()}`,
  deleted: 'was deleted; upload it again and start another import',
  replaced: 'was replaced after the import was created; start another import for the new file',
} as const

/** Each rule as a report may state it. */
export const fileRefusals: readonly string[] = [
  fileRules.noHeader,
  fileRules.headerText,
  fileRules.tooManyColumns,
  fileRules.noRows,
  fileRules.tooManyRows,
  fileRules.recordTooLong(9_214),
  fileRules.tooFarApart(1_001),
  fileRules.rowTooLong(118),
  fileRules.quoteOpen(118),
  fileRules.notCsv(118),
  fileRules.notText(3),
  fileRules.mixedEncodings(2, 41),
  fileRules.unknownEncoding(41),
  fileRules.invalidEncoding('utf-16le'),
  fileRules.deleted,
  fileRules.replaced,
]
