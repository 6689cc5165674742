/** The state of an order by the units of its lines, and what is allowed in it. */
import { expect, test } from 'bun:test'
import {
  allowedIn,
  lifecycleOf,
  type LineQuantities,
  mayHoldMore,
  moneyFor,
  outstandingOf,
  refusalOf,
  unallocatedOf,
} from '../../../server/selling/orders/rules.ts'

const line = (quantity: number, values: Partial<LineQuantities> = {}): LineQuantities => ({
  quantity,
  allocated_quantity: 0,
  fulfilled_quantity: 0,
  cancelled_quantity: 0,
  over_shipped_quantity: 0,
  ...values,
})

test('units are outstanding that are neither cancelled nor shipped; a surplus that shipped does not reduce them', () => {
  expect(outstandingOf(line(10))).toBe(10)
  expect(outstandingOf(line(10, { cancelled_quantity: 3, fulfilled_quantity: 2 }))).toBe(5)
  expect(outstandingOf(line(10, { fulfilled_quantity: 12, over_shipped_quantity: 2 }))).toBe(0)
})

test('units are unallocated that are outstanding and hold no stock', () => {
  expect(unallocatedOf(line(10, { allocated_quantity: 4, fulfilled_quantity: 1 }))).toBe(5)
})

test('the state of an order follows from the units of all of its lines', () => {
  const states: [LineQuantities[], string][] = [
    [[line(4)], 'open'],
    [[line(4, { allocated_quantity: 1 })], 'partially_allocated'],
    [[line(4, { allocated_quantity: 4 })], 'allocated'],
    [[line(4, { allocated_quantity: 4 }), line(1)], 'partially_allocated'],
    [[line(4, { allocated_quantity: 3, cancelled_quantity: 1 })], 'allocated'],
    [[line(4, { fulfilled_quantity: 1 })], 'partially_fulfilled'],
    [[line(4, { fulfilled_quantity: 1, allocated_quantity: 3 })], 'partially_fulfilled'],
    [[line(4, { fulfilled_quantity: 4 }), line(1)], 'partially_fulfilled'],
    [[line(4, { fulfilled_quantity: 4 })], 'fulfilled'],
    [[line(4, { fulfilled_quantity: 1, cancelled_quantity: 3 })], 'fulfilled'],
    [[line(4, { cancelled_quantity: 4 })], 'cancelled'],
    [[line(4, { fulfilled_quantity: 4 }), line(2, { cancelled_quantity: 2 })], 'fulfilled'],
  ]
  expect(states.map(([lines]) => lifecycleOf(lines))).toEqual(states.map(([, state]) => state) as never)
})

test('each act is allowed in its states alone', () => {
  const states = ['draft', 'open', 'partially_allocated', 'allocated', 'partially_fulfilled', 'fulfilled', 'cancelled']
  // One column a state, in the order above.
  const acts = {
    update_details: 'yyyyy--',
    update_sale: 'yyyy---',
    update_location: 'yyyy---',
    update_lines: 'yyyyy--',
    update_prices: 'yyyyyy-',
    confirm: 'y------',
    allocate: '-yyyy--',
    unallocate: '-yyyy--',
    hold: 'yyyyy--',
    release_hold: 'yyyyyyy',
    cancel: 'yyyyy-y',
    cancel_lines: '-yyyy--',
    split: 'yyyyy--',
    merge: 'yyyy---',
    duplicate: 'yyyyyyy',
    record_shipment: '-yyyyyy',
    report_shipment: '-yyyyyy',
    invoice: '----yy-',
    release: '--yyy--',
  }
  const allowed = Object.keys(acts).map((act) => [
    act,
    states
      .map((lifecycle) => (refusalOf(act as keyof typeof acts, { name: 'SO-1', lifecycle }) === null ? 'y' : '-'))
      .join(''),
  ])
  expect(Object.fromEntries(allowed)).toEqual(acts)
  expect(Object.keys(allowedIn)).toEqual(Object.keys(acts))
})

test('a refusal names the order, its state, and the states in which the act is allowed', () => {
  const open = { name: 'SO-1', lifecycle: 'open' }
  const shipped = { name: 'SO-2', lifecycle: 'fulfilled' }
  const draft = { name: 'SO-3', lifecycle: 'draft' }
  expect([
    refusalOf('confirm', open),
    refusalOf('update_location', shipped),
    refusalOf('update_lines', shipped),
    refusalOf('invoice', draft),
    refusalOf('release', open),
    refusalOf('allocate', draft),
  ]).toEqual([
    'SO-1 is open; only an order that is a draft can be confirmed.',
    'SO-2 is fulfilled; only an order that is a draft, open, partially allocated or allocated can be moved to another location.',
    'SO-2 is fulfilled; only an order that is a draft, open, partially allocated, allocated or partially fulfilled can be given other lines or quantities.',
    'SO-3 is a draft; only an order that is partially fulfilled or fulfilled can be invoiced.',
    'SO-1 is open; only an order that is partially allocated, allocated or partially fulfilled can be released to a warehouse.',
    'SO-3 is a draft; only an order that is open, partially allocated, allocated or partially fulfilled can be allocated.',
  ])
  expect(refusalOf('update_details', shipped)).toEndWith('can be changed.')
  expect(refusalOf('cancel', shipped)).toEndWith('can be cancelled.')
  expect(refusalOf('record_shipment', draft)).toEndWith('can be shipped.')
})

test('an order on hold refuses what would ship it, with the reason, and nothing else', () => {
  const held = { name: 'SO-1', lifecycle: 'allocated', hold: { reason: 'credit' } }
  expect(refusalOf('release', held)).toBe(
    'SO-1 is on hold (credit); release the hold first, then it can be released to a warehouse.',
  )
  const refused = Object.keys(allowedIn).filter(
    (act) => refusalOf(act as never, held) !== null && refusalOf(act as never, { ...held, hold: null }) === null,
  )
  expect(refused).toEqual(['allocate', 'merge', 'record_shipment', 'release'])
  const draft = { name: 'SO-1', lifecycle: 'draft', hold: { reason: 'fraud' } }
  expect(refusalOf('confirm', draft)).toBe('SO-1 is on hold (fraud); release the hold first, then it can be confirmed.')
})

test('an order may hold more stock unless it is on hold or was unallocated', () => {
  expect(mayHoldMore({ hold: null, is_allocated_on_request: false })).toBe(true)
  expect(mayHoldMore({ hold: { reason: 'credit' }, is_allocated_on_request: false })).toBe(false)
  expect(mayHoldMore({ hold: null, is_allocated_on_request: true })).toBe(false)
})

test('discount and tax follow the quantity in proportion; at 0 they are kept for the quantity that returns', () => {
  const money = { quantity: 4, discount_cents: 1000, tax_cents: 10, zeroed_quantity: null }
  expect(moneyFor(money, 8, 'USD')).toEqual({ discount_cents: 2000, tax_cents: 20, zeroed_quantity: null })
  expect(moneyFor(money, 3, 'USD')).toEqual({ discount_cents: 750, tax_cents: 8, zeroed_quantity: null })
  const zero = moneyFor(money, 0, 'USD')
  expect(zero).toEqual({ discount_cents: 1000, tax_cents: 10, zeroed_quantity: 4 })
  expect(moneyFor({ quantity: 0, ...zero }, 0, 'USD')).toEqual(zero)
  expect(moneyFor({ quantity: 0, ...zero }, 2, 'USD')).toEqual({
    discount_cents: 500,
    tax_cents: 5,
    zeroed_quantity: null,
  })
  const none = { quantity: 4, discount_cents: 0, tax_cents: 0, zeroed_quantity: null }
  expect(moneyFor(none, 0, 'USD')).toEqual({ discount_cents: 0, tax_cents: 0, zeroed_quantity: null })
  expect(moneyFor({ ...none, quantity: 0 }, 3, 'USD')).toEqual({
    discount_cents: 0,
    tax_cents: 0,
    zeroed_quantity: null,
  })
})
