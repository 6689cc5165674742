/** Layout of a printed report: head figures, notes, then each table. Wide tables are cut into blocks of columns. Runs in the worker. */
import type { PrintedReport, PrintedTable } from './printed_report.ts'
import {
  bottom,
  clean,
  type Column,
  drawLine,
  drawSheet,
  drawTableHead,
  edge,
  grey,
  ink,
  type Page,
  short,
  wide,
} from './sheet.ts'

type Row = PrintedTable['rows'][number]

const columnsABlock = 3
const labelWidth = 128
/** Headings are on one line, so longer ones are cut. */
const headLengthMax = 30

function blockColumns(table: PrintedTable, first: number, width: number): Column<Row>[] {
  const block = table.columns.slice(first, first + columnsABlock)
  const each = (width - labelWidth) / columnsABlock
  return [
    { head: '', width: labelWidth, align: 'left', read: ({ label }) => [short(clean(label)), []] },
    ...block.map(({ label, is_figure }, i): Column<Row> => ({
      head: clean(label).slice(0, headLengthMax),
      width: each,
      align: is_figure ? 'right' : 'left',
      read: ({ cells }) => [short(clean(cells[first + i]!)), []],
    })),
  ]
}

function drawTable(page: Page, table: PrintedTable): void {
  if (page.y + 90 > bottom(page)) page.addPage()
  page.x = edge
  page
    .font('bold')
    .fontSize(12)
    .fillColor(ink)
    .text(clean(table.label), edge, page.y, { width: wide(page) })
  page.font('body').fontSize(8).fillColor(grey)
  for (const text of [table.note, table.absence]) if (text !== null) page.text(clean(text), { width: wide(page) })
  page.moveDown(0.5)
  if (table.rows.length === 0) return
  for (let first = 0; first < table.columns.length; first += columnsABlock) {
    if (page.y + 60 > bottom(page)) page.addPage()
    const columns = blockColumns(table, first, wide(page))
    drawTableHead(page, columns)
    table.rows.forEach((row, place) => drawLine(page, columns, row, place))
    page.y += 10
  }
}

function drawHead(page: Page, report: PrintedReport): void {
  page
    .font('bold')
    .fontSize(19)
    .fillColor(ink)
    .text(clean(report.title), edge, edge, { width: wide(page) })
  page.font('body').fontSize(9.5).fillColor(grey)
  page.text(`${clean(report.organization)}, ${clean(report.period)}`, { width: wide(page) })
  page.moveDown(0.8)
  for (const { label, figure, against } of report.head) {
    page
      .font('body')
      .fontSize(9)
      .fillColor(grey)
      .text(clean(label), { continued: true, width: wide(page) })
    page
      .font('bold')
      .fillColor(ink)
      .text(`  ${clean(figure)}`, { continued: against !== null })
    if (against !== null)
      page
        .font('body')
        .fillColor(grey)
        .text(`  ${clean(against)}`)
  }
  page.moveDown(0.6)
  page.font('body').fontSize(8).fillColor(grey)
  for (const note of report.notes) page.text(clean(note), { width: wide(page) })
  page.moveDown(0.8)
}

export const layOutReport = (report: PrintedReport): Promise<Uint8Array> =>
  drawSheet(
    {
      title: `${report.title}, ${report.period}`,
      name: `${report.title}, ${report.period}`,
      author: report.organization,
      made_on: report.made_on,
    },
    (page) => {
      drawHead(page, report)
      for (const table of report.tables) drawTable(page, table)
    },
  )
