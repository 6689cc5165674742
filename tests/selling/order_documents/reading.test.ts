/** Papers of known content in every layout become the orders they are, line by line. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { fileOf, layouts, type Layout, type Paper, paperOf } from './papers.ts'
import { sized } from '../../support/long.ts'
import { openPaperShop, openReader, type PaperShop } from './paper_shop.ts'

setDefaultTimeout(sized(180_000, 900_000))

let reader: Awaited<ReturnType<typeof openReader>>
beforeAll(async () => {
  reader = await openReader()
})
afterAll(() => reader.stop())

/** Of every layout; the suite reads two of text, one in each table, and of images the one with the fewest lines. */
const papersOf = (layout: Layout) => sized(layout === 'scan' || layout === 'photo' ? 1 : 2, 5)
const seedsOf = (layout: Layout): number[] => {
  const last = (layouts.indexOf(layout) + 1) * 5
  return Array.from({ length: papersOf(layout) }, (_, i) => last - i)
}

interface Score {
  values: number
  right: number
}

const same = (text: unknown, expected: string) => Number(text === expected)

/** How many values of the paper were read right: of each line the variant, quantity and price; and the header's. */
function scoreOf(paper: Paper, layout: Layout, read: any): Score {
  const { reading } = read
  const dates =
    layout === 'csv' || layout === 'size_workbook' ? [] : [same(reading.values.order_date?.text, paper.order_date)]
  const header = [
    same(reading.values.reference?.text, paper.reference),
    same(reading.requested_ship_date, paper.ship_date),
    same(reading.cancel_date, paper.cancel_date),
    ...dates,
  ]
  const lines = paper.lines.flatMap((line) => {
    const found = reading.lines.find(({ sku }: any) => sku === line.sku)
    return [
      Number(found !== undefined),
      Number(found?.quantity === line.quantity),
      Number(found?.unit_price_cents === line.price_cents),
    ]
  })
  const all = [...header, ...lines]
  return { values: all.length, right: all.reduce((sum, one) => sum + one, 0) }
}

/** What was taken over without a person is exactly the paper. */
async function proveOrder(shop: PaperShop, paper: Paper, read: any): Promise<void> {
  const order = await shop.order(read.order.order_id)
  expect(order).toMatchObject({
    origin: 'document',
    lifecycle: 'draft',
    reference: paper.reference,
    exceptions_open: 0,
  })
  const key = (line: [string, number, number]) => line.join(' ')
  expect(order.line_items.map((line: any) => key([line.sku, line.quantity, line.unit_price.cents])).toSorted()).toEqual(
    paper.lines.map((line) => key([line.sku, line.quantity, line.price_cents])).toSorted(),
  )
}

const required: Record<Layout, number> = { text_pdf: 1, csv: 1, workbook: 1, size_workbook: 1, scan: 0.95, photo: 0.85 }

for (const layout of layouts)
  test(`of papers as ${layout}, ${required[layout] * 100} % of the values are read, and none is taken over wrong`, async () => {
    const shop = await openPaperShop()
    const total: Score = { values: 0, right: 0 }
    let automatic = 0
    for (const seed of seedsOf(layout)) {
      const paper = paperOf(seed)
      const { bytes, file_name } = await fileOf(layout, paper)
      const filed = await shop.filed(bytes, { file_name })
      await reader.settle()
      const read = await shop.get(filed)
      expect([file_name, ['read', 'refused'].includes(read.state)]).toEqual([file_name, true])
      if (read.state === 'read') {
        automatic++
        await proveOrder(shop, paper, read)
      } else if (required[layout] === 1) expect(read.problems).toEqual([])
      const score = scoreOf(paper, layout, read)
      total.values += score.values
      total.right += score.right
    }
    expect(total.right / total.values).toBeGreaterThanOrEqual(required[layout])
    expect(automatic).toBeGreaterThan(0)
    console.log(layout, total, { automatic })
  })
