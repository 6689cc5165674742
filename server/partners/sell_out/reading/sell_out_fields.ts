/** What a row of an account's report can say, and under which headers files carry it. */
import { limits } from '../../../contract/limits.ts'
import type { ImportFields } from '../../../imports/field.ts'

const { sell_out_row_units_max: unitsMax } = limits
const units = { type: 'whole', minimum: -unitsMax, maximum: unitsMax } as const

export const sellOutFields = {
  period_start: {
    type: 'date',
    description: 'First day of the period; the week before period_end unless stated.',
    synonyms: [
      'week start',
      'week starting',
      'week beginning',
      'week commencing',
      'w/c',
      'start date',
      'startdate',
      'from date',
    ],
    examples: ['2026-11-09'],
  },
  period_end: {
    type: 'date',
    description: 'Last day of the period.',
    synonyms: ['week ending', 'week end', 'week ending date', 'w/e', 'end date', 'enddate', 'to date', 'week'],
    examples: ['2026-11-15'],
  },
  day: {
    type: 'date',
    description: 'The day, of a daily report.',
    synonyms: ['date sold', 'sales date', 'transaction date', 'date'],
    examples: ['2026-11-15'],
  },
  door: {
    type: 'code',
    description: "The account's own number of the store or distribution centre.",
    synonyms: [
      'store',
      'store number',
      'store no',
      'store nbr',
      'store code',
      'store id',
      'store #',
      'location code',
      'location',
      'location #',
      'loc',
      'loc #',
      'door',
      'filiale',
      'magasin',
      'branch',
      'branch code',
      'site',
      'dc',
      'outlet',
    ],
    examples: ['0117'],
  },
  buyer_sku: {
    type: 'code',
    description: "The account's own SKU.",
    synonyms: [
      'item code',
      'item number',
      'item no',
      'item',
      'article',
      'article number',
      'article no',
      'retailer sku',
      'product code',
      'asin',
    ],
    examples: ['771-JMP-M'],
  },
  gtin: {
    type: 'code',
    description: 'Barcode of the variant.',
    synonyms: ['upc', 'ean', 'barcode', 'upc code', 'ean code', 'gtin 13', 'gtin 14'],
    examples: ['5601234567890'],
  },
  sku: {
    type: 'code',
    description: 'SKU of the variant in the catalogue.',
    synonyms: ['vendor sku', 'supplier sku', 'vendor style', 'supplier code', 'vendor item', 'supplier article'],
    examples: ['JUMPER-M'],
  },
  units_sold: {
    ...units,
    description: 'Units sold, less returns where units_returned is not mapped.',
    synonyms: [
      'units',
      'net units',
      'qty sold',
      'quantity sold',
      'sold units',
      'sales units',
      'sales qty',
      'pos qty',
      'pos units',
      'unit sales',
      'sold',
      'qty',
      'quantity',
      'shippedunits',
      'shipped units',
    ],
    examples: ['12'],
  },
  units_returned: {
    ...units,
    // Some files write returns as negative numbers, which would be added to the sales.
    minimum: 0,
    description: 'Units returned, subtracted from units_sold; 0 or more.',
    synonyms: ['returns', 'returned units', 'return qty', 'qty returned', 'customer returns', 'customerreturns'],
    examples: ['1'],
  },
  on_hand: {
    ...units,
    description: 'Units on the shelf at the end of the period.',
    synonyms: [
      'on hand units',
      'stock on hand',
      'stock',
      'soh',
      'inventory',
      'on hand qty',
      'qty on hand',
      'quantity on hand',
      'closing stock',
      'store on hand',
    ],
    examples: ['34'],
  },
  sales: {
    type: 'money',
    description: 'Sales value of the row, in the declared currency.',
    synonyms: [
      'sales value',
      'net sales',
      'sales amount',
      'pos sales',
      'revenue',
      'turnover',
      'value',
      'shippedrevenue amount',
    ],
    examples: ['588.00'],
  },
  currency: {
    type: 'code',
    description: 'Currency of the sales value; must be the declared one on every row.',
    synonyms: ['currency code', 'ccy', 'shippedrevenue currencycode'],
    examples: ['EUR'],
  },
} as const satisfies ImportFields
export type SellOutField = keyof typeof sellOutFields

export const sellOutFieldNames = Object.keys(sellOutFields) as SellOutField[]
export const itemFields = ['buyer_sku', 'gtin', 'sku'] as const
export const figureFields = ['units_sold', 'on_hand'] as const

/** What is missing before files with these columns can be read, in words; null if nothing is. */
export function missingOf(fields: ReadonlySet<string>): string | null {
  if (!itemFields.some((field) => fields.has(field))) return 'a column that names the item (buyer_sku, gtin or sku)'
  if (!figureFields.some((field) => fields.has(field))) return 'a column of units (units_sold or on_hand)'
  return null
}
