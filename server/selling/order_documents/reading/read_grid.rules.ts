/** Makes an order of rows of cells: its header row, its lines, its totals and the values beside labels. Pure. */
import { limits } from '../../../contract/limits.ts'
import { type Column, columnsOf, isIdentifier } from './columns.rules.ts'
import { readLabels } from './labels.rules.ts'
import {
  type Cell,
  paperDates,
  PaperFault,
  type Problem,
  type Reading,
  type ReadLine,
  type ReadRow,
} from './reading.ts'
import { bareAmount, decimalMarkOf, readCents, readDate, readUnits } from './values.rules.ts'

type Columns = readonly (Column | null)[]

interface Total {
  /** What stands under the quantities. */
  units: Cell | null
  others: ReadRow
}

interface Body {
  /** Rows of the table, by column. */
  lines: Map<Column, Cell>[]
  totals: Total[]
  /** Lines follow a total, which then is one of a part of the table. */
  is_resumed: boolean
  /** Everything outside the table. */
  others: ReadRow[]
  unread: ReadRow[]
}

export interface GridFacts {
  page_count: number | null
  is_recognised: boolean
}

const joined = (row: ReadRow) =>
  row
    .flatMap((cell) => cell?.text ?? [])
    .join(' ')
    .trim()

const totalWord =
  /^(?:grand |order |net )?total\b|^(?:sub-?total|sum)\b|\btotal (?:units|quantity|qty|pieces|pcs|amount|value)\b/i
const chargeWord = /^(?:sales )?(?:tax|vat|freight|shipping|discount|delivery charge|surcharge)\b/i
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

/** A line has an identifier and a quantity; what has an identifier and figures, but no quantity, was not read. */
function kindOf(cells: Map<Column, Cell>, isPaper: boolean): 'line' | 'unread' | 'other' {
  const columns = [...cells.keys()]
  const identified = columns.some(isIdentifier)
  const hasSizes = columns.some((column) => column.startsWith('size ') && hasDigit(cells.get(column)))
  const counted = hasDigit(cells.get('quantity')) || hasSizes
  if (identified && counted) return 'line'
  const priced = hasDigit(cells.get('unit_price')) || hasDigit(cells.get('amount'))
  // An order form lists what is not ordered without a quantity; on a page, a quantity can be lost in the recognition.
  if (identified && cells.get('quantity') !== undefined) return 'unread'
  if (isPaper) return (identified && priced) || (counted && priced) ? 'unread' : 'other'
  return counted && columns.length > 1 ? 'unread' : 'other'
}

const isOfItem = (column: Column) => isIdentifier(column) || column === 'color' || column === 'size'

/** Whether the row names an item besides what may be a word such as Total: an item can be called Total Eclipse. */
const namesItem = (cells: Map<Column, Cell>) =>
  [...cells].some(([column, { text }]) => isOfItem(column) && !totalWord.test(text) && /[A-Za-z0-9]/.test(text))

/** On a page, words of a total can stand below any column. */
function isTotal(row: ReadRow, text: string, columns: Columns | null, isPaper: boolean): boolean {
  if (!totalWord.test(text) || isCarried(text)) return false
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
  const counts = [...cells].filter(([column]) => column === 'quantity' || column.startsWith('size '))
  return named && counts.some(([, { text }]) => (readUnits(text) ?? 0) > 0)
}

/** Splits the rows at each header row; `Total` ends the table until the next header, or until more of its lines. */
function splitRows(rows: readonly ReadRow[], isPaper: boolean): Body | null {
  const body: Body = { lines: [], totals: [], is_resumed: false, others: [], unread: [] }
  let columns: Columns | null = null
  let last: Columns | null = null
  for (const row of rows) {
    const text = joined(row)
    const header = columnsOf(row)
    if (header !== null) {
      columns = last = header
      continue
    }
    if (last !== null && isTotal(row, text, columns, isPaper)) {
      body.totals.push(totalOf(row, columns ?? (body.is_resumed ? last : [])))
      columns = null
      continue
    }
    if (columns === null && last !== null && !isCarried(text) && isLaterLine(row, byColumn(row, last))) {
      columns = last
      body.is_resumed = true
    }
    if (columns === null || isCarried(text)) {
      const first = row.find((cell) => cell !== null)?.text ?? ''
      if (last !== null && chargeWord.test(first)) body.totals.push({ units: null, others: row })
      body.others.push(row)
    } else addRow(body, row, byColumn(row, columns), isPaper)
  }
  return last === null ? null : body
}

function addRow(body: Body, row: ReadRow, cells: Map<Column, Cell>, isPaper: boolean): void {
  const kind = kindOf(cells, isPaper)
  const isBlank = !isPaper && readUnits(cells.get('quantity')?.text ?? '') === 0
  if (kind === 'unread') body.unread.push(row)
  else if (kind === 'other') body.others.push(row)
  else if (!isBlank) body.lines.push(cells)
}

function totalOf(row: ReadRow, columns: Columns): Total {
  const at = columns.indexOf('quantity')
  const own = row[at]
  if (own == null || readUnits(own.text) === null) return { units: null, others: row }
  return { units: own, others: row.filter((_, i) => i !== at) }
}

interface Totals {
  units: Cell | null
  amount: Cell | null
}

const unitsWord = /\b(?:units|quantity|qty|pieces|pcs)\b/i

/**
 * The first total of each kind; that of the lines comes before one with taxes and freight. Where lines follow a total, it
 * is the last one of each kind that has all of them.
 */
function readTotals({ totals, is_resumed }: Body): Totals {
  const hasCharges = totals.some(({ others }) => chargeWord.test(joined(others)))
  const statedTotals: Totals = { units: null, amount: null }
  for (const { units, others } of is_resumed ? totals.toReversed() : totals) {
    const text = joined(others)
    if (chargeWord.test(text)) continue
    statedTotals.units ??= units
    for (const cell of others.filter((one) => one !== null)) {
      const figure = /(\S*\d\S*)\s*(?:units|pcs|pieces)?$/i.exec(cell.text.trim())?.[1]
      if (figure === undefined) continue
      if (unitsWord.test(text)) statedTotals.units ??= { ...cell, text: figure }
      else if (!hasCharges || /sub-?total|net total/i.test(text))
        statedTotals.amount ??= { ...cell, text: bareAmount(figure) }
    }
  }
  return statedTotals
}

/** One line for each size that is ordered. */
function perSize(cells: Map<Column, Cell>): Map<Column, Cell>[] {
  const sizes = [...cells].filter(([column, cell]) => column.startsWith('size ') && /[1-9]/.test(cell.text))
  const shared = [...cells].filter(([column]) => !column.startsWith('size ') && column !== 'amount')
  return sizes.map(
    ([column, cell]) =>
      new Map<Column, Cell>([...shared, ['size', { ...cell, text: column.slice('size '.length) }], ['quantity', cell]]),
  )
}

/** Why the sizes of a row are not what it orders: its own quantity is another, as of packs with a ratio of sizes. */
function sizesFault(cells: Map<Column, Cell>): string | null {
  const stated = readUnits(cells.get('quantity')?.text ?? '')
  const units = perSize(cells).reduce((sum, line) => sum + (readUnits(line.get('quantity')!.text) ?? 0), 0)
  if (stated === null || stated === units) return null
  return `The sizes of a row add up to ${units} units, and the row states ${stated}.`
}

const isMatrix = (cells: Map<Column, Cell>) => [...cells.keys()].some((column) => column.startsWith('size '))

const linesMax = limits.sales_order_lines_max

export function readGrid(rows: readonly ReadRow[], facts: GridFacts): Reading {
  const body = splitRows(rows, facts.page_count !== null)
  if (body === null)
    throw new PaperFault(
      'not_an_order',
      'No table of order lines was found: none of its rows is a header with an item and a quantity.',
    )
  const problems: Problem[] = []
  const report = (code: Problem['code'], sentence: string, line_number: number | null = null) =>
    problems.push({ code, line_number, sentence })
  const split = body.lines.flatMap((cells) => (isMatrix(cells) ? perSize(cells) : [cells]))
  for (const cells of body.lines.filter(isMatrix)) {
    const fault = sizesFault(cells)
    if (fault !== null) report('total_differs', fault)
  }
  if (split.length === 0) throw new PaperFault('no_lines', 'The table of the paper has no line with a quantity.')
  if (split.length > linesMax)
    throw new PaperFault('too_many_lines', `The paper has ${split.length} lines; at most ${linesMax} are taken over.`)
  const values: Reading['values'] = readLabels(body.others)
  const { units, amount } = readTotals(body)
  if (units !== null) values.total_units = units
  if (amount !== null) values.total_amount = amount
  const texts = [...split.flatMap((cells) => [cells.get('unit_price'), cells.get('amount')]), amount]
  const mark = decimalMarkOf(texts.flatMap((cell) => (cell == null ? [] : cell.text)))
  if (mark === null) report('amount_ambiguous', 'The amounts can be read with a decimal point or with a decimal comma.')
  const lines = split.map((cells, i) => readLine(cells, i + 1, mark))
  for (const row of body.unread)
    report('row_unreadable', `A row of the table could not be read: “${joined(row).slice(0, 120)}”.`)
  const dates: Reading['dates'] = {}
  const dateTexts = paperDates.flatMap((field) => values[field]?.text ?? [])
  for (const field of paperDates) {
    const cell = values[field]
    if (cell === undefined) continue
    const day = readDate(cell.text, dateTexts)
    if (day === null)
      report('date_unreadable', `${field} “${cell.text.slice(0, 60)}” is no date, or one with two readings.`)
    else dates[field] = day
  }
  return {
    ...facts,
    values,
    dates,
    total_units: units === null ? null : readUnits(units.text),
    total_cents: amount === null || mark === null ? null : readCents(amount.text, mark),
    lines,
    problems,
  }
}

function readLine(cells: Map<Column, Cell>, line_number: number, mark: 'point' | 'comma' | null): ReadLine {
  const cents = (column: Column) => {
    const cell = cells.get(column)
    return cell === undefined || mark === null ? null : readCents(cell.text, mark)
  }
  const { line: _line, ...values } = Object.fromEntries(cells) as Record<string, Cell>
  return {
    line_number,
    reference: cells.get('line')?.text.slice(0, limits.sales_order_label_length_max) ?? null,
    values: values as ReadLine['values'],
    quantity: readUnits(cells.get('quantity')!.text),
    unit_price_cents: cents('unit_price'),
    amount_cents: cents('amount'),
  }
}
