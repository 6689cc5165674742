/** Fields and options of the import of stock on hand. */
import { limits } from '../../contract/limits.ts'
import type { ImportField, ImportFields, TextField } from '../../imports/field.ts'

const label = limits.product_label_length_max
const text = (description: string, synonyms: readonly string[] = []): TextField => ({
  type: 'text',
  description,
  length_max: label,
  synonyms,
})
const option = (n: number) => ({
  name: text(`Name of option ${n} of the variant.`, [`option ${n} name`, `option name ${n}`]),
  value: text(`Value of option ${n} of the variant.`, [`option ${n} value`, `option value ${n}`]),
})
const [first, second, third] = [option(1), option(2), option(3)]

const onHand = {
  type: 'whole',
  minimum: -limits.stock_units_max,
  maximum: limits.stock_units_max,
} as const

export const inventoryFields = {
  sku: {
    type: 'code',
    description: 'SKU of the variant. Where it is blank, the handle and the option values say which variant it is.',
    length_max: label,
    synonyms: ['variant sku', 'item code', 'item number', 'article number', 'stock code', 'product code', 'item sku'],
    examples: ['LINEN-NAVY-M'],
  },
  variant_id: {
    type: 'code',
    is_own_id: true,
    description: 'Id of the variant, instead of its SKU.',
    synonyms: ['variant'],
  },
  handle: text('Handle of the product, for variants without a SKU.', ['url handle', 'product handle']),
  option1_name: first.name,
  option1_value: first.value,
  option2_name: second.name,
  option2_value: second.value,
  option3_name: third.name,
  option3_value: third.value,
  variant_title: text('Title of the variant, for variants without a SKU and without options.', ['variation name']),
  location: {
    ...text("Name or id of the location; the import's location by default.", [
      'location name',
      'warehouse',
      'warehouse name',
      'store',
      'store name',
      'shop',
      'outlet',
      'site',
      'location id',
    ]),
    examples: ['Main warehouse'],
  },
  on_hand: {
    ...onHand,
    description: 'Units on hand at the location, from 0. A row without it changes nothing.',
    synonyms: [
      'on hand quantity',
      'quantity on hand',
      'qty on hand',
      'stock on hand',
      'stock level',
      'quantity',
      'qty',
      'stock',
      'soh',
      'available',
      'units',
      'counted',
    ],
    examples: ['12'],
  },
  unit_cost: {
    type: 'decimal',
    is_cost: true,
    description:
      "Cost of a unit in the organisation's currency, with up to four decimals, or none if the currency has none; used for units that are added. Stock that is opened without one has the purchase cost of its variant.",
    decimals_max: 4,
    minimum: 0,
    maximum: limits.purchase_order_unit_cost_max,
    synonyms: ['cost per item', 'cost', 'cost price', 'average cost', 'landed cost', 'purchase price'],
  },
  row_type: {
    type: 'choice',
    description:
      'Whether the row is counted: `skipped` rows, such as those of a product with variants, change nothing.',
    choices: ['counted', 'skipped'],
  },
  tracking: {
    type: 'choice',
    description: 'Where the system counts stock; a row with another value than `product` or none changes nothing.',
    choices: ['product', 'variant', 'none'],
  },
} as const satisfies ImportFields

export const onHandFamily = 'on_hand_at.'

export const inventoryFamilies = {
  [onHandFamily]: {
    ...onHand,
    description: 'Units on hand at one location; the name goes on with the name of the location.',
  },
} as const satisfies Record<string, ImportField>

export const changedHereChoices = ['take', 'keep'] as const

export const inventoryOptions = {
  location: text('Name or id of the location of rows that name none. Required if the file has no locations.'),
  new_locations: {
    type: 'choice',
    description:
      'What happens to a location that does not exist: `refuse` (the default) refuses its rows, `create` creates it as a warehouse. Undoing the import keeps it.',
    choices: ['refuse', 'create'],
  },
  negatives: {
    type: 'choice',
    description:
      'What happens to a cell with fewer than zero units: `refuse` (the default) leaves it out and reports its row as refused, `zero` takes it as 0, `open` sets the stock below zero, as it stands in the other system. The other cells of its row are imported in each case.',
    choices: ['refuse', 'zero', 'open'],
  },
  changed_here: {
    type: 'choice',
    description:
      'What happens to stock that an import set and that moved here since, such as by shipments: `take` (the default) sets it to the units of the file, `keep` leaves it as it is here. The preview and the report name each such cell, and what moved it last.',
    choices: changedHereChoices,
  },
} as const satisfies ImportFields
