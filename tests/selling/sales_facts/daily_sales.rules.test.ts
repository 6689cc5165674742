/** What a record of a day's sales may say, and how it differs from what is there. */
import { expect, test } from 'bun:test'
import {
  changesOf,
  type DailySalesRecord,
  recordFaults,
  writeOf,
} from '../../../server/selling/sales_facts/daily_sales.rules.ts'
import { noFigures, type SalesFigures } from '../../../server/selling/sales_facts/sales_figures.rules.ts'

const today = '2026-11-22'
const record = (values: Partial<DailySalesRecord> = {}): DailySalesRecord => ({
  day: '2026-11-02',
  sku: 'J-M',
  channel: 'Shop',
  location: 'Here',
  units: 3,
  gross_sales_cents: 3_000,
  discounts_cents: 100,
  returned_units: 1,
  returns_cents: 900,
  taxes_cents: -5,
  ...values,
})
const faults = (values: Partial<DailySalesRecord>) =>
  recordFaults(record(values), today).map(({ field, rule, value }) => `${field} ${rule}: ${value}`)

test('a value that is missing is not shown as a text', () => {
  expect(recordFaults(record({ sku: '' }), today)).toMatchObject([{ field: 'sku', value: null }])
})

test('a complete record has no faults, also with all that is optional', () => {
  expect(faults({})).toEqual([])
  expect(faults({ sku: null, variant_id: 'v', cost_cents: -5, regular_value_cents: 0, currency: 'EUR' })).toEqual([])
  expect(faults({ cost_cents: null, regular_value_cents: null, markdown_units: null, currency: null })).toEqual([])
})

test('a day exists and is not after today', () => {
  expect(faults({ day: today })).toEqual([])
  expect(faults({ day: '2026-11-23' })).toEqual(['day must not be after today, 2026-11-22: 2026-11-23'])
  expect(faults({ day: '2026-02-30' })).toEqual(['day must be a date, YYYY-MM-DD: 2026-02-30'])
  expect(faults({ day: '' })).toEqual(['day must be a date, YYYY-MM-DD: '])
})

test('a variant is named by SKU or by id', () => {
  for (const sku of [null, '']) expect(faults({ sku })).toEqual(['sku is required where variant_id is absent: null'])
})

test('units are whole numbers from 0 to 2,147,483,647', () => {
  const max = 2_147_483_647
  for (const field of ['units', 'returned_units'] as const) {
    expect(faults({ [field]: 0 })).toEqual([])
    expect(faults({ [field]: max })).toEqual([])
    for (const wrong of [-1, 1.5, max + 1, Number.NaN])
      expect(faults({ [field]: wrong })).toEqual([`${field} must be a whole number from 0 to 2147483647: ${wrong}`])
  }
})

test('amounts are whole numbers of cents, and only taxes and cost may be negative', () => {
  const whole = 'must be a whole number of cents'
  for (const field of ['gross_sales_cents', 'discounts_cents', 'returns_cents', 'regular_value_cents'] as const) {
    expect(faults({ [field]: 0 })).toEqual([])
    for (const wrong of [-1, 0.5, 2 ** 53])
      expect(faults({ [field]: wrong })).toEqual([`${field} ${whole}, not negative: ${wrong}`])
  }
  for (const field of ['taxes_cents', 'cost_cents'] as const) {
    expect(faults({ [field]: -1 })).toEqual([])
    expect(faults({ [field]: 0.5 })).toEqual([`${field} ${whole}: 0.5`])
  }
})

test('units marked down are some of the units, and need their regular value', () => {
  const regular_value_cents = 4_000
  expect(faults({ markdown_units: 0, regular_value_cents })).toEqual([])
  expect(faults({ markdown_units: 3, regular_value_cents })).toEqual([])
  for (const wrong of [4, -1, 0.5])
    expect(faults({ markdown_units: wrong, regular_value_cents })).toEqual([
      `markdown_units must be a whole number from 0 to units: ${wrong}`,
    ])
  expect(faults({ markdown_units: 0 })).toEqual(['regular_value_cents is required beside markdown_units: null'])
})

test('a currency is a code of three capitals', () => {
  for (const currency of ['usd', 'US', 'USDX', 'XUSD ', ''])
    expect(faults({ currency })).toEqual([`currency must be an ISO 4217 code: ${currency}`])
})

const key = { variant_id: 'v', day: '2026-11-02', sales_channel_id: 'c', location_id: 'l', currency: 'USD' }

test('a record without cost and regular value counts its units as without either', () => {
  expect(writeOf(record(), key)).toEqual({
    ...key,
    units: 3,
    returned_units: 1,
    gross_sales_cents: 3_000,
    discounts_cents: 100,
    returns_cents: 900,
    taxes_cents: -5,
    costed_units: 0,
    known_cost_cents: '0',
    priced_units: 0,
    known_regular_value_cents: 0,
    known_markdown_units: 0,
    source_system: null,
  })
})

test('a cost is that of the units sold and returned, and zero is a cost', () => {
  const cost = (cost_cents: number) => {
    const { costed_units, known_cost_cents } = writeOf(record({ cost_cents }), key)
    return [costed_units, known_cost_cents]
  }
  expect(cost(1_200)).toEqual([4, '1200'])
  expect(cost(0)).toEqual([4, '0'])
})

test('units marked down are as the file counts them, else all where they brought less than their regular value', () => {
  const marked = (values: Partial<DailySalesRecord>) => {
    const written = writeOf(record(values), key)
    return [written.priced_units, written.known_regular_value_cents, written.known_markdown_units]
  }
  expect(marked({ regular_value_cents: 3_001 })).toEqual([3, 3_001, 3])
  expect(marked({ regular_value_cents: 3_000 })).toEqual([3, 3_000, 0])
  expect(marked({ regular_value_cents: 3_001, markdown_units: 0 })).toEqual([3, 3_001, 0])
  expect(marked({ regular_value_cents: 3_000, markdown_units: 2 })).toEqual([3, 3_000, 2])
  expect(marked({ regular_value_cents: 0 })).toEqual([3, 0, 0])
  expect(marked({ markdown_units: 2 })).toEqual([0, 0, 0])
})

test('a record keeps the system that it comes from', () => {
  expect(writeOf(record({ source_system: 'till' }), key).source_system).toBe('till')
})

const figures = (values: Partial<SalesFigures>): SalesFigures => ({ ...noFigures, ...values })

test('changes are stated figure by figure, and none where nothing differs', () => {
  const before = figures({ units: 1, gross_sales_cents: 100, costed_units: 1, known_cost_cents: '40' })
  expect(changesOf(before, before)).toEqual([])
  expect(changesOf(before, { ...before, taxes_cents: 5, known_cost_cents: '0' })).toEqual([
    { field: 'taxes_cents', previous_value: '0', value: '5' },
    { field: 'cost_cents', previous_value: '40', value: '0' },
  ])
  const other = figures({
    units: 2,
    returned_units: 3,
    gross_sales_cents: 4,
    discounts_cents: 5,
    returns_cents: 6,
    taxes_cents: 7,
    costed_units: 5,
    known_cost_cents: '8',
    priced_units: 2,
    known_regular_value_cents: 9,
    known_markdown_units: 1,
  })
  expect(changesOf(noFigures, other).map(({ field, value }) => `${field} ${value}`)).toEqual([
    'units 2',
    'returned_units 3',
    'gross_sales_cents 4',
    'discounts_cents 5',
    'returns_cents 6',
    'taxes_cents 7',
    'cost_cents 8',
    'regular_value_cents 9',
    'markdown_units 1',
  ])
})

test('a figure that is known of some of the units alone is not shown', () => {
  const whole = figures({ units: 2, returned_units: 1, costed_units: 3, known_cost_cents: '40', priced_units: 2 })
  const changed = (values: Partial<SalesFigures>) => changesOf(whole, { ...whole, ...values })
  expect(changed({ costed_units: 2 })).toEqual([{ field: 'cost_cents', previous_value: '40', value: null }])
  expect(changed({ priced_units: 1 })).toEqual([
    { field: 'regular_value_cents', previous_value: '0', value: null },
    { field: 'markdown_units', previous_value: '0', value: null },
  ])
})
