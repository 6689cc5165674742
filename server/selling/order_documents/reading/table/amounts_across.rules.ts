/** The amount of a row with sizes or stores across, which is that of all its lines together. Pure. */
import type { DecimalMark } from '../../../../imports/known_values.ts'
import type { Problem, ReadLine } from '../reading.ts'
import { type Body, isMatrix, type TableRow } from './table.rules.ts'
import { readCents } from '../values.rules.ts'

interface Lines {
  split: readonly TableRow[]
  lines: readonly ReadLine[]
}

type Report = (code: Problem['code'], sentence: string, line_number?: number | null) => void

const sumOf = (lines: readonly ReadLine[], figure: (line: ReadLine) => number) =>
  lines.reduce((sum, line) => sum + figure(line), 0)

/** A row that states no price gives its lines that of its amount. */
function derivePrices(lines: readonly ReadLine[], cents: number): string | null {
  const units = sumOf(lines, ({ quantity }) => quantity ?? 0)
  if (cents % units !== 0) return `its amount for ${units} units is no price of whole cents.`
  for (const line of lines) {
    line.unit_price_cents = cents / units
    line.derived = ['unit_price_cents']
  }
  return null
}

/** Of several prices that the row can mean, the one that gives its amount. */
function settleReadings(lines: readonly ReadLine[], cents: number): void {
  const units = sumOf(lines, ({ quantity }) => quantity!)
  const price = lines[0]!.price_readings.find((one) => Math.abs(one * units - cents) <= lines.length)
  if (price === undefined) return
  for (const line of lines) {
    line.unit_price_cents = price
    line.price_readings = []
  }
}

/** Compares the amounts of such rows with their lines, and gives lines without a price theirs. */
export function settleAmounts(
  { lines: rows }: Body,
  { split, lines }: Lines,
  mark: DecimalMark | null,
  report: Report,
): void {
  if (mark === null) return
  for (const { row, cells } of rows.filter((one) => isMatrix(one.cells))) {
    const stated = cells.get('amount')
    const cents = stated === undefined ? null : readCents(stated.text, mark)
    const own = lines.filter((_, i) => split[i]!.row === row)
    const [first] = own
    if (stated === undefined || cents === 0 || first === undefined) continue
    const at = first.line_number
    if (cents === null) {
      report('amount_differs', `Line ${at}: “${stated.text.slice(0, 40)}” is no amount.`, at)
      continue
    }
    if (own.some(({ quantity }) => quantity === null)) continue
    settleReadings(own, cents)
    const isUnpriced = own.every((line) => line.unit_price_cents === null && line.price_readings.length === 0)
    const fault = isUnpriced ? derivePrices(own, cents) : null
    if (fault !== null) report('price_ambiguous', `Line ${at}: ${fault}`, at)
    if (own.some(({ unit_price_cents }) => unit_price_cents === null)) continue
    const gross = sumOf(own, (line) => line.quantity! * line.unit_price_cents!)
    const off = sumOf(own, ({ discount_cents }) => discount_cents)
    if ([gross, gross - off].every((sum) => Math.abs(sum - cents) > own.length))
      report(
        'amount_differs',
        `Line ${at}: the lines of its row add up to ${(gross - off) / 100}, and the row states ${cents / 100}.`,
        at,
      )
  }
}
