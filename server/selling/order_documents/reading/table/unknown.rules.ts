/** Names what a paper says and nobody here understands, where it could change price, quantity, date, place, currency or item. Pure. */
import { type Column, headerOf, isAcross, isPassedOver } from '../columns.rules.ts'
import { labelOf } from '../labels.rules.ts'
import type { Cell, Problem, ReadRow } from '../reading.ts'
import { type Body, joined, type Table, type TableRow } from './table.rules.ts'
import { passedOverLabels } from './understood.ts'

type Found = Pick<Problem, 'code' | 'sentence'>

const quoted = (cell: Cell) => {
  const text = `“${cell.text.slice(0, 80)}”`
  return cell.place.cell === null ? text : `${text} (${cell.place.cell})`
}

const sameText = (a: string | undefined, b: string | undefined) =>
  (a ?? '').replaceAll(/\s+/g, ' ').trim().toLowerCase() === (b ?? '').replaceAll(/\s+/g, ' ').trim().toLowerCase()

/** Two columns of one meaning: the first is read, so the second must say the same. */
function repeated(table: Table, at: number, meaning: Column, rows: readonly TableRow[]): Found | null {
  if (meaning === 'description' || meaning === 'line') return null
  const first = table.columns.indexOf(meaning)
  const differing = rows.find(({ row }) => row[at] != null && !sameText(row[at].text, row[first]?.text))
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
export function sheetProblems({ lines, sheets }: Body): Found[] {
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
  return sheets.length < 2 ? [] : sheets.filter(({ has_table }) => !has_table).flatMap((sheet) => beside(sheet.others))
}

/** A sheet without lines may be a cover with labels; figures that no label names may be prices or quantities. */
function beside(others: readonly ReadRow[]): Found[] {
  const unknown = others.find((row) => {
    const cells = row.filter((cell) => cell !== null)
    const isNamed = cells.some(
      ({ text }, i) =>
        labelOf(text.replaceAll(/\s+/g, ' ').trim(), cells[i + 1]?.text) !== null || passedOver.test(text.trim()),
    )
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

const passedOver = new RegExp(`^(?:${passedOverLabels.map(({ labels }) => labels).join('|')})(?![\\p{L}])`, 'iu')

/** Words of price, quantity, date, place and currency. */
const telling =
  /\b(?:prices?|cost|discount|less|off|allowance|surcharge|rebate|per (?:\d+|dozen|case|pack|carton)|dozens?|cartons?|case pack|multiples?|quantit\w*|qty|currency|ship\w*|deliver\w*|cancel\w*|stores?|doors?|warehouse|not (?:before|after)|minimum|free of charge|replaces?|instead|preise?|rabatt|nachlass|skonto|dutzend|karton|menge|währung|liefer\w*|storno|filialen?|gratis|prix|remise|douzaine|quantité|livraison|annul\w*|magasins?|offert)\b|%|\p{Sc}/iu
const figured = /\d|%/

/** The cells of a row outside the table, with those beside them. */
function cellFaults(row: ReadRow, isSheet: boolean): Found[] {
  const cells = row.filter((cell) => cell !== null)
  const faults: Found[] = []
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i]!
    const next = cells[i + 1]
    const label = labelOf(cell.text.replaceAll(/\s+/g, ' ').trim(), next?.text)
    if (label !== null) {
      const own = cell.text
        .replaceAll(/\s+/g, ' ')
        .trim()
        .replace(label[1], '')
        .replace(/^[ :#.]+/, '')
      if (own === '') i++
      continue
    }
    if (passedOver.test(cell.text.trim())) return faults
    const isLabel = isSheet && /:\s*\S*$/.test(cell.text) && !/:\s*\S+$/.test(cell.text)
    const says = figured.test(cell.text) || (next !== undefined && figured.test(next.text))
    if (!says || !(telling.test(cell.text) || (isLabel && next !== undefined))) continue
    faults.push({ code: 'cell_unknown', sentence: `The cell ${quoted(cell)} is not understood.` })
  }
  return faults
}

const reduction = /\b(?:discount|less|allowance|rabatt|nachlass|skonto|remise|free of charge|gratis)\b|%/i

/** Cells outside the table, and words of a reduction in its totals. */
export function cellProblems(body: Body, isSheet: boolean): Found[] {
  const beside = body.others.filter((row) => !body.charges.includes(row))
  const totals = body.totals.filter(({ others }) => !body.charges.includes(others) && reduction.test(joined(others)))
  const unordered = body.unordered.flatMap((row) => row.find((cell) => cell !== null) ?? [])
  return [
    ...beside.flatMap((row) => cellFaults(row, isSheet)),
    ...unordered
      .filter(({ text }) => reduction.test(text))
      .map((cell): Found => ({ code: 'cell_unknown', sentence: `The cell ${quoted(cell)} is not understood.` })),
    ...totals.map(({ others }): Found => ({
      code: 'cell_unknown',
      sentence: `The total ${quoted(others.find((cell) => cell !== null)!)} names a reduction that no line has.`,
    })),
  ]
}
