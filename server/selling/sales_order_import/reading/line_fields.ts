/** Fields of the lines of an order in a file. */
import { limits } from '../../../contract/limits.ts'
import type { MoneyField, WholeField } from '../../../imports/field.ts'
import { lineKinds } from '../matching/line_kinds.rules.ts'

const centsMax = limits.sales_order_total_cents_max

const importedLineStates = ['open', 'part_shipped', 'shipped', 'restocked', 'not_eligible'] as const
const rowTypes = ['line', 'order', 'payment', 'cancelled', 'shipped_units', 'refunded_units', 'order_discount'] as const
const rowStates = ['done', 'void'] as const

type Words<T> = Omit<T, 'type'>
const amount = (words: Words<MoneyField>) =>
  ({ type: 'money', minimum_cents: 0, maximum_cents: centsMax, ...words }) as const
const units = (words: Words<WholeField>) =>
  ({ type: 'whole', minimum: 0, maximum: limits.sales_order_quantity_max, ...words }) as const

export const lineFields = {
  row_type: {
    type: 'choice',
    description:
      'What the row is: a line; the order as a whole; a payment, which is not imported; or a line that was cancelled as a whole and whose units the file does not state. Of a new order a cancelled line is left out; of an order that was imported before it cancels what is open of the SKU. shipped_units, refunded_units: units of a line that shipped or came back, found by line_reference, else by SKU, else by name, with the time in row_at; of a row that names no line, all of the order. order_discount: line_discount is on the order as a whole. line where blank.',
    choices: rowTypes,
    choice_synonyms: { 'sale line': 'line', sale: 'order' },
    synonyms: ['line type'],
  },
  row_state: {
    type: 'choice',
    description: 'Whether what the row says of a shipment or a refund happened; a row that is void is passed over.',
    choices: rowStates,
  },
  row_at: {
    type: 'instant',
    description: 'Time of the shipment or refund that the row states.',
  },
  part_of: {
    type: 'code',
    description:
      'Id of the line that the row is a part of, such as the product of which it is the chosen variant: the other row is the line, with its price, and this one is passed over.',
    length_max: 200,
  },
  line_reference: {
    type: 'code',
    description:
      'Id of the line in the source system. Rows of one order with one reference are one line in several shipments: each states its shipped_quantity.',
    length_max: 200,
    synonyms: ['line id', 'line item id', 'item id'],
  },
  sku: {
    type: 'code',
    description:
      'SKU of the variant. A line without one, or with one that no variant has, is matched by its barcode or its name.',
    length_max: 200,
    synonyms: ['lineitem sku', 'item sku', 'variant sku', 'product sku', 'item code', 'item number'],
    examples: ['LINEN-NAVY-S'],
  },
  variant_id: { type: 'code', is_own_id: true, description: 'Id of the variant, instead of its SKU.' },
  barcode: {
    type: 'code',
    description: 'Barcode of the variant, by which a line is matched whose SKU no variant has.',
    length_max: 200,
    synonyms: ['lineitem barcode', 'item barcode', 'ean', 'upc', 'gtin'],
  },
  product_name: {
    type: 'text',
    description:
      'What the line names: the title or the handle of the product, alone or with the option values behind ` - `, such as `Linen shirt - Navy / M`. A line whose SKU and barcode no variant has is matched by it.',
    length_max: 1_000,
    synonyms: ['lineitem name', 'item name', 'product name', 'product title'],
    examples: ['Linen shirt - Navy / M'],
  },
  variant_name: {
    type: 'text',
    description: 'Title or option values of the variant, where a column of their own has them.',
    length_max: 500,
    synonyms: ['lineitem variant', 'variant title', 'variation name', 'item variation', 'price point name'],
    examples: ['Navy / M'],
  },
  line_kind: {
    type: 'choice',
    description:
      'What the line is. A line that is no goods is not matched; the option `lines_without_goods` says what becomes of it. Where blank, a line that no variant matches is one without goods if its state is not_eligible, or if it has no SKU and its name is that of a tip, a gift card, a fee or shipping.',
    choices: lineKinds,
    choice_synonyms: { product: 'goods', 'gift card': 'gift_card', 'custom amount': 'custom', other: 'custom' },
    synonyms: ['line item type', 'item kind'],
  },
  quantity: {
    ...units({
      description: 'Units ordered.',
      minimum: 1,
      synonyms: ['lineitem quantity', 'item quantity', 'qty', 'quantity ordered', 'units'],
      examples: ['2'],
    }),
  },
  unit_price: amount({
    description: 'Price of a unit before discounts.',
    maximum_cents: limits.sales_order_price_cents_max,
    synonyms: ['lineitem price', 'item price', 'price', 'price each'],
    examples: ['49.00'],
  }),
  regular_price: amount({
    description: 'Price of a unit without any markdown; unknown where blank.',
    maximum_cents: limits.sales_order_price_cents_max,
    synonyms: ['lineitem compare at price', 'compare at price', 'list price'],
  }),
  line_subtotal: amount({
    description: 'Price of all units of the line before discounts, instead of unit_price.',
    synonyms: ['item subtotal', 'gross sales', 'line price'],
  }),
  line_total: amount({
    description: 'Price of all units of the line after its discounts.',
    synonyms: ['item total', 'net sales'],
  }),
  line_discount: amount({
    description: 'Discount on all units of the line; 0 where blank.',
    synonyms: ['lineitem discount', 'item discount'],
  }),
  line_tax: amount({
    description: 'Taxes on all units of the line.',
    synonyms: ['item total tax', 'item tax', 'sales tax'],
  }),
  line_shipping: amount({
    description:
      'Charged for shipping the line, without taxes unless prices include them: `shipping` of the order is the sum over its lines, less line_shipping_discount, with line_gift_wrap.',
  }),
  line_shipping_discount: amount({ description: 'Discount on line_shipping; 0 where blank.' }),
  line_shipping_tax: amount({ description: 'Taxes on line_shipping; `shipping_tax` of the order is their sum.' }),
  line_gift_wrap: amount({
    description: 'Charged for wrapping the line as a gift; counted with shipping, and no part of sales.',
  }),
  line_gift_wrap_tax: amount({ description: 'Taxes on line_gift_wrap; counted with those on shipping.' }),
  line_paid: amount({ description: 'line_total and line_tax together, to which they must add up.' }),
  unit_cost: {
    type: 'decimal',
    description: "Cost of a unit in the organisation's currency when it left; unknown where blank.",
    is_cost: true,
    decimals_max: 4,
    minimum: 0,
    maximum: limits.sales_order_price_cents_max / 100,
    synonyms: ['cost', 'cost per item', 'item cost'],
  },
  line_state: {
    type: 'choice',
    description:
      'How far the line is, where it differs from the order. part_shipped needs shipped_quantity. restocked: its units went back into stock, those that had shipped as returned, the others as cancelled. not_eligible: there is nothing to ship.',
    choices: importedLineStates,
    choice_synonyms: {
      pending: 'open',
      unfulfilled: 'open',
      partial: 'part_shipped',
      fulfilled: 'shipped',
    },
    synonyms: ['lineitem fulfillment status', 'line status'],
  },
  shipped_quantity: units({
    description: 'Units of the line that have shipped; follows from the states where blank.',
    synonyms: ['quantity shipped', 'fulfilled quantity', 'quantity fulfilled'],
  }),
  shipped_at: {
    type: 'instant',
    description:
      'Time the units shipped, on the first row or on each; the time of the order where blank. A date without a time that is the day of the order is not before it. Lines with one time and tracking number are one shipment.',
    synonyms: ['fulfilled at', 'date shipped', 'shipped on', 'ship date', 'completed at'],
    examples: ['2026-10-06 15:40:00 +0100'],
  },
  tracking_number: {
    type: 'text',
    description: 'Tracking number of the shipment.',
    length_max: limits.sales_order_label_length_max,
    synonyms: ['tracking', 'tracking no'],
  },
  carrier: {
    type: 'text',
    description: 'Carrier of the shipment.',
    length_max: limits.sales_order_label_length_max,
    synonyms: ['shipping carrier', 'tracking company'],
  },
  cancelled_quantity: units({
    description: 'Units of the line that were cancelled and have not shipped.',
    synonyms: ['quantity cancelled', 'canceled quantity'],
  }),
  refunded_quantity: units({
    description: 'Units of the line that came back; where they had not shipped, they are cancelled.',
    synonyms: ['item refunded qty', 'quantity refunded', 'returned quantity', 'quantity returned'],
  }),
  restocked_quantity: units({
    description: 'Units among those that came back which went back into stock; 0 where blank.',
    synonyms: ['quantity restocked', 'restocked'],
  }),
  line_refunded: amount({
    description: 'Amount paid back for the line, taxes excluded; they are added in proportion.',
    synonyms: ['item refunded'],
  }),
} as const
