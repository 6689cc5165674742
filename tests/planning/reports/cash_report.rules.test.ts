/** Payments of the cash report by month, by terms and by order. */
import { expect, test } from 'bun:test'
import { limits } from '../../../server/contract/limits.ts'
import type { Draw, Group } from '../../../server/planning/cash/cash.rules.ts'
import { cashHead, cashSections } from '../../../server/planning/reports/cash_from_the_buy/cash_report.rules.ts'
import type { Row, Section } from '../../../server/planning/reports/report.model.ts'
import { checkColumns } from './check_columns.ts'

type Facts = Parameters<typeof cashSections>[0]

const group = (key: string, terms_days: number | null): Group => ({
  key,
  name: key,
  terms_days,
  terms_source: terms_days === null ? null : 'declared',
  terms_measured_from: 0,
})
const order = (purchase_order_id: string) => ({ purchase_order_id, name: `PO ${purchase_order_id}` }) as Draw['order']
const draw = (changes: Partial<Draw> = {}): Draw => ({
  group_key: 'net_30',
  kind: 'receipt',
  from: '2026-02-10',
  usd_cents: 100,
  buys_usd_cents: 0,
  order: order('a'),
  category_id: null,
  ...changes,
})
const facts = (changes: Partial<Facts> = {}): Facts => ({
  draws: [],
  unmeasured: [],
  groups: [group('net_30', 30), group('net_0', 0), group('unknown', null)],
  not_measured: [],
  months: [
    { key: '2026-M02', label: 'Month 2', start: '2026-03-10', end: '2026-04-04' },
    { key: '2026-M03', label: 'Month 3', start: '2026-04-05', end: '2026-05-02' },
    { key: '2026-M04', label: 'Month 4', start: '2026-05-03', end: '2026-05-30' },
  ],
  hasPlan: true,
  day: '2026-03-10',
  before: 'Due before',
  as_of: '2026-03-10T00:00:00.000Z',
  ...changes,
})
const shown = ({ cells }: Row) =>
  Object.fromEntries(cells.map(({ column, cents, value, text, reason }) => [column, reason ?? cents ?? value ?? text]))
const [monthsAt, termsAt, ordersAt, missingAt] = [0, 1, 2, 3]
const rowsOf = (at: number, changes: Partial<Facts>) => {
  const section = cashSections(facts(changes))[at] as Section
  checkColumns(section)
  return Object.fromEntries(section.rows.map((row) => [row.key, shown(row)]))
}
/** What each month has to pay for orders. */
const committed = (draws: readonly Draw[]) =>
  Object.entries(rowsOf(monthsAt, { draws }))
    .filter(([, { committed: cents }]) => cents !== 0)
    .map(([key]) => key)

test('each kind of payment stands in its own column, and the total adds them up', () => {
  const draws = [
    draw({ kind: 'deposit', usd_cents: 1 }),
    draw({ kind: 'receipt', usd_cents: 20 }),
    draw({ kind: 'expected', usd_cents: 300 }),
    draw({ kind: 'open_buy', usd_cents: 4_000, order: null }),
    draw({ kind: 'receipt', usd_cents: 50_000 }),
  ]
  expect(rowsOf(monthsAt, { draws })['total']).toEqual({
    deposits: 1,
    balances_received: 50_020,
    balances_expected: 300,
    committed: 50_321,
    open_buy: 4_000,
    total: 54_321,
  })
  const noPlan = 'No published buy plan covers these months.'
  expect(rowsOf(monthsAt, { draws, hasPlan: false })['total']).toMatchObject({
    committed: 50_321,
    open_buy: noPlan,
    total: noPlan,
  })
})

test('a deposit is due at issue, anything else at terms from its receipt, and without terms it has no day', () => {
  expect(committed([draw({ from: '2026-02-10' })])).toEqual(['2026-M02', 'total'])
  expect(committed([draw({ kind: 'deposit', from: '2026-02-10' })])).toEqual(['before', 'total'])
  expect(committed([draw({ kind: 'deposit', group_key: 'unknown', from: '2026-03-10' })])).toEqual([
    '2026-M02',
    'total',
  ])
  expect(committed([draw({ group_key: 'unknown' })])).toEqual(['undated', 'total'])
  expect(committed([draw({ group_key: 'not_listed' })])).toEqual(['undated', 'total'])
  expect(committed([draw({ kind: 'expected', group_key: 'net_0', from: '2026-03-09' })])).toEqual(['before', 'total'])
})

test('a month begins with its first day and ends with its last', () => {
  const dueOn = (from: string) => committed([draw({ group_key: 'net_0', from })])[0]
  expect(dueOn('2026-03-09')).toBe('before')
  expect(dueOn('2026-03-10')).toBe('2026-M02')
  expect(dueOn('2026-04-04')).toBe('2026-M02')
  expect(dueOn('2026-04-05')).toBe('2026-M03')
  expect(dueOn('2026-05-02')).toBe('2026-M03')
  expect(dueOn('2026-05-03')).toBe('2026-M04')
  expect(dueOn('2026-05-30')).toBe('2026-M04')
  expect(dueOn('2026-05-31')).toBe('later')
})

test('the months are in order between what is overdue and what comes later', () => {
  const { rows, absence, key } = cashSections(facts())[0]!
  expect([key, absence]).toEqual(['months', null])
  expect(rows.map((row) => row.label)).toEqual([
    'Due before',
    'Month 2',
    'Month 3',
    'Month 4',
    'After 2026-05-30',
    'Without a day',
    'Total',
  ])
})

test('terms have the payments of their own group; the total says that it has several', () => {
  const draws = [draw(), draw({ group_key: 'unknown', usd_cents: 7 })]
  const rows = rowsOf(termsAt, { draws })
  const noTerms = 'The suppliers declare no terms that can be read, and no payment to them was measured.'
  expect(rows['net_30']).toMatchObject({ terms_days: 30, terms_source: 'declared', committed: 100 })
  expect(rows['net_0']).toMatchObject({ terms_days: 0, committed: 0 })
  expect(rows['unknown']).toMatchObject({ terms_days: noTerms, terms_source: noTerms, committed: 7 })
  const several = 'The row sums up several terms.'
  expect(rows['total']).toMatchObject({ terms_days: several, terms_source: several, committed: 107, open_buy: 0 })
  expect(rowsOf(termsAt, { draws, hasPlan: false })['net_30']!['total']).toContain('No published buy plan')
  expect(cashSections(facts({ groups: [] }))[termsAt]).toMatchObject({
    key: 'terms',
    absence: 'Nothing is to be paid.',
    rows: [],
  })
  expect(cashSections(facts())[termsAt]!.absence).toBeNull()
})

test('payments of an order are one row, the largest first, with its next day; the open buy belongs to none', () => {
  const draws = [
    draw({ order: order('small'), usd_cents: 10 }),
    draw({ order: order('large'), usd_cents: 200, from: '2026-03-01' }),
    draw({ order: order('large'), kind: 'deposit', usd_cents: 5, from: '2026-04-02' }),
    draw({ order: order('undated'), group_key: 'unknown', kind: 'expected', usd_cents: 50 }),
    draw({ order: null, kind: 'open_buy', usd_cents: 9_999 }),
  ]
  const section = cashSections(facts({ draws }))[ordersAt]!
  checkColumns(section)
  expect(section).toMatchObject({ key: 'orders', absence: null })
  expect(section.columns.map(({ key }) => key)).toEqual([
    'next_due',
    'deposits',
    'balances_received',
    'balances_expected',
    'committed',
  ])
  expect(section.rows.map(({ key, label }) => [key, label])).toEqual([
    ['large', 'PO large'],
    ['undated', 'PO undated'],
    ['small', 'PO small'],
    ['total', 'Total'],
  ])
  const rows = rowsOf(ordersAt, { draws })
  expect(rows['large']).toEqual({
    // The receipt of 1 March is due on 31 March, before the deposit.
    next_due: '2026-03-31',
    deposits: 5,
    balances_received: 200,
    balances_expected: 0,
    committed: 205,
  })
  expect(rows['undated']).toMatchObject({ next_due: 'The supplier has no known terms.', balances_expected: 50 })
  expect(rows['total']).toMatchObject({ next_due: '2026-03-12', committed: 265 })
})

test('an order counts with what is committed for it, not with its open buy', () => {
  const draws = [
    draw({ order: order('a'), usd_cents: 10 }),
    draw({ order: order('a'), kind: 'open_buy', usd_cents: 500 }),
    draw({ order: order('b'), kind: 'deposit', usd_cents: 11 }),
    draw({ order: order('c'), kind: 'expected', usd_cents: 12 }),
  ]
  expect(Object.keys(rowsOf(ordersAt, { draws }))).toEqual(['c', 'b', 'a', 'total'])
})

test('orders beyond the limit are one row', () => {
  const many = (count: number) =>
    rowsOf(ordersAt, {
      draws: Array.from({ length: count }, (_, i) => draw({ order: order(`o${i}`), usd_cents: 1_000 - i })),
    })
  const max = limits.report_orders_max
  expect(Object.keys(many(max))).toHaveLength(max + 1)
  expect(many(max)['others']).toBeUndefined()
  const more = many(max + 2)
  expect(Object.keys(more).slice(-3)).toEqual([`o${max - 1}`, 'others', 'total'])
  expect(more['others']!['committed']).toBe(1_000 - max + (1_000 - max - 1))
  const { rows } = cashSections(
    facts({ draws: Array.from({ length: max + 2 }, (_, i) => draw({ order: order(`o${i}`) })) }),
  )[ordersAt]!
  expect(rows.at(-2)!.label).toBe('2 other orders')
  expect(cashSections(facts())[ordersAt]).toMatchObject({ absence: 'No order has anything to be paid.', rows: [] })
})

test('what could not be measured is listed with its amount in its own currency, or with the reason', () => {
  const missing = (cents: number | null, currency: string | null) =>
    ({ subject: 'purchase_order', name: 'PO 1', group_key: null, cents, currency, reason: 'No rate.' }) as const
  const section = cashSections(facts({ not_measured: [missing(500, 'EUR'), missing(null, null)] }))[missingAt]!
  checkColumns(section)
  expect(section).toMatchObject({ key: 'not_measured', absence: null })
  expect(section.rows.map(({ key, label }) => [key, label])).toEqual([
    ['1', 'PO 1'],
    ['2', 'PO 1'],
  ])
  const [one, other] = section.rows.map(({ cells }) => cells)
  expect(one![0]).toMatchObject({ cents: 500, currency: 'EUR', reason: null })
  expect(one![1]!.text).toBe('No rate.')
  expect(other![0]).toMatchObject({ cents: null, currency: 'USD', reason: 'No rate.' })
  expect(cashSections(facts())[missingAt]).toMatchObject({ absence: 'Everything could be computed.', rows: [] })
})

test('the head states what is to be paid, in all and in the first month', () => {
  const draws = [
    draw({ usd_cents: 100 }),
    draw({ kind: 'deposit', from: '2026-03-01', usd_cents: 7 }),
    draw({ kind: 'open_buy', from: '2026-04-01', usd_cents: 1_000, order: null }),
  ]
  const given = facts({ draws })
  const head = cashHead(cashSections(given), given)
  expect(head.map(({ key, label, figure, against }) => [key, label, figure.cents, against?.figure.cents])).toEqual([
    ['committed', 'To be paid for orders', 107, 7],
    ['deposits', 'Deposits', 7, undefined],
    ['first_month', 'To be paid, Month 2', 100, undefined],
    ['open_buy', 'Open buy of the plans', 1_000, undefined],
    ['total', 'Orders and open buy', 1_107, undefined],
  ])
  expect(head[0]!.against!.label).toBe('Due before')
})
