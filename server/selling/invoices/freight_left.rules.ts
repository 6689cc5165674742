/** What stays of the freight of an order of which nothing is left to ship or to invoice. Pure. */
import { type LineQuantities, outstandingOf } from '../orders/rules.ts'
import { shareOf } from '../../contract/money/shares.ts'

interface InvoicedLine extends LineQuantities {
  line_id: string
  tax_cents: number
  invoiced_quantity: number
}

export interface Freight {
  freight_cents: number
  freight_tax_cents: number
}

/** Whether something was invoiced and nothing is left to ship: what had shipped may still be to invoice. */
export const isShippedAndInvoiced = (lines: readonly InvoicedLine[]): boolean =>
  lines.some(({ invoiced_quantity }) => invoiced_quantity > 0) && lines.every((line) => outstandingOf(line) === 0)

/** The tax of lines on the units that are agreed and not cancelled. */
const taxOf = (lines: readonly InvoicedLine[], currency: string): number =>
  lines.reduce(
    (sum, line) => sum + shareOf(line.tax_cents, line.quantity - line.cancelled_quantity, line.quantity, currency),
    0,
  )

interface Invoiced {
  invoiced_freight_cents: number
  invoiced_tax_cents: number
  /** Of each line, units that were invoiced elsewhere before the organisation came here. */
  lines: readonly { line_id: string; historical_quantity: number }[]
}

/**
 * Freight that no invoice will bill is not owed: once every unit that left is invoiced, it falls to what invoices have
 * taken, and the tax on it with it, so that all invoices add up to the order.
 */
export function freightLeft(
  { currency, lines, ...freight }: Freight & { currency: string; lines: readonly InvoicedLine[] },
  invoiced: Invoiced,
): Freight {
  const historical = new Map(invoiced.lines.map((line) => [line.line_id, line.historical_quantity]))
  const isToInvoice = lines.some(
    (line) => line.fulfilled_quantity - (historical.get(line.line_id) ?? 0) > line.invoiced_quantity,
  )
  const { freight_cents, freight_tax_cents } = freight
  if (isToInvoice) return { freight_cents, freight_tax_cents }
  return {
    freight_cents: Math.min(freight_cents, invoiced.invoiced_freight_cents),
    freight_tax_cents: Math.min(freight_tax_cents, Math.max(invoiced.invoiced_tax_cents - taxOf(lines, currency), 0)),
  }
}
