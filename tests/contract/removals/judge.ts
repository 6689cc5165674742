/**
 * Judges what reads answer without a fact. A figure depends on it if it differs where the fact is another; then, without it,
 * it must be null and name it, or name it beside the sum of what remains. Every other figure must stay.
 */
import type { Fact } from './facts.ts'
import type { Figures } from './figures_of_reads.ts'

/** Figures that are judged otherwise, and why. */
const exceptions: readonly [path: RegExp, fact: RegExp, why: string][] = [
  [/^session\.list_exchange_rates\./, /^rate/, 'the rates themselves'],
  [/^session\.get_editable_variant\.price_cents$/, /^price/, 'the price itself'],
  [/^products\.get_completeness\.|\.missing_fields\.rows\[/, /^price/, 'they count what lacks a price'],
  [/\.price_(min|max)\./, /^price/, 'the lowest and highest price of the other variants'],
  [/\.contribution_class\.rows\[.*\.count$/, /^rate/, 'what lacks a rate has no class'],
  [/\.planned_out_coverage\./, /./, 'it counts what is measured and what is left out'],
  [
    /\.(top|bottom)_styles\[|\.unranked_styles$/,
    /^rate/,
    'a product with unknown net sales is in neither list, and counted',
  ],
  [/\.levers\[.*\.releases\[/, /./, 'the lever says that a part is not measured'],
  [/\.cards\[.*\.change$/, /./, 'a percentage of two figures beside it, which are judged'],
  [
    /^reports\.get_cash_from_the_buy\./,
    /^(rate|cost)/,
    'an open buy that lacks an order is unknown, also where it would be 0',
  ],
]

/** Net sales and other amounts of rows in a currency without a rate are null together, also those that are zero or cancel out. */
const isZeroOfRow = (fact: Fact, path: string, value: number) =>
  fact.what.startsWith('rate') &&
  /^sales\.|^session\.(get_wssi|compare_weekly_trade)\.|\.realised_sales\./.test(path) &&
  Math.abs(value) <= 0.01

const isException = (fact: Fact, path: string) =>
  exceptions.some(([of, facts]) => of.test(path) && facts.test(fact.what))

/** With twice the fact a sum has twice its part, so that what remains without it follows; money is rounded to cents. */
const isRest = (now: number, value: number, doubled: number | null | undefined) =>
  typeof doubled === 'number' && Math.abs(2 * value - doubled - now) <= 0.021

export interface Readings {
  before: Figures
  doubled: Figures
  /** A hundredth of the fact: figures that are bounded below depend on it as well. */
  least: Figures
  without: Figures
}

export interface Judgement {
  /** Paths of the figures that depend on the fact. */
  depending: string[]
  faults: string[]
}

export function judge(fact: Fact, { before, doubled, least, without }: Readings): Judgement {
  const depending: string[] = []
  const faults: string[] = []
  for (const [path, { value }] of before) {
    if (value === null) continue
    const up = doubled.get(path)?.value
    const depends = up !== value || least.get(path)?.value !== value
    const now = without.get(path)
    if (depends) depending.push(path)
    if ((!depends && now?.value === value) || isException(fact, path)) continue
    const say = (fault: string) => faults.push(`${fault}: ${path}: ${value}, ${String(now?.value)} without`)
    if (now === undefined) say('is gone')
    else if (!fact.named.test(now.words)) say(depends ? 'does not name it' : 'changed without a word')
    else if (depends && now.value === value) say('did not change')
    else if (depends && now.value !== null && !isRest(now.value, value, up)) say('is not what remains')
    else if (!depends && !(now.value === null && isZeroOfRow(fact, path, value)))
      say('changed and does not depend on it')
  }
  return { depending, faults }
}
