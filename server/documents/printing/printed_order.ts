/** What a printed order says, and nothing that it does not: frozen when it is sent, and rendered from this alone. */
import { createHash } from 'node:crypto'

export interface PrintedParty {
  name: string
  /** Address, country and the like, one a line. */
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
  /** YYYY-MM-DD, where it differs from the order's. */
  deliver_on: string | null
}

export interface PrintedOrder {
  order_type: 'purchase' | 'manufacturing' | 'transfer'
  name: string
  revision: number
  /** It takes the place of one that the same recipient has. */
  is_replacement: boolean
  /** It tells a recipient who has the order that there is none any more. */
  is_cancellation?: true
  /** Printed across the head of a paper that nobody should act on: DRAFT, CANCELLED… */
  mark: string | null
  /** When it was sent, or printed. */
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
  /** Decimal text; null where a line has no cost. */
  total_cost: string | null
  uncosted_lines: number
}

/** Changes whenever the paper says something else; when and for how often it is said does not count. */
export function documentFingerprint(document: PrintedOrder): string {
  const { revision: _revision, is_replacement: _replacement, mark: _mark, issued_on: _day, ...said } = document
  return createHash('sha256').update(JSON.stringify(said)).digest('hex')
}

/** A name without anything that a folder, a header or an address would read as more than a letter. */
export const fileNameOf = (name: string): string => name.replaceAll(/[^A-Za-z0-9._-]+/g, '_').replace(/^\.+/, '_')
