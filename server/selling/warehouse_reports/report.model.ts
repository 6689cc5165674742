/** Reports of a warehouse, and the responses to them. */
import { limits } from '../../contract/limits.ts'
import { CalendarDate, Flag, Id, Instant, Nullable, type Static, Text, Type, Whole } from '../../contract/schema.ts'
import { ReportedCarton, ReportedLine, transportFields } from '../fulfilment/shipment.model.ts'
import { Label } from '../orders/model.ts'

const report_id = Label('Id of the report in the system of the warehouse; a repeated report changes nothing.', [
  'SHIP-8812',
])

export const ShipmentReport = Type.Object(
  {
    report_id,
    request_id: Type.Optional(Id('Id of the request that is shipped; sent in place of `order_id`.')),
    order_id: Type.Optional(
      Id(
        'Id of the order that is shipped; sent in place of `request_id`. If it was merged into another order, the shipment is booked on that one.',
      ),
    ),
    is_complete: Type.Optional(
      Flag(
        'Whether nothing more of the request will ship. What is then missing opens an exception, and the request is completed. false if left out.',
      ),
    ),
    shipped_at: Type.Optional(Instant('Time the shipment left, not in the future; now if left out.')),
    carrier: Type.Optional(Nullable(Label('Carrier.', ['UPS']))),
    tracking_number: Type.Optional(Nullable(Label('Tracking number of the shipment.', ['1Z999AA10123456784']))),
    ...transportFields,
    lines: Type.Optional(
      Type.Array(ReportedLine, {
        maxItems: limits.sales_order_lines_max,
        description:
          'Units shipped, if the shipment has no cartons; empty only if nothing of a request can be shipped.',
      }),
    ),
    cartons: Type.Optional(
      Type.Array(ReportedCarton, {
        minItems: 1,
        maxItems: limits.sales_order_cartons_max,
        description: 'Cartons with their contents, in place of `lines`.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type ShipmentReport = Static<typeof ShipmentReport>

export const CountReport = Type.Object(
  {
    report_id,
    counted_on: Type.Optional(CalendarDate('Day of the count, not in the future; today if left out.')),
    counted_at: Type.Optional(
      Instant(
        'When the stock was counted, not in the future. Left out, it is the time of the report, or the end of `counted_on` if that is an earlier day.',
      ),
    ),
    counts: Type.Array(
      Type.Object(
        {
          sku: Text('SKU of the variant.', {
            minLength: 1,
            maxLength: limits.product_label_length_max,
            examples: ['JUMPER-M'],
          }),
          counted_quantity: Whole('Units found at the time of the count.', {
            minimum: 0,
            maximum: limits.stocktake_quantity_max,
            examples: [12],
          }),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: limits.stocktake_lines_max, description: 'Counted variants; each SKU once.' },
    ),
  },
  { additionalProperties: false },
)
export type CountReport = Static<typeof CountReport>

export interface ShipmentAnswer {
  order_id: string
  order_name: string
  lifecycle: string
  /** null if nothing shipped. */
  shipment: {
    shipment_id: string
    name: string
    cartons: { carton_number: number; sscc: string | null }[]
  } | null
  /** The open request of the order at the warehouse, or the one that this report completed; null if there is none. */
  request: { request_id: string; status: string } | null
}

export interface CountAnswer {
  stocktake_id: string
  name: string
  counted_lines: number
  variance_units: number
}
