/** What is kept of a customer: nothing that finds a person. */
import { expect, test } from 'bun:test'
import {
  coarseRegion,
  customerFaults,
  type CustomerRecord,
  displayNameWords,
  domainOf,
  isEmail,
  normalizeEmail,
  shortenName,
} from '../../../server/selling/customers/customer.rules.ts'

test('one address in any spelling has one form', () => {
  expect(normalizeEmail('  Ada@Example.COM ')).toBe('ada@example.com')
  expect(normalizeEmail('ａda@example.com')).toBe('ada@example.com')
  expect(domainOf(' Ada@Example.COM')).toBe('example.com')
})

test('an address has a public domain', () => {
  expect(['ada@example.com', ' Ada@mail.example.co.uk '].map(isEmail)).toEqual([true, true])
  const others = [
    'ada@localhost',
    'ada',
    'ada@',
    '@example.com',
    'ada@example.',
    'ada@.com',
    'ada@a..com',
    'ada@a.b..com',
    'a b@example.com',
    '',
  ]
  expect(others.map(isEmail)).toEqual(others.map(() => false))
})

test('a name becomes its first word and the initial of its last', () => {
  const names: [string | null | undefined, string | null][] = [
    ['Ada Lovelace', 'Ada L.'],
    ['  ada   king  lovelace ', 'ada L.'],
    ['Ada', 'Ada'],
    ['Ada 𝒶b', 'Ada 𝒶.'],
    ['E\u0301mile Zola', 'Émile Z.'],
    ['x'.repeat(61), 'x'.repeat(60)],
    ['', null],
    ['  ', null],
    [null, null],
    [undefined, null],
  ]
  expect(names.map(([name]) => shortenName(name))).toEqual(names.map(([, short]) => short))
})

test('an address, or a number of four digits, is no name', () => {
  expect(['ada@example.com', 'Ada ada@example.com', 'Ada 07700900123', 'Ada 1234'].map(shortenName)).toEqual([
    null,
    null,
    null,
    null,
  ])
  expect(shortenName('Ada 123')).toBe('Ada 1.')
})

test('a shortened name is found by its words', () => {
  expect(displayNameWords('Ada L.')).toEqual(['ada', 'l'])
  expect(displayNameWords(null)).toEqual([])
})

test('a region is the subdivision, or else the first two characters of the postcode', () => {
  const regions: [Pick<CustomerRecord, 'region' | 'postcode'>, string | null][] = [
    [{ region: ' Bavaria ', postcode: '80331' }, 'Bavaria'],
    [{ region: 'DE-12' }, 'DE-12'],
    [{ region: 'x'.repeat(61) }, 'x'.repeat(60)],
    [{ region: '80331', postcode: '80331' }, '80'],
    [{ region: '123' }, null],
    [{ region: '  ', postcode: 'sw1a 1aa' }, 'SW'],
    [{ postcode: ' n-1' }, 'N1'],
    [{ postcode: '8' }, null],
    [{ region: null, postcode: null }, null],
    [{}, null],
  ]
  expect(regions.map(([record]) => coarseRegion(record))).toEqual(regions.map(([, region]) => region))
})

const faults = (record: CustomerRecord) =>
  customerFaults(record).map(({ field, rule, value }) => `${field} ${rule}: ${value}`)

test('a customer has an address or an id of a system', () => {
  expect(faults({ email: 'ada@example.com' })).toEqual([])
  expect(faults({ external_id: '1', source_system: 'shop' })).toEqual([])
  expect(faults({})).toEqual(['email is required where external_id is absent: null'])
  expect(faults({ email: '', external_id: '' })).toEqual(['email is required where external_id is absent: null'])
  expect(faults({ external_id: '1' })).toEqual(['source_system is required beside external_id: null'])
  expect(faults({ email: 'ada@example.com', source_system: 'shop' })).toEqual([])
})

test('an invalid address is never repeated', () => {
  expect(faults({ email: 'ada@localhost' })).toEqual(['email must be an e-mail address: null'])
})

test('a country is a code of two capitals', () => {
  expect(faults({ email: 'ada@example.com', country_code: 'DE' })).toEqual([])
  for (const country_code of ['de', 'DEU', 'D'])
    expect(faults({ email: 'ada@example.com', country_code })).toEqual([
      `country_code must be an ISO 3166-1 alpha-2 code: ${country_code}`,
    ])
})
