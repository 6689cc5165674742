/** Imports the purchase orders that are open when an organisation moves here. */
import { limits } from '../../contract/limits.ts'
import { packingColumns } from '../purchase_units/packing_columns.ts'
import { importKind } from '../../imports/kind.ts'
import { openOrderStates, type OpenOrderWrite, type StatedOrderRecord } from './open_orders.rules.ts'
import { type OpenOrderUndo, diffOpenOrders, undoOpenOrders, writeOpenOrders } from './open_orders.ts'

const unitsMax = limits.purchase_order_quantity_max

const fields = {
  reference: {
    type: 'code',
    description:
      'Number of the order in the other system, which becomes its name here. Rows with one number are one order.',
    required: true,
    per: 'record',
    length_max: 200,
    synonyms: [
      'order number',
      'purchase order',
      'po number',
      'po',
      'order',
      'order name',
      'purchase order number',
      'name',
    ],
    examples: ['4500017'],
  },
  supplier: {
    type: 'text',
    description: 'Name or id of the supplier.',
    required: true,
    per: 'record',
    length_max: 200,
    synonyms: ['supplier name', 'supplier id', 'vendor', 'vendor name'],
    examples: ['Harbour Row'],
  },
  location: {
    type: 'text',
    description: 'Name or id of the location that the goods are for.',
    required: true,
    per: 'record',
    synonyms: ['location name', 'destination', 'warehouse', 'ship to', 'deliver to', 'location id'],
    examples: ['Main warehouse'],
  },
  status: {
    type: 'choice',
    description:
      'draft: not on order yet. approved and issued: on order, and counted as incoming stock. issued where blank; nothing is sent to the supplier.',
    per: 'record',
    choices: openOrderStates,
    choice_synonyms: {
      open: 'issued',
      sent: 'issued',
      ordered: 'issued',
      'partially received': 'issued',
      pending: 'draft',
    },
    synonyms: ['order status', 'state'],
    examples: ['issued'],
  },
  order_date: {
    type: 'date',
    description: 'Date of the order; the day of the import where blank.',
    per: 'record',
    synonyms: ['date', 'ordered on', 'order placed', 'created', 'issue date'],
    examples: ['2026-10-05'],
  },
  expected_date: {
    type: 'date',
    description: "Expected arrival date; the order date plus the supplier's lead time where blank.",
    per: 'record',
    synonyms: ['expected delivery date', 'expected arrival', 'due date', 'delivery date', 'eta', 'expected on'],
    examples: ['2026-12-14'],
  },
  currency: {
    type: 'code',
    description: "ISO 4217 code of the costs; an order in another currency than the supplier's is refused.",
    per: 'record',
    pattern: { matches: /^[A-Z]{3}$/, rule: 'must be an ISO 4217 code, such as EUR' },
    synonyms: ['currency code'],
    examples: ['USD'],
  },
  sku: {
    type: 'code',
    description: 'SKU of the variant. Required unless variant_id is given.',
    synonyms: ['variant sku', 'item code', 'item number', 'article number', 'item sku', 'product code'],
    examples: ['LINEN-NAVY-S'],
  },
  variant_id: { type: 'code', is_own_id: true, description: 'Id of the variant, instead of its SKU.' },
  ordered_quantity: {
    type: 'whole',
    description: 'Units ordered. Required unless purchase_quantity is given; if both are, they must agree.',
    minimum: 1,
    maximum: unitsMax,
    synonyms: ['quantity', 'qty', 'quantity ordered', 'ordered', 'qty ordered', 'order quantity', 'units'],
    examples: ['120'],
  },
  purchase_quantity: {
    type: 'whole',
    description: 'Purchase units ordered, such as cases.',
    minimum: 1,
    maximum: unitsMax,
    synonyms: ['cases ordered', 'cartons ordered', 'ordered cases', 'quantity in purchase units'],
    examples: ['10'],
  },
  purchase_unit: packingColumns.purchase_unit,
  purchase_unit_factor: packingColumns.purchase_unit_factor,
  purchase_unit_cost: packingColumns.purchase_unit_cost,
  received_quantity: {
    type: 'whole',
    description:
      'Units that arrived before the import, 0 where blank. They move no stock, as they are in the stock on hand; only the others are ordered here.',
    minimum: 0,
    maximum: unitsMax,
    synonyms: ['quantity received', 'received', 'qty received', 'units received'],
    examples: ['40'],
  },
  unit_cost: {
    type: 'decimal',
    description: "Cost of a unit in the supplier's currency, with up to four decimals; the known cost where blank.",
    decimals_max: 4,
    minimum: 0,
    maximum: limits.purchase_order_unit_cost_max,
    synonyms: ['cost', 'unit price', 'price', 'cost price', 'purchase price'],
    examples: ['18.50'],
  },
} as const

export const openOrdersImport = importKind({
  name: 'purchase_orders',
  title: 'Open purchase orders',
  description:
    'Creates the purchase orders that are open at cut-over, with the units still to come. An order that an import created is changed in its expected date, quantities and costs as long as nothing was received or sent.',
  fields,
  join_by: 'reference',
  toRecord: ({ values, rows }): StatedOrderRecord => ({
    reference: values.reference,
    supplier: values.supplier,
    location: values.location,
    status: values.status ?? 'issued',
    order_date: values.order_date,
    expected_date: values.expected_date,
    currency: values.currency,
    lines: rows.map(({ row_number, values: line }) => ({
      row_number,
      sku: line.sku,
      variant_id: line.variant_id,
      ordered_quantity: line.ordered_quantity,
      purchase_quantity: line.purchase_quantity,
      purchase_unit: line.purchase_unit,
      purchase_unit_factor: line.purchase_unit_factor,
      purchase_unit_cost: line.purchase_unit_cost,
      received_quantity: line.received_quantity ?? 0,
      unit_cost: line.unit_cost,
    })),
  }),
  nameOf: ({ reference }: StatedOrderRecord) => reference,
  keyOf: ({ reference }: StatedOrderRecord) => reference,
  diff: diffOpenOrders,
  write: async (sql, context, writes: readonly OpenOrderWrite[]) =>
    (await writeOpenOrders(sql, context, writes)) as readonly { undo: OpenOrderUndo }[],
  undo: undoOpenOrders,
})
