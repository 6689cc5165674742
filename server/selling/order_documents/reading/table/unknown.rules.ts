/** Names what a paper says and nobody here understands, where it could change price, quantity, date, place, currency or item. Pure. */
import { type Column, headerOf, isAcross, isIdentifier, isPassedOver } from '../columns.rules.ts'
import { type LabelReading, singleSpaced } from '../labels.rules.ts'
import { type Cell, type Problem, type ReadRow, sheetName } from '../reading.ts'
import { sensitiveIn } from './free_text.rules.ts'
import { carriedSum, numberedPlace, referenceWord, sheetTitle, totalPlace } from './harmless.ts'
import { HarmlessTexts, isHarmless, isValueOf, type Parties } from './harmless.rules.ts'
import type { SensitiveKind } from './sensitive.ts'
import { isStatedTotal } from './stated_totals.rules.ts'
import { type Body, joined, type Table, type TableRow } from './table.rules.ts'
import { type LabelKind, passedOverLabels, totalWords } from './understood.ts'

type Found = Pick<Problem, 'code' | 'sentence'>

const quoted = (cell: Cell) => {
  const text = `“${cell.text.slice(0, 80)}”`
  return cell.place.cell === null ? text : `${text} (${cell.place.cell})`
}

const unknownCell = (cell: Cell): Found => ({
  code: 'cell_unknown',
  sentence: `The cell ${quoted(cell)} is not understood.`,
})

const sameText = (a: string, b: string) => singleSpaced(a).toLowerCase() === singleSpaced(b).toLowerCase()

/** Two columns of one meaning: the first is read, so the second must say the same. */
function repeated(table: Table, at: number, meaning: Column, rows: readonly TableRow[]): Found | null {
  if (meaning === 'description' || meaning === 'line') return null
  const first = table.columns.indexOf(meaning)
  const differing = rows.find(({ row }) => row[at] != null && !sameText(row[at].text, row[first]?.text ?? ''))
  if (differing === undefined) return null
  const headers = `${quoted(table.header[first]!)} and ${quoted(table.header[at]!)}`
  return { code: 'columns_disagree', sentence: `The columns ${headers} have one meaning and differ.` }
}

function columnFault(table: Table, at: number, rows: readonly TableRow[]): Found | null {
  const stated = rows.flatMap(({ row }) => row[at] ?? [])
  if (table.columns[at] != null || stated.length === 0) return null
  const header = table.header[at]
  if (header == null)
    return { code: 'column_unknown', sentence: `The cell ${quoted(stated[0]!)} stands in a column without a header.` }
  if (isPassedOver(header.text)) return null
  const meaning = headerOf(header.text).column
  const own = meaning === 'total_quantity' && !table.columns.includes(meaning) ? 'quantity' : meaning
  if (own !== null && table.columns.includes(own)) return repeated(table, at, own, rows)
  return { code: 'column_unknown', sentence: `The column ${quoted(header)} is not understood.` }
}

export function columnProblems({ tables, lines }: Body): Found[] {
  return tables.flatMap((table) => {
    const rows = lines.filter((line) => line.table === table)
    const width = rows.reduce((most, { row }) => Math.max(most, row.length), table.header.length)
    return Array.from({ length: width }, (_, at) => columnFault(table, at, rows) ?? []).flat()
  })
}

const naming: readonly Column[] = [
  'sku',
  'item',
  'buyer_sku',
  'barcode',
  'style',
  'color',
  'size',
  'door',
  'ship_date',
  'reference',
]

/** A further sheet that orders what another one orders may be a copy or a summary of it. */
export function sheetProblems({ lines }: Body): Found[] {
  const seen = new Map<string, TableRow['table']['sheet']>()
  for (const { cells, table } of lines) {
    const key = naming.map((column) => cells.get(column)?.text.trim().toLowerCase() ?? '').join('|')
    const sheet = seen.get(key)
    if (sheet !== undefined && sheet !== table.sheet) {
      const cell = [...cells.values()][0]!
      return [
        { code: 'sheets_repeat', sentence: `${quoted(cell)} is ordered on two sheets: one may repeat the other.` },
      ]
    }
    seen.set(key, table.sheet)
  }
  return []
}

/** Headers on a sheet without lines; the figures below them are what is named. */
const headsWithoutLines = ({ has_table, others }: Body['sheets'][number]): ReadRow[] =>
  has_table
    ? []
    : others.filter((row) => {
        const cells = row.filter((cell) => cell !== null)
        return cells.length > 1 && cells.every(({ text }) => headerOf(text).column !== null)
      })

const shared: readonly Column[] = ['quantity', 'packs', 'total_quantity', 'amount', 'discount']

/** A merged cell states one figure for several rows, and not how they share it. */
export const mergedProblems = ({ lines }: Body): Found[] =>
  lines.flatMap(({ cells }) =>
    [...cells].flatMap(([column, cell]): Found[] =>
      cell.is_merged === true && (shared.includes(column) || isAcross(column))
        ? [{ code: 'cell_unknown', sentence: `The merged cell ${quoted(cell)} states one figure for several rows.` }]
        : [],
    ),
  )

interface Label {
  kind: LabelKind
  /** What stands behind it; empty where its value is the next cell. */
  value: string
}

const passedOver = passedOverLabels.map(
  ({ labels, kind }) => [new RegExp(`^(?:${labels})\\.?(?= ?[:#]|$)(?: ?[:#]+)?`, 'iu'), kind] as const,
)

/** A label whose value is passed over: it stands alone in its cell, or a colon follows. */
function passedOverLabel(cell: Cell): Label | null {
  const text = singleSpaced(cell.text)
  const [pattern, kind] = passedOver.find(([words]) => words.test(text)) ?? []
  return pattern === undefined ? null : { kind: kind!, value: text.replace(pattern, '').trim() }
}

interface UnreadText {
  cell: Cell
  /** The kind of the label before it; null where there is none. */
  kind: LabelKind | null
}

/** Texts of a row that were not read, with the labels that they are the values of. */
function unreadTexts(row: ReadRow, used: ReadonlySet<Cell>): UnreadText[] {
  const cells = row.filter((cell) => cell !== null && !used.has(cell))
  const texts: UnreadText[] = []
  for (let i = 0; i < cells.length; i++) {
    const label = passedOverLabel(cells[i]!)
    if (label === null) texts.push({ cell: cells[i]!, kind: null })
    else if (label.value !== '') texts.push({ cell: { ...cells[i]!, text: label.value }, kind: label.kind })
    else if (cells[i + 1] !== undefined) texts.push({ cell: cells[++i]!, kind: label.kind })
  }
  return texts
}

/** Cells outside the table that were not read and are no facts of the parties. */
export const freeTexts = (rows: readonly ReadRow[], { used }: LabelReading): Cell[] =>
  rows.flatMap((row) => unreadTexts(row, used).flatMap(({ cell, kind }) => (kind === 'party' ? [] : [cell])))

export interface Beside {
  labels: LabelReading
  /** Texts that stand on no row. */
  texts: readonly Cell[]
  parties: Parties
}

/** The cells of a row outside the table that were not read, and are none of the shapes that tell nothing of the order. */
function unknownCells(row: ReadRow, isSheet: boolean, { labels, parties }: Beside, seen: HarmlessTexts): Cell[] {
  const texts = unreadTexts(row, labels.used)
  if (texts.length === 0 || carriedSum.test(joined(row))) return []
  const unknown = texts.filter(({ cell, kind }) =>
    kind === null ? !seen.isHarmless(cell.text) : !isValueOf(kind, cell.text, parties),
  )
  if (unknown.length === 0) return []
  // On a page and in a file with commas, a sentence can be several cells.
  const whole = { ...texts[0]!.cell, text: texts.map(({ cell }) => cell.text).join(isSheet ? ', ' : ' ') }
  const isWhole = texts.every(({ kind }) => kind === null) && seen.isHarmless(whole.text)
  if (isWhole) return []
  return isSheet ? unknown.map(({ cell }) => cell) : [whole]
}

/** Says no more than what it is, or a day or a place. */
const referenceSays: readonly SensitiveKind[] = ['date', 'place']

const isReference = (text: string): boolean =>
  singleSpaced(text)
    .split(' ')
    .every((word) => referenceWord.test(word)) && [...sensitiveIn(text)].every((kind) => referenceSays.includes(kind))

/** Values that were read, and say more than what they are: PO 77120 - CANCELLED. Dates and currencies are compared elsewhere. */
const valueFaults = ({ labels: { found }, parties }: Beside): Found[] =>
  found.flatMap(({ name, cell }) => {
    if (name === 'reference') return isReference(cell.text) ? [] : [unknownCell(cell)]
    if (name !== 'door_reference') return []
    return numberedPlace.test(cell.text) || isValueOf('party', cell.text, parties) ? [] : [unknownCell(cell)]
  })

const reduction = /\b(?:discount|less|allowance|rabatt|nachlass|skonto|remise|free of charge|gratis)\b|%/i

const isSheetName = (text: string, parties: Parties) =>
  sheetTitle.test(text) || isReference(text) || isHarmless(text, parties)

/** Texts that stand on no row: names of sheets, headers and footers of printed pages, notes. */
const textFaults = (texts: readonly Cell[], parties: Parties): Found[] =>
  texts.flatMap((cell) => {
    const isKnown = cell.place.cell === sheetName ? isSheetName(cell.text, parties) : isHarmless(cell.text, parties)
    return isKnown ? [] : [unknownCell(cell)]
  })

/** Says of a line that it is not ordered as it stands, or how it is counted. */
const describes: readonly SensitiveKind[] = ['standing', 'discount', 'price', 'tax', 'currency']

const descriptionFaults = ({ lines }: Body): Found[] =>
  lines.flatMap(({ cells }) => {
    const cell = cells.get('description')
    return cell !== undefined && [...sensitiveIn(cell.text)].some((kind) => describes.includes(kind))
      ? [unknownCell(cell)]
      : []
  })

/** On a sheet without lines, figures that no label names may be prices or quantities: the first one is reported for all. */
function sheetFaults({ has_table }: Body['sheets'][number], unknown: readonly Cell[]): Found[] {
  const figure = has_table ? undefined : unknown.find(({ text }) => /\d/.test(text))
  if (figure === undefined) return unknown.map(unknownCell)
  const sentence = `The cell ${quoted(figure)} stands on a sheet without order lines, and is not understood.`
  return [{ code: 'cell_unknown', sentence }]
}

/** Faults of the rows beside the tables, sheet by sheet. */
function besideFaults(body: Body, isSheet: boolean, stated: Beside): Found[] {
  const heads = new Set(body.sheets.flatMap(headsWithoutLines))
  const charges = new Set(body.charges)
  return body.sheets.flatMap((sheet) => {
    const seen = new HarmlessTexts(stated.parties)
    const rows = sheet.others.filter((row) => !charges.has(row) && !heads.has(row))
    return sheetFaults(
      sheet,
      rows.flatMap((row) => unknownCells(row, isSheet, stated, seen)),
    )
  })
}

/** More than a person reads. */
const faultsMax = 100

/** Cells outside the table, words of a reduction in its totals, and texts that stand on no row. */
export function cellProblems(body: Body, isSheet: boolean, stated: Beside): Found[] {
  const totals = body.totals.filter(
    ({ others }) => !body.charges.includes(others) && !isStatedTotal(others) && isTellingTotal(joined(others)),
  )
  const faults = [
    ...besideFaults(body, isSheet, stated),
    ...stated.labels.unread.map(unknownCell),
    ...valueFaults(stated),
    ...body.unordered.flatMap((line) => unorderedFaults(line)),
    ...descriptionFaults(body),
    ...body.unsectioned.flatMap((row) => unknownSection(row)),
    ...totals.map(({ others }): Found => ({
      code: 'cell_unknown',
      sentence: `The total ${quoted(others.find((cell) => cell !== null)!)} says more than the lines do.`,
    })),
    ...textFaults(
      stated.texts.filter((cell) => !stated.labels.used.has(cell)),
      stated.parties,
    ),
  ]
  return [...new Map(faults.map((fault) => [fault.sentence, fault])).values()].slice(0, faultsMax)
}

const unknownSection = (row: ReadRow): Found[] => {
  const cell = row.find((one) => one !== null)
  return cell == null
    ? []
    : [
        {
          code: 'cell_unknown',
          sentence: `It is not known which heading between the lines the row ${quoted(cell)} belongs to.`,
        },
      ]
}

const plainWords = new Set(totalWords.split('|'))

/** Whether a total says more than what it adds up, or the group of goods that it is of. */
function isTellingTotal(text: string): boolean {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const rest = words.filter((word) => !plainWords.has(word)).join(' ')
  return reduction.test(text) || !(rest === '' || totalPlace.test(text) || isHarmless(rest))
}

/** What may stand in a row of an item that is not ordered: what its columns say, in columns that are understood. */
function unorderedFaults({ cells, row, table }: TableRow): Found[] {
  const isItem = [...cells].some(
    ([column, { text }]) => column === 'color' || column === 'size' || (isIdentifier(column) && /[\d_.-]/.test(text)),
  )
  const cell = row.find((one, at) => {
    if (one === null) return false
    const header = table.header[at]
    const isRead = table.columns[at] != null || (header != null && isPassedOver(header.text))
    const tells = [...sensitiveIn(one.text)].some((kind) => kind !== 'date' && kind !== 'currency')
    return !isItem || !isRead || tells
  })
  return cell == null ? [] : [unknownCell(cell)]
}
