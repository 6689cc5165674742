/** Imports stock on hand: opening stock, and the stock that a count, a shop or a warehouse system states. */
import { limits } from '../../contract/limits.ts'
import { importKind } from '../../imports/kind.ts'
import type { StockRecord, StockUndo, StockWrite } from '../adjustments/set_stock.model.ts'
import { planStock, undoStock, writeStock } from '../adjustments/set_stock.ts'

const fields = {
  sku: {
    type: 'code',
    description: 'SKU of the variant. Required unless variant_id is given.',
    synonyms: ['variant sku', 'item code', 'item number', 'article number', 'stock code', 'product code', 'item sku'],
    examples: ['TEE-NAVY-M'],
  },
  variant_id: {
    type: 'code',
    description: 'Id of the variant, instead of its SKU.',
    synonyms: ['variant'],
  },
  location: {
    type: 'text',
    description: 'Name or id of the location.',
    required: true,
    synonyms: ['location name', 'warehouse', 'warehouse name', 'store', 'store name', 'site', 'location id'],
    examples: ['Main warehouse'],
  },
  on_hand: {
    type: 'whole',
    description: 'Units on hand, committed units included.',
    required: true,
    minimum: 0,
    maximum: limits.stock_units_max,
    synonyms: [
      'on hand quantity',
      'quantity on hand',
      'qty on hand',
      'stock on hand',
      'quantity',
      'qty',
      'stock',
      'soh',
      'units',
      'counted',
    ],
    examples: ['12'],
  },
  unit_cost: {
    type: 'decimal',
    description:
      "Cost of a unit in the organisation's currency, with up to four decimals; used for units that are added.",
    decimals_max: 4,
    minimum: 0,
    maximum: limits.purchase_order_unit_cost_max,
    synonyms: ['cost per item', 'cost', 'cost price', 'average cost', 'landed cost', 'purchase price'],
    examples: ['12.5'],
  },
} as const

const keyPart = (text: string) => text.normalize('NFC').trim()

export const inventoryImport = importKind({
  name: 'inventory',
  title: 'Stock on hand',
  description:
    'Sets the stock on hand of variants at locations. Stock that never moved is opened with the given cost; other stock is adjusted by the difference. Locations that the file does not name keep their stock.',
  fields,
  batch_rows: 2_000,
  toRecord: ({ values: { sku, variant_id, location, on_hand, unit_cost } }): StockRecord => ({
    sku,
    variant_id,
    location,
    on_hand,
    unit_cost,
  }),
  nameOf: ({ sku, variant_id, location }: StockRecord) => `${sku ?? variant_id ?? ''} at ${location}`,
  keyOf: ({ sku, variant_id, location }: StockRecord) =>
    JSON.stringify([keyPart(sku ?? ''), keyPart(variant_id ?? '').toLowerCase(), keyPart(location).toLowerCase()]),
  plan: planStock,
  write: async (sql, context, writes: readonly StockWrite[]) =>
    (await writeStock(sql, context, writes)) as readonly { undo: StockUndo }[],
  undo: undoStock,
})
