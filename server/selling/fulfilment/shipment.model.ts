/** Contents of a shipment, as a person or a warehouse states them. */
import { limits } from '../../contract/limits.ts'
import { CalendarDate, Id, Nullable, Num, type Static, Text, type TSchema, Type } from '../../contract/schema.ts'
import { Label, Quantity } from '../orders/model.ts'

export const ReportedLine = Type.Object(
  {
    line_item_id: Type.Optional(Id('Id of the order line; sent in place of `sku`.')),
    sku: Type.Optional(
      Text(
        'SKU of the variant; sent in place of `line_item_id`. It fills the open lines of the SKU in their order; in a correction, those that the shipment had come first.',
        {
          minLength: 1,
          maxLength: limits.product_label_length_max,
          examples: ['JUMPER-M'],
        },
      ),
    ),
    quantity: Quantity('Units shipped; more than ordered is recorded as over-shipped.', 1),
  },
  { $id: 'ShippedLine', additionalProperties: false },
)

/** Lines of this shape in a shipment or a carton. */
export const lineList = <L extends TSchema>(line: L, description: string) =>
  Type.Array(line, { minItems: 1, maxItems: limits.sales_order_lines_max, description })

const cartonDetails = {
  sscc: Type.Optional(
    Nullable(
      Text(
        "Serial shipping container code (SSCC-18) with its check digit; unique in the organisation. If left out, the carton gets one under the organisation's GS1 company prefix, if it has one.",
        {
          pattern: '^[0-9]{18}$',
          'x-rule': 'must be 18 digits',
          examples: ['106141411234567897'],
        },
      ),
    ),
  ),
  weight_kg: Type.Optional(
    Nullable(Num('Weight in kilograms.', { minimum: 0.001, maximum: limits.product_weight_kg_max, examples: [12.5] })),
  ),
  tracking_number: Type.Optional(Nullable(Label('Tracking number of the carton.', ['1Z999AA10123456784']))),
  door_reference: Type.Optional(Nullable(Label("The account's reference of the carton's door.", ['DOOR-114']))),
  pallet_sscc: Type.Optional(
    Nullable(
      Text('SSCC-18 of the pallet on which the carton stands, with its check digit; cartons of one pallet repeat it.', {
        pattern: '^[0-9]{18}$',
        'x-rule': 'must be 18 digits',
        examples: ['106141411234567903'],
      }),
    ),
  ),
}

/** What a shipping notice states of the transport of a shipment, apart from carrier and tracking number. */
export const transportFields = {
  carrier_scac: Type.Optional(
    Nullable(
      Text('Standard Carrier Alpha Code (SCAC) of the carrier; the shipping notice (856) states it.', {
        pattern: '^[A-Z]{2,4}$',
        'x-rule': 'must be 2 to 4 capital letters, A to Z',
        examples: ['UPSN'],
      }),
    ),
  ),
  bill_of_lading: Type.Optional(
    Nullable(
      Text('Number of the bill of lading; the shipping notice states it.', {
        pattern: '^[!-~]([ -~]{0,28}[!-~])?$',
        'x-rule': 'must be 1 to 30 plain ASCII characters, with no space at either end',
        examples: ['BOL-8812'],
      }),
    ),
  ),
  deliver_on: Type.Optional(
    Nullable(
      CalendarDate(
        "Day on which the shipment is expected to arrive, not before it left. If null or left out, a shipping notice counts the account's transit time from the day of the shipment.",
      ),
    ),
  ),
}

/** A carton whose contents are lines of this shape. */
export const reportedCartonOf = <L extends TSchema>(line: L, $id: string) =>
  Type.Object(
    { ...cartonDetails, lines: lineList(line, 'Contents of the carton.') },
    { $id, additionalProperties: false },
  )

export const ReportedCarton = reportedCartonOf(ReportedLine, 'NewCarton')
export type ReportedCarton = Static<typeof ReportedCarton>

/** Cartons of this shape in a shipment. */
export const cartonList = <C extends TSchema>(carton: C, description: string) =>
  Type.Array(carton, { minItems: 1, maxItems: limits.sales_order_cartons_max, description })
