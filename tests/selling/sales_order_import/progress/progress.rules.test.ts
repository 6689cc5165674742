/** What a later file says of a known order beyond what is here: units, money and contradictions at their boundaries. */
import { describe, expect, test } from 'bun:test'
import type {
  LineWithoutGoods,
  ResolvedLine,
} from '../../../../server/selling/sales_order_import/matching/matching.model.ts'
import type { KnownLine, KnownOrder } from '../../../../server/selling/sales_order_import/progress/known_order.model.ts'
import { matchLines } from '../../../../server/selling/sales_order_import/progress/match_lines.rules.ts'
import {
  assumedRefundDay,
  hasNews,
  progressOf,
} from '../../../../server/selling/sales_order_import/progress/progress.rules.ts'
import type { RefundRecord } from '../../../../server/selling/sales_order_import/reading/order_record.ts'
import { lineOf, orderOf, shipped } from '../order_records.ts'
import { known, knownOrder } from './known_orders.ts'

const resolved = (values: Partial<ResolvedLine> = {}): ResolvedLine => ({
  ...lineOf(),
  line_id: 'new',
  variant_id: 'id-m',
  is_without_goods: false,
  returned_before: 0,
  ...values,
})
const money = (amount_cents: number, values: Partial<RefundRecord> = {}): RefundRecord => ({
  amount_cents,
  freight_cents: 0,
  is_full: false,
  lines: [{ amount_cents, tax_cents: 0 }],
  ...values,
})

function read(
  lines: readonly ResolvedLine[],
  order: KnownOrder = knownOrder(),
  { refund = null, others = [] }: { refund?: RefundRecord | null; others?: LineWithoutGoods[] } = {},
) {
  const result = progressOf({ record: orderOf({ lines, refund }), lines: [...lines], others }, order)
  if (result === null) return 'nothing'
  if ('faults' in result) return result.faults.map(({ field, value, rule }) => `${field} ${value}: ${rule}`)
  return result.changes.map(({ field, previous_value, value }) => `${field} ${previous_value} → ${value}`)
}
const progress = (lines: readonly ResolvedLine[], order: KnownOrder, refund: RefundRecord | null = null) => {
  const result = progressOf({ record: orderOf({ lines, refund }), lines: [...lines], others: [] }, order)
  if (result === null || 'faults' in result) throw new Error(JSON.stringify(result))
  return result.progress
}

describe('units', () => {
  test('as many as are here, or fewer, are nothing new', () => {
    const here = knownOrder({ lines: [known({ fulfilled_quantity: 3, cancelled_quantity: 1, returned_quantity: 2 })] })
    const line = { shipped: [shipped(3)], cancelled_quantity: 1, returned_quantity: 2 }
    expect(read([resolved(line)], here)).toBe('nothing')
    expect(read([resolved()], here)).toBe('nothing')
  })

  test('one more is new', () => {
    const here = knownOrder({ lines: [known({ fulfilled_quantity: 2, returned_quantity: 1 })] })
    expect(read([resolved({ shipped: [shipped(3)], returned_quantity: 1 })], here)).toEqual(['shipped_quantity 2 → 3'])
    expect(read([resolved({ shipped: [shipped(2)], returned_quantity: 2 })], here)).toEqual(['refunded_quantity 1 → 2'])
    expect(read([resolved({ shipped: [shipped(2)], cancelled_quantity: 1 })], here)).toEqual([
      'cancelled_quantity 0 → 1',
    ])
  })

  test('all that are open may ship or be cancelled, and one more may not', () => {
    const here = knownOrder({ lines: [known({ fulfilled_quantity: 1, cancelled_quantity: 1 })] })
    const line = (units: number, cancelled_quantity = 1) =>
      read([resolved({ shipped: [shipped(units)], cancelled_quantity })], here)
    expect(line(4)).toEqual(['shipped_quantity 1 → 4'])
    expect(line(3, 2)).toEqual(['shipped_quantity 1 → 3', 'cancelled_quantity 1 → 2'])
    expect(line(5)).toEqual([
      'shipped_quantity 5: is more than can ship of SO-1 here: 3 units of J-M are open; change the order, or record the shipment here',
    ])
    expect(line(4, 2)).toEqual([
      'cancelled_quantity 2: is more than is open of SO-1 here: 0 units of J-M; change the order, or void the shipment here',
    ])
    const one = knownOrder({ lines: [known({ fulfilled_quantity: 4 })] })
    expect(read([resolved({ shipped: [shipped(6)] })], one)[0]).toContain('1 unit of J-M is open')
  })

  test('all that shipped may come back, and one more may not', () => {
    const here = knownOrder({ lines: [known({ fulfilled_quantity: 2, returned_quantity: 1 })] })
    const line = (units: number, back: number) =>
      read([resolved({ shipped: [shipped(units)], returned_quantity: back })], here)
    expect(line(3, 3)).toEqual(['shipped_quantity 2 → 3', 'refunded_quantity 1 → 3'])
    expect(line(3, 4)).toEqual([
      'refunded_quantity 4: is more than shipped of SO-1 here and is in no return: 2 units of J-M; record the shipment here',
    ])
  })

  test('new units are those that left last', () => {
    const here = knownOrder({ lines: [known({ fulfilled_quantity: 3 })] })
    const parts = [
      shipped(2, '2026-11-04T12:00:00Z'),
      shipped(2, '2026-11-02T12:00:00Z'),
      shipped(1, '2026-11-05T12:00:00Z'),
    ]
    const [line] = progress([resolved({ shipped: parts })], here).lines
    expect(line!.shipped.map(({ quantity, shipped_at }) => [quantity, shipped_at.slice(8, 10)])).toEqual([
      [1, '04'],
      [1, '05'],
    ])
    const [none] = progress([resolved({ shipped: [shipped(3)], cancelled_quantity: 1 })], here).lines
    expect(none!.shipped).toEqual([])
  })

  test('of units that come back, no more than are new go into stock', () => {
    const here = knownOrder({ lines: [known({ fulfilled_quantity: 5, returned_quantity: 1 })] })
    const restocked = (units: number, before: number) =>
      progress([resolved({ shipped: [shipped(5)], returned_quantity: 3, restocked_quantity: units })], {
        ...here,
        lines: [known({ ...here.lines[0], restocked_quantity: before })],
      }).lines[0]!.restocked_quantity
    expect([restocked(3, 0), restocked(2, 1), restocked(0, 1), restocked(2, 0)]).toEqual([2, 1, 0, 2])
  })
})

describe('money', () => {
  const here = (values: Partial<KnownOrder> = {}) =>
    knownOrder({ lines: [known({ fulfilled_quantity: 5 })], ...values })
  const line = resolved({ shipped: [shipped(5)] })

  test('beyond what was paid back is new, up to what is left', () => {
    const order = here({ paid_back_cents: 2_000, refundable_cents: 3_000 })
    expect(read([line], order, { refund: money(2_000) })).toBe('nothing')
    expect(read([line], order, { refund: money(2_001) })).toEqual(['refunded_amount 20.00 → 20.01'])
    expect(read([line], order, { refund: money(5_000) })).toEqual(['refunded_amount 20.00 → 50.00'])
    expect(read([line], order, { refund: money(5_001) })).toEqual([
      'refunded_amount 50.01: is more than can be paid back of SO-1 here: 30.00 EUR is left of what it came to, and 20.00 EUR was paid back',
    ])
  })

  test('is at most what payments on file paid and is left, or what the order came to, whichever is less', () => {
    const paid = (payments_left_cents: number) =>
      here({ paid_back_cents: 2_000, refundable_cents: 3_000, payments_left_cents })
    expect(read([line], paid(1_000), { refund: money(3_000) })).toEqual(['refunded_amount 20.00 → 30.00'])
    const over = (left: string, of: string) =>
      `is more than can be paid back of SO-1 here: ${left} EUR is left of ${of}, and 20.00 EUR was paid back`
    expect(read([line], paid(1_000), { refund: money(3_001) })).toEqual([
      `refunded_amount 30.01: ${over('10.00', 'the payments for it')}`,
    ])
    for (const left of [0, -500])
      expect(read([line], paid(left), { refund: money(2_001) })).toEqual([
        `refunded_amount 20.01: ${over('0.00', 'the payments for it')}`,
      ])
    for (const left of [3_000, 9_000])
      expect(read([line], paid(left), { refund: money(5_001) })).toEqual([
        `refunded_amount 50.01: ${over('30.00', 'what it came to')}`,
      ])
    expect(read([line], paid(0), { refund: money(2_000) })).toBe('nothing')
  })

  test('that was paid back here alone is kept', () => {
    const order = here({ paid_back_cents: 2_000, refundable_cents: 3_000 })
    expect(read([line], order, { refund: money(1_999) })).toBe('nothing')
    expect(read([line], order)).toBe('nothing')
  })

  test('is what units cost with their taxes, less their discount', () => {
    const priced = known({ discount_cents: 500, tax_cents: 100, fulfilled_quantity: 0 })
    const order = knownOrder({ is_wholesale: true, refundable_cents: 0, lines: [priced] })
    const sent = resolved({ shipped: [shipped(5)] })
    expect(read([sent], order, { refund: money(4_600) })).toHaveLength(2)
    expect(read([sent], order, { refund: money(4_601) })[0]).toContain('46.00 EUR is left')
  })

  test('units that are cancelled with it are not paid for', () => {
    const order = knownOrder({ lines: [known({ fulfilled_quantity: 3 })] })
    const cancelled = resolved({ shipped: [shipped(3)], cancelled_quantity: 2 })
    expect(read([cancelled], order, { refund: money(3_000) })).toEqual([
      'cancelled_quantity 0 → 2',
      'refunded_amount 0.00 → 30.00',
    ])
    expect(read([cancelled], order, { refund: money(3_001) })[0]).toContain('30.00 EUR is left')
  })

  test('an account has paid for what ships with it', () => {
    const order = knownOrder({ is_wholesale: true, refundable_cents: 0 })
    const sent = resolved({ shipped: [shipped(2)] })
    expect(read([sent], order, { refund: money(2_000) })).toEqual([
      'shipped_quantity 0 → 2',
      'refunded_amount 0.00 → 20.00',
    ])
    expect(read([sent], order, { refund: money(2_001) })[0]).toContain('20.00 EUR is left')
  })

  test('goes to the lines that the file names, with their taxes, and to shipping', () => {
    const two = here({
      refundable_cents: 20_000,
      paid_back_cents: 1_190,
      lines: [
        known({ fulfilled_quantity: 5, paid_back_cents: 1_190 }),
        known({ line_id: 'k', variant_id: 'id-l', fulfilled_quantity: 5 }),
      ],
    })
    const lines = [line, resolved({ variant_id: 'id-l', shipped: [shipped(5)] })]
    const refund = money(1_190 + 2_380 + 500, {
      freight_cents: 500,
      lines: [
        { amount_cents: 1_000, tax_cents: 190 },
        { amount_cents: 2_000, tax_cents: 380 },
      ],
    })
    expect(progress(lines, two, refund).refund).toEqual({
      amount_cents: 2_880,
      freight_cents: 500,
      is_full: false,
      lines: [
        { amount_cents: 0, tax_cents: 0 },
        { amount_cents: 2_000, tax_cents: 380 },
      ],
    })
    // Shipping that was paid back is not paid back again: what is left goes by what the lines cost.
    const later = {
      ...two,
      paid_back_cents: 4_070,
      freight_back_cents: 500,
      lines: [two.lines[0]!, { ...two.lines[1]!, paid_back_cents: 2_380 }],
    }
    expect(progress(lines, later, { ...refund, amount_cents: 4_170 }).refund).toMatchObject({
      amount_cents: 100,
      freight_cents: 0,
    })
    expect(
      progress(lines, later, { ...refund, amount_cents: 4_170 }).refund!.lines.map(
        (one) => one.amount_cents + one.tax_cents,
      ),
    ).toEqual([50, 50])
  })

  test('goes to each line with the taxes that are stated of it, where they differ', () => {
    const two = here({
      refundable_cents: 20_000,
      lines: [known({ fulfilled_quantity: 5 }), known({ line_id: 'k', variant_id: 'id-l', fulfilled_quantity: 5 })],
    })
    const lines = [line, resolved({ variant_id: 'id-l', shipped: [shipped(5)] })]
    const stated = [
      { amount_cents: 1_000, tax_cents: 190 },
      { amount_cents: 2_000, tax_cents: 0 },
    ]
    expect(progress(lines, two, money(3_190, { lines: stated })).refund!.lines).toEqual(stated)
  })

  test('for lines beside sales is new where more was paid back for them', () => {
    const tip = (refunded_cents: number): LineWithoutGoods => ({
      kind: 'tip',
      name: 'Tip',
      quantity: 1,
      amount_cents: 300,
      tax_cents: 0,
      refunded_cents,
    })
    const order = here({ lines_without_goods: [tip(100)] })
    expect(read([line], order, { others: [tip(100)] })).toBe('nothing')
    expect(read([line], order, { others: [tip(300)] })).toEqual(['refunded_amount 1.00 → 3.00'])
    expect(read([line], order, { others: [tip(300), tip(0)] })).toBe('nothing')
  })

  test('without a day has the one that is assumed', () => {
    const order = { refund: money(1), is_refund_dated: false, refunded_at: '2026-11-12T23:30:00Z' }
    expect(assumedRefundDay(order, 'Europe/Berlin').map(({ field, value }) => [field, value])).toEqual([
      ['refunded_at', '2026-11-13'],
    ])
    expect(assumedRefundDay({ ...order, is_refund_dated: true }, 'UTC')).toEqual([])
    expect(assumedRefundDay({ ...order, refund: null }, 'UTC')).toEqual([])
  })
})

describe('lines', () => {
  const ids = (lines: readonly ResolvedLine[], here: readonly KnownLine[]) =>
    matchLines(lines, here).map((one) => one?.line_id)

  test('are found by their id, then by what they say', () => {
    const here = [
      known({ line_id: 'a', external_id: 'x' }),
      known({ line_id: 'b' }),
      known({ line_id: 'c', unit_price_cents: 900 }),
    ]
    expect(ids([resolved({ unit_price_cents: 900 }), resolved(), resolved({ external_id: 'x' })], here)).toEqual([
      'c',
      'b',
      'a',
    ])
    expect(ids([resolved({ quantity: 2, unit_price_cents: 900 })], here)).toEqual(['c'])
    expect(ids([resolved({ quantity: 2, unit_price_cents: 1 })], here)).toEqual(['a'])
    expect(ids([resolved({ external_id: null })], [known({ line_id: 'a' })])).toEqual(['a'])
  })

  test('keep their place where another variant has it now', () => {
    const other = resolved({ variant_id: 'id-z' })
    expect(ids([other], [known({ line_id: 'a' })])).toEqual(['a'])
    expect(ids([other], [known({ line_id: 'a', unit_price_cents: 999 })])).toEqual([undefined])
    expect(ids([resolved({ variant_id: 'id-z', quantity: 4 })], [known({ line_id: 'a' })])).toEqual([undefined])
    expect(
      ids([resolved({ variant_id: 'id-z', quantity: 4 })], [known({ line_id: 'a', quantity: 3, ordered_quantity: 4 })]),
    ).toEqual(['a'])
    expect(ids([other, resolved()], [known({ line_id: 'a' })])).toEqual([undefined, 'a'])
    expect(ids([other, resolved()], [known({ line_id: 'a' }), known({ line_id: 'b', variant_id: 'id-y' })])).toEqual([
      undefined,
      'a',
    ])
  })

  test('that differ are refused, unless the order was changed here', () => {
    const change = '; change SO-1 here if that is right'
    const here = knownOrder()
    expect(read([resolved({ quantity: 6 })], here)).toEqual([`quantity 6: was 5 when SO-1 was imported${change}`])
    expect(read([resolved({ unit_price_cents: 1_001 })], here)).toEqual([
      `unit_price 10.01: was 10.00 when SO-1 was imported${change}`,
    ])
    expect(read([resolved(), resolved({ variant_id: 'id-z', sku: 'J-Z' })], here)).toEqual([
      `sku J-Z: is on no line of SO-1 that is left here${change}`,
    ])
    const changed = knownOrder({ is_changed_here: true })
    expect(read([resolved({ quantity: 6, unit_price_cents: 1_001 })], changed)).toBe('nothing')
    expect(read([resolved(), resolved({ variant_id: 'id-z' })], changed)).toBe('nothing')
    expect(
      read([resolved({ quantity: 4 })], knownOrder({ lines: [known({ quantity: 3, ordered_quantity: 4 })] })),
    ).toBe('nothing')
    expect(
      read([resolved({ quantity: 3 })], knownOrder({ lines: [known({ quantity: 3, ordered_quantity: 4 })] })),
    ).toBe('nothing')
  })

  test('that are here alone have nothing new', () => {
    const here = knownOrder({ is_changed_here: true, lines: [known(), known({ line_id: 'b', variant_id: 'id-b' })] })
    const { lines } = progress([resolved({ shipped: [shipped(1)] })], here)
    expect(lines.map((one) => [one.known.line_id, one.shipped.length])).toEqual([
      ['l', 1],
      ['b', 0],
    ])
    const none = { shipped: [], cancelled_quantity: 0, returned_quantity: 0, restocked_quantity: 0 }
    expect(lines[1]).toEqual({ known: here.lines[1]!, ...none })
  })

  test('that were cancelled as a whole, without their units, lose what is open', () => {
    const record = (sku: string) => orderOf({ lines: [], cancelled: [{ sku, row_number: 4 }] })
    const says = (
      sku: string,
      lines = [known({ fulfilled_quantity: 2, cancelled_quantity: 1 }), known({ sku: 'J-L' })],
    ) => progressOf({ record: record(sku), lines: [], others: [] }, knownOrder({ lines }))
    expect(says('J-M')).toMatchObject({ progress: { lines: [{ cancelled_quantity: 2 }, { cancelled_quantity: 0 }] } })
    expect(says('J-M', [known({ fulfilled_quantity: 4, cancelled_quantity: 1 })])).toBeNull()
    expect(says('J-X')).toMatchObject({ faults: [{ field: 'sku', value: 'J-X', row_number: 4 }] })
    const changed = knownOrder({ is_changed_here: true })
    expect(progressOf({ record: record('J-X'), lines: [], others: [] }, changed)).toBeNull()
  })

  test('that are not found any more are no news while nothing happened to them beyond what is here', () => {
    const here = knownOrder({
      paid_back_cents: 500,
      lines: [known({ fulfilled_quantity: 2, cancelled_quantity: 1, returned_quantity: 1 })],
    })
    const says = (line: Partial<ResolvedLine>, refund: RefundRecord | null = null) =>
      hasNews(orderOf({ lines: [lineOf(line)], refund }), here)
    expect(says({ shipped: [shipped(2)], cancelled_quantity: 1, returned_quantity: 1 }, money(500))).toBe(false)
    expect(says({ shipped: [shipped(3)] })).toBe(true)
    expect(says({ cancelled_quantity: 2 })).toBe(true)
    expect(says({ returned_quantity: 2 })).toBe(true)
    expect(says({}, money(501))).toBe(true)
  })
})
