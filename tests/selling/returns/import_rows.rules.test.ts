/** Rows of a file as requests that create returns, and what the report says about each row. */
import { expect, test } from 'bun:test'
import { Refusal } from '../../../server/contract/refusals.ts'
import type { FileRow } from '../../../server/selling/returns/importing/import_file.ts'
import {
  groupRows,
  type NamedIds,
  refusedRows,
  requestOf,
  storedRows,
  unnamedRow,
} from '../../../server/selling/returns/importing/import_rows.rules.ts'

const row = (row_number: number, values: Partial<FileRow> = {}) =>
  ({
    row_number,
    reference: 'R-1',
    sku: 'J-M',
    quantity: '1',
    order: null,
    location: null,
    channel: null,
    reason: null,
    expected_on: null,
    refund_amount: null,
    ...values,
  }) as FileRow
const group = (...rows: FileRow[]) => ({ reference: 'R-1', rows })
const named: NamedIds = {
  orders: new Map([['so-1', ['o1']]]),
  locations: new Map([
    ['here', ['l1']],
    ['twice', ['l1', 'l2']],
  ]),
  sales_channels: new Map([['web', ['c1']]]),
}
const request = (...rows: FileRow[]) => requestOf(group(...rows), named, 'file')
const one = (values: Partial<FileRow>) => request(row(2, values))
const refused = (values: Partial<FileRow>, desc: string) =>
  expect(() => one(values)).toThrow(expect.objectContaining({ desc }))

test('rows with one reference are one return, wherever they are, and rows without one are apart', () => {
  const rows = [row(2), row(3, { reference: 'R-2' }), row(4, { reference: null }), row(5)]
  const { groups, unnamed } = groupRows(rows)
  expect(groups.map(({ reference, rows: own }) => [reference, own.map((r) => r.row_number)])).toEqual([
    ['R-1', [2, 5]],
    ['R-2', [3]],
  ])
  expect(unnamed).toEqual([rows[2]!])
})

test('a row is a line, and what no row states is absent', () => {
  expect(request(row(2), row(3, { sku: 'J-L', quantity: '2.0' }))).toEqual({
    source_system: 'file',
    external_id: 'R-1',
    origin: 'import',
    lines: [
      { sku: 'J-M', expected_quantity: 1 },
      { sku: 'J-L', expected_quantity: 2 },
    ],
  })
})

test('names become ids, in any case', () => {
  expect(
    one({ order: 'SO-1', location: 'Here', channel: 'WEB', reason: 'Wrong Size', expected_on: '2026-12-01' }),
  ).toMatchObject({
    order_id: 'o1',
    location_id: 'l1',
    sales_channel_id: 'c1',
    reason: 'wrong_size',
    expected_on: '2026-12-01',
  })
})

test('a name of none or of several is refused', () => {
  refused({ order: 'SO-2' }, 'order must be a sales order of this organisation.')
  refused({ location: 'twice' }, 'location is the name of several locations; use the id.')
  refused({ channel: 'x' }, 'channel must be a sales channel of this organisation.')
  expect(() => one({ reason: 'size too huge' })).toThrow(
    expect.objectContaining({ desc: expect.stringContaining('reason must be a known reason. Allowed: wrong_size,') }),
  )
})

test('what the rows of a return state of the whole may be stated once, and differs by no more than case', () => {
  expect(request(row(2), row(3, { location: 'Here' }), row(4, { location: 'HERE' })).location_id).toBe('l1')
  expect(() => request(row(2, { location: 'Here' }), row(3, { location: 'There' }))).toThrow(
    expect.objectContaining({ desc: 'location differs between the rows of this return.' }),
  )
})

test('a quantity is a whole number up to 1,000,000,000; that it is positive is the check of every return', () => {
  const quantities: [string, number][] = [
    ['0', 0],
    ['-3', -3],
    ['12.00', 12],
    ['1000000000', 1_000_000_000],
  ]
  expect(quantities.map(([quantity]) => one({ quantity }).lines![0]!.expected_quantity)).toEqual(
    quantities.map(([, units]) => units),
  )
  for (const quantity of ['1.5', 'x', '1e3', '1000000001', ' 1', '1 ', '', '1.', null])
    refused({ quantity }, 'lines[0].expected_quantity must be a whole number up to 1000000000.')
})

test('a row needs a SKU', () => {
  expect(() => request(row(2), row(3, { sku: null }))).toThrow(
    expect.objectContaining({ desc: 'lines[1].sku is empty.' }),
  )
})

test('a refund is a decimal amount, and zero states that there is none', () => {
  const refund = (refund_amount: string) => one({ refund_amount }).refund
  expect(refund('89.1')).toEqual({ status: 'partial', cents: 8_910 })
  expect(refund('0.07')).toEqual({ status: 'partial', cents: 7 })
  expect(refund('9999999999.99')).toEqual({ status: 'partial', cents: 999_999_999_999 })
  expect(refund('0.00')).toEqual({ status: 'none' })
  expect(refund('89')).toEqual({ status: 'partial', cents: 8_900 })
  for (const refund_amount of ['89,00', '-1', '1.234', '12345678901', 'USD 5', '5 USD', '.5', '5.'])
    refused({ refund_amount }, 'refund_amount must be a decimal amount such as 89.00.')
})

const refusal = (field: unknown, desc: string) => new Refusal('bad_request', { desc, data: { field } })
const reports = (fault: Refusal) =>
  refusedRows(group(row(2), row(5)), fault).map(({ row_number, code, sentence }) => [row_number, code, sentence])

test('the invalid row has the sentence without its place, and the others name the row', () => {
  expect(reports(refusal('lines[1].expected_quantity', 'lines[1].expected_quantity must be at least 1.'))).toEqual([
    [2, 'bad_request', 'Row 5 of this return is refused.'],
    [5, 'bad_request', 'quantity must be at least 1.'],
  ])
  expect(reports(refusal('lines[0]', 'lines[0] is of units that have not shipped yet.'))).toEqual([
    [2, 'bad_request', 'The row is of units that have not shipped yet.'],
    [5, 'bad_request', 'Row 2 of this return is refused.'],
  ])
})

test('the row at fault is found among more than ten, and places within a sentence stay', () => {
  const rows = Array.from({ length: 12 }, (_, i) => row(i + 2))
  const at = (field: string, desc: string) => refusedRows(group(...rows), refusal(field, desc))[11]!.sentence
  expect(at('lines[11].sku', 'lines[11].sku is empty.')).toBe('sku is empty.')
  expect(at('lines[11]', 'lines[11] is empty.')).toBe('The row is empty.')
  expect(refusedRows(group(...rows), refusal('lines[11]', 'x'))[0]!.sentence).toBe('Row 13 of this return is refused.')
  expect(at('lines[0]', 'lines[0] is empty.')).toBe('Row 2 of this return is refused.')
  const sentence = 'order has no lines[11] and no lines[11].sku or expected_quantity.'
  expect(at('order', sentence)).toBe(sentence)
})

test('a fault of the whole return is that of all of its rows', () => {
  const all = 'order must be a sales order of this organisation.'
  expect(reports(refusal('order', all))).toEqual([
    [2, 'bad_request', all],
    [5, 'bad_request', all],
  ])
  expect(reports(new Refusal('bad_request', { desc: all }))[0]![2]).toBe(all)
  expect(reports(refusal('order.lines[1]', all))[0]![2]).toBe(all)
})

test('reports name the row, the return and what became of it', () => {
  const base = { reference: 'R-1', code: null, sentence: null }
  expect(storedRows(group(row(2), row(5)), 'created', 7)).toEqual([
    { ...base, row_number: 2, outcome: 'created', return_id: 7 },
    { ...base, row_number: 5, outcome: 'created', return_id: 7 },
  ])
  expect(unnamedRow(row(4))).toEqual({
    row_number: 4,
    reference: null,
    outcome: 'refused',
    return_id: null,
    code: 'bad_request',
    sentence: 'The row has no number of a return.',
  })
  expect(refusedRows(group(row(2)), refusal('order', 'x'))[0]).toEqual({
    row_number: 2,
    reference: 'R-1',
    outcome: 'refused',
    return_id: null,
    code: 'bad_request',
    sentence: 'x',
  })
})
