/** Fields of an order in a file. Those of its lines: line_fields.ts. */
import { limits } from '../../../contract/limits.ts'
import type { MoneyField } from '../../../imports/field.ts'
import { lineFields } from './line_fields.ts'

const centsMax = limits.sales_order_total_cents_max

/** States of an order in a file; the quantities of lines say how many units each concerns. */
const importedStates = ['open', 'part_shipped', 'shipped', 'cancelled', 'refunded'] as const
export const paymentStates = [
  'pending',
  'authorized',
  'partially_paid',
  'paid',
  'partially_refunded',
  'refunded',
  'voided',
  'expired',
] as const

export const paymentStateSynonyms = {
  unpaid: 'pending',
  'partially paid': 'partially_paid',
  'partially refunded': 'partially_refunded',
} as const

type Words<T> = Omit<T, 'type'>
const amount = (words: Words<MoneyField>) =>
  ({ type: 'money', minimum_cents: 0, maximum_cents: centsMax, ...words }) as const
const orderAmount = (words: Words<MoneyField>) => ({ ...amount(words), per: 'record' }) as const
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
    choice_synonyms: paymentStateSynonyms,
    synonyms: ['financial status', 'payment status'],
    examples: ['paid'],
  },
  cancelled_at: {
    type: 'instant',
    description:
      'Time the order was cancelled. Units that had not shipped are cancelled. A date without a time that is the day of the order is not before it.',
    per: 'record',
    synonyms: ['cancelled on', 'canceled at', 'cancelled date'],
  },
  refunded_at: {
    type: 'instant',
    description:
      'Time units came back and money was paid back; the time of the last shipment, else that of the order, where blank. A date without a time is not before the order, or a shipment, of that day.',
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
  ...lineFields,
  product_details: {
    type: 'text',
    description:
      'All lines in one cell: `Product ID: 1, Product Qty: 2, Product SKU: …, Product Unit Price: 49.00, Product Total Price: 98.00`, separated by `|`. Instead of the fields of lines.',
    length_max: 100_000,
    has_lines: true,
    per: 'record',
    synonyms: ['product details'],
  },
} as const

/** Values of these are stored nowhere as they are, neither with the import nor in its report. */
export const personalFields = ['email', 'customer_name', 'country', 'region', 'postcode'] as const
