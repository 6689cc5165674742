/** Rules of a trading account, whether it comes from a request or from a file. */
import { describe, expect, test } from 'bun:test'
import type { AccountValues } from '../../../server/partners/accounts/account.model.ts'
import {
  accountFaults,
  appliedTo,
  changesBetween,
  newAccount,
} from '../../../server/partners/accounts/account.rules.ts'

const account = (values: Partial<AccountValues> = {}): AccountValues => ({
  ...newAccount('EUR'),
  name: 'Acme',
  ...values,
})
const faults = (values: Partial<AccountValues>) =>
  accountFaults(account(values)).map(({ field, rule, value, allowed }) => [field, rule, value, ...(allowed ?? [])])

test('a new account has its name and its currency, and nothing else', () => {
  const { name, currency, auto_release_holds, ...others } = newAccount('EUR')
  expect([name, currency, auto_release_holds]).toEqual(['', 'EUR', false])
  expect(new Set(Object.values(others))).toEqual(new Set([null]))
  expect(faults({})).toEqual([])
})

describe('what a record states', () => {
  test('changes its fields alone, trimmed, and null clears', () => {
    const before = account({ buyer_id: 'B', payment_terms: 'Net 30', transit_time_days: 3 })
    expect(appliedTo(before, { name: ' Bolt ', payment_terms: null, auto_release_holds: true })).toEqual({
      ...before,
      name: 'Bolt',
      payment_terms: null,
      auto_release_holds: true,
    })
    expect(appliedTo(before, { transit_time_days: 0 }).transit_time_days).toBe(0)
    expect(before.name).toBe('Acme')
  })

  test('has a price list in lower case', () => {
    expect(appliedTo(account(), { price_list_id: 'AB' }).price_list_id).toBe('ab')
    expect(appliedTo(account({ price_list_id: 'ab' }), {}).price_list_id).toBe('ab')
  })

  test('clears the notice days with a term that has none, unless it states them', () => {
    const noticed = account({ cancellation_term: 'notice_period', cancellation_notice_days: 14 })
    const days = (stated: Partial<AccountValues>) => appliedTo(noticed, stated).cancellation_notice_days
    expect(days({ cancellation_term: 'until_shipped' })).toBeNull()
    expect(days({ cancellation_term: null })).toBeNull()
    expect(days({ cancellation_term: 'notice_period' })).toBe(14)
    expect(days({ cancellation_term: 'until_shipped', cancellation_notice_days: 7 })).toBe(7)
    expect(days({ name: 'Bolt' })).toBe(14)
  })
})

describe('an account is at fault', () => {
  test('where a text is blank, too long or not on one line', () => {
    const longest = {
      name: 200,
      account_reference: 100,
      buyer_id: 100,
      account_tier: 40,
      payment_terms: 100,
      tax_id: 50,
    }
    for (const [field, length] of Object.entries(longest)) {
      expect(faults({ [field]: '' })).toEqual([[field, 'must not be blank', '']])
      expect(faults({ [field]: 'x'.repeat(length) })).toEqual([])
      expect(faults({ [field]: 'x'.repeat(length + 1) }).map(([, rule]) => rule)).toEqual([
        `must have at most ${length} characters`,
      ])
      expect(faults({ [field]: 'a\nb' })).toHaveLength(1)
    }
    expect(faults({ cancellation_term_note: '' })).toEqual([['cancellation_term_note', 'must not be blank', '']])
    expect(faults({ cancellation_term_note: 'a\nb' })).toEqual([])
  })

  test('where an address has no line, a blank one, more than seven, or more than 500 characters', () => {
    const seven = ['1', '2', '3', '4', '5', '6', '7'].join('\n')
    for (const field of ['bill_to_address', 'ship_to_address']) {
      for (const address of ['Am Kai 1', seven, 'x'.repeat(500)]) expect(faults({ [field]: address })).toEqual([])
      for (const address of ['', 'a\n\nb', `${seven}\n8`, 'a\r\nb'])
        expect(faults({ [field]: address })).toEqual([[field, expect.stringContaining('1 to 7 lines'), address]])
      expect(faults({ [field]: 'x'.repeat(501) }).map(([, rule]) => rule)).toEqual(['must have at most 500 characters'])
    }
  })

  test('where its currency is none', () => {
    expect(faults({ currency: 'EURO' })).toEqual([['currency', 'must be an ISO 4217 code', 'EURO']])
  })

  test('where the fill rate target is no percentage with at most two decimals', () => {
    const refused = (rate: number | null) => faults({ fill_rate_target_pct: rate }).length
    expect([null, 0, 100, 99.95].map((rate) => refused(rate))).toEqual([0, 0, 0, 0])
    expect([-0.01, 100.01, 99.955, Number.NaN].map((rate) => refused(rate))).toEqual([1, 1, 1, 1])
    expect(faults({ fill_rate_target_pct: 101 })).toEqual([
      ['fill_rate_target_pct', 'must be a percentage with at most two decimals', '101', '0 to 100'],
    ])
  })

  test('where its cancellation term is unknown, or notice days do not belong to it', () => {
    expect(faults({ cancellation_term: 'never' })).toEqual([
      [
        'cancellation_term',
        'must be a cancellation term',
        'never',
        'not_cancellable',
        'notice_period',
        'until_shipped',
      ],
    ])
    expect(faults({ cancellation_term: 'notice_period' })).toEqual([
      ['cancellation_notice_days', 'is required if cancellation_term is notice_period', null],
    ])
    const rule = 'can only be set if cancellation_term is notice_period'
    expect(faults({ cancellation_term: 'until_shipped', cancellation_notice_days: 7 })).toEqual([
      ['cancellation_notice_days', rule, '7'],
    ])
    expect(faults({ cancellation_notice_days: 0 })).toEqual([['cancellation_notice_days', rule, '0']])
    expect(faults({ cancellation_term: 'notice_period', cancellation_notice_days: 0 })).toEqual([])
  })

  test('where days are not whole, negative or more than 730', () => {
    const days = (value: number) => [
      faults({ transit_time_days: value }).length,
      faults({ cancellation_term: 'notice_period', cancellation_notice_days: value }).length,
    ]
    for (const valid of [0, 730]) expect(days(valid)).toEqual([0, 0])
    for (const invalid of [-1, 731, 1.5]) expect(days(invalid)).toEqual([1, 1])
    expect(faults({ transit_time_days: -1 })).toEqual([
      ['transit_time_days', 'must be a whole number of days', '-1', '0 to 730'],
    ])
  })
})

test('changes are the fields that differ, as people read them', () => {
  const before = account({ transit_time_days: 3 })
  expect(changesBetween(before, { ...before })).toEqual([])
  expect(changesBetween(before, account({ name: 'Bolt', transit_time_days: null, auto_release_holds: true }))).toEqual([
    { field: 'name', previous_value: 'Acme', value: 'Bolt' },
    { field: 'transit_time_days', previous_value: '3', value: null },
    { field: 'auto_release_holds', previous_value: 'false', value: 'true' },
  ])
})
