/** What a change may do to an order, by its state and by what has arrived of it. */
import { expect, test } from 'bun:test'
import type { OnFile } from '../../../server/purchasing/order_creation/creation.rules.ts'
import type { OrderChange } from '../../../server/purchasing/order_updates/update.model.ts'
import {
  changeOrder,
  type LineToChange,
  type OrderToChange,
} from '../../../server/purchasing/order_updates/update.rules.ts'

const now = '2026-11-22T10:00:00.000Z'
const order = (given: Partial<OrderToChange> = {}): OrderToChange => ({
  name: 'PO-1',
  order_type: 'purchase',
  status: 'draft',
  issued_at: null,
  approved_at: null,
  ended_at: null,
  external_id: 'X',
  supplier_id: 'mill',
  location_id: 'here',
  source_location_id: null,
  currency: 'USD',
  order_date: '2026-11-01',
  is_order_date_stated: true,
  expected_delivery_date: '2026-12-01',
  cancel_date: '2026-12-10',
  ship_window_start: '2026-11-20',
  commitment_id: null,
  notes: 'N',
  container_type_id: 1,
  freight_per_container_cents: 100,
  ...given,
})
const line = (given: Partial<LineToChange> = {}): LineToChange => ({
  line_id: 'a',
  variant_id: 'va',
  quantity: 10,
  confirmed_quantity: null,
  in_transit_quantity: 0,
  delivered_quantity: 0,
  unit_cost: '10.0000',
  purchase_unit: 'EA',
  purchase_unit_factor: 1,
  inner_pack_quantity: null,
  duty_bp: null,
  expected_delivery_date: null,
  has_deliveries: false,
  ...given,
})
const location = (location_id: string) => [location_id, { location_id, name: location_id, is_active: true }] as const
const supplier = (supplier_id: string, currency: string) =>
  [supplier_id, { supplier_id, name: supplier_id, currency, lead_time_days: null, is_active: true }] as const
const variant = (variant_id: string) =>
  [
    variant_id,
    { variant_id, sku: variant_id.toUpperCase(), unit_cost: '7.0000', product_status: 'ACTIVE', currency: 'USD' },
  ] as const
const onFile = {
  currency: 'USD',
  locations: new Map([location('here'), location('there'), location('source')]),
  suppliers: new Map([supplier('mill', 'USD'), supplier('forge', 'EUR')]),
  commitments: new Map([['k', { commitment_id: 'k', name: 'K', status: 'closed' }]]),
  variants: new Map([variant('va'), variant('vb')]),
  supplier_costs: new Map([['forge va', '9.0000']]),
  packings: new Map(),
  source_stock: new Map([['source va', { on_hand: 12, committed: 2, average_cost: '5.0000' }]]),
} as unknown as OnFile
const issued = { status: 'issued', issued_at: '2026-11-02T00:00:00.000Z' } as const
const change = (to: OrderChange, given: Partial<OrderToChange> = {}, lines = [line()]) =>
  changeOrder(order(given), lines, to, onFile, now)
const refusal = (field: string, rule: string) => expect.objectContaining({ code: 'bad_request', data: { field, rule } })
const conflict = (desc: string, field: string) =>
  expect.objectContaining({ code: 'conflict', desc, data: expect.objectContaining({ act: 'amend', field }) })

test('fields that are not sent stay, null clears, and nothing else changes', () => {
  expect(change({}).columns).toEqual(order())
  const cleared = { external_id: null, cancel_date: null, notes: null, container_type_id: null }
  expect(change(cleared).columns).toEqual(order(cleared))
  const to = { freight_per_container_cents: 0, ship_window_start: '2026-11-21', expected_delivery_date: '2026-12-02' }
  expect(change(to).columns).toEqual(order(to))
  expect(change({}).changes_lines).toBe(false)
})

test('supplier, destination and source are final once the order was issued', () => {
  for (const field of ['supplier_id', 'location_id', 'source_location_id'] as const)
    expect(() => change({ [field]: 'there' }, issued)).toThrow(
      conflict(`PO-1 was issued, so ${field} can no longer change. Cancel the order and duplicate it instead.`, field),
    )
  expect(change({ notes: 'M' }, issued).columns.notes).toBe('M')
  expect(change({ location_id: 'there' }).columns.location_id).toBe('there')
})

test('the supplier is final once units arrived, even before the issue: they keep their currency and cost', () => {
  const received = { status: 'partially_delivered', issued_at: null } as const
  const lines = [line({ delivered_quantity: 1 }), line({ line_id: 'b' })]
  for (const field of ['supplier_id', 'source_location_id'] as const)
    expect(() => change({ [field]: 'forge' }, received, lines)).toThrow(
      conflict(
        `Units of PO-1 have arrived, so ${field} can no longer change. Order the rest with another order.`,
        field,
      ),
    )
  expect(change({ location_id: 'there' }, received, lines).columns.location_id).toBe('there')
  expect(change({ supplier_id: 'forge' }, { status: 'approved' }).columns.supplier_id).toBe('forge')
})

test('lines of a transfer or of production are final once it was issued; those of a purchase are not', () => {
  const lines = { line_items: [{ line_id: 'a', quantity: 5 }] }
  const transfer = { ...issued, order_type: 'transfer', source_location_id: 'source', supplier_id: null } as const
  const rest = 'so its lines can no longer change. Create another order for the difference.'
  expect(() => change(lines, transfer)).toThrow(
    conflict(`PO-1 was issued and its goods have left the source, ${rest}`, 'line_items'),
  )
  expect(() => change({ removed_line_ids: ['a'] }, { ...issued, order_type: 'manufacturing' })).toThrow(
    conflict(`PO-1 was issued and its production has started, ${rest}`, 'line_items'),
  )
  expect(change(lines, issued).lines[0]!.quantity).toBe(5)
})

test('a quantity is not lowered below what arrived or shipped; one that is already below may stay', () => {
  const arrived = line({ delivered_quantity: 4, in_transit_quantity: 2 })
  const to = (quantity: number) => ({ line_items: [{ line_id: 'a', quantity }] })
  expect(change(to(6), issued, [arrived]).lines[0]!.quantity).toBe(6)
  expect(() => change(to(5), issued, [arrived])).toThrow(
    refusal('line_items[0].quantity', 'must be at least 6, the units that arrived or shipped'),
  )
  expect(change(to(3), issued, [{ ...arrived, quantity: 3 }]).lines[0]!.quantity).toBe(3)
})

test('the cost of a line changes until its first unit arrives; the same cost may be sent again', () => {
  const to = (unit_cost: number | null) => ({ line_items: [{ line_id: 'a', unit_cost }] })
  const arrived = [line({ delivered_quantity: 1 })]
  expect(change(to(11.5), issued).lines[0]!.unit_cost).toBe('11.5')
  expect(change(to(null), issued).lines[0]!.unit_cost).toBeNull()
  expect(change(to(10), issued, arrived).lines[0]!.unit_cost).toBe('10.0000')
  expect(() => change(to(11), issued, arrived)).toThrow(
    refusal('line_items[0].unit_cost', 'cannot change after units of the line have arrived'),
  )
  expect(() => change(to(1.00005), issued)).toThrow(
    refusal('line_items[0].unit_cost', 'may have at most four decimals'),
  )
})

test('a changed line keeps what is not sent', () => {
  const to = { confirmed_quantity: 8, duty_bp: 250, expected_delivery_date: '2026-12-03' }
  expect(change({ line_items: [{ line_id: 'a', ...to }] }).lines).toEqual([line(to)])
  expect(change({ line_items: [{ line_id: 'a' }] }, {}, [line(to)]).lines).toEqual([line(to)])
  expect(change({ line_items: [{ line_id: 'a', variant_id: 'va' }] }).lines).toEqual([line()])
  expect(() => change({ line_items: [{ line_id: 'a', variant_id: 'vb' }] })).toThrow(
    refusal('line_items[0].variant_id', 'cannot change on a line; remove the line and add another'),
  )
})

test('a new line needs a variant and a quantity, and takes the known cost unless one is sent', () => {
  const added = (to: NonNullable<OrderChange['line_items']>[number]) => change({ line_items: [to] }).lines[1]
  const plain = line({ line_id: null, variant_id: 'vb', quantity: 2, unit_cost: '7.0000' })
  expect(added({ variant_id: 'vb', quantity: 2 })).toEqual(plain)
  expect(
    added({ variant_id: 'vb', quantity: 2, unit_cost: 3, duty_bp: 5, expected_delivery_date: '2026-12-03' }),
  ).toEqual({ ...plain, unit_cost: '3', duty_bp: 5, expected_delivery_date: '2026-12-03' })
  expect(() => added({ quantity: 2 })).toThrow(refusal('line_items[0].variant_id', 'is required on a new line'))
  expect(() => added({ variant_id: 'vb' })).toThrow(
    refusal('line_items[0].quantity', 'is required on a new line, unless purchase_quantity is sent'),
  )
  expect(() => added({ variant_id: 'vb', quantity: 1, confirmed_quantity: 1 })).toThrow(
    refusal('line_items[0].confirmed_quantity', 'can be set only on existing lines'),
  )
  expect(() => added({ variant_id: 'vx', quantity: 1 })).toThrow(
    refusal('line_items[0].variant_id', 'must be a variant of this organisation'),
  )
})

test('lines are removed unless units of them arrived or shipped, and an issued order keeps one', () => {
  const two = [line(), line({ line_id: 'b' })]
  const removed = change({ removed_line_ids: ['a'] }, issued, two)
  expect([removed.lines, removed.removed, removed.changes_lines]).toEqual([[two[1]!], [two[0]!], true])
  expect(change({ removed_line_ids: ['a'] }).lines).toEqual([])
  expect(() => change({ removed_line_ids: ['a'] }, issued)).toThrow(
    refusal('removed_line_ids', 'would leave an issued order without lines; cancel the order instead'),
  )
  expect(() => change({ removed_line_ids: ['b'] })).toThrow(
    refusal('removed_line_ids[0]', 'must be a line of this order'),
  )
  for (const stays of [{ has_deliveries: true }, { in_transit_quantity: 1 }])
    expect(() => change({ removed_line_ids: ['a'] }, {}, [line(stays)])).toThrow(
      refusal(
        'removed_line_ids[0]',
        'must not be a line with units that arrived, shipped or were invoiced; lower its quantity instead',
      ),
    )
})

test('a line is named once, and not while it is removed', () => {
  const a = { line_id: 'a', quantity: 5 }
  expect(() => change({ line_items: [a, a] })).toThrow(
    refusal('line_items[1].line_id', 'repeats the line of line_items[0]'),
  )
  const gone = refusal('line_items[0].line_id', 'must be a line of this order that is not removed')
  expect(() => change({ line_items: [a], removed_line_ids: ['a'] })).toThrow(gone)
  expect(() => change({ line_items: [{ line_id: 'x' }] })).toThrow(gone)
})

test('a new supplier brings its currency, and its costs to the lines for which none is sent', () => {
  const lines = [line(), line({ line_id: 'b' }), line({ line_id: 'c', variant_id: 'vb' })]
  const to = {
    supplier_id: 'forge',
    line_items: [
      { line_id: 'b', unit_cost: 4 },
      { variant_id: 'vb', quantity: 1 },
    ],
  }
  const moved = change(to, {}, lines)
  expect([moved.columns.currency, moved.changes_lines]).toEqual(['EUR', true])
  // The cost of the variant itself is in dollars, so it is not known in euros.
  expect(moved.lines.map(({ unit_cost }) => unit_cost)).toEqual(['9.0000', '4', null, null])
  expect(change({ supplier_id: 'forge' }).changes_lines).toBe(true)
  expect(change({ supplier_id: null }).columns).toMatchObject({ supplier_id: null, currency: 'USD' })
  // A line whose variant is not on file keeps its cost.
  expect(change({ supplier_id: 'forge' }, {}, [line({ variant_id: 'vz' })]).lines[0]!.unit_cost).toBe('10.0000')
  // A currency that was chosen stays while the supplier does.
  expect(change({ notes: 'M' }, { currency: 'GBP' }).columns.currency).toBe('GBP')
})

test('a transfer costs what its source holds, and takes no more than is available there', () => {
  const transfer = { order_type: 'transfer', supplier_id: null, source_location_id: 'there' } as const
  expect(change({ source_location_id: 'source' }, transfer).lines[0]!.unit_cost).toBe('5.0000')
  const held = { ...transfer, source_location_id: 'source' }
  const to = (quantity: number) => change({ line_items: [{ line_id: 'a', quantity }] }, held)
  expect(to(10).lines[0]!.quantity).toBe(10)
  expect(() => to(11)).toThrow(refusal('line_items[0].quantity', 'needs 11 of VA, but source has only 10 available'))
  // Other fields change even where the stock has gone since.
  expect(change({ notes: 'M' }, transfer).columns.notes).toBe('M')
  const rule = 'cannot be set on a transfer, which moves goods at the cost at which they are held'
  for (const one of [{ line_id: 'a' }, { variant_id: 'va', quantity: 1 }])
    expect(() => change({ line_items: [{ ...one, unit_cost: 5 }] }, held)).toThrow(
      refusal('line_items[0].unit_cost', rule),
    )
})

test('new places, dates and commitments are checked', () => {
  expect(() => change({ location_id: 'x' })).toThrow(refusal('location_id', 'must be a location of this organisation'))
  expect(() => change({ cancel_date: '2026-10-31' })).toThrow(
    refusal('cancel_date', 'must not be before the order date, 2026-11-01'),
  )
  expect(() => change({ commitment_id: 'k' })).toThrow(
    refusal('commitment_id', 'must be a declared or approved commitment; K is closed'),
  )
  expect(change({ commitment_id: null }, { commitment_id: 'k' }).columns.commitment_id).toBeNull()
  expect(() => change({ line_items: [{ line_id: 'a', quantity: 10_000_001 }] })).toThrow(
    refusal('line_items', 'may order at most 10,000,000 units'),
  )
})

test('a change of approved terms makes the order a draft again; other changes do not', () => {
  const approved = { status: 'approved', approved_at: now } as const
  for (const to of [
    { supplier_id: 'forge' },
    { location_id: 'there' },
    { commitment_id: null },
    { line_items: [] },
    { removed_line_ids: ['a'] },
  ])
    expect(change(to, approved).columns).toMatchObject({ status: 'draft', approved_at: null })
  expect(change({ notes: 'M' }, approved).columns).toMatchObject({ status: 'approved', approved_at: now })
})

test('lowering a quantity to what arrived delivers the order now, and an end that is known stays', () => {
  const arrived = [line({ delivered_quantity: 4 })]
  const to = { line_items: [{ line_id: 'a', quantity: 4 }] }
  const partly = { ...issued, status: 'partially_delivered' } as const
  expect(change(to, partly, arrived).columns).toMatchObject({ status: 'delivered', ended_at: now })
  expect(change(to, { ...partly, ended_at: '2026-11-20' }, arrived).columns.ended_at).toBe('2026-11-20')
  expect(change({ notes: 'M' }, partly, arrived).columns).toMatchObject({
    status: 'partially_delivered',
    ended_at: null,
  })
})
