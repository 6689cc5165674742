/** Labels keep their form whatever they state: one page each, and the bar code and the numbers whole. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { layOutCartonLabels } from '../../../server/documents/printing/carton_label_layout.ts'
import { readBarCode } from './bar_code.ts'
import { pdfPages } from '../../support/pdf.ts'

setDefaultTimeout(60_000)

const long = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length)

const labels = {
  kind: 'carton_labels',
  name: 'SO-1-1',
  shipped_on: '2026-11-20',
  ship_from: { name: long('Merchant & Söhne ', 120), details: Array.from({ length: 6 }, () => long('Street 1 ', 55)) },
  ship_to: { name: long('Łódź Handel ', 60), details: Array.from({ length: 7 }, () => long('Avenue 22 ', 55)) },
  order_number: long('4500012345', 22),
  department: long('D', 30),
  carrier: long('Harbour Freight ', 100),
  bill_of_lading: long('B8812', 30),
  carton_count: 12_000,
  labels: [
    {
      sscc: '106141411234567897',
      place: 12_000,
      store: { name: long('Nordhaus Store ', 60), code: long('0101', 80) },
      tracking_number: long('1Z999AA10', 40),
      weight: '1234.567 kg',
    },
  ],
} as const

test('the longest values stay on one page, and numbers are never cut', async () => {
  const bytes = await layOutCartonLabels(structuredClone(labels) as never)
  const pages = await pdfPages(bytes)
  expect(pages).toHaveLength(1)
  const [text] = pages.map((page) => page.replaceAll(/\s+/g, ''))
  const [label] = labels.labels
  for (const number of [labels.order_number, labels.bill_of_lading, label.tracking_number, label.store.code])
    expect(text).toContain(number)
  expect(text).toContain('12000of12000')
  expect((await readBarCode(bytes, 1)).digits).toBe(`00${label.sscc}`)
})

test('the same labels always render to the same bytes', async () => {
  const [one, other] = [await layOutCartonLabels(labels as never), await layOutCartonLabels(labels as never)]
  expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true)
})
