/** What a record that sets stock is refused for, what it changes, and when it can be undone. */
import { expect, test } from 'bun:test'
import type { StockRecord } from '../../../server/stock/adjustments/set_stock.model.ts'
import {
  obstacleTo,
  diffOf,
  readStockRecord,
  repeatedPair,
  type StockFacts,
} from '../../../server/stock/adjustments/set_stock.rules.ts'

const facts: StockFacts = {
  currency: 'USD',
  variants: {
    by_id: new Map([['id-1', { variant_id: 'id-1' }]]),
    by_sku: new Map([
      ['SKU-1', { variant_id: 'id-1' }],
      ['Caf\u00E9', { variant_id: 'id-2' }],
      ['Cafe\u0301', { variant_id: 'id-3' }],
      ['Ol\u00E9', { variant_id: 'id-4' }],
    ]),
  },
  locations: new Map([['harbour', 'l-1']]),
}
const record = (fields: Partial<StockRecord> = {}): StockRecord => ({
  sku: 'SKU-1',
  location: 'Harbour',
  on_hand: 5,
  ...fields,
})
const read = (fields: Partial<StockRecord>) => readStockRecord(record(fields), facts)
const write = { variant_id: 'id-1', location_id: 'l-1', on_hand: 5, unit_cost: null }

test('a record names its variant by SKU or by id, and its location in any case', () => {
  expect(read({})).toEqual(write)
  expect(read({ location: ' HARBOUR ' })).toEqual(write)
  expect(read({ sku: null, variant_id: 'ID-1' })).toEqual(write)
  expect(read({ variant_id: null })).toEqual(write)
})

test('a SKU is found as it is stored before it is found in another Unicode form', () => {
  expect(read({ sku: 'Caf\u00E9' })).toMatchObject({ variant_id: 'id-2' })
  expect(read({ sku: 'Cafe\u0301' })).toMatchObject({ variant_id: 'id-3' })
  expect(read({ sku: 'Ole\u0301' })).toMatchObject({ variant_id: 'id-4' })
})

test.each<[string, Partial<StockRecord>, string | null]>([
  ['both', { variant_id: 'id-1' }, 'SKU-1'],
  ['neither', { sku: null }, null],
])('a record with %s of SKU and id is refused', (_, fields, value) => {
  const rule = 'is required unless variant_id is given; send exactly one of them'
  expect(read(fields)).toEqual([{ field: 'sku', rule, value, allowed: ['sku', 'variant_id'] }])
})

test('unknown names are refused, all faults of a record together', () => {
  expect(read({ sku: 'SKU-9', location: 'Elsewhere', on_hand: -1, unit_cost: 'x' })).toEqual([
    { field: 'sku', rule: 'must be the SKU of a variant of this organisation', value: 'SKU-9' },
    { field: 'location', rule: 'must be the name or id of a location of this organisation', value: 'Elsewhere' },
    { field: 'on_hand', rule: 'must be a whole number of units', value: '-1', allowed: ['0 to 1000000000'] },
    {
      field: 'unit_cost',
      rule: 'must be a decimal amount',
      value: 'x',
      allowed: ['0 to 1000000, with at most four decimals'],
    },
  ])
  expect(read({ sku: null, variant_id: 'id-9' })).toEqual([
    { field: 'variant_id', rule: 'must be a variant of this organisation', value: 'id-9' },
  ])
  expect(read({ location: 'Elsewhere' })).toHaveLength(1)
})

test('stock on hand is a whole number from 0 to a billion', () => {
  for (const on_hand of [0, 1, 1_000_000_000]) expect(read({ on_hand })).toEqual({ ...write, on_hand })
  for (const on_hand of [-1, 0.5, 1_000_000_001, Number.NaN])
    expect(read({ on_hand })).toMatchObject([{ field: 'on_hand' }])
})

test('a unit cost is a decimal amount up to a million, exact to four decimals', () => {
  for (const unit_cost of ['0', '12.3456', '12.345600', '1000000', '1000000.0000'])
    expect(read({ unit_cost })).toEqual({ ...write, unit_cost })
  for (const unit_cost of ['12.34567', '1000000.0001', '-1', '1.', '.5', '1e3', ' 1', '1 ', '', '123456789012345'])
    expect(read({ unit_cost })).toMatchObject([{ field: 'unit_cost', value: unit_cost }])
  expect(read({ unit_cost: null })).toEqual(write)
})

test('a pair that is set twice is named by SKU, or by id', () => {
  const rule = 'is set twice at this location in one batch'
  expect(repeatedPair(record())).toEqual({ field: 'sku', rule, value: 'SKU-1' })
  expect(repeatedPair(record({ sku: null, variant_id: 'id-1' }))).toEqual({ field: 'sku', rule, value: 'id-1' })
})

test('the diff of a record is a change of the stock on file, or nothing', () => {
  const diff = (on_hand: number, committed: number, sequence: number) => diffOf(write, { on_hand, committed, sequence })
  expect(diff(5, 0, 1)).toEqual({ outcome: 'unchanged' })
  // What is overcommitted already is unchanged, not refused.
  expect(diff(5, 6, 1)).toEqual({ outcome: 'unchanged' })
  expect(diff(0, 0, 0)).toEqual({ outcome: 'created', write })
  expect(diff(9, 5, 1)).toEqual({
    outcome: 'changed',
    changes: [{ field: 'on_hand', previous_value: '9', value: '5' }],
    write,
  })
  const rule = 'must not be below the 6 units committed to orders'
  const refused = {
    outcome: 'refused' as const,
    faults: [{ field: 'on_hand', rule, value: '5', allowed: ['6 or more'] }],
  }
  expect(diff(9, 6, 1)).toEqual(refused)
  expect(diff(0, 6, 0)).toEqual(refused)
})

const open = { is_assembled: false, closed_before: null }

test('a movement is reversed only as the last one of its pair', () => {
  const obstacle = (sequence: number) =>
    obstacleTo({ quantity_delta: 1, sequence: 7, ...open }, { on_hand: 5, committed: 0, sequence }, undefined)
  expect(obstacle(7)).toBeNull()
  expect(obstacle(8)).toEqual({
    field: 'on_hand',
    rule: 'has changed since: 1 later stock movements',
    value: '5',
    allowed: ['no later stock movement'],
  })
})

test('a movement that was counted since is not reversed', () => {
  const level = { on_hand: 5, committed: 0, sequence: 7 }
  expect(obstacleTo({ quantity_delta: 1, sequence: 7, ...open }, level, { stocktake_name: 'Year end' })).toEqual({
    field: 'on_hand',
    rule: 'was counted since by stocktake Year end',
    value: '5',
    allowed: ['stock not counted since'],
  })
})

test('added units are taken back only as far as the committed remain; removed units always return', () => {
  const obstacle = (quantity_delta: number, committed: number) =>
    obstacleTo({ quantity_delta, sequence: 7, ...open }, { on_hand: 10, committed, sequence: 7 }, undefined)
  expect(obstacle(4, 6)).toBeNull()
  expect(obstacle(4, 7)).toEqual({
    field: 'on_hand',
    rule: 'must not be below the 7 units committed to orders',
    value: '6',
    allowed: ['7 or more'],
  })
  expect(obstacle(1, 10)).toMatchObject({ value: '9' })
  expect(obstacle(-4, 20)).toBeNull()
})

test('removed units of a bundle that has no stock of its own do not return, beyond what levels its stock', () => {
  const obstacle = (on_hand: number, quantity_delta: number, is_assembled = true) =>
    obstacleTo(
      { ...open, quantity_delta, sequence: 7, is_assembled },
      { on_hand, committed: 0, sequence: 7 },
      undefined,
    )
  expect(obstacle(2, -1)).toEqual({
    field: 'on_hand',
    rule: 'is of a bundle that has become assembled_when_sold and has no stock of its own',
    value: '3',
    allowed: ['2', 'stock of a bundle that is ready_made'],
  })
  expect(obstacle(-2, -3)).toMatchObject({ value: '1', allowed: ['0', expect.any(String)] })
  expect(obstacle(-2, -2)).toBeNull()
  expect(obstacle(2, 1)).toBeNull()
  expect(obstacle(2, -1, false)).toBeNull()
})

test('what was set before the books are open is not reversed', () => {
  const booked = { ...open, quantity_delta: 1, sequence: 7, closed_before: '2026-01-01' }
  expect(obstacleTo(booked, { on_hand: 5, committed: 0, sequence: 7 }, undefined)).toEqual({
    field: 'on_hand',
    rule: 'was set before 2026-01-01, the day from which the books are open',
    value: '5',
    allowed: ['stock set from 2026-01-01 on'],
  })
})
