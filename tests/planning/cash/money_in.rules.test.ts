/** Money in: invoices in the week of their due date, and planned sales divided over their days. */
import { expect, test } from 'bun:test'
import { known, unknown } from '../../../server/contract/money.ts'
import { type PlannedSales, projectionOf } from '../../../server/planning/cash/projection.rules.ts'
import { committedOf, moneyInNotRequested } from '../../../server/planning/cash/receivables.rules.ts'

const today = '2026-11-18'
const weeks = [
  { start: '2026-11-16', end: '2026-11-22' },
  { start: '2026-11-23', end: '2026-11-29' },
]
/** A euro is worth two dollars; no other rate is known. */
const toUsd = (cents: number, currency: string) => (currency === 'USD' ? cents : currency === 'EUR' ? cents * 2 : null)
const invoice = (due: string, cents = 100, currency = 'USD') => ({ due, cents, currency })
const committed = (...facts: ReturnType<typeof invoice>[]) => committedOf(facts, weeks, toUsd)

test('money in that was not requested has no figures', () => {
  expect(moneyInNotRequested).toEqual({
    source: null,
    reason: 'Money in was not requested.',
    weekly_cents: null,
    weekly: null,
    later_cents: null,
    later: null,
    not_measured: [],
  })
})

test('an invoice is money in of the week of its due date, on its first and last day too', () => {
  const facts = [
    invoice(today, 1),
    invoice('2026-11-22', 2),
    invoice('2026-11-23', 4, 'EUR'),
    invoice('2026-11-29', 16),
  ]
  expect(committed(...facts, invoice('2026-11-30', 32), invoice('2027-01-01', 64))).toEqual({
    source: 'receivables',
    reason: null,
    weekly_cents: [3, 24],
    weekly: [known(3), known(24)],
    later_cents: 96,
    later: known(96),
    not_measured: [],
  })
})

test('invoices that cannot be counted are named, with why', () => {
  const left = { subject: 'receivable' as const, group_key: null, cents: 100 }
  expect(committed(invoice('past', 100, 'EUR'), invoice('undated'), invoice(today, 100, 'CHF'))).toEqual({
    source: null,
    reason: 'No issued invoice is still to become due in a currency with a known exchange rate.',
    weekly_cents: null,
    weekly: null,
    later_cents: null,
    later: null,
    not_measured: [
      {
        ...left,
        name: 'Invoices past due',
        currency: 'EUR',
        reason: 'They are open after their due date, so the day on which they are paid is not known.',
      },
      {
        ...left,
        name: 'Invoices without a due date',
        currency: 'USD',
        reason: 'Their payment terms name no number of days, so they cannot be dated.',
      },
      {
        ...left,
        name: 'Invoices not yet due',
        currency: 'CHF',
        reason: 'No exchange rate between CHF and USD is stored.',
      },
    ],
  })
})

test('invoices that are counted keep those beside them that are not', () => {
  const found = committed(invoice('past'), invoice(today))
  expect(found).toMatchObject({ source: 'receivables', reason: null, weekly_cents: [100, 0], later_cents: 0 })
  expect(found.not_measured).toHaveLength(1)
})

test('an invoice without a rate makes its own week unknown, beside what is known of it', () => {
  const reason = 'No exchange rate between CHF and USD is stored.'
  const missing = (known_part: number) => ({ ...unknown(reason, 'no_exchange_rate'), known_part })
  const francs = (due: string) => invoice(due, 100, 'CHF')
  expect(committed(invoice(today, 7), francs('2026-11-22'), francs('2026-11-30'))).toMatchObject({
    weekly_cents: [7, 0],
    weekly: [missing(7), known(0)],
    later_cents: 0,
    later: missing(0),
  })
  expect(committed(invoice(today, 7), francs('2026-11-29'))).toMatchObject({
    weekly: [known(7), missing(0)],
    later: known(0),
  })
})

test('without invoices there is no money in, and a reason', () => {
  expect(committed()).toEqual({
    source: null,
    reason: 'No invoice was issued in the last 365 days.',
    weekly_cents: null,
    weekly: null,
    later_cents: null,
    later: null,
    not_measured: [],
  })
})

const month = (start: string, end: string, fields: Partial<PlannedSales> = {}): PlannedSales => ({
  fiscal_year: 2026,
  start,
  end,
  cents: 3000,
  currency: 'USD',
  ...fields,
})
const november = month('2026-11-01', '2026-11-30')
const projected = (...months: PlannedSales[]) => projectionOf(months, weeks, today, toUsd)

test('planned sales of a month are divided over its days, and the first week begins today', () => {
  // 100 a day: Wednesday to Sunday, then a whole week.
  expect(projected(november)).toEqual({ source: 'forward_curve', reason: null, weekly_cents: [500, 700] })
  expect(projected({ ...november, currency: 'EUR' }).weekly_cents).toEqual([1000, 1400])
})

test('a week of two months takes its days from both, a month of one day too', () => {
  const months = [month('2026-11-01', '2026-11-23', { cents: 2300 }), month('2026-11-24', '2026-11-30', { cents: 70 })]
  expect(projected(...months).weekly_cents).toEqual([500, 160])
  const day = month('2026-11-29', '2026-11-29', { cents: 7 })
  expect(projected(month('2026-11-01', '2026-11-28', { cents: 2800 }), day).weekly_cents).toEqual([500, 607])
})

test('a month that does not divide evenly adds up to its plan to the cent', () => {
  // 83 a day and 4 cents left, one for each of the first four days.
  const week = month(today, '2026-11-29', { cents: 1000 })
  expect(projected(week).weekly_cents).toEqual([419, 581])
})

test('plans of one fiscal year are added up', () => {
  expect(projected(november, november).weekly_cents).toEqual([1000, 1400])
})

test('a day of two fiscal years has the sales of the later one, whichever comes first', () => {
  const later = { ...november, fiscal_year: 2027, cents: 6000 }
  expect(projected(november, later).weekly_cents).toEqual([1000, 1400])
  expect(projected(later, november).weekly_cents).toEqual([1000, 1400])
})

test('one plan without a value leaves its days without a figure, before and after the others', () => {
  const reason = 'Some of the cells have no value: it could not be measured, and none has been entered.'
  const none = { ...november, cents: null }
  for (const months of [
    [november, none],
    [none, november],
  ])
    expect(projected(...months)).toEqual({ source: null, reason, weekly_cents: null })
})

test('a currency without a rate leaves no figure; the first reason is told', () => {
  const unrated = { ...november, currency: 'CHF' }
  const reason = 'No exchange rate between CHF and USD is stored.'
  expect(projected(unrated)).toEqual({ source: null, reason, weekly_cents: null })
  expect(projected(unrated, { ...november, cents: null }).reason).toBe(reason)
})

test('a week that no plan covers whole has no figure, and the first such week is named', () => {
  const until = month('2026-11-01', '2026-11-28', { cents: 2800 })
  const reason = (day: string) => `No buy plan with a published version covers the week from ${day} on.`
  expect(projected(until)).toEqual({
    source: 'forward_curve',
    reason: reason('2026-11-23'),
    weekly_cents: [500, null],
  })
  expect(projected()).toEqual({ source: null, reason: reason('2026-11-16'), weekly_cents: null })
  expect(projected(month(today, '2026-11-29', { cents: 1200 })).weekly_cents).toEqual([500, 700])
  expect(projected(month('2026-11-19', '2026-11-29', { cents: 1100 })).weekly_cents).toEqual([null, 700])
})

test('months outside the weeks do not matter, even without a value; those that touch them do', () => {
  const none = (start: string, end: string) => month(start, end, { cents: null, fiscal_year: 2027 })
  const known = { source: 'forward_curve' as const, reason: null, weekly_cents: [500, 700] }
  expect(projected(november, none('2026-11-30', '2026-12-31'))).toEqual(known)
  expect(projected(november, none('2026-10-01', '2026-11-17'))).toEqual(known)
  expect(projected(november, none('2026-11-29', '2026-12-31')).weekly_cents).toEqual([500, null])
  expect(projected(november, none('2026-10-01', today)).weekly_cents).toEqual([null, 700])
})

test('a month outside the weeks is not why they have no figure', () => {
  const until = month('2026-11-01', '2026-11-28', { cents: 2800 })
  const reason = 'No buy plan with a published version covers the week from 2026-11-23 on.'
  for (const [start, end] of [
    ['2026-11-30', '2026-12-31'],
    ['2026-10-01', '2026-10-31'],
  ] as const)
    expect(projected(until, month(start, end, { cents: null })).reason).toBe(reason)
})
