/** What files state of the units of an order: shipped, cancelled, came back. */
import { expect, test } from 'bun:test'
import { progressOfLines } from '../../../server/selling/sales_order_import/reading/order_progress.rules.ts'
import {
  Faults,
  type LineRow,
  type OrderValues,
} from '../../../server/selling/sales_order_import/reading/order_rows.ts'

type Line = LineRow['values']
const [ordered_at, later, last] = ['2026-11-01T10:00:00Z', '2026-11-02T10:00:00Z', '2026-11-03T10:00:00Z']
const order = {
  ordered_at,
  state: null,
  payment_state: null,
  shipped_at: null,
  cancelled_at: null,
  refunded_at: null,
  tracking_number: null,
  carrier: null,
} as OrderValues
function read(rows: Line[], values: Partial<OrderValues> = {}) {
  const faults = new Faults()
  const line = rows.map((row, i): LineRow => ({ row_number: i + 2, values: { quantity: 4, ...row } }))
  const [progress] = progressOfLines([line], { ...order, ...values }, faults)
  return { progress: progress!, faults: faults.all.map(({ field, rule }) => `${field} ${rule}`), all: faults.all }
}
/** Shipped, cancelled and returned units of one line. */
const units = (row: Line, values: Partial<OrderValues> = {}) => {
  const { progress, faults } = read([row], values)
  expect(faults).toEqual([])
  const shipped = progress.shipped.reduce((sum, { quantity }) => sum + quantity, 0)
  return [shipped, progress.cancelled_quantity, progress.returned_quantity]
}

test('units have shipped as stated, else by the state of the line, else by that of the order', () => {
  expect(units({ shipped_quantity: 3, line_state: 'shipped' })).toEqual([3, 0, 0])
  expect(units({ shipped_quantity: 0 }, { state: 'shipped' })).toEqual([0, 0, 0])
  expect(units({ line_state: 'shipped' }, { state: 'open' })).toEqual([4, 0, 0])
  expect(units({ line_state: 'open' }, { state: 'shipped' })).toEqual([0, 0, 0])
  expect(units({}, { state: 'shipped' })).toEqual([4, 0, 0])
  expect(units({}, { state: 'open' })).toEqual([0, 0, 0])
})

test('without a state, units have shipped where a time is stated and the order is not cancelled', () => {
  expect(units({})).toEqual([0, 0, 0])
  expect(units({}, { shipped_at: later })).toEqual([4, 0, 0])
  expect(units({ shipped_at: later })).toEqual([4, 0, 0])
  expect(units({}, { shipped_at: later, cancelled_at: last })).toEqual([0, 4, 0])
})

test('restocked units came back if the order has shipped, and are cancelled if it has not', () => {
  expect(units({ line_state: 'restocked' })).toEqual([0, 4, 0])
  expect(units({ line_state: 'restocked' }, { shipped_at: later })).toEqual([4, 0, 4])
  expect(units({ line_state: 'restocked', shipped_at: later }, { state: 'cancelled' })).toEqual([4, 0, 4])
  const restocked = (row: Line, values: Partial<OrderValues>) => read([row], values).progress.restocked_quantity
  expect(restocked({ line_state: 'restocked' }, { shipped_at: later })).toBe(4)
  expect(restocked({ line_state: 'restocked', restocked_quantity: 1 }, { shipped_at: later })).toBe(1)
  expect(restocked({ line_state: 'shipped' }, { shipped_at: later })).toBe(0)
})

test('a line without goods was given with the order, unless that was cancelled', () => {
  const tip: Line = { line_state: 'not_eligible', product_name: 'Tip' }
  expect(units(tip, { state: 'open' })).toEqual([4, 0, 0])
  expect(units(tip, { state: 'cancelled' })).toEqual([0, 4, 0])
  expect(units(tip, { cancelled_at: later })).toEqual([0, 4, 0])
  expect(units({ ...tip, shipped_quantity: 1 })).toEqual([1, 0, 0])
  expect(units({ ...tip, shipped_quantity: 0 })).toEqual([4, 0, 0])
  expect(units({ shipped_quantity: 0 }, { state: 'shipped' })).toEqual([0, 0, 0])
  expect(read([tip], { shipped_at: later }).progress.shipped).toMatchObject([{ shipped_at: ordered_at }])
})

test('a state of a part needs its units', () => {
  expect(read([{}], { state: 'part_shipped' }).all[0]).toMatchObject({
    field: 'state',
    rule: 'needs shipped_quantity, since a part of the units has shipped',
    allowed: ['open', 'shipped'],
    row_number: 2,
  })
  expect(read([{ line_state: 'part_shipped' }]).all[0]!.field).toBe('line_state')
  expect(units({ shipped_quantity: 1 }, { state: 'part_shipped' })).toEqual([1, 0, 0])
})

test('a shipment has the time, number and carrier of its row, else of the order', () => {
  const own = { shipped_at: later, tracking_number: 'T-1', carrier: 'DHL' }
  const ofOrder = { shipped_at: last, tracking_number: 'T-2', carrier: 'UPS' }
  expect(read([{ shipped_quantity: 1, ...own }], ofOrder).progress.shipped).toEqual([{ quantity: 1, ...own }])
  expect(read([{ shipped_quantity: 1 }], ofOrder).progress.shipped).toEqual([{ quantity: 1, ...ofOrder }])
  expect(read([{ shipped_quantity: 1 }]).progress.shipped).toEqual([
    { quantity: 1, shipped_at: ordered_at, tracking_number: null, carrier: null },
  ])
})

test('rows of one line are shipments of it; one without units is none', () => {
  const { progress, faults } = read([{ shipped_quantity: 1 }, { shipped_quantity: 0 }, { shipped_quantity: 3 }])
  expect(progress.shipped.map(({ quantity }) => quantity)).toEqual([1, 3])
  expect(faults).toEqual([])
})

test('a cancelled order cancels what has not shipped', () => {
  expect(units({ shipped_quantity: 1 }, { cancelled_at: later })).toEqual([1, 3, 0])
  expect(units({}, { state: 'cancelled' })).toEqual([0, 4, 0])
  expect(units({ shipped_quantity: 4 }, { state: 'cancelled' })).toEqual([4, 0, 0])
  expect(units({ shipped_quantity: 1, cancelled_quantity: 2 })).toEqual([1, 2, 0])
})

test('refunded units come back where they shipped, and are cancelled where they did not', () => {
  expect(units({ shipped_quantity: 3, refunded_quantity: 2 })).toEqual([3, 0, 2])
  expect(units({ shipped_quantity: 3, refunded_quantity: 4 })).toEqual([3, 1, 3])
  expect(units({ refunded_quantity: 1, cancelled_quantity: 1 })).toEqual([0, 2, 0])
})

test('a refunded order brings back what shipped and cancels the rest', () => {
  expect(units({ shipped_quantity: 3 }, { payment_state: 'refunded' })).toEqual([3, 1, 3])
  expect(units({}, { state: 'refunded' })).toEqual([4, 0, 4])
  expect(
    read([{ shipped_quantity: 3, restocked_quantity: 3 }], { state: 'refunded' }).progress.restocked_quantity,
  ).toBe(3)
})

test('units are at most those of the line', () => {
  const faults = (row: Line) => read([row]).faults
  expect(faults({ shipped_quantity: 5 })).toEqual(['shipped_quantity must be at most the quantity, 4'])
  expect(faults({ shipped_quantity: 3, cancelled_quantity: 1 })).toEqual([])
  expect(faults({ shipped_quantity: 3, cancelled_quantity: 2 })).toEqual([
    'cancelled_quantity must be at most the units that have not shipped, 1',
  ])
  expect(faults({ shipped_quantity: 4, refunded_quantity: 4 })).toEqual([])
  expect(faults({ shipped_quantity: 4, refunded_quantity: 5 })).toContain(
    'refunded_quantity must be at most the quantity, 4',
  )
  expect(faults({ shipped_quantity: 4, refunded_quantity: 2, restocked_quantity: 2 })).toEqual([])
  expect(faults({ shipped_quantity: 4, refunded_quantity: 2, restocked_quantity: 3 })).toEqual([
    'restocked_quantity must be at most the shipped units that came back, 2',
  ])
})

test('nothing happens before the order', () => {
  const early = '2026-11-01T09:59:59Z'
  const faults = (row: Line, values: Partial<OrderValues>) => read([row], values).faults
  expect(faults({}, { cancelled_at: early })).toEqual([`cancelled_at must not be before ordered_at, ${ordered_at}`])
  expect(faults({}, { refunded_at: early })).toEqual([`refunded_at must not be before ordered_at, ${ordered_at}`])
  expect(faults({}, { shipped_at: early })).toEqual([`shipped_at must not be before ordered_at, ${ordered_at}`])
  for (const field of ['cancelled_at', 'refunded_at', 'shipped_at'])
    expect(faults({}, { [field]: ordered_at })).toEqual([])
})

test('what came back is refunded after it shipped', () => {
  const faults = (refunded_quantity: number, refunded_at: string) =>
    read([{ shipped_quantity: 4, shipped_at: last, refunded_quantity }], { refunded_at }).faults
  expect(faults(1, later)).toEqual([`refunded_at must not be before shipped_at, ${last}`])
  expect(faults(1, last)).toEqual([])
  expect(faults(0, later)).toEqual([])
})

test('an open order neither shipped as a whole nor was cancelled after a shipment', () => {
  const faults = (row: Line, values: Partial<OrderValues>) => read([row], { state: 'open', ...values }).faults
  expect(faults({}, { shipped_at: later })).toEqual([
    'shipped_at contradicts the state open, in which nothing has shipped',
  ])
  expect(faults({ shipped_quantity: 1 }, { shipped_at: later })).toEqual([])
  expect(faults({ shipped_quantity: 1 }, { cancelled_at: later })).toEqual([
    'cancelled_at contradicts the state open of an order with shipped units',
  ])
  expect(faults({}, { cancelled_at: later })).toEqual([])
  expect(faults({}, { shipped_at: later, cancelled_at: later })).toEqual([])
})

test('a refund does not come before the first shipment, if any line came back', () => {
  const faults = new Faults()
  const lines = [{ refunded_quantity: 1 }, {}].map((values, i): LineRow[] => [
    { row_number: i + 2, values: { quantity: 4, shipped_at: last, ...values } },
  ])
  progressOfLines(lines, { ...order, refunded_at: later }, faults)
  expect(faults.all.map(({ field }) => field)).toEqual(['refunded_at'])
})

test('a time of shipment is no contradiction where nothing shipped and no state is stated', () => {
  expect(read([{ shipped_quantity: 0 }], { shipped_at: later }).faults).toEqual([])
})
