/** What the terms of a supplier must satisfy in every write. */
import { expect, test } from 'bun:test'
import {
  changedSupplier,
  draftSupplier,
  firstRepeat,
  supplierFault,
} from '../../../server/purchasing/suppliers/rules.ts'
import type { SupplierDraft } from '../../../server/purchasing/suppliers/store.ts'

const supplier = (changes: Partial<SupplierDraft> = {}): SupplierDraft => ({
  ...draftSupplier({ name: 'Mill' }, 'USD'),
  ...changes,
})
const fault = (changes: Partial<SupplierDraft>) => supplierFault(supplier(changes))?.field ?? null

test('a new supplier is active, ordered from by e-mail and in the organisation’s currency; nothing else is assumed', () => {
  expect(draftSupplier({ name: ' Mill ', external_id: ' X ', contacts: [] }, 'USD')).toEqual({
    name: 'Mill',
    currency: 'USD',
    external_id: 'X',
    country_code: null,
    address: null,
    website: null,
    lead_time_days: null,
    review_period_days: null,
    min_order_value_cents: null,
    min_order_quantity: null,
    payment_terms: null,
    deposit_bp: null,
    incoterm: null,
    order_channel: 'email',
    order_email: null,
    edi_qualifier: null,
    edi_id: null,
    is_active: true,
  })
  expect(draftSupplier({ name: 'Mill', currency: 'EUR', is_active: false, lead_time_days: 0 }, 'USD')).toMatchObject({
    currency: 'EUR',
    is_active: false,
    lead_time_days: 0,
  })
})

test('a change alters only what was sent, and null clears', () => {
  const held = supplier({ payment_terms: 'net_30', deposit_bp: 3_000 })
  expect(changedSupplier(held, {})).toEqual(held)
  expect(changedSupplier(held, { payment_terms: null, address: ' 1 Road ' })).toEqual({
    ...held,
    payment_terms: null,
    address: '1 Road',
  })
})

test('a supplier has no blank text, an ISO currency and a readable address for orders', () => {
  expect(supplierFault(supplier())).toBeNull()
  for (const field of ['name', 'external_id', 'address', 'payment_terms', 'order_email'] as const)
    expect(supplierFault(supplier({ [field]: '' }))).toEqual({ field, rule: 'must not be blank' })
  expect(fault({ currency: 'ABC' })).toBe('currency')
  expect(fault({ order_email: 'nobody' })).toBe('order_email')
  expect(fault({ order_email: 'orders@example.com' })).toBeNull()
})

test('an EDI identity has both its parts, and ordering over EDI needs one', () => {
  expect(fault({ edi_id: 'MILL' })).toBe('edi_qualifier')
  expect(fault({ edi_qualifier: 'ZZ' })).toBe('edi_id')
  expect(fault({ edi_id: 'MILL', edi_qualifier: 'ZZ' })).toBeNull()
  expect(supplierFault(supplier({ order_channel: 'edi' }))).toEqual({
    field: 'edi_id',
    rule: 'is required if order_channel is edi',
  })
  expect(fault({ order_channel: 'edi', edi_id: 'MILL', edi_qualifier: 'ZZ' })).toBeNull()
})

test('the first key that repeats an earlier one is found; null repeats nothing', () => {
  expect(firstRepeat([])).toBe(-1)
  expect(firstRepeat(['a', null, 'b', null])).toBe(-1)
  expect(firstRepeat(['a', 'b', 'a', 'b'])).toBe(2)
})
