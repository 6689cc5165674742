import { sessionOperation } from '../../../contract/operation.ts'
import { refuse } from '../../../contract/refusals.ts'
import { CalendarDate, Count, Nullable, OwnId, Shape, Text, Type } from '../../../contract/schema.ts'
import { readTransports } from './transports.store.ts'
import { ShipmentPath } from '../undo_shipment.ts'

const Transport = Shape(
  {
    shipment_id: OwnId('The shipment.'),
    carrier_scac: Nullable(
      Text('Standard Carrier Alpha Code of the carrier; null if none was stated.', { examples: ['UPSN'] }),
    ),
    bill_of_lading: Nullable(
      Text('Number of the bill of lading; null if none was stated.', { examples: ['BOL-8812'] }),
    ),
    deliver_on: Nullable(
      CalendarDate(
        "Stated day of arrival. If null, a shipping notice counts the account's transit time from the day of the shipment.",
      ),
    ),
    pallets: Type.Array(
      Shape({
        pallet_sscc: Text('SSCC-18 of the pallet.', { examples: ['106141411234567903'] }),
        carton_numbers: Type.Array(Count('Number of the carton within the shipment.', { examples: [1] }), {
          description: 'Cartons on the pallet.',
        }),
      }),
      { description: 'Pallets with their cartons; empty if no carton stands on one.' },
    ),
  },
  { $id: 'ShipmentTransport', description: 'How a shipment travels, as its shipping notice states it.' },
)

export const getShipmentTransport = sessionOperation({
  id: 'session.get_shipment_transport',
  route: 'GET /api/v1/sales/orders/{order_id}/shipments/{shipment_id}/transport',
  summary: 'Get the transport of a shipment',
  description:
    'Returns what was recorded of the transport of a shipment beside its carrier and tracking number, and which cartons stand on which pallet. A voided shipment keeps what was recorded. A correction of the shipment changes it.',
  service: 'sales',
  params: ShipmentPath,
  answer: Transport,
  refusals: ['not_found'],
  async run({ sql, caller, params: { order_id, shipment_id } }) {
    const transports = await readTransports(sql, caller.organization_id, order_id)
    const one = transports.get(shipment_id.toLowerCase())
    if (one === undefined) return refuse('not_found', { desc: 'The order has no shipment of that id.' })
    const { carrier_scac, bill_of_lading, deliver_on, pallets } = one
    const byPallet = Map.groupBy(pallets, ({ pallet_sscc }) => pallet_sscc)
    return {
      shipment_id: one.shipment_id,
      carrier_scac,
      bill_of_lading,
      deliver_on,
      pallets: [...byPallet].map(([pallet_sscc, cartons]) => ({
        pallet_sscc,
        carton_numbers: cartons.map(({ carton_number }) => carton_number),
      })),
    }
  },
})
