/** Files that are no order, or are made to do harm: each ends refused with a named reason, within the limits. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createCanvas } from '@napi-rs/canvas'
import PDFDocument from 'pdfkit'
import { zip, partsAround } from '../../files/spreadsheet_files.ts'
import { paperOf, scanned, scannedPdf, textPdf, upsideDown } from './papers.ts'
import { openPaperShop, openReader, type PaperShop } from './paper_shop.ts'

setDefaultTimeout(180_000)

let reader: Awaited<ReturnType<typeof openReader>>
beforeAll(async () => {
  reader = await openReader({ pages_max: 3, scanned_pages_max: 2 })
})
afterAll(() => reader.stop())

async function reasons(shop: PaperShop, bytes: Uint8Array, file_name: string): Promise<[string, string[]]> {
  const filed = await shop.filed(bytes, { file_name })
  await reader.settle()
  const { state, problems } = await shop.get(filed)
  return [state, problems.map(({ code }: any) => code)]
}

test('a scan upside down is read as if it were upright', async () => {
  const shop = await openPaperShop()
  const paper = paperOf(5)
  const filed = await shop.filed(await upsideDown(await scanned(paper)), { file_name: 'scan.jpg' })
  await reader.settle()
  const read = await shop.get(filed)
  expect([read.state, read.problems]).toEqual(['read', []])
  expect(read.reading.lines.map(({ sku, quantity }: any) => [sku, quantity])).toEqual(
    paper.lines.map(({ sku, quantity }) => [sku, quantity]),
  )
  // Places are those of the page as it is read.
  const tops = read.reading.lines.map(({ values }: any) => values.quantity.place.box.top)
  expect(tops).toEqual(tops.toSorted())
  expect(read.reading.lines[0].values.quantity.place.page).toBe(1)
})

test('encrypted, damaged, long, empty and foreign files are refused with their reason', async () => {
  const shop = await openPaperShop()
  const paper = paperOf(2)
  const pdf = await textPdf(paper)
  expect(await reasons(shop, await textPdf(paper, { userPassword: 'secret' }), 'locked.pdf')).toEqual([
    'refused',
    ['encrypted'],
  ])
  expect(await reasons(shop, pdf.subarray(0, 200), 'cut.pdf')).toEqual(['refused', ['damaged']])
  expect(await reasons(shop, Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff]), 'cut.jpg')).toEqual([
    'refused',
    ['damaged'],
  ])
  expect(await reasons(shop, Buffer.from('PK\u0003\u0004 no archive', 'latin1'), 'cut.xlsx')).toEqual([
    'refused',
    ['damaged'],
  ])
  expect(await reasons(shop, Buffer.from('\n\n\n'), 'empty.csv')).toEqual(['refused', ['damaged']])
  const scans = await scannedPdf([paper, paper, paper])
  expect(await reasons(shop, scans, 'three.pdf')).toEqual(['refused', ['too_many_pages']])
  const blank = createCanvas(600, 800)
  blank.getContext('2d').fillRect(0, 0, 600, 800)
  expect(await reasons(shop, await blank.encode('png'), 'black.png')).toEqual(['refused', ['not_an_order']])
  const letter = createCanvas(900, 1_200)
  const ink = letter.getContext('2d')
  ink.fillStyle = '#fff'
  ink.fillRect(0, 0, 900, 1_200)
  ink.fillStyle = '#000'
  ink.font = '30px Paper'
  ink.fillText('Thank you for the visit last week.', 60, 200)
  ink.fillText('We will write again in spring.', 60, 260)
  expect(await reasons(shop, await letter.encode('png'), 'letter.png')).toEqual(['refused', ['not_an_order']])
})

test('a scan of 40 pages is refused by its number of pages, before any of them is read', async () => {
  const shop = await openPaperShop()
  const image = Buffer.from(await scanned(paperOf(2)))
  const document = new PDFDocument({ size: 'LETTER', margin: 0, autoFirstPage: false })
  const chunks: Buffer[] = []
  const ended = new Promise((resolve) => document.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', resolve))
  for (let page = 0; page < 40; page++) document.addPage().image(image, 0, 0, { width: 612, height: 792 })
  document.end()
  await ended
  await reader.stop()
  reader = await openReader()
  expect(await reasons(shop, Buffer.concat(chunks), 'forty.pdf')).toEqual(['refused', ['too_many_pages']])
  const orders = await shop.tenant.get('/api/v1/sales/orders')
  expect(orders.body.data.filtered_max_size).toBe(0)
})

test('an archive that unpacks to more than the limit is refused before it is unpacked', async () => {
  const shop = await openPaperShop()
  const sheet = Buffer.from(`<worksheet><sheetData>${' '.repeat(64 * 1_048_576)}</sheetData></worksheet>`)
  const bomb = zip(partsAround(sheet))
  expect(await reasons(shop, bomb, 'bomb.xlsx')).toEqual(['refused', ['too_large']])
})

test('an image of too many pixels is refused by the size that it states', async () => {
  const shop = await openPaperShop()
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452000138800001388008000000', 'hex')
  expect(await reasons(shop, Buffer.concat([head, Buffer.alloc(64)]), 'huge.png')).toEqual(['refused', ['too_large']])
})

test('a paper that takes too long is refused, and the next one is read', async () => {
  const shop = await openPaperShop()
  await reader.stop()
  reader = await openReader({ seconds_max: 0.001 })
  expect(await reasons(shop, await scanned(paperOf(3)), 'slow.jpg')).toEqual(['refused', ['too_slow']])
  await reader.stop()
  reader = await openReader()
  expect((await reasons(shop, await textPdf(paperOf(3)), 'quick.pdf'))[0]).toBe('read')
})
