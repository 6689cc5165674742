/** Groups of suppliers, their terms, and the draws that orders and open buys lead to. */
import { expect, test } from 'bun:test'
import type { OrderedFact, OrderFact } from '../../../server/planning/cash/cash_facts.store.ts'
import {
  applyChange,
  changedGroups,
  dollarsAt,
  type Draw,
  drawsOfOpenBuy,
  drawsOfOrders,
  type Group,
  groupDraws,
  groupKeyOf,
  groupOfSuppliers,
  groupsOf,
  mergeNotMeasured,
  type NotMeasured,
  type OpenBuy,
  unchanged,
} from '../../../server/planning/cash/cash.rules.ts'
import type { Payable } from '../../../server/planning/cash/payables.rules.ts'

const today = '2026-11-22'
const order = (fields: Partial<OrderFact> = {}): OrderFact => ({
  purchase_order_id: 'o',
  name: 'PO-1',
  status: 'issued',
  supplier_id: 's30',
  currency: 'USD',
  deposit_bp: null,
  total_cost: '100.00',
  order_date: null,
  issued_on: '2026-10-05',
  cancel_date: null,
  ...fields,
})
const payable = (fields: Partial<Payable> = {}): Payable => ({
  order: order(),
  kind: 'receipt',
  from: '2026-11-01',
  value_cents: 1000,
  cents: 900,
  open_cents: 700,
  paid_on: null,
  ...fields,
})
const groupOf = groupOfSuppliers([
  { supplier_id: 's30', payment_terms: 'Net 30' },
  { supplier_id: 's60', payment_terms: 'Net 60' },
  { supplier_id: 's0', payment_terms: null },
])
/** A euro is worth two dollars; no other rate is known. */
const toUsd = (cents: number, currency: string) => (currency === 'USD' ? cents : currency === 'EUR' ? cents * 2 : null)

test('suppliers are grouped by their declared net days; without any they have no terms', () => {
  expect(groupKeyOf('Net 30')).toBe('net_30')
  expect(groupKeyOf('as agreed')).toBe('no_terms')
  expect(groupKeyOf(null)).toBe('no_terms')
  expect(['s30', 's60', 's0', 'unknown', null].map(groupOf)).toEqual([
    'net_30',
    'net_60',
    'no_terms',
    'no_terms',
    'no_terms',
  ])
})

test('groups are in the order of their days, each once, those without terms last', () => {
  const groups = groupsOf(['no_terms', 'net_60', 'net_7', 'net_60'], [], groupOf)
  expect(groups).toEqual([
    { key: 'net_7', name: 'Net 7 days', terms_days: 7, terms_source: 'declared', terms_measured_from: 0 },
    { key: 'net_60', name: 'Net 60 days', terms_days: 60, terms_source: 'declared', terms_measured_from: 0 },
    { key: 'no_terms', name: 'No declared terms', terms_days: null, terms_source: null, terms_measured_from: 0 },
  ])
})

test('terms that payments show replace declared ones, each in its own group', () => {
  const paid = (supplier_id: string, paid_on: string) => payable({ order: order({ supplier_id }), paid_on })
  const payables = [paid('s30', '2026-11-11'), paid('s30', '2026-11-21'), paid('s0', '2026-11-06')]
  expect(groupsOf(['net_30', 'net_60', 'no_terms'], payables, groupOf)).toMatchObject([
    { terms_days: 15, terms_source: 'measured', terms_measured_from: 2 },
    { terms_days: 60, terms_source: 'declared', terms_measured_from: 0 },
    { terms_days: 5, terms_source: 'measured', terms_measured_from: 1 },
  ])
})

test('payment on the day of receipt is a measured term of no days', () => {
  const payables = [payable({ paid_on: '2026-11-01' })]
  expect(groupsOf(['net_30'], payables, groupOf)).toMatchObject([{ terms_days: 0, terms_source: 'measured' }])
})

test('dollars are converted over the organisation’s currency and rounded half up; a missing rate gives none', () => {
  const rates = new Map([
    ['USD', '0.8'],
    ['EUR', '1'],
    ['GBP', null],
  ])
  const convert = dollarsAt(rates)
  expect(convert(7, 'USD')).toBe(7)
  expect(convert(100, 'EUR')).toBe(125)
  expect(convert(2, 'EUR')).toBe(3)
  expect(
    dollarsAt(
      new Map([
        ['USD', '4'],
        ['EUR', '1'],
      ]),
    )(-1, 'EUR'),
  ).toBe(0)
  expect(convert(100, 'GBP')).toBeNull()
  expect(convert(100, 'CHF')).toBeNull()
  expect(dollarsAt(new Map([['EUR', '1']]))(100, 'EUR')).toBeNull()
  expect(dollarsAt(new Map())(100, 'USD')).toBe(100)
})

test('entries of one subject, name, group, currency and reason are summed, and unknown with an unknown one', () => {
  const entry = (fields: Partial<NotMeasured>): NotMeasured => ({
    subject: 'receivable',
    name: 'n',
    group_key: null,
    cents: 1,
    currency: 'EUR',
    reason: 'r',
    ...fields,
  })
  expect(mergeNotMeasured([entry({}), entry({ currency: 'USD' }), entry({ cents: 2 })])).toEqual([
    entry({ cents: 3 }),
    entry({ currency: 'USD' }),
  ])
  expect(mergeNotMeasured([entry({}), entry({ cents: null })])).toEqual([entry({ cents: null })])
  expect(mergeNotMeasured([entry({ cents: null }), entry({})])).toEqual([entry({ cents: null })])
  const apart = [{ name: 'm' }, { group_key: 'g' }, { reason: 's' }, { subject: 'open_buy' as const }].map(entry)
  expect(mergeNotMeasured([entry({}), ...apart])).toHaveLength(5)
  expect(mergeNotMeasured([])).toEqual([])
})

const drawsOf = (payables: Payable[]) =>
  drawsOfOrders({ payables, left_out: [], unvalued: [] }, { groupOf, toUsd, today })

test('what is unpaid is drawn in dollars by the group of its supplier', () => {
  const one = payable({ order: order({ currency: 'EUR' }) })
  expect(drawsOf([one])).toEqual({
    draws: [
      {
        group_key: 'net_30',
        kind: 'receipt',
        from: '2026-11-01',
        usd_cents: 1400,
        buys_usd_cents: 0,
        order: one.order,
        category_id: null,
      },
    ],
    unmeasured: [],
    not_measured: [],
  })
})

test('only goods that are still to come are bought, at their whole value', () => {
  expect(drawsOf([payable({ kind: 'expected' })]).draws).toMatchObject([{ usd_cents: 700, buys_usd_cents: 1000 }])
  expect(drawsOf([payable({ kind: 'deposit' })]).draws).toMatchObject([{ usd_cents: 700, buys_usd_cents: 0 }])
})

test.each([
  [null, today],
  ['2026-11-21', today],
  [today, today],
  ['2026-11-23', '2026-11-23'],
])('a receipt that is expected on %s is drawn from %s', (from, day) => {
  expect(drawsOf([payable({ kind: 'expected', from })]).draws[0]!.from).toBe(day)
})

test('what is settled, or counts as paid, is not drawn', () => {
  expect(drawsOf([payable({ open_cents: 0 }), payable({ from: '2025-11-21' })])).toEqual({
    draws: [],
    unmeasured: [],
    not_measured: [],
  })
  expect(drawsOf([payable({ open_cents: 1 }), payable({ from: '2025-11-22' })]).draws).toHaveLength(2)
})

test('an order in a currency without a rate is not measured, with the sum of what is unpaid', () => {
  const one = order({ currency: 'CHF' })
  const other = order({ currency: 'CHF', purchase_order_id: 'p', name: 'PO-2', supplier_id: null })
  const reason = 'No exchange rate between CHF and USD is stored.'
  const shared = { subject: 'purchase_order' as const, currency: 'CHF', reason }
  expect(
    drawsOf([payable({ order: one }), payable({ order: other }), payable({ order: one, open_cents: 50 })]),
  ).toMatchObject({
    draws: [],
    unmeasured: ['net_30', 'no_terms', 'net_30'].map((group_key) => ({ group_key, cause: 'no_exchange_rate', reason })),
    not_measured: [
      { ...shared, name: 'PO-1', group_key: 'net_30', cents: 750 },
      { ...shared, name: 'PO-2', group_key: 'no_terms', cents: 700 },
    ],
  })
})

test('what payables leave out is named with the group of its supplier', () => {
  const one = { subject: 'supplier_payment' as const, name: 'Mill', cents: 5, currency: 'EUR', reason: 'r' }
  const left_out = [{ ...one, supplier_id: 's60' }]
  expect(drawsOfOrders({ payables: [], left_out, unvalued: [] }, { groupOf, toUsd, today })).toEqual({
    draws: [],
    unmeasured: [],
    not_measured: [{ ...one, group_key: 'net_60' }],
  })
})

const openBuy = (fields: Partial<OpenBuy> = {}): OpenBuy => ({
  category_id: 'c',
  category: 'Knits',
  from: '2026-12-01',
  cents: 100,
  currency: 'USD',
  reason: null,
  ...fields,
})
const ordered = (supplier_id: string | null, cents: number, category_id: string | null = 'c'): OrderedFact => ({
  category_id,
  supplier_id,
  cents,
})
const buys = (one: Partial<OpenBuy>, facts: OrderedFact[] = [ordered('s30', 1)]) =>
  drawsOfOpenBuy([openBuy(one)], facts, { groupOf, toUsd })

test('an open buy is divided by what the groups were ordered from, those without terms too', () => {
  const facts = [ordered('s60', 100), ordered('s30', 250), ordered('s30', 50), ordered(null, 100)]
  const draw = { kind: 'open_buy' as const, from: '2026-12-01', order: null, category_id: 'c' }
  expect(buys({ currency: 'EUR' }, facts)).toEqual({
    draws: [
      { ...draw, group_key: 'net_30', usd_cents: 120, buys_usd_cents: 120 },
      { ...draw, group_key: 'net_60', usd_cents: 40, buys_usd_cents: 40 },
      { ...draw, group_key: 'no_terms', usd_cents: 40, buys_usd_cents: 40 },
    ],
    unmeasured: [],
    not_measured: [],
  })
})

test('orders of other categories, or worth nothing, show no supplier', () => {
  const reason = 'Nothing of the category was ordered in the last year, so no supplier is known.'
  const entry = { subject: 'open_buy' as const, name: 'Knits', group_key: null, cents: 100, currency: 'USD', reason }
  expect(buys({}, [ordered('s30', 100, 'd'), ordered('s60', 0)])).toMatchObject({
    draws: [],
    unmeasured: [{ group_key: null, cause: 'no_supplier' }],
    not_measured: [entry],
  })
  expect(buys({}, [ordered('s30', 1), ordered('s60', 0)]).draws).toHaveLength(1)
})

test.each<[string, Partial<OpenBuy>, string, number | null]>([
  ['without a value', { cents: null }, 'The plan has no value.', null],
  ['whose value is missing for a reason', { cents: null, reason: 'Why.' }, 'Why.', null],
  ['without a rate', { currency: 'CHF' }, 'No exchange rate between CHF and USD is stored.', 100],
])('an open buy %s is not measured', (_, one, reason, cents) => {
  expect(buys(one)).toMatchObject({ draws: [], not_measured: [{ name: 'Knits', reason, cents }] })
})

test('an open buy of nothing is neither drawn nor missing; one without a category has a name', () => {
  expect(buys({ cents: 0 })).toEqual({ draws: [], unmeasured: [], not_measured: [] })
  const unnamed = { category_id: null, category: null, cents: null }
  expect(buys(unnamed).not_measured).toMatchObject([{ name: 'Products without a category' }])
})

const draw = (fields: Partial<Draw> = {}): Draw => ({
  group_key: 'net_30',
  kind: 'receipt',
  from: '2026-11-01',
  usd_cents: 101,
  buys_usd_cents: 61,
  order: null,
  category_id: 'c',
  ...fields,
})

test('a delay moves what is still to come, not deposits and deliveries', () => {
  const days = (['expected', 'open_buy', 'deposit', 'receipt'] as const).map(
    (kind) => applyChange([draw({ kind })], { ...unchanged, delay_receipts_weeks: 2 })[0]!.from,
  )
  expect(days).toEqual(['2026-11-15', '2026-11-15', '2026-11-01', '2026-11-01'])
})

test('a cut takes its share of the open buy of its category, rounded half up, and of nothing else', () => {
  const change = { ...unchanged, cutOf: (category_id: string | null) => (category_id === 'c' ? 5_000 : 0) }
  expect(applyChange([draw({ kind: 'open_buy' })], change)).toEqual([
    draw({ kind: 'open_buy', usd_cents: 50, buys_usd_cents: 10 }),
  ])
  const remainingDraws = [draw({ kind: 'open_buy', category_id: null }), draw({ kind: 'expected' }), draw()]
  expect(applyChange(remainingDraws, change)).toEqual(remainingDraws)
  expect(applyChange([draw({ kind: 'open_buy' })], unchanged)).toEqual([draw({ kind: 'open_buy' })])
})

const group = (terms_days: number | null, key = 'net_30'): Group => ({
  key,
  name: 'n',
  terms_days,
  terms_source: terms_days === null ? null : 'measured',
  terms_measured_from: 3,
})

test('terms of a scenario replace those of a group; other groups keep theirs', () => {
  const change = { ...unchanged, termsOf: (key: string) => (key === 'net_30' ? 0 : null) }
  expect(changedGroups([group(30), group(60, 'net_60')], change)).toEqual([
    { ...group(0), terms_source: 'scenario', terms_measured_from: 0 },
    group(60, 'net_60'),
  ])
  expect(changedGroups([group(30)], unchanged)).toEqual([group(30)])
})

const weeks = [
  { start: '2026-11-16', end: '2026-11-22' },
  { start: '2026-11-23', end: '2026-11-29' },
]
const placed = (fields: Partial<Draw>, terms: number | null = 10) =>
  groupDraws([group(terms)], [draw(fields)], weeks)[0]!

test.each<[string, string, number[], number]>([
  ['overdue, into the first week', '2026-01-01', [101, 0], 0],
  ['on the last day of a week, into it', '2026-11-12', [101, 0], 0],
  ['on the first day of a week, into it', '2026-11-13', [0, 101], 0],
  ['on the last day of all, into the last week', '2026-11-19', [0, 101], 0],
  ['after the last day, after all weeks', '2026-11-20', [0, 0], 101],
])('what is due at terms of 10 days falls: %s', (_, from, weekly_cents, later_cents) => {
  expect(placed({ from })).toEqual({ group: group(10), open_buy_cents: 0, weekly_cents, later_cents, undated_cents: 0 })
})

test('a deposit is due at issue, with terms and without', () => {
  const fields = { kind: 'deposit' as const, from: '2026-11-22' }
  expect(placed(fields).weekly_cents).toEqual([101, 0])
  expect(placed(fields, null)).toMatchObject({ weekly_cents: [101, 0], undated_cents: 0 })
})

test('without terms a receipt is undated; terms of no days are terms', () => {
  expect(placed({}, null)).toMatchObject({ weekly_cents: [0, 0], later_cents: 0, undated_cents: 101 })
  expect(placed({ from: '2026-11-23' }, 0)).toMatchObject({ weekly_cents: [0, 101], undated_cents: 0 })
})

test('an open buy is counted as such wherever it falls', () => {
  const fields = { kind: 'open_buy' as const }
  expect(placed(fields)).toMatchObject({ open_buy_cents: 101, weekly_cents: [101, 0] })
  expect(placed(fields, null)).toMatchObject({ open_buy_cents: 101, undated_cents: 101 })
  expect(placed({ ...fields, from: '2027-01-01' })).toMatchObject({ open_buy_cents: 101, later_cents: 101 })
})

test('draws are summed in their own group', () => {
  const late = { from: '2027-01-01' }
  const draws = [draw(), draw(), draw({ group_key: 'net_60' }), draw(late), draw(late)]
  expect(groupDraws([group(10), group(null, 'net_60')], draws, weeks)).toMatchObject([
    { weekly_cents: [202, 0], later_cents: 202, undated_cents: 0 },
    { weekly_cents: [0, 0], later_cents: 0, undated_cents: 101 },
  ])
  const undated = groupDraws([group(null)], [draw({ kind: 'open_buy' }), draw({ kind: 'open_buy' })], weeks)
  expect(undated).toMatchObject([{ open_buy_cents: 202, undated_cents: 202 }])
})
