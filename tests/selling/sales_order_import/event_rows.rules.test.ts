/** Rows of shipments, refunds and discounts, beside the lines of their order. */
import { expect, test } from 'bun:test'
import {
  lastRefund,
  statedDiscount,
  withEvents,
} from '../../../server/selling/sales_order_import/reading/event_rows.rules.ts'
import { Faults, type LineRow, type OrderGroup } from '../../../server/selling/sales_order_import/reading/order_rows.ts'

type Values = LineRow['values']
const group = (...rows: Partial<Values>[]) =>
  ({
    row_number: 2,
    values: {},
    rows: rows.map((values, i) => ({ row_number: i + 2, values })),
  }) as unknown as OrderGroup
const lineRow = (row_number: number, values: Partial<Values>): LineRow[] => [{ row_number, values }]
const a = lineRow(2, { line_reference: 'a', sku: 'CAP', product_name: 'Cap', variant_name: 'Red', quantity: 2 })
const b = lineRow(3, { line_reference: 'b', sku: 'CAP', product_name: 'Cap', variant_name: 'Blue', quantity: 3 })
const c = lineRow(4, { sku: null, product_name: 'Mug', quantity: 1 })

function events(lines: LineRow[][], ...rows: Partial<Values>[]) {
  const faults = new Faults()
  const read = withEvents(lines, group(...rows), faults)
  return {
    read,
    faults: faults.all.map(({ row_number, field, value, rule }) => [row_number, field, value, rule]),
    shipped: read.map((of) => of.map(({ values }) => [values.shipped_quantity, values.shipped_at])),
    refunded: read.map((of) => of.map(({ values }) => values.refunded_quantity)),
  }
}
const at = (hour: number) => `2026-10-0${hour}T00:00:00Z`

test('without such rows the lines are as they are', () => {
  const { read } = events([a, b], { row_type: 'line' }, { row_type: 'order_discount', line_discount: 5 })
  expect(read).toEqual([a, b])
  const own = lineRow(2, { sku: 'CAP', quantity: 2, refunded_quantity: 1, shipped_quantity: 2 })
  expect(events([own], { row_type: 'order' }).read).toEqual([own])
})

test('a shipment is found by the id of the line, else by its SKU over several lines, else by its name', () => {
  const byId = events([a, b], {
    row_type: 'shipped_units',
    line_reference: 'b',
    sku: 'CAP',
    quantity: 1,
    row_at: at(1),
  })
  expect([byId.shipped, byId.faults]).toEqual([[[[0, undefined]], [[1, at(1)]]], []])
  const bySku = events([a, b], {
    row_type: 'shipped_units',
    line_reference: 'x',
    sku: 'CAP',
    quantity: 4,
    row_at: at(2),
  })
  expect([bySku.shipped, bySku.faults]).toEqual([[[[2, at(2)]], [[2, at(2)]]], []])
  const byName = events([a, b, c], {
    row_type: 'shipped_units',
    product_name: 'Cap',
    variant_name: 'Blue',
    quantity: 3,
    tracking_number: 'T',
    carrier: 'C',
  })
  expect(byName.shipped).toEqual([[[0, undefined]], [[3, null]], [[0, undefined]]])
  expect(byName.read[1]![0]!.values).toMatchObject({ tracking_number: 'T', carrier: 'C', sku: 'CAP', quantity: 3 })
  expect(byName.read[1]![0]!.row_number).toBe(3)
  const mug = events([a, c], { row_type: 'shipped_units', product_name: 'Mug', quantity: 1 })
  expect([mug.shipped, mug.faults]).toEqual([[[[0, undefined]], [[1, null]]], []])
  expect(mug.read[1]![0]!.values).toMatchObject({ tracking_number: null, carrier: null })
})

test('a line has a row for each of its shipments, and one that names no line has what is left of all', () => {
  const { shipped, faults } = events(
    [a, b],
    { row_type: 'shipped_units', line_reference: 'b', quantity: 1, row_at: at(1) },
    { row_type: 'shipped_units', row_at: at(2) },
    { row_type: 'shipped_units', row_state: 'void', line_reference: 'a', quantity: 2, row_at: at(3) },
  )
  expect(shipped).toEqual([
    [[2, at(2)]],
    [
      [1, at(1)],
      [2, at(2)],
    ],
  ])
  expect(faults).toEqual([])
})

test('refunds add up on their line, and leave what is said of its shipments', () => {
  const stated = lineRow(2, { line_reference: 'a', quantity: 3, shipped_quantity: 3 })
  const { read, refunded, faults } = events(
    [stated, c],
    { row_type: 'refunded_units', line_reference: 'a', quantity: 1 },
    { row_type: 'refunded_units', line_reference: 'a', quantity: 1, row_state: 'done' },
  )
  expect([refunded, faults]).toEqual([[[2], [undefined]], []])
  expect(read[0]![0]!.values.shipped_quantity).toBe(3)
  expect('refunded_quantity' in read[1]![0]!.values).toBe(false)
  const both = events(
    [a],
    { row_type: 'shipped_units', line_reference: 'a', quantity: 1, row_at: at(1) },
    { row_type: 'shipped_units', line_reference: 'a', quantity: 1, row_at: at(2) },
    { row_type: 'refunded_units', line_reference: 'a', quantity: 1 },
  )
  expect(both.refunded).toEqual([[1, 1]])
})

test('a row of no line, without units or with more than the order has is refused at its row', () => {
  expect(events([a], { row_type: 'refunded_units', sku: 'HAT', quantity: 1 }).faults).toEqual([
    [2, 'sku', 'HAT', 'is on no line of the order'],
  ])
  expect(
    events([a], { row_type: 'line' }, { row_type: 'shipped_units', product_name: 'Hat', quantity: 1 }).faults,
  ).toEqual([[3, 'sku', 'Hat', 'is on no line of the order']])
  expect(events([a], { row_type: 'refunded_units', line_reference: 'zz', quantity: 1 }).faults).toEqual([
    [2, 'sku', null, 'is on no line of the order'],
  ])
  expect(events([a], { row_type: 'shipped_units', sku: 'CAP' }).faults).toEqual([[2, 'quantity', null, 'is required']])
  expect(events([a, b], { row_type: 'shipped_units', sku: 'CAP', quantity: 7 }).faults).toEqual([
    [2, 'quantity', '7', 'is more than the order has: 5 are left of its lines'],
  ])
  // Another variant of the same name is another line.
  expect(events([a], { row_type: 'shipped_units', product_name: 'Cap', quantity: 1 }).faults).toEqual([
    [2, 'sku', 'Cap', 'is on no line of the order'],
  ])
})

test('discounts in rows add up, and the last refund dates them all', () => {
  expect(statedDiscount(group({ row_type: 'line', line_discount: 3 }))).toBe(null)
  expect(
    statedDiscount(
      group(
        { row_type: 'order_discount', line_discount: 3 },
        { row_type: 'order_discount', line_discount: 4 },
        { row_type: 'order_discount' },
      ),
    ),
  ).toBe(7)
  expect(lastRefund(group({ row_type: 'shipped_units', row_at: at(9) }))).toBe(null)
  expect(
    lastRefund(
      group(
        { row_type: 'refunded_units', row_at: '2026-10-04T23:00:00-02:00' },
        { row_type: 'refunded_units', row_at: at(3) },
        { row_type: 'refunded_units', row_at: at(5) },
        { row_type: 'refunded_units' },
      ),
    ),
  ).toBe('2026-10-04T23:00:00-02:00')
})
