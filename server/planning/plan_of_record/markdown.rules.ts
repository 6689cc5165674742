/**
 * Realised markdowns of a category and month: at retail, what the units sold would have brought more at their regular
 * price, discounts included; at cost, the same share of their cost. Pure.
 */
import { type Actual, known, unknown } from '../../contract/money.ts'
import Big from 'big.js'
import type { MarkdownFact } from './realised_markdown.store.ts'

export const markdownBands = ['realised_markdown', 'realised_markdown_at_retail', 'realised_markdown_units'] as const
type Realised = Record<(typeof markdownBands)[number], Actual>

const all = (figure: Actual): Realised => ({
  realised_markdown: figure,
  realised_markdown_at_retail: figure,
  realised_markdown_units: figure,
})

const noPrice = unknown('The regular price of some of the units sold is not known.', 'no_price')
const discountsAlone = unknown(
  'The markdowns were given as discounts, and the units that they were given on are not counted.',
  'not_recorded',
)

/** No unit sold for less than its regular price before discounts, so that units beside a markdown are unknown and not zero. */
const unitsOf = ({ markdown_units, net_cents }: MarkdownFact): Actual =>
  markdown_units === 0 && net_cents > 0 ? discountsAlone : known(markdown_units)

/** The cost of a unit is the mean over units sold less units returned, which is what the known cost is summed over. */
function atCost(markdown_cents: number, regular_value_cents: number, fact: MarkdownFact): Actual {
  const { units, returned_units, costed_units, known_cost_cents } = fact
  if (markdown_cents === 0) return known(0)
  if (costed_units < units + returned_units) return unknown('The cost of some of the units sold is not known.')
  if (units <= returned_units) return unknown('No more units were sold than came back, so there is no cost per unit.')
  if (regular_value_cents <= 0) return unknown('The units sold have no regular value.')
  const cost = Big(markdown_cents).times(known_cost_cents).times(units)
  return known(Number(cost.div(Big(units - returned_units).times(regular_value_cents)).round(0, Big.roundHalfUp)) + 0)
}

/** Whether every unit sold is left out. */
const isUnpriced = ({ units, left_out_units }: MarkdownFact) => units <= 0 && left_out_units > 0

/** `facts` are those of the category, a sentence that says why there are none, or null if they are not requested. */
export function realisedOf(facts: readonly MarkdownFact[] | string | null, at: number, isFuture: boolean): Realised {
  if (facts === null) return all(unknown('Not requested.'))
  if (isFuture) return all(unknown('The month has not started.'))
  if (typeof facts === 'string') return all(unknown(facts))
  const markdown = facts.find((one) => one.at === at && one.figure === 'markdown')
  const regular = facts.find((one) => one.at === at && one.figure === 'regular_value')
  if (markdown === undefined || regular === undefined) return all(known(0))
  const unrated = markdown.unrated_reason ?? regular.unrated_reason
  if (unrated !== null) return all(unknown(unrated))
  if (markdown.priced_units < markdown.units || isUnpriced(markdown)) return all(noPrice)
  return {
    realised_markdown: atCost(markdown.net_cents, regular.net_cents, markdown),
    realised_markdown_at_retail: known(markdown.net_cents),
    realised_markdown_units: unitsOf(markdown),
  }
}

/** Units sold that the markdowns of the month do not contain, because no regular price is known. */
export function leftOutUnits(facts: readonly MarkdownFact[] | string | null, at: number, isFuture: boolean): Actual {
  if (facts === null || typeof facts === 'string' || isFuture) return realisedOf(facts, at, isFuture).realised_markdown
  return known(facts.find((one) => one.at === at && one.figure === 'markdown')?.left_out_units ?? 0)
}
