/** Figures that two reports state differently are named with both. */
import { expect, test } from 'bun:test'
import { type DisputedFigure, disputedSentence } from '../../../../server/partners/sell_out/sets/disputed.rules.ts'

const figure: DisputedFigure = {
  figure: 'units_sold',
  stated: 5,
  known: 9,
  sku: 'J-S',
  door_reference: '0117',
  control_number: 12,
  set_control_number: '0001',
  sent_at: '2026-11-28T10:00',
  is_same_interchange: false,
}

test('a report that was sent later is named with its interchange and its day', () => {
  expect(disputedSentence([figure], '2026-11-24T09:30')).toBe(
    'A report that was sent later states a figure differently; this one was sent 2026-11-24 09:30: units sold of J-S, store 0117 are 5 here and 9 in set 0001 of interchange 12, sent 2026-11-28 10:00. Nothing was imported.',
  )
  const whole = { ...figure, figure: 'on_hand', door_reference: null, set_control_number: null, sent_at: null } as const
  expect(disputedSentence([whole], null)).toBe(
    'A report that was sent later states a figure differently: on hand of J-S are 5 here and 9 in interchange 12. Nothing was imported.',
  )
})

test('another set of the interchange is named by its number', () => {
  const same = { ...figure, is_same_interchange: true }
  expect(disputedSentence([same], '2026-11-24T09:30')).toBe(
    'Two sets of one interchange state a figure differently: units sold of J-S, store 0117 are 5 here and 9 in set 0001 of the same interchange. Nothing was imported.',
  )
  expect(disputedSentence([same, figure], null)).toStartWith('A report that was sent later')
})

test('at most twenty figures are named', () => {
  const all = (count: number) => disputedSentence(Array(count).fill(figure), null)
  expect(all(20)).not.toContain('and more')
  expect(all(20).match(/J-S/g)).toHaveLength(20)
  expect(all(21)).toContain('10:00; and more. Nothing was imported.')
  expect(all(21).match(/J-S/g)).toHaveLength(20)
})
