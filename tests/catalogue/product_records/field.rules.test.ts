/** Which values each kind of field takes, and how it stores them. */
import { expect, test } from 'bun:test'
import {
  type Checked,
  choice,
  country,
  day,
  decimal,
  type Field,
  flag,
  hsCode,
  httpsUrl,
  line,
  listOf,
  longText,
  orNull,
  plainText,
  shortText,
  whole,
} from '../../../server/catalogue/product_records/field.rules.ts'

/** Each value with what is stored for it. */
function takes(field: Field, ...cases: [given: unknown, value: unknown][]) {
  for (const [given, value] of cases) expect(field.check(given)).toEqual({ value })
}
/** What breaks the same rule. */
function refuses(field: Field, expected: Checked, ...given: unknown[]) {
  for (const one of given) expect(field.check(one)).toEqual(expected)
}

test('a timeline shows texts of up to 500 characters whole, and the start of longer ones', () => {
  expect(shortText('a'.repeat(500))).toBe('a'.repeat(500))
  expect(shortText('a'.repeat(501))).toBe(`${'a'.repeat(499)}…`)
  expect([plainText(null), plainText(undefined), plainText(''), plainText('x')]).toEqual([null, null, '', 'x'])
  expect([plainText(0), plainText(false), plainText(['x'])]).toEqual(['0', 'false', '["x"]'])
})

test('null clears a field that may be empty, and no other', () => {
  takes(orNull(line(5)), [null, null], ['x', 'x'])
  refuses(orNull(line(5)), { rule: 'must not be blank' }, '')
  refuses(line(5), { rule: 'must not be blank' }, null, 7, '', '  ')
})

test('a line has no surrounding spaces, at most its length, and nothing that cannot be shown', () => {
  takes(line(5), [' abc ', 'abc'], ['abcde', 'abcde'])
  refuses(line(5), { rule: 'must have at most 5 characters' }, 'abcdef')
  for (const text of ['a\nb', 'a\u0000b', 'a\uD800b']) expect(line(5).check(text)).toHaveProperty('rule')
})

test('a long text may have tabs and line breaks, but no other control characters', () => {
  takes(longText(6), ['a\n\tb', 'a\n\tb'], ['abcdef', 'abcdef'])
  refuses(longText(6), { rule: 'must not be blank; null clears it' }, '', ' ', null, 1)
  refuses(longText(6), { rule: 'must have at most 6 characters' }, 'abcdefg')
  refuses(
    longText(6),
    { rule: 'must not contain control characters other than tabs and line breaks' },
    'a\u0000b',
    'a\u0007',
    'a\uD800',
  )
})

test('choices, flags and days take their own values alone', () => {
  takes(choice(['a', 'b']), ['b', 'b'])
  refuses(choice(['a', 'b']), { rule: 'must be one of the allowed values', allowed: ['a', 'b'] }, 'c', null, 'A')
  takes(flag, [true, true], [false, false])
  refuses(flag, { rule: 'must be true or false', allowed: ['true', 'false'] }, 'true', 0, null)
  takes(day, ['2028-02-29', '2028-02-29'])
  const rule = { rule: 'must be a date in the format YYYY-MM-DD', allowed: ['1900-01-01 to 2999-12-31'] }
  refuses(day, rule, '2027-02-29', '29.02.2028', 20280229, null)
})

test('a whole number lies within its bounds, both included', () => {
  const units = whole(1, 5_000, ' units')
  takes(units, [1, 1], [5_000, 5_000])
  refuses(units, { rule: 'must be between 1 and 5,000 units' }, 0, 5_001)
  refuses(units, { rule: 'must be a whole number of units' }, 1.5)
  refuses(whole(1, 9), { rule: 'must be a whole number' }, 1.5)
  refuses(whole(1, 9), { rule: 'must be between 1 and 9' }, 0)
  refuses(units, { rule: 'must be a number' }, '1', null, Number.NaN, Number.POSITIVE_INFINITY)
})

test('a decimal is kept exactly, with all its decimals, and never rounded', () => {
  const cost = decimal(4, 1_000)
  takes(cost, ['12.5', '12.5000'], [12.5, '12.5000'], [' 0 ', '0.0000'], [1_000, '1000.0000'], ['0.0001', '0.0001'])
  refuses(cost, { rule: 'must be between 0 and 1,000' }, -0.01, '1000.0001', 1_001)
  refuses(cost, { rule: 'must have at most 4 decimals' }, '0.00001')
  refuses(
    cost,
    { rule: 'must be a decimal number with a point, such as 12.5' },
    '12,5',
    '.5',
    '5.',
    'x1',
    '1x',
    '',
    null,
    true,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  )
})

test('a country is an ISO code in any case; groups of countries and unknown codes are none', () => {
  takes(country, [' pt ', 'PT'], ['US', 'US'])
  const rule = { rule: 'must be an ISO 3166-1 alpha-2 country code, such as PT' }
  refuses(country, rule, 'EU', 'EZ', 'UN', 'QO', 'ZZ', 'XA', 'XB', 'AA', 'PRT', 'P', '', '12', null)
})

test('an HS code is 6 to 12 digits without points and spaces', () => {
  takes(hsCode, ['6110.11', '611011'], ['6110 11 00', '61101100'], ['123456789012', '123456789012'])
  const rule = { rule: 'must be a Harmonised System code of 6 to 12 digits, such as 611011' }
  refuses(hsCode, rule, '61101', '1234567890123', 'a611011', '611011a', '', null, 611011)
})

test('a URL is https, without credentials or spaces, and at most its length', () => {
  const url = httpsUrl(25)
  takes(url, [' https://example.com/a.jpg ', 'https://example.com/a.jpg'])
  const rule = { rule: 'must be an https URL without credentials' }
  refuses(url, rule, 'http://example.com', 'https://a@b.com', 'https://:b@c.com', 'example.com', '', null, 5)
  refuses(url, { rule: 'must have at most 25 characters' }, 'https://example.com/ab.jpg')
  refuses(url, { rule: 'must not contain spaces or control characters' }, 'https://a.com/a b', 'https://a.com/a\tb')
})

test('a list keeps each value once, in the order given, and names the place of a wrong one', () => {
  const tags = listOf(line(5), 3)
  takes(
    tags,
    [[], []],
    [
      ['b', ' a', 'b '],
      ['b', 'a'],
    ],
    [
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ],
  )
  refuses(tags, { rule: 'must be a list' }, 'a', null, {})
  refuses(tags, { rule: 'must have at most 3 values' }, ['a', 'b', 'c', 'd'])
  refuses(tags, { rule: 'has a value at position 2 that must not be blank' }, ['a', ''])
  refuses(
    listOf(choice(['a']), 3),
    { rule: 'has a value at position 1 that must be one of the allowed values', allowed: ['a'] },
    ['b'],
  )
  expect([tags.text(['a', 'b']), tags.text([]), tags.text(null)]).toEqual(['a, b', null, null])
})
