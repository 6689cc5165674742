/** What was learned of earlier papers, beside what the numbers on this one say. */
import { describe, expect, test } from 'bun:test'
import { identityOf } from '../../../../server/selling/order_documents/learned.rules.ts'
import type { Candidate, Candidates } from '../../../../server/selling/order_documents/matching.rules.ts'
import { gtin, medium, large, candidates, line, match, found, type Texts } from './one_line.ts'

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
