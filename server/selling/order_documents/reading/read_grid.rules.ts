/** Makes an order of rows of cells: its header row, its lines, its totals and the values beside labels. Pure. */
import { limits } from '../../../contract/limits.ts'
import { normalHeader } from '../../../imports/mapping/headers.rules.ts'
import type { DecimalMark } from '../../../imports/known_values.ts'
import type { Column } from './columns.rules.ts'
import { readFigures } from './table/figures.rules.ts'
import type { Parties } from './table/harmless.rules.ts'
import { contradictions } from './contradictions.rules.ts'
import { firstValues, type LabelReading, labelsIn } from './labels.rules.ts'
import { currencyMarks, namedCurrency, readCharges } from './table/money.rules.ts'
import { valueProblems } from './table/cell_values.rules.ts'
import { hiddenProblems } from './table/hidden.rules.ts'
import {
  type Cell,
  type Hidden,
  type LineValue,
  lineValues,
  paperDates,
  PaperFault,
  type Problem,
  type Reading,
  type ReadLine,
  type ReadRow,
} from './reading.ts'
import {
  acrossFault,
  type Body,
  chargeWord,
  isMatrix,
  joined,
  perAcross,
  splitRows,
  type TableRow,
} from './table/table.rules.ts'
import { settleAmounts } from './table/amounts_across.rules.ts'
import { type ComparedTotals, compareTotals, lineCounts, statedIn } from './table/stated_totals.rules.ts'
import { sumsOf, totalProblems } from './table/totals.rules.ts'
import {
  type Beside,
  cellProblems,
  columnProblems,
  freeTexts,
  mergedProblems,
  sheetProblems,
} from './table/unknown.rules.ts'
import { notMoney, orderColumns } from './table/understood.ts'
import { bareAmount, decimalMarkOf, readCents, readDate, readQuantity, readUnits } from './values.rules.ts'

export interface GridFacts {
  page_count: number | null
  is_recognised: boolean
}

/** What stands beside the rows, and whose names a paper may have. */
export interface GridContext {
  /** Names of sheets, headers and footers of printed pages, notes. */
  texts?: readonly Cell[]
  /** What a person does not see. */
  hidden?: readonly Hidden[]
  parties?: Parties
}

interface Totals {
  units: Cell | null
  amount: Cell | null
}

const unitsWord =
  /(?<!\p{L})(?:units|quantity|qty|pieces|pcs|(?:gesamt)?(?:menge|stückzahl|stück|stk)|quantités?|qté|pièces)(?!\p{L})/iu

/**
 * The first total of each kind; that of the lines comes before one with taxes and freight. Where lines follow a total, it
 * is the last one of each kind that has all of them.
 */
function readTotals({ totals, is_resumed }: Body): Totals {
  const hasCharges = totals.some(({ others }) => chargeWord.test(joined(others)))
  const statedTotals: Totals = { units: null, amount: null }
  for (const { units, others, is_open } of is_resumed ? totals.toReversed() : totals) {
    const text = joined(others)
    if (chargeWord.test(text) || is_open) continue
    statedTotals.units ??= units
    if (statedIn(others).totals.some(({ compared_with }) => compared_with === 'lines')) continue
    if (notMoney.test(text) && !unitsWord.test(text)) continue
    for (const cell of others.filter((one) => one !== null)) {
      const figure = /(\S*\d\S*)\s*(?:units|pcs|pieces|stück|stk|pièces)?\.?$/i.exec(cell.text.trim())?.[1]
      if (figure === undefined) continue
      if (unitsWord.test(text)) statedTotals.units ??= { ...cell, text: figure }
      else if (!hasCharges || /sub-?total|net total/i.test(text))
        statedTotals.amount ??= { ...cell, text: bareAmount(figure) }
    }
  }
  return statedTotals
}

const linesMax = limits.sales_order_lines_max

const money = ['unit_price', 'net_price', 'list_price', 'amount', 'discount'] as const

/** Amounts as they are compared to find the decimal mark: without what a price is for, and without percentages. */
const amountTexts = (split: readonly TableRow[], amount: Cell | null) =>
  [...split.flatMap(({ cells }) => money.map((column) => cells.get(column))), amount].flatMap((cell) =>
    cell == null || cell.text.includes('%') ? [] : cell.text.replace(/\s*\/.*$/, ''),
  )

function splitLines(body: Body): TableRow[] {
  const split = body.lines.flatMap((line) =>
    isMatrix(line.cells) ? perAcross(line.cells).map((cells) => ({ ...line, cells })) : [line],
  )
  if (split.length === 0) throw new PaperFault('no_lines', 'The table of the paper has no line with a quantity.')
  if (split.length > linesMax)
    throw new PaperFault('too_many_lines', `The paper has ${split.length} lines; at most ${linesMax} are taken over.`)
  return split
}

type Report = (code: Problem['code'], sentence: string, line_number?: number | null) => void

function readDates(values: Reading['values'], others: readonly string[], report: Report): Reading['dates'] {
  const dates: Reading['dates'] = {}
  for (const field of paperDates) {
    const cell = values[field]
    if (cell === undefined) continue
    const day = readDate(cell.text, others)
    if (day === null)
      report('date_unreadable', `${field} “${cell.text.slice(0, 60)}” is no date, or one with two readings.`)
    else dates[field] = day
  }
  return dates
}

function reportRows(body: Body, isSheet: boolean, beside: Beside, report: Report): void {
  for (const { cells } of body.lines.filter((line) => isMatrix(line.cells))) {
    const fault = acrossFault(cells)
    if (fault !== null) report('total_differs', fault)
  }
  const unknown = [...columnProblems(body), ...mergedProblems(body), ...sheetProblems(body), ...valueProblems(body)]
  for (const { code, sentence } of [...unknown, ...cellProblems(body, isSheet, beside)]) report(code, sentence)
  for (const row of body.unread)
    report('row_unreadable', `A row of the table could not be read: “${joined(row).slice(0, 120)}”.`)
}

const lineDates = ['ship_date', 'cancel_date', 'order_date', 'ship_window_start', 'ship_window_end'] as const

export function readGrid(
  rows: readonly ReadRow[],
  facts: GridFacts,
  { texts = [], hidden = [], parties = [] }: GridContext = {},
): Reading {
  const isSheet = facts.page_count === null
  const body = splitRows(rows, !isSheet)
  if (body === null)
    throw new PaperFault(
      'not_an_order',
      'No table of order lines was found: none of its rows is a header with an item and a quantity.',
    )
  const problems: Problem[] = []
  const report: Report = (code, sentence, line_number = null) => problems.push({ code, line_number, sentence })
  const split = splitLines(body)
  const labels = labelsIn([...body.others, ...texts.map((text) => [text])])
  const values: Reading['values'] = firstValues(labels)
  const { units, amount } = readTotals(body)
  if (units !== null) values.total_units = units
  if (amount !== null) values.total_amount = amount
  const mark = decimalMarkOf(amountTexts(split, amount))
  if (mark === null) report('amount_ambiguous', 'The amounts can be read with a decimal point or with a decimal comma.')
  const dateTexts = [
    ...paperDates.flatMap((field) => values[field]?.text ?? []),
    ...split.flatMap(({ cells }) => lineDates.flatMap((field) => cells.get(field)?.text ?? [])),
  ]
  const lines = split.map((row, i) => readLine(row, i + 1, { mark, dates: dateTexts, report }))
  settleAmounts(body, { split, lines }, mark, report)
  problems.push(...contradictions(labels, dateTexts))
  const dates = readDates(values, dateTexts, report)
  const marks = currencyMarks(body, freeTexts([...body.others, ...texts.map((text) => [text])], labels))
  const currency = facts.is_recognised ? null : namedCurrency(marks)
  if (currency !== null) values.currency ??= currency
  const charged = readCharges(body, { lines }, mark)
  const stated = compareStated(body, { texts, labels, units }, { lines, mark })
  if (stated.units !== null) values.total_units ??= stated.units.cell
  if (stated.amount !== null) values.total_amount ??= stated.amount
  const used = new Set([...labels.used, ...stated.used])
  reportRows(body, isSheet, { labels: { ...labels, used }, texts, parties }, report)
  for (const { code, sentence } of hiddenProblems(hidden, body, parties)) report(code, sentence)
  problems.push(...charged, ...totalProblems(body, lines, mark), ...stated.problems)
  return {
    ...facts,
    values,
    dates,
    total_units: units === null ? (stated.units?.count ?? null) : unitsOf(units, body, { split, lines }),
    total_cents: values.total_amount === undefined || mark === null ? null : readCents(values.total_amount.text, mark),
    currency_marks: [...marks.keys()],
    layout: body.tables[0]!.header.map((cell) => normalHeader(cell?.text ?? '')).join('|'),
    lines,
    problems,
  }
}

/** A total below the quantities is counted as they are: 2 below 2 DZ are 24 units. */
function unitsOf(
  total: Cell,
  { totals }: Body,
  { split, lines }: { split: readonly TableRow[]; lines: readonly ReadLine[] },
): number | null {
  const stated = readUnits(total.text)
  const counts = split.map(
    ({ cells }) => readQuantity((cells.get('quantity') ?? cells.get('packs'))?.text ?? '')?.count,
  )
  const isCounted = stated !== null && counts.reduce<number>((sum, count) => sum + (count ?? 0), 0) === stated
  if (!isCounted || !totals.some(({ units }) => units === total)) return stated
  return lines.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)
}

interface BesideLines {
  texts: readonly Cell[]
  labels: LabelReading
  /** The total of units that a row of totals states. */
  units: Cell | null
}

/** Totals in words: outside the table, and those in rows of totals that are compared nowhere else. */
function compareStated(
  body: Body,
  { texts, labels, units }: BesideLines,
  { lines, mark }: { lines: readonly ReadLine[]; mark: DecimalMark | null },
): ComparedTotals & { used: Cell[] } {
  const charges = new Set(body.charges)
  const outside = [...body.others.filter((row) => !charges.has(row)), ...texts.map((text) => [text])]
    .map((row) => row.filter((cell) => cell !== null && !labels.used.has(cell)))
    .map((row) => statedIn(row))
  const inRows = body.is_resumed
    ? []
    : body.totals.flatMap(({ others, is_open }) =>
        statedIn(others).totals.filter(
          ({ cell, compared_with, said }) =>
            cell.place !== units?.place &&
            (is_open || compared_with === 'units' || compared_with === 'lines' || notMoney.test(said)),
        ),
      )
  const quantities = lines.map(({ quantity }) => quantity)
  const sums = sumsOf(body, lines, mark)
  const compared = compareTotals([...outside.flatMap(({ totals }) => totals), ...inRows], {
    units: quantities.includes(null) ? null : quantities.reduce<number>((sum, one) => sum + one!, 0),
    amounts: sums?.amounts ?? null,
    net_cents: sums?.net_cents ?? null,
    counts: lineCounts(lines, body.lines.length),
    line_count: lines.length,
  })
  return { ...compared, used: outside.flatMap((one) => one.used) }
}

interface LineReading {
  mark: DecimalMark | null
  dates: readonly string[]
  report: Report
}

function readLine({ cells, table }: TableRow, line_number: number, { mark, dates, report }: LineReading): ReadLine {
  const { figures, faults } = readFigures({ cells, headers: table.headers }, mark)
  for (const { code, words } of faults) report(code, `Line ${line_number}: ${words}`, line_number)
  const day = (column: 'ship_date' | 'cancel_date') => {
    const cell = cells.get(column)
    if (cell === undefined) return null
    const read = readDate(cell.text, dates)
    if (read === null)
      report('date_unreadable', `Line ${line_number}: “${cell.text.slice(0, 60)}” is no date, or one with two readings.`, line_number)
    return read
  }
  const pick = <K extends Column>(columns: readonly K[]) =>
    Object.fromEntries(
      columns.flatMap((column) => {
        const cell = cells.get(column)
        if (cell === undefined) return []
        const { text, confidence, place } = cell
        return [[column, { text, confidence, place }]]
      }),
    ) as Partial<Record<K, Cell>>
  return {
    line_number,
    reference: cells.get('line')?.text.slice(0, limits.sales_order_label_length_max) ?? null,
    values: pick<LineValue>(lineValues),
    ...figures,
    door_reference: cells.get('door')?.text.slice(0, limits.sales_order_label_length_max) ?? null,
    requested_ship_date: day('ship_date'),
    cancel_date: day('cancel_date'),
    order_values: pick(orderColumns),
  }
} // prettier-ignore
