/** The content of a printed order. It is frozen when the order is sent, and the PDF is rendered from this alone. */
import { createHash } from 'node:crypto'
import type { Packing } from '../../contract/units_of_measure.ts'

export interface PrintedParty {
  name: string
  /** Address, country and so on, one per line. */
  details: string[]
}

export interface PrintedLine {
  sku: string
  supplier_sku: string | null
  barcode: string | null
  title: string
  quantity: number
  /** Decimal text; null where no cost is agreed. */
  unit_cost: string | null
  total_cost: string | null
  /** YYYY-MM-DD; null if it is the order's date. */
  deliver_on: string | null
  /** Present if the line is bought in another unit than single units, and its quantity is a whole number of them. */
  packed?: PrintedPacking
}

export interface PrintedPacking extends Packing {
  purchase_quantity: number
  /** Decimal text; null where no cost is agreed. */
  purchase_unit_cost: string | null
}

export interface PrintedOrder {
  order_type: 'purchase' | 'manufacturing' | 'transfer'
  name: string
  revision: number
  /** It replaces a version that the same recipient has. */
  is_replacement: boolean
  /** It tells a recipient who has the order that the order was cancelled. */
  is_cancellation?: true
  /** Banner for a document that must not be acted on: DRAFT, CANCELLED… */
  mark: string | null
  /** Day it was sent or printed. */
  issued_on: string
  ordered_on: string
  deliver_on: string | null
  ship_from_on: string | null
  cancel_after: string | null
  currency: string
  reference: string | null
  payment_terms: string | null
  deposit_bp: number | null
  incoterm: string | null
  notes: string | null
  buyer: PrintedParty
  supplier: PrintedParty | null
  ship_from: PrintedParty | null
  ship_to: PrintedParty
  lines: PrintedLine[]
  total_units: number
  /** Decimal text; null if any line has no cost. */
  total_cost: string | null
  uncosted_lines: number
}

/** Hash of the content. Revision, banner and date of issue do not count, so an unchanged document is recognised. */
export function documentFingerprint(document: PrintedOrder): string {
  const { revision: _revision, is_replacement: _replacement, mark: _mark, issued_on: _day, ...content } = document
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}

/** The name with only characters that are safe in a path, a header and a URL. */
export const fileNameOf = (name: string): string => name.replaceAll(/[^A-Za-z0-9._-]+/g, '_').replace(/^\.+/, '_')
