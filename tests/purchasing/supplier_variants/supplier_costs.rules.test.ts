/** What a file says of the variants of suppliers, and what of it changes what is there. */
import { expect, test } from 'bun:test'
import { singleUnits } from '../../../server/contract/units_of_measure.ts'
import {
  costChanges,
  costWrite,
  hasSameTerms,
  pairKey,
  resolveCost,
  type SupplierCostRecord,
  type SuppliedVariant,
} from '../../../server/purchasing/supplier_variants/supplier_costs.rules.ts'

const facts = {
  suppliers: new Map([['mill', { supplier_id: 's1', currency: 'EUR' }]]),
  variants: { by_id: new Map([['v1', { variant_id: 'v1' }]]), by_sku: new Map([['Té-1', { variant_id: 'v2' }]]) },
}
const record = (changes: Partial<SupplierCostRecord> = {}): SupplierCostRecord => ({
  supplier: 'Mill',
  sku: null,
  variant_id: 'V1',
  supplier_sku: null,
  unit_cost: null,
  purchase_unit: null,
  purchase_unit_factor: null,
  inner_pack_quantity: null,
  purchase_unit_cost: null,
  currency: null,
  min_order_quantity: null,
  batch_size: null,
  lead_time_days: null,
  is_primary: null,
  ...changes,
})
const resolved = (changes: Partial<SupplierCostRecord> = {}) => resolveCost(record(changes), facts)
/** The invalid fields. */
const faults = (changes: Partial<SupplierCostRecord>) => {
  const found = resolved(changes)
  return Array.isArray(found) ? found.map(({ field, value }) => [field, value]) : []
}

test('suppliers are named in any case, variants by id or by SKU in any form of its letters', () => {
  expect(resolved({ supplier: ' MILL ' })).toEqual({ supplier_id: 's1', variant_id: 'v1' })
  expect(resolved({ variant_id: null, sku: ' Te\u0301-1 ' })).toEqual({ supplier_id: 's1', variant_id: 'v2' })
  // With both, the id counts.
  expect(resolved({ sku: 'Té-1' })).toEqual({ supplier_id: 's1', variant_id: 'v1' })
})

test('every fault of a record is named, with the value that the file has', () => {
  expect(faults({ supplier: 'Nobody' })).toEqual([['supplier', 'Nobody']])
  expect(faults({ variant_id: null })).toEqual([['sku', null]])
  expect(faults({ variant_id: 'v9' })).toEqual([['variant_id', 'v9']])
  expect(faults({ variant_id: 'v9', sku: 'Té-1' })).toEqual([['variant_id', 'v9']])
  expect(faults({ variant_id: null, sku: 'x' })).toEqual([['sku', 'x']])
  expect(faults({ supplier_sku: '  ' })).toEqual([['supplier_sku', '']])
  expect(faults({ supplier: 'Nobody', variant_id: null, currency: 'USD', supplier_sku: '' })).toEqual([
    ['supplier', 'Nobody'],
    ['sku', null],
    ['supplier_sku', ''],
  ])
  const [absent] = resolved({ variant_id: null }) as { rule: string }[]
  expect(absent!.rule).toBe('is required where variant_id is absent')
})

test('a cost in a currency that is not the supplier’s is refused, never converted', () => {
  expect(faults({ currency: 'eur' })).toEqual([])
  expect(resolved({ currency: 'USD' })).toEqual([
    { field: 'currency', rule: "must be the supplier's currency, EUR", value: 'USD', allowed: ['EUR'] },
  ])
})

const supplied: SuppliedVariant = {
  supplier_id: 's1',
  variant_id: 'v1',
  supplier_sku: 'M-1',
  unit_cost: '12.5000',
  ...singleUnits,
  min_order_quantity: 10,
  batch_size: 5,
  lead_time_days: 30,
  is_primary: true,
}
const pair = { supplier_id: 's1', variant_id: 'v1' }
const write = (changes: Partial<SupplierCostRecord>, previous: SuppliedVariant | null = supplied) =>
  costWrite(record(changes), pair, previous, 'EUR')

test('a blank field keeps what is there; without anything there it is unknown', () => {
  expect(write({})).toEqual({ ...supplied, is_primary: null, previous: supplied })
  expect(write({}, null)).toEqual({
    ...pair,
    supplier_sku: null,
    unit_cost: null,
    ...singleUnits,
    min_order_quantity: null,
    batch_size: null,
    lead_time_days: null,
    is_primary: null,
    previous: null,
  })
  expect(
    write({
      supplier_sku: ' M-2 ',
      unit_cost: '0',
      min_order_quantity: 0,
      batch_size: 1,
      lead_time_days: 0,
      is_primary: false,
    }),
  ).toMatchObject({
    supplier_sku: 'M-2',
    unit_cost: '0',
    min_order_quantity: 0,
    batch_size: 1,
    lead_time_days: 0,
    is_primary: false,
  })
})

test('changes state both values; a cost that differs only in its zeros is none', () => {
  expect(costChanges(supplied, write({ unit_cost: '12.5' }))).toEqual([])
  expect(costChanges(supplied, write({ is_primary: true }))).toEqual([])
  expect(costChanges(supplied, write({ unit_cost: '12.51', supplier_sku: '12.50', is_primary: false }))).toEqual([
    { field: 'supplier_sku', previous_value: 'M-1', value: '12.50' },
    { field: 'unit_cost', previous_value: '12.5', value: '12.51' },
    { field: 'is_primary', previous_value: 'true', value: 'false' },
  ])
  const unknown = { ...supplied, unit_cost: null, min_order_quantity: null }
  expect(costChanges(unknown, write({ unit_cost: '0', min_order_quantity: 10 }))).toEqual([
    { field: 'unit_cost', previous_value: null, value: '0' },
    { field: 'min_order_quantity', previous_value: null, value: '10' },
  ])
})

test('terms are the same if all five are; who is primary is not one of them', () => {
  expect(hasSameTerms(supplied, { ...supplied, unit_cost: '12.5', is_primary: false } as SuppliedVariant)).toBe(true)
  for (const field of ['supplier_sku', 'unit_cost', 'min_order_quantity', 'batch_size', 'lead_time_days'] as const)
    expect([field, hasSameTerms(supplied, { ...supplied, [field]: null })]).toEqual([field, false])
})

test('each pair of supplier and variant has a key of its own', () => {
  expect(pairKey(pair)).toBe(pairKey(supplied))
  expect(pairKey(pair)).not.toBe(pairKey({ ...pair, variant_id: 'v2' }))
  expect(pairKey(pair)).not.toBe(pairKey({ ...pair, supplier_id: 's2' }))
})
