/** The part of each line's discount that is a percentage of its goods. Pure. */
import type { Allowance } from '../../../../edi/documents/record.ts'
import { type Discounted, settleAllowances } from './allowances.rules.ts'
import { type BuyerWords, hasDiscountsOf, wordsFor } from './resettle.rules.ts'

type Line = Discounted & { line_id: string; edi_position: number | null }

const isPercentage = ({ amount, percent }: Allowance) => amount === null && percent !== null

/** Only the percentages that the buyer states, or all of its allowances. */
function settled(lines: readonly Line[], words: BuyerWords, currency: string, of: (one: Allowance) => boolean): Line[] {
  const ordered = lines.filter(({ quantity }) => quantity > 0).map((line) => ({ ...line, discount_cents: 0 }))
  const read = wordsFor(words.lines, lines).map((one) => ({
    ...one,
    line: { ...one.line, allowances: (one.line.allowances ?? []).filter(of) },
  }))
  return settleAllowances(ordered, read, words.allowances.filter(of), currency).lines
}

/** By line; empty where the discounts are others than the buyer's words come to. */
export function discountsOfGoods(lines: readonly Line[], words: BuyerWords, currency: string): Map<string, number> {
  if (
    !hasDiscountsOf(
      lines,
      settled(lines, words, currency, () => true),
    )
  )
    return new Map()
  return new Map(
    settled(lines, words, currency, isPercentage).map(({ line_id, discount_cents }) => [line_id, discount_cents]),
  )
}
