/** The content of a printed pick list: what to take from where, for which orders. It has no prices. */
import type { PrintedParty } from './printed_order.ts'

export interface PickedLine {
  sku: string
  barcode: string | null
  title: string
  units: number
  /** Units of each order, such as `SO-1: 3`. */
  orders: string[]
  /** SKUs of the bundles that it is a component of. */
  bundles: string[]
}

export interface PickedOrder {
  name: string
  reference: string | null
  /** null for a consumer order. */
  ship_to: PrintedParty | null
  shipping_method: string | null
  /** YYYY-MM-DD; null if none is agreed. */
  ship_by: string | null
  notes: string | null
  units: number
}

export interface PrintedPickList {
  kind: 'pick_list'
  organization: string
  made_on: string
  /** By name of the location. */
  places: { location: string; lines: PickedLine[] }[]
  orders: PickedOrder[]
  /** Orders of which nothing is on the list, and why. */
  left_out: string[]
}
