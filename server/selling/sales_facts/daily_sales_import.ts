/** Imports sales by day: history, and the daily exports of shops and tills. */
import Big from 'big.js'
import { refuse } from '../../contract/refusals.ts'
import type { RecordFault, RecordDiff } from '../../imports/record_diff.ts'
import { isCurrency } from '../../contract/money.ts'
import type { Values } from '../../imports/field.ts'
import { importKind } from '../../imports/kind.ts'
import { recordFault } from '../../imports/record_fault.ts'
import type { DailySalesRecord, DailySalesWrite } from './daily_sales.rules.ts'
import { diffDailySales } from './diff_daily_sales.ts'
import { type DailySalesUndo, SalesDayTaken, undoDailySales, writeDailySales } from './write_daily_sales.ts'
import { nameKey, normalText } from '../../records/texts.ts'

const unitsMax = 1_000_000_000
const amountMaxCents = 1_000_000_000_000

const fields = {
  day: {
    type: 'date',
    description: 'Day of the sales.',
    required: true,
    synonyms: ['date', 'sales date', 'sale date', 'order date', 'business date', 'transaction date'],
    examples: ['2026-10-31'],
  },
  sku: {
    type: 'code',
    description: 'SKU of the variant. Required unless variant_id is given.',
    synonyms: ['variant sku', 'product variant sku', 'item code', 'item number', 'article number', 'item sku'],
    examples: ['LINEN-NAVY-S'],
  },
  variant_id: { type: 'code', is_own_id: true, description: 'Id of the variant, instead of its SKU.' },
  channel: {
    type: 'text',
    description: 'Name or id of the sales channel. A fixed value serves a file of one channel.',
    required: true,
    synonyms: ['sales channel', 'channel name', 'sales channel id'],
    examples: ['Online store'],
  },
  location: {
    type: 'text',
    description: 'Name or id of the location that the sales count at. A fixed value serves a file of one location.',
    required: true,
    synonyms: ['location name', 'pos location name', 'warehouse', 'store', 'store name', 'site', 'location id'],
    examples: ['Main warehouse'],
  },
  units: {
    type: 'whole',
    description: 'Units sold, before returns.',
    required: true,
    minimum: 0,
    maximum: unitsMax,
    synonyms: ['units sold', 'quantity', 'qty', 'quantity sold', 'qty sold', 'net items sold', 'items sold'],
    examples: ['3'],
  },
  gross_sales: {
    type: 'money',
    in_currency_of: 'currency',
    description:
      'Value of the units sold at the prices they were offered for, before discounts and returns, without taxes.',
    required: true,
    minimum_cents: 0,
    maximum_cents: amountMaxCents,
    synonyms: ['gross', 'gross revenue', 'gross amount', 'gross sales amount', 'sales amount', 'sales'],
    examples: ['147.00'],
  },
  discounts: {
    type: 'money',
    in_currency_of: 'currency',
    description: 'Discounts on the units sold; 0 where blank.',
    minimum_cents: 0,
    maximum_cents: amountMaxCents,
    synonyms: ['discount', 'discount amount', 'total discounts'],
    examples: ['14.70'],
  },
  returned_units: {
    type: 'whole',
    description: 'Units returned on the day; 0 where blank.',
    minimum: 0,
    maximum: unitsMax,
    synonyms: ['units returned', 'returned quantity', 'quantity returned', 'qty returned', 'return units'],
    examples: ['0'],
  },
  returns: {
    type: 'money',
    in_currency_of: 'currency',
    description: 'Value of the units returned, without taxes; 0 where blank.',
    minimum_cents: 0,
    maximum_cents: amountMaxCents,
    synonyms: ['returns amount', 'returned value', 'refunds', 'refunded amount'],
    examples: ['0.00'],
  },
  taxes: {
    type: 'money',
    in_currency_of: 'currency',
    description: 'Taxes on the sales less those on the returns; 0 where blank.',
    minimum_cents: -amountMaxCents,
    maximum_cents: amountMaxCents,
    synonyms: ['tax', 'tax amount', 'sales tax', 'vat'],
    examples: ['26.46'],
  },
  cost: {
    type: 'money',
    description:
      "Cost of the units sold less that of the units returned, in the organisation's currency; unknown where blank.",
    minimum_cents: -amountMaxCents,
    maximum_cents: amountMaxCents,
    synonyms: ['cogs', 'cost of goods sold', 'total cost', 'cost of sales'],
    examples: ['55.50'],
  },
  regular_value: {
    type: 'money',
    in_currency_of: 'currency',
    description: 'Value of the units sold at their regular prices; unknown where blank.',
    minimum_cents: 0,
    maximum_cents: amountMaxCents,
    synonyms: ['regular price value', 'full price value', 'value at regular price'],
    examples: ['147.00'],
  },
  markdown_units: {
    type: 'whole',
    description:
      'Units sold below their regular prices; needs regular_value. Where blank, all units count if they brought less than regular_value.',
    minimum: 0,
    maximum: unitsMax,
    synonyms: ['units on markdown', 'marked down units'],
    examples: ['0'],
  },
  currency: {
    type: 'code',
    description: "ISO 4217 code of all amounts but the cost; the organisation's currency where blank.",
    pattern: { matches: /^[A-Z]{3}$/, rule: 'must be an ISO 4217 code, such as EUR' },
    synonyms: ['currency code'],
    examples: ['USD'],
  },
  source_system: {
    type: 'text',
    description: 'System that the file was exported from. A channel-day takes rows of one system.',
    length_max: 100,
    examples: ['Shopify'],
  },
} as const

/** Names of the file for those of the figures. */
const fileNames: Readonly<Record<string, string>> = {
  gross_sales_cents: 'gross_sales',
  discounts_cents: 'discounts',
  returns_cents: 'returns',
  taxes_cents: 'taxes',
  cost_cents: 'cost',
  regular_value_cents: 'regular_value',
}

const amountText = (cents: string | null) => (cents === null ? null : Big(cents).div(100).toFixed(2))

const inFileWords = (fault: RecordFault): RecordFault => {
  const field = fileNames[fault.field]
  return field === undefined ? fault : { ...fault, field, value: amountText(fault.value) }
}

/** Amounts as the file writes them. */
function shownDiff(diff: RecordDiff<DailySalesWrite>): RecordDiff<DailySalesWrite> {
  if (diff.outcome === 'refused') return { ...diff, faults: diff.faults.map(inFileWords) }
  if (diff.outcome !== 'changed') return diff
  const changes = diff.changes.map(({ field, previous_value, value }) => {
    const name = fileNames[field]
    if (name === undefined) return { field, previous_value, value }
    return { field: name, previous_value: amountText(previous_value), value: amountText(value) }
  })
  return { ...diff, changes }
}

const recordOf = (values: Values<typeof fields>): DailySalesRecord => ({
  day: values.day,
  variant_id: values.variant_id,
  sku: values.sku,
  channel: values.channel,
  location: values.location,
  units: values.units,
  gross_sales_cents: values.gross_sales,
  discounts_cents: values.discounts ?? 0,
  returned_units: values.returned_units ?? 0,
  returns_cents: values.returns ?? 0,
  taxes_cents: values.taxes ?? 0,
  cost_cents: values.cost,
  regular_value_cents: values.regular_value,
  markdown_units: values.markdown_units,
  currency: values.currency,
  source_system: values.source_system,
})

export const dailySalesImport = importKind({
  name: 'daily_sales',
  title: 'Sales by day',
  description:
    'Sets the sales of variants by day, channel, location and currency. A row replaces what an earlier import set for them. A channel on a day takes its sales from orders or from imports, never from both, and from one source system.',
  fields,
  // A row is small, and a statement marks a product and a variant once for all of its rows.
  batch_rows: 2_000,
  toRecord({ values }): DailySalesRecord | readonly RecordFault[] {
    const { currency } = values
    if (currency !== null && !isCurrency(currency))
      return [recordFault('currency', 'must be an ISO 4217 code, such as EUR', currency)]
    return recordOf(values)
  },
  nameOf: ({ sku, variant_id, day }: DailySalesRecord) => `${sku ?? variant_id ?? ''} on ${day}`,
  keyOf: ({ sku, variant_id, day, channel, location, currency }: DailySalesRecord) =>
    JSON.stringify([
      normalText(sku ?? ''),
      nameKey(variant_id ?? ''),
      day,
      nameKey(channel),
      nameKey(location),
      currency ?? '',
    ]),
  diff: async (sql, context, records: readonly DailySalesRecord[]) =>
    (await diffDailySales(sql, context, records)).map(shownDiff),
  write: async (sql, context, writes: readonly DailySalesWrite[]) => {
    try {
      return (await writeDailySales(sql, context, writes)) as readonly { undo: DailySalesUndo }[]
    } catch (error) {
      // The import compares the batch again, and then says which rows it concerns.
      if (error instanceof SalesDayTaken) refuse('conflict', { desc: `${error.message}.` })
      throw error
    }
  },
  analyze: (sql) => sql`analyze sales_daily`,
  undo: undoDailySales,
})
