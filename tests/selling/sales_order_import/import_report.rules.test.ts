/** What a request answers about each row of its file. */
import { expect, test } from 'bun:test'
import { type RecordReport, rowReports } from '../../../server/selling/sales_order_import/import_report.rules.ts'

const fault = (field: string, row_number?: number, allowed?: string[]) => ({
  field,
  rule: 'is wrong',
  value: 'x',
  ...(row_number === undefined ? {} : { row_number }),
  ...(allowed === undefined ? {} : { allowed }),
})
const report = (values: Partial<RecordReport>): RecordReport =>
  ({
    read: { rows: [2, 3], first_row: 2, record: { order_number: '#1' } },
    outcome: 'refused',
    order_id: null,
    faults: [],
    notes: [],
    ...values,
  }) as unknown as RecordReport
const readers = [{ name: 'sku', header: 'SKU' }] as never

test('each row has the outcome of its order', () => {
  const created = { order_number: '#1', outcome: 'created', order_id: 'o', faults: [], notes: [] }
  expect(rowReports(report({ outcome: 'created', order_id: 'o' }), readers)).toEqual([
    { row_number: 2, ...created },
    { row_number: 3, ...created },
  ] as never)
})

test('a fault is that of its row, or of the first row where it names none', () => {
  const faults = [fault('sku', 3), fault('total', undefined, ['1.00'])]
  const shown = rowReports(report({ faults } as never), readers).map((row) => row.faults)
  expect(shown).toEqual([
    [{ field: 'total', column: null, value: 'x', rule: 'is wrong', allowed: ['1.00'] }],
    [{ field: 'sku', column: 'SKU', value: 'x', rule: 'is wrong', allowed: null }],
  ] as never)
})

test('what was assumed of a row is a note of it', () => {
  const rows = rowReports(report({ outcome: 'created', notes: [fault('sku', 3)] } as never), readers)
  expect(rows.map(({ notes, faults }) => [notes.length, faults.length])).toEqual([
    [0, 0],
    [1, 0],
  ])
})

test('an order that was not read that far has no number', () => {
  const read = { rows: [2], first_row: 2, record: null } as never
  expect(rowReports(report({ read }), readers)[0]!.order_number).toBeNull()
})
