/** The shipments of an order, as its reads show them. */
import {
  CalendarDate,
  Count,
  Instant,
  Nullable,
  Num,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'

const Carton = Shape(
  {
    carton_number: Count('Number of the carton within the shipment, from 1.', { examples: [1] }),
    sscc: Nullable(Text('Serial shipping container code (SSCC-18).', { examples: ['106141411234567897'] })),
    weight_kg: Nullable(Num('Weight in kilograms.', { examples: [12.5] })),
    tracking_number: Nullable(Text('Tracking number of the carton.', { examples: ['1Z999AA10123456784'] })),
    door_reference: Nullable(Text("The account's reference of the carton's door.", { examples: ['DOOR-114'] })),
  },
  { $id: 'Carton' },
)

const ShipmentLine = Shape(
  {
    line_item_id: OwnId('Id of the order line.'),
    variant_id: OwnId('Id of the variant.'),
    sku: Text('SKU of the variant.', { examples: ['JUMPER-M'] }),
    carton_number: Nullable(Count('Number of the carton; null if the shipment has no cartons.', { examples: [1] })),
    quantity: Whole('Units shipped.', { examples: [12] }),
  },
  { $id: 'ShipmentLine' },
)

const shipment = {
  shipment_id: OwnId('Id of the shipment.'),
  name: Text('Display name of the shipment: that of the order and the number of the shipment. A correction keeps it.', {
    examples: ['SO-2041-1'],
  }),
  location: Shape(
    { name: Text('Name of the location.'), location_id: OwnId('Id of the location.') },
    { description: 'Location that the units left.' },
  ),
  shipped_at: Instant('Time the shipment left.'),
  shipped_on: CalendarDate("Day on which it left, in the organisation's time zone."),
  carrier: Nullable(Text('Carrier.', { examples: ['UPS'] })),
  tracking_number: Nullable(Text('Tracking number of the shipment.', { examples: ['1Z999AA10123456784'] })),
  recorded_by: Text('Who recorded the shipment.', { examples: ['user:Ada Merchant'] }),
  cartons: Type.Array(Carton, { description: 'Cartons of the shipment; empty if none were reported.' }),
  lines: Type.Array(ShipmentLine, { description: 'Units shipped by order line and carton.' }),
}

export const Shipment = Shape(
  {
    ...shipment,
    corrects: Nullable(OwnId('Id of the voided shipment in whose place it was recorded; null if it is no correction.')),
  },
  { $id: 'Shipment', description: 'A shipment of the order.' },
)

export const VoidedShipment = Shape(
  {
    ...shipment,
    voided_at: Instant('Time it was voided.'),
    voided_by: Text('Who voided it.', { examples: ['user:Ada Merchant'] }),
    reason: Text('Why it was voided.', { examples: ['Recorded on the wrong order'] }),
    replaced_by: Nullable(OwnId('Id of the shipment that was recorded in its place; null if it was only voided.')),
  },
  { $id: 'VoidedShipment', description: 'A shipment that was recorded in error: it counts nowhere.' },
)
export type VoidedShipment = Static<typeof VoidedShipment>
