/** Realised markdowns of one month among others, and the sentences where there are none. */
import { expect, test } from 'bun:test'
import { known, unknown } from '../../../server/contract/money.ts'
import { leftOutUnits, realisedOf } from '../../../server/planning/plan_of_record/markdown.rules.ts'
import type { MarkdownFact } from '../../../server/planning/plan_of_record/realised_markdown.store.ts'

const fact = (at: number, figure: string, net_cents: number, unrated_reason: string | null = null) =>
  ({
    at,
    figure,
    net_cents,
    unrated_reason,
    units: 10,
    left_out_units: 0,
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

const both = (fields: Partial<MarkdownFact>, net_cents = 200) =>
  [fact(0, 'regular_value', 1000), fact(0, 'markdown', net_cents)].map((one) => ({ ...one, ...fields }))

test('units without a regular price are left out and counted, and unknown where there are no others', () => {
  const some = both({ left_out_units: 7 })
  expect(realisedOf(some, 0, false).realised_markdown_at_retail).toEqual(known(200))
  expect(leftOutUnits(some, 0, false)).toEqual(known(7))
  const none = both({ units: 0, priced_units: 0, markdown_units: 0, left_out_units: 7 }, 0)
  const reason = unknown('The regular price of some of the units sold is not known.', 'no_price')
  expect(realisedOf(none, 0, false)).toEqual(all(reason))
  expect(leftOutUnits(none, 0, false)).toEqual(known(7))
  expect(realisedOf(both({ units: 0, priced_units: 0, markdown_units: 0 }, 0), 0, false)).toEqual(all(known(0)))
  expect(realisedOf(both({ priced_units: 9 }), 0, false)).toEqual(all(reason))
})

test('units left out are those of the month, zero without sales, and unknown where markdowns are not measured', () => {
  const later = [fact(1, 'markdown', 1), fact(1, 'regular_value', 9)].map((one) => ({ ...one, left_out_units: 5 }))
  expect(leftOutUnits([...both({ left_out_units: 7 }), ...later], 1, false)).toEqual(known(5))
  expect(leftOutUnits([{ ...fact(0, 'regular_value', 1), left_out_units: 3 }], 0, false)).toEqual(known(0))
  expect(leftOutUnits([], 0, false)).toEqual(known(0))
  expect(leftOutUnits(later, 1, true)).toEqual(unknown('The month has not started.'))
  expect(leftOutUnits('Why.', 0, false)).toEqual(unknown('Why.'))
  expect(leftOutUnits(null, 0, false)).toEqual(unknown('Not requested.'))
})

test('units beside a markdown of discounts alone are unknown, never zero', () => {
  const units = (markdown_units: number, net_cents: number) =>
    realisedOf(both({ markdown_units }, net_cents), 0, false).realised_markdown_units
  expect(units(0, 258)).toMatchObject({
    cents: null,
    cause: 'not_recorded',
    reason: 'The markdowns were given as discounts, and the units that they were given on are not counted.',
  })
  expect([units(0, 0), units(0, -5), units(1, 258)].map(({ cents }) => cents)).toEqual([0, 0, 1])
})
