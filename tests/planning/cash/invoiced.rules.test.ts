/** Units are owed by the invoice that bills them, or by the order, never by both. */
import { expect, test } from 'bun:test'
import {
  type BilledOrders,
  type BilledUnits,
  invoicesOf,
  receiptsNotBilled,
} from '../../../server/planning/cash/invoiced.rules.ts'

const share = (delivery_id: string, line_id: string, units: number): BilledUnits => ({
  billed: { supplier_invoice_id: 'i', purchase_order_id: 'o', line_id },
  delivery_id,
  units,
})
const received = (delivery_id: string, line_id: string, received_quantity: number) => ({
  purchase_order_id: 'o',
  delivery_id,
  line_id,
  received_quantity,
})
const ordered = new Map([
  ['a', { unit_cost: '10.00' }],
  ['b', { unit_cost: null }],
])
const days = new Map([
  ['d', '2026-11-01'],
  ['e', '2026-11-03'],
])
const outstanding = (line_id: string, units: number, day: string | null = '2026-12-01') => ({
  purchase_order_id: 'o',
  line_id,
  unit_cost: ordered.get(line_id)!.unit_cost,
  units,
  day,
})
const owed = (facts: Partial<BilledOrders>, expected: ReturnType<typeof outstanding>[] = []) =>
  receiptsNotBilled(['o'], { billed: [], received: [], ordered, shares: [], ...facts }, expected, days)
    .get('o')!
    .map(({ is_expected, day, value, is_costed }) => [is_expected ? 'expected' : 'came', day, value, is_costed])

test('of a delivery the order owes what no invoice bills', () => {
  const facts = { received: [received('d', 'a', 10), received('e', 'a', 4)] }
  expect(owed({ ...facts, shares: [share('d', 'a', 6)] })).toEqual([
    ['came', '2026-11-01', '4000', true],
    ['came', '2026-11-03', '4000', true],
  ])
  expect(owed({ ...facts, shares: [share('d', 'a', 10)] })).toEqual([['came', '2026-11-03', '4000', true]])
  expect(owed({ ...facts, shares: [share('d', 'a', 10), share('e', 'a', 4)] })).toEqual([])
})

test('a line without a cost is unknown until an invoice bills all of it', () => {
  const facts = { received: [received('d', 'a', 1), received('d', 'b', 5)] }
  expect(owed({ ...facts, shares: [share('d', 'b', 4)] })).toEqual([['came', '2026-11-01', '1000', false]])
  expect(owed({ ...facts, shares: [share('d', 'b', 5)] })).toEqual([['came', '2026-11-01', '1000', true]])
})

test('units that are billed before they come are not expected, the earliest first', () => {
  const expected = [outstanding('a', 3, null), outstanding('a', 5)]
  const ahead = (units: number) => owed({ billed: [{ line_id: 'a', units }] }, expected.slice(1))
  expect(ahead(0)).toEqual([['expected', '2026-12-01', '5000', true]])
  expect(ahead(4)).toEqual([['expected', '2026-12-01', '1000', true]])
  expect(ahead(5)).toEqual([])
  expect(ahead(9)).toEqual([])
  // Billed units that came are no units ahead.
  const came = { received: [received('d', 'a', 4)], shares: [share('d', 'a', 4)], billed: [{ line_id: 'a', units: 5 }] }
  expect(owed(came, [outstanding('a', 6)])).toEqual([['expected', '2026-12-01', '5000', true]])
  expect(owed({}, expected)).toEqual([
    ['expected', null, '3000', true],
    ['expected', '2026-12-01', '5000', true],
  ])
})

test('an invoice knows when the last of its units came, for each order', () => {
  const part = (purchase_order_id: string | null) => ({
    supplier_invoice_id: 'i',
    invoice_number: 'INV-1',
    supplier_id: 's',
    currency: 'USD',
    invoice_date: '2026-11-05',
    due_on: null,
    purchase_order_id,
    amount: '110.0500',
  })
  const shares = [share('e', 'a', 1), share('d', 'a', 1)]
  expect(invoicesOf([part('o'), part('other'), part(null)], shares, days)).toMatchObject([
    { value: '11005', received_on: '2026-11-03' },
    { received_on: null },
    { received_on: null },
  ])
})
