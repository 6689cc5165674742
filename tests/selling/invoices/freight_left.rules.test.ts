/** Freight of orders that end with less than was agreed. */
import { expect, test } from 'bun:test'
import { freightLeft, isShippedAndInvoiced } from '../../../server/selling/invoices/freight_left.rules.ts'

const line = {
  line_id: 'L-1',
  quantity: 10,
  allocated_quantity: 0,
  fulfilled_quantity: 4,
  cancelled_quantity: 6,
  over_shipped_quantity: 0,
  invoiced_quantity: 4,
  tax_cents: 100,
}
const order = { currency: 'USD', freight_cents: 1000, freight_tax_cents: 100, lines: [line] }
const invoiced = {
  invoiced_freight_cents: 400,
  invoiced_tax_cents: 80,
  lines: [{ line_id: 'L-1', historical_quantity: 0 }],
}

test('an order is shipped and invoiced once nothing is outstanding and something was invoiced', () => {
  expect(isShippedAndInvoiced([line])).toBe(true)
  expect(isShippedAndInvoiced([{ ...line, cancelled_quantity: 5 }])).toBe(false)
  expect(isShippedAndInvoiced([{ ...line, invoiced_quantity: 0 }])).toBe(false)
  expect(isShippedAndInvoiced([line, { ...line, invoiced_quantity: 0 }])).toBe(true)
  expect(isShippedAndInvoiced([line, { ...line, cancelled_quantity: 5 }])).toBe(false)
  expect(isShippedAndInvoiced([])).toBe(false)
})

test('freight and its tax fall to what invoices have taken beside the tax of the lines', () => {
  // 40 of the tax is that of four units, the other 40 is on freight.
  expect(freightLeft(order, invoiced)).toEqual({ freight_cents: 400, freight_tax_cents: 40 })
  expect(freightLeft(order, { ...invoiced, invoiced_tax_cents: 40 }).freight_tax_cents).toBe(0)
  expect(freightLeft(order, { ...invoiced, invoiced_tax_cents: 39 }).freight_tax_cents).toBe(0)
  expect(freightLeft(order, { ...invoiced, invoiced_tax_cents: 41 }).freight_tax_cents).toBe(1)
})

test('invoices that state more than the order has leave it as it is', () => {
  const more = { ...invoiced, invoiced_freight_cents: 1200, invoiced_tax_cents: 900 }
  expect(freightLeft(order, more)).toEqual({ freight_cents: 1000, freight_tax_cents: 100 })
})

test('while a unit is to be invoiced, the next invoice takes the rest of the freight', () => {
  const freight = { freight_cents: 1000, freight_tax_cents: 100 }
  expect(freightLeft({ ...order, lines: [{ ...line, invoiced_quantity: 3 }] }, invoiced)).toEqual(freight)
  const two = [
    { ...line, line_id: 'L-2' },
    { ...line, invoiced_quantity: 3 },
  ]
  expect(freightLeft({ ...order, lines: two }, invoiced)).toEqual(freight)
  // A unit that was invoiced elsewhere is not invoiced here.
  const historical = { ...invoiced, lines: [{ line_id: 'L-1', historical_quantity: 1 }] }
  expect(freightLeft({ ...order, lines: [{ ...line, invoiced_quantity: 3 }] }, historical).freight_cents).toBe(400)
  expect(freightLeft({ ...order, lines: [{ ...line, invoiced_quantity: 2 }] }, historical)).toEqual(freight)
})
