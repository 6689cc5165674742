/** What returns keep shipped, and what invoices bill beyond what will have shipped. */
import { expect, test } from 'bun:test'
import { boundFault, overbilledOf } from '../../../server/selling/fulfilment/void.rules.ts'

const bound = (line_id: string, billed_quantity: number, returned_quantity: number, names: readonly string[] = []) => ({
  line_id,
  billed_quantity,
  returned_quantity,
  returns: names.map((name, i) => ({ return_id: i + 1, name })),
})

test('units that a return takes back stay shipped, and each return is named once', () => {
  const remaining = new Map([
    ['a', 2],
    ['b', 0],
  ])
  expect(boundFault('SO-1-1', remaining, [bound('a', 9, 2, ['RET-1'])])).toBeNull()
  const fault = boundFault('SO-1-1', remaining, [bound('a', 0, 3, ['RET-1', 'RET-2']), bound('b', 0, 1, ['RET-1'])])
  expect(fault!.returns.map(({ name }) => name)).toEqual(['RET-1', 'RET-2'])
  expect(fault!.sentence).toBe(
    'Units of SO-1-1 are taken back by RET-1 and RET-2. A return that has not arrived can be cancelled first.',
  )
  expect(boundFault('SO-1-1', remaining, [])).toBeNull()
})

test('invoices bill too much from the first unit that will not have shipped', () => {
  const remaining = new Map([
    ['a', 2],
    ['b', 0],
  ])
  expect([...overbilledOf(remaining, [bound('a', 2, 0), bound('b', 0, 0)])]).toEqual([])
  expect([...overbilledOf(remaining, [bound('a', 3, 0), bound('b', 4, 0)])]).toEqual([
    ['a', 1],
    ['b', 4],
  ])
})
