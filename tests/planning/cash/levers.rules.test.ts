/** Which orders each lever would cancel, at the boundaries of their dates and states. */
import { expect, test } from 'bun:test'
import type { OrderFact } from '../../../server/planning/cash/cash_facts.store.ts'
import type { Draw, Group } from '../../../server/planning/cash/cash.rules.ts'
import { leverKinds, leversOf } from '../../../server/planning/cash/levers.rules.ts'

const today = '2026-11-22'
const order = (status: string, cancel_date: string | null): OrderFact => ({
  purchase_order_id: 'o',
  name: 'PO',
  status,
  supplier_id: 's',
  currency: 'USD',
  deposit_bp: null,
  total_cost: '10.00',
  order_date: null,
  issued_on: '2026-06-01',
  cancel_date,
})
const cancels = (key: string, one: OrderFact) => leverKinds.find((kind) => kind.key === key)!.isCancelled!(one, today)

test('an order is past its cancel date from the day after it, not on the day', () => {
  expect(cancels('cancel_late_orders', order('issued', '2026-11-21'))).toBe(true)
  expect(cancels('cancel_late_orders', order('issued', today))).toBe(false)
  expect(cancels('cancel_late_orders', order('issued', '2026-11-23'))).toBe(false)
  expect(cancels('cancel_late_orders', order('issued', null))).toBe(false)
})

test('an approved order is cancelled as not issued, and never as late', () => {
  expect(cancels('cancel_late_orders', order('approved', '2026-11-21'))).toBe(false)
  expect(cancels('cancel_unissued_orders', order('approved', null))).toBe(true)
  expect(cancels('cancel_unissued_orders', order('issued', null))).toBe(false)
})

const group = (key: string, terms_days: number | null): Group => ({
  key,
  name: key,
  terms_days,
  terms_source: 'declared',
  terms_measured_from: 0,
})
const weeks = [
  { start: '2026-11-16', end: '2026-11-22' },
  { start: '2026-11-23', end: '2026-11-29' },
]
const draw = (kind: Draw['kind'], from: string, fields: Partial<Draw> = {}): Draw => ({
  group_key: 'net_0',
  kind,
  from,
  usd_cents: 100,
  buys_usd_cents: kind === 'receipt' || kind === 'deposit' ? 0 : 120,
  order: null,
  category_id: null,
  ...fields,
})
const groups = [group('net_0', 0), group('no_terms', null)]
const levers = (draws: Draw[], drawsWithout: Parameters<typeof leversOf>[0]['drawsWithout'] = () => draws) =>
  Object.fromEntries(
    leversOf({ draws, drawsWithout, groups, weeks, today }).map(({ key, releases, buy_effect_cents, reason }) => [
      key,
      { releases, buy_effect_cents, reason },
    ]),
  )
const released = (cash_cents: number, buy_effect_cents: number) => ({
  releases: cash_cents === 0 ? [] : [{ group_key: 'net_0', cash_cents }],
  buy_effect_cents,
  reason: null,
})

test('without draws every lever says why it has no effect', () => {
  const all = leversOf({ draws: [], drawsWithout: () => [], groups, weeks, today })
  expect(all.map(({ key, reversible, reason }) => [key, reversible, reason])).toEqual([
    ['hold_open_buy', true, 'No open buy is drawn in these weeks.'],
    ['cancel_unissued_orders', true, 'No approved order that is not issued is drawn in these weeks.'],
    ['cancel_late_orders', false, 'No issued order past its cancel date is drawn in these weeks.'],
    ['delay_receipts', true, 'No receipt would be paid after these weeks instead of in them.'],
    ['extend_terms', true, 'No balance would be paid after these weeks instead of in them.'],
  ])
  expect(all.every(({ releases, buy_effect_cents }) => releases.length === 0 && buy_effect_cents === 0)).toBe(true)
})

test('holding the open buy releases all of it, and nothing of what is ordered', () => {
  const draws = [draw('open_buy', today, { buys_usd_cents: 100 }), draw('expected', today)]
  expect(levers(draws)['hold_open_buy']).toEqual(released(100, -100))
})

test('an open buy after the weeks is held without releasing cash in them', () => {
  expect(levers([draw('open_buy', '2027-01-01')])['hold_open_buy']).toEqual(released(0, -100))
})

test('a delay of 4 weeks releases what would be received in these weeks, and buys no less', () => {
  const draws = [draw('expected', today), draw('receipt', today), draw('open_buy', '2026-11-29')]
  expect(levers(draws)['delay_receipts']).toEqual(released(200, 0))
  // Due on the last day of the weeks, even 4 weeks later.
  expect(levers([draw('expected', '2026-11-01')])['delay_receipts']!.releases).toEqual([])
  expect(levers([draw('expected', '2026-11-02')])['delay_receipts']).toEqual(released(100, 0))
})

test('terms 30 days longer release what then falls after the weeks; deposits stay due at issue', () => {
  expect(levers([draw('receipt', '2026-10-30')])['extend_terms']!.releases).toEqual([])
  expect(levers([draw('receipt', '2026-10-31')])['extend_terms']).toEqual(released(100, 0))
  expect(levers([draw('deposit', today)])['extend_terms']!.releases).toEqual([])
})

test('a group without terms has no longer ones', () => {
  expect(levers([draw('receipt', today, { group_key: 'no_terms' })])['extend_terms']).toEqual({
    releases: [],
    buy_effect_cents: 0,
    reason: 'No balance would be paid after these weeks instead of in them.',
  })
})

test('cancelling orders releases the draws that are gone without them, and what they would buy', () => {
  const [approved, late] = [order('approved', null), order('issued', '2026-11-21')]
  const draws = [
    draw('expected', today, { order: approved }),
    draw('expected', '2026-11-23', { order: late, usd_cents: 30 }),
  ]
  const found = levers(draws, (isCancelled) => draws.filter((one) => !isCancelled(one.order!)))
  expect(found['cancel_unissued_orders']).toEqual(released(100, -120))
  expect(found['cancel_late_orders']).toEqual(released(30, -120))
})
