/** Exchanges as a return shows them, and the request for one. */
import { limits } from '../../../contract/limits.ts'
import {
  Choice,
  Flag,
  Id,
  Instant,
  Money,
  Nullable,
  OpenChoice,
  OwnId,
  sampleId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../../contract/schema.ts'
import { exchangeBalances, exchangeSettlements, exchangeStates } from '../../known_values.ts'

export const ReturnExchange = Shape(
  {
    exchange_id: OwnId('Id of the exchange.'),
    state: OpenChoice(
      exchangeStates,
      'State of the exchange: `open` until units of the replacement have shipped, then `shipped`; `cancelled` if it was cancelled.',
    ),
    order: Shape(
      {
        order_id: OwnId('Id of the order.'),
        name: Text('Display name of the order.', { examples: ['SO-2042'] }),
      },
      { description: 'The order that replaces what comes back.' },
    ),
    returned: Money(
      'Value of what comes back, taxes included. Until every unit is in, that on which the exchange was agreed; then what was taken off as units arrived. Of a credited return, the total of its credit notes. 0 if a refund was stated, or the return is cancelled.',
    ),
    replacement: Money(
      'Total of the replacement, taxes and freight included, with the orders that were split off from it; 0 once it is cancelled.',
    ),
    balance: OpenChoice(exchangeBalances, 'Who owes the difference as it is now.'),
    difference: Money('Difference between `returned` and `replacement` as it is now; never negative.'),
    settlement: OpenChoice(
      exchangeSettlements,
      'How the difference is settled: `charge`, on the new order; `refund`, paid back; `credit_note`, by the credit notes of the return and the invoices of the replacement; `none`, nothing is owed.',
    ),
    is_as_agreed: Flag(
      'Whether the difference is that for which the settlement was agreed. False once units are missing, or what replaces them has changed.',
    ),
    created_by: Text('Who created the exchange.', { examples: ['user:Ada Merchant'] }),
    created_at: Instant('Time the exchange was created.'),
    cancelled_at: Nullable(Instant('Time it was cancelled; null while it is in force.')),
    cancelled_by: Nullable(Text('Who cancelled it.', { examples: ['user:Ada Merchant'] })),
    cancel_reason: Nullable(Text('Why it was cancelled.', { examples: ['The customer keeps the units'] })),
  },
  { $id: 'ReturnExchange', description: 'An exchange of what comes back in a return for another order.' },
)
export type ReturnExchange = Static<typeof ReturnExchange>

/** What a return shows of each of its exchanges; `session.list_exchanges` has the rest. */
export const ExchangeOfReturn = Shape(
  {
    order_id: OwnId('Id of the order that replaces what comes back.'),
    order_name: Text('Display name of the order.', { examples: ['SO-2042'] }),
    difference: Money(
      'Total of the replacement less the value of what comes back, taxes and freight included: positive if the customer owes it, negative if the customer is owed it.',
    ),
    is_cancelled: Flag('Whether the exchange was cancelled.', { examples: [false] }),
  },
  { $id: 'ExchangeOfReturn' },
)

const cents = (description: string, example: number) =>
  Type.Optional(Whole(description, { minimum: 0, maximum: limits.sales_order_price_cents_max, examples: [example] }))

const ReplacementLine = Type.Object(
  {
    variant_id: Type.Optional(Id('Id of the variant; sent in place of `sku`.')),
    sku: Type.Optional(
      Text('SKU of the variant; sent in place of `variant_id`.', {
        minLength: 1,
        maxLength: limits.product_label_length_max,
        examples: ['JUMPER-M'],
      }),
    ),
    quantity: Whole('Units that replace what comes back.', {
      minimum: 1,
      maximum: limits.sales_order_quantity_max,
      examples: [1],
    }),
    unit_price_cents: cents(
      "Agreed price of a unit before discounts, excluding taxes, in hundredths of the order's currency (in JPY a multiple of 100). If price, discount and tax are all left out: of units of a product that comes back, what was paid for as many of them, with their discounts and taxes; of other units, the price that a new order has.",
      8900,
    ),
    discount_cents: cents('Discount on all units of the line; at most their price.', 0),
    tax_cents: cents('Tax on all units of the line; supplied and never calculated.', 0),
  },
  { additionalProperties: false, $id: 'ReplacementLine' },
)
export type ReplacementLine = Static<typeof ReplacementLine>

export const NewExchange = Type.Object(
  {
    lines: Type.Array(ReplacementLine, {
      minItems: 1,
      maxItems: limits.return_lines_max,
      description: 'What replaces the units that come back, be they fewer or more.',
    }),
    settlement: Choice(
      exchangeSettlements,
      'How the difference is settled. It must agree with the difference: `charge` if the customer owes it, `refund` if it is owed to the customer, `none` if there is none; `credit_note` for a return of an account.',
      { examples: ['none'] },
    ),
    location_id: Type.Optional(Id('Location that ships the replacement; that of the order by default.')),
    freight_cents: cents('Freight charged for the replacement; supplied and never calculated.', 0),
    freight_tax_cents: cents('Tax on the freight; supplied and never calculated.', 0),
  },
  {
    $id: 'NewExchange',
    additionalProperties: false,
    examples: [{ lines: [{ variant_id: sampleId, quantity: 2 }], settlement: 'none' }],
  },
)
