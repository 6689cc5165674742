/** Orders, shipments and cartons of which notices are made. */
import type {
  EdiDocumentLine,
  EdiDocumentOrder,
} from '../../../../server/selling/edi_orders/outbound/document_lines.store.ts'
import { namedParty } from '../../../../server/selling/edi_orders/outbound/item_ids.rules.ts'
import type { Noticed, Shipment } from '../../../../server/selling/edi_orders/outbound/shipping_notice.rules.ts'

export const carton = (carton_number: number, values: object = {}) => ({
  carton_number,
  sscc: `sscc ${carton_number}`,
  tracking_number: `track ${carton_number}`,
  weight_kg: 1.5,
  door_reference: null,
  ...values,
})
export const packed = (carton_number: number, line_item_id: string, quantity: number) => ({
  carton_number,
  line_item_id,
  quantity,
})
export const shipment = (cartons: object[], lines: object[]) =>
  ({
    name: 'SO-1-F1',
    shipped_on: '2026-11-20',
    carrier: 'DHL',
    tracking_number: 'PRO',
    location: { name: 'Leipzig' },
    cartons,
    lines,
  }) as unknown as Shipment
export const line = (line_id: string, values: object = {}) =>
  [
    line_id,
    {
      line_id,
      variant_id: `variant of ${line_id}`,
      edi_position: null,
      ordered_quantity: 10,
      buyer_sku: null,
      buyer_line_reference: `ref ${line_id}`,
      door_reference: null,
      sku: `sku ${line_id}`,
      barcode: null,
      variant_title: 'M',
      product_title: 'Jumper',
      buyer_line: null,
      ...values,
    } as EdiDocumentLine,
  ] as const
export const own = {
  number: 'PO-1',
  release_number: '2',
  name: 'SO-1',
  ordered_on: '2026-11-01',
  door_reference: null,
  header: null,
} as unknown as EdiDocumentOrder
export const profile = {
  has_pallet_level: false,
  has_item_titles: false,
  requires_buyer: false,
  transit_time_days: null,
}
export const noticed = (cartons: object[], contents: object[], values: Partial<Noticed> = {}): Noticed => ({
  order: own,
  shipment: shipment(cartons, contents),
  lines: new Map([line('a'), line('b')]),
  doors: new Map([['d1', 'Berlin']]),
  parties: { buyer: namedParty('Buyer', '1'), supplier: namedParty('Supplier') },
  transports: new Map(),
  asked: { weight_unit: 'KG', ...profile },
  ship_to_address: null,
  created: { on: '2026-11-21', at: '10:30' },
  ...values,
})
