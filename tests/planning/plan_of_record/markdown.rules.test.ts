/** Realised markdowns of one month among others, and the sentences where there are none. */
import { expect, test } from 'bun:test'
import { known, unknown } from '../../../server/contract/money.ts'
import { realisedOf } from '../../../server/planning/plan_of_record/markdown.rules.ts'
import type { MarkdownFact } from '../../../server/planning/plan_of_record/realised_markdown.store.ts'

const fact = (at: number, figure: string, net_cents: number, unrated_reason: string | null = null) =>
  ({
    at,
    figure,
    net_cents,
    unrated_reason,
    units: 10,
    returned_units: 0,
    costed_units: 10,
    priced_units: 10,
    known_cost_cents: '500',
    markdown_units: 4,
  }) as MarkdownFact
const all = (figure: ReturnType<typeof known | typeof unknown>) => ({
  realised_markdown: figure,
  realised_markdown_at_retail: figure,
  realised_markdown_units: figure,
})

test('a month has its own markdown, at cost by its share of the regular value', () => {
  const facts = [
    fact(0, 'regular_value', 900),
    fact(0, 'markdown', 9),
    fact(1, 'regular_value', 1000),
    fact(1, 'markdown', 200),
  ]
  // A fifth of the regular value, so a fifth of the cost of 5.00.
  expect(realisedOf(facts, 1, false)).toEqual({
    realised_markdown: known(100),
    realised_markdown_at_retail: known(200),
    realised_markdown_units: known(4),
  })
})

test('a month without one of the two has no markdown', () => {
  expect(realisedOf([fact(0, 'markdown', 9)], 0, false)).toEqual(all(known(0)))
  expect(realisedOf([fact(0, 'regular_value', 9)], 0, false)).toEqual(all(known(0)))
  expect(realisedOf([fact(1, 'regular_value', 9), fact(1, 'markdown', 9)], 0, false)).toEqual(all(known(0)))
})

test('a missing rate of either figure is the reason why there is none', () => {
  expect(realisedOf([fact(0, 'markdown', 9, 'M.'), fact(0, 'regular_value', 9)], 0, false)).toEqual(all(unknown('M.')))
  expect(realisedOf([fact(0, 'markdown', 9), fact(0, 'regular_value', 9, 'R.')], 0, false)).toEqual(all(unknown('R.')))
})

test('markdowns that were not requested, or cannot be measured, say so', () => {
  expect(realisedOf(null, 0, false)).toEqual(all(unknown('Not requested.')))
  expect(realisedOf(null, 0, true)).toEqual(all(unknown('Not requested.')))
  expect(realisedOf('Why.', 0, false)).toEqual(all(unknown('Why.')))
  expect(realisedOf('Why.', 0, true)).toEqual(all(unknown('The month has not started.')))
})
