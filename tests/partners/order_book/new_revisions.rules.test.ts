/** What a submitted line makes of the line as it stands. */
import { describe, expect, test } from 'bun:test'
import type { BookedLine } from '../../../server/partners/order_book/recording/lines.model.ts'
import { doorKey, keyOf } from '../../../server/partners/order_book/recording/line_keys.rules.ts'
import type {
  BookReferences,
  LineState,
  StandingLine,
} from '../../../server/partners/order_book/recording/lines.store.ts'
import { isSameState, stateOf } from '../../../server/partners/order_book/recording/new_revisions.rules.ts'

const references: BookReferences = {
  variants: new Map(
    ['id-m', 'J-M', 'id-n', 'J-N'].map((name) => {
      const isSized = name.endsWith('m') || name.endsWith('M')
      return [name, { product_id: 'jumper', variant_id: isSized ? 'id-m' : 'id-n', size: isSized ? 'M' : null }]
    }),
  ),
  products: new Set(['cardigan']),
  doors: new Map([[doorKey('acme', 'D1'), 'door-1']]),
  commitments: new Map([
    ['ours', { season_code: 'SS27' }],
    ['open', { season_code: null }],
    ['other', { season_code: 'AW27' }],
  ]),
  order_lines: new Map(
    (
      [
        ['free', 'acme', null, null],
        ['mine', 'acme', 'quantity_changed', 'line-1'],
        ['taken', 'acme', null, 'line-2'],
        ['foreign', 'other', null, null],
        ['rejected', 'acme', 'rejected', null],
      ] as const
    ).map(([line_id, trading_partner_id, verdict, book_line_id]) => [
      line_id,
      { line_id, trading_partner_id, verdict, quantity: 80, book_line_id },
    ]),
  ),
}
const stated = {
  product_id: 'jumper',
  variant_id: 'id-m',
  size: 'M',
  quantity: 120,
  unit_price_cents: 4_000,
  ship_window_start: '2027-02-01',
  ship_window_end: '2027-02-28',
  door_id: 'door-9',
  commitment_id: 'ours',
  booking_type: 'prebook',
  held_by: null,
  held_by_name: null,
  held_at: null,
  is_cancelled: false,
  cancel_reason: null,
  verdict: null,
  order_line_id: null,
} as LineState
const currentLine: StandingLine = {
  ...stated,
  book_line_id: 'line-1',
  trading_partner_id: 'acme',
  season_code: 'SS27',
  line_reference: '1',
  currency: 'USD',
  revision: 1,
  booked_on: '2026-11-01',
}
const now = '2026-11-20T12:00:00Z'
type Sent = Partial<BookedLine>
const state = (sent: Sent, before: Partial<StandingLine> | null = {}): LineState =>
  stateOf(
    { trading_partner_id: 'acme', season_code: 'SS27', line_reference: '1', ...sent } as BookedLine,
    before === null ? null : { ...currentLine, ...before },
    { trading_partner_id: 'acme', season_code: 'SS27', book_line_id: before === null ? null : 'line-1' },
    references,
    { now, actor: 'key', name: 'Ada' },
    'lines[0]',
  )
/** Field and rule of the refusal. */
function refused(sent: Sent, before: Partial<StandingLine> | null = {}): string {
  try {
    state(sent, before)
  } catch (refusal) {
    const { field, rule } = (refusal as { data: { field: string; rule: string } }).data
    return `${field} ${rule}`
  }
  return 'accepted'
}

test('a new line states its item and its quantity, and everything else is open', () => {
  expect(state({ sku: 'J-M', quantity: 5 }, null)).toEqual({
    product_id: 'jumper',
    variant_id: 'id-m',
    size: 'M',
    quantity: 5,
    unit_price_cents: null,
    ship_window_start: null,
    ship_window_end: null,
    door_id: null,
    commitment_id: null,
    booking_type: null,
    held_by: null,
    held_by_name: null,
    held_at: null,
    is_cancelled: false,
    cancel_reason: null,
    verdict: null,
    order_line_id: null,
  } as LineState)
  expect(refused({ sku: 'J-M' }, null)).toBe('lines[0].quantity is required for a line that is not recorded yet')
  expect(refused({ quantity: 5 }, null)).toBe('lines[0] must name one of variant_id, sku and product_id')
})

test('what a line leaves out stays, and null clears it', () => {
  expect(state({})).toEqual(stated)
  const cleared = {
    unit_price_cents: null,
    ship_window_start: null,
    ship_window_end: null,
    commitment_id: null,
    booking_type: null,
  }
  expect(state({ ...cleared, door_reference: null })).toEqual({ ...stated, ...cleared, door_id: null })
  expect(state({ quantity: 7, unit_price_cents: 0 })).toMatchObject({ quantity: 7, unit_price_cents: 0 })
})

describe('the item', () => {
  const item = (sent: Sent, before?: Partial<StandingLine> | null) => {
    const { product_id, variant_id, size } = state({ quantity: 1, ...sent }, before)
    return [product_id, variant_id, size]
  }
  const many = 'lines[0] must name one of variant_id, sku and product_id'

  test('is a variant by its id or its SKU, with the size of the variant', () => {
    expect(item({ variant_id: 'ID-M' }, null)).toEqual(['jumper', 'id-m', 'M'])
    expect(item({ sku: 'J-N' })).toEqual(['jumper', 'id-n', null])
    expect(item({ sku: 'J-M', size: 'M' }, null)).toEqual(['jumper', 'id-m', 'M'])
    expect(item({ sku: 'J-M', size: null }, null)).toEqual(['jumper', 'id-m', 'M'])
    expect(refused({ sku: 'J-?' })).toBe('lines[0].sku must be a variant of this organisation')
    expect(refused({ variant_id: 'J-?' })).toBe('lines[0].variant_id must be a variant of this organisation')
    expect(refused({ sku: 'J-M', size: 'L' })).toBe('lines[0].size contradicts the variant, whose size is M')
    expect(refused({ sku: 'J-N', size: 'L' })).toBe('lines[0].size contradicts the variant, whose size is not stated')
  })

  test('is a style with the size that the line states', () => {
    expect(item({ product_id: 'CARDIGAN', size: 'L' })).toEqual(['cardigan', null, 'L'])
    expect(item({ product_id: 'cardigan' })).toEqual(['cardigan', null, null])
    expect(refused({ product_id: 'jumper' })).toBe('lines[0].product_id must be a product of this organisation')
  })

  test('is named once', () => {
    expect(refused({ sku: 'J-M', variant_id: 'id-m' })).toBe(many)
    expect(refused({ sku: 'J-M', product_id: 'cardigan' })).toBe(many)
    expect(refused({ variant_id: 'id-m', product_id: 'cardigan' })).toBe(many)
  })

  test('that stands keeps its size, unless it is a style', () => {
    const style = { product_id: 'cardigan', variant_id: null, size: 'L' }
    expect(item({}, style)).toEqual(['cardigan', null, 'L'])
    expect(item({ size: 'S' }, style)).toEqual(['cardigan', null, 'S'])
    expect(item({ size: null }, style)).toEqual(['cardigan', null, null])
    expect(item({ size: 'M' })).toEqual(['jumper', 'id-m', 'M'])
    const rule = 'lines[0].size follows from the variant; name another variant instead'
    expect(refused({ size: 'L' })).toBe(rule)
    expect(refused({ size: null })).toBe(rule)
  })
})

test('a ship window does not end before it starts', () => {
  const rule = 'lines[0].ship_window_end must not be before ship_window_start, 2027-02-01'
  expect(state({ ship_window_end: '2027-02-01' }).ship_window_end).toBe('2027-02-01')
  expect(refused({ ship_window_end: '2027-01-31' })).toBe(rule)
  expect(refused({ ship_window_start: '2027-03-01' })).toContain('ship_window_start, 2027-03-01')
  expect(refused({ ship_window_start: null, ship_window_end: '2027-01-31' })).toBe('accepted')
  expect(refused({ ship_window_start: '2027-03-01', ship_window_end: null })).toBe('accepted')
})

describe('the place', () => {
  test('is a door of the account by its reference, in any spelling', () => {
    expect(state({ door_reference: ' d1 ' }).door_id).toBe('door-1')
    expect(state({}).door_id).toBe('door-9')
    expect(state({ door_reference: null }).door_id).toBeNull()
    expect(refused({ door_reference: 'D2' })).toBe('lines[0].door_reference must be a door of the account')
    expect(doorKey('acme', 'Straße')).not.toBe(doorKey('acme', 'Strasse'))
    expect(doorKey('other', 'D1')).not.toBe(doorKey('acme', 'D1'))
  })

  test('is a commitment of the same season, or of none', () => {
    expect(state({ commitment_id: 'OPEN' }).commitment_id).toBe('open')
    expect(state({ commitment_id: 'ours' }, { commitment_id: null }).commitment_id).toBe('ours')
    expect(refused({ commitment_id: 'other' })).toBe('lines[0].commitment_id is a commitment of the season AW27')
    expect(refused({ commitment_id: '?' })).toBe('lines[0].commitment_id must be a commitment of this organisation')
  })
})

describe('a hold', () => {
  const hold = (sent: Sent, before?: Partial<StandingLine> | null) => {
    const { held_by, held_by_name, held_at } = state({ sku: 'J-M', quantity: 1, ...sent }, before)
    return [held_by, held_by_name, held_at]
  }
  const held = { held_by: 'account', held_by_name: 'Buyer', held_at: '2026-11-10T08:00:00Z' } as const

  test('has the name of the caller by default, and the time at which it began', () => {
    expect(hold({ held_by: 'merchant' }, null)).toEqual(['merchant', 'Ada', now])
    expect(hold({ held_by: 'merchant', held_by_name: 'Bo' })).toEqual(['merchant', 'Bo', now])
    expect(hold({ held_by: 'merchant' }, held)).toEqual(['merchant', 'Ada', now])
  })

  test('that stands keeps its name and its time', () => {
    expect(hold({}, held)).toEqual(['account', 'Buyer', held.held_at])
    expect(hold({ held_by: 'account' }, held)).toEqual(['account', 'Buyer', held.held_at])
    expect(hold({ held_by_name: 'Bo' }, held)).toEqual(['account', 'Bo', held.held_at])
  })

  test('ends with null, and a name needs one', () => {
    expect(hold({ held_by: null }, held)).toEqual([null, null, null])
    expect(hold({ held_by_name: null })).toEqual([null, null, null])
    expect(refused({ held_by: null, held_by_name: 'Bo' }, held)).toBe(
      'lines[0].held_by_name is allowed only with held_by',
    )
    expect(refused({ sku: 'J-M', quantity: 1, held_by_name: 'Bo' }, null)).toContain('held_by_name')
  })
})

describe('a cancellation', () => {
  const cancelled = (sent: Sent, before?: Partial<StandingLine>) => {
    const { is_cancelled, cancel_reason } = state(sent, before)
    return [is_cancelled, cancel_reason]
  }
  const gone = { is_cancelled: true, cancel_reason: 'Dropped' }

  test('stays with its reason until it is taken back', () => {
    expect(cancelled({ is_cancelled: true, cancel_reason: 'Late' })).toEqual([true, 'Late'])
    expect(cancelled({ is_cancelled: true })).toEqual([true, null])
    expect(cancelled({}, gone)).toEqual([true, 'Dropped'])
    expect(state({ sku: 'J-M', quantity: 1, is_cancelled: true }, null).cancel_reason).toBeNull()
    expect(cancelled({ cancel_reason: 'Late' }, gone)).toEqual([true, 'Late'])
    expect(cancelled({ is_cancelled: false }, gone)).toEqual([false, null])
    expect(cancelled({ is_cancelled: false, cancel_reason: null }, gone)).toEqual([false, null])
    expect(refused({ cancel_reason: 'Late' })).toBe('lines[0].cancel_reason is allowed only with is_cancelled true')
  })

  test('follows from the verdict that rejects the line', () => {
    expect(cancelled({ verdict: 'rejected', cancel_reason: 'Late' })).toEqual([true, 'Late'])
    expect(cancelled({}, { verdict: 'rejected' })).toEqual([true, null])
    expect(cancelled({ verdict: null, is_cancelled: false }, { ...gone, verdict: 'rejected' })).toEqual([false, null])
    expect(refused({ verdict: 'rejected', is_cancelled: false })).toBe(
      'lines[0].is_cancelled must not be false while the verdict is rejected',
    )
    expect(cancelled({ order_line_item_id: 'rejected' })).toEqual([true, null])
  })
})

describe('the line of a sales order', () => {
  const ordered = (sent: Sent, before?: Partial<StandingLine>) => {
    const { order_line_id, verdict, quantity } = state(sent, before)
    return [order_line_id, verdict, quantity]
  }

  test('gives its verdict, and once the agreed quantity where that was changed', () => {
    expect(ordered({ order_line_item_id: 'FREE' })).toEqual(['free', null, 120])
    expect(ordered({ order_line_item_id: 'mine' })).toEqual(['mine', 'quantity_changed', 80])
    expect(ordered({ order_line_item_id: 'mine', quantity: 90 })).toEqual(['mine', 'quantity_changed', 90])
    expect(ordered({ order_line_item_id: 'mine' }, { order_line_id: 'mine' })).toEqual([
      'mine',
      'quantity_changed',
      120,
    ])
    expect(state({ order_line_item_id: 'rejected', sku: 'J-M' }, { quantity: 6 }).quantity).toBe(6)
  })

  test('of a new line gives its quantity', () => {
    const other = { ...references.order_lines.get('mine')!, book_line_id: null }
    const found = stateOf(
      { trading_partner_id: 'acme', season_code: 'SS27', line_reference: '2', sku: 'J-M', order_line_item_id: 'new' },
      null,
      { trading_partner_id: 'acme', season_code: 'SS27', book_line_id: null },
      { ...references, order_lines: new Map([['new', other]]) },
      { now, actor: 'key', name: 'Ada' },
      'lines[0]',
    )
    expect(found).toMatchObject({ quantity: 80, order_line_id: 'new', verdict: 'quantity_changed' })
  })

  test('stays until null takes it away, and then the verdict can be stated again', () => {
    const before = { order_line_id: 'mine', verdict: 'quantity_changed' } as const
    expect(ordered({}, before)).toEqual(['mine', 'quantity_changed', 120])
    expect(ordered({ verdict: 'quantity_changed' }, before)).toEqual(['mine', 'quantity_changed', 120])
    expect(refused({ verdict: 'accepted' }, before)).toBe('lines[0].verdict follows from the sales order of the line')
    expect(ordered({ order_line_item_id: null, verdict: 'accepted' }, before)).toEqual([null, 'accepted', 120])
    expect(ordered({ verdict: 'accepted' })).toEqual([null, 'accepted', 120])
    expect(ordered({}, { verdict: 'accepted' })).toEqual([null, 'accepted', 120])
  })

  test('is one of the account, and of no other booking', () => {
    const field = 'lines[0].order_line_item_id'
    expect(refused({ order_line_item_id: '?' })).toBe(`${field} must be a line of a sales order of the account`)
    expect(refused({ order_line_item_id: 'foreign' })).toBe(`${field} must be a line of a sales order of the account`)
    expect(refused({ order_line_item_id: 'taken' })).toBe(`${field} is the order line of another booking`)
    expect(refused({ order_line_item_id: 'mine', verdict: 'accepted' })).toBe(
      'lines[0].verdict follows from the sales order of the line',
    )
    expect(refused({ order_line_item_id: 'mine', verdict: 'quantity_changed' })).toBe('accepted')
  })
})

test('a state is the same where every field is', () => {
  expect(isSameState(state({}), state({}))).toBe(true)
  expect(isSameState(state({}), state({ quantity: 121 }))).toBe(false)
})

test('the keys of lines differ where one of their parts does', () => {
  const keys = [
    keyOf('a', 'b', 'c'),
    keyOf('a', 'b c', ''),
    keyOf('x', 'b', 'c'),
    keyOf('a', 'x', 'c'),
    keyOf('a', 'b', 'x'),
  ]
  expect(new Set(keys).size).toBe(keys.length)
})
