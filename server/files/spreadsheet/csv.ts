/** CSV as spreadsheets write it: comma, semicolon, tab or bar; UTF-8, UTF-16 with its mark, or Windows-1252. */
import { CsvError, parse } from 'csv-parse/sync'
import { type Columns, type Sheet, SheetBuilder, SheetFault, type SheetLimits, unreadable } from './sheet.ts'

const delimiters = [',', ';', '\t', '|'] as const
export const recordLengthMax = 1_048_576

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes.includes(0)) throw new SheetFault(unreadable)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The one that the first line holds most often outside quotes. */
export function findDelimiter(line: string): string {
  const bare = line.replaceAll(/"(?:[^"]|"")*"/g, '')
  const counts = delimiters.map((delimiter) => bare.split(delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))]!
}

export function firstLine(text: string): string {
  const start = text.search(/[^\r\n]/)
  if (start < 0) return ''
  const length = text.slice(start, start + recordLengthMax).search(/[\r\n]/)
  return text.slice(start, length < 0 ? start + recordLengthMax : start + length)
}

export function readCsv(bytes: Uint8Array, columns: Columns, limits: SheetLimits): Sheet {
  const whole = decode(bytes)
  // Excel's own first line that names the delimiter is no row.
  const named = /^sep=(.)\r?\n/.exec(whole)
  const text = named ? whole.slice(named[0].length) : whole
  const builder = new SheetBuilder(columns, limits)
  let row_number = named ? 1 : 0
  try {
    parse(text, {
      delimiter: named?.[1] ?? findDelimiter(firstLine(text)),
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: recordLengthMax,
      on_record: (record: string[]) => {
        builder.add(++row_number, record)
        return null
      },
    })
  } catch (error) {
    if (error instanceof CsvError) throw new SheetFault(`${unreadable}: row ${row_number + 1} breaks the format`)
    throw error
  }
  return builder.finish()
}
