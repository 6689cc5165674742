/** Open orders of another system: what is still to come, what a file names, and how it differs from an earlier import. */
import { expect, test } from 'bun:test'
import { limits } from '../../../server/contract/limits.ts'
import { singleUnits } from '../../../server/contract/units_of_measure.ts'
import { refuse, refuseField, type Refusal } from '../../../server/contract/refusals.ts'
import type { OnFile, OrderToWrite } from '../../../server/purchasing/order_creation/creation.rules.ts'
import {
  draftOfRecord,
  faultOfRefusal,
  notesOf,
  type OpenOrderLine,
  type OpenOrderRecord,
  orderDifference,
  statedOrder,
  type StandingOrder,
} from '../../../server/purchasing/purchase_order_import/open_orders.rules.ts'

const line = (changes: Partial<OpenOrderLine> = {}): OpenOrderLine => ({
  row_number: 2,
  sku: 'TEE',
  variant_id: null,
  ordered_quantity: 10,
  received_quantity: 0,
  unit_cost: '4.5',
  ...changes,
})
const record = (changes: Partial<OpenOrderRecord> = {}): OpenOrderRecord => ({
  reference: 'ERP-1',
  supplier: 'Mill',
  location: 'Dock',
  status: 'issued',
  order_date: '2026-03-01',
  expected_date: '2026-04-01',
  currency: null,
  lines: [line()],
  ...changes,
})
const names = {
  suppliers: new Map<string, string | null>([
    ['mill', 's1'],
    ['twins', null],
  ]),
  locations: new Map<string, string | null>([
    ['dock', 'l1'],
    ['twins', null],
  ]),
  variants: {
    by_id: new Map([['v1', { variant_id: 'v1' }]]),
    by_sku: new Map([['TEE', { variant_id: 'v1' }]]),
  },
}
const draft = (changes: Partial<OpenOrderRecord> = {}) => {
  const found = draftOfRecord(record(changes), names)
  if (Array.isArray(found)) throw new Error(JSON.stringify(found))
  return found
}
const faults = (changes: Partial<OpenOrderRecord>) => {
  const found = draftOfRecord(record(changes), names)
  return Array.isArray(found) ? found.map(({ field, value, row_number }) => [field, value, row_number]) : []
}

test('an order is drafted with the units that are still to come', () => {
  expect(
    draft({ lines: [line({ received_quantity: 4 }), line({ received_quantity: 10 }), line({ sku: ' TEE ' })] }),
  ).toEqual({
    at: '',
    order_type: 'purchase',
    name: 'ERP-1',
    external_id: 'ERP-1',
    supplier_id: 's1',
    location_id: 'l1',
    order_date: '2026-03-01',
    expected_delivery_date: '2026-04-01',
    notes: 'Received before the import: 4 of 10 TEE, 10 of 10 TEE.',
    line_items: [
      { variant_id: 'v1', quantity: 6, unit_cost: '4.5' },
      { variant_id: 'v1', quantity: 10, unit_cost: '4.5' },
    ],
  })
  expect(draft({ lines: [line({ received_quantity: 9 })] }).line_items[0]!.quantity).toBe(1)
  expect(draft({ lines: [line({ sku: null, variant_id: 'V1', unit_cost: null })] }).line_items).toEqual([
    { variant_id: 'v1', quantity: 10, unit_cost: null },
  ])
})

test('notes name what arrived before, by SKU or id, and have a longest length that splits no letter', () => {
  expect(notesOf(record())).toBeNull()
  expect(notesOf(record({ lines: [line({ received_quantity: 1, sku: null, variant_id: 'v1' })] }))).toBe(
    'Received before the import: 1 of 10 v1.',
  )
  expect(notesOf(record({ lines: [line({ received_quantity: 1, sku: null })] }))).toBe(
    'Received before the import: 1 of 10 .',
  )
  const max = limits.purchase_order_notes_length_max
  // An emoji has two code units; where the cut falls between them, a replacement stands for the first.
  const before = 'Received before the import: 1 of 10 '
  const long = notesOf(
    record({ lines: [line({ received_quantity: 1, sku: `${'x'.repeat(max - before.length - 1)}😀` })] }),
  )!
  expect(long).toHaveLength(max)
  expect(long.endsWith('x\ufffd')).toBe(true)
})

test('every fault is named, those of lines with their row', () => {
  expect(faults({})).toEqual([])
  expect(faults({ supplier: 'Nobody', location: 'Nowhere' })).toEqual([
    ['supplier', 'Nobody', undefined],
    ['location', 'Nowhere', undefined],
  ])
  const rules = draftOfRecord(record({ supplier: 'Twins', location: 'Nowhere' }), names) as { rule: string }[]
  expect(rules.map(({ rule }) => rule)).toEqual([
    'names several suppliers; use the id',
    'must be the name or id of a location of this organisation',
  ])
  expect(faults({ lines: [line({ sku: null, row_number: 5 }), line({ sku: 'HAT', row_number: 6 })] })).toEqual([
    ['sku', null, 5],
    ['sku', 'HAT', 6],
  ])
  const [unnamed] = draftOfRecord(record({ lines: [line({ sku: null })] }), names) as { rule: string }[]
  expect(unnamed!.rule).toBe('is required where variant_id is absent')
  expect(faults({ lines: [line({ variant_id: 'v9' })] })).toEqual([['variant_id', 'v9', 2]])
  expect(faults({ lines: [line(), line({ received_quantity: 11, row_number: 3 })] })).toEqual([
    ['received_quantity', '11', 3],
  ])
})

test('an order that leaves nothing to come is not imported', () => {
  expect(faults({ lines: [line({ received_quantity: 10 })] })).toEqual([['received_quantity', null, undefined]])
  expect(faults({ lines: [] })).toEqual([['received_quantity', null, undefined]])
  // Another fault says enough.
  expect(faults({ supplier: 'Nobody', lines: [] })).toEqual([['supplier', 'Nobody', undefined]])
})

/** The refusal of an act. */
const refused = (act: () => never) => {
  try {
    return act()
  } catch (error) {
    return error as Refusal
  }
}

test('a refusal of the rules of orders is told in the words of the file', () => {
  const of = (field: string, changes: Partial<OpenOrderRecord> = {}) =>
    faultOfRefusal(
      refused(() => refuseField(field, 'is wrong')),
      record(changes),
    )
  expect(of('supplier_id')).toEqual({ field: 'supplier', rule: 'is wrong', value: 'Mill' })
  expect(of('location_id')).toEqual({ field: 'location', rule: 'is wrong', value: 'Dock' })
  expect(of('expected_delivery_date')).toEqual({ field: 'expected_date', rule: 'is wrong', value: '2026-04-01' })
  expect(of('order_date').value).toBe('2026-03-01')
  expect(of('line_items').field).toBe('ordered_quantity')
  // Its lines are those with something to come: the second of them is the third of the file.
  const lines = [
    line(),
    line({ received_quantity: 10, row_number: 3 }),
    line({ row_number: 14, sku: 'HAT', ordered_quantity: 7, unit_cost: '9' }),
  ]
  expect(of('line_items[1].quantity', { lines })).toEqual({
    field: 'ordered_quantity',
    rule: 'is wrong',
    value: '7',
    row_number: 14,
  })
  expect(of('line_items[1].variant_id', { lines })).toMatchObject({ field: 'sku', value: 'HAT', row_number: 14 })
  expect(of('line_items[1].unit_cost', { lines })).toMatchObject({ field: 'unit_cost', value: '9', row_number: 14 })
  const many = Array.from({ length: 12 }, (_, i) => line({ row_number: i + 2 }))
  expect(of('line_items[11].quantity', { lines: many }).row_number).toBe(13)
})

test('a refusal without a field is of the order as a whole', () => {
  const conflict = refused(() => refuse('conflict', { desc: 'It is closed.', data: { field: 'supplier_id' } }))
  expect(faultOfRefusal(conflict, record())).toEqual({ field: 'reference', rule: 'It is closed.', value: 'ERP-1' })
  const bare = refused(() => refuse('bad_request', { desc: 'It is wrong.' }))
  expect(faultOfRefusal(bare, record())).toEqual({ field: 'reference', rule: 'It is wrong.', value: 'ERP-1' })
})

const onFile = (is_active = true): OnFile => ({
  currency: 'USD',
  locations: new Map([['l1', { location_id: 'l1', name: 'Dock', is_active } as never]]),
  suppliers: new Map([
    ['s1', { supplier_id: 's1', name: 'Mill', currency: 'EUR', lead_time_days: null, is_active: true } as never],
  ]),
  commitments: new Map(),
  variants: new Map([
    ['v1', { variant_id: 'v1', sku: 'TEE', product_status: 'ACTIVE', unit_cost: null, currency: 'USD' } as never],
  ]),
  supplier_costs: new Map(),
  packings: new Map(),
  source_stock: new Map(),
})
const planned = (changes: Partial<OpenOrderRecord> = {}, given = onFile()) =>
  statedOrder(record(changes), draft(changes), given, '2026-03-05')

test('a planned order obeys the rules of new orders, and is in the supplier’s currency', () => {
  expect(planned()).toMatchObject({ supplier_id: 's1', currency: 'EUR', given_name: 'ERP-1' })
  expect(planned({ currency: 'EUR' })).toMatchObject({ currency: 'EUR' })
  expect(planned({ currency: 'USD' })).toEqual({
    field: 'currency',
    rule: "must be the supplier's currency, EUR",
    value: 'USD',
  })
  expect(planned({}, onFile(false))).toMatchObject({ field: 'location', value: 'Dock' })
  expect(() => statedOrder(record(), draft(), {} as OnFile, '2026-03-05')).toThrow(TypeError)
})

const storedOrder = (changes: Partial<StandingOrder> = {}): StandingOrder => ({
  purchase_order_id: 'o1',
  name: 'ERP-1',
  external_id: 'ERP-1',
  order_type: 'purchase',
  status: 'issued',
  supplier_id: 's1',
  location_id: 'l1',
  order_date: '2026-03-01',
  expected_delivery_date: '2026-04-01',
  is_in_use: false,
  lines: [{ line_id: 'a', variant_id: 'v1', quantity: 10, unit_cost: '4.5000', ...singleUnits }],
  ...changes,
})
const difference = (changes: Partial<OpenOrderRecord>, there: Partial<StandingOrder> = {}) =>
  orderDifference(record(changes), planned(changes) as OrderToWrite, storedOrder(there))

test('the same file again changes nothing', () => {
  const none = { purchase_order_id: 'o1', expected_delivery_date: null, lines: [] }
  expect(difference({})).toEqual({ changes: [], before: none, after: none })
  expect(difference({}, { is_in_use: true, status: 'closed' })).toEqual({ changes: [], before: none, after: none })
  // What a file leaves out is not a difference.
  expect(difference({ expected_date: null, order_date: null, lines: [line({ unit_cost: null })] })).toEqual({
    changes: [],
    before: none,
    after: none,
  })
})

test('another quantity, cost or date is a change, stated with both values', () => {
  const found = difference({ expected_date: '2026-04-08', lines: [line({ ordered_quantity: 8, unit_cost: '5' })] })
  expect(found).toEqual({
    changes: [
      { field: 'ordered_quantity', previous_value: '10 TEE to come', value: '8 TEE to come' },
      { field: 'unit_cost', previous_value: '4.5 of TEE', value: '5 of TEE' },
      { field: 'expected_date', previous_value: '2026-04-01', value: '2026-04-08' },
    ],
    before: {
      purchase_order_id: 'o1',
      expected_delivery_date: '2026-04-01',
      lines: [{ line_id: 'a', quantity: 10, unit_cost: '4.5000' }],
    },
    after: {
      purchase_order_id: 'o1',
      expected_delivery_date: '2026-04-08',
      lines: [{ line_id: 'a', quantity: 8, unit_cost: '5' }],
    },
  })
  const fields = (changes: Partial<OpenOrderRecord>, there: Partial<StandingOrder> = {}) => {
    const one = difference(changes, there)
    return 'faults' in one ? one.faults.map(({ field }) => field) : one.changes.map(({ field }) => field)
  }
  expect(fields({ lines: [line({ ordered_quantity: 11 })] })).toEqual(['ordered_quantity'])
  expect(fields({ lines: [line({ unit_cost: '4.5001' })] })).toEqual(['unit_cost'])
})

test('a line without a SKU or without an earlier cost is told as such', () => {
  const found = difference(
    { lines: [line({ sku: null, variant_id: 'v1', unit_cost: '5' })] },
    { lines: [{ line_id: 'a', variant_id: 'v1', quantity: 10, unit_cost: null, ...singleUnits }] },
  )
  expect(found).toMatchObject({ changes: [{ field: 'unit_cost', previous_value: null, value: '5 of v1' }] })
  const free = difference(
    { lines: [line({ unit_cost: '0' })] },
    { lines: [{ line_id: 'a', variant_id: 'v1', quantity: 10, unit_cost: null, ...singleUnits }] },
  )
  expect(free).toMatchObject({ changes: [{ previous_value: null, value: '0 of TEE' }] })
  const quantity = difference({ lines: [line({ ordered_quantity: 3, unit_cost: null })] })
  expect(quantity).toMatchObject({ after: { lines: [{ line_id: 'a', quantity: 3, unit_cost: '4.5000' }] } })
})

test('lines of one variant are paired in their order; a line more or less is another order', () => {
  const two = [
    { line_id: 'a', variant_id: 'v1', quantity: 10, unit_cost: '4.5000', ...singleUnits },
    { line_id: 'b', variant_id: 'v1', quantity: 3, unit_cost: '4.5000', ...singleUnits },
  ]
  const lines = [line(), line({ ordered_quantity: 4 })]
  expect(difference({ lines }, { lines: two })).toMatchObject({
    before: { lines: [{ line_id: 'b', quantity: 3 }] },
    after: { lines: [{ line_id: 'b', quantity: 4 }] },
  })
  for (const [given, there] of [
    [lines, two.slice(0, 1)],
    [lines.slice(0, 1), two],
    [lines.slice(0, 1), [{ ...two[0]!, variant_id: 'v2' }]],
    [lines.slice(0, 1), [two[0]!, { ...two[1]!, variant_id: 'v2' }]],
  ] as const)
    expect(difference({ lines: given }, { lines: there })).toMatchObject({ faults: [{ field: 'sku', value: null }] })
})

test('supplier, place and order date of an imported order are fixed', () => {
  expect(difference({ order_date: '2026-03-02' }, { supplier_id: 's2', location_id: 'l2' })).toMatchObject({
    faults: [
      { field: 'supplier', value: 'Mill' },
      { field: 'location', value: 'Dock' },
      { field: 'order_date', value: '2026-03-02' },
    ],
  })
})

test('a reference that another order has is refused', () => {
  for (const there of [{ external_id: 'ERP-2' }, { external_id: null }, { order_type: 'transfer' }])
    expect(difference({}, there)).toEqual({
      faults: [{ field: 'reference', rule: 'is the name of another order', value: 'ERP-1' }],
    })
})

test('an order that is in use, or no longer open, is not changed by a file', () => {
  const changed = { lines: [line({ ordered_quantity: 8 })] }
  for (const status of ['draft', 'approved', 'issued'])
    expect(difference(changed, { status })).toMatchObject({ changes: [{ field: 'ordered_quantity' }] })
  for (const there of [{ is_in_use: true }, { status: 'partially_delivered' }, { status: 'closed' }])
    expect(difference(changed, there)).toMatchObject({
      faults: [{ field: 'ordered_quantity', value: '8 TEE to come' }],
    })
})
