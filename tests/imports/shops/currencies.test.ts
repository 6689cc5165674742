/** Prices in currencies without decimals and with three, as each built-in profile reads them. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { imports } from '../../../server/boot/imports.ts'
import { readersOf, textOf } from '../../../server/imports/values/field_reader.ts'
import { addNumber, decideNumbers, noNumbers } from '../../../server/imports/values/column_facts.ts'
import { isFault, readValue } from '../../../server/imports/values/read_value.ts'
import { readCatalogue } from '../../catalogue/imports/read_catalogue.ts'
import { openShop } from './shop.ts'

setDefaultTimeout(90_000)

/** A text, and the amount that it is; null where it is refused. */
const spellings: Record<'JPY' | 'KWD' | 'BHD', [string, string | null][]> = {
  JPY: [
    ['1250', '1250'],
    ['1,250', '1250'],
    ['1250.00', '1250'],
    ['¥1,250', '1250'],
    ['JPY 1250', '1250'],
    ['1250.50', null],
    ['1250.5', null],
    ['1250.505', null],
  ],
  KWD: [
    ['1.250', '1.25'],
    ['1,234.500', '1234.5'],
    ['0.750', '0.75'],
    ['KWD 3.500', '3.5'],
    ['12', '12'],
    ['1.255', null],
    ['1.2505', null],
  ],
  BHD: [
    ['1.250', '1.25'],
    ['1.255', null],
  ],
}

test('every price column of every profile has the amount of the cell in its currency, or is refused', () => {
  let columns = 0
  for (const { name, kind: of, columns: mapped } of imports.profiles) {
    const kind = imports.kinds.find((one) => one.name === of)!
    for (const column of mapped.filter(({ field }) => kind.fields[field]?.type === 'money')) {
      columns++
      for (const [currency, texts] of Object.entries(spellings))
        for (const [text, amount] of texts) {
          const context = { currency, time_zone: 'UTC' }
          const mapping = { columns: [column] }
          const [reader] = readersOf(kind.fields, mapping, [column.header], {}, context)
          const cell = textOf(reader!, { row_number: 2, cells: [text] } as never)
          const read = readValue(reader!.field, cell!, reader!.column, context)
          const said = `${name} ${column.header} ${currency} ${text}`
          if (amount === null) {
            expect([said, isFault(read)]).toEqual([said, true])
            expect((read as { rule: string }).rule).toMatch(/decimals/)
          } else expect([said, read]).toEqual([said, { value: Math.round(Number(amount) * 100) }])
        }
    }
  }
  expect(columns).toBeGreaterThan(40)
})

test('a column of three decimals alone is asked about, rather than read a thousand times too large', () => {
  const facts = noNumbers()
  for (const [i, text] of ['1.250', '3.500', '12.000'].entries())
    addNumber(facts, i + 2, text, { type: 'money', description: '' }, 'KWD')
  expect(decideNumbers(facts, null)).toEqual({ choices: ['point', 'comma'] })
  // Another column of the file says which mark it has.
  expect(decideNumbers(facts, 'point')).toEqual({ read_as: 'point' })
  addNumber(facts, 9, '0.250', { type: 'money', description: '' }, 'KWD')
  expect(decideNumbers(facts, null)).toEqual({ read_as: 'point' })
})

const header = 'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Cost per item,Variant Grams'

test('prices and costs of a catalogue in yen and in dinars come as they are, and a refusal names cell and rule', async () => {
  const brought = async (currency: string, rows: string[]) => {
    const shop = await openShop({ currency })
    const done = await shop.brought([header, ...rows].join('\n'))
    const prices = (await readCatalogue(shop.tenant)).flatMap(({ variants }) =>
      variants.map(({ sku, price, unit_cost }: any) => [sku, price, unit_cost]),
    )
    return { prices: prices.toSorted(), faults: await shop.faults(done.import_id) }
  }
  const row = (sku: string, price: string, cost: string) =>
    `${sku},${sku},Title,Default Title,${sku},${price},${cost},120.5`
  const yen = await brought('JPY', [
    row('a', '1250', '600'),
    row('b', '"1,980"', '600.00'),
    row('c', '1250.50', '600'),
    row('d', '1250', '600.5'),
  ])
  expect(yen.prices).toEqual([
    ['a', 125_000, 60_000],
    ['b', 198_000, 60_000],
  ])
  const whole = 'must be a whole number, because JPY has no decimals'
  expect(yen.faults).toEqual([
    ['4', 'price', '1250.50', whole],
    ['5', 'unit_cost', '600.5', whole],
  ])
  const dinars = await brought('KWD', [row('a', '3.750', '1.255'), row('b', '0.500', '0.2'), row('c', '3.755', '1')])
  expect(dinars.prices).toEqual([
    ['a', 375, 126],
    ['b', 50, 20],
  ])
  expect(dinars.faults).toEqual([['4', 'price', '3.755', 'must have at most 2 decimals']])
})
