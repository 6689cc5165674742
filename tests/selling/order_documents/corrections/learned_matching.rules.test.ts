/** What was learned of earlier papers, beside what the numbers on this one say. */
import { describe, expect, test } from 'bun:test'
import { identityOf } from '../../../../server/selling/order_documents/learned.rules.ts'
import {
  type Candidate,
  type Candidates,
  matchLines,
} from '../../../../server/selling/order_documents/matching.rules.ts'
import type { LineValue, Reading, ReadLine } from '../../../../server/selling/order_documents/reading/reading.ts'

const gtin = '4006381333931'
const variant = (sku: string, values: Partial<Candidate> = {}): Candidate => ({
  variant_id: `id of ${sku}`,
  sku,
  barcode: null,
  handle: null,
  title: 'Jumper',
  option_values: { Colour: 'Navy', Size: 'M' },
  is_archived: false,
  ...values,
})
const medium = variant('J-M', { barcode: gtin, handle: 'jumper-1' })
const large = variant('J-L', { option_values: { Colour: 'Navy', Size: 'L' }, handle: 'jumper-1' })
const candidates = (values: Partial<Candidates> = {}): Candidates => ({
  variants: [medium, large],
  buyer_skus: new Map([['B-M', medium.variant_id]]),
  confusable: new Set(),
  ...values,
})
type Texts = Partial<Record<LineValue, string>>
const cell = (text: string) => ({ text, confidence: 0.95, place: { page: 1, box: null, cell: null } })
const line = (texts: Texts): ReadLine => ({
  line_number: 1,
  reference: null,
  quantity: 4,
  unit_price_cents: null,
  price_readings: [],
  discount_cents: 0,
  amount_cents: null,
  door_reference: null,
  requested_ship_date: null,
  cancel_date: null,
  order_values: {},
  values: Object.fromEntries(Object.entries({ quantity: '4', ...texts }).map(([name, text]) => [name, cell(text)])),
})
const reading = (lines: ReadLine[]): Reading => ({
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
})
const match = (texts: Texts, of: Candidates) => {
  const { lines, problems } = matchLines(reading([line(texts)]), of)
  return { ...lines[0]!, problems }
}
/** SKU and what it was found by, or the problem. */
const found = (texts: Texts, of: Candidates) => {
  const { variant: one, matched_by, problems } = match(texts, of)
  return one === null ? problems.map(({ code }) => code).join() : [one.sku, ...matched_by].join(' ')
}

describe('what a person said of the same words', () => {
  const key = (texts: Texts) => identityOf(line(texts).values)!
  const taught = (texts: Texts, of: Candidate | string, more: Partial<Candidates> = {}) =>
    candidates({ learned: new Map([[key(texts), typeof of === 'string' ? of : of.variant_id]]), ...more })
  const words = { style: 'Merino blau', size: 'mittel' }

  test('comes first, where the variant is still there', () => {
    expect(found({ style: 'merino  Blau', size: 'Mittel' }, taught(words, medium))).toBe('J-M correction')
    expect(found({ style: 'Jumper', size: 'L' }, taught({ style: 'Jumper', size: 'L' }, medium))).toBe('J-M correction')
    expect(found({ sku: 'J-?' }, taught({ sku: 'J-?' }, medium))).toBe('J-M correction')
    expect(found({ sku: 'J-M' }, taught(words, large))).toBe('J-M sku')
    expect(found({ sku: 'GONE' }, taught({ sku: 'GONE' }, 'id of nothing'))).toBe('item_unknown')
    expect(found({ quantity: '4' }, taught(words, medium))).toBe('item_unknown')
    const { confidence, problems } = match(words, taught(words, medium))
    expect([confidence, problems]).toEqual([1, []])
    const archived = taught(words, medium, { variants: [{ ...medium, is_archived: true }] })
    expect(match(words, archived).problems[0]!.sentence).toBe('Line 1: J-M is an archived variant.')
  })

  test('is a problem where a number of the paper names another variant', () => {
    const numbers: [Texts, Candidate, Partial<Candidates>?][] = [
      [{ sku: 'J-L' }, medium],
      [{ item: 'J-M', style: 'x' }, large],
      [{ buyer_sku: 'B-M' }, large],
      [{ barcode: gtin }, large],
      [{ sku: 'J-L', barcode: gtin }, large],
      [{ sku: 'J-L', barcode: gtin }, medium],
      [{ item: 'B-M' }, medium, { buyer_skus: new Map([['B-M', large.variant_id]]) }],
    ]
    for (const [texts, of, more] of numbers) {
      const { variant: one, matched_by, confidence, problems } = match(texts, taught(texts, of, more))
      expect([texts, one, matched_by, confidence]).toEqual([texts, null, [], 0])
      const sentence = `Line 1: its identifiers do not name ${of.sku}, as a person did for the same words before.`
      expect(problems).toEqual([{ code: 'identifiers_disagree', line_number: 1, sentence }])
    }
  })

  test('holds where the numbers name it as well, or leave it open', () => {
    const twins = { variants: [medium, { ...large, barcode: gtin }] }
    expect(found({ barcode: gtin }, taught({ barcode: gtin }, large, twins))).toBe('J-L correction')
    expect(found({ sku: 'J-M', size: 'L' }, taught({ sku: 'J-M', size: 'L' }, medium))).toBe('J-M correction')
    const styled = { sku: 'J-M', style: 'Jumper', size: 'L' }
    expect(found(styled, taught(styled, medium))).toBe('J-M correction')
  })
})
