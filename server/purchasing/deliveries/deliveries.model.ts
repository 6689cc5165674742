/** What a caller tells of deliveries. */
import { limits } from '../../contract/limits.ts'
import { Flag, Id, Instant, Nullable, Shape, type Static, Text, Type, Whole } from '../../contract/schema.ts'
import { PurchaseOrderDelivery, PurchaseOrderPath } from '../orders/model.ts'

export const DeliveryPath = Type.Object({
  ...PurchaseOrderPath.properties,
  delivery_id: Id('The delivery.'),
})

/** A delivery as recording it answers it: what is on file, and what this call did to it. */
export const RecordedDelivery = Shape({
  ...PurchaseOrderDelivery.properties,
  already_on_file: Flag(
    'Whether a delivery with the same figures was on file before: it is answered as it stands, nothing moved and nothing was sent.',
  ),
  moved_units: Whole('Units that this call booked; 0 where the delivery was on file.', { examples: [24] }),
})
export type RecordedDelivery = Static<typeof RecordedDelivery>

export const received_at = Instant('When it arrived; not in the future. Now when left out.')
export const reference = Text("The carrier's or supplier's paper.", {
  minLength: 1,
  maxLength: 200,
  examples: ['DN 8812'],
})

export const billed = (description: string) =>
  Whole(description, { minimum: 0, maximum: limits.purchase_order_billed_cents_max, examples: [13_000] })

const SubmittedLine = Shape({
  line_id: Type.Optional(Id('The line of the order; required where the variant stands on several.')),
  variant_id: Type.Optional(Id('The variant, where it stands on one line alone.')),
  received_quantity: Whole('Units that arrived.', {
    minimum: 1,
    maximum: limits.purchase_order_quantity_max,
    examples: [24],
  }),
})
export type SubmittedLine = Static<typeof SubmittedLine>

export const NewDelivery = Shape({
  received_at: Type.Optional(received_at),
  reference: Type.Optional(reference),
  accept_over_receipt: Type.Optional(
    Flag('Books more units than are outstanding, for a person to decide on; refused when left out.'),
  ),
  line_items: Type.Array(SubmittedLine, {
    minItems: 1,
    maxItems: limits.purchase_order_lines_max,
    description: 'What arrived, each line once.',
  }),
})
export type NewDelivery = Static<typeof NewDelivery>

const CorrectedLine = Shape({
  ...SubmittedLine.properties,
  received_quantity: Whole('Units that did arrive; 0 takes the line off the delivery.', {
    minimum: 0,
    maximum: limits.purchase_order_quantity_max,
    examples: [22],
  }),
})

export const DeliveryCorrection = Shape(
  {
    received_at: Type.Optional(Instant('When it did arrive; not in the future.')),
    reference: Type.Optional(Nullable(reference)),
    freight_cents: Type.Optional(
      Nullable(billed("Freight billed for this delivery, in hundredths of the order's currency; null takes it back.")),
    ),
    duty_cents: Type.Optional(
      Nullable(billed("Duty billed for this delivery, in hundredths of the order's currency; null takes it back.")),
    ),
    accept_over_receipt: NewDelivery.properties.accept_over_receipt,
    line_items: Type.Optional(
      Type.Array(CorrectedLine, {
        minItems: 1,
        maxItems: limits.purchase_order_lines_max,
        description: 'The lines that are wrong or missing, each once; others stay as they are.',
      }),
    ),
  },
  { examples: [{ reference: 'DN 8813' }] },
)
