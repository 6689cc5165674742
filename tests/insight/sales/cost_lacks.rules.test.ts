/** The sentence that says which units lack their cost, and why. */
import { expect, test } from 'bun:test'
import { type CostLack, withLacks } from '../../../server/insight/sales/cost_lacks.rules.ts'

const lack = (of: CostLack['lack'], units: number, currency: string | null = null): CostLack => ({
  day: null,
  sales_channel: null,
  location: null,
  category: null,
  product: null,
  lack: of,
  currency,
  units,
})
const sentence = 'The cost of some units is unknown.'

test('units are added up by what they lack, in the order given', () => {
  expect(withLacks(sentence, [])).toBe(sentence)
  expect(withLacks(sentence, [lack('not_shipped', 1)])).toBe(
    'The cost of some units is unknown: 1 unit has not shipped yet.',
  )
  expect(
    withLacks(sentence, [
      lack('no_cost', 1),
      lack('no_rate', 1, 'NOK'),
      lack('no_rate', 2, 'SEK'),
      lack('no_rate', 3, 'SEK'),
      lack('not_shipped', 2),
      lack('imported', 1),
      lack('no_cost', 1),
    ]),
  ).toBe(
    'The cost of some units is unknown: no cost is stated of 2 units; 1 unit lacks an exchange rate of NOK; 5 units lack an exchange rate of SEK; 2 units have not shipped yet; 1 unit was imported without a cost.',
  )
  expect(withLacks(sentence, [lack('imported', 2)])).toContain('2 units were imported without a cost.')
})
