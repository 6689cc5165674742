import { expect, test } from 'bun:test'
import { currenciesOf, lacksOf, lackWords, noCostStated } from '../../server/ledger/costs/lacks.rules.ts'

test('what several lack is each code once, in one order, and nothing where nothing lacks', () => {
  expect(lacksOf([])).toBeNull()
  expect(lacksOf([null, null])).toBeNull()
  expect(lacksOf(['SEK', null])).toBe('SEK')
  expect(lacksOf(['SEK', 'NOK, SEK', noCostStated])).toBe('NOK, SEK, XXX')
})

test('a sentence names currencies, and that no cost was stated, and only what is lacking', () => {
  const words = { noRate: (currencies: string) => `no rate of ${currencies}`, noCost: 'no cost' }
  expect(lackWords('SEK', words)).toBe('no rate of SEK')
  expect(lackWords('NOK, SEK', words)).toBe('no rate of NOK and SEK')
  expect(lackWords('XXX', words)).toBe('no cost')
  expect(lackWords('SEK, XXX', words)).toBe('no rate of SEK, and no cost')
  // Codes of several levels may repeat.
  expect(lackWords('SEK, NOK, SEK', words)).toBe('no rate of SEK and NOK')
  expect(currenciesOf('XXX')).toBeNull()
})
