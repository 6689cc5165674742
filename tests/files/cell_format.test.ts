/** Numbers of a workbook as a person sees them: with the text of their format, or with both figures where two are meant. */
import { expect, test } from 'bun:test'
import * as XLSX from '@e965/xlsx'
import { withFormat } from '../../server/files/spreadsheet/cell_format.ts'

const seen = (value: number, format: string, isRounded = true) =>
  withFormat(value, format, { shown: XLSX.SSF.format(format, value) as string, isRounded })

test.each([
  [2, '0 "dz"', '2 dz'],
  [24, '#,##0 "per 100"', '24 per 100'],
  [24, '0 "/ 100"', '24 / 100'],
  [24.5, '[$€-407] #,##0.00', '€ 24.5'],
  [24.5, '"USD" 0.00', 'USD 24.5'],
  [24.5, '#,##0.00 [$€-1]', '24.5 €'],
  [24.5, '"EUR/100" 0.00', 'EUR/100 24.5'],
  [5, 'kr 0', 'kr 5'],
  [5, '0 \\d\\z', '5 dz'],
  [5, 'General "dz"', '5 dz'],
  [5, '0" x 12"', '5 x 12'],
  [10, '0"%"', '10%'],
  [10, '0\\%', '10%'],
  [0.1, '0%', '10%'],
  [0.105, '0.0%', '10.5%'],
  [123, '000"-"000', '000-123'],
  [5, '[>1]0 "packs";0 "pack"', '5 packs'],
  [1, '[>1]0 "packs";0 "pack"', '1 pack'],
  [1, '[=1]0 "pack";0 "packs"', '1 pack'],
  [150, '[<100]0 "dz";0 "rolls"', '150 rolls'],
  [100, '[<=100]0 "dz";0 "rolls"', '100 dz'],
  [100, '[>=100]0 "dz";0 "rolls"', '100 dz'],
  [100, '[<>100]0 "dz";0 "rolls"', '100 rolls'],
  [-3, '0 "dz";-0 "rolls"', '-3 rolls'],
  [0, '0;-0;0 "rolls"', '0 rolls'],
  [-3, '0;(0)', '-3'],
  [7, '_-* #,##0.00 "€"_-;-* #,##0.00 "€"_-;_-* "-"?? "€"_-;_-@_-', '7 €'],
  [0, '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)', '0'],
  [2400, '#,##0.00_);[Red]\\(#,##0.00\\)', '2400'],
  [5, '0";"', '5'],
  [5, '@', '5'],
  [0.5, '# ?/?', '0.5'],
  [2400, '0.00E+00', '2400'],
  [5, '', '5'],
])('%p in the format %p is %p', (value, format, text) => {
  expect(seen(value, format)).toBe(text)
})

test.each([
  [2000, '0,', '2000 (2)'],
  [2400, '0.0,"k"', '2400 (2.4k)'],
  [2_000_000, '0,,"M"', '2000000 (2M)'],
  [5, ';;;', '5 (not shown)'],
  [5, '"sold out"', '5 (sold out)'],
  [0, '0;-0;"free"', '0 (free)'],
  [-3, '0;0', '-3 (3)'],
  [2.4, '0', '2.4 (2)'],
  [24.55, '0.0', '24.55 (24.6)'],
  [0.125, '0%', '0.125 (13%)'],
])('%p in the format %p is shown as another figure: %p', (value, format, text) => {
  expect(seen(value, format)).toBe(text)
})

test('parts of a cent that are not shown are no part of a price, and are kept in files of records', () => {
  expect([seen(33.333333333333336, '0.00'), seen(99.99999999, '#,##0.00'), seen(1.2345, '0.000'), seen(24.565, '0.00'), seen(-24.565, '0.00')]).toEqual(['33.33', '100', '1.235', '24.57', '-24.57'])
  expect([seen(33.333, '0.00', false), seen(2.4, '0', false), seen(0.1 + 0.2, '0.00', false)]).toEqual(['33.333', '2.4', '0.3'])
  expect([seen(2000, '0,', false), seen(2, '0 "dz"', false), seen(24.5, '$0.00', false)]).toEqual(['2000 (2)', '2 dz', '$24.5'])
}) // prettier-ignore

test('single pieces are what figures of records are of; a price for each is stated as one', () => {
  for (const unit of ['pcs', 'Stk.', 'Stück', 'ea', 'units', 'pièces']) expect([unit, seen(5, `0 "${unit}"`, false)]).toEqual([unit, '5'])
  expect([seen(5, '0 "packs"', false), seen(12, '0.00 "each"'), seen(5, '0 "pcs"')]).toEqual(['5 packs', '12 each', '5 pcs'])
}) // prettier-ignore

test('formats are remembered without limit on their number, and each is read as itself', () => {
  for (let i = 0; i < 1_200; i++) expect(seen(i, `0 "u${i}"`)).toBe(`${i} u${i}`)
})
