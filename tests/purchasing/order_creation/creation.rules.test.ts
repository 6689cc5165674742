/** What a new order must satisfy, and what it takes from the records it names. */
import { expect, test } from 'bun:test'
import { limits } from '../../../server/contract/limits.ts'
import { singleUnits } from '../../../server/contract/units_of_measure.ts'
import {
  checkCommitment,
  checkDates,
  checkPlaces,
  checkSize,
  checkSource,
  checkSupplier,
  checkVariant,
  currencyOf,
  type Dates,
  knownCost,
  type OnFile,
  orderToWrite,
  type Places,
} from '../../../server/purchasing/order_creation/creation.rules.ts'
import { costText } from '../../../server/purchasing/purchase_units/purchase_unit.rules.ts'
import type { OrderDraft } from '../../../server/purchasing/order_creation/draft.ts'

const today = '2026-11-22'
const variant = (variant_id: string, given = {}) => ({
  variant_id,
  sku: variant_id.toUpperCase(),
  unit_cost: '7.0000',
  product_status: 'ACTIVE',
  currency: 'USD',
  ...given,
})
const onFile = {
  currency: 'USD',
  locations: new Map(
    [
      ['here', true],
      ['there', true],
      ['shut', false],
    ].map(([id, is_active]) => [id, { location_id: id, name: `At ${id}`, is_active }] as const),
  ),
  suppliers: new Map([
    ['mill', { supplier_id: 'mill', name: 'Mill', currency: 'EUR', lead_time_days: 30, is_active: true }],
    ['slow', { supplier_id: 'slow', name: 'Slow', currency: 'USD', lead_time_days: null, is_active: true }],
    ['gone', { supplier_id: 'gone', name: 'Gone', currency: 'USD', lead_time_days: 0, is_active: false }],
  ]),
  commitments: new Map(
    ['declared', 'approved', 'closed', 'retired'].map((status) => [status, { name: 'K', status }] as const),
  ),
  variants: new Map([
    ['va', variant('va')],
    ['vb', variant('vb', { currency: 'EUR' })],
    ['vx', variant('vx', { product_status: 'ARCHIVED' })],
  ]),
  supplier_costs: new Map([['mill va', '6.0000']]),
  packings: new Map(),
  source_stock: new Map([
    ['there va', { on_hand: 12, committed: 2, average_cost: '5.0000' }],
    ['there vb', { on_hand: 1, committed: 3, average_cost: null }],
  ]),
} as unknown as OnFile
const refusal = (field: string, rule: string) => expect.objectContaining({ code: 'bad_request', data: { field, rule } })

test('a cost has at most four decimals, zero is a cost, and none is null', () => {
  const cases: [number | string | null | undefined, string | null][] = [
    [undefined, null],
    [null, null],
    [0, '0'],
    [31.5, '31.5'],
    ['10.0000', '10'],
    [0.0001, '0.0001'],
  ]
  for (const [cost, text] of cases) expect(costText(cost, 'c')).toBe(text)
  expect(() => costText(0.00001, 'c')).toThrow(refusal('c', 'may have at most four decimals'))
})

test('a supplier, a commitment and a variant must be known and open to orders', () => {
  expect(checkSupplier('mill', 's', onFile).name).toBe('Mill')
  expect(() => checkSupplier('x', 's', onFile)).toThrow(refusal('s', 'must be a supplier of this organisation'))
  expect(() => checkSupplier('gone', 's', onFile)).toThrow(refusal('s', 'must be an active supplier; Gone is inactive'))
  for (const id of ['declared', 'approved']) expect(() => checkCommitment(id, 'k', onFile)).not.toThrow()
  for (const id of ['closed', 'retired'])
    expect(() => checkCommitment(id, 'k', onFile)).toThrow(
      refusal('k', `must be a declared or approved commitment; K is ${id}`),
    )
  expect(() => checkCommitment('x', 'k', onFile)).toThrow(refusal('k', 'must be a commitment of this organisation'))
  expect(checkVariant('va', 'v', onFile).sku).toBe('VA')
  expect(() => checkVariant('x', 'v', onFile)).toThrow(refusal('v', 'must be a variant of this organisation'))
  expect(() => checkVariant('vx', 'v', onFile)).toThrow(
    refusal('v', 'must not be a variant of an archived product; the product of VX is archived'),
  )
})

test('each type of order has the places that it needs, and no others', () => {
  const purchase: Places = { order_type: 'purchase', location_id: 'here', supplier_id: null, source_location_id: null }
  const transfer: Places = { ...purchase, order_type: 'transfer', source_location_id: 'there' }
  const manufacturing: Places = { ...purchase, order_type: 'manufacturing' }
  const fine: Places[] = [
    purchase,
    { ...purchase, supplier_id: 'mill' },
    transfer,
    manufacturing,
    { ...manufacturing, supplier_id: 'mill', source_location_id: 'here' },
  ]
  for (const places of fine) expect(() => checkPlaces(places, '', onFile)).not.toThrow()
  const cases: [Places, string, string][] = [
    [{ ...purchase, location_id: 'x' }, 'location_id', 'must be a location of this organisation'],
    [{ ...purchase, location_id: 'shut' }, 'location_id', 'must be an active location; At shut is inactive'],
    [{ ...purchase, supplier_id: 'x' }, 'supplier_id', 'must be a supplier of this organisation'],
    [{ ...transfer, supplier_id: 'mill' }, 'supplier_id', 'cannot be set on a transfer, which has no supplier'],
    [{ ...transfer, source_location_id: null }, 'source_location_id', 'is required on a transfer'],
    [{ ...transfer, source_location_id: 'here' }, 'source_location_id', 'must differ from location_id on a transfer'],
    [
      { ...transfer, source_location_id: 'shut' },
      'source_location_id',
      'must be an active location; At shut is inactive',
    ],
    [
      { ...purchase, source_location_id: 'there' },
      'source_location_id',
      'can be set only on transfers and manufacturing orders',
    ],
  ]
  for (const [places, field, rule] of cases)
    expect(() => checkPlaces(places, 'o.', onFile)).toThrow(refusal(`o.${field}`, rule))
})

test('dates may fall on the same day, and never before the one that they follow', () => {
  const none: Dates = { order_date: null, expected_delivery_date: null, cancel_date: null, ship_window_start: null }
  const fine: Partial<Dates>[] = [
    {},
    { order_date: today },
    { order_date: today, expected_delivery_date: today, cancel_date: today },
    { cancel_date: today, ship_window_start: today },
    { cancel_date: '2026-11-21' },
    { ship_window_start: '2026-11-23' },
    { expected_delivery_date: '2026-11-21' },
  ]
  for (const dates of fine) expect(() => checkDates({ ...none, ...dates }, '')).not.toThrow()
  const cases: [Partial<Dates>, string, string][] = [
    [
      { order_date: today, expected_delivery_date: '2026-11-21' },
      'expected_delivery_date',
      'must not be before the order date, 2026-11-22',
    ],
    [{ order_date: today, cancel_date: '2026-11-21' }, 'cancel_date', 'must not be before the order date, 2026-11-22'],
    [{ cancel_date: today, ship_window_start: '2026-11-23' }, 'cancel_date', 'must not be before ship_window_start'],
  ]
  for (const [dates, field, rule] of cases)
    expect(() => checkDates({ ...none, ...dates }, 'o.')).toThrow(refusal(`o.${field}`, rule))
})

test('an order stays within the limits of lines, units and cost, the largest included', () => {
  const units = limits.purchase_order_units_max
  const line = (quantity: number, unit_cost: string | null = null) => ({ quantity, unit_cost })
  expect(() => checkSize([line(units - 1), line(1)], '')).not.toThrow()
  expect(() => checkSize([line(units), line(1)], 'o.')).toThrow(
    refusal('o.line_items', 'may order at most 10,000,000 units'),
  )
  const cost = limits.purchase_order_cost_max
  expect(() => checkSize([line(1, String(cost)), line(1)], '')).not.toThrow()
  expect(() => checkSize([line(1, String(cost)), line(1, '0.0001')], '')).toThrow(
    refusal('line_items', `may cost at most ${cost.toLocaleString('en-US')}`),
  )
  expect(() => checkSize([line(1), line(1)], '', 2)).not.toThrow()
  expect(() => checkSize([line(1), line(1), line(1)], '', 2)).toThrow(
    refusal('line_items', 'may contain at most 2 lines'),
  )
})

test('a transfer takes what is on hand and not committed, over all lines of a variant', () => {
  const check =
    (...lines: [string, number][]) =>
    () =>
      checkSource(
        'there',
        lines.map(([variant_id, quantity]) => ({ variant_id, quantity })),
        'o.',
        onFile,
      )
  expect(check(['va', 10])).not.toThrow()
  expect(check(['va', 11])).toThrow(
    refusal('o.line_items[0].quantity', 'needs 11 of VA, but At there has only 10 available'),
  )
  expect(check(['va', 4], ['va', 6])).not.toThrow()
  expect(check(['va', 4], ['va', 7])).toThrow(
    refusal('o.line_items[1].quantity', 'needs 11 of VA, but At there has only 10 available'),
  )
  // More is committed than there is: none is available, and never less than none.
  expect(check(['vb', 1])).toThrow(
    refusal('o.line_items[0].quantity', 'needs 1 of VB, but At there has only 0 available'),
  )
  expect(check(['vz', 1])).toThrow(
    refusal('o.line_items[0].quantity', 'needs 1 of vz, but At there has only 0 available'),
  )
})

test("an order is in its supplier's currency, or in the organisation's", () => {
  expect(currencyOf('mill', onFile)).toBe('EUR')
  expect(currencyOf(null, onFile)).toBe('USD')
  expect(currencyOf('x', onFile)).toBe('USD')
})

test("a cost is the supplier's, or the variant's own where it is in the currency of the order", () => {
  const cost = (variant_id: string, given: Partial<Places & { currency: string }>) =>
    knownCost(
      {
        order_type: 'purchase',
        location_id: 'here',
        supplier_id: null,
        source_location_id: null,
        currency: 'USD',
        ...given,
      },
      onFile.variants.get(variant_id)!,
      onFile,
    )
  expect(cost('va', { supplier_id: 'mill', currency: 'EUR' })).toBe('6.0000')
  expect(cost('vb', { supplier_id: 'mill', currency: 'EUR' })).toBe('7.0000')
  expect(cost('va', {})).toBe('7.0000')
  expect(cost('vb', {})).toBeNull()
  const transfer = { order_type: 'transfer', source_location_id: 'there' } as const
  expect(cost('va', transfer)).toBe('5.0000')
  expect(cost('vb', transfer)).toBeNull()
  expect(cost('va', { ...transfer, source_location_id: 'here' })).toBeNull()
})

const draft = (given: Partial<OrderDraft> = {}): OrderDraft => ({
  at: 'o.',
  order_type: 'purchase',
  location_id: 'here',
  line_items: [{ variant_id: 'va', quantity: 2 }],
  ...given,
})

test('an order of today takes what is not sent from its supplier, and leaves the rest empty', () => {
  expect(orderToWrite(draft({ supplier_id: 'mill' }), onFile, today)).toEqual({
    order_type: 'purchase',
    location_id: 'here',
    supplier_id: 'mill',
    source_location_id: null,
    order_date: today,
    is_order_date_stated: false,
    // 30 days of lead time.
    expected_delivery_date: '2026-12-22',
    cancel_date: null,
    ship_window_start: null,
    given_name: null,
    external_id: null,
    currency: 'EUR',
    commitment_id: null,
    notes: null,
    container_type_id: null,
    freight_per_container_cents: null,
    line_items: [
      {
        variant_id: 'va',
        quantity: 2,
        ...singleUnits,
        unit_cost: '6.0000',
        duty_bp: null,
        expected_delivery_date: null,
      },
    ],
  })
  const expected = (given: Partial<OrderDraft>) => orderToWrite(draft(given), onFile, today).expected_delivery_date
  expect(expected({ supplier_id: 'slow' })).toBeNull()
  expect(expected({})).toBeNull()
  expect(expected({ supplier_id: 'mill', order_date: '2026-11-01' })).toBe('2026-12-01')
})

test('what is sent is written as it is sent', () => {
  const sent = {
    name: 'PO-9',
    external_id: 'X',
    order_date: '2026-11-01',
    expected_delivery_date: '2026-11-05',
    cancel_date: '2026-11-10',
    ship_window_start: '2026-11-02',
    commitment_id: 'approved',
    notes: 'N',
    container_type_id: 2,
    freight_per_container_cents: 0,
  }
  const { name, ...columns } = sent
  const line = { variant_id: 'va', quantity: 2, duty_bp: 0, expected_delivery_date: '2026-11-01' }
  expect(
    orderToWrite(draft({ ...sent, supplier_id: 'mill', line_items: [{ ...line, unit_cost: 0 }] }), onFile, today),
  ).toMatchObject({ ...columns, given_name: name, line_items: [{ ...line, unit_cost: '0' }] })
})

test('production takes its components where it is delivered, unless another place is sent', () => {
  const source = (given: Partial<OrderDraft>) => orderToWrite(draft(given), onFile, today).source_location_id
  expect(source({ order_type: 'manufacturing' })).toBe('here')
  expect(source({ order_type: 'manufacturing', source_location_id: 'there' })).toBe('there')
})

test('the first invalid field is refused by its place in the request', () => {
  const transfer = { order_type: 'transfer', source_location_id: 'there' } as const
  const one = { variant_id: 'va', quantity: 11 }
  const cases: [Partial<OrderDraft>, string, string][] = [
    [{ location_id: 'x' }, 'o.location_id', 'must be a location of this organisation'],
    [{ commitment_id: 'closed' }, 'o.commitment_id', 'must be a declared or approved commitment; K is closed'],
    [{ cancel_date: '2026-11-21' }, 'o.cancel_date', 'must not be before the order date, 2026-11-22'],
    [
      { line_items: [{ ...one, variant_id: 'x' }] },
      'o.line_items[0].variant_id',
      'must be a variant of this organisation',
    ],
    [
      { line_items: [one, { ...one, expected_delivery_date: '2026-11-21' }] },
      'o.line_items[1].expected_delivery_date',
      'must not be before the order date, 2026-11-22',
    ],
    [{ line_items: [{ ...one, unit_cost: 1.00001 }] }, 'o.line_items[0].unit_cost', 'may have at most four decimals'],
    [{ line_items: [{ ...one, quantity: 10_000_001 }] }, 'o.line_items', 'may order at most 10,000,000 units'],
    [
      { ...transfer, line_items: [{ ...one, unit_cost: 1 }] },
      'o.line_items[0].unit_cost',
      'cannot be set on a transfer, which moves goods at the cost at which they are held',
    ],
    [
      { ...transfer, line_items: [one] },
      'o.line_items[0].quantity',
      'needs 11 of VA, but At there has only 10 available',
    ],
  ]
  for (const [given, field, rule] of cases)
    expect(() => orderToWrite(draft(given), onFile, today)).toThrow(refusal(field, rule))
  expect(orderToWrite(draft({ ...transfer, line_items: [{ ...one, quantity: 10 }] }), onFile, today)).toMatchObject({
    currency: 'USD',
    line_items: [{ unit_cost: '5.0000' }],
  })
})
