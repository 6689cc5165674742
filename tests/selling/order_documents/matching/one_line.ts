/** Papers of one line, the variants that it may order, and what it was matched with. */
import {
  type Candidate,
  type Candidates,
  matchLines,
} from '../../../../server/selling/order_documents/matching.rules.ts'
import type { LineValue, Reading, ReadLine } from '../../../../server/selling/order_documents/reading/reading.ts'

export const gtin = '4006381333931'
export const variant = (sku: string, values: Partial<Candidate> = {}): Candidate => ({
  variant_id: `id of ${sku}`,
  sku,
  barcode: null,
  handle: null,
  title: 'Jumper',
  option_values: { Colour: 'Navy', Size: 'M' },
  is_archived: false,
  ...values,
})
export const medium = variant('J-M', { barcode: gtin, handle: 'jumper-1' })
export const large = variant('J-L', { option_values: { Colour: 'Navy', Size: 'L' }, handle: 'jumper-1' })
export const candidates = (values: Partial<Candidates> = {}): Candidates => ({
  variants: [medium, large],
  buyer_skus: new Map([['B-M', medium.variant_id]]),
  confusable: new Set(),
  ...values,
})
export type Texts = Partial<Record<LineValue, string>>
export const cell = (text: string, confidence = 0.95) => ({
  text,
  confidence,
  place: { page: 1, box: null, cell: null },
})
export const line = (texts: Texts, values: Partial<ReadLine> = {}): ReadLine => ({
  line_number: 1,
  reference: null,
  quantity: 4,
  unit_price_cents: null,
  price_readings: [],
  discount_cents: 0,
  derived: [],
  amount_cents: null,
  door_reference: null,
  requested_ship_date: null,
  cancel_date: null,
  order_values: {},
  values: Object.fromEntries(Object.entries({ quantity: '4', ...texts }).map(([name, text]) => [name, cell(text)])),
  ...values,
})
export const reading = (lines: ReadLine[], values: Partial<Reading> = {}): Reading => ({
  page_count: null,
  is_recognised: false,
  values: {},
  dates: {},
  total_units: null,
  total_cents: null,
  currency_marks: [],
  layout: '',
  lines,
  problems: [],
  ...values,
})
export const match = (
  texts: Texts,
  of = candidates(),
  values: Partial<ReadLine> = {},
  facts: Partial<Reading> = {},
) => {
  const { lines, problems } = matchLines(reading([line(texts, values)], facts), of)
  return { ...lines[0]!, problems }
}
/** SKU and what it was found by, or the problem. */
export const found = (texts: Texts, of?: Candidates) => {
  const { variant: one, matched_by, problems } = match(texts, of)
  return one === null ? problems.map(({ code }) => code).join() : [one.sku, ...matched_by].join(' ')
}
