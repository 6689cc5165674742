/** What a bundle may contain, and when a record changes it. */
import { expect, test } from 'bun:test'
import {
  diffBundle,
  type OwnStock,
  type RequestedBundle,
  type StoredBundle,
  type VariantFacts,
} from '../../../server/catalogue/bundles/bundle.rules.ts'

const noOwn: OwnStock = { on_hand: 0, committed: 0, orders: [] }
const variant = (variant_id: string, given: Partial<VariantFacts> = {}): VariantFacts => ({
  variant_id,
  sku: variant_id.toUpperCase(),
  bundle: null,
  is_stocked: false,
  own: noOwn,
  ...given,
})
const stored = (is_active: boolean, ...components: [string, number][]): StoredBundle => ({
  is_active,
  stocking: 'assembled_when_sold',
  components: components.map(([component_variant_id, quantity]) => ({ component_variant_id, quantity })),
})
const known = [
  variant('a'),
  variant('b'),
  variant('inner', { bundle: stored(true, ['a', 1]) }),
  variant('old', { bundle: stored(false, ['a', 1]) }),
]
const factsOf = (id: string) => known.find(({ variant_id }) => variant_id === id)
const part = (id: string, quantity = 1) => ({ quantity, variant: factsOf(id) ?? null, named: id, field: 'sku' })
const plan = (given: Partial<RequestedBundle>) =>
  diffBundle({ variant: variant('set'), components: null, is_active: null, stocking: null, ...given }, factsOf)
const refused = (field: string, rule: string, value: string | null) => ({
  outcome: 'refused' as const,
  faults: [{ field, rule, value }],
})

test('a new bundle is active unless it is said not to be, and needs components', () => {
  expect(plan({ components: [part('a', 2)] })).toEqual({ outcome: 'created', next: stored(true, ['a', 2]) })
  expect(plan({ components: [part('a')], is_active: false })).toMatchObject({ next: { is_active: false } })
  expect(plan({})).toEqual(refused('components', 'is required', null))
})

test('a component is a known variant, once, and not the bundle itself', () => {
  expect(plan({ components: [part('a'), part('a')] })).toEqual(refused('components[1].sku', 'is repeated', 'a'))
  const itself = { ...part('a'), variant: variant('set'), named: 'SET' }
  expect(plan({ components: [itself] })).toEqual(refused('components[0].sku', 'must not be the bundle itself', 'SET'))
  const unknown = plan({ components: [part('a'), part('x'), part('b')] })
  expect(unknown).toMatchObject({ outcome: 'refused', faults: [{ field: 'components[1].sku', value: 'x' }] })
})

test('a bundle is assembled when sold, or ready-made where the variant is stocked, unless it is said', () => {
  const stocked = variant('set', { is_stocked: true })
  const stockingOf = (given: Partial<RequestedBundle>) =>
    (plan({ components: [part('a')], ...given }) as { next: StoredBundle }).next.stocking
  expect(stockingOf({})).toBe('assembled_when_sold')
  expect(stockingOf({ variant: stocked })).toBe('ready_made')
  // A bill of materials alone is no stock.
  expect(stockingOf({ variant: stocked, stocking: 'assembled_when_sold' })).toBe('assembled_when_sold')
  expect(stockingOf({ stocking: 'ready_made' })).toBe('ready_made')
  const set = variant('set', { is_stocked: true, bundle: stored(true, ['a', 1]) })
  expect(plan({ variant: set })).toEqual({ outcome: 'unchanged' })
  expect(plan({ variant: set, stocking: 'ready_made' })).toMatchObject({
    changes: [{ field: 'stocking', previous_value: 'assembled_when_sold', value: 'ready_made' }],
  })
})

test('the same components in another order change nothing; what is not sent stays', () => {
  const set = variant('set', { bundle: stored(true, ['a', 1], ['b', 2]) })
  expect(plan({ variant: set, components: [part('b', 2), part('a', 1)] })).toEqual({ outcome: 'unchanged' })
  expect(plan({ variant: set })).toEqual({ outcome: 'unchanged' })
  expect(plan({ variant: set, components: [part('b', 3)] })).toEqual({
    outcome: 'changed',
    next: stored(true, ['b', 3]),
    changes: [{ field: 'components', previous_value: '1 × A, 2 × B', value: '3 × B' }],
  })
  expect(plan({ variant: set, is_active: false })).toEqual({
    outcome: 'changed',
    next: stored(false, ['a', 1], ['b', 2]),
    changes: [{ field: 'is_active', previous_value: 'true', value: 'false' }],
  })
  const dormant = variant('set', { bundle: stored(false, ['z', 1], ['a', 1]) })
  expect(plan({ variant: dormant, components: [part('a')] })).toMatchObject({
    next: { is_active: false },
    changes: [{ previous_value: '1 × A, 1 × z', value: '1 × A' }],
  })
})

test('a bundle takes its components only where it has no stock of its own, of any kind', () => {
  const ready = { ...stored(true, ['a', 1]), stocking: 'ready_made' as const }
  const of = (own: Partial<OwnStock>, bundle: StoredBundle | null = ready) =>
    variant('set', { bundle, own: { ...noOwn, ...own } })
  const assembled = { stocking: 'assembled_when_sold' } as const
  const mustStay = (own: string) => `must leave SET ready_made while it has stock of its own: ${own}`
  expect(plan({ variant: of({}), ...assembled })).toMatchObject({ outcome: 'changed' })
  for (const [own, words] of [
    [{ on_hand: 1 }, '1 on hand'],
    [{ committed: 2 }, '2 held for orders'],
    [{ orders: ['PO-1', 'PO-2'] }, 'open orders PO-1 and PO-2'],
    [{ on_hand: 3, committed: 2, orders: ['PO-1'] }, '3 on hand, 2 held for orders and open orders PO-1'],
  ] as const)
    expect(plan({ variant: of(own), ...assembled })).toEqual(
      refused('stocking', mustStay(words), 'assembled_when_sold'),
    )
  // Also where it becomes a bundle, or one again.
  expect(plan({ variant: of({ on_hand: 1 }, null), components: [part('a')], ...assembled })).toEqual(
    refused('stocking', mustStay('1 on hand'), 'assembled_when_sold'),
  )
  expect(plan({ variant: of({ orders: ['PO-1'] }, null), components: [part('a')] })).toMatchObject({
    next: { stocking: 'ready_made' },
  })
  expect(plan({ variant: of({ on_hand: 1 }, stored(false, ['a', 1])), is_active: true })).toEqual(
    refused('is_active', mustStay('1 on hand'), 'true'),
  )
  // What it already is, is no change; and what takes no components may have stock.
  const from = of({ on_hand: 1 }, stored(true, ['a', 1]))
  expect(plan({ variant: from, components: [part('b')] })).toMatchObject({ outcome: 'changed' })
  expect(plan({ variant: from, stocking: 'ready_made' })).toMatchObject({ outcome: 'changed' })
  expect(plan({ variant: from, is_active: false })).toMatchObject({ outcome: 'changed' })
  expect(plan({ variant: of({ on_hand: 1 }), ...assembled, is_active: false })).toMatchObject({ outcome: 'changed' })
})
