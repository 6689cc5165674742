/** Rows of papers in CSV, with the place of each cell as a spreadsheet shows it. */
import { expect, test } from 'bun:test'
import { PaperFault } from '../../../server/selling/order_documents/reading/reading.ts'
import { readSheetRows } from '../../../server/selling/order_documents/reading/sheets.ts'

const read = async (bytes: Uint8Array | string) =>
  (await readSheetRows(Buffer.from(bytes as string), true)).map((row) =>
    row.map((cell) => (cell === null ? null : `${cell.place.cell} ${cell.text}`)),
  )

test('titles above the lines of a paper do not decide its delimiter, nor does a first line that names it count as one', async () => {
  expect(await read('Order, November, Nordhaus\n\nSKU;Qty;Price\nA;1;12,50\nB;2;9,95\n')).toEqual([
    ['A1 Order, November, Nordhaus'],
    ['A3 SKU', 'B3 Qty', 'C3 Price'],
    ['A4 A', 'B4 1', 'C4 12,50'],
    ['A5 B', 'B5 2', 'C5 9,95'],
  ])
  expect(await read('sep=;\r\nSKU;Qty\r\nA,1;2\r\n')).toEqual([
    ['A2 SKU', 'B2 Qty'],
    ['A3 A,1', 'B3 2'],
  ])
})

test('a paper is read in its encoding, and refused where it is empty, mixed, or longer than any order', async () => {
  const lines = 'Größe\tQty\nÄ-1\t2\n'
  const rows = [
    ['A1 Größe', 'B1 Qty'],
    ['A2 Ä-1', 'B2 2'],
  ]
  expect(await read(lines)).toEqual(rows)
  expect(await read(Buffer.from(lines, 'latin1'))).toEqual(rows)
  expect(await read(Buffer.from(`\ufeff${lines}`, 'utf16le'))).toEqual(rows)
  const codeOf = async (bytes: Uint8Array | string) => {
    const fault = await read(bytes).catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(PaperFault)
    const { code, sentence } = fault as PaperFault
    return [code, sentence]
  }
  expect(await codeOf('\n\n')).toEqual(['damaged', 'The file is empty.'])
  expect(await codeOf(Buffer.concat([Buffer.from('é,1\n'), Buffer.from([0xe9, 0x0a])]))).toEqual([
    'damaged',
    'The file mixes two encodings: line 1 is UTF-8 and line 2 is not; save all of it as UTF-8.',
  ])
  expect(await read(`SKU,Qty\n${'A,1\n'.repeat(5_000)}`)).toHaveLength(5_001)
  expect(await codeOf(`SKU,Qty\n${'A,1\n'.repeat(5_001)}`)).toEqual(['too_large', 'The file has more than 5,000 rows.'])
})
