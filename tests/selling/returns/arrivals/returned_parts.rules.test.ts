/** What returned units bring back into stock, and at which cost. */
import { expect, test } from 'bun:test'
import { atAverage, soldParts, unsoldParts } from '../../../../server/selling/returns/returned_parts.rules.ts'

const part = (variant_id: string, units: number, unit_cost: string | null = null) => ({ variant_id, units, unit_cost })

test('units that no order line sold come back as themselves or as the parts of their bundle, at no cost of their own', () => {
  const bundles = new Map([['KIT', [part('CUP', 2, '1.0000'), part('POT', 1, '3.0000')] as any]])
  expect(unsoldParts('CUP', bundles)).toEqual([part('CUP', 1)])
  expect(unsoldParts('KIT', bundles)).toEqual([part('CUP', 2), part('POT', 1)])
  expect(unsoldParts('KIT', new Map())).toEqual([part('KIT', 1)])
})

test('units of no sale keep what they are, and take the average cost of the stock', () => {
  expect(atAverage([part('CUP', 2, '1.0000'), part('POT', 1)])).toEqual([part('CUP', 2), part('POT', 1)])
  expect(atAverage([])).toEqual([])
})

test('a unit that is no bundle comes back at the cost at which it left', () => {
  expect(soldParts('CUP', { unit_cost: '4.5000', components: [] })).toEqual([part('CUP', 1, '4.5000')])
  expect(soldParts('CUP', { unit_cost: null, components: [] })).toEqual([part('CUP', 1)])
})

test('parts of a bundle share what its units that are still away cost', () => {
  const components = [part('CUP', 2, '1.0000'), part('POT', 1, '3.0000')]
  expect(soldParts('KIT', { unit_cost: '5.0000', components })).toBe(components)
  expect(soldParts('KIT', { unit_cost: '10.0000', components })).toEqual([
    part('CUP', 2, '2.0000'),
    part('POT', 1, '6.0000'),
  ])
  expect(soldParts('KIT', { unit_cost: '1.0000', components })).toEqual([
    part('CUP', 2, '0.2000'),
    part('POT', 1, '0.6000'),
  ])
})

test('parts of a bundle stay as they are where a cost is unknown, or they are worth nothing', () => {
  const known = [part('CUP', 2, '1.0000'), part('POT', 1, '3.0000')]
  expect(soldParts('KIT', { unit_cost: null, components: known })).toBe(known)
  const unknown = [part('CUP', 2, '1.0000'), part('POT', 1)]
  expect(soldParts('KIT', { unit_cost: '5.0000', components: unknown })).toBe(unknown)
  const free = [part('CUP', 2, '0.0000'), part('POT', 1, '0.0000')]
  expect(soldParts('KIT', { unit_cost: '5.0000', components: free })).toBe(free)
})
