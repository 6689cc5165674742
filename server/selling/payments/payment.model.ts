/** Schemas of payments from customers. */
import { limits } from '../../contract/limits.ts'
import {
  CalendarDate,
  Choice,
  currencyCode,
  Flag,
  Id,
  Instant,
  Line,
  Money,
  notBlank,
  Nullable,
  OpenChoice,
  OwnId,
  sampleId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { NamedAccount, NamedOrder } from '../parties/named.model.ts'
import { paymentKinds, paymentMethods } from './known_values.ts'

export const service = 'sales'
export const PaymentPath = Shape({ customer_payment_id: Id('Id of the payment.') })

const Allocation = Shape(
  {
    invoice_id: Nullable(Whole('Id of the invoice; null for money on the order itself.', { examples: [731] })),
    invoice: Nullable(Text('Number of the invoice; null for money on the order.', { examples: ['INV-2026-0042'] })),
    order_id: OwnId('Id of the order, or of the order of the invoice.'),
    order: Text('Display name of the order.', { examples: ['SO-2041'] }),
    amount: Money('What the payment pays of it now.'),
  },
  { $id: 'PaymentAllocation' },
)

const Payout = Shape(
  {
    customer_payment_id: OwnId('Id of the payout.'),
    paid_on: CalendarDate('Day of the payout.'),
    amount: Money('Amount paid out.'),
  },
  { $id: 'PayoutOfPayment' },
)

export const Payment = Shape(
  {
    customer_payment_id: OwnId('Id of the payment.'),
    kind: OpenChoice(
      paymentKinds,
      'payment: money received. payout: money that went back to the payer; its amount is negative. reversed_payment, reversed_payout: such an entry that was taken back later. reversal: the counter-entry that took it back; its amount has the other sign.',
    ),
    account: Nullable(NamedAccount('The account that paid; null if a consumer paid.')),
    order: Nullable(NamedOrder('The consumer order that was paid for; null if an account paid.')),
    amount: Money('Amount received; negative for a payout and for the reversal of a payment.'),
    unallocated: Money(
      'What of the amount pays no invoice and no order, and was not paid out; 0 once the payment is reversed.',
    ),
    paid_on: CalendarDate('Day of the payment.'),
    method: OpenChoice(paymentMethods, 'How it was paid.'),
    reference: Nullable(
      Text('Reference of the payment; null if none was given, or once the customer is redacted.', {
        examples: ['WIRE-2207'],
      }),
    ),
    external_id: Nullable(
      Text('Id of the payment in another system; null if none was given.', { examples: ['bank-88120'] }),
    ),
    reversal: Nullable(
      Shape(
        {
          customer_payment_id: OwnId('Id of the counter-entry.'),
          reversed_on: CalendarDate('Day of the counter-entry.'),
          reason: Text('Why the payment was reversed.', { examples: ['The cheque was returned'] }),
        },
        { description: 'The counter-entry; null unless the payment was reversed.' },
      ),
    ),
    reverses: Nullable(
      Shape(
        {
          customer_payment_id: OwnId('Id of the payment.'),
          reason: Text('Why the payment was reversed.', { examples: ['The cheque was returned'] }),
        },
        { description: 'The payment or payout that this entry takes back; null unless it is a reversal.' },
      ),
    ),
    payouts: Type.Array(Payout, { description: 'What of the payment went back to its payer, oldest first.' }),
    pays_out: Nullable(
      Shape(
        {
          customer_payment_id: OwnId('Id of the payment.'),
          reason: Text('Why it was paid out.', { examples: ['Order cancelled'] }),
        },
        { description: 'The payment whose unallocated money this payout is; null for other entries.' },
      ),
    ),
    allocations: Type.Array(Allocation, { description: 'What it pays now, in the order in which it was allocated.' }),
    created_by: Text('Who recorded the payment.', { examples: ['user:Ada Merchant'] }),
    created_at: Instant('When the payment was recorded.'),
  },
  { $id: 'Payment', description: 'Money received from an account or for a consumer order.' },
)
export type Payment = Static<typeof Payment>

export const PaymentCents = (description: string) =>
  Whole(description, { minimum: 1, maximum: limits.sales_order_total_cents_max, examples: [17_800] })

export const AllocationTarget = {
  invoice_id: Type.Optional(Whole('The invoice. Either this or `order_id` is sent.', { minimum: 1, examples: [731] })),
  order_id: Type.Optional(Id('The order, for money before its invoice.')),
}

export const NewAllocations = Type.Array(
  Shape({
    ...AllocationTarget,
    amount_cents: PaymentCents('What of the payment pays it, in hundredths of the currency.'),
  }),
  {
    maxItems: limits.payment_allocations_max,
    description: 'Invoices and orders that it pays, each named once.',
    examples: [[{ order_id: sampleId, amount_cents: 17_800 }]],
  },
)

const referenceMax = limits.payment_reference_length_max

/** What a payment is stated to be, by a person or an accounting system. */
export const paymentContent = {
  trading_partner_id: Type.Optional(Id('The account that paid. Either this or `order_id` is sent.')),
  order_id: Type.Optional(
    Id(
      'The order that was paid for, of an account or a consumer: the amount settles its open invoices, oldest first, and the rest is held on the order for its next invoice.',
    ),
  ),
  amount_cents: PaymentCents('Amount received, in hundredths of the currency.'),
  currency: Text('Currency as an ISO 4217 code. It must be that of all invoices and orders that are paid.', {
    ...currencyCode,
    examples: ['USD'],
  }),
  paid_on: CalendarDate(
    'Day of the payment: not after the current day, and not before the books of the organisation begin.',
  ),
  method: Type.Optional(Choice(paymentMethods, 'How it was paid; unknown if left out.')),
  reference: Type.Optional(
    Nullable(Line('Reference of the payment.', { maxLength: referenceMax, ...notBlank, examples: ['WIRE-2207'] })),
  ),
  external_id: Type.Optional(
    Line(
      'Id of the payment in your system, unique within the organisation. Sent again with the same content, it answers the payment that is on file; with other content, or once that payment was reversed, it is refused.',
      { maxLength: referenceMax, ...notBlank, examples: ['bank-88120'] },
    ),
  ),
  allocations: Type.Optional(NewAllocations),
}

export const NewPayment = Shape(
  {
    ...paymentContent,
    record_again: Type.Optional(
      Flag(
        'Whether it is recorded although a payment of this `external_id` was reversed: as a new payment, with other content if need be. Without effect while one of the id is in force.',
        { examples: [false] },
      ),
    ),
  },
  {
    $id: 'NewPayment',
    examples: [
      {
        trading_partner_id: sampleId,
        amount_cents: 17_800,
        currency: 'USD',
        paid_on: '2026-11-20',
        method: 'bank_transfer',
        reference: 'WIRE-2207',
        allocations: [{ order_id: sampleId, amount_cents: 17_800 }],
      },
    ],
  },
)
export type NewPayment = Static<typeof NewPayment>
