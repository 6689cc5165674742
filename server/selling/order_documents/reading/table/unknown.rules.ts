/** Names what a paper says and nobody here understands, where it could change price, quantity, date, place, currency or item. Pure. */
import { type Column, headerOf, isAcross, isPassedOver } from '../columns.rules.ts'
import { type LabelReading, singleSpaced } from '../labels.rules.ts'
import { type Cell, type Problem, type ReadRow, sheetName } from '../reading.ts'
import { beginsWithPlace, isOtherDocument, sensitiveIn } from './free_text.rules.ts'
import type { SensitiveKind } from './sensitive.ts'
import { type Body, joined, type Table, type TableRow } from './table.rules.ts'
import { passedOverLabels } from './understood.ts'

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
export function sheetProblems({ lines, sheets }: Body, { used }: LabelReading): Found[] {
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
  return sheets.filter(({ has_table }) => !has_table).flatMap((sheet) => beside(sheet.others, used))
}

/** A sheet without lines may be a cover with labels; figures that no label names may be prices or quantities. */
function beside(others: readonly ReadRow[], used: ReadonlySet<Cell>): Found[] {
  const unknown = others.find((row) => {
    const cells = row.filter((cell) => cell !== null)
    const isNamed = cells.some((cell) => used.has(cell) || passedOverLabel(cell) !== null)
    return cells.length > 1 && !isNamed && cells.some(({ text }) => /\d/.test(text))
  })
  const cell = unknown?.find((one) => one !== null && /\d/.test(one.text))
  if (cell == null) return []
  return [
    {
      code: 'cell_unknown',
      sentence: `The cell ${quoted(cell)} stands on a sheet without order lines, and is not understood.`,
    },
  ]
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
  may_say: readonly SensitiveKind[] | null
  /** What stands behind it; empty where its value is the next cell. */
  value: string
}

const passedOver = passedOverLabels.map(
  ({ labels, may_say }) => [new RegExp(`^(?:${labels})(?= ?[:#]|$)(?: ?[:#]+)?`, 'iu'), may_say] as const,
)

/** A label whose value is passed over: it stands alone in its cell, or a colon follows. */
function passedOverLabel(cell: Cell): Label | null {
  const text = singleSpaced(cell.text)
  const [pattern, may_say] = passedOver.find(([words]) => words.test(text)) ?? []
  return pattern === undefined ? null : { may_say: may_say!, value: text.replace(pattern, '').trim() }
}

/** Texts of a row that were not read, with what each may say without a word: what a label that is passed over has may. */
function unreadTexts(row: ReadRow, used: ReadonlySet<Cell>): [cell: Cell, may_say: Label['may_say']][] {
  const cells = row.filter((cell) => cell !== null && !used.has(cell))
  const texts: [Cell, Label['may_say']][] = []
  for (let i = 0; i < cells.length; i++) {
    const label = passedOverLabel(cells[i]!)
    if (label === null) texts.push([cells[i]!, []])
    else if (label.value !== '') texts.push([{ ...cells[i]!, text: label.value }, label.may_say])
    else if (cells[i + 1] !== undefined) texts.push([cells[++i]!, label.may_say])
  }
  return texts.filter(([, may_say]) => may_say !== null)
}

/** Cells outside the table that were not read and are not passed over. */
export const freeTexts = (rows: readonly ReadRow[], { used }: LabelReading): Cell[] =>
  rows.flatMap((row) => unreadTexts(row, used).map(([cell]) => cell))

const isSensitive = (text: string, may_say: Label['may_say']) =>
  isOtherDocument(text) || [...sensitiveIn(text)].some((kind) => !may_say!.includes(kind))

/** Words of price, quantity, date, place and currency that tell beside a figure. */
const telling =
  /\b(?:off|per \d+|currency|ship\w*|deliver\w*|stores?|doors?|freight|postage|handling|insurance|deposit|fees?|währung|liefer\w*|versand\w*|fracht|anzahlung|gebühr\w*|verpackung|filialen?|livraison|acompte|frais|emballage|magasins?)\b/i
const figured = /\d|%/

/** The cells of a row outside the table that were not read, with those beside them. */
function cellFaults(row: ReadRow, isSheet: boolean, used: ReadonlySet<Cell>): Found[] {
  const texts = unreadTexts(row, used)
  const faults = texts.flatMap(([cell, may_say], i): Found[] => {
    const next = texts[i + 1]?.[0]
    const isLabel = isSheet && /:\s*$/.test(cell.text)
    const hasFigure = figured.test(cell.text) || (next !== undefined && figured.test(next.text))
    const isTold = hasFigure && may_say!.length === 0 && (telling.test(cell.text) || (isLabel && next !== undefined))
    return isTold || isSensitive(cell.text, may_say) ? [unknownCell(cell)] : []
  })
  if (isSheet || faults.length > 0 || texts.length < 2) return faults
  // On a page, a sentence can be several cells.
  const whole = { ...texts[0]![0], text: texts.map(([{ text }]) => text).join(' ') }
  const may_say = texts.flatMap(([, kinds]) => kinds!)
  return isSensitive(whole.text, may_say) ? [unknownCell(whole)] : []
}

/** A heading between lines that begins with a word of a place: which one is not known. */
const headingFaults = ({ headings }: Body): Found[] =>
  headings.flat().flatMap((cell) => (cell !== null && beginsWithPlace(cell.text) ? [unknownCell(cell)] : []))

/** Values that were read, and say more than what they are: PO 77120 - CANCELLED. */
function valueFaults({ found }: LabelReading): Found[] {
  return found.flatMap(({ name, cell }) => {
    const kinds = [...sensitiveIn(cell.text)].filter((kind) => !spokenBy[name]?.includes(kind))
    return kinds.length === 0 ? [] : [unknownCell(cell)]
  })
}

const dateSays: readonly SensitiveKind[] = ['date']
const spokenBy: Partial<Record<LabelReading['found'][number]['name'], readonly SensitiveKind[]>> = {
  reference: ['date', 'place'],
  currency: ['currency'],
  door_reference: ['place', 'date'],
  order_date: dateSays,
  requested_ship_date: dateSays,
  ship_window_start: dateSays,
  ship_window_end: dateSays,
  cancel_date: dateSays,
}

const reduction = /\b(?:discount|less|allowance|rabatt|nachlass|skonto|remise|free of charge|gratis)\b|%/i

/** Texts that stand on no row: names of sheets, headers and footers of printed pages, notes. */
const textFaults = (texts: readonly Cell[]): Found[] =>
  texts.flatMap((cell) => {
    // A sheet that is called Prices has some.
    const may_say: Label['may_say'] = cell.place.cell === sheetName ? ['price'] : []
    return isSensitive(cell.text, may_say) ? [unknownCell(cell)] : []
  })

/** Says of a line that it is not ordered as it stands, or how it is counted. */
const describes: readonly SensitiveKind[] = ['standing', 'discount']

const descriptionFaults = ({ lines }: Body): Found[] =>
  lines.flatMap(({ cells }) => {
    const cell = cells.get('description')
    return cell !== undefined && [...sensitiveIn(cell.text)].some((kind) => describes.includes(kind))
      ? [unknownCell(cell)]
      : []
  })

/** Cells outside the table, words of a reduction in its totals, and texts that stand on no row. */
export function cellProblems(body: Body, isSheet: boolean, labels: LabelReading, texts: readonly Cell[]): Found[] {
  const heads = body.sheets.flatMap(headsWithoutLines)
  const beside = body.others.filter((row) => !body.charges.includes(row) && !heads.includes(row))
  const totals = body.totals.filter(({ others }) => !body.charges.includes(others) && isTellingTotal(joined(others)))
  const faults = [
    ...beside.flatMap((row) => cellFaults(row, isSheet, labels.used)),
    ...labels.unread.map(unknownCell),
    ...headingFaults(body),
    ...valueFaults(labels),
    ...body.unordered.flatMap((row) => unorderedFaults(row)),
    ...descriptionFaults(body),
    ...body.unsectioned.flatMap((row) => unknownSection(row)),
    ...totals.map(({ others }): Found => ({
      code: 'cell_unknown',
      sentence: `The total ${quoted(others.find((cell) => cell !== null)!)} says more than the lines do.`,
    })),
    ...textFaults(texts.filter((cell) => !labels.used.has(cell))),
  ]
  return [...new Map(faults.map((fault) => [fault.sentence, fault])).values()]
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

const ofTotals: readonly SensitiveKind[] = ['discount', 'standing']
const isTellingTotal = (text: string) =>
  reduction.test(text) || [...sensitiveIn(text)].some((kind) => ofTotals.includes(kind))

/** A row of the table that has an item and no quantity says nothing else. */
const unorderedFaults = (row: ReadRow): Found[] => {
  const cell = row.find(
    (one) => one !== null && [...sensitiveIn(one.text)].some((kind) => kind !== 'date' && kind !== 'currency'),
  )
  return cell == null ? [] : [unknownCell(cell)]
}
