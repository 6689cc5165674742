/** What the headers of columns say: meanings, currencies, and the units of their figures. */
import { describe, expect, test } from 'bun:test'
import {
  columnsOf,
  headerOf,
  isAcross,
  isPassedOver,
  unitsIn,
} from '../../../server/selling/order_documents/reading/columns.rules.ts'
import { readGrid } from '../../../server/selling/order_documents/reading/read_grid.rules.ts'
import type { ReadRow } from '../../../server/selling/order_documents/reading/reading.ts'
import {
  passedOverColumns,
  understoodColumns,
  understoodUnits,
} from '../../../server/selling/order_documents/reading/table/understood.ts'

const row = (...texts: string[]): ReadRow =>
  texts.map((text) => (text === '' ? null : { text, confidence: 1, place: { page: null, box: null, cell: null } }))
const problemsOf = (...rows: string[][]) =>
  readGrid(
    rows.map((texts) => row(...texts)),
    { page_count: null, is_recognised: false },
  ).problems.map(({ code, sentence }) => `${code}: ${sentence}`)
/** Meaning, unit of the price and unit of the quantity. */
const meaning = (text: string) => {
  const { column, per, unit } = headerOf(text)
  return [column, per, unit]
}
const words = (list: string) => list.split('|')

describe('a header', () => {
  test('has the meaning that its list names, in any case and punctuation', () => {
    for (const [column, { headers }] of Object.entries(understoodColumns))
      for (const header of words(headers)) expect([header, headerOf(header).column]).toEqual([header, column as never])
    // The content of a case is no quantity that is counted in cases.
    expect([meaning('Pcs per case'), meaning('Pieces / case')]).toEqual([
      ['pack_size', null, null],
      ['pack_size', null, null],
    ])
    expect(headerOf('  Unit-Price: ')).toEqual({
      column: 'unit_price',
      text: '  Unit-Price: ',
      currencies: [],
      per: null,
      unit: null,
    })
    expect(headerOf('Ship notes').column).toBeNull()
    expect(headerOf('').column).toBeNull()
  })

  test('says the unit of its figures where a word of it does', () => {
    for (const text of ['Price each', 'Each', 'Price per piece', 'Stückpreis', 'Preis pro Stück'])
      expect([text, ...meaning(text)]).toEqual([text, 'unit_price', 'each', null])
    for (const text of ['Pcs', 'Pieces', 'Stück', 'Pièces'])
      expect([text, meaning(text)[0], meaning(text)[2] === null]).toEqual([text, 'quantity', false])
    expect(meaning('Pieces')).toEqual(['quantity', null, 'pcs'])
    expect([meaning('Price'), meaning('Qty')]).toEqual([
      ['unit_price', null, null],
      ['quantity', null, null],
    ])
    for (const text of ['Dozens', 'Dozen', 'Dutzend']) expect(meaning(text)).toEqual(['quantity', null, 'dozen'])
  })

  test('says for how many units a price is', () => {
    const read: [string, (string | null)[]][] = [
      ['Price per 100', ['unit_price', '100', null]],
      ['Price 10', ['unit_price', '10', null]],
      ['Net price for 1000 pcs', ['net_price', '1000', null]],
      ['List price per 1', ['list_price', '1', null]],
      ['Preis je 100 Stück', ['unit_price', '100', null]],
      ['Preis pro 100 St', ['unit_price', '100', null]],
      ['Prix par 100 pièces', ['unit_price', '100', null]],
      ['Prix à 100', ['unit_price', '100', null]],
      ['Cost per 100 units', ['unit_price', '100', null]],
      ['Price/dozen', ['unit_price', 'dozen', null]],
      ['Price per case', ['unit_price', 'case', null]],
      ['Net cost a dozen', ['net_price', 'dozen', null]],
      ['Qty in cartons', ['quantity', null, 'cartons']],
      ['Quantity (DZ)', ['quantity', null, 'dz']],
      // Neither in the lists, nor a number of units that a price can be for.
      ['Price per 12', [null, null, null]],
      ['Price per 1000 kg', [null, null, null]],
      ['Amount per 100', [null, null, null]],
      ['Qty per 100', [null, null, null]],
      ['New price per 100', [null, null, null]],
      ['Price per 100 and more', [null, null, null]],
      ['Amount per dozen', [null, null, null]],
      ['Ordered goods in dozen', [null, null, null]],
      ['Price per kg', [null, null, null]],
    ]
    expect(read.map(([text]) => [text, meaning(text)])).toEqual(read)
  })

  test('is read in spite of one misread letter from five letters on, and never by digits', () => {
    const read: [string, string | null][] = [
      ['Quantlty', 'quantity'],
      ['Quantit', 'quantity'],
      ['Quanttity', 'quantity'],
      ['xQuantity', 'quantity'],
      ['Quantityx', 'quantity'],
      ['Quantiyt', null],
      ['Quxntitx', null],
      ['Amounts', 'amount'],
      ['Colar', 'color'],
      ['Stores', 'door'],
      ['Colr', null],
      ['Pric', null],
      ['Itemx', null],
      ['Price1', null],
      ['Quantity2', null],
    ]
    expect(read.map(([text]) => [text, headerOf(text).column])).toEqual(read as never)
    expect(meaning('Quantlty')).toEqual(['quantity', null, null])
  })
})

describe('a currency in a header', () => {
  test('is named by its code or its sign', () => {
    const read: [string, string[]][] = [
      ['Price (USD)', ['USD']],
      ['EUR amount', ['EUR']],
      ['Preis Euro', ['EUR']],
      ['Price €', ['€']],
      ['Price US$', ['US$']],
      ['Price C$', ['C$']],
      ['Price CA$', ['CA$']],
      ['Price A$', ['A$']],
      ['Price AU$', ['AU$']],
      ['Price $', ['$']],
      ['Price £ or €', ['£', '€']],
      ['Price USD EUR', ['USD', 'EUR']],
      ['Price EUR (€)', ['EUR', '€']],
      ['Price', []],
      ['Eurosize', []],
      ['Price neur', []],
    ]
    expect(read.map(([text]) => [text, headerOf(text).currencies])).toEqual(read)
  })

  test('leaves the meaning of a price, a discount, an amount or the currency', () => {
    const read: [string, string | null][] = [
      ['Unit price (USD)', 'unit_price'],
      ['EUR  price', 'unit_price'],
      ['Unit USD price', 'unit_price'],
      ['Net price US$', 'net_price'],
      ['Price (US $)', 'unit_price'],
      ['Price A $', 'unit_price'],
      ['List price €', 'list_price'],
      ['Price per (EUR)', 'price_per'],
      ['Discount $', 'discount'],
      ['Total CA$', 'amount'],
      ['Currency (USD)', 'currency'],
      ['Price us', null],
      ['Net US price', null],
    ]
    expect(read.map(([text]) => [text, headerOf(text).column])).toEqual(read as never)
    expect(meaning('Price EUR per 100')).toEqual(['unit_price', '100', null])
    expect(meaning('Price each (EUR)')).toEqual(['unit_price', 'each', null])
  })

  test('takes the meaning from any other column: its figures are not what it is called', () => {
    const others = Object.entries(understoodColumns).filter(
      ([column]) =>
        !['unit_price', 'net_price', 'list_price', 'price_per', 'discount', 'amount', 'currency', 'size'].includes(
          column,
        ),
    )
    for (const [, { headers }] of others)
      for (const header of words(headers)) {
        expect([header, ...meaning(`${header} (EUR)`)]).toEqual([header, null, null, null])
        expect([header, headerOf(`${header} (EUR)`).currencies]).toEqual([header, ['EUR']])
      }
    expect(meaning('Qty in cartons EUR')).toEqual([null, null, null])
    expect(problemsOf(['SKU', 'Qty', 'Price', 'Units (EUR)'], ['J-M', '10', '24.00', '240.00'])).toEqual([
      'column_unknown: The column “Units (EUR)” is not understood.',
    ])
  })
})

test('EUR is the scale of a size, and no other currency is', () => {
  for (const header of ['Size EUR', 'EUR Size', 'Größe (EUR)'])
    expect(headerOf(header)).toEqual({ text: header, currencies: [], column: 'size', per: null, unit: null })
  for (const [header, currencies] of [
    ['Size (USD)', ['USD']],
    ['Size €', ['€']],
    ['Size EUR USD', ['EUR', 'USD']],
  ] as const)
    expect(headerOf(header)).toEqual({ text: header, currencies, column: null, per: null, unit: null } as never)
})

describe('a column that may be passed over', () => {
  const all = passedOverColumns.flatMap(({ headers, is_money }) =>
    words(headers).map((header) => ({ header, is_money })),
  )

  test('is one of the list, by its whole header', () => {
    for (const { header } of all)
      expect([header, isPassedOver(header), headerOf(header).column]).toEqual([header, true, null])
    expect(['Weights', 'Shipping weight', 'Price', 'SKU', ''].map(isPassedOver)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ])
  })

  test('is a retail price or a margin in any currency, and nothing else that states one', () => {
    for (const { header, is_money } of all)
      for (const text of [`${header} (USD)`, `€ ${header}`, `${header} US$`])
        expect([text, isPassedOver(text)]).toEqual([text, is_money])
    expect(all.filter(({ is_money }) => is_money).map(({ header }) => header)).toContain('rrp')
    for (const text of ['Length (EUR)', 'Weight (USD)', 'Width £', 'VAT % (EUR)', 'Store name $'])
      expect(problemsOf(['SKU', 'Qty', 'Price', text], ['J-M', '10', '24.00', '3.50'])).toEqual([
        `column_unknown: The column “${text}” is not understood.`,
      ])
    for (const text of ['RRP (EUR)', 'Retail price $', 'Margin (USD)', 'Weight (kg)'])
      expect([text, problemsOf(['SKU', 'Qty', 'Price', text], ['J-M', '10', '24.00', '3.50'])]).toEqual([text, []])
  })
})

test('units are those of the list, in any case and punctuation', () => {
  for (const { words: list, units } of understoodUnits)
    for (const word of words(list)) expect([word, unitsIn(word)]).toEqual([word, units])
  expect([unitsIn(' DZ. '), unitsIn('Ctn.'), unitsIn('KG'), unitsIn('')]).toEqual([12, null, undefined, undefined])
})

describe('the columns of a row', () => {
  const columns = (...texts: string[]) => columnsOf(row(...texts))

  test('take a total of units as the quantity where no other column is', () => {
    expect(columns('SKU', 'Total units')).toEqual(['sku', 'quantity'])
    expect(columns('SKU', 'Total units', 'Qty')).toEqual(['sku', 'total_quantity', 'quantity'])
    expect(columns('SKU', 'Cases', 'Total units')).toEqual(['sku', 'packs', 'total_quantity'])
    expect(columns('SKU', 'Cases')).toEqual(['sku', 'packs'])
    expect(columns('SKU', 'Case pack')).toBeNull()
    expect(columns('Qty', 'Total units')).toBeNull()
  })

  test('have stores across where two of them are named and no column of stores is', () => {
    expect(columns('SKU', 'Store 0101', 'Store 0102')).toEqual(['sku', 'door 0101', 'door 0102'])
    expect(columns('SKU', 'Store 0101', 'Notes')).toBeNull()
    expect(columns('SKU', 'Store', 'Store 0101', 'Store 0102')).toBeNull()
    expect(columns('SKU', 'Store', 'Store 0101', 'Store 0102', 'Qty')).toEqual(['sku', 'door', null, null, 'quantity'])
    expect(columns('Style', 'Size', 'Store 0101', 'Store 0102')).toEqual(['style', 'size', 'door 0101', 'door 0102'])
    expect(columns('SKU', '0101', '0102', 'Total units')).toEqual(['sku', 'door 0101', 'door 0102', 'quantity'])
  })

  test('have sizes across before stores, in the names of sizes', () => {
    const sizes = [
      'XS',
      'S',
      'M',
      'L',
      'XL',
      '2XL',
      'One size',
      'OS',
      'TU',
      'EU 38',
      'US 8',
      'UK 10.5',
      'IT 40',
      'FR 36',
      'W32',
    ]
    expect(columns('Style', ...sizes)).toEqual(['style', ...sizes.map((size) => `size ${size}` as const)])
    for (const size of ['32/34', '30 32', '2T', '12 M', '6Y', '3/6M', '12 18 M', '6 8Y'])
      expect(columns('Style', size, 'M')).toEqual(['style', `size ${size}`, 'size M'])
    for (const none of ['XSS', 'One', '1234', 'DE 38', '8.25', '12 D', '1/2/3 M'])
      expect(columns('Style', none, 'M')).toBeNull()
    expect(columns('Style', 'Size', 'S', 'M')).toBeNull()
    // A number can be both.
    expect(columns('Style', '38', '40', '0101')).toEqual(['style', 'size 38', 'size 40', null])
  })

  test('across are told from others', () => {
    expect((['size M', 'door 0101', 'size', 'door', 'sku'] as const).map(isAcross)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })
})
