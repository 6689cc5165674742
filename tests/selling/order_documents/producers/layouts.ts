/**
 * Order papers as other programs write them, with known content. Workbooks are composed part by part as LibreOffice, xlsxwriter
 * and Excel write them, or by a library; texts in the dialects of ERP exports. Nothing here is shared with the reader.
 */
import * as XLSX from '@e965/xlsx'
import { crc32, deflateRawSync } from 'node:zlib'
import { centsOf, type Paper, type PaperLine, sizes, textPdf, unitsOf } from '../papers.ts'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A zip archive with packed parts, as office programs write it. */
function zipped(parts: Record<string, string>): Uint8Array {
  const [bodies, entries]: Buffer[][] = [[], []]
  let offset = 0
  for (const [name, text] of Object.entries(parts)) {
    const [raw, path] = [Buffer.from(text), Buffer.from(name)]
    const packed = deflateRawSync(raw)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(raw), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(raw.length, 18)
    facts.writeUInt16LE(path.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, path, packed])
    const at = Buffer.alloc(14)
    at.writeUInt32LE(offset, 10)
    entries!.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), facts, at, path]))
    bodies!.push(local)
    offset += local.length
  }
  const list = Buffer.concat(entries!)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries!.length, 4)
  end.writeUInt16LE(entries!.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(offset, 12)
  return new Uint8Array(Buffer.concat([...bodies!, list, Buffer.from('PK\u0005\u0006'), end]))
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'

interface Book {
  rows: string
  more?: string
  strings?: string[]
  before?: string
}

/** Format 1 of cells is a date, 2 an amount. */
const styles = `${xml}<styleSheet ${main}><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="1"><font><sz val="10"/><name val="Arial"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`

function workbook({ rows, more = '', strings, before = '' }: Book): Uint8Array {
  const type = (part: string, kind: string) =>
    `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${relations}/${kind}" Target="${target}"/>`
  const list = (body: string) => `${xml}<Relationships xmlns="${packages}/relationships">${body}</Relationships>`
  return zipped({
    '[Content_Types].xml': `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${type('/xl/workbook.xml', 'sheet.main')}${type('/xl/worksheets/sheet1.xml', 'worksheet')}${type('/xl/styles.xml', 'styles')}${strings === undefined ? '' : type('/xl/sharedStrings.xml', 'sharedStrings')}</Types>`,
    '_rels/.rels': list(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${xml}<workbook ${main} xmlns:r="${relations}"><workbookPr date1904="false"/><sheets><sheet name="Bestellung" sheetId="1" state="visible" r:id="rId2"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': list(relation('rId1', 'styles', 'styles.xml') + relation('rId2', 'worksheet', 'worksheets/sheet1.xml') + (strings === undefined ? '' : relation('rId3', 'sharedStrings', 'sharedStrings.xml'))), // prettier-ignore
    'xl/styles.xml': styles,
    ...(strings === undefined
      ? {}
      : {
          'xl/sharedStrings.xml': `${xml}<sst ${main} count="${strings.length}" uniqueCount="${strings.length}">${strings.join('')}</sst>`,
        }),
    'xl/worksheets/sheet1.xml': `${xml}<worksheet ${main}>${before}<sheetData>${rows}</sheetData>${more}</worksheet>`,
  })
}

const column = (i: number) => String.fromCodePoint(65 + i)
const serial = (day: string) => Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000) + 25_569
const dollars = (cents: number) => cents / 100
const amountOf = ({ quantity, price_cents }: PaperLine) => quantity * price_cents
const comma = (cents: number) => (cents / 100).toFixed(2).replace('.', ',')
const german = (day: string) => day.split('-').toReversed().join('.')

/** Strings shared and with runs of formats, days as numbers with a format, amounts as formulas with their last result. */
function libreOffice(paper: Paper): Uint8Array {
  const strings: string[] = []
  const text = (value: string, isRich = false) => {
    const runs = isRich
      ? `<r><rPr><b val="true"/><sz val="10"/></rPr><t xml:space="preserve">${escaped(value.slice(0, 3))}</t></r><r><rPr><sz val="10"/></rPr><t xml:space="preserve">${escaped(value.slice(3))}</t></r>`
      : `<t xml:space="preserve">${escaped(value)}</t>`
    strings.push(`<si>${runs}</si>`)
    return `s="0" t="s"><v>${strings.length - 1}</v></c>`
  }
  let number = 0
  const row = (...cells: (string | null)[]) => {
    number++
    const all = cells.map((cell, i) => (cell === null ? '' : `<c r="${column(i)}${number}" ${cell}`)).join('')
    return `<row r="${number}" customFormat="false" ht="12.8" hidden="false" customHeight="false" outlineLevel="0" collapsed="false">${all}</row>`
  }
  const figure = (value: number, style = 0) => `s="${style}" t="n"><v>${value}</v></c>`
  const rows = [
    row(text('Bestellung', true)),
    row(text('Bestellnummer:'), text(paper.reference), text('Bestelldatum:'), figure(serial(paper.order_date), 1)),
    row(text('Liefertermin:'), figure(serial(paper.ship_date), 1)),
    row(),
    row(...['Pos', 'Artikelnummer', 'Bezeichnung', 'Menge', 'Einzelpreis', 'Gesamtpreis'].map((head) => text(head))),
    ...paper.lines.map((line, i) =>
      row(
        figure(i + 1),
        text(line.sku, true),
        text(`${line.style} ${line.color} ${line.size}`),
        figure(line.quantity),
        figure(dollars(line.price_cents), 2),
        `s="2"><f aca="false">D${i + 6}*E${i + 6}</f><v>${dollars(amountOf(line))}</v></c>`,
      ),
    ),
    row(text('Gesamtsumme'), null, null, figure(unitsOf(paper)), null, `s="2"><f aca="false">SUM(F6:F${number})</f><v>${dollars(centsOf(paper))}</v></c>`), // prettier-ignore
  ]
  return workbook({ rows: rows.join(''), strings, before: '<sheetPr filterMode="false"/><dimension ref="A1:F99"/>' })
}

/** Strings in the cells, whole numbers and days as text: what writers that hold no table of strings write. */
function inlineStrings(paper: Paper): Uint8Array {
  const cell = (value: string | number) =>
    typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${escaped(value)}</t></is></c>`
  const row = (...cells: (string | number)[]) => `<row>${cells.map(cell).join('')}</row>`
  return workbook({
    rows: [
      row('PO Number', paper.reference),
      row('Ship Date', paper.ship_date, 'Cancel Date', paper.cancel_date),
      row('UPC', 'Style', 'Color', 'Size', 'Qty', 'Unit Cost', 'Ext Cost'),
      ...paper.lines.map((line) =>
        row(
          Number(line.barcode),
          line.style,
          line.color,
          line.size,
          line.quantity,
          dollars(line.price_cents),
          dollars(amountOf(line)),
        ),
      ),
    ].join(''),
  })
}

/** A title over several columns, styled cells without values, prices with a sign and a table far to the right and below. */
function styledExcel(paper: Paper): Uint8Array {
  const blank = (ref: string) => `<c r="${ref}" s="2"/>`
  const text = (ref: string, value: string) => `<c r="${ref}" t="str"><v>${escaped(value)}</v></c>`
  const figure = (ref: string, value: number, style = 2) => `<c r="${ref}" s="${style}"><v>${value}</v></c>`
  const first = 9
  const heads = ['Item Number', 'Description', 'Order Qty', 'Net Price', 'Extended']
  const lines = paper.lines.map((line, i) => {
    const at = first + 1 + i
    return `<row r="${at}" spans="3:9">${text(`C${at}`, line.buyer_sku)}${text(`D${at}`, `${line.style}, ${line.color}, ${line.size}`)}${figure(`E${at}`, line.quantity, 0)}${figure(`F${at}`, dollars(line.price_cents))}${figure(`G${at}`, dollars(amountOf(line)))}${blank(`H${at}`)}${blank(`I${at}`)}</row>`
  })
  const rows = [
    `<row r="2">${text('C2', 'Purchase Order')}${blank('D2')}${blank('E2')}</row>`,
    `<row r="4">${text('C4', 'Order No.')}${text('D4', paper.reference)}</row>`,
    `<row r="5">${text('C5', 'Requested ship date')}<c r="D5" s="1"><v>${serial(paper.ship_date)}</v></c></row>`,
    `<row r="${first}">${heads.map((head, i) => text(`${column(i + 2)}${first}`, head)).join('')}${blank(`H${first}`)}</row>`,
    ...lines,
  ]
  return workbook({ rows: rows.join(''), more: '<mergeCells count="1"><mergeCell ref="C2:G2"/></mergeCells>' })
}

const plainRows = (paper: Paper): (string | number | null)[][] => [
  ['PO Number', paper.reference, null, 'Currency', 'USD'],
  ['Ship Date', paper.ship_date, null, 'Cancel Date', paper.cancel_date],
  [],
  ['Vendor SKU', 'Product', 'Quantity', 'Unit price', 'Amount'],
  ...paper.lines.map((line) => [
    line.sku,
    line.style,
    line.quantity,
    dollars(line.price_cents),
    dollars(amountOf(line)),
  ]),
  ['Total', null, unitsOf(paper), null, dollars(centsOf(paper))],
]

function byLibrary(rows: unknown[][], bookType: 'biff8' | 'ods' | 'xlsx'): Uint8Array {
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows), 'PO')
  return new Uint8Array(XLSX.write(book, { type: 'array', bookType }) as ArrayBuffer)
}

export const odsPaper = (paper: Paper): Uint8Array => byLibrary(plainRows(paper), 'ods')

/** A row for each style and colour of one price, with the sizes in a row of their own below the headers. */
function sizesBelow(paper: Paper): Uint8Array {
  const groups = [...Map.groupBy(paper.lines, ({ style, color, price_cents }) => [style, color, price_cents].join('|')).values()]
  const rows = groups.map((lines) => [
    lines[0]!.style,
    lines[0]!.color,
    ...sizes.map((size) => lines.find((line) => line.size === size)?.quantity ?? null),
    dollars(lines[0]!.price_cents),
  ])
  return byLibrary([['PO Number', paper.reference], [], ['Style', 'Colour', 'Sizes', null, null, null, 'Price'], [null, null, ...sizes, null], ...rows], 'xlsx')
} // prettier-ignore

/** What web applications call a workbook. */
function htmlTable(paper: Paper): Uint8Array {
  const cell = (value: string | number | null, tag = 'td') => `<${tag}>${value === null ? '&nbsp;' : escaped(String(value))}</${tag}>`
  const rows = plainRows(paper).map((row) => `<tr>${row.map((value) => cell(value)).join('')}</tr>`)
  return Buffer.from(
    `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta charset="utf-8"><style>td{mso-number-format:"\\@";}</style></head>\n<body><table border=1>${rows.join('\n')}</table></body></html>`,
  )
} // prettier-ignore

const quoted = (value: string | number) => `"${String(value).replaceAll('"', '""')}"`

/** Every value quoted, a byte order mark, lines that end in CR LF. */
const quotedCsv = (paper: Paper): Uint8Array =>
  Buffer.from(
    `\uFEFF${[
      ['PO Number', paper.reference],
      ['Style', 'Colour', 'Size', 'EAN', 'Quantity', 'Wholesale price', 'Retail price'],
      ...paper.lines.map((line) => [line.style, line.color, line.size, line.barcode, line.quantity, dollars(line.price_cents).toFixed(2), '199.00']),
    ].map((row) => row.map(quoted).join(',')).join('\r\n')}\r\n`,
  ) // prettier-ignore

/** Semicolons, commas as decimal marks, Latin-1, German headings, a separator line as Excel takes it. */
const germanCsv = (paper: Paper): Uint8Array =>
  Buffer.from(
    [
      'sep=;',
      `Bestellnummer;${paper.reference}`,
      `Liefertermin;${german(paper.ship_date)};Währung;USD`,
      'Pos;Artikelnummer;Bezeichnung;Größe;Menge;Stückpreis;Gesamtpreis',
      ...paper.lines.map((line, i) => [i + 1, line.sku, line.style, line.size, line.quantity, comma(line.price_cents), comma(amountOf(line))].join(';')),
      `Summe;;;;${unitsOf(paper)};;${comma(centsOf(paper))}`,
    ].join('\r\n'),
    'latin1',
  ) // prettier-ignore

/** What Excel calls Unicode text: UTF-16 with tabs. */
const unicodeText = (paper: Paper): Uint8Array =>
  Buffer.from(`\uFEFF${plainRows(paper).map((row) => row.map((value) => value ?? '').join('\t')).join('\r\n')}\r\n`, 'utf16le') // prettier-ignore

/** Bars between values, French headings, an order number in each line. */
const frenchBars = (paper: Paper): Uint8Array =>
  Buffer.from(
    [
      'N° commande|Référence|Désignation|Quantité|Prix unitaire|Montant',
      ...paper.lines.map((line) => [paper.reference, line.sku, line.style, line.quantity, comma(line.price_cents), comma(amountOf(line))].join('|')),
    ].join('\n'),
  ) // prettier-ignore

/** Stores across, each of which gets some of every line. */
function storesAcross(paper: Paper): Uint8Array {
  const rows = paper.lines.map((line) => {
    const first = Math.floor(line.quantity / 2)
    return [line.sku, first, line.quantity - first, line.quantity, dollars(line.price_cents).toFixed(2)].join(',')
  })
  return Buffer.from([`PO Number,${paper.reference}`, 'SKU,Store 0101,Store 0102,Total units,Unit price', ...rows].join('\n')) // prettier-ignore
}

export const producers = {
  libreoffice_xlsx: { file_name: 'order.xlsx', make: libreOffice },
  inline_strings_xlsx: { file_name: 'order.xlsx', make: inlineStrings },
  styled_xlsx: { file_name: 'order.xlsx', make: styledExcel },
  biff8_xls: { file_name: 'order.xls', make: (paper) => byLibrary(plainRows(paper), 'biff8') },
  sizes_below_xlsx: { file_name: 'order.xlsx', make: sizesBelow },
  html_xls: { file_name: 'order.xls', make: htmlTable },
  quoted_csv: { file_name: 'order.csv', make: quotedCsv },
  german_csv: { file_name: 'bestellung.csv', make: germanCsv },
  unicode_text: { file_name: 'order.txt', make: unicodeText },
  french_bars: { file_name: 'commande.txt', make: frenchBars },
  stores_across_csv: { file_name: 'order.csv', make: storesAcross },
  text_pdf: { file_name: 'order.pdf', make: textPdf },
} as const satisfies Record<string, { file_name: string; make: (paper: Paper) => Uint8Array | Promise<Uint8Array> }>
