/** The content of a printed packing slip: what is in a shipment, and where it goes. It has no prices. */
import type { PrintedParty } from './printed_order.ts'

export interface PackedUnits {
  sku: string
  buyer_sku: string | null
  barcode: string | null
  title: string
  /** null if the shipment has no cartons. */
  carton: string | null
  quantity: number
}

export interface PrintedPackingSlip {
  kind: 'packing_slip'
  name: string
  shipped_on: string
  carrier: string | null
  tracking_number: string | null
  order_name: string
  order_reference: string | null
  seller: PrintedParty
  /** null for consumers, whose addresses are not stored. */
  ship_to: PrintedParty | null
  lines: PackedUnits[]
}
