/** Fields of an order in a file: those of the whole order, and those of each line. */
import { limits } from '../../../contract/limits.ts'
import type { MoneyField, WholeField } from '../../../imports/field.ts'

const centsMax = limits.sales_order_total_cents_max

/** States of an order in a file; the quantities of lines say how many units each concerns. */
const importedStates = ['open', 'part_shipped', 'shipped', 'cancelled', 'refunded'] as const
const importedLineStates = ['open', 'part_shipped', 'shipped'] as const
const paymentStates = [
  'pending',
  'authorized',
  'partially_paid',
  'paid',
  'partially_refunded',
  'refunded',
  'voided',
  'expired',
] as const
const rowTypes = ['line', 'order', 'payment'] as const

type Words<T> = Omit<T, 'type'>
const amount = (words: Words<MoneyField>) =>
  ({ type: 'money', minimum_cents: 0, maximum_cents: centsMax, ...words }) as const
const orderAmount = (words: Words<MoneyField>) => ({ ...amount(words), per: 'record' }) as const
const units = (words: Words<WholeField>) =>
  ({ type: 'whole', minimum: 0, maximum: limits.sales_order_quantity_max, ...words }) as const

export const orderFields = {
  order_number: {
    type: 'code',
    description:
      'Number of the order, which becomes its name. Rows with one number are one order; a number that was imported before from the same source system is not imported again.',
    required: true,
    per: 'record',
    length_max: limits.sales_order_label_length_max,
    synonyms: ['order name', 'order', 'order id', 'order number formatted', 'sales order', 'order no'],
    examples: ['#1001'],
  },
  source_system: {
    type: 'text',
    description:
      'System that the file was exported from, within which numbers of orders are unique; `file` where blank.',
    per: 'record',
    length_max: 100,
    examples: ['Shopify'],
  },
  ordered_at: {
    type: 'instant',
    description:
      "Time of the order. Sales count on its day in the organisation's time zone; those of a trading account on the days of shipments.",
    required: true,
    per: 'record',
    synonyms: ['order date', 'ordered on', 'created at', 'order created', 'placed at', 'date placed', 'date'],
    examples: ['2026-10-05 09:12:29 +0100'],
  },
  state: {
    type: 'choice',
    description:
      'How far the order is, where its lines do not say. shipped and refunded: all units have shipped. refunded: they came back too. cancelled: what has not shipped is cancelled.',
    per: 'record',
    choices: importedStates,
    choice_synonyms: {
      unfulfilled: 'open',
      unshipped: 'open',
      processing: 'open',
      partial: 'part_shipped',
      'part shipped': 'part_shipped',
      'partially shipped': 'part_shipped',
      'partially fulfilled': 'part_shipped',
      fulfilled: 'shipped',
      completed: 'shipped',
      canceled: 'cancelled',
    },
    synonyms: ['status', 'order status', 'order state', 'fulfillment status'],
    examples: ['shipped'],
  },
  payment_state: {
    type: 'choice',
    description:
      'State of the payment, of which refunded alone has an effect: the shipped units came back, the other ones are cancelled.',
    per: 'record',
    choices: paymentStates,
    choice_synonyms: {
      unpaid: 'pending',
      'partially paid': 'partially_paid',
      'partially refunded': 'partially_refunded',
    },
    synonyms: ['financial status', 'payment status'],
    examples: ['paid'],
  },
  cancelled_at: {
    type: 'instant',
    description: 'Time the order was cancelled. Units that had not shipped are cancelled.',
    per: 'record',
    synonyms: ['cancelled on', 'canceled at', 'cancelled date'],
  },
  refunded_at: {
    type: 'instant',
    description:
      'Time units came back and money was paid back; the time of the last shipment, else that of the order, where blank.',
    per: 'record',
    synonyms: ['refunded on', 'refund date', 'returned at'],
  },
  refunded_amount: orderAmount({
    description:
      'Amount paid back, taxes and shipping included. Without refunded units it is money alone, divided among the lines by their prices.',
    synonyms: ['refund amount', 'refunded', 'refunded total', 'refund'],
  }),
  channel: {
    type: 'text',
    description: 'Name or id of the sales channel; the option `channel`, else the only channel that fits, where blank.',
    per: 'record',
    synonyms: ['sales channel', 'channel name', 'sales channel id'],
    examples: ['Online store'],
  },
  location: {
    type: 'text',
    description:
      'Name or id of the location that ships the order; the option `location`, else the only location in use, where blank.',
    per: 'record',
    synonyms: ['location name', 'warehouse', 'ship from', 'location id'],
    examples: ['Main warehouse'],
  },
  account: {
    type: 'text',
    description: 'Name or id of the trading account that ordered; blank for orders of consumers.',
    per: 'record',
    synonyms: ['account name', 'trading account', 'trading partner', 'wholesale account'],
    examples: ['Meridian Stores'],
  },
  reference: {
    type: 'text',
    description: "The customer's own reference, such as the number of a purchase order.",
    per: 'record',
    length_max: limits.sales_order_label_length_max,
    synonyms: ['po number', 'customer reference', 'purchase order number'],
  },
  currency: {
    type: 'code',
    description: "ISO 4217 code of all amounts; must be the organisation's, which it is where blank.",
    per: 'record',
    synonyms: ['currency code', 'order currency'],
    examples: ['USD'],
  },
  email: {
    type: 'text',
    description: 'E-mail address of the customer, of which a pseudonym and the domain are kept.',
    per: 'record',
    length_max: 254,
    synonyms: ['customer email', 'billing email', 'email address', 'e-mail'],
  },
  customer_name: {
    type: 'text',
    description: 'Name of the customer, of which the first name and an initial are kept. Needs email.',
    per: 'record',
    length_max: 200,
    synonyms: ['customer', 'billing name', 'customer full name'],
  },
  country: {
    type: 'text',
    description:
      'Country of the customer, as an ISO 3166-1 alpha-2 code or its English name; unknown ones are left out.',
    per: 'record',
    length_max: 100,
    synonyms: ['country code', 'billing country', 'shipping country', 'country'],
    examples: ['PT'],
  },
  region: {
    type: 'text',
    description: 'State or region of the customer.',
    per: 'record',
    length_max: 100,
    synonyms: ['state or province', 'billing state', 'billing province', 'province'],
  },
  postcode: {
    type: 'text',
    description: 'Postal code, of which the first two characters are kept where no region is given.',
    per: 'record',
    length_max: 20,
    synonyms: ['postal code', 'zip', 'billing zip', 'billing postcode'],
  },
  shipping: orderAmount({
    description: 'Charged for shipping, without taxes unless prices include them; no part of sales. 0 where blank.',
    synonyms: ['freight', 'shipping total', 'shipping cost', 'shipping amount'],
  }),
  shipping_tax: orderAmount({
    description: 'Taxes on shipping, which `taxes` includes; 0 where blank.',
    synonyms: ['shipping tax total', 'freight tax'],
  }),
  discount: orderAmount({
    description:
      'Discount on the whole order beyond those of lines, divided among the lines by their prices. Follows from `subtotal` or `total` where these are given and it is not.',
    synonyms: ['order discount', 'cart discount', 'discount total'],
  }),
  subtotal: orderAmount({
    description: 'Price of all lines less all discounts; the discount on the order follows from it.',
    synonyms: ['order subtotal', 'sub total'],
    examples: ['84.00'],
  }),
  lines_subtotal: orderAmount({
    description: 'Price of all lines less their own discounts, to which the lines must add up.',
  }),
  taxes: orderAmount({
    description:
      'Taxes of the order with those on shipping, where lines state none; divided among the lines by their prices.',
    synonyms: ['tax', 'tax total', 'total tax'],
    examples: ['16.80'],
  }),
  total: orderAmount({
    description:
      'Price of the order with shipping and taxes. Where prices_include_tax is blank, it decides whether prices include taxes.',
    synonyms: ['order total', 'grand total', 'total amount'],
    examples: ['105.80'],
  }),
  prices_include_tax: {
    type: 'boolean',
    description: 'Whether prices, discounts, subtotal and shipping include taxes; follows from total where blank.',
    per: 'record',
    synonyms: ['taxes included', 'tax included', 'prices include taxes'],
  },
  row_type: {
    type: 'choice',
    description:
      'What the row is: a line, the order as a whole, or a payment, which is not imported. line where blank.',
    choices: rowTypes,
    choice_synonyms: { 'sale line': 'line', sale: 'order' },
    synonyms: ['line type'],
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
    description: 'SKU of the variant. Required unless variant_id is given.',
    length_max: 200,
    synonyms: ['lineitem sku', 'item sku', 'variant sku', 'product sku', 'item code', 'item number'],
    examples: ['LINEN-NAVY-S'],
  },
  variant_id: { type: 'code', description: 'Id of the variant, instead of its SKU.' },
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
  line_paid: amount({ description: 'line_total and line_tax together, to which they must add up.' }),
  unit_cost: {
    type: 'decimal',
    description: "Cost of a unit in the organisation's currency when it left; unknown where blank.",
    decimals_max: 4,
    minimum: 0,
    maximum: limits.sales_order_price_cents_max / 100,
    synonyms: ['cost', 'cost per item', 'item cost'],
  },
  line_state: {
    type: 'choice',
    description: 'How far the line is, where it differs from the order. part_shipped needs shipped_quantity.',
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
      'Time the units shipped, on the first row or on each; the time of the order where blank. Lines with one time and tracking number are one shipment.',
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
  product_details: {
    type: 'text',
    description:
      'All lines in one cell: `Product ID: 1, Product Qty: 2, Product SKU: …, Product Unit Price: 49.00, Product Total Price: 98.00`, separated by `|`. Instead of the fields of lines.',
    length_max: 100_000,
    per: 'record',
    synonyms: ['product details'],
  },
} as const

export const orderOptions = {
  cut_over: {
    type: 'instant',
    description:
      'Time from which stock is booked here, with its offset: usually that of the opening stock. Units that shipped or came back before it are history and move no stock.',
    required: true,
    examples: ['2026-11-01T00:00:00+01:00'],
  },
  channel: {
    type: 'text',
    description: 'Name or id of the sales channel of orders for which the file names none.',
    examples: ['Online store'],
  },
  location: {
    type: 'text',
    description: 'Name or id of the location that ships orders for which the file names none.',
    examples: ['Main warehouse'],
  },
} as const

/** Values of these are stored nowhere as they are, neither with the import nor in its report. */
export const personalFields = ['email', 'customer_name', 'country', 'region', 'postcode'] as const
