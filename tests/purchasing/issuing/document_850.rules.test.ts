/** A printed order as an 850: nothing of it is lost, and what has no place is not invented. */
import { expect, test } from 'bun:test'
import type { PrintedOrder } from '../../../server/documents/printing/printed_order.ts'
import { fieldsOf850 } from '../../../server/purchasing/issuing/document_850.rules.ts'

const party = (name: string) => ({ name, details: ['1 Main Street'] })
const printed = (changes: Partial<PrintedOrder> = {}): PrintedOrder => ({
  order_type: 'purchase',
  name: 'PO-1',
  revision: 1,
  is_replacement: false,
  mark: null,
  issued_on: '2026-11-02',
  ordered_on: '2026-11-01',
  deliver_on: '2026-12-01',
  ship_from_on: '2026-11-20',
  cancel_after: '2026-12-10',
  currency: 'EUR',
  reference: 'REF',
  payment_terms: null,
  deposit_bp: null,
  incoterm: null,
  notes: 'Call first.',
  buyer: party('Acme'),
  supplier: party('Mill'),
  ship_from: null,
  ship_to: party('Dock'),
  lines: [
    {
      sku: 'TEE-S',
      supplier_sku: 'M-1',
      barcode: '4006381333931',
      title: 'Tee, S',
      quantity: 12,
      unit_cost: '3.2500',
      total_cost: '39.00',
      deliver_on: '2026-12-05',
    },
    {
      sku: 'TEE-M',
      supplier_sku: null,
      barcode: 'INTERNAL-7',
      title: 'Tee, M',
      quantity: 1,
      unit_cost: null,
      total_cost: null,
      deliver_on: null,
    },
  ],
  total_units: 13,
  total_cost: null,
  uncosted_lines: 1,
  ...changes,
})

test('the head has the dates, the currency, the reference and the three parties of the order', () => {
  const of = (name: string) => ({ name, code: null, code_qualifier: null, address: null })
  expect(fieldsOf850(printed())).toMatchObject({
    number: 'PO-1',
    order_type: 'SA',
    ordered_on: '2026-11-01',
    deliver_on: '2026-12-01',
    ship_from_on: '2026-11-20',
    cancel_after: '2026-12-10',
    currency: 'EUR',
    reference: 'REF',
    notes: 'Call first.',
    buyer: of('Acme'),
    supplier: of('Mill'),
    ship_to: of('Dock'),
    bill_to: null,
    total: null,
  })
  expect(fieldsOf850(printed({ total_cost: '39.00' })).total).toBe('39.00')
})

test('the purpose is the original, a replacement, or a cancellation, which goes before a replacement', () => {
  expect(fieldsOf850(printed()).purpose).toBe('original')
  expect(fieldsOf850(printed({ is_replacement: true })).purpose).toBe('replacement')
  expect(fieldsOf850(printed({ is_replacement: true, is_cancellation: true })).purpose).toBe('cancellation')
})

test('lines are numbered from 1 and keep quantity, cost and date; a barcode that is no GTIN is not sent as one', () => {
  const [first, second] = fieldsOf850(printed()).lines
  expect(first).toEqual({
    line_reference: '1',
    quantity: 12,
    unit: 'EA',
    unit_price: '3.2500',
    buyer_sku: 'TEE-S',
    buyer_sku_qualifier: 'BP',
    supplier_sku: 'M-1',
    gtin: '4006381333931',
    other_ids: [],
    title: 'Tee, S',
    deliver_on: '2026-12-05',
    doors: [],
    pack: null,
  })
  expect(second).toMatchObject({ line_reference: '2', quantity: 1, unit_price: null, supplier_sku: null, gtin: null })
})

test('terms are read where they can be, and sent as written where not; blank ones are none', () => {
  const terms = (payment_terms: string | null) => fieldsOf850(printed({ payment_terms })).terms
  expect(terms('2/10 net 30')).toEqual({ discount_percent: '2', discount_days: 10, net_days: 30 })
  expect(terms('on delivery')).toEqual({ description: 'on delivery' })
  expect(terms(null)).toBeNull()
  expect(terms('  ')).toBeNull()
})
