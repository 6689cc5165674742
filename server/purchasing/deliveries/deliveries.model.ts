/** Schemas of recorded and corrected deliveries. */
import { limits } from '../../contract/limits.ts'
import { Flag, Id, Instant, Nullable, Shape, type Static, Text, Type, Whole } from '../../contract/schema.ts'
import { PurchaseOrderDelivery, PurchaseOrderPath } from '../orders/model.ts'

export const DeliveryPath = Type.Object({
  ...PurchaseOrderPath.properties,
  delivery_id: Id('The delivery.'),
})

/** The delivery, and what this call did to it. */
export const RecordedDelivery = Shape(
  {
    ...PurchaseOrderDelivery.properties,
    already_on_file: Flag(
      'Whether a delivery with the same figures was already recorded. If true, it is returned unchanged; no stock moved and no event was sent.',
    ),
    moved_units: Whole('Units booked by this call; 0 if the delivery was already recorded.', { examples: [24] }),
  },
  { $id: 'RecordedDelivery' },
)
export type RecordedDelivery = Static<typeof RecordedDelivery>

export const received_at = Instant('When the delivery arrived; must not be in the future. Defaults to now.')
export const reference = Text("Reference of the carrier's or supplier's delivery document.", {
  minLength: 1,
  maxLength: 200,
  examples: ['DN 8812'],
})

export const billed = (description: string) =>
  Whole(description, { minimum: 0, maximum: limits.purchase_order_billed_cents_max, examples: [13_000] })

const SubmittedLine = Shape(
  {
    line_id: Type.Optional(Id('The order line; required if the variant is on several lines.')),
    variant_id: Type.Optional(Id('The variant; sufficient if it is on only one line.')),
    received_quantity: Whole('Units that arrived.', {
      minimum: 1,
      maximum: limits.purchase_order_quantity_max,
      examples: [24],
    }),
  },
  { $id: 'NewDeliveryLine' },
)
export type SubmittedLine = Static<typeof SubmittedLine>

export const NewDelivery = Shape(
  {
    received_at: Type.Optional(received_at),
    reference: Type.Optional(reference),
    accept_over_receipt: Type.Optional(
      Flag(
        'Accepts more units than are outstanding and opens an exception for a person to decide; without it they are refused.',
      ),
    ),
    line_items: Type.Array(SubmittedLine, {
      minItems: 1,
      maxItems: limits.purchase_order_lines_max,
      description: 'Lines that arrived, each at most once.',
    }),
  },
  { $id: 'NewDelivery' },
)
export type NewDelivery = Static<typeof NewDelivery>

const CorrectedLine = Shape({
  ...SubmittedLine.properties,
  received_quantity: Whole('Units that actually arrived; 0 removes the line from the delivery.', {
    minimum: 0,
    maximum: limits.purchase_order_quantity_max,
    examples: [22],
  }),
})

export const DeliveryCorrection = Shape(
  {
    received_at: Type.Optional(Instant('When the delivery actually arrived; must not be in the future.')),
    reference: Type.Optional(Nullable(reference)),
    freight_cents: Type.Optional(
      Nullable(
        billed("Freight billed for this delivery, in hundredths of the order's currency; null removes the bill."),
      ),
    ),
    duty_cents: Type.Optional(
      Nullable(billed("Duty billed for this delivery, in hundredths of the order's currency; null removes the bill.")),
    ),
    accept_over_receipt: NewDelivery.properties.accept_over_receipt,
    line_items: Type.Optional(
      Type.Array(CorrectedLine, {
        minItems: 1,
        maxItems: limits.purchase_order_lines_max,
        description: 'Lines to correct or add, each at most once; other lines stay unchanged.',
      }),
    ),
  },
  { $id: 'DeliveryCorrection', examples: [{ reference: 'DN 8813' }] },
)
