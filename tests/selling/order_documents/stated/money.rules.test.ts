/** Currencies and charges that a paper states beside its lines. */
import { describe, expect, test } from 'bun:test'
import { currenciesOf, namedCurrency } from '../../../../server/selling/order_documents/reading/table/money.rules.ts'
import { cellOf, problemsOf, readPage, readSheet } from './grids.ts'

const table = ['SKU | Qty | Price', 'J-M1 | 10 | 24.00', 'J-L2 | 4 | 26.00']
const marks = (...lines: string[]) => readSheet(lines).currency_marks

describe('a currency', () => {
  test('is named by headers, prices, amounts, totals, charges and free text, each once', () => {
    expect(marks(...table)).toEqual([])
    expect(marks('SKU | Qty | Price EUR', 'J-1 | 2 | 24.00')).toEqual(['EUR'])
    expect(marks('SKU | Qty | Price', 'J-1 | 2 | 24.00 €')).toEqual(['€'])
    expect(marks('SKU | Qty | Price | Amount', 'J-1 | 2 | 24.00 | CHF 48.00')).toEqual(['CHF'])
    expect(marks('SKU | Qty | Net price | List price', 'J-1 | 2 | US$24.00 | 25.00 kr')).toEqual(['US$', 'kr'])
    expect(marks('SKU | Qty | Price', 'J-1 | 2 | 24.00 zł', 'J-2 | 2 | 24.00 zł')).toEqual(['zł'])
    expect(marks(...table, 'Total | | GBP 344.00')).toEqual(['GBP'])
    expect(marks(...table, 'Freight | | €5.00')).toEqual(['€'])
    expect(marks('Prices in EUR', ...table)).toEqual(['EUR'])
    expect(marks('SKU | Qty | Price EUR', 'J-1 | 2 | 24.00 €', 'Total | | $48.00')).toEqual(['EUR', '€', '$'])
    const priced = (text: string) => marks('SKU | Qty | Price', `J-1 | 2 | ${text}`)
    expect(['C$24.00', 'CA$24.00', 'A$24.00', 'AU$24.00', '24.00kr', '24.00EUR'].map(priced)).toEqual(
      ['C$', 'CA$', 'A$', 'AU$', 'kr', 'EUR'].map((mark) => [mark]),
    )
    for (const word of ['EURO 24.00', 'xEUR 24.00', '24.00 krx', 'xkr 24.00', '24.00 EURx'])
      expect([word, priced(word)]).toEqual([word, []])
    expect(marks('SKU | Qty | Price | Discount', 'J-1 | 2 | 24.00 | 5 €')).toEqual([])
  })

  test('is that of the paper where one mark names one, with the place of the mark', () => {
    const cell = cellOf('24.00 €', 'C2')
    expect(namedCurrency(new Map([['€', cell]]))).toEqual({ ...cell, text: 'EUR' })
    expect(namedCurrency(new Map([['CHF', cell]]))).toEqual({ ...cell, text: 'CHF' })
    expect([namedCurrency(new Map()), namedCurrency(new Map([['$', cell]]))]).toEqual([null, null])
    expect(namedCurrency(new Map([['€', cell], ['CHF', cell]]))).toBeNull() // prettier-ignore
    expect([currenciesOf('US$'), currenciesOf('CHF'), currenciesOf('¥')]).toEqual([['USD'], ['CHF'], ['JPY', 'CNY']])
    expect(readSheet(['SKU | Qty | Price EUR', 'J-1 | 2 | 24.00']).values.currency).toEqual({
      ...cellOf('EUR', 'C1'),
    })
    expect(readSheet(['Currency: CHF', 'SKU | Qty | Price EUR', 'J-1 | 2 | 24.00']).values.currency!.text).toBe('CHF')
    expect(readPage('SKU | Qty | Price EUR', 'J-1 | 2 | 24.00').values.currency).toBeUndefined()
  })
})

describe('a charge', () => {
  const charged = (...rows: string[]) => problemsOf(readSheet([...table, ...rows])).filter((one) => one.includes('is in no line'))
  const changes = (text: string) => `cell_unknown “${text}” changes what is paid, and is in no line.`

  test('that is no tax and not zero is named', () => {
    expect(charged('Freight | | 5.00')).toEqual([changes('Freight 5.00')])
    expect(charged('Freight 5.00')).toEqual([changes('Freight 5.00')])
    expect(charged('Freight | | x5')).toEqual([changes('Freight x5')])
    for (const none of ['Freight | | 0.00', 'Freight | | -', 'Freight', 'Freight 0.00', 'Freight (0.00)', 'Freight - 0.00', 'Freight €0.00', 'Freight -€0.00', 'Freight | 7 x | 0.00', 'VAT 20 % | | 68.80', 'Sales tax | | 5.00'])
      expect([none, charged(none)]).toEqual([none, []])
    expect(charged(`Freight ${'x'.repeat(120)} | | 5.00`)).toEqual([changes(`Freight ${'x'.repeat(112)}`)])
    const twoMarks = ['SKU | Qty | Price', 'J-1 | 2 | 24.00', 'J-2 | 2 | 24,00', 'Freight | | 0.00']
    expect(problemsOf(readSheet(twoMarks))).toContain(changes('Freight 0.00'))
  })

  test('between the lines, or with no item, is an amount without a quantity', () => {
    const uncounted = (text: string) => `charge_unread “${text}” is an amount without a quantity, and is in no line.`
    expect(charged('Gift wrap | | 5.00')).toEqual([uncounted('Gift wrap 5.00')])
    expect(charged('Total | 14 | 344.00', `Gift ${'x'.repeat(120)} | | 5.00`)).toEqual([uncounted(`Gift ${'x'.repeat(115)}`)])
  })
}) // prettier-ignore

describe('a discount below the lines', () => {
  const read = (header: string, ...rows: string[]) => readSheet([header, ...rows])
  const offs = (...rows: string[]) => {
    const { lines, problems } = readSheet([...table, ...rows])
    return problems.some(({ sentence }) => sentence.includes('changes what is paid')) ? 'named' : lines.map(({ discount_cents }) => discount_cents)
  }

  test('in percent becomes that of the lines, where it is theirs to the cent', () => {
    for (const row of ['Discount 10 % | | 34.40', 'Discount 10% | | -34.40', 'Discount 10 % | | (34.40)', 'Rabatt 10,0 % | | €34.40', 'Remise 10 % | | 34.40 EUR'])
      expect([row, offs(row)]).toEqual([row, [2_400, 1_040]])
    for (const row of ['Discount 10 % | | 34.41', 'Discount 10 % | | 34.39', 'Discount 10 %', 'Discount | | 34.40', 'Discount 101 % | | 347.44', 'Freight 10 % | | 34.40', 'Discount 10 % | | x'])
      expect([row, offs(row)]).toEqual([row, 'named'])
    expect(offs('Discount 2.25 % | | 7.74')).toEqual([540, 234])
    expect([offs('Discount 0.05 % | | 0.17'), offs('Discount 0.05 % | | 0.12')]).toEqual(['named', 'named'])
    expect(offs('Discount 0.01 % | | 0.03')).toEqual('named')
    expect(offs('Discount 100 % | | 344.00')).toEqual([24_000, 10_400])
  })

  test('is none twice: where lines have their own, theirs is what it states, or it is named', () => {
    const header = 'SKU | Qty | Price | Discount %'
    const codes = (...rows: string[]) => problemsOf(read(header, 'J-M1 | 10 | 24.00 | 10', 'J-L2 | 5 | 20.00', ...rows)).filter((one) => one.includes('changes'))
    expect([codes('Discount | | 24.00'), codes('Discount 10 % | | 24.00')]).toEqual([[], []])
    expect([codes('Discount | | 24.01').length, codes('Discount 10 % | | 34.00').length]).toEqual([1, 1])
    expect(codes('Freight | | 24.00')).toHaveLength(1)
  })

  test('is named where a line has no price, or no quantity', () => {
    const named = (...rows: string[]) => problemsOf(read('SKU | Qty | Price', ...rows, 'Discount 10 % | | 24.00')).filter((one) => one.includes('changes')).length
    expect([named('J-1 | 10 | 24.00'), named('J-1 | 10 | 24.00', 'J-2 | 5'), named('J-1 | 10 | 24.00', 'J-2 | x5 | 2.00')]).toEqual([0, 1, 1])
  })
}) // prettier-ignore
