/** Lines of an order in one cell. */
import { expect, test } from 'bun:test'
import { countryCode } from '../../../server/selling/sales_order_import/reading/country.rules.ts'
import { readProductDetails } from '../../../server/selling/sales_order_import/reading/product_details.rules.ts'

const cell = (quantity: string, sku: string, price: string, name = 'Jumper') =>
  `Product ID: 71, 2, Product Qty: ${quantity}, Product SKU: ${sku}, Product Name: ${name}, Product Unit Price: ${price}, Product Total Price: 9.00`
const one = (quantity: string, sku: string, price: string) => readProductDetails(cell(quantity, sku, price))

test('lines are separated by |, also where names have commas, colons and |', () => {
  const text = `${cell('2', 'J-M', '10.00', 'Red, size: M | long')}|${cell('1', 'J,L', '5.5')}`
  expect(readProductDetails(text)).toEqual([
    { sku: 'J-M', product_name: 'Red, size: M | long', variant_name: null, quantity: 2, unit_price: 1_000 },
    { sku: 'J,L', product_name: 'Jumper', variant_name: null, quantity: 1, unit_price: 550 },
  ])
})

test('a price has up to two decimals and is not negative', () => {
  const prices: [string, number | null][] = [
    ['10', 1_000],
    ['10.5', 1_050],
    [' 0.05 ', 5],
    ['0', 0],
    ['10.005', null],
    ['-1', null],
    ['x', null],
    ['', null],
  ]
  expect(prices.map(([price]) => one('1', 'S', price)?.[0]!.unit_price ?? null)).toEqual(
    prices.map(([, cents]) => cents),
  )
})

test('a line without a readable price is none', () => expect(one('1', 'S', 'x')).toBeNull())

test('a quantity is a whole number from 1 to 9,999,999', () => {
  for (const quantity of ['1', ' 12 ', '9999999']) expect(one(quantity, 'S', '1')![0]!.quantity).toBe(Number(quantity))
  for (const quantity of ['0', '10000000', '1.5', '-1', 'x', '', '01']) expect(one(quantity, 'S', '1')).toBeNull()
})

test('the options of a variant are apart from the name of its product', () => {
  const named = (name: string) => {
    const [line] = readProductDetails(cell('1', '', '1', name))!
    return [line!.sku, line!.product_name, line!.variant_name]
  }
  const weight = 'Product Weight: 0.2100'
  expect(named(`Cap, wide, ${weight}, Product Variation Details: Colour: Red, Size: M`)).toEqual([
    null,
    'Cap, wide',
    'Colour: Red, Size: M',
  ])
  expect(named(`Cap, ${weight}, Product Variation Details: `)).toEqual([null, 'Cap', null])
  expect(named(`Cap, ${weight}`)).toEqual([null, 'Cap', null])
})

test('a line needs a SKU or a name, and one line that cannot be read makes the cell unreadable', () => {
  expect(one('1', ' S ', '1')![0]!.sku).toBe('S')
  expect(one('1', ' ', '1')![0]).toMatchObject({ sku: null, product_name: 'Jumper' })
  expect(readProductDetails(cell('1', ' ', '1', ' '))).toBeNull()
  expect(readProductDetails('2 jumpers')).toBeNull()
  expect(readProductDetails(`${cell('1', 'S', '1')}, 5`)).toBeNull()
  expect(readProductDetails(`${cell('1', 'S', '1')}|${cell('0', 'S', '1')}`)).toBeNull()
  expect(readProductDetails(`x ${cell('1', 'S', '1')}`)).toBeNull()
  expect(readProductDetails(` ${cell('1', 'S', '1')} `)).toHaveLength(1)
})

test('a country is a code or its English name, in any case', () => {
  const countries: [string, string | null][] = [
    ['de', 'DE'],
    [' US ', 'US'],
    ['Germany', 'DE'],
    [' united kingdom ', 'GB'],
    ['France', 'FR'],
    ['uk', 'GB'],
    ['XQ', 'XQ'],
    ['Russia', 'RU'],
    ['Serbia', 'RS'],
    ['Benin', 'BJ'],
    ['Burkina Faso', 'BF'],
    ['Antarctica', 'AQ'],
    ['Deutschland', null],
    ['DEU', null],
    ['', null],
  ]
  expect(countries.map(([text]) => countryCode(text))).toEqual(countries.map(([, code]) => code))
})
