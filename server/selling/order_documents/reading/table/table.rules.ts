/** Splits the rows of a paper into its table, its totals and what stands beside them. Pure. */
import { cellsAcross } from '../../../../imports/reading/across.rules.ts'
import { type Column, columnsOf, type Header, headerOf, isAcross, isIdentifier } from '../columns.rules.ts'
import { labelsIn, readLabels } from '../labels.rules.ts'
import type { Cell, ReadRow } from '../reading.ts'
import { readUnits } from '../values.rules.ts'
import { type Section, sectionOf } from './sections.rules.ts'
import { isStatedTotal, statedIn } from './stated_totals.rules.ts'
import { chargeWords, measured, taxWords, totalSeparator } from './understood.ts'

type Columns = readonly (Column | null)[]

export interface Total {
  /** What stands under the quantities. */
  units: Cell | null
  others: ReadRow
  /** A figure under the quantities that can be one of money. */
  is_open: boolean
  /** Lines above it. */
  line_count: number
}

/** A row of the table with the header row above it. */
export interface TableRow {
  cells: Map<Column, Cell>
  row: ReadRow
  table: Table
}

export interface Table {
  sheet: Sheet
  columns: Columns
  header: ReadRow
  headers: Map<Column, Header>
}

/** What a sheet of a workbook has outside a table. */
export interface Sheet {
  others: ReadRow[]
  has_table: boolean
}

export interface Body {
  sheets: Sheet[]
  tables: Table[]
  lines: TableRow[]
  totals: Total[]
  /** Freight, discounts and taxes below the lines. */
  charges: ReadRow[]
  /** Lines follow a total, which then is one of a part of the table. */
  is_resumed: boolean
  /** Everything outside the table. */
  others: ReadRow[]
  /** Lines below a total that ended such a section: theirs is not known. */
  unsectioned: ReadRow[]
  /** Items that an order form lists and the paper does not order. */
  unordered: TableRow[]
  /** Rows with an amount and no quantity that name no item by a number: gifts, freight, deposits, discounts. */
  uncounted: ReadRow[]
  unread: ReadRow[]
}

export const joined = (row: ReadRow) =>
  row
    .flatMap((cell) => cell?.text ?? [])
    .join(' ')
    .trim()

const totalWord =
  /^(?:grand |order |net )?total\b|^(?:sub-?total|sum|zwischensumme|summe|gesamt|(?:gesamt|netto|brutto|end)(?:summe|betrag|wert)|warenwert|gesamt(?:gewicht|volumen|menge|stückzahl)|sous-total|montant (?:total|ht|ttc)|net amount|net à payer)(?![\p{L}])|\btotal (?:units|quantity|qty|pieces|pcs|amount|value)\b/iu
export const chargeWord = new RegExp(`^(?:${taxWords}|(?:${chargeWords})(?![\\p{L}]))`, 'iu')
const isCarried = (text: string) => /^(?:page total|carried forward|brought forward)\b/i.test(text)

function byColumn(row: ReadRow, columns: Columns): Map<Column, Cell> {
  const cells = new Map<Column, Cell>()
  row.forEach((cell, i) => {
    const column = columns[i]
    if (cell !== null && column !== null && column !== undefined) cells.set(column, cell)
  })
  return cells
}

const hasDigit = (cell: Cell | undefined) => cell !== undefined && /\d/.test(cell.text)
/** What says of a size or a store that none is ordered for it; any other word beside figures is no quantity, and is named. */
const isNone = (text: string): boolean => /^(?:[-\u2013\u2014.]|0+(?:[.,]0+)?)?$/.test(text.trim())

const counting = ['quantity', 'packs', 'total_quantity'] as const

/** A line has an identifier and a quantity; what has an identifier and figures, but no quantity, was not read. */
function kindOf(cells: Map<Column, Cell>, isPaper: boolean): 'line' | 'unread' | 'unordered' | 'other' {
  const columns = [...cells.keys()]
  const identified = columns.some(isIdentifier)
  const hasAcross = columns.some((column) => isAcross(column) && !isNone(cells.get(column)!.text))
  const counted = counting.some((column) => hasDigit(cells.get(column))) || hasAcross
  if (identified && counted) return 'line'
  const priced = hasDigit(cells.get('unit_price')) || hasDigit(cells.get('amount'))
  // An order form lists what is not ordered without a quantity; on a page, a quantity can be lost in the recognition.
  if (identified && counting.some((column) => cells.has(column))) return 'unread'
  if (isPaper) return (identified && priced) || (counted && priced) ? 'unread' : 'other'
  if (counted && columns.length > 1) return 'unread'
  return identified ? 'unordered' : 'other'
}

const moneyColumns = ['amount', 'unit_price', 'net_price', 'list_price', 'discount'] as const

/** What is paid for without being counted; a form lists items that are not ordered by number, or with their options. */
function isUncounted(cells: Map<Column, Cell>, row: ReadRow): boolean {
  const stated = moneyColumns.flatMap((column) => cells.get(column) ?? []).filter(({ text }) => /[1-9]/.test(text))
  if (stated.length === 0 || measured.test(joined(row))) return false
  if (stated.some(({ text }) => /^\s*(?:\p{Sc}\s*)?[-\u2212(]/u.test(text))) return true
  const isNamed = row.some((cell) => cell !== null && /\p{L}/u.test(cell.text))
  const isItem = [...cells].some(
    ([column, { text }]) => column === 'color' || column === 'size' || (isIdentifier(column) && /[\d_.-]/.test(text)),
  )
  return isNamed && !isItem
}

const isOfItem = (column: Column) => isIdentifier(column) || column === 'color' || column === 'size'

/** Whether the row names an item besides what may be a word such as Total: an item can be called Total Eclipse. */
const namesItem = (cells: Map<Column, Cell>) =>
  [...cells].some(([column, { text }]) => isOfItem(column) && !totalWord.test(text) && /[A-Za-z0-9]/.test(text))

/** On a page, words of a total can stand below any column. */
function isTotal(row: ReadRow, text: string, columns: Columns | null, isPaper: boolean): boolean {
  if (isCarried(text)) return false
  if (isStatedTotal(row)) return true
  if (!totalWord.test(text)) return false
  return columns === null || isPaper || !namesItem(byColumn(row, columns))
}

/**
 * Whether a row below a total is a line of the same table: an item with a whole number of units. A word beside a number may
 * be a term or a label, so the item has its colour or size, or a number such as an SKU.
 */
function isLaterLine(row: ReadRow, cells: Map<Column, Cell>): boolean {
  if (Object.keys(readLabels([row])).length > 0) return false
  const hasOption = cells.has('color') || cells.has('size')
  const named = [...cells].some(
    ([column, { text }]) => isIdentifier(column) && !chargeWord.test(text) && (hasOption || /[\d_.-]/.test(text)),
  )
  const counts = [...cells].filter(([column]) => column === 'quantity' || column === 'packs' || isAcross(column))
  return named && counts.some(([, { text }]) => (readUnits(text) ?? 0) > 0)
}

function tableOf(header: ReadRow, columns: Columns, sheet: Sheet): Table {
  sheet.has_table = true
  const headers = new Map<Column, Header>()
  columns.forEach((column, i) => {
    if (column !== null) headers.set(column, headerOf(header[i]!.text))
  })
  return { sheet, columns, header, headers }
}

/** A charge stands in the place of an item, or alone in its row. */
function isCharge(row: ReadRow, cells: Map<Column, Cell>): boolean {
  const word = row.find((cell) => cell !== null && chargeWord.test(cell.text))
  const isItem = [...cells].some(([column, cell]) => isIdentifier(column) && cell !== word && /\d/.test(cell.text))
  return word != null && !cells.has('quantity') && !isItem
}

/** Sizes or stores in a row of their own below the headers of the other columns. */
function withSecondRow(first: ReadRow, row: ReadRow): { header: ReadRow; columns: Columns } | null {
  const own = row.filter((cell) => cell !== null)
  const width = Math.max(first.length, row.length)
  const header = Array.from({ length: width }, (_, i) => row[i] ?? first[i] ?? null)
  const columns = own.length < 2 ? null : columnsOf(header)
  if (columns === null) return null
  const isAllAcross = row.every((cell, i) => cell === null || (columns[i] != null && isAcross(columns[i])))
  return isAllAcross ? { header, columns } : null
}

/** Splits the rows at each header row; `Total` ends the table until the next header, or until more of its lines. */
export function splitRows(rows: readonly ReadRow[], isPaper: boolean): Body | null {
  const first: Sheet = { others: [], has_table: false }
  const body: Body = {
    sheets: [first],
    tables: [],
    lines: [],
    totals: [],
    charges: [],
    is_resumed: false,
    others: [],
    unsectioned: [],
    unordered: [],
    uncounted: [],
    unread: [],
  }
  const state: State = { table: null, last: null, previous: [], section: new Map(), pending: [] }
  for (const row of rows) {
    if (row.length === 0) {
      dropPending(body, state)
      body.sheets.push({ others: [], has_table: false })
      Object.assign(state, { table: null, last: null, section: new Map() } satisfies Partial<State>)
    } else splitRow(body, state, row, isPaper)
    state.previous = row
  }
  dropPending(body, state)
  return body.tables.length === 0 ? null : body
}

interface State {
  /** The table that the row stands in, and the last one of the sheet. */
  table: Table | null
  last: Table | null
  previous: ReadRow
  /** What a row between the lines says of those below it; null where a total has ended that. */
  section: Section | null
  /** Rows that said so, until a line follows them. */
  pending: { row: ReadRow; section: Section }[]
}

/** The table that begins with the row; null if none does. */
function beginning(body: Body, previous: ReadRow, row: ReadRow): Table | null {
  const sheet = body.sheets.at(-1)!
  const columns = columnsOf(row)
  if (columns !== null) return tableOf(row, columns, sheet)
  const second = withSecondRow(previous, row)
  if (second === null) return null
  if (body.tables.at(-1)?.header === previous) body.tables.pop()
  if (body.others.at(-1) === previous) for (const rows of [body.others, sheet.others]) rows.pop()
  return tableOf(second.header, second.columns, sheet)
}

function splitRow(body: Body, state: State, row: ReadRow, isPaper: boolean): void {
  const text = joined(row)
  const next = beginning(body, state.previous, row)
  if (next !== null) {
    state.table = state.last = next
    state.section = new Map(state.pending.flatMap(({ section }) => [...section]))
    body.tables.push(next)
    return
  }
  const { last } = state
  if (last !== null && isTotal(row, text, state.table?.columns ?? null, isPaper)) {
    const { columns = [] } = state.table ?? (body.is_resumed ? last : null) ?? {}
    body.totals.push(...totalsOf(row).map((one) => ({ ...totalOf(one, columns), line_count: body.lines.length })))
    state.table = null
    dropPending(body, state)
    if ((state.section?.size ?? 0) > 0) state.section = null
    return
  }
  if (state.table === null && last !== null && !isCarried(text) && isLaterLine(row, byColumn(row, last.columns))) {
    state.table = last
    body.is_resumed = true
  }
  if (last !== null && addSection(body, state, row, isPaper)) return
  if (state.table === null && last !== null && isLeftOut(row, last)) {
    body.unordered.push({ cells: byColumn(row, last.columns), row, table: last })
    return
  }
  if (state.table === null || isCarried(text)) addBeside(body, row, last !== null)
  else addRow(body, row, state, isPaper)
}

/** An item of a form below a total, of which none is ordered. */
function isLeftOut(row: ReadRow, { columns }: Table): boolean {
  const cells = byColumn(row, columns)
  const item = [...cells].find(([column]) => isIdentifier(column))?.[1]
  const counted = [...cells].filter(([column]) => counting.some((one) => one === column) || isAcross(column))
  return item !== undefined && isNumber([item]) && counted.length > 0 && counted.every(([, { text }]) => isNone(text))
}

/** Labels with their values between lines: the number of a further order. */
function isAllLabels(row: ReadRow): boolean {
  const { found, used } = labelsIn([row])
  return found.length > 0 && row.every((cell) => cell === null || used.has(cell))
}

/** A row that heads the lines below it, with their store or their date. */
function addSection(body: Body, state: State, row: ReadRow, isPaper: boolean): boolean {
  const section = sectionOf(row, isPaper)
  if (section === null) return isAllLabels(row) && (addOther(body, row), true)
  state.section = new Map([...(state.section ?? []), ...section])
  state.pending.push({ row, section })
  return true
}

/** Rows that no line follows head nothing: they stand below the lines, with labels or text. */
function dropPending(body: Body, state: State): void {
  for (const { row } of state.pending) addOther(body, row)
  state.pending = []
}

/** An amount with two decimals, alone in its cell but for a currency. */
const money = /^[-\u2212(]?\s*(?:\p{Sc}|[A-Z]{3})?\s*[-\u2212]?\d[\d.,' ]*[.,]\d\d\)?\s*(?:\p{Sc}|[A-Z]{3})?$/u

const isLabelled = (row: ReadRow) => labelsIn([row]).found.length > 0 || statedIn(row).totals.length > 0

function addBeside(body: Body, row: ReadRow, isBelow: boolean): void {
  const first = row.find((cell) => cell !== null)?.text ?? ''
  const isPaid = row.some((cell) => cell !== null && money.test(cell.text)) && !measured.test(joined(row))
  if (isBelow && !chargeWord.test(first) && isPaid && !isLabelled(row)) body.uncounted.push(row)
  if (isBelow && chargeWord.test(first)) {
    body.totals.push({ units: null, others: row, is_open: false, line_count: body.lines.length })
    body.charges.push(row)
  }
  addOther(body, row)
}

function addOther(body: Body, row: ReadRow): void {
  body.others.push(row)
  body.sheets.at(-1)!.others.push(row)
}

/** With what the section says; a line that says otherwise itself keeps it, and is named. */
function addLine(body: Body, line: TableRow, state: State): void {
  const { section } = state
  state.pending = []
  if (section === null) body.unsectioned.push(line.row)
  for (const [column, cell] of section ?? []) {
    const own = line.cells.get(column)
    if (own === undefined) line.cells.set(column, cell)
    else if (own.text.trim().toLowerCase() !== cell.text.trim().toLowerCase()) body.unsectioned.push(line.row)
  }
  body.lines.push(line)
}

/** A number of an item, alone in its row. */
const isNumber = (row: ReadRow) => /^(?=.*\d)[\p{L}\d]+(?:[._/-][\p{L}\d]+)*$/u.test(joined(row))

function addRow(body: Body, row: ReadRow, state: State, isPaper: boolean): void {
  const table = state.table!
  const cells = byColumn(row, table.columns)
  const kind = kindOf(cells, isPaper)
  const isBlank = !isPaper && readUnits(cells.get('quantity')?.text ?? '') === 0
  if (!isPaper && isCharge(row, cells))
    addBeside(
      body,
      row.filter((cell) => cell !== null),
      true,
    )
  else if (kind === 'unread') body.unread.push(row)
  else if (kind !== 'line' && isUncounted(cells, row)) body.uncounted.push(row)
  else if (kind === 'unordered' && (row.filter((cell) => cell !== null).length > 1 || isNumber(row)))
    body.unordered.push({ cells, row, table })
  else if (kind === 'other' || kind === 'unordered') addOther(body, row)
  else if (!isBlank) addLine(body, { cells, row, table }, state)
}

/** One cell can state several totals: Total units 12, total value 288.00. */
function totalsOf(row: ReadRow): ReadRow[] {
  const [cell, ...more] = row.filter((one) => one !== null)
  const texts = cell?.text.split(totalSeparator) ?? []
  const isSeveral = more.length === 0 && texts.length > 1 && texts.every((text) => /\d/.test(text))
  return isSeveral ? texts.map((text) => [{ ...cell!, text }]) : [row]
}

function totalOf(row: ReadRow, columns: Columns): Omit<Total, 'line_count'> {
  const at = columns.indexOf('quantity')
  const own = row[at]
  if (own == null || readUnits(own.text) === null) return { units: null, others: row, is_open: false }
  const stated = isStatedTotal(row) ? statedIn(row).totals.find(({ cell }) => cell === own) : undefined
  if (stated !== undefined && stated.compared_with !== 'units') {
    const is_open = stated.compared_with === 'any' && /\D/.test(own.text)
    if (is_open || stated.compared_with !== 'any') return { units: null, others: row, is_open }
  }
  return { units: own, others: row.filter((_, i) => i !== at), is_open: false }
}

/** One line for each size or store that is ordered. */
export function perAcross(cells: Map<Column, Cell>): Map<Column, Cell>[] {
  const columns = [...cells.keys()]
  const shared = [...cells].filter(
    ([column]) => !isAcross(column) && column !== 'amount' && column !== 'total_quantity',
  )
  const values = columns.map((column) => (isAcross(column) ? column.slice(column.indexOf(' ') + 1) : null))
  return cellsAcross([...cells.values()], { values }).flatMap(({ value, cell, place }) => {
    if (isNone(cell.text)) return []
    const name = columns[place]!.startsWith('size ') ? 'size' : 'door'
    return [new Map<Column, Cell>([...shared, [name, { ...cell, text: value }], ['quantity', cell]])]
  })
}

/** Why the cells of a row are not what it orders: its own quantity is another, as of packs with a ratio of sizes. */
export function acrossFault(cells: Map<Column, Cell>): string | null {
  const units = perAcross(cells).reduce((sum, line) => sum + (readUnits(line.get('quantity')!.text) ?? 0), 0)
  const named = [...cells.keys()].some((column) => column.startsWith('size ')) ? 'sizes' : 'stores'
  for (const column of counting) {
    const stated = readUnits(cells.get(column)?.text ?? '')
    if (stated !== null && stated !== units)
      return `The ${named} of a row add up to ${units} units, and the row states ${stated}.`
  }
  return null
}

export const isMatrix = (cells: Map<Column, Cell>) => [...cells.keys()].some(isAcross)
