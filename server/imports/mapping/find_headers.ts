/** Where the headers of a file stand: systems and people write titles and instructions above them. */
import type { ImportCatalogue, ImportKind } from '../kind.ts'
import type { FileBytes } from '../reading/file_bytes.ts'
import { findHead, type Head, type IsHeader } from '../reading/head.ts'
import { normalHeader } from './headers.rules.ts'
import { recogniseProfile } from './recognise.ts'

/** A single known word may be a value. */
const knownHeadersMin = 2

function wordsOf(kinds: readonly ImportKind[]): ReadonlySet<string> {
  const fields = kinds.flatMap((kind) => Object.entries(kind.fields))
  return new Set(fields.flatMap(([name, { synonyms = [] }]) => [name, ...synonyms].map(normalHeader)))
}

/** Whether a row has the headers of a profile, or several that files usually have. */
function knownHeaders({ kinds, profiles }: ImportCatalogue): IsHeader {
  const words = wordsOf(kinds)
  const isKnown = (cell: string | null) => cell !== null && words.has(normalHeader(cell))
  return (cells) => recogniseProfile(profiles, cells) !== null || new Set(cells.filter(isKnown)).size >= knownHeadersMin
}

const filled = (cells: readonly (string | null)[]) => cells.filter((cell) => cell !== null).length

const isTableRow: IsHeader = (cells) => filled(cells) > 1

/** A title over a table: one cell, in a row that a spreadsheet or a delimiter says is as wide as the others. */
const isTitled = ({ headers, is_workbook }: Head) => filled(headers) === 1 && (is_workbook || headers.length > 1)

/** null: there is no such file. */
export async function findHeaders(file: FileBytes, catalogue: ImportCatalogue): Promise<Head | null> {
  const isKnown = knownHeaders(catalogue)
  const head = await findHead(file, isKnown)
  if (head === null || isKnown(head.headers) || !isTitled(head)) return head
  return findHead(file, isTableRow)
}

const titleLengthMax = 200

export interface TitleRow {
  row_number: number
  text: string | null
}

/** Rows above the headers as people see them; `isHidden` where they may name people. */
export const titleRows = ({ titles }: Head, isHidden: boolean): TitleRow[] =>
  titles.map(({ row_number, cells }) => {
    const text = cells.filter((cell) => cell !== null).join(' | ')
    return {
      row_number,
      text: isHidden ? null : text.slice(0, titleLengthMax).replaceAll('\u0000', '\ufffd').toWellFormed(),
    }
  })

/** The row whose cells an import was created with. */
export const storedHeaders =
  (columns: readonly { header: string }[]): IsHeader =>
  (cells) =>
    cells.length === columns.length && columns.every(({ header }, place) => (cells[place] ?? '') === header)
