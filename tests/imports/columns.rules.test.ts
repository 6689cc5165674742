/** Which columns headers name, which columns are left unread, and how a CSV file is taken apart. */
import { expect, test } from 'bun:test'
import { Refusal } from '../../server/contract/refusals.ts'
import { checkColumns } from '../../server/imports/mapping/check.ts'
import { fileHeaders, unreadHeaders } from '../../server/imports/mapping/file_headers.ts'
import { statedColumns } from '../../server/imports/mapping/stated.ts'
import { csvFormatOf } from '../../server/imports/reading/csv_format.ts'
import { columnsRead, readersOf } from '../../server/imports/values/field_reader.ts'

function refusalOf(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { field, rule, allowed } = error.data as Record<string, unknown>
    return [field, rule, allowed]
  }
}

test('a header names the column that is spelled so, else those that differ in case and punctuation', () => {
  const headers = fileHeaders(['SKU', 'sku ', null, 'Unit_Price', '—', 'Qty', 'Qty', ''])
  expect([headers.places(' SKU'), headers.places('sku'), headers.places('Sku')]).toEqual([[0], [1], [0, 1]])
  expect([headers.alike('SKU'), headers.spelled('unit price'), headers.places('unit price')]).toEqual([[0, 1], [], [3]])
  expect([headers.places('—'), headers.places('Qty'), headers.places(''), headers.places('-')]).toEqual([
    [4],
    [5, 6],
    [],
    [],
  ])
  expect(headers.shown).toEqual(['SKU', 'sku ', 'Unit_Price', '—', 'Qty', 'Qty'])
})

test('a stated mapping names one column for each field, and each column once', () => {
  const headers = fileHeaders(['Item code', 'Counted', 'counted', 'Bin', 'Bin'])
  const of = (mappings: Record<string, string>, file?: string) =>
    refusalOf(() => statedColumns(mappings, headers, file))
  expect(of({ sku: ' item CODE ', quantity: 'counted' })).toEqual([
    { field: 'sku', header: 'item CODE', index: 0 },
    { field: 'quantity', header: 'counted', index: 2 },
  ])
  expect(of({ sku: ' ' })).toEqual(['mappings.sku', 'must not be blank', undefined])
  const allowed = ['Item code', 'Counted', 'counted', 'Bin', 'Bin']
  expect(of({ sku: 'SKU' })).toEqual(['mappings.sku', 'is "SKU", which is not a header in the file', allowed])
  expect(of({ sku: 'Bin' })).toEqual([
    'mappings.sku',
    'is "Bin", which 2 columns of the file have; rename one of them in the file',
    undefined,
  ])
  expect(of({ sku: 'Bin' }, 's3_key')).toEqual([
    's3_key',
    'names a file with 2 columns headed "Bin"; rename one of them in the file',
    undefined,
  ])
  expect(of({ sku: 'Item code', style: 'ITEM CODE' })).toEqual([
    'mappings.style',
    'maps to the same column as mappings.sku',
    undefined,
  ])
})

test('a mapping that is kept names no column that another is alike, nor a field twice', () => {
  const of = (columns: { header: string; field: string; followed_by?: string; otherwise?: { header: string }[] }[]) =>
    refusalOf(() => [...checkColumns('columns', columns, ['SKU', 'sku', 'Code', 'Time'])])
  expect(of([{ header: 'code', field: 'item' }])).toEqual(['item'])
  const alike = 'which 2 columns of the file have; rename one of them in the file'
  expect(of([{ header: 'SKU', field: 'item' }])).toEqual(['columns[0].header', `is "SKU", ${alike}`, undefined])
  expect(of([{ header: 'Code', field: 'item', otherwise: [{ header: 'sku' }] }])).toEqual([
    'columns[0].otherwise[0].header',
    `is "sku", ${alike}`,
    undefined,
  ])
  expect(of([{ header: 'Code', field: 'item', followed_by: 'Day' }])).toContain('columns[0].followed_by')
  expect(
    of([
      { header: 'Code', field: 'item' },
      { header: 'Time', field: 'item' },
    ]),
  ).toEqual(['columns[1].field', 'is "item", to which columns[0] maps too', undefined])
})

test('columns that stand in for others or are put behind them are read; the rest is named, cut to 100 characters', () => {
  const texts = ['Date', 'Time', 'SKU', 'Barcode', null, 'x'.repeat(120), 'Note']
  const text = { type: 'text', description: '' } as const
  const columns = [
    { header: 'Date', field: 'day', followed_by: 'time' },
    { header: 'SKU', field: 'item', otherwise: [{ header: 'barcode' }] },
  ]
  const context = { currency: 'EUR', time_zone: 'UTC' }
  const readers = readersOf(
    { day: text, item: text, kind: text },
    { columns, fixed_values: { kind: 'a' } },
    texts,
    {},
    context,
  )
  expect(unreadHeaders({ texts }, columnsRead(readers))).toEqual(['x'.repeat(100), 'Note'])
})

test('the delimiter of a table is that of its headers, and of a paper that of most lines', () => {
  const of = (text: string, layout: 'table' | 'paper') => csvFormatOf(Buffer.from(text), true, { layout }).delimiter
  for (const delimiter of [',', ';', '\t', '|']) {
    const lines = ['SKU', 'A-1', 'A-2'].map((sku) => [sku, '1', '2'].join(delimiter)).join('\n')
    expect([of(lines, 'table'), of(lines, 'paper')]).toEqual([delimiter, delimiter])
  }
  expect(of('name\nMill; Sons\nDock; Sons', 'table')).toBe(',')
  expect(of('"a;b;c",Qty\nx,1', 'table')).toBe(',')
  const titled = 'Order, November, Nordhaus\n\nSKU;Qty;Price\nA;1;12,50\nB;2;9,95\nC;3;7,10\n'
  expect([of(titled, 'paper'), of(titled, 'table')]).toEqual([';', ','])
  expect(of('SKU;Qty;"Net, gross"\nA;1;"12,50, 15,00"\n', 'paper')).toBe(';')
  expect(csvFormatOf(Buffer.from('sep=|\r\na,b|c\n'), true)).toMatchObject({ delimiter: '|', has_named: true })
})
