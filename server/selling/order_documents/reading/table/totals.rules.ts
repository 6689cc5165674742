/** Every total of money of a paper is that of its lines, with or without the charges and taxes that it states. Pure. */
import type { DecimalMark } from '../../../../imports/known_values.ts'
import type { Problem, ReadLine, ReadRow } from '../reading.ts'
import { bareAmount, readCents } from '../values.rules.ts'
import { statedIn } from './stated_totals.rules.ts'
import { type Body, chargeWord, joined } from './table.rules.ts'
import { notMoney, totalFigure } from './understood.ts'

/** A total may have the other decimal mark than the prices, where it is no amount with theirs. */
const eitherCents = (text: string, mark: DecimalMark): number | null =>
  readCents(text, mark) ?? readCents(text, mark === 'point' ? 'comma' : 'point')

/** The last amount of a row, in cents and without its sign; null where it has none. */
function centsOf(texts: readonly string[], mark: DecimalMark): number | null {
  const amounts = texts.flatMap((text) => {
    const [, , amount] = totalFigure.exec(text) ?? []
    return (amount === undefined ? null : eitherCents(bareAmount(amount).replaceAll(/[-\u2212() ]/g, ''), mark)) ?? []
  })
  return amounts.at(-1) ?? null
}

const chargesMax = 6

/** Sums that a total can have: of the lines, with or without each charge, which is added or taken off. */
function withCharges(bases: readonly number[], charges: readonly number[]): ReadonlySet<number> {
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

/** Whether a row states something else than money, such as how many units or lines there are. */
function isOfOther(row: ReadRow): boolean {
  const { totals } = statedIn(row)
  if (totals.some(({ compared_with }) => compared_with === 'amount')) return false
  const isCount = totals.some(({ compared_with }) => compared_with === 'units' || compared_with === 'lines')
  return isCount || notMoney.test(joined(row))
}

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
    const cents = isOfOther(others) ? null : centsOf(textsOf(others), mark)
    const sums = [...begins].map((at) => amounts.slice(at, line_count).reduce<number>((sum, one) => sum + one!, 0))
    begins.add(line_count)
    if (cents === null || sums.some((sum) => Math.abs(sum - cents) <= lines.length)) return []
    const sentence = `The total “${text.slice(0, 120)}” is not that of the lines above it.`
    return [{ code: 'total_differs', line_number: null, sentence }]
  })
}

interface Sums {
  /** Before and after discounts, with and without charges. */
  amounts: ReadonlySet<number>
  net_cents: number
}

/** Sums that a total of the whole paper can have; null where the price of a line is not known. */
export function sumsOf(
  { charges }: Pick<Body, 'charges'>,
  lines: readonly ReadLine[],
  mark: DecimalMark | null,
): Sums | null {
  const amounts = lines.map(({ quantity, unit_price_cents: price }) =>
    quantity === null || price === null ? null : quantity * price,
  )
  if (mark === null || amounts.includes(null)) return null
  const gross = amounts.reduce<number>((sum, cents) => sum + cents!, 0)
  const off = lines.reduce((sum, { discount_cents }) => sum + discount_cents, 0)
  const paid = charges.flatMap((row) => centsOf(textsOf(row), mark) ?? [])
  return { amounts: withCharges([gross, gross - off], paid), net_cents: gross - off }
}

export function totalProblems(body: Body, lines: readonly ReadLine[], mark: DecimalMark | null): Problem[] {
  const { totals, charges, is_resumed } = body
  if (mark === null) return []
  if (is_resumed) return charges.length > 0 ? [] : partProblems(body, lines, mark)
  const sums = sumsOf(body, lines, mark)
  if (sums === null) return []
  return totals.flatMap(({ others, is_open }): Problem[] => {
    if (is_open) return []
    const text = joined(others)
    const isOther = chargeWord.test(text) || isOfOther(others)
    const cents = isOther ? null : centsOf(textsOf(others), mark)
    if (cents === null || [...sums.amounts].some((sum) => Math.abs(sum - cents) <= lines.length)) return []
    const sentence = `The total “${text.slice(0, 120)}” is not that of the lines, ${sums.net_cents / 100}, with the charges of the paper.`
    return [{ code: 'total_differs', line_number: null, sentence }]
  })
}
