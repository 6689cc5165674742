import { expect, test } from 'bun:test'
import { Refusal } from '../../../server/contract/refusals.ts'
import {
  divideInspected,
  type InspectedLine,
  type Quarantined,
} from '../../../server/selling/returns/inspections/inspections.rules.ts'

const quarantined = (line_id: string, receipt_number: number, quantity: number, sku = 'J-S'): Quarantined => ({
  line_id,
  receipt_number,
  variant_id: `v-${sku}`,
  sku,
  quantity,
})
const rows = [quarantined('a', 1, 2), quarantined('a', 3, 1), quarantined('b', 2, 1, 'J-M'), quarantined('c', 2, 1)]

const divided = (...lines: InspectedLine[]) =>
  divideInspected(rows, lines).map((one) => [one.line_id, one.receipt_number, one.quantity, one.disposition])

function refusal(...lines: InspectedLine[]): [string, unknown] {
  try {
    divideInspected(rows, lines)
  } catch (error) {
    if (error instanceof Refusal) return [error.code, error.data]
    throw error
  }
  throw new Error('it was not refused')
}

test('units are taken from the oldest receipt first, and of a variant from its lines in their order', () => {
  expect(divided({ id: 'a', quantity: 1, disposition: 'restock' })).toEqual([['a', 1, 1, 'restock']])
  expect(divided({ id: 'a', quantity: 3, disposition: 'write_off' })).toEqual([
    ['a', 1, 2, 'write_off'],
    ['a', 3, 1, 'write_off'],
  ])
  expect(divided({ sku: 'J-S', quantity: 4, disposition: 'restock' })).toEqual([
    ['a', 1, 2, 'restock'],
    ['a', 3, 1, 'restock'],
    ['c', 2, 1, 'restock'],
  ])
})

test('lines of a request share what is in quarantine', () => {
  const restock = { id: 'a', quantity: 2, disposition: 'restock' } as const
  expect(divided(restock, { id: 'a', quantity: 1, disposition: 'return_to_supplier' })).toEqual([
    ['a', 1, 2, 'restock'],
    ['a', 3, 1, 'return_to_supplier'],
  ])
  expect(refusal(restock, { sku: 'J-S', quantity: 3, disposition: 'write_off' })).toEqual([
    'conflict',
    { field: 'lines[1].quantity', quarantined_quantity: 2 },
  ])
})

test('a line names what is in quarantine, by one of its names', () => {
  expect(refusal({ id: 'a', quantity: 4, disposition: 'restock' })).toEqual([
    'conflict',
    { field: 'lines[0].quantity', quarantined_quantity: 3 },
  ])
  const refused = (line: object) => refusal({ quantity: 1, disposition: 'restock', ...line })
  expect(refused({})).toMatchObject(['bad_request', { field: 'lines[0].id', allowed: ['id', 'sku', 'variant_id'] }])
  expect(refused({ id: 'a', sku: 'J-S' })).toMatchObject(['bad_request', { field: 'lines[0].id' }])
  expect(refused({ id: 'd' })).toMatchObject(['bad_request', { field: 'lines[0].id', allowed: ['a', 'b', 'c'] }])
  expect(refused({ variant_id: 'v-D-30' })).toMatchObject([
    'bad_request',
    { field: 'lines[0].variant_id', allowed: ['v-J-S', 'v-J-M'] },
  ])
  expect(divided({ variant_id: 'v-J-M', quantity: 1, disposition: 'restock' })).toEqual([['b', 2, 1, 'restock']])
  expect(refused({ sku: 'D-30' })).toMatchObject(['bad_request', { field: 'lines[0].sku', allowed: ['J-S', 'J-M'] }])
})
