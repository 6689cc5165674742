/** The arithmetic of payments, terms and draws, over many random cases. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { applyChange, type Draw, groupDraws, type Group, unchanged } from '../../../server/planning/cash/cash.rules.ts'
import { median, payablesOf } from '../../../server/planning/cash/payables.rules.ts'
import type { OrderFact, PaymentFact, ReceiptFact } from '../../../server/planning/cash/cash_facts.store.ts'
import { addDays } from '../../../server/calendar/days.ts'

const today = '2026-11-22'
const day = fc.integer({ min: -300, max: 60 }).map((days) => addDays(today, days))
const cents = fc.integer({ min: 0, max: 1_000_000 })

const supplier = { supplier_id: 's', supplier: 'Mill', currency: 'USD' } as const
const orderOf = (status: string, deposit_bp: number | null, receipts: readonly ReceiptFact[]): OrderFact => ({
  purchase_order_id: 'o',
  name: 'PO',
  status,
  supplier_id: 's',
  currency: 'USD',
  deposit_bp,
  total_cost: (receipts.reduce((sum, { value }) => sum + Number(value), 0) / 100).toFixed(2),
  order_date: null,
  issued_on: '2026-06-01',
  cancel_date: null,
})

test('what is owed and what is left of payments differ by what was paid, for every order', () => {
  const receipt = fc.record({
    purchase_order_id: fc.constant('o'),
    is_expected: fc.boolean(),
    day,
    value: cents.map(String),
    is_costed: fc.constant(true),
  })
  const payment = fc.record({
    purchase_order_id: fc.constant('o'),
    kind: fc.constantFrom('deposit' as const, 'balance' as const),
    cents: fc.integer({ min: 1, max: 1_500_000 }),
    paid_on: day.filter((one) => one <= today),
  })
  const statuses = fc.constantFrom('issued', 'partially_delivered', 'delivered', 'closed')
  const share = fc.option(fc.integer({ min: 0, max: 10_000 }))
  fc.assert(
    fc.property(
      fc.array(receipt, { maxLength: 6 }),
      fc.array(payment, { maxLength: 4 }),
      statuses,
      share,
      (...facts) => {
        const [receipts, paid, status, deposit_bp] = facts
        const orders = [orderOf(status, deposit_bp, receipts)]
        const payments = paid.map((one): PaymentFact => ({ ...supplier, ...one }))
        const { payables, left_out } = payablesOf(
          { orders, receipts, invoices: [], payments },
          { today, payables_since: null },
        )
        const worth = receipts.reduce((sum, { value }) => sum + Number(value), 0)
        const open = payables.reduce((sum, one) => sum + one.open_cents, 0)
        const rest = left_out.reduce((sum, one) => sum + one.cents!, 0)
        expect(open - rest).toBe(worth - payments.reduce((sum, one) => sum + one.cents, 0))
        expect(payables.every((one) => one.open_cents >= 0 && one.open_cents <= one.cents)).toBe(true)
        expect(rest === 0 || open === 0).toBe(true)
      },
    ),
  )
})

test('every draw falls into one week, after the last one or into none, and a change loses nothing but what it cuts', () => {
  const group = (terms_days: number | null): Group => ({
    key: 'net_30',
    name: 'Net 30 days',
    terms_days,
    terms_source: terms_days === null ? null : 'declared',
    terms_measured_from: 0,
  })
  const draw = fc.record({
    group_key: fc.constant('net_30'),
    kind: fc.constantFrom<Draw['kind']>('deposit', 'receipt', 'expected', 'open_buy'),
    from: day,
    usd_cents: cents,
    buys_usd_cents: fc.constant(0),
    order: fc.constant(null),
    category_id: fc.constant(null),
  })
  const weeks = [0, 7, 14].map((at) => ({ start: addDays('2026-11-16', at), end: addDays('2026-11-22', at) }))
  const total = (draws: readonly Draw[]) => draws.reduce((sum, { usd_cents }) => sum + usd_cents, 0)
  const terms = fc.option(fc.integer({ min: 0, max: 120 }))
  fc.assert(
    fc.property(fc.array(draw), terms, fc.nat(52), fc.nat(10_000), (draws, days, delay, cut) => {
      const [one] = groupDraws([group(days)], draws, weeks)
      const placed = one!.weekly_cents.reduce((sum, part) => sum + part, 0)
      expect(placed + one!.later_cents + one!.undated_cents).toBe(total(draws))
      const change = { ...unchanged, delay_receipts_weeks: delay, cutOf: () => cut }
      const changed = applyChange(draws, change)
      const uncut = (all: readonly Draw[]) => total(all.filter(({ kind }) => kind !== 'open_buy'))
      expect([changed.length, uncut(changed)]).toEqual([draws.length, uncut(draws)])
      expect(total(changed)).toBeLessThanOrEqual(total(draws))
    }),
  )
})

test('the median of an even number of values is their middle, rounded half up', () => {
  expect([[], [7], [1, 2], [4, 1, 3, 2], [30, 10, 21]].map(median)).toEqual([null, 7, 2, 3, 21])
})
