/** Every total of money of a paper is that of its lines, with or without the charges and taxes that it states. Pure. */
import type { DecimalMark } from '../../../../imports/known_values.ts'
import type { Problem, ReadLine } from '../reading.ts'
import { bareAmount, readCents } from '../values.rules.ts'
import { type Body, chargeWord, joined } from './table.rules.ts'
import { notMoney, totalFigure } from './understood.ts'

/** The last amount of a row, in cents and without its sign; null where it has none. */
function centsOf(texts: readonly string[], mark: DecimalMark): number | null {
  const amounts = texts.flatMap((text) => {
    const [, , amount] = totalFigure.exec(text) ?? []
    return (amount === undefined ? null : readCents(bareAmount(amount).replaceAll(/[-\u2212() ]/g, ''), mark)) ?? []
  })
  return amounts.at(-1) ?? null
}

const chargesMax = 6

/** Sums that a total can have: of the lines, with or without each charge, which is added or taken off. */
function possibleSums(bases: readonly number[], charges: readonly number[]): ReadonlySet<number> {
  return charges
    .slice(0, chargesMax)
    .reduce((sums, cents) => new Set([...sums].flatMap((sum) => [sum, sum + cents, sum - cents])), new Set(bases))
}

const textsOf = (row: Body['charges'][number]) => row.flatMap((cell) => cell?.text ?? [])

/** A total of money that nothing can be compared with. */
export const totalWithoutPrices = (cents: number): Problem => ({
  code: 'price_missing',
  line_number: null,
  sentence: `The paper states a total of ${cents / 100}, and not every line has a price to compare it with.`,
})

/** Where tables go on below a total, each is that of the lines since one above it, or of all lines so far. */
function partProblems({ totals, lines: rows }: Body, lines: readonly ReadLine[], mark: DecimalMark): Problem[] {
  const amounts = lines.map(({ quantity, unit_price_cents: price, discount_cents: off }) =>
    quantity === null || price === null ? null : quantity * price - off,
  )
  // Rows with sizes or stores across are several lines.
  if (amounts.includes(null) || rows.length !== lines.length) return []
  const begins = new Set([0])
  return totals.flatMap(({ others, line_count }): Problem[] => {
    const text = joined(others)
    const cents = notMoney.test(text) ? null : centsOf(textsOf(others), mark)
    const sums = [...begins].map((at) => amounts.slice(at, line_count).reduce<number>((sum, one) => sum + one!, 0))
    begins.add(line_count)
    if (cents === null || sums.some((sum) => Math.abs(sum - cents) <= lines.length)) return []
    const sentence = `The total “${text.slice(0, 120)}” is not that of the lines above it.`
    return [{ code: 'total_differs', line_number: null, sentence }]
  })
}

export function totalProblems(body: Body, lines: readonly ReadLine[], mark: DecimalMark | null): Problem[] {
  const { totals, charges, is_resumed } = body
  if (mark === null) return []
  if (is_resumed) return charges.length > 0 ? [] : partProblems(body, lines, mark)
  const amounts = lines.map(({ quantity, unit_price_cents: price }) =>
    quantity === null || price === null ? null : quantity * price,
  )
  if (amounts.includes(null)) return []
  const gross = amounts.reduce<number>((sum, cents) => sum + cents!, 0)
  const off = lines.reduce((sum, { discount_cents }) => sum + discount_cents, 0)
  const sums = possibleSums(
    [gross, gross - off],
    charges.flatMap((row) => centsOf(textsOf(row), mark) ?? []),
  )
  return totals.flatMap(({ others }): Problem[] => {
    const text = joined(others)
    const cents = chargeWord.test(text) || notMoney.test(text) ? null : centsOf(textsOf(others), mark)
    if (cents === null || [...sums].some((sum) => Math.abs(sum - cents) <= lines.length)) return []
    const sentence = `The total “${text.slice(0, 120)}” is not that of the lines, ${(gross - off) / 100}, with the charges of the paper.`
    return [{ code: 'total_differs', line_number: null, sentence }]
  })
}
