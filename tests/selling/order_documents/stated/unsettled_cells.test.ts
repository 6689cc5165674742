/** Cells that a workbook shows otherwise than it stores them: struck out, or a formula whose result is due. None is read as it is stored. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { partsAround, sheetXml, zip } from '../../../files/spreadsheet_files.ts'
import { codesOf, linesOf, openShop, type Reader, sentencesOf } from '../case_shop.ts'
import { openReader } from '../paper_shop.ts'

setDefaultTimeout(120_000)

let reader: Reader
beforeAll(async () => {
  reader = await openReader()
})
afterAll(() => reader.stop())

const namespace = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'

/** Format 1 of cells is struck out, format 2 says that it is not. */
const styles = `<styleSheet ${namespace}><fonts count="3"><font><sz val="11"/></font><font><strike/><sz val="11"/></font><font><strike val="0"/></font></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0"/><xf numFmtId="0" fontId="1" fillId="0"/><xf numFmtId="0" fontId="2"/></cellXfs></styleSheet>`

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const figure = (value: number, format = 0) => `<c s="${format}"><v>${value}</v></c>`

/** An order of two lines; the cells of the second one are given. */
function bookOf(item: string, quantity: string, price: string, calculation = ''): Uint8Array {
  const rows = [
    ['SKU', 'Qty', 'Price', 'Amount'].map((head) => text(head)),
    [text('JUMPER-M'), figure(24), figure(24), figure(576)],
    [item, quantity, price, '<c><v/></c>'],
  ].map((cells) => `<row>${cells.join('')}</row>`)
  const parts = partsAround(sheetXml(rows.join(''))).map((part) => {
    const xml = new TextDecoder().decode(part.bytes)
    const more = xml
      .replace('</Relationships>', part.name.startsWith('xl/') ? '<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>' : '</Relationships>')
      .replace('</Types>', '<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>')
      .replace('name="Count"', 'name="Order"')
      .replace('</workbook>', `${calculation}</workbook>`)
    return { name: part.name, bytes: new TextEncoder().encode(more) }
  })
  return zip([...parts, { name: 'xl/styles.xml', bytes: new TextEncoder().encode(styles) }])
} // prettier-ignore

const plain = [text('JUMPER-L'), figure(6), figure(24)] as const
const both = [['JUMPER-M', 24, 2_400], ['JUMPER-L', 6, 2_400]] // prettier-ignore

test('a cell that is struck out stops the draft by its name, wholly or in part', async () => {
  const shop = await openShop(reader)
  const struck = await shop.read(bookOf(text('JUMPER-L'), figure(6, 1), figure(24)), 'order.xlsx')
  expect([codesOf(struck), sentencesOf(struck)]).toEqual([['refused', 'cell_unknown', 'quantity_unreadable'], expect.stringContaining('The cell “6 (struck out)” (B3) is struck out.')]) // prettier-ignore
  const runs =
    '<c t="inlineStr"><is><r><rPr><strike/></rPr><t>JUMPER-M</t></r><r><rPr><b/></rPr><t> JUMPER-L</t></r></is></c>'
  expect(sentencesOf(await shop.read(bookOf(runs, figure(6), figure(24)), 'order.xlsx'))).toContain('The cell “JUMPER-M (struck out) JUMPER-L” (A3) is struck out.') // prettier-ignore
  const item = '<c t="inlineStr" s="1"><is><t>JUMPER-L</t></is></c>'
  expect(sentencesOf(await shop.read(bookOf(item, figure(6), figure(24)), 'order.xlsx'))).toContain('“JUMPER-L (struck out)” (A3) is struck out.') // prettier-ignore
  const whole = await shop.read(bookOf(text('JUMPER-L'), figure(6, 2), figure(24)), 'order.xlsx')
  expect([codesOf(whole), linesOf(whole.order)]).toEqual([['read'], both])
})

test('a formula without its result stops the draft by its cell, and one with a result is that', async () => {
  const shop = await openShop(reader)
  const [item, quantity, price] = plain
  for (const [cell, named] of [['<c><f>12*2</f><v></v></c>', '=12*2'], ['<c><f>12*2</f><v/></c>', '=12*2'], ['<c><f>12*2</f></c>', '=12*2'], ['<c><f t="shared" si="0"/></c>', '=formula']] as const) {
    expect(sentencesOf(await shop.read(bookOf(item, cell, price), 'order.xlsx'))).toContain(`The cell “${named}” (B3) has a formula without its result.`)
    expect(sentencesOf(await shop.read(bookOf(item, quantity, cell), 'order.xlsx'))).toContain(`The cell “${named}” (C3) has a formula without its result.`)
  }
  const due = '<calcPr calcId="124519" fullCalcOnLoad="1"/>'
  const zero = await shop.read(bookOf(item, '<c><f>12*2</f><v>0</v></c>', price, due), 'order.xlsx')
  expect(sentencesOf(zero)).toContain('The cell “=12*2” (B3) has a formula without its result.')
  const stored = await shop.read(bookOf('<c t="str"><f>"JUMPER-"&amp;"L"</f><v>JUMPER-L</v></c>', '<c><f>3*2</f><v>6</v></c>', price, due), 'order.xlsx')
  expect([codesOf(stored), linesOf(stored.order)]).toEqual([['read'], both])
  const empty = await shop.read(bookOf(item, '<c t="str"><f>IF(A9=1,2,"")</f><v></v></c>', price), 'order.xlsx')
  expect([codesOf(empty), linesOf(empty.order)]).toEqual([['read'], both.slice(0, 1)])
}) // prettier-ignore
