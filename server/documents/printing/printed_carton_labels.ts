/** The content of the labels of a shipment's cartons (GS1 logistic labels): what people and scanners read on each. */
import type { PrintedParty } from './printed_order.ts'

export interface PrintedCartonLabel {
  /** Serial shipping container code of 18 digits. */
  sscc: string
  /** Place of the carton among those of the shipment, from 1. */
  place: number
  /** The store that the carton is for, with its number at the account; null if the order names none. */
  store: { name: string; code: string | null } | null
  /** Of the carton, else of the shipment. */
  tracking_number: string | null
  /** With its unit. */
  weight: string | null
}

export interface PrintedCartonLabels {
  kind: 'carton_labels'
  /** Display name of the shipment. */
  name: string
  shipped_on: string
  ship_from: PrintedParty
  ship_to: PrintedParty
  order_number: string
  department: string | null
  /** Name and code (SCAC) of the carrier. */
  carrier: string | null
  bill_of_lading: string | null
  /** Cartons of the shipment. */
  carton_count: number
  labels: PrintedCartonLabel[]
}
