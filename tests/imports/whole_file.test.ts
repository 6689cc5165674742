/** Files that requests name or carry are read by one reader, whatever they are, within their limits. */
import { expect, test } from 'bun:test'
import { Refusal } from '../../server/contract/refusals.ts'
import { inlineBytes } from '../../server/imports/reading/file_bytes.ts'
import { readWholeFile } from '../../server/imports/reading/whole_file.ts'
import { sheetsBook, workbook } from '../files/spreadsheet_files.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const read = (bytes: Uint8Array, { organization_id = 'one', rows_max = 1_000 } = {}) =>
  readWholeFile(inlineBytes(organization_id, bytes), rows_max, 's3_key')
const cellsOf = async (bytes: Uint8Array) => (await read(bytes)).rows.map(({ cells }) => cells)
const ruleOf = async (bytes: Uint8Array, options = {}) => {
  const refusal = await read(bytes, options).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(Refusal)
  const { field, rule } = (refusal as Refusal).data as { field: string; rule: string }
  expect(field).toBe('s3_key')
  return rule
}

test('the same table is read from XLSX, XLS and CSV', async () => {
  const rows = [
    ['Bin', 'SKU', 'Counted'],
    ['A1', 'TEE-S', 12],
    [null, null, null],
    ['A2', '00417', 0],
  ]
  const csv = 'Bin,SKU,Counted\nA1,TEE-S,12\n,,\nA2,00417,0\n'
  for (const bytes of [workbook(rows), workbook(rows, 'biff8'), bytesOf(csv)])
    expect(await read(bytes)).toMatchObject({
      headers: ['Bin', 'SKU', 'Counted'],
      rows: [
        { row_number: 2, cells: ['A1', 'TEE-S', '12'] },
        { row_number: 4, cells: ['A2', '00417', '0'] },
      ],
    })
})

test('CSV may have a byte order mark, semicolons, tabs or bars as delimiters, and quoted quotes and line breaks', async () => {
  expect(await cellsOf(bytesOf('\uFEFFSKU,Counted\r\nTEE-S,1\r\n'))).toEqual([['TEE-S', '1']])
  expect(await cellsOf(bytesOf('SKU;Counted;Note\nTEE-S;2;"a, b, c, d"\n'))).toEqual([['TEE-S', '2', 'a, b, c, d']])
  expect(await cellsOf(bytesOf('sep=|\r\nSKU|Counted\r\nTEE-S|3'))).toEqual([['TEE-S', '3']])
  expect(await cellsOf(bytesOf('\n\nSKU\tCounted\nTEE-S\t4'))).toEqual([['TEE-S', '4']])
  expect(await cellsOf(bytesOf('"Counted, all";SKU\n12,50;TEE-S\n8,50;TEE-M\n'))).toEqual([
    ['12,50', 'TEE-S'],
    ['8,50', 'TEE-M'],
  ])
  expect(await cellsOf(bytesOf('name\nMill; Sons\nDock; Sons\n'))).toEqual([['Mill; Sons'], ['Dock; Sons']])
  const quoted = await read(bytesOf('"SKU","Counted"\n"5"" PIPE","5"\n"two\nlines",6\n" padded ",7\n'))
  expect(quoted.rows).toMatchObject([
    { row_number: 2, cells: ['5" PIPE', '5'] },
    { row_number: 3, cells: ['two\nlines', '6'] },
    { row_number: 4, cells: ['padded', '7'] },
  ])
})

test('CSV is read as UTF-8, as UTF-16 in both byte orders, and otherwise as Windows-1252', async () => {
  const line = 'SKU,Counted\nGRÖSSE-Ä,1\n'
  const little = new Uint8Array(Buffer.from(`\uFEFF${line}`, 'utf16le'))
  const big = new Uint8Array(Buffer.from(`\uFEFF${line}`, 'utf16le').swap16())
  const windows = new Uint8Array(Buffer.from(line, 'latin1'))
  for (const bytes of [bytesOf(line), little, big, windows]) expect(await cellsOf(bytes)).toEqual([['GRÖSSE-Ä', '1']])
})

test('files that are no tables are refused: empty, images, unclosed quotes, and two encodings in one', async () => {
  const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
  const mixed = Buffer.concat([Buffer.from('SKU,Counted\nGRÖSSE,1\nGR'), Buffer.from([0xd6]), Buffer.from('SSE,2\n')])
  expect(await ruleOf(new Uint8Array(0))).toBe('names a file that has no header row')
  expect(await ruleOf(bytesOf('\n \n,,\n'))).toBe('names a file that has no header row')
  expect(await ruleOf(bytesOf('SKU,Counted\n'))).toBe('names a file that has no rows below the header row')
  expect(await ruleOf(picture)).toStartWith('names a file that cannot be read as CSV, XLSX or XLS')
  expect(await ruleOf(bytesOf('SKU,Counted\n"TEE-S,1\n'))).toBe(
    'names a file that has a quote in row 2 that is never closed',
  )
  expect(await ruleOf(mixed)).toStartWith('names a file that mixes two encodings: line 2 is UTF-8 and line 3 is not')
})

test('rows and cells are limited in every format', async () => {
  const rows = [['SKU', 'Counted'], ...Array.from({ length: 30 }, (_, i) => [`SKU-${i}`, i])]
  const csv = bytesOf(rows.map((row) => row.join(',')).join('\n'))
  for (const bytes of [workbook(rows), workbook(rows, 'biff8'), csv]) {
    expect(await ruleOf(bytes, { rows_max: 29 })).toBe('names a file that has more than 29 rows')
    expect((await read(bytes, { rows_max: 30 })).rows).toHaveLength(30)
  }
  const wide = `${Array.from({ length: 400 }, (_, i) => `H${i}`).join(',')}\n${`x${','.repeat(399)}\n`.repeat(2_500)}`
  expect((await read(bytesOf(wide), { rows_max: 5_000 })).rows).toHaveLength(2_500)
  expect(await ruleOf(bytesOf(`${wide}y,\n`), { rows_max: 5_000 })).toBe(
    'names a file that has more than 1,000,000 cells',
  )
})

test("an organisation's CSV files beyond its queue are refused like its workbooks, and other organisations are unaffected", async () => {
  const file = bytesOf(`SKU,Counted\n${'TEE-S,1\n'.repeat(20_000)}`)
  const readings = Array.from({ length: 12 }, () => read(file, { rows_max: 20_000 }))
  const ofAnother = read(bytesOf('SKU,Counted\nTEE-S,1'), { organization_id: 'another' })
  const outcomes = await Promise.allSettled(readings)
  const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
  expect(refused.map(({ reason }) => reason.code)).toEqual(Array(3).fill('SERVICE_UNAVAILABLE'))
  expect((await ofAnother).rows).toHaveLength(1)
})

test('sheets with the same headers are one table, whose rows are numbered on', async () => {
  const headers = ['SKU', 'Counted']
  const book = sheetsBook({ Back: [headers, ['TEE-S', 1]], Front: [['Shop'], headers, ['TEE-M', 2]], Notes: [['As agreed']] })
  const below = (await read(book)).rows
  expect(below.map(({ row_number, cells }) => [row_number, ...cells])).toEqual([[2, 'TEE-S', '1'], [5, 'TEE-M', '2']])
  expect(await cellsOf(sheetsBook({ Back: [headers, ['TEE-S', 1]], Front: [headers, ['TEE-M', 2]] }, ['Front']))).toEqual([['TEE-S', '1']])
}) // prettier-ignore

test('a sheet with the headers in another order refuses the file by its name, and one of lists does not', async () => {
  const rows = [['SKU', 'Counted', 'Bin', 'Remark'], ['TEE-S', 1, 'A', null]]
  const other = sheetsBook({ Back: rows, Front: [['Counted', 'SKU'], [2, 'TEE-M']] })
  expect(await ruleOf(other)).toBe('names a file that has the sheet “Front” with the headers of another sheet in another order or number; give both the same headers, or remove one')
  expect(await cellsOf(sheetsBook({ Back: rows, Lists: [['Bin'], ['A'], ['B']] }))).toHaveLength(1)
}) // prettier-ignore
