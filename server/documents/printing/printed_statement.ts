/** The content of a printed statement of an account. */
import type { PrintedParty } from './printed_order.ts'

/** Amounts are decimal text; what reduces the balance is negative. */
export interface PrintedEntry {
  day: string
  /** Such as `Invoice INV-2026-0042`. */
  title: string
  /** Grey lines below it, such as the due date. */
  details: string[]
  amount: string
  balance: string
}

export interface PrintedStatement {
  kind: 'statement'
  from: string
  to: string
  currency: string
  seller: PrintedParty
  buyer: PrintedParty
  opening: string
  entries: PrintedEntry[]
  closing: string
  /** Open invoices by days past due, and money on account. */
  ageing: [name: string, amount: string][]
}
