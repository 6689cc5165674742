/** Schemas of payments to suppliers. */
import { limits } from '../../../contract/limits.ts'
import {
  CalendarDate,
  Choice,
  currencyCode,
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
} from '../../../contract/schema.ts'
import { supplierPaymentKinds } from '../../known_values.ts'

export const service = 'commitments'
export const PaymentPath = Shape({ payment_id: Id('Id of the payment.') })

const kinds =
  'deposit: for the deposit of an order. balance: for what was received. What exceeds a deposit pays for receipts.'

export const SupplierPayment = Shape(
  {
    payment_id: OwnId('Id of the payment.'),
    supplier_id: OwnId('The supplier that was paid.'),
    supplier: Text('Name of the supplier.', { examples: ['Harbour Knitwear'] }),
    purchase_order_id: Nullable(OwnId('The order that was paid for; null for a payment on account.')),
    purchase_order: Nullable(
      Text('Display name of the order; null for a payment on account.', { examples: ['PO-1042'] }),
    ),
    kind: OpenChoice(supplierPaymentKinds, kinds),
    amount: Money('Amount paid.'),
    paid_on: CalendarDate('Day of the payment.'),
    reference: Nullable(Text('Reference of the payment; null if none was given.', { examples: ['WIRE-2207'] })),
    created_at: Instant('When the payment was recorded.'),
  },
  { $id: 'SupplierPayment' },
)
export type SupplierPayment = Static<typeof SupplierPayment>

export const NewSupplierPayment = Shape(
  {
    purchase_order_id: Type.Optional(
      Id('The order that was paid for. Absent for a payment on account, which needs `supplier_id`.'),
    ),
    supplier_id: Type.Optional(Id("The supplier; optional with an order, where it must be the order's.")),
    kind: Choice(supplierPaymentKinds, kinds),
    amount_cents: Whole('Amount in hundredths of the currency.', {
      minimum: 1,
      maximum: limits.supplier_payment_cents_max,
      examples: [750_000],
    }),
    currency: Type.Optional(
      Text("Currency as an ISO 4217 code: that of the order; on account, the supplier's if absent.", {
        ...currencyCode,
        examples: ['USD'],
      }),
    ),
    paid_on: CalendarDate(
      'Day of the payment: not after the current day, and not before the books of the organisation begin.',
    ),
    reference: Type.Optional(
      Nullable(
        Line('Reference of the payment.', {
          maxLength: limits.supplier_payment_reference_length_max,
          ...notBlank,
          examples: ['WIRE-2207'],
        }),
      ),
    ),
  },
  {
    $id: 'NewSupplierPayment',
    examples: [
      {
        purchase_order_id: sampleId,
        kind: 'deposit',
        amount_cents: 750_000,
        paid_on: '2026-11-20',
        reference: 'WIRE-2207',
      },
    ],
  },
)
