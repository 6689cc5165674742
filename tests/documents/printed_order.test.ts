/** The printed order: its content, its page breaks, and identical output for identical input. */
import { expect, test } from 'bun:test'
import { amount, paymentTerms, percent } from '../../server/documents/printing/figures.ts'
import {
  fileNameOf,
  type PrintedOrder,
  type PrintedLine,
  documentFingerprint,
} from '../../server/documents/printing/printed_order.ts'
import { renderPdf as renderFor } from '../../server/documents/printing/render.ts'
import { nextDocument } from '../../server/purchasing/issuing/issue.rules.ts'
import type { EarlierDocument } from '../../server/purchasing/issuing/issue.store.ts'
import { pdfPages } from '../support/pdf.ts'

const renderPdf = (one: PrintedOrder) => renderFor('one organisation', one)

const line = (more: Partial<PrintedLine> = {}): PrintedLine => ({
  sku: 'JUMPER-M',
  supplier_sku: null,
  barcode: null,
  title: 'Merino crew jumper, M',
  quantity: 24,
  unit_cost: '31.5',
  total_cost: '756',
  deliver_on: null,
  ...more,
})
const document = (more: Partial<PrintedOrder> = {}): PrintedOrder => ({
  order_type: 'purchase',
  name: 'PO-1042',
  revision: 1,
  is_replacement: false,
  mark: null,
  issued_on: '2026-11-21',
  ordered_on: '2026-11-20',
  deliver_on: '2027-01-31',
  ship_from_on: '2027-01-02',
  cancel_after: '2027-02-10',
  currency: 'EUR',
  reference: 'ERP-88120',
  payment_terms: 'net_45',
  deposit_bp: 3000,
  incoterm: 'FOB',
  notes: null,
  buyer: { name: 'Northwind Apparel', details: [] },
  supplier: { name: 'Harbour Knitwear', details: ['Quay 4, Porto', 'PT'] },
  ship_from: null,
  ship_to: { name: 'Main warehouse', details: ['US'] },
  lines: [line()],
  total_units: 24,
  total_cost: '756.0000',
  uncosted_lines: 0,
  ...more,
})

test("a printed order shows parties, terms, lines and totals in the order's currency", async () => {
  const lines = [
    line({ supplier_sku: 'HK-9', barcode: '4006381333931', deliver_on: '2027-01-15' }),
    line({ sku: 'COAT-1', quantity: 1_200, unit_cost: '1234.5678', total_cost: '1481481.36' }),
    line({ sku: 'SOCK', quantity: 5, unit_cost: null, total_cost: null }),
  ]
  const [page, ...more] = await pdfPages(
    await renderPdf(document({ lines, total_units: 1_229, total_cost: null, uncosted_lines: 1 })),
  )
  expect(more).toEqual([])
  for (const words of [
    'Purchase order PO-1042',
    'Northwind Apparel, 2026-11-21',
    'Harbour Knitwear Quay 4, Porto PT',
    'Main warehouse US',
    'Net 45 days',
    '30 %',
    'FOB',
    'ERP-88120',
    '2027-02-10',
    'Yours: HK-9',
    'Barcode 4006381333931',
    'Deliver by 2027-01-15',
    '1,200',
    '1,234.5678',
    '1,481,481.36',
    'not agreed',
    '1,229 units on 3 lines',
    '1 line has no cost agreed yet, so no total is stated.',
  ])
    expect(page).toContain(words)
  expect(page).not.toContain('Total EUR 1')
  const priced = document({ lines: lines.slice(0, 2), total_cost: '1482237.36' })
  expect((await pdfPages(await renderPdf(priced)))[0]).toContain('Total EUR 1,482,237.36')
})

test('a printed transfer shows its source and no prices, and a banner is printed in the header', async () => {
  const moved = document({
    order_type: 'transfer',
    supplier: null,
    ship_from: { name: 'Harbour depot', details: [] },
    lines: [line({ unit_cost: null, total_cost: null })],
    mark: 'DRAFT: not approved, not an order',
  })
  const [page] = await pdfPages(await renderPdf(moved))
  for (const words of [
    'Transfer order PO-1042',
    'Ship from',
    'Harbour depot',
    'DRAFT: not approved',
    '24 units on 1 line',
  ])
    expect(page).toContain(words)
  for (const words of ['EUR', 'Unit cost', 'not agreed', 'Supplier']) expect(page).not.toContain(words)
})

test('a long order spans pages, each with table header and page number, and loses no line', async () => {
  const lines = Array.from({ length: 2_000 }, (_, i) =>
    line({ sku: `SKU-${String(i + 1).padStart(4, '0')}`, title: i % 7 === 0 ? 'A title so long '.repeat(12) : 'Coat' }),
  )
  const started = performance.now()
  const bytes = await renderPdf(document({ lines, total_units: 48_000, notes: 'Note '.repeat(700) }))
  expect(performance.now() - started).toBeLessThan(20_000)
  const pages = await pdfPages(bytes)
  expect(pages.length).toBeGreaterThan(40)
  const text = pages.join(' ')
  for (const { sku } of lines) expect(text).toContain(sku)
  pages.forEach((page, i) => expect(page).toContain(`Page ${i + 1} of ${pages.length}`))
  const withLines = pages.filter((page) => page.includes('SKU-'))
  for (const page of withLines) expect(page).toContain('Unit cost, EUR')
  expect(bytes.byteLength).toBeLessThan(2_000_000)
}, 60_000)

test('an overlong title is cut, and neither it nor an overlong word breaks the table', async () => {
  const lines = [
    line({ title: 'Endless '.repeat(2_500), sku: 'X'.repeat(120) }),
    line({ title: 'W'.repeat(400), sku: 'NEXT' }),
    line({ sku: 'LAST' }),
  ]
  const pages = await pdfPages(await renderPdf(document({ lines })))
  expect(pages).toHaveLength(1)
  expect(pages[0]!.match(/Endless/g)!.length).toBeLessThan(40)
  expect(pages[0]!.replaceAll(' ', '')).toContain('X'.repeat(120))
  for (const words of ['NEXT', 'LAST', '24 units on 3 lines']) expect(pages[0]).toContain(words)
})

test('names in other alphabets are printed as written', async () => {
  const printed = document({
    buyer: { name: 'Şirin Łódź Ελλάδα Москва “Ella”', details: [] },
    notes: 'Größe 38–40, 12 €',
  })
  const [page] = await pdfPages(await renderPdf(printed))
  expect(page).toContain('Şirin Łódź Ελλάδα Москва “Ella”')
  expect(page).toContain('Größe 38–40, 12 €')
})

test('the same document renders to the same bytes, and concurrent renderings do not mix', async () => {
  const names = Array.from({ length: 6 }, (_, i) => `PO-${i + 1}`)
  const made = await Promise.all(names.map((name) => renderPdf(document({ name }))))
  for (const [i, bytes] of made.entries()) expect((await pdfPages(bytes))[0]).toContain(`Purchase order PO-${i + 1} `)
  expect(Buffer.compare(await renderPdf(document({ name: 'PO-1' })), made[0]!)).toBe(0)
})

test('figures keep all their decimals, and have at least two', () => {
  expect(['0', '7', '1234.5000', '1000000', '-12345.678', '0.0001'].map((text) => amount(text, 'USD'))).toEqual([
    '0.00',
    '7.00',
    '1,234.50',
    '1,000,000.00',
    '-12,345.678',
    '0.0001',
  ])
  expect([percent(3000), percent(1250), percent(0)]).toEqual(['30 %', '12.5 %', '0 %'])
  expect(['net_30', 'NET 60', '2_10_net_30', 'prepaid', 'On sight'].map(paymentTerms)).toEqual([
    'Net 30 days',
    'Net 60 days',
    '2 % within 10 days, net 30 days',
    'Prepaid',
    'On sight',
  ])
  expect(['PO-1042', '../../etc', 'A B/ü"', '.hidden'].map(fileNameOf)).toEqual([
    'PO-1042',
    '__.._etc',
    'A_B_',
    '_hidden',
  ])
})

test('the fingerprint depends on the content, not on the date or number of issues', () => {
  const first = documentFingerprint(document())
  expect(documentFingerprint(document({ revision: 4, is_replacement: true, issued_on: '2027-01-01', mark: 'X' }))).toBe(
    first,
  )
  expect(documentFingerprint(document({ notes: 'New' }))).not.toBe(first)
  expect(documentFingerprint(document({ lines: [line({ quantity: 25 })] }))).not.toBe(first)
})

test('documents are numbered, replace what may have arrived, and are not sent twice', () => {
  const went = (more: Partial<EarlierDocument> = {}): EarlierDocument => ({
    channel: 'email',
    recipient: 'a',
    fingerprint: 'x',
    revision: 1,
    state: 'sent',
    attempts: 1,
    is_expired: false,
    ...more,
  })
  const next = (fingerprint: string, recipient = 'a', channel: EarlierDocument['channel'] = 'email') => ({
    fingerprint,
    recipient,
    channel,
  })
  expect(nextDocument([], next('x'))).toEqual({ revision: 1, is_replacement: false })
  expect(nextDocument([went()], next('x'))).toBeNull()
  expect(nextDocument([went()], next('y'))).toEqual({ revision: 2, is_replacement: true })
  expect(nextDocument([went()], next('x', 'b'))).toEqual({ revision: 1, is_replacement: false })
  expect(nextDocument([went()], next('x', 'a', 'edi'))).toEqual({ revision: 1, is_replacement: false })
  expect(nextDocument([went({ state: 'failed', attempts: 4 })], next('x'))).toEqual({
    revision: 1,
    is_replacement: false,
  })
  expect(nextDocument([went({ state: 'queued', attempts: 0 })], next('y'))).toEqual({
    revision: 2,
    is_replacement: false,
  })
  expect(nextDocument([went({ state: 'queued', attempts: 1 })], next('y'))).toEqual({
    revision: 2,
    is_replacement: true,
  })
  expect(
    nextDocument([went({ channel: 'link', recipient: null, state: 'stored', attempts: 0, is_expired: true })], {
      channel: 'link',
      recipient: null,
      fingerprint: 'x',
    }),
  ).toEqual({ revision: 1, is_replacement: true })
  // Earlier content counts as new if other content was issued in between.
  expect(nextDocument([went({ fingerprint: 'y', revision: 2 }), went()], next('x'))).toEqual({
    revision: 3,
    is_replacement: true,
  })
})
