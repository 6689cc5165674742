/** How deep and how wide bundles may nest, and that none contains itself. */
import { expect, test } from 'bun:test'
import { nestingFault } from '../../../server/catalogue/bundles/nesting.rules.ts'

const parts = (wanted: Record<string, number>) =>
  Object.entries(wanted).map(([component_variant_id, quantity]) => ({ component_variant_id, quantity }))
const graph = (bundles: Record<string, Record<string, number>>) =>
  new Map(Object.entries(bundles).map(([id, wanted]) => [id, parts(wanted)]))

const circle = 'must not contain the bundle itself, within another bundle'

test('a bundle may contain another, and the same variant in several ways, but not itself', () => {
  const stored = graph({ box: { a: 2 }, crate: { box: 2, a: 1 } })
  expect(nestingFault(stored, 'pallet', parts({ crate: 3, box: 1, a: 1 }))).toBeNull()
  expect(nestingFault(stored, 'box', parts({ crate: 1 }))).toBe(circle)
  expect(nestingFault(stored, 'box', parts({ pallet: 1 }))).toBeNull()
  expect(nestingFault(new Map([...stored, ['pallet', parts({ crate: 1 })]]), 'box', parts({ pallet: 1 }))).toBe(circle)
})

test('a chain of five bundles is the longest, counted in the bundles that contain the changed one too', () => {
  const stored = graph({ b1: { a: 1 }, b2: { b1: 1 }, b3: { b2: 1 }, b4: { b3: 1 } })
  expect(nestingFault(stored, 'b5', parts({ b4: 1 }))).toBeNull()
  const five = new Map([...stored, ['b5', parts({ b4: 1 })]])
  expect(nestingFault(five, 'b6', parts({ b5: 1 }))).toBe('must not nest bundles more than 5 levels deep')
  expect(nestingFault(new Map([...five, ['b0', parts({ a: 1 })]]), 'b1', parts({ b0: 1 }))).toBe(
    'must not nest bundles more than 5 levels deep',
  )
})

test('the units of a variant and the number of variants are limited over everything within', () => {
  const stored = graph({ box: { a: 100 } })
  expect(nestingFault(stored, 'crate', parts({ box: 100 }))).toBeNull()
  expect(nestingFault(stored, 'crate', parts({ box: 100, a: 1 }))).toBe(
    'must not come to more than 10000 units of a variant with the bundles within',
  )
  const many = (prefix: string, count: number) =>
    parts(Object.fromEntries(Array.from({ length: count }, (_, i) => [`${prefix}${i}`, 1])))
  const wide = new Map([['wide', many('v', 150)]])
  expect(nestingFault(wide, 'crate', [...many('w', 50), ...parts({ wide: 1 })])).toBeNull()
  expect(nestingFault(wide, 'crate', [...many('w', 51), ...parts({ wide: 1 })])).toBe(
    'must not come to more than 200 variants with the bundles within',
  )
})
