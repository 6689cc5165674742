/** Totals of reports, beside the rows and the columns that they add up. */
import { expect, test } from 'bun:test'
import { hundredthsOf, totalOf, Totals } from '../../../../server/partners/sell_out/reading/report_totals.rules.ts'

test('subtotals are those of a store, of a week or of the rows since the last one', () => {
  const compared = (...rows: string[]) => {
    const totals = new Totals(['Store', 'Item', 'Units'])
    return rows.flatMap((row, i) => totals.add({ row_number: i + 2, cells: row.split(',').map((cell) => cell || null) }) ?? [])
  }
  expect(compared('1,A,5', '1,B,2', '1,Total,7', '2,A,4', '2,Total,4', 'Total,,11')).toEqual([])
  expect(compared('1,A,5', '2,A,4', 'Total 1,,5', 'Total 2,,4', 'Grand total,,9')).toEqual([])
  expect(compared('1,A,5', '1,B,2', '1,Total,7', '2,A,4', 'Total,,12')).toEqual([{ header: 'Units', stated: '12', sum: '4' }])
  expect(compared('1,A,x', 'Total,,7')).toEqual([])
  expect(compared('1,A,x', '1,B,2', 'Total,,7')).toEqual([])
  expect(compared('1,A,5', 'Total,,8', '1,B,2', 'Total,,2')).toEqual([{ header: 'Units', stated: '8', sum: '5' }])
  expect(compared('1,A,(5)', '1,B,-2', 'Total,,-7')).toEqual([])
  const words = ['Total', 'Grand total', 'Sub-total', 'Gesamt', 'Summe', 'Total général', 'Sous-total', 'Total store 0101', 'TOTAL:', ' Total ']
  expect(words.map((word) => totalOf([null, word, '5']))).toEqual(words.map(() => 1))
  for (const cells of [['J-M', 'Total', '5'], ['Total Eclipse', '5'], ['TOTAL-1', '5'], ['Totally', '5'], ['5']])
    expect([cells, totalOf(cells)]).toEqual([cells, null])
  const figures = ['5', '1,234', '1.234,50', '(45.00)', '-3', '€ 12.50', '12,5 EUR', '1 234', 'x', '(5', '', ' 5 ']
  expect(figures.map(hundredthsOf)).toEqual([500, 123_400, 123_450, -4_500, -300, 1_250, 1_250, 123_400, null, null, null, 500])
}) // prettier-ignore

test('weeks and stores across have their sums beside them and below', () => {
  const compared = (headers: string, ...rows: string[]) => {
    const totals = new Totals(headers.split(','))
    return rows.flatMap(
      (row, i) => totals.add({ row_number: i + 2, cells: row.split(',').map((cell) => cell || null) }) ?? [],
    )
  }
  const weeks = 'Item,2026-11-08,2026-11-15,Total'
  expect(compared(weeks, 'A,5,3,8', 'B,1,,1', 'Total,6,3,9')).toEqual([])
  expect(compared(weeks, 'A,5,3,9')).toEqual([{ header: 'Total', stated: '9', sum: '8' }])
  expect(compared(weeks, 'A,5,3,x')).toEqual([{ header: 'Total', stated: 'x', sum: '8' }])
  expect(compared(weeks, 'A,5,x,9', 'B,1,1,')).toEqual([])
  expect(compared(weeks, 'A,5,3,8', 'Total,5,4,9')).toEqual([{ header: '2026-11-15', stated: '4', sum: '3' }])
  expect(compared('Item,Store 1,Store 2,Sum', 'A,5,3,1')).toEqual([])
  expect(compared('Item,Units,Total', 'A,5,9')).toEqual([])
  expect(compared('Item,2026-11-08,2026-11-15, Total ', 'A,5,3,9')).toHaveLength(1)
  expect(compared('Item,2026-11-08,Total', 'A,5,9', 'Total,4,7')).toEqual([])
  expect(compared('Item,Units,Total', 'A,5,9', 'Total,5,7')).toEqual([])
  expect(compared('Item,Code,Units', 'A,7,9', 'Total,1,9')).toEqual([])
  const first = { header: '2026-11-08', stated: '5', sum: '6' }
  expect(compared(weeks, 'A,5,3,8', 'B,1,,1', 'Total,5,3,8')).toEqual([first])
})

test('a week that begins anew has a total of its own', () => {
  const totals = new Totals(['Store', 'Units', 'Net Sales'])
  const add = (...cells: string[]) => totals.add({ row_number: 1, cells })
  expect([add('1', '5', '10.00'), add('Total', '5', '10.00')]).toEqual([null, null])
  totals.begin()
  expect([add('1', '4', '8.00'), add('2', '1', '2.50'), add('Total', '5', '10.50')]).toEqual([null, null, null])
  expect(add('Grand total', '10', '20.50')).toBeNull()
  expect(add('Grand total', '10', '20.51')).toEqual({ header: 'Net Sales', stated: '20.51', sum: '20.5' })
})

test('a total of one store, or of one week, counts its own rows, and a blank figure of it is not compared', () => {
  const compared = (...rows: string[]) => {
    const totals = new Totals(['Store', 'Item', 'Units', 'On hand'])
    return rows.flatMap((row, i) => {
      if (row === 'week') totals.begin()
      return row === 'week'
        ? []
        : (totals.add({ row_number: i + 2, cells: row.split(',').map((cell) => cell || null) }) ?? [])
    })
  }
  const rows = ['1,7,5,2', '2,7,4,1', '1,8,2,1']
  expect(compared(...rows, '1,Total,7,3', '2,Total,4,', 'Total 1,,7,', 'Total 2,,,1')).toEqual([])
  expect(compared(...rows, '1,Total,8,3')).toEqual([{ header: 'Units', stated: '8', sum: '11' }])
  expect(compared(...rows, '2,Total,7,3')).toHaveLength(1)
  expect(compared(...rows, 'Total 2,,7,3')).toHaveLength(1)
  expect(compared(...rows, '1,Total,7,4')).toEqual([{ header: 'Units', stated: '7', sum: '11' }])
  expect(compared(...rows, 'Total,,11,5')).toEqual([{ header: 'On hand', stated: '5', sum: '4' }])
  expect(compared('1,7,5,2', 'week', '1,7,4,1', 'Total,,4,1', 'Grand total,,9,3')).toEqual([])
  expect(compared('1,7,5,2', '1,7,4,1', 'Total,,4,1')).toHaveLength(1)
  expect(compared('1,7,5,2', 'Total,,5,2', '1,7,4,1', 'week', '2,7,1,1', 'Total,,1,1')).toEqual([])
  expect(compared('1,7,5,x', 'Total,,6,')).toHaveLength(1)
  expect(compared('1,7,x,2', 'Total,,6,3')).toEqual([{ header: 'On hand', stated: '3', sum: '2' }])
  expect(compared('1,7,5,2', '2,,4,1', 'Total,,4,1')).toEqual([{ header: 'Units', stated: '4', sum: '9' }])
  expect(compared('1a,7,5,2', '1,7,4,1', 'Total 1a,,5,2')).toEqual([])
  expect(compared('7,A,7,', '8,A,2,', 'Total,,7,')).toEqual([{ header: 'Units', stated: '7', sum: '9' }])
  expect(compared('1,7,5,2', ',,Total,2')).toEqual([])
})
