/** Totals that a paper states in words, wherever they stand, compared with its lines. Pure. */
import type { DecimalMark } from '../../../../imports/known_values.ts'
import { unitsIn } from '../columns.rules.ts'
import { singleSpaced } from '../labels.rules.ts'
import type { Cell, Problem, ReadLine, ReadRow } from '../reading.ts'
import { bareAmount, readCents } from '../values.rules.ts'
import {
  beforeFigure,
  type ComparedWith,
  figureFirst,
  statedSeparator,
  statedTotals,
  totalParts,
} from './stated_totals.ts'

const filled = (label: string): string =>
  label.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) => filled(totalParts[name]!))

const patterns = statedTotals.flatMap(({ compared_with, labels }) =>
  labels.map((label) => ({ compared_with, pattern: new RegExp(`^(?:${filled(label)})$`, 'iu') })),
)

/** What a label of a total is compared with; null for any other text. */
const comparedWith = (label: string): ComparedWith | null =>
  patterns.find(({ pattern }) => pattern.test(label))?.compared_with ?? null

const bareLabel = (text: string) => singleSpaced(text).replace(beforeFigure, '')

/** Whether a text is the words of a total, without its figure. */
export const isTotalLabel = (text: string): boolean => comparedWith(bareLabel(text)) !== null

interface Figure {
  /** As it is written. */
  text: string
  unit: string | null
  isMoney: boolean
}

interface StatedTotal extends Figure {
  compared_with: ComparedWith
  /** Where the figure stands. */
  cell: Cell
  /** The words and the figure. */
  said: string
}

const currency = String.raw`(?:\p{Sc}|[A-Z]{3}|(?:US|CA?|AU?)\$|zł|kr)`
/** With a currency, or with cents; 24.00 can be a count. */
const moneyText = new RegExp(
  String.raw`^${currency}\s?\d[\d.,' ]*$|^\d[\d.,' ]*\s?${currency}$|^\d[\d., ']*[.,](?!00)\d\d$`,
  'u',
)
const countText = /^(\d[\d., ']*?)\s?(\p{L}+)?\.?$/u

/** A figure with its unit or its currency; null for any other text. */
function figureIn(stated: string): Figure | null {
  const text = singleSpaced(stated)
  const [, digits, unit = null] = countText.exec(text) ?? []
  if (digits !== undefined && unit !== null && unitsIn(unit) != null) return { text: digits, unit, isMoney: false }
  if (moneyText.test(text)) return { text, unit: null, isMoney: true }
  return digits === undefined || unit !== null ? null : { text, unit: null, isMoney: false }
}

/** What a figure of a total without further words is of. */
const settled = (kind: ComparedWith, { unit, isMoney }: Figure): ComparedWith | null => {
  if (unit !== null) return kind === 'amount' || kind === 'lines' ? null : 'units'
  if (isMoney) return kind === 'units' || kind === 'lines' ? null : 'amount'
  return kind
}

type Said = Omit<StatedTotal, 'cell' | 'said'>

function withFigure(kind: ComparedWith, text: string): Said | null {
  const figure = figureIn(text)
  const compared_with = figure === null ? null : settled(kind, figure)
  return compared_with === null ? null : { ...figure!, compared_with }
}

/** The words of a total with its figure behind or before them. */
function clauseOf(text: string): Said | null {
  const [, first, unit] = figureFirst.exec(text) ?? []
  if (first !== undefined)
    return unitsIn(unit!) == null ? null : { text: first, unit: unit!, isMoney: false, compared_with: 'units' }
  for (let at = 1; at < text.length; at++) {
    if (!/[\s:=]/.test(text[at - 1]!)) continue
    const kind = comparedWith(bareLabel(text.slice(0, at)))
    const said = kind === null ? null : withFigure(kind, text.slice(at))
    if (said !== null) return said
  }
  return null
}

/** Longer texts are no totals. */
const totalLengthMax = 120

/** Every total that a text states, if it says nothing else. */
function totalsIn(stated: string): Said[] | null {
  const text = singleSpaced(stated).replace(/[.;,]$/, '')
  if (text.length > totalLengthMax || !/\d/.test(text)) return null
  const whole = clauseOf(text)
  if (whole !== null) return [whole]
  const [first, ...more] = text.split(statedSeparator)
  if (more.length === 0) return null
  const all = [clauseOf(first!), ...more.map((part) => clauseOf(part) ?? withFigure('any', part))]
  return all.every((one) => one !== null) ? all : null
}

/** The totals of a row, with the cells that state them: words and figure in one cell, or in two beside each other. */
export function statedIn(row: ReadRow): { totals: StatedTotal[]; used: Cell[] } {
  const cells = row.filter((cell) => cell !== null)
  const totals: StatedTotal[] = []
  const used: Cell[] = []
  for (let i = 0; i < cells.length; i++) {
    const [cell, next] = [cells[i]!, cells[i + 1]]
    const own = totalsIn(cell.text)
    const kind = own === null && next !== undefined ? comparedWith(bareLabel(cell.text)) : null
    const beside = kind === null ? null : withFigure(kind, next!.text)
    if (own !== null) {
      used.push(cell)
      totals.push(...own.map((one) => ({ ...one, cell, said: cell.text })))
    } else if (beside !== null) {
      used.push(cell, next!)
      totals.push({ ...beside, cell: next!, said: `${cell.text} ${next!.text}` })
      i++
    }
  }
  return { totals, used }
}

/** Whether a row states totals and nothing else. */
export function isStatedTotal(row: ReadRow): boolean {
  const [first, second] = row.filter((cell) => cell !== null)
  if (first === undefined || statedIn([first, second ?? null]).used[0] !== first) return false
  const { used } = statedIn(row)
  return row.every((cell) => cell === null || used.includes(cell))
}

/** Whole numbers that a count can mean: 1.250 is one with a group of digits, or with decimals. */
function countsOf(text: string): number[] {
  const bare = text.replaceAll(/[ ']/g, '')
  const grouped = /^\d{1,3}(?:[.,]\d{3})+$/.test(bare) ? [Number(bare.replaceAll(/\D/g, ''))] : []
  const decimal = /^(\d{1,9})(?:[.,]0+)?$/.exec(bare)?.[1]
  return [...grouped, ...(decimal === undefined ? [] : [Number(decimal)])]
}

/** Cents that an amount can mean under either decimal mark. */
const centsIn = (text: string): number[] =>
  (['point', 'comma'] as const satisfies readonly DecimalMark[]).flatMap(
    (mark) => readCents(bareAmount(text), mark) ?? [],
  )

interface LineSums {
  /** Single units of all lines; null where a line has no quantity. */
  units: number | null
  /** Sums that a total of money can have, in cents; null where a line has no price. */
  amounts: ReadonlySet<number> | null
  /** Of the lines after their discounts, for the sentence. */
  net_cents: number | null
  counts: ReadonlySet<number>
  line_count: number
}

/** How many lines, rows or different items a paper can say that it has. */
export const lineCounts = (lines: readonly ReadLine[], row_count: number): ReadonlySet<number> =>
  new Set([
    lines.length,
    row_count,
    ...(['sku', 'item', 'buyer_sku', 'barcode', 'style'] as const).map(
      (name) => new Set(lines.map(({ values }) => values[name]?.text.toLowerCase() ?? '')).size,
    ),
  ])

interface Compared {
  isEqual: boolean
  /** What the lines have. */
  have: string
  /** What a total of either is of, where that is clear. */
  kind?: 'units' | 'amount' | undefined
}

function comparedUnits({ text, unit }: StatedTotal, { units }: LineSums): Compared | null {
  if (units === null) return null
  const factor = unit === null ? 1 : unitsIn(unit)!
  return { isEqual: countsOf(text).some((count) => count * factor === units), have: `${units} units` }
}

function comparedAmount({ text }: StatedTotal, { amounts, net_cents, line_count }: LineSums): Compared | null {
  if (amounts === null) return null
  const near = (cents: number) => [...amounts].some((sum) => Math.abs(sum - cents) <= line_count)
  return { isEqual: centsIn(text).some(near), have: `${net_cents! / 100}` }
}

const comparedLines = ({ text }: StatedTotal, { counts, line_count }: LineSums): Compared => ({
  isEqual: countsOf(text).some((count) => counts.has(count)),
  have: `${line_count} lines`,
})

/** null where the lines do not state what it would be compared with. */
function compared(total: StatedTotal, sums: LineSums): Compared | null {
  if (total.compared_with === 'units') return comparedUnits(total, sums)
  if (total.compared_with === 'amount') return comparedAmount(total, sums)
  if (total.compared_with === 'lines') return comparedLines(total, sums)
  const [units, amount] = [comparedUnits(total, sums), comparedAmount(total, sums)]
  const isLines = /item|artikel|article/i.test(total.said) && comparedLines(total, sums).isEqual
  if (units === null && amount === null) return null
  const isEqual = isLines || units?.isEqual === true || amount?.isEqual === true
  const kind = units?.isEqual === amount?.isEqual ? undefined : units?.isEqual === true ? 'units' : 'amount'
  return { isEqual, kind, have: [units?.have, amount?.have].filter((one) => one !== undefined).join(' and ') }
}

export interface ComparedTotals {
  problems: Problem[]
  /** The first that equals the units or the amount of the lines. */
  units: { cell: Cell; count: number } | null
  amount: Cell | null
}

const at = ({ place }: Cell) => (place.cell === null ? '' : ` (${place.cell})`)

export function compareTotals(totals: readonly StatedTotal[], sums: LineSums): ComparedTotals {
  const result: ComparedTotals = { problems: [], units: null, amount: null }
  for (const total of totals) {
    const { cell, said, compared_with } = total
    const comparison = compared(total, sums)
    if (comparison === null) {
      // What is settled with the price list is compared there.
      if (compared_with === 'amount') result.amount ??= { ...cell, text: bareAmount(total.text) }
      continue
    }
    const kind = compared_with === 'any' ? comparison.kind : compared_with
    if (!comparison.isEqual) {
      const sentence = `“${said.slice(0, 80)}”${at(cell)} is not what the lines add up to: they have ${comparison.have}.`
      result.problems.push({ code: 'total_differs', line_number: null, sentence })
    } else if (kind === 'units') result.units ??= { cell: { ...cell, text: total.text }, count: sums.units! }
    else if (kind === 'amount') result.amount ??= { ...cell, text: bareAmount(total.text) }
  }
  return result
}
