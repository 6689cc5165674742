/** Serial shipping container codes, with examples that GS1 publishes. */
import { expect, test } from 'bun:test'
import { checkDigitOf, isSscc, ssccOf } from '../../../server/selling/fulfilment/sscc.rules.ts'

test('check digits are those that GS1 publishes', () => {
  expect(checkDigitOf('37610425002123456')).toBe(9)
  expect(checkDigitOf('629104150021')).toBe(3)
  expect(checkDigitOf('00000000000000000')).toBe(0)
})

test('a code has eighteen digits, of which the last is the check digit', () => {
  expect(isSscc('376104250021234569')).toBe(true)
  expect(isSscc('000000000000000000')).toBe(true)
  const others = ['376104250021234568', '37610425002123456', '3761042500212345690', 'x376104250021234569', '']
  expect(others.map(isSscc)).toEqual(others.map(() => false))
})

test('the first digit of a serial number is the extension digit, and the others follow the prefix', () => {
  expect(ssccOf('7610425', 3_002_123_456)).toBe('376104250021234569')
  expect(ssccOf('7610425', 1)).toBe('076104250000000016')
})

test('a prefix has as many serial numbers as its digits leave', () => {
  expect(ssccOf('7610425', 9_999_999_999)).toStartWith('97610425999999999')
  expect(ssccOf('7610425', 10_000_000_000)).toBeNull()
})
