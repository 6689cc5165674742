/** The request that imports orders, and its response. */
import { limits } from '../../contract/limits.ts'
import { exampleId } from '../../contract/openapi/example_ids.ts'
import {
  Choice,
  Count,
  Id,
  Instant,
  Nullable,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { otherLineChoices, placeholderChoices } from './reading/order_options.ts'
import { IgnoredColumns, UploadKey } from '../../imports/request_fields.ts'

export const OrdersImport = Shape(
  {
    s3_key: UploadKey('orders.csv'),
    cut_over: Instant(
      'Time from which stock is booked here, not in the future: usually that of the opening stock. Units that shipped or came back before it are history and move no stock.',
    ),
    source_system: Type.Optional(
      Text(
        'System that the file was exported from; numbers of orders are unique within it. That of a recognised export, else `file`, if left out.',
        { minLength: 1, maxLength: 100, pattern: '\\S', 'x-rule': 'must not be blank', examples: ['web-shop'] },
      ),
    ),
    sales_channel_id: Type.Optional(Id('Sales channel of orders for which the file names none.')),
    location_id: Type.Optional(Id('Location that ships orders for which the file names none.')),
    placeholders: Type.Optional(
      Choice(
        placeholderChoices,
        'What happens to a line that no variant matches: `history` makes a placeholder variant for orders before `cut_over`, `all` makes one for every order, `refuse` refuses the order. refuse if left out.',
      ),
    ),
    lines_without_goods: Type.Optional(
      Choice(
        otherLineChoices,
        'Whether tips, gift cards, fees, shipping lines and custom items are kept `beside` sales, or counted as `sales` of a variant of their kind. beside if left out.',
      ),
    ),
    mappings: Type.Optional(
      Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 500 }), {
        description:
          'Maps fields of an order to the headers of their columns; `order_number`, `ordered_at` and `quantity` are required, and so is one of `sku`, `variant_id`, `barcode` and `product_name`. The guide Import fields lists all fields. May be left out for order exports of Shopify, WooCommerce, BigCommerce, Square, Lightspeed and Amazon, which are recognised by their headers.',
        examples: [
          {
            order_number: 'Order',
            ordered_at: 'Date',
            state: 'Status',
            sku: 'SKU',
            quantity: 'Quantity',
            unit_price: 'Price',
          },
        ],
      }),
    ),
  },
  {
    $id: 'OrdersImport',
    examples: [
      {
        s3_key: 'uploads/019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a41/orders.csv',
        cut_over: '2026-11-01T00:00:00Z',
        sales_channel_id: exampleId('sales_channel_id'),
        location_id: exampleId('location_id'),
        mappings: { order_number: 'Order', ordered_at: 'Date', sku: 'SKU', quantity: 'Quantity', unit_price: 'Price' },
      },
    ],
  },
)
export type OrdersImport = Static<typeof OrdersImport>

const numberOf = (words: string, example: number) => Whole(`Number of orders ${words}.`, { examples: [example] })

const RowFault = Shape(
  {
    field: Text('The field; `record` for the order as a whole, `row` for the row.', {
      examples: ['quantity'],
    }),
    column: Nullable(Text('Header of its column; null if it has none.', { examples: ['Quantity'] })),
    value: Nullable(
      Text('Value that was found; null if there is none, and for personal fields.', { examples: ['-1'] }),
    ),
    rule: Text('Rule that the value breaks, or what was assumed.', { examples: ['is out of range'] }),
    allowed: Nullable(
      Type.Array(Type.String(), {
        description: 'Allowed values; null if they cannot be listed.',
        examples: [['1 to 1000000']],
      }),
    ),
  },
  { $id: 'ImportedOrderRemark' },
)

export const OrdersImported = Shape({
  created: numberOf('created', 1),
  changed: numberOf('that were imported before and brought up to date', 0),
  unchanged: numberOf('that were imported before', 0),
  refused: numberOf('refused', 0),
  ignored_columns: IgnoredColumns,
  rows: Type.Array(
    Shape({
      row_number: Count('Number of the row, as a spreadsheet shows it.', { examples: [2] }),
      order_number: Nullable(
        Text('Number of the order; null if the row was not read that far.', { examples: ['#1001'] }),
      ),
      outcome: OpenChoice(['created', 'changed', 'unchanged', 'refused'], 'What happened to the order of the row.'),
      order_id: Nullable(OwnId('Id of the order; null if it was refused.')),
      faults: Type.Array(RowFault, {
        description: 'Faults of the row; empty unless its order was refused for them.',
        maxItems: limits.import_columns_max,
      }),
      notes: Type.Array(RowFault, {
        description:
          'What was assumed of the row, and its order written all the same: a variant found by barcode or name, a placeholder, a line without goods, the day of a refund.',
        maxItems: limits.import_columns_max,
      }),
    }),
    { description: 'Every row of the file that is not blank, in its order.' },
  ),
})
export type OrdersImported = Static<typeof OrdersImported>
