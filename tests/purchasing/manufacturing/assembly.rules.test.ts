/** Components that manufacturing uses and reserves. */
import { expect, test } from 'bun:test'
import { limits } from '../../../server/contract/limits.ts'
import { type MovementToBook, pairKey } from '../../../server/ledger/rules.ts'
import {
  type Assembly,
  checkRows,
  componentsAfter,
  partsOf,
  releasedBy,
  requiredFor,
  usedBy,
  withParts,
} from '../../../server/purchasing/manufacturing/assembly.rules.ts'
import type { OrderState } from '../../../server/purchasing/orders/rules.ts'

const order = (changes: Partial<OrderState> = {}): OrderState => ({
  name: 'MO-1',
  order_type: 'manufacturing',
  status: 'issued',
  on_hold: false,
  hold_reason: null,
  ...changes,
})
const bills = new Map([
  [
    'tee',
    [
      { variant_id: 'cloth', quantity: 2 },
      { variant_id: 'thread', quantity: 1 },
    ],
  ],
  ['bag', [{ variant_id: 'cloth', quantity: 3 }]],
  ['rag', []],
])
const arrival = (variant_id: string, quantity_delta: number): MovementToBook => ({
  variant_id,
  location_id: 'dock',
  kind: 'assembly_in',
  quantity_delta,
  occurred_at: '2026-03-01T00:00:00.000Z',
  document: { type: 'manufacturing_order', id: 'o1', name: 'MO-1' },
  document_line_id: `line of ${variant_id}`,
  evidence: 'slip',
})
/** What was refused: its sentence and its data. */
function refusal(act: () => unknown) {
  try {
    act()
  } catch (error) {
    return error as { code: string; desc: string; data: Record<string, unknown> }
  }
  throw new Error('not refused')
}

test('only manufactured variants have parts; one without a bill of materials is refused, not made of nothing', () => {
  expect(partsOf(order(), bills, { variant_id: 'bag', sku: 'BAG' })).toEqual([{ variant_id: 'cloth', quantity: 3 }])
  expect(partsOf(order(), bills, { variant_id: 'rag', sku: 'RAG' })).toEqual([])
  expect(partsOf(order({ order_type: 'purchase' }), bills, { variant_id: 'hat', sku: 'HAT' })).toEqual([])
  expect(partsOf(order({ order_type: 'purchase' }), bills, { variant_id: 'bag', sku: 'BAG' })).toEqual([])
  expect(refusal(() => partsOf(order(), bills, { variant_id: 'hat', sku: 'HAT' }))).toMatchObject({
    code: 'conflict',
    desc: 'MO-1 makes HAT, which has no active bill of materials. Add a bill of materials first.',
    data: { status: 'issued', order_type: 'manufacturing', variant_id: 'hat', sku: 'HAT' },
  })
})

test('a delivery may book as many rows as the limit: one for each arrival and one for each of its parts', () => {
  const max = limits.purchase_order_assembly_rows_max
  const parts = Array.from({ length: max - 2 }, () => ({ variant_id: 'cloth', quantity: 1 }))
  const arrivals = (more: number) => [
    { movement: arrival('tee', 1), parts },
    ...Array.from({ length: more }, () => ({ movement: arrival('bag', 1), parts: [] })),
  ]
  checkRows(order(), arrivals(1))
  const { code, desc, data } = refusal(() => checkRows(order(), arrivals(2)))
  expect(code).toBe('conflict')
  expect(desc).toContain('needs 12,001 ledger rows for this delivery; the maximum is 12,000.')
  expect(data).toEqual({ status: 'issued', order_type: 'manufacturing', rows: max + 1, rows_max: max })
})

test('components leave before the units made of them arrive, which take on their value', () => {
  const tee = { movement: arrival('tee', 5), parts: bills.get('tee')! }
  const plain = { movement: arrival('hat', 2), parts: [] }
  const first = arrival('other', 1)
  const { movements, places } = withParts('store', [tee, plain], [first])
  expect(movements.map((one) => [one.variant_id, one.location_id, one.quantity_delta])).toEqual([
    ['other', 'dock', 1],
    ['cloth', 'store', -10],
    ['thread', 'store', -5],
    ['tee', 'dock', 5],
    ['hat', 'dock', 2],
  ])
  expect(places).toEqual([3, 4])
  expect(movements[3]!.made_from).toEqual([1, 2])
  expect(movements[4]).toBe(plain.movement)
  expect(movements[1]).toEqual({
    variant_id: 'cloth',
    location_id: 'store',
    kind: 'assembly_out',
    quantity_delta: -10,
    occurred_at: '2026-03-01T00:00:00.000Z',
    document: tee.movement.document,
    document_line_id: 'line of tee',
    evidence: 'slip',
  })
  expect(withParts('store', [plain])).toEqual({ movements: [plain.movement], places: [0] })
})

const sums = (all: ReturnType<typeof usedBy>) => [...all].map(([key, { units }]) => [key, units])
const at = (variant_id: string, location_id = 'store') => ({ variant_id, location_id })
const assembly = (components: Partial<Assembly['components'][number]>[] = []): Assembly => ({
  location_id: 'store',
  bills,
  components: components.map((one) => ({
    ...at('cloth'),
    required_quantity: 0,
    reserved_quantity: 0,
    consumed_quantity: 0,
    ...one,
  })),
})

test('use is the net of components that left and came back, by place', () => {
  const { movements } = withParts('store', [
    { movement: arrival('tee', 5), parts: bills.get('tee')! },
    { movement: arrival('bag', 1), parts: bills.get('bag')! },
    { movement: arrival('tee', -1), parts: bills.get('tee')! },
  ])
  expect(sums(usedBy(movements))).toEqual([
    [pairKey(at('cloth')), 10 + 3 - 2],
    [pairKey(at('thread')), 4],
  ])
  expect(sums(usedBy([arrival('tee', 5)]))).toEqual([])
})

test('outstanding units need their parts at the place of the components; a variant without a bill needs none', () => {
  const outstanding = [
    { variant_id: 'tee', units: 4 },
    { variant_id: 'bag', units: 1 },
    { variant_id: 'hat', units: 9 },
  ]
  expect(sums(requiredFor(assembly(), outstanding))).toEqual([
    [pairKey(at('cloth')), 11],
    [pairKey(at('thread')), 4],
  ])
})

const used = (units: number) => new Map([[pairKey(at('cloth')), { ...at('cloth'), units }]])

test('use releases as much of the reservation as there is; what comes back reserves nothing', () => {
  const held = assembly([{ reserved_quantity: 6 }])
  const released = (units: number) => releasedBy(held, used(units)).map(({ committed_delta }) => committed_delta)
  expect(releasedBy(held, used(4))).toEqual([{ ...at('cloth'), committed_delta: -4 }])
  expect(released(6)).toEqual([-6])
  expect(released(7)).toEqual([-6])
  expect(released(0)).toEqual([])
  expect(released(-3)).toEqual([])
  expect(releasedBy(held, new Map())).toEqual([])
  expect(releasedBy(assembly([{}]), used(4))).toEqual([])
})

test('afterwards a component has what it used, and requires that and what the outstanding units need', () => {
  const before = assembly([{ required_quantity: 20, reserved_quantity: 6, consumed_quantity: 14 }])
  const required = new Map([
    [pairKey(at('cloth')), { ...at('cloth'), units: 2 }],
    [pairKey(at('thread')), { ...at('thread'), units: 3 }],
  ])
  const holds = [{ ...at('cloth'), committed_delta: -4 }]
  expect(componentsAfter(before, used(4), holds, required)).toEqual([
    { ...at('cloth'), required_quantity: 20, reserved_quantity: 2, consumed_quantity: 18 },
    { ...at('thread'), required_quantity: 3, reserved_quantity: 0, consumed_quantity: 0 },
  ])
  // A component that is used and no longer needed stays, with its use.
  expect(componentsAfter(assembly(), used(5), [], new Map())).toEqual([
    { ...at('cloth'), required_quantity: 5, reserved_quantity: 0, consumed_quantity: 5 },
  ])
})

test('an order may require as many units of a component as the limit', () => {
  const max = limits.purchase_order_component_units_max
  const required = (units: number) => new Map([[pairKey(at('cloth')), { ...at('cloth'), units }]])
  const [one] = componentsAfter(assembly(), new Map(), [], required(max))
  expect(one!.required_quantity).toBe(max)
  expect(refusal(() => componentsAfter(assembly(), used(1), [], required(max)))).toMatchObject({
    code: 'conflict',
    data: { variant_id: 'cloth', required_quantity: max + 1 },
  })
})
