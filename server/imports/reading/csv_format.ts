/** How a CSV file writes its rows: its encoding, and the character between its cells. */
import { byMark, type Encoding, type TextEncoding, Utf8Check } from './encoding.ts'

export interface CsvFormat {
  encoding: Encoding
  delimiter: string
}

/** Enough of a file to tell its delimiter and its headers. */
export const headBytes = 262_144

/** By the beginning alone; a byte far below can still make it another one, which reading the whole file finds. */
function encodingOf(head: Uint8Array, isWhole: boolean): TextEncoding {
  const marked = byMark(head)
  if (marked !== null) return marked
  const check = new Utf8Check()
  check.add(head)
  return { encoding: check.finish(isWhole), bom_bytes: 0 }
}

/** Excel's own first line that names the delimiter is no row of data. */
const named = /^sep=(.)(?:\r\n|[\r\n])/

const delimiters = [',', ';', '\t', '|'] as const
const linesLookedAt = 100
const quotedCell = /(^|[,;\t|\r\n])"(?:[^"]|"")*"/g

/** How many lines have the same number of the delimiter, at least one, as most lines with any have. */
function agreeing(lines: readonly string[], delimiter: string): number {
  const lineCounts = new Map<number, number>()
  for (const line of lines) {
    const count = line.split(delimiter).length - 1
    if (count > 0) lineCounts.set(count, (lineCounts.get(count) ?? 0) + 1)
  }
  return Math.max(0, ...lineCounts.values())
}

/**
 * table: begins with its headers, whose line decides; below a single column, a delimiter is part of a value.
 * paper: may begin with titles, so that the delimiter is the one that most lines have equally often.
 */
export type Layout = 'table' | 'paper'

function findDelimiter(text: string, layout: Layout): string {
  const lines = text
    .replaceAll(quotedCell, '$1')
    .split(/[\r\n]+/)
    .filter((line) => line !== '')
    .slice(0, linesLookedAt)
  const scores = delimiters.map((delimiter) => ({
    delimiter,
    lines: layout === 'table' ? 0 : agreeing(lines, delimiter),
    first: (lines[0] ?? '').split(delimiter).length,
  }))
  return scores.toSorted((one, other) => other.lines - one.lines || other.first - one.first)[0]!.delimiter
}

export interface FoundFormat extends CsvFormat {
  bom_bytes: number
  /** Whether the first row names the delimiter. */
  has_named: boolean
}

/** `head`: the beginning of the file, or all of it. `given`: the encoding, where the whole file was read through. */
export function csvFormatOf(
  head: Uint8Array,
  isWhole: boolean,
  { layout = 'table', given }: { layout?: Layout; given?: TextEncoding } = {},
): FoundFormat {
  const { encoding, bom_bytes } = given ?? encodingOf(head, isWhole)
  const text = new TextDecoder(encoding).decode(head.subarray(0, headBytes))
  const delimiter = named.exec(text)?.[1]
  return {
    encoding,
    bom_bytes,
    has_named: delimiter !== undefined,
    delimiter: delimiter ?? findDelimiter(text, layout),
  }
}
