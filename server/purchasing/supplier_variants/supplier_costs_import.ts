/** Imports what suppliers supply: their SKUs, costs and order terms. */
import { limits } from '../../contract/limits.ts'
import { importKind } from '../../imports/kind.ts'
import type { SupplierCostRecord, SupplierCostWrite } from './supplier_costs.rules.ts'
import {
  anotherPrimary,
  diffSupplierCosts,
  type SupplierCostUndo,
  undoSupplierCosts,
  writeSupplierCosts,
} from './supplier_costs.ts'
import { nameKey, normalText } from '../../records/texts.ts'
import { packingColumns } from '../purchase_units/packing_columns.ts'

const unitsMax = 1_000_000

const fields = {
  supplier: {
    type: 'text',
    description: 'Name or id of the supplier. A fixed value serves a file of one supplier.',
    required: true,
    length_max: 200,
    synonyms: ['supplier name', 'supplier id', 'vendor', 'vendor name', 'default vendor name'],
    examples: ['Harbour Row'],
  },
  sku: {
    type: 'code',
    description: 'SKU of the variant. Required unless variant_id is given.',
    synonyms: ['variant sku', 'item code', 'item number', 'article number', 'item sku', 'product code'],
    examples: ['LINEN-NAVY-S'],
  },
  variant_id: { type: 'code', is_own_id: true, description: 'Id of the variant, instead of its SKU.' },
  supplier_sku: {
    type: 'code',
    description: "The supplier's own SKU for the variant.",
    length_max: 200,
    synonyms: ['vendor sku', 'supplier code', 'supplier item number', 'vendor code', 'vendor item number'],
    examples: ['HR-0041-NS'],
  },
  unit_cost: {
    type: 'decimal',
    description: "Cost of a unit in the supplier's currency, with up to four decimals.",
    decimals_max: 4,
    minimum: 0,
    maximum: limits.purchase_order_unit_cost_max,
    synonyms: ['cost', 'cost price', 'supply price', 'purchase price', 'supplier price', 'cost per item'],
    examples: ['18.50'],
  },
  ...packingColumns,
  currency: {
    type: 'code',
    description: "ISO 4217 code of the cost; a row in another currency than the supplier's is refused.",
    pattern: { matches: /^[A-Za-z]{3}$/, rule: 'must be an ISO 4217 code, such as EUR' },
    synonyms: ['currency code', 'cost currency'],
    examples: ['USD'],
  },
  min_order_quantity: {
    type: 'whole',
    description: 'Minimum order quantity of the variant, in units.',
    minimum: 1,
    maximum: unitsMax,
    synonyms: ['moq', 'minimum order quantity', 'minimum quantity', 'min order qty', 'minimum order'],
    examples: ['24'],
  },
  batch_size: {
    type: 'whole',
    description: 'Pack quantity in units; orders must be a multiple of it.',
    minimum: 1,
    maximum: unitsMax,
    synonyms: ['pack quantity', 'pack size', 'case pack', 'case quantity', 'order multiple', 'units per carton'],
    examples: ['12'],
  },
  lead_time_days: {
    type: 'whole',
    description: 'Lead time of the variant, in days.',
    minimum: 0,
    maximum: limits.supplier_days_max,
    synonyms: ['lead time', 'lead time in days', 'lead days'],
    examples: ['30'],
  },
  is_primary: {
    type: 'boolean',
    description:
      "Whether the supplier is the variant's primary supplier. Where blank, it becomes it if the variant has none.",
    synonyms: ['primary', 'primary supplier', 'default supplier', 'preferred'],
  },
} as const

export const supplierCostsImport = importKind({
  name: 'supplier_costs',
  title: 'Supplier costs',
  description:
    'Attaches variants to suppliers with their cost and order terms, or changes those that are attached. Blank cells leave a value as it is.',
  fields,
  toRecord: ({ values }): SupplierCostRecord => values,
  nameOf: ({ sku, variant_id, supplier }: SupplierCostRecord) => `${sku ?? variant_id ?? ''} of ${supplier}`,
  keyOf: ({ sku, variant_id, supplier }: SupplierCostRecord) =>
    JSON.stringify([nameKey(supplier), normalText(sku ?? ''), nameKey(variant_id ?? '')]),
  claimsOf: ({ sku, variant_id, is_primary }: SupplierCostRecord) =>
    is_primary === true
      ? [
          {
            key: JSON.stringify([normalText(sku ?? ''), nameKey(variant_id ?? '')]),
            field: 'is_primary',
            value: 'true',
            rule: anotherPrimary,
          },
        ]
      : [],
  diff: diffSupplierCosts,
  write: async (sql, context, writes: readonly SupplierCostWrite[]) =>
    (await writeSupplierCosts(sql, context, writes)) as readonly { undo: SupplierCostUndo }[],
  undo: undoSupplierCosts,
})
