/** Rows of papers in CSV, with the place of each cell as a spreadsheet shows it. */
import { expect, test } from 'bun:test'
import { checkedHtml } from '../../../server/files/spreadsheet/html.ts'
import { formatOf } from '../../../server/selling/order_documents/reading/format.rules.ts'
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

const readPage = async (html: string) => {
  const bytes = Buffer.from(html)
  expect(formatOf(bytes)).toBe('xls')
  const rows = await readSheetRows(bytes, false).catch((error: unknown) => (error as PaperFault).sentence)
  return typeof rows === 'string' ? rows : rows.map((row) => row.map((cell) => cell?.text ?? null))
}
const unreadable = 'The file cannot be read as CSV, XLSX or XLS.'

test('a page in HTML that is saved as a workbook has its values as they are written, and what stands beside its tables', async () => {
  const page = (body: string) =>
    `<html><head><meta charset="utf-8"><title>x</title><style>td{color:red}</style></head><body>${body}</body></html>`
  expect(
    await readPage(
      page(
        '<table><thead><tr><th>SKU</th><th>Qty</th></tr></thead><tr><td>J&amp;M</td><td>1.000</td></tr><tr><td>00123</td><td>03/04/2027</td></tr></table>',
      ),
    ),
  ).toEqual([
    ['SKU', 'Qty'],
    ['J&M', '1.000'],
    ['00123', '03/04/2027'],
  ])
  expect(
    await readPage(
      '<table><tr><td colspan=2>Title</td><td>x</td></tr><tr><td rowspan=2>A</td><td>1</td></tr><tr><td>2</td></tr></table>',
    ),
  ).toEqual([
    ['Title', null, 'x'],
    ['A', '1'],
    ['A', '2'],
  ])
  expect(
    await readPage(
      page(
        '<h1>Order <b>7</b></h1><p>All prices in &euro;<br>net</p><table><caption>Q1</caption><tr><td><!-- 9 --><b>&euro;24</b>.00&nbsp;&lt;5</td></tr></table>Thanks',
      ),
    ),
  ).toEqual([['€24.00 <5'], [], ['Order 7'], ['All prices in €'], ['net'], ['Q1'], ['Thanks']])
  expect(
    await readPage(
      '\uFEFF <!DOCTYPE html>\n<!-- <table><tr><td>c</td></tr></table> --><table><tr><td>Größe</td></tr></table>',
    ),
  ).toEqual([['Größe']])
  const windows = Buffer.from(
    '<html><meta charset=windows-1252><table><tr><td>Größe €</td></tr></table></html>'.replace('€', '\u0080'),
    'latin1',
  )
  expect((await readSheetRows(windows, false))[0]![0]!.text).toBe('Größe €')
  expect(
    (await readSheetRows(Buffer.from('<table><tr><td>Größe</td></tr></table>', 'latin1'), false))[0]![0]!.text,
  ).toBe('Größe')
})

test('a page that is not in the encoding that it states is not read', async () => {
  const page = Buffer.from('<html><meta charset="utf-8"><table><tr><td>Größe</td></tr></table></html>', 'latin1')
  const fault = await readSheetRows(page, false).catch((error: unknown) => error)
  expect(fault).toBeInstanceOf(Error)
})

test('a page that a parser would read otherwise than a person is refused as a whole', async () => {
  for (const cells of [
    '<tr><td>1<td>2</tr>',
    '<tr><td>outer<table><tr><td>in</td></tr></table></td></tr>',
    '<tr><td>1</td></tr><tr style="display: none"><td>2</td></tr>',
    '<tr hidden><td>2</td></tr>',
    '<tr><td><s>2</s>3</td></tr>',
    '<tr><td><del>2</del>3</td></tr>',
    '<tr><td style="text-decoration:line-through">2</td></tr>',
    '<tr><td>J-M</td><td><input value="5"></td></tr>',
    '<td>1</td>',
    '<tr><td>1</td>',
    '<tr><td>5 &bogus; 6</td></tr>',
  ])
    expect([cells, await readPage(`<table>${cells}</table>`)]).toEqual([cells, unreadable])
  expect(await readPage('<table><tr><td>1</td></tr>')).toBe(unreadable)
  expect(await readPage('<table><tr><td colspan=99999999>Title</td><td>x</td></tr></table>')).toContain(
    '4,000,000 places',
  )
})

test('a page is known by what it begins with, behind declarations and comments', () => {
  const pages = [
    '<html>',
    '<?xml version="1.0" encoding="utf-8"?>\n\n<html>',
    ' \n<?xml version="1.0"?><html>',
    '<?xml version="1.0"?><!-- saved --> \n<!--\nby a shop --><table border=1>',
    '\uFEFF\n <!DOCTYPE html>',
    '<HEAD>',
    '<meta charset=x>',
    '<style>',
    '<body\n>',
  ]
  expect(pages.filter((text) => formatOf(Buffer.from(text)) !== 'xls')).toEqual([])
  for (const text of [
    'x<html>',
    '<?xml?>x<html>',
    '<!-- a -->x<html>',
    '<?xml <html',
    '<ta<?xml?>ble>',
    '<htmlx>',
    '<div>',
    'SKU\tQty\n<table>\t1',
  ])
    expect([text, formatOf(Buffer.from(text))]).toEqual([text, 'csv'])
})

test('comments end where the first end stands, and their number does not matter', () => {
  const is = (text: string) => formatOf(Buffer.from(text)) === 'xls'
  const began = performance.now()
  expect(is(`${'<!---->'.repeat(500)}<table>`)).toBe(true)
  expect(is(`${'<!---->'.repeat(500)}x`)).toBe(false)
  expect(is(`${'<!---->'.repeat(2_000)}x<table>`)).toBe(false)
  expect(is(`${'<!-- '.repeat(2_000)}<table>`)).toBe(false)
  expect(performance.now() - began).toBeLessThan(1_000)
  const pages = ['<!--> <table> --><table>', '<!-- - -- > <!-- --> <table>', '<!---->\uFEFF<table>', '<!--x--><!--y--><BODY>']
  expect(pages.filter((text) => !is(text))).toEqual([])
  const others = ['<!--><table>', '<!-- -- ><table>', '<!-- a -->x--><table>', '<!-- a --', '<!- a --><table>', '<!----><!-- <table>']
  expect(others.filter(is)).toEqual([])
}) // prettier-ignore

test('a page is checked in time by its length, whatever has no end in it', () => {
  const length = 400_000
  for (const part of [
    '<!--',
    '<script ',
    '<style><head>',
    '<script><!--</script',
    '<',
    '<a display',
    '<td ',
    '<br ',
    '<table <td></table>',
    '<table><tr><td></td x></tr></table>',
    '&a',
  ]) {
    const began = performance.now()
    checkedHtml(`<table><tr><td>1</td></tr></table>${part.repeat(length / part.length)}`)
    expect([part, performance.now() - began < 2_000]).toEqual([part, true])
  }
})

test('what has an end is left out of a page, and what has none stays', () => {
  const table = '<table><tr><td>1</td></tr></table>'
  const checked = (html: string) => checkedHtml(html).replace(table, '|')
  const beside = (text: string) => `<table><tr><td>${text}</td></tr></table>`
  expect(checked(`<!-- a --><SCRIPT x>a</script ><style>s</Style><head>h</head>${table}`)).toBe('|')
  expect(checked(`<script><!--</script>${table}<!-- <script> -->`)).toBe('|')
  expect(checked(`${table}<header>h</header>`)).toBe(`|<header>h</header>${beside('h')}`)
  expect(checked(`${table}<!-- a --> b <!-- c <script>d</script>`)).toBe(`| b <!-- c ${beside('b <!-- c')}`)
  expect(checked(`${table}5 < 6`)).toBe(`|5 < 6${beside('5 < 6')}`)
  expect(checked(`a<br>${table}<p>b</p>c`)).toBe(`a<br>|<p>b</p>c<table>${['a', 'b', 'c'].map((text) => `<tr><td>${text}</td></tr>`).join('')}</table>`)
  for (const hidden of ['<tr hidden>', '<p hidden=x', '<p style="visibility : hidden">', '<a x=<s>', '<S>', 'line-through'])
    expect(() => checkedHtml(`${table}${hidden}`)).toThrow()
  expect(checked(`${table}<p>hidden </p>display:none`)).toContain('display:none')
}) // prettier-ignore

test('text that only mentions a tag is none of HTML', () => {
  for (const text of ['SKU,Qty\n<b>,1\n', 'Order <table>\n', '<tablet>,1', '<xml>1</xml>', ''])
    expect(formatOf(Buffer.from(text))).toBe('csv')
})
