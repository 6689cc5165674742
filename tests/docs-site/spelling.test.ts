/** The words of a query as the site's search compares them. */
import { expect, test } from 'bun:test'
import { corrections, editsBetween, singular, subjectOf, wordsOf } from '../../docs-site/src/search/spelling.ts'

test('words are compared without case, accents and punctuation', () => {
  expect(wordsOf('Get an account’s Café: /api/v1')).toEqual(['get', 'an', 'accounts', 'cafe', 'api', 'v1'])
  expect(wordsOf('')).toEqual([])
})

test('a query of filler words alone keeps them', () => {
  expect(subjectOf(['how', 'do', 'i', 'ship'])).toEqual(['ship'])
  expect(subjectOf(['what', 'is', 'this'])).toEqual(['what', 'is', 'this'])
})

test.each([
  ['returns', 'return'],
  ['boxes', 'box'],
  ['batches', 'batch'],
  ['categories', 'category'],
  ['address', 'address'],
  ['status', 'status'],
  ['asns', 'asn'],
  ['sku', 'sku'],
  ['b2bs2', 'b2bs2'],
])('%s is compared as %s', (word, one) => {
  expect(singular(word)).toBe(one)
})

test('neighbours that swapped places are one edit', () => {
  expect(editsBetween('retrun', 'return', 2)).toBe(1)
  expect(editsBetween('return', 'return', 2)).toBe(0)
  expect(editsBetween('retun', 'return', 2)).toBe(1)
  expect(editsBetween('rettrun', 'return', 2)).toBe(2)
  expect(editsBetween('order', 'return', 2)).toBe(3)
})

test('a mistyped word becomes the known word that is closest, of two as close the more frequent', () => {
  const known = new Map([
    ['return', 9],
    ['curl', 5],
    ['curve', 2],
    ['customer', 4],
    ['stock', 3],
  ])
  expect(corrections('retrun', known)).toEqual(['return'])
  expect(corrections('cure', known)).toEqual(['curl', 'curve'])
  // From eight letters, two edits are one error.
  expect(corrections('cusstomre', known)).toEqual(['customer'])
  expect(corrections('stcko', known)).toEqual(['stcko'])
  // Known words, also in the plural, short words and numbers stay.
  expect(corrections('returns', known)).toEqual(['returns'])
  expect(corrections('cur', known)).toEqual(['cur'])
  expect(corrections('85o0', known)).toEqual(['85o0'])
})
