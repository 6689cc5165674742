/**
 * Rows of a CSV file as its bytes arrive, with the place in the file where each ends, so that a later step can begin
 * there. Only a chunk and the rows in it are in memory.
 */
import { type CsvError, Parser } from 'csv-parse'
import { isSliceOver, nextSlice } from '../../queue/slices.ts'
import type { CsvFormat } from './csv_format.ts'
import type { Encoding } from './encoding.ts'
import { FileFault } from '../../files/file_fault.ts'
import { fileRules, recordLengthMax } from './file_rules.ts'

export interface RawRow {
  row_number: number
  /** Trimmed; null where blank. */
  cells: (string | null)[]
}

export interface CsvRow extends RawRow {
  /** In bytes of the parser's UTF-8, for `offsetOf`. */
  end: number
}

const trimmed = (cell: string) => cell.trim() || null

/** The parser's records as soon as they are complete, each with the byte at which it ended. */
class Records extends Parser {
  #rows: CsvRow[] = []
  #row_number: number
  #taken: () => void = () => {}
  fault: CsvError | null = null

  constructor(delimiter: string, row_number: number) {
    super({
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: recordLengthMax,
    })
    this.#row_number = row_number
    this.on('error', (error) => {
      this.fault ??= error as CsvError
      this.#taken()
    })
  }

  override push(record: unknown): boolean {
    if (record !== null)
      this.#rows.push({
        row_number: ++this.#row_number,
        cells: (record as string[]).map(trimmed),
        end: this.info.bytes,
      })
    return true
  }

  async feed(chunk: Uint8Array | null): Promise<CsvRow[]> {
    await new Promise<void>((resolve) => {
      this.#taken = resolve
      if (chunk === null) this.end(() => resolve())
      else this.write(chunk, () => resolve())
    })
    if (this.fault !== null) throw faultOf(this.fault, this.#row_number + 1)
    const rows = this.#rows
    this.#rows = []
    return rows
  }
}

function faultOf({ code }: CsvError, row_number: number): FileFault {
  const rule =
    code === 'CSV_MAX_RECORD_SIZE'
      ? fileRules.rowTooLong(row_number)
      : code === 'CSV_QUOTE_NOT_CLOSED'
        ? fileRules.quoteOpen(row_number)
        : fileRules.notCsv(row_number)
  return new FileFault(rule, { row_number })
}

/** Turns the file's bytes into UTF-8, and places in it back into places in the file. */
class Utf8Feed {
  readonly #encoding: Encoding
  readonly #decoder: TextDecoder
  /** Chunks that a place may still lie in. */
  #marks: { utf8: number; source: number; bytes: Uint8Array }[] = []
  #utf8: number = 0
  #source: number

  constructor(encoding: Encoding, source: number) {
    this.#encoding = encoding
    this.#source = source
    this.#decoder = new TextDecoder(encoding, { fatal: encoding !== 'windows-1252', ignoreBOM: true })
  }

  get #unit_bytes(): number {
    return this.#encoding === 'windows-1252' ? 1 : 2
  }

  next(chunk: Uint8Array | null): Uint8Array {
    if (this.#encoding === 'utf-8') return chunk ?? new Uint8Array(0)
    let text: string
    try {
      text = chunk === null ? this.#decoder.decode() : this.#decoder.decode(chunk, { stream: true })
    } catch {
      throw new FileFault(fileRules.invalidEncoding(this.#encoding))
    }
    const bytes = new TextEncoder().encode(text)
    this.#marks.push({ utf8: this.#utf8, source: this.#source, bytes })
    this.#utf8 += bytes.length
    this.#source += text.length * this.#unit_bytes
    return bytes
  }

  /** `end` must not be before one that was asked for earlier. */
  offsetOf(end: number, base: number): number {
    if (this.#encoding === 'utf-8') return base + end
    while (this.#marks.length > 1 && this.#marks[1]!.utf8 <= end) this.#marks.shift()
    const { utf8, source, bytes } = this.#marks[0]!
    return (
      source +
      new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, end - utf8)).length * this.#unit_bytes
    )
  }
}

/** Parsed at a time. The rows of larger pieces outlive many collections of short-lived memory, and then wait for a full one. */
const pieceBytes = 4_096

export interface CsvRows {
  rows: CsvRow[]
  /** The place in the file of a row's `end`; asked in ascending order. */
  offsetOf: (end: number) => number
}

/** Where chunks begin in the file, how many rows precede it, and the organisation whose turn reading them is. */
export interface CsvStart {
  offset: number
  row_number: number
  owner?: string
}

/** `ends`: whether the chunks reach the end of the file. */
export async function* readCsvRows(
  chunks: AsyncIterable<Uint8Array>,
  { encoding, delimiter }: CsvFormat,
  start: CsvStart,
  ends = true,
): AsyncGenerator<CsvRows> {
  const records = new Records(delimiter, start.row_number)
  const feed = new Utf8Feed(encoding, start.offset)
  const offsetOf = (end: number) => feed.offsetOf(end, start.offset)
  for await (const chunk of chunks) {
    const bytes = feed.next(chunk)
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      if (isSliceOver()) await nextSlice(start.owner)
      const rows = await records.feed(bytes.subarray(at, at + pieceBytes))
      if (rows.length > 0) yield { rows, offsetOf }
    }
  }
  if (!ends) return
  const last = feed.next(null)
  const rows = [...(last.length > 0 ? await records.feed(last) : []), ...(await records.feed(null))]
  if (rows.length > 0) yield { rows, offsetOf }
}
