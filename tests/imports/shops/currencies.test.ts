/** Prices in currencies without decimals and with three, as each built-in profile reads them. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { imports } from '../../../server/boot/imports.ts'
import { readersOf, textOf } from '../../../server/imports/values/field_reader.ts'
import { addNumber, decideNumbers, noNumbers } from '../../../server/imports/values/column_facts.ts'
import { isFault, readValue } from '../../../server/imports/values/read_value.ts'
import { readCatalogue } from '../../catalogue/imports/read_catalogue.ts'
import { setFixture } from '../../support/fixtures/catalogue.ts'
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

test('days of sales have the amounts of the currency of their row, whatever the currency of the organisation', async () => {
  const imported = async (currency: string, rows: string[]) => {
    const { tenant, importer, sql, organization_id, faults } = await openShop({ currency })
    await setFixture(tenant, { products: [{ title: 'Cap', variants: [{ sku: 'CAP' }] }] })
    const file = ['day,sku,channel,location,units,gross sales,discounts,cost,currency', ...rows].join('\n')
    const { import_id } = await importer.imported(file, { kind: 'daily_sales' })
    const sold = await sql`
      select currency, gross_sales_cents::int as gross, discounts_cents::int as discounts from sales_daily
      where organization_id = ${organization_id} order by currency`
    return { sold: sold.map((row) => Object.values(row)), faults: await faults(import_id) }
  }
  const row = (day: number, gross: string, discounts: string, cost: string, currency: string) =>
    `2026-10-0${day},CAP,Online store,Main warehouse,1,${gross},${discounts},${cost},${currency}`
  const whole = 'must be a whole number, because JPY has no decimals'
  const dollars = await imported('USD', [
    row(1, '1250', '0', '4.25', 'JPY'),
    row(2, '1250.50', '10.5', '4.25', 'JPY'),
    row(3, '3.755', '0', '4.25', 'KWD'),
    row(4, '12.50', '1.25', '4.25', ''),
    row(5, '12.50', '1.25', '4.25', 'XXZ'),
  ])
  expect(dollars.sold).toEqual([
    ['JPY', 125_000, 0],
    ['USD', 1_250, 125],
  ])
  expect(dollars.faults.toSorted()).toEqual([
    ['3', 'discounts', '10.5', whole],
    ['3', 'gross_sales', '1250.50', whole],
    ['4', 'gross_sales', '3.755', 'must have at most 2 decimals'],
    ['6', 'currency', 'XXZ', 'must be an ISO 4217 code, such as EUR'],
  ])
  const yen = await imported('JPY', [row(1, '12.50', '1.25', '400', 'USD'), row(2, '12.50', '0', '400', '')])
  expect([yen.sold, yen.faults]).toEqual([[['USD', 1_250, 125]], [['3', 'gross_sales', '12.50', whole]]])
})
