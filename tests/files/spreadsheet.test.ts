import { expect, test } from 'bun:test'
import * as XLSX from '@e965/xlsx'
import { FileFault } from '../../server/files/file_fault.ts'
import { readWorkbook, type WorkbookOptions } from '../../server/files/spreadsheet.ts'
import { partCellsMax, partsOf } from '../../server/files/spreadsheet/worker.ts'
import { partsAround, sheetXml, workbook, zip } from './spreadsheet_files.ts'

const columns = ['SKU', 'Counted']
const rowsOf = (bytes: Uint8Array, options: Partial<WorkbookOptions> = {}) =>
  readWorkbook(bytes, { organization_id: 'one', rows_max: 1_000, ...options })
const bytesOf = (text: string) => new TextEncoder().encode(text)
/** Below the header row. */
const cellsOf = async (bytes: Uint8Array) => (await rowsOf(bytes)).slice(1).map(({ cells }) => cells)
const ruleOf = async (bytes: Uint8Array, options: Partial<WorkbookOptions> = {}) => {
  const fault = await rowsOf(bytes, options).catch((error: unknown) => error)
  expect(fault).toBeInstanceOf(FileFault)
  return (fault as FileFault).facts.rule
}
const unreadable = 'cannot be read as CSV, XLSX or XLS'

test('the same rows are read from XLSX and XLS, with the row numbers shown in the application', async () => {
  const rows = [
    ['Bin', 'SKU', 'Counted'],
    ['A1', 'TEE-S', 12],
    [null, null, null],
    ['A2', '00417', 0],
  ]
  for (const bytes of [workbook(rows), workbook(rows, 'biff8')])
    expect(await rowsOf(bytes)).toEqual([
      { row_number: 1, cells: ['Bin', 'SKU', 'Counted'] },
      { row_number: 2, cells: ['A1', 'TEE-S', '12'] },
      { row_number: 4, cells: ['A2', '00417', '0'] },
    ])
})

test('the format is detected from the content; the file name is not used', async () => {
  // A workbook with macros and pictures is read without unpacking them.
  const sheet = sheetXml(
    '<row r="1"><c r="A1" t="inlineStr"><is><t>SKU</t></is></c><c r="B1" t="inlineStr"><is><t>Counted</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>TEE-S</t></is></c><c r="B2"><f>1/0+CALL("x")</f><v>7</v></c></row>',
  )
  const macro = { name: 'xl/vbaProject.bin', bytes: new Uint8Array(40 * 1_048_576) }
  expect(await cellsOf(zip([...partsAround(sheet), macro]))).toEqual([['TEE-S', '7']])
})

test('leading zeros that the sheet displays are kept, dates are read as dates, and formulas as their stored values', async () => {
  const zeros: XLSX.CellObject = { t: 'n', v: 417, z: '00000' }
  const day: XLSX.CellObject = { t: 'n', v: 46_347, z: 'yyyy-mm-dd' }
  const formula: XLSX.CellObject = { t: 'n', v: 8, f: '4+5' }
  for (const type of ['xlsx', 'biff8'] as const) {
    const bytes = workbook([columns, [zeros, formula], [day, 12_345_678_901], [true, 1.5]], type)
    expect(await cellsOf(bytes)).toEqual([
      ['00417', '8'],
      ['2026-11-21', '12345678901'],
      ['TRUE', '1.5'],
    ])
  }
})

test('files that are no workbooks are refused: damaged ones, and other archives', async () => {
  const whole = workbook([columns, ...Array.from({ length: 200 }, (_, i) => [`SKU-${i}`, i])])
  const binary = workbook([columns, ['TEE-S', 1]], 'biff8')
  const flipped = whole.slice()
  flipped[Math.floor(flipped.byteLength / 3)]! ^= 0xff
  for (const bytes of [
    whole.slice(0, whole.byteLength - 40),
    whole.slice(0, 100),
    flipped,
    binary.slice(0, 600),
    binary.slice(0, 8),
    zip([{ name: 'word/document.xml', bytes: bytesOf('<w/>') }]),
    zip(partsAround('this is no xml').filter(({ name }) => name !== 'xl/workbook.xml')),
  ])
    expect(await ruleOf(bytes)).toBe(unreadable)
})

test('an archive that is whole around a part that was cut off is refused as damaged, never read as an empty file', async () => {
  const row = (n: number, ...cells: string[]) =>
    `<row r="${n}">${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`
  const sheet = sheetXml(`${row(1, ...columns)}${row(2, 'TEE-S', '7')}`)
  const closing = sheet.lastIndexOf('</worksheet')
  expect(await cellsOf(zip(partsAround(sheet)))).toEqual([['TEE-S', '7']])
  for (const text of [sheet, `\uFEFF${sheet}`]) {
    const encode = (part: string) => (text === sheet ? bytesOf(part) : new Uint8Array(Buffer.from(part, 'utf16le')))
    for (const length of [closing + 1, closing - 5, sheet.indexOf('TEE-S'), sheet.indexOf('<worksheet') + 12])
      expect(await ruleOf(zip(partsAround(encode(text.slice(0, length)))))).toBe(
        'is damaged: its part xl/worksheets/sheet1.xml is cut off',
      )
  }
  const halved = partsAround(sheet).map(({ name, bytes }) =>
    name === 'xl/workbook.xml' ? { name, bytes: bytes.slice(0, bytes.byteLength / 2) } : { name, bytes },
  )
  expect(await ruleOf(zip(halved))).toBe('is damaged: its part xl/workbook.xml is cut off')
})

test('a sheet leaves its thread in parts of few cells, and arrives whole', async () => {
  const rows = Array.from({ length: 20_001 }, (_, i) => ({ row_number: i + 2, cells: [`SKU-${i}`, String(i)] }))
  const parts = [...partsOf(rows)]
  expect(parts.length).toBeGreaterThan(8)
  for (const part of parts) expect(part.length * 2).toBeLessThanOrEqual(partCellsMax)
  expect(parts.flat()).toEqual(rows)
  const wide = { row_number: 2, cells: Array.from({ length: partCellsMax + 1 }, () => '1') }
  expect([...partsOf([wide, wide])].map((part) => part.length)).toEqual([1, 1])
  expect([...partsOf([])]).toEqual([[]])
  const file = workbook([columns, ...rows.map(({ cells }) => cells)])
  expect((await rowsOf(file, { rows_max: 30_000 })).slice(1)).toEqual(rows)
})

test('a cell that states its date as text is that date, never a bare number', async () => {
  const cell = (address: string, text: string) => `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`
  const sheet = sheetXml(
    `<row r="1">${cell('A1', 'SKU')}${cell('B1', 'Counted')}</row><row r="2">${cell('A2', 'TEE-S')}<c r="B2" t="d"><v>2026-01-01</v></c></row>`,
  )
  expect(await cellsOf(zip(partsAround(sheet)))).toEqual([['TEE-S', '2026-01-01']])
})

test('a decompression bomb is refused by its unpacked size, whatever sizes it declares', async () => {
  const bomb = new Uint8Array(200 * 1_048_576).fill(32)
  expect(await ruleOf(zip(partsAround(bomb)))).toMatch(/^unpacks to more than [\d,]+ bytes$/)
  const liar = zip(partsAround(bomb).map((part) => ({ ...part, claimed_bytes: 10 })))
  expect(await ruleOf(liar)).toMatch(/^unpacks to more than [\d,]+ bytes$/)
  const honest = zip(partsAround(sheetXml(' '.repeat(3_000))))
  const limits = { spreadsheet_inflated_bytes_max: 2_000 }
  expect(await ruleOf(honest, { limits })).toBe('unpacks to more than 2,000 bytes')
})

test('the number of cells and rows and the size of XLS files are limited', async () => {
  const rows = [columns, ...Array.from({ length: 30 }, (_, i) => [`SKU-${i}`, i])]
  const limits = { spreadsheet_cells_max: 50 }
  for (const bytes of [workbook(rows), workbook(rows, 'biff8')]) {
    expect(await ruleOf(bytes.slice(), { limits })).toBe('has more than 50 cells')
    expect(await ruleOf(bytes.slice(), { rows_max: 29 })).toBe('has more than 29 rows')
    expect(await rowsOf(bytes.slice(), { rows_max: 30 })).toHaveLength(31)
  }
  const small = { spreadsheet_xls_bytes_max: 1_000 }
  expect(await ruleOf(workbook(rows, 'biff8'), { limits: small })).toBe('is an XLS file of more than 1,000 bytes')
  // Many empty cells compress to a few bytes; they are counted before they are processed.
  const row = `<row>${'<c/><x:c />'.repeat(500)}</row>`
  const crowd = zip(partsAround(sheetXml(row.repeat(51))))
  const loose = { spreadsheet_ratio_max: 100_000, spreadsheet_cells_max: 50_000 }
  expect(await ruleOf(crowd, { limits: loose })).toBe('has more than 50,000 cells')
})

test('a sheet costs as much as its cells, however far they are from the first row and column', async () => {
  const far = sheetXml(
    '<row r="1"><c r="A1" t="inlineStr"><is><t>SKU</t></is></c><c r="XFD1" t="inlineStr"><is><t>Counted</t></is></c></row>' +
      '<row r="1048576"><c r="A1048576" t="inlineStr"><is><t>TEE-S</t></is></c><c r="XFD1048576"><v>3</v></c></row>',
  )
  const [, { row_number, cells } = { row_number: 0, cells: [] }, ...others] = await rowsOf(zip(partsAround(far)))
  expect([row_number, cells.length, cells[0], cells.at(-1), others]).toEqual([1_048_576, 16_384, 'TEE-S', '3', []])
})

const tooLargeAnArea =
  'has more than 4,000,000 places for cells, its rows times its widest row; clear the cells far to the right'

const wideRows = (count: number, address: (row: number) => string) =>
  Array.from(
    { length: count },
    (_, i) => `<row r="${i + 1}"><c r="A${i + 1}"><v>1</v></c>${address(i + 1)}</row>`,
  ).join('')

test('a small workbook of few but far cells is refused before it takes memory, with the limit', async () => {
  const shapes = [
    wideRows(20_000, (row) => `<c r="XFD${row}"><v>2</v></c>`),
    // As the parser reads addresses: in single quotes, after other attributes, and after the cell's own tag.
    wideRows(20_000, (row) => `<x:c s="1" t='n' r='XFD${row}'/>`),
    wideRows(20_000, () => '<c><v>2</v>r="XFD1"</c>'),
    wideRows(20_000, (row) => (row === 1 ? '<c r="XFC1"/><c><v>2</v></c>' : '')),
  ]
  for (const shape of shapes) expect(await ruleOf(zip(partsAround(sheetXml(shape))))).toBe(tooLargeAnArea)
  const utf16 = new Uint8Array(Buffer.from(`\uFEFF${sheetXml(shapes[0]!)}`, 'utf16le'))
  expect(await ruleOf(zip(partsAround(utf16)))).toBe(tooLargeAnArea)
  const rows = Array.from({ length: 60 }, (_, i) => (i === 0 ? columns : [`SKU-${i}`, i]))
  rows[30]![200] = 1
  for (const kind of ['xlsx', 'biff8'] as const) {
    const small = { spreadsheet_area_max: 60 * 201 - 1 }
    expect(await ruleOf(workbook(rows, kind), { limits: small })).toStartWith('has more than 12,059')
    expect(await rowsOf(workbook(rows, kind), { limits: { spreadsheet_area_max: 60 * 201 } })).toHaveLength(60)
  }
})

test('ranges that a workbook names but does not fill cost nothing: its dimension, links and rows beyond the last', async () => {
  const filled =
    '<row r="1"><c r="A1" t="inlineStr"><is><t>SKU</t></is></c><c r="B1" t="inlineStr"><is><t>Counted</t></is></c></row>' +
    '<row r="1048576"><c r="A1048576" t="inlineStr"><is><t>Grün</t></is></c><c r="B1048576"><v>3</v></c></row>'
  const whole = sheetXml(filled)
    .replace('<sheetData>', '<dimension ref="A1:XFD1048576"/><sheetData>')
    .replace('</sheetData>', '</sheetData><hyperlinks><hyperlink ref="A1:XFD1048576" location="A1"/></hyperlinks>')
  expect(whole).toContain('hyperlink ref')
  expect((await rowsOf(zip(partsAround(whole)))).slice(1)).toEqual([{ row_number: 1_048_576, cells: ['Grün', '3'] }])
  const beyond = sheetXml(filled.replaceAll('1048576', '4294967295'))
  expect((await rowsOf(zip(partsAround(beyond)))).slice(1)).toEqual([
    { row_number: 4_294_967_295, cells: ['Grün', '3'] },
  ])
})

test('a file that takes too long is aborted, and the next one is read', async () => {
  const rows = [columns, ...Array.from({ length: 20_000 }, (_, i) => [`SKU-${i}`, i])]
  const rule = await ruleOf(workbook(rows), { rows_max: 20_000, limits: { spreadsheet_seconds_max: 0.001 } })
  expect(rule).toBe('takes longer than 0.001 seconds to read')
  expect(await cellsOf(workbook([columns, ['TEE-S', 1]]))).toEqual([['TEE-S', '1']])
})

test("an organisation's files beyond its queue are refused; queued ones are read, and other organisations are unaffected", async () => {
  const file = workbook([columns, ['TEE-S', 1]])
  const readings = Array.from({ length: 12 }, () => rowsOf(file.slice()))
  const ofAnother = rowsOf(file.slice(), { organization_id: 'another' })
  const outcomes = await Promise.allSettled(readings)
  const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
  expect(refused.map(({ reason }) => reason.code)).toEqual(Array(3).fill('SERVICE_UNAVAILABLE'))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(9)
  expect(await ofAnother).toHaveLength(2)
})

test('a number of a workbook is read with the fifteen digits that spreadsheets calculate with, a whole one exactly', async () => {
  const rows = [
    ['SKU', 'Counted'],
    ['A', 0.1 + 0.2],
    ['B', 19.999999999999996],
    ['C', 1_234_567_890_123_456],
    ['D', -1234.5678],
  ]
  for (const kind of ['xlsx', 'biff8'] as const)
    expect((await cellsOf(workbook(rows, kind))).map(([, counted]) => counted)).toEqual([
      '0.3',
      '20',
      '1234567890123456',
      '-1234.5678',
    ])
})

test('a date of a workbook has the time that its format shows, and a percentage its sign', async () => {
  const shown = (v: number, z: string) => ({ t: 'n', v, z }) as const
  const day = 46_053
  const rows = [
    ['SKU', 'Counted'],
    ['A', shown(day + 0.25, 'dd/mm/yyyy')],
    ['B', shown(day + 0.25, 'm/d/yy h:mm')],
    ['C', shown(day, 'yyyy-mm-dd hh:mm:ss')],
    ['D', shown(day + 86_399.9 / 86_400, '[$-409]d/m/yyyy h:mm AM/PM')],
    ['E', shown(day + 0.5, 'd "short" mmm yyyy')],
    ['F', shown(0.95, '0%')],
    ['G', shown(0.0725, '0.00%')],
  ]
  for (const kind of ['xlsx', 'biff8'] as const)
    expect((await cellsOf(workbook(rows, kind))).map(([, counted]) => counted)).toEqual([
      '2026-01-31',
      '2026-01-31 06:00:00',
      '2026-01-31',
      '2026-02-01',
      '2026-01-31',
      '95%',
      '7.25%',
    ])
})
