import { expect, test } from 'bun:test'
import { storedDetail } from '../../server/queue/detail.ts'

test('the detail of an attempt is cut to its length, whole up to it', () => {
  expect(storedDetail('x'.repeat(2_000))).toHaveLength(2_000)
  expect(storedDetail('x'.repeat(2_001))).toHaveLength(2_000)
  expect(storedDetail('denied', 3)).toBe('den')
})

test('a detail that is cut within a character, and one with NUL or half a character, can be stored as JSON', () => {
  expect(storedDetail('ab👕', 3)).toBe('ab\ufffd')
  expect(storedDetail('a\u0000b\ud83d')).toBe('ab\ufffd')
  expect(JSON.stringify(storedDetail(`${'x'.repeat(1_999)}👕`))).not.toContain('\\ud83d')
})

test('no detail stays none', () => {
  expect([storedDetail(null), storedDetail(undefined), storedDetail('')]).toEqual([null, null, ''])
})
