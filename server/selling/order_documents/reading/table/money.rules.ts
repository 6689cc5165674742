/** Currencies and charges that a paper states beside its lines. Pure. */
import type { DecimalMark } from '../../../../imports/known_values.ts'
import type { Cell, Problem, Reading, ReadLine } from '../reading.ts'
import { currenciesNamed } from './free_text.rules.ts'
import { type Body, joined } from './table.rules.ts'
import { currencySigns, passedOverCharges } from './understood.ts'
import { bareAmount, readCents, readPercent } from '../values.rules.ts'

const priced = ['unit_price', 'net_price', 'list_price', 'amount'] as const
const marks = /(?<![\p{L}])[A-Z]{3}(?![\p{L}])|(?:US|CA?|AU?)?\$|zł|(?<![\p{L}])kr(?![\p{L}])|\p{Sc}/gu

const marksIn = (text: string) => [...text.matchAll(marks)].map(([mark]) => mark)

/** Codes and signs of currencies in headers, prices, amounts and totals, and in free text, with where each stands first. */
export function currencyMarks({ tables, lines, totals, charges }: Body, texts: readonly Cell[]): Map<string, Cell> {
  const marked = new Map<string, Cell>()
  const add = (mark: string, cell: Cell) => marked.has(mark) || marked.set(mark, cell)
  for (const { columns, header, headers } of tables)
    for (const [column, { currencies }] of headers)
      for (const mark of currencies) add(mark, header[columns.indexOf(column)]!)
  const cells = lines.flatMap((line) => priced.flatMap((column) => line.cells.get(column) ?? []))
  for (const cell of cells) for (const mark of marksIn(cell.text)) add(mark, cell)
  const beside = [...totals.map(({ others }) => others), ...charges].flat().flatMap((cell) => cell ?? [])
  for (const cell of [...beside, ...texts]) for (const mark of currenciesNamed(cell.text)) add(mark, cell)
  return marked
}

/** Currencies that a sign or a code can mean. */
export const currenciesOf = (mark: string): readonly string[] => currencySigns[mark] ?? [mark]

/** The currency that the marks of a paper name, as a value of the paper. */
export function namedCurrency(marked: ReadonlyMap<string, Cell>): Cell | null {
  const [[mark, cell] = [null, null], ...more] = marked
  if (mark === null || more.length > 0) return null
  const [currency, ...others] = currenciesOf(mark)
  return others.length > 0 ? null : { ...cell!, text: currency! }
}

const figuresOf = (row: Body['charges'][number]) => row.flatMap((cell) => (cell === null ? [] : cell.text))

/** The amount of a charge, without its sign; null where it has none. */
function chargeCents(texts: readonly string[], mark: DecimalMark): number | null {
  const amounts = texts.flatMap((text) => {
    const bare = bareAmount(text.replace(/^.*?([-\u2212(]?\s*\p{Sc}?\d[\d.,' ]*\)?)\s*$/u, '$1'))
    const cents = readCents(bare.replaceAll(/[-\u2212() ]/g, ''), mark)
    return cents === null || text.includes('%') ? [] : [cents]
  })
  return amounts.at(-1) ?? null
}

const percentIn = (texts: readonly string[]) => {
  const [, text] = /(\d{1,3}(?:[.,]\d{1,4})?)\s*%/.exec(texts.join(' ')) ?? []
  return text === undefined ? null : readPercent(text)
}

const reduction = /\b(?:discount|allowance|rabatt|nachlass|skonto|remise)\b/i
const grossOf = ({ quantity, unit_price_cents }: ReadLine) =>
  quantity === null || unit_price_cents === null ? null : quantity * unit_price_cents

/** A percentage of the whole order as discounts of its lines; null where one is no whole number of cents. */
function spread(lines: readonly ReadLine[], percent: number, cents: number): number[] | null {
  const offs = lines.map((line) => ((grossOf(line) ?? Number.NaN) * percent) / 100)
  const isWhole = offs.every((off) => Number.isInteger(Math.round(off * 1e6) / 1e6))
  if (!isWhole || lines.some(({ discount_cents }) => discount_cents > 0)) return null
  const rounded = offs.map((off) => Math.round(off))
  return rounded.reduce((sum, off) => sum + off, 0) === cents ? rounded : null
}

/**
 * Charges below the lines: taxes are passed over, a discount is that of the lines or becomes theirs, and whatever else
 * changes what is paid is a problem.
 */
export function readCharges(
  { charges, uncounted }: Body,
  reading: Pick<Reading, 'lines'>,
  mark: DecimalMark | null,
): Problem[] {
  const { lines } = reading
  const problems: Problem[] = []
  for (const row of charges) {
    const text = joined(row)
    const texts = figuresOf(row)
    const cents = mark === null ? null : chargeCents(texts, mark)
    if (passedOverCharges.test(text) || cents === 0 || !/\d/.test(text)) continue
    const stated = lines.reduce((sum, { discount_cents }) => sum + discount_cents, 0)
    if (reduction.test(text) && cents !== null) {
      if (stated === cents) continue
      const percent = percentIn(texts)
      const offs = percent === null ? null : spread(lines, percent, cents)
      if (offs !== null) {
        lines.forEach((line, i) => (line.discount_cents = offs[i]!))
        continue
      }
    }
    const sentence = `“${text.slice(0, 120)}” changes what is paid, and is in no line.`
    problems.push({ code: 'cell_unknown', line_number: null, sentence })
  }
  for (const row of uncounted) {
    const sentence = `“${joined(row).slice(0, 120)}” is an amount without a quantity, and is in no line.`
    problems.push({ code: 'charge_unread', line_number: null, sentence })
  }
  return problems
}
