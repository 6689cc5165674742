/** What is to be paid but not measured keeps its place in time, so that no figure contains it as zero. */
import { expect, test } from 'bun:test'
import { known, unknown } from '../../../server/contract/money.ts'
import {
  changeUnmeasured,
  drawsOfOpenBuy,
  drawsOfOrders,
  type Group,
  groupDraws,
  groupFigures,
  unchanged,
  type Unmeasured,
} from '../../../server/planning/cash/cash.rules.ts'
import type { OrderFact, ReceiptFact } from '../../../server/planning/cash/cash_facts.store.ts'
import { payablesOf } from '../../../server/planning/cash/payables.rules.ts'

const today = '2026-11-22'
const order = (fields: Partial<OrderFact> = {}): OrderFact => ({
  purchase_order_id: 'o',
  name: 'PO-1',
  status: 'issued',
  supplier_id: 's',
  currency: 'USD',
  deposit_bp: 3_000,
  total_cost: null,
  order_date: null,
  issued_on: '2026-10-05',
  cancel_date: null,
  ...fields,
})
const receipt = (fields: Partial<ReceiptFact> = {}): ReceiptFact => ({
  purchase_order_id: 'o',
  is_expected: true,
  day: '2026-12-01',
  value: '0',
  is_costed: false,
  ...fields,
})
const unvalued = (one: OrderFact, receipts: ReceiptFact[], payables_since: string | null = null) =>
  payablesOf({ orders: [one], receipts, invoices: [], payments: [] }, { today, payables_since }).unvalued.map(
    ({ kind, from }) => [kind, from],
  )

test('an order with a line without a cost owes its deposit and every receipt, of unknown amounts', () => {
  const arrived = receipt({ is_expected: false, day: '2026-11-01', is_costed: true })
  const dues = [
    ['deposit', '2026-10-05'],
    ['receipt', '2026-11-01'],
    ['expected', '2026-12-01'],
  ]
  expect(unvalued(order(), [arrived, receipt()])).toEqual(dues)
  for (const deposit_bp of [null, 0])
    expect(unvalued(order({ deposit_bp }), [arrived, receipt()])).toEqual(dues.slice(1))
  expect(unvalued(order({ deposit_bp: 1 }), [arrived, receipt()])).toEqual(dues)
  expect(unvalued(order({ status: 'delivered' }), [arrived, receipt()])).toEqual(dues.slice(1))
  expect(unvalued(order(), [arrived])).toEqual([])
})

test('what counts as paid since a day is not owed, from the day itself on it is', () => {
  const arrived = receipt({ is_expected: false, day: '2026-11-01' })
  expect(unvalued(order(), [arrived, receipt()], '2026-11-02')).toEqual([['expected', '2026-12-01']])
  expect(unvalued(order(), [arrived], '2026-11-01')).toEqual([['receipt', '2026-11-01']])
  expect(unvalued(order(), [arrived], '2026-10-05')).toHaveLength(2)
  expect(unvalued(order({ status: 'approved', issued_on: null }), [receipt()], '2027-01-01')).toEqual([
    ['deposit', today],
    ['expected', '2026-12-01'],
  ])
})

test('payments of unknown amount fall on the day on which known ones do', () => {
  const context = { groupOf: () => 'net_30', toUsd: () => null, today }
  const of = (kind: 'deposit' | 'receipt' | 'expected', from: string | null) =>
    drawsOfOrders({ payables: [], left_out: [], unvalued: [{ order: order(), kind, from }] }, context).unmeasured
  const reason = 'The order PO-1 has a line without a known cost.'
  expect(of('expected', null)).toMatchObject([{ group_key: 'net_30', from: today, cause: 'no_unit_cost', reason }])
  expect(of('expected', '2026-11-21')).toMatchObject([{ from: today }])
  expect(of('expected', '2026-11-23')).toMatchObject([{ from: '2026-11-23' }])
  expect(of('deposit', '2026-01-01')).toMatchObject([{ kind: 'deposit', from: '2026-01-01' }])
  expect(of('receipt', '2025-11-22')).toHaveLength(1)
  expect(of('receipt', '2025-11-21')).toEqual([])
})

const openBuy = { category_id: 'c', category: 'Knits', from: '2026-12-01', cents: 5, currency: 'CHF', reason: null }

test('an open buy without a rate is unknown in every group that the category was ordered from', () => {
  const ordered = ['net_60', 'net_30', 'net_30'].map((supplier_id) => ({ category_id: 'c', supplier_id, cents: 1 }))
  const context = { groupOf: (id: string | null) => id ?? 'no_terms', toUsd: () => null }
  const { unmeasured } = drawsOfOpenBuy([openBuy], ordered, context)
  expect(unmeasured.map(({ group_key, kind, cause }) => [group_key, kind, cause])).toEqual([
    ['net_60', 'open_buy', 'no_exchange_rate'],
    ['net_30', 'open_buy', 'no_exchange_rate'],
  ])
  const lacking = { ...openBuy, cents: null, reason: 'No cost.', cause: 'no_unit_cost' as const }
  expect(drawsOfOpenBuy([lacking], ordered, context).unmeasured[0]).toMatchObject({
    cause: 'no_unit_cost',
    reason: 'No cost.',
  })
  expect(drawsOfOpenBuy([{ ...openBuy, cents: null }], [], context).unmeasured).toMatchObject([
    { group_key: null, cause: 'no_plan_value' },
  ])
})

const missing = (fields: Partial<Unmeasured> = {}): Unmeasured => ({
  group_key: 'net_7',
  kind: 'receipt',
  from: '2026-11-16',
  order: null,
  category_id: 'c',
  cause: 'no_exchange_rate',
  reason: 'No rate.',
  ...fields,
})

test('a scenario delays what is not measured as it delays what is, and an open buy that is cut whole is none', () => {
  const days = (['expected', 'open_buy', 'deposit', 'receipt'] as const).map(
    (kind) => changeUnmeasured([missing({ kind })], { ...unchanged, delay_receipts_weeks: 1 })[0]!.from,
  )
  expect(days).toEqual(['2026-11-23', '2026-11-23', '2026-11-16', '2026-11-16'])
  const cut = (cut_bp: number) =>
    changeUnmeasured([missing({ kind: 'open_buy' }), missing()], { ...unchanged, cutOf: () => cut_bp }).length
  expect([cut(9_999), cut(10_000)]).toEqual([2, 1])
})

const weeks = [
  { start: '2026-11-16', end: '2026-11-22' },
  { start: '2026-11-23', end: '2026-11-29' },
]
const group = (terms_days: number | null): Group => ({
  key: 'net_7',
  name: 'n',
  terms_days,
  terms_source: null,
  terms_measured_from: 0,
})
const figures = (unmeasured: Unmeasured[], terms_days: number | null = 7) => {
  const draws = ['2026-11-15', '2026-11-16', '2026-12-01'].map((from) => ({
    ...missing({ from }),
    group_key: 'net_7',
    usd_cents: 5,
    buys_usd_cents: 0,
  }))
  return groupFigures(groupDraws([group(terms_days)], draws, weeks)[0]!, unmeasured, weeks)
}
const unknownBeside = (known_part: number) => ({ ...unknown('No rate.', 'no_exchange_rate'), known_part })

test('the week that an unmeasured amount belongs to is null beside what is known of it; no other one is', () => {
  const all = { open_buy: known(0), weekly: [known(5), known(5)], later: known(5) }
  expect(figures([])).toEqual(all)
  expect(figures([missing({ from: '2026-11-15' })])).toEqual({ ...all, weekly: [unknownBeside(5), known(5)] })
  expect(figures([missing({ from: '2026-11-16' })])).toEqual({ ...all, weekly: [known(5), unknownBeside(5)] })
  expect(figures([missing({ from: '2026-11-23' })])).toEqual({ ...all, later: unknownBeside(5) })
  expect(figures([missing({ kind: 'open_buy', from: '2026-11-22' })])).toEqual({
    ...all,
    open_buy: unknownBeside(0),
    weekly: [known(5), unknownBeside(5)],
  })
  expect(figures([missing({ group_key: 'net_8' }), missing({ group_key: null })])).toEqual(all)
})

test('without terms an amount has no week, but a deposit is due at its issue', () => {
  const none = { open_buy: known(0), weekly: [known(0), known(0)], later: known(0) }
  expect(figures([missing()], null)).toEqual(none)
  expect(figures([missing({ kind: 'deposit' })], null)).toEqual({ ...none, weekly: [unknownBeside(0), known(0)] })
})
