/** A request to a warehouse, as the app shows it. */
import { Instant, Nullable, OpenChoice, OwnId, Shape, type Static, Text, Type, Whole } from '../../contract/schema.ts'
import { warehouseRequestStates, warehouseRequestStatuses } from '../known_values.ts'

export const WarehouseRequest = Shape(
  {
    request_id: OwnId('Id of the request; it stays the same across revisions.'),
    order_id: OwnId('Id of the order.'),
    connection_id: OwnId('Id of the warehouse connection.'),
    warehouse: Text('Name of the connection.', { examples: ['Harbour Logistics'] }),
    location_id: OwnId('Id of the location of the warehouse.'),
    revision: Whole('Revision of the message, from 1.', { minimum: 1, examples: [1] }),
    status: OpenChoice(
      warehouseRequestStatuses,
      'Status of the request. requested: the warehouse is to ship the units. called_off: it no longer is. completed: it has reported all that it ships.',
    ),
    state: OpenChoice(
      warehouseRequestStates,
      'State of the message. queued: waiting to be sent or retried. sent: accepted by the warehouse. failed: all four attempts failed, or the warehouse rejected it for good. withdrawn: called off before the first attempt.',
    ),
    detail: Nullable(
      Text('Response to the last attempt, or why there was none; null before the first attempt.', {
        examples: ['connection_refused'],
      }),
    ),
    total_units: Whole('Units to ship.', { examples: [24] }),
    line_items: Type.Array(
      Shape({
        line_item_id: OwnId('Id of the order line.'),
        sku: Text('SKU of the variant.', { examples: ['JUMPER-M'] }),
        quantity: Whole('Units to ship.', { examples: [24] }),
      }),
      { description: 'Lines of the request.' },
    ),
    created_by: Text('Who released the order.', { examples: ['user:Ada Merchant'] }),
    created_at: Instant('Time the order was first released.'),
    updated_at: Instant('Time of the last revision or completion.'),
    completed_at: Nullable(Instant('Time the request was completed; null until then.')),
  },
  { $id: 'WarehouseRequest' },
)
export type WarehouseRequest = Static<typeof WarehouseRequest>
