/** Layout of the statement of an account: header and facts once, its entries in a table, then balance and ageing. Runs in the worker. */
import { amount, money } from './figures.ts'
import type { PrintedEntry, PrintedStatement } from './printed_statement.ts'
import {
  bottom,
  clean,
  type Column,
  drawFacts,
  drawLine,
  drawParties,
  drawSheet,
  drawTableHead,
  edge,
  grey,
  ink,
  type Page,
  short,
  wide,
} from './sheet.ts'

const columnsOf = (currency: string, width: number): Column<PrintedEntry>[] => [
  { head: 'Date', width: 76, align: 'left', read: ({ day }) => [day, []] },
  {
    head: 'Entry',
    width: width - 76 - 104 - 104,
    align: 'left',
    read: ({ title, details }) => [short(clean(title)), details.map(clean)],
  },
  { head: `Amount, ${currency}`, width: 104, align: 'right', read: (entry) => [amount(entry.amount, currency), []] },
  { head: `Balance, ${currency}`, width: 104, align: 'right', read: (entry) => [amount(entry.balance, currency), []] },
]

const sumsHeight = 120

function drawSums(page: Page, { ageing, closing, currency }: PrintedStatement): void {
  if (page.y + sumsHeight > bottom(page)) page.addPage()
  page.y += 8
  const right = { width: wide(page), align: 'right' } as const
  page.font('bold').fontSize(10).fillColor(ink)
  page.text(`Closing balance ${money(closing, currency)}`, edge, page.y, right)
  page.font('body').fontSize(9).fillColor(grey)
  for (const [name, cents] of ageing) page.text(`${name} ${money(cents, currency)}`, right)
}

/** Renders a statement to the bytes of a PDF. */
export function layOutStatement(statement: PrintedStatement): Promise<Uint8Array> {
  const { from, to, currency, buyer, seller, opening } = statement
  const title = `Statement of account ${clean(buyer.name)}`
  return drawSheet({ title, name: `Statement ${to}`, author: seller.name, made_on: to }, (page) => {
    page
      .font('bold')
      .fontSize(19)
      .fillColor(ink)
      .text(title, edge, edge, { width: wide(page) })
    page.moveDown(0.8)
    drawParties(page, [
      ['From', seller],
      ['Account', buyer],
    ])
    drawFacts(page, [
      ['From', from],
      ['To', to],
      ['Currency', currency],
      ['Opening balance', money(opening, currency)],
    ])
    const columns = columnsOf(currency, wide(page))
    drawTableHead(page, columns)
    statement.entries.forEach((entry, place) => drawLine(page, columns, entry, place))
    drawSums(page, statement)
  })
}
