/** The request that creates a return; imports make the same of their rows. */
import { limits } from '../../contract/limits.ts'
import {
  Choice,
  currencyCode,
  Flag,
  Id,
  Nullable,
  sampleId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { refundStatuses, returnOrigins, returnReasons } from '../known_values.ts'

const NewReturnLine = Shape({
  order_line_item_id: Type.Optional(
    Id('The order line; on a return of an order, the line may name its variant by `sku` or `variant_id` instead.'),
  ),
  sku: Type.Optional(
    Text('SKU of the variant, as it is spelled in the catalogue.', {
      minLength: 1,
      maxLength: 200,
      examples: ['JUMPER-M'],
    }),
  ),
  variant_id: Type.Optional(Id('The variant; an alternative to `sku`.')),
  expected_quantity: Whole(`Units expected back; from 1 to ${limits.stock_units_max.toLocaleString('en-US')}.`, {
    maximum: limits.stock_units_max,
    examples: [1],
  }),
})
export type NewReturnLine = Static<typeof NewReturnLine>

const amount = (description: string, example: number) =>
  Type.Optional(Whole(description, { minimum: 0, maximum: limits.return_refund_cents_max, examples: [example] }))

export const NewRefund = Shape(
  {
    status: Choice(refundStatuses, 'Whether nothing, a part or all of the price is paid back.'),
    cents: Type.Optional(
      Nullable(
        Whole(
          'Amount paid back, taxes and freight included, in hundredths of the currency; required if status is partial or full.',
          { minimum: 0, maximum: limits.return_refund_cents_max, examples: [8900] },
        ),
      ),
    ),
    tax_cents: amount(
      'Taxes within `cents`; if absent, the share of taxes in what was paid for the units, or 0 on a return without an order.',
      0,
    ),
    freight_cents: amount(
      'Freight within `cents`; it is no part of net sales. If absent, what `cents` exceeds the goods that are left of the order, since only freight is left then, and otherwise 0.',
      0,
    ),
    is_paid_out: Type.Optional(
      Flag(
        'Whether the money has left, so that cancelling the return does not take the refund back. Defaults to true for an origin of `channel_refund` and on imports, and to false otherwise.',
        { examples: [false] },
      ),
    ),
    currency: Type.Optional(
      Text(
        'ISO 4217 code; that of the order, or on a return without an order that of the organisation, which is also the default.',
        { ...currencyCode, examples: ['USD'] },
      ),
    ),
  },
  {
    $id: 'NewRefund',
    description:
      'Refund of the return. It counts in sales on the day on which the return is created, and is limited by what was paid for the order, taxes and freight included, less what was paid back before. A status of `none` states that nothing is paid back, as in an exchange. Without `refund`, the price paid counts on the days on which units arrive.',
  },
)
export type StatedRefund = Static<typeof NewRefund>

export const NewReturn = Shape(
  {
    order_id: Type.Optional(Id('The sales order that comes back.')),
    location_id: Type.Optional(
      Id('Location that receives the return; optional if the organisation has exactly one active warehouse.'),
    ),
    sales_channel_id: Type.Optional(
      Id(
        'Sales channel on which a return without an order counts; without it, the return moves stock and no sales. A return of an order counts on the channel of the order.',
      ),
    ),
    origin: Type.Optional(
      Choice(returnOrigins, 'Origin of the return; `api` by default, `manual` in the app.', { examples: ['manual'] }),
    ),
    reason: Type.Optional(Choice(returnReasons, 'Reason for the return.', { default: 'unknown' })),
    expected_on: Type.Optional(
      Text('Date on which the units are expected, as YYYY-MM-DD.', { maxLength: 40, examples: ['2026-12-01'] }),
    ),
    refund: Type.Optional(NewRefund),
    lines: Type.Optional(
      Type.Array(NewReturnLine, {
        maxItems: limits.return_lines_max,
        description:
          'What comes back. A line of an order that names its variant fills the lines of the order with that variant in their order.',
      }),
    ),
  },
  {
    $id: 'NewReturn',
    examples: [
      {
        origin: 'manual',
        reason: 'wrong_size',
        location_id: sampleId,
        lines: [{ variant_id: sampleId, expected_quantity: 1 }],
      },
    ],
  },
)
export type NewReturn = Static<typeof NewReturn>

/** With what only an import states. */
export interface ReturnRequest extends NewReturn {
  source_system?: string | null
  external_id?: string | null
}
