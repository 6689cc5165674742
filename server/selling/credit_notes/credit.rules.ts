/**
 * Computes what a credit note credits of an invoice. Pure. Units are credited at the share of what their line still bills:
 * the agreed price less discounts and allowances before. The last units take the rest, so that an invoice credited in full
 * is credited to the cent, in whatever steps. Nothing is credited beyond what the invoice bills.
 */
import { amountIn } from '../../contract/money.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { checkAmounts } from '../../contract/amounts.ts'
import { shareOf, splitCents } from '../../contract/money/shares.ts'

export interface CreditableLine {
  invoice_line_number: number
  order_line_id: string
  variant_id: string
  sku: string
  quantity: number
  unit_price_cents: number
  amount_cents: number
  /** By credit notes that are not cancelled. */
  credited_units: number
  credited_cents: number
}

export interface CreditableInvoice {
  invoice_id: number
  name: string
  currency: string
  tax_cents: number
  freight_cents: number
  credited_tax_cents: number
  credited_freight_cents: number
  lines: readonly CreditableLine[]
}

/** Units of order lines to credit; `return_line_id` is that of the return that brought them back. */
export interface CreditedUnits {
  order_line_id: string
  return_line_id: string | null
  quantity: number
}

export interface ComposedCreditLine {
  invoice_line_number: number
  order_line_id: string
  variant_id: string
  return_line_id: string | null
  quantity: number
  unit_price_cents: number | null
  discount_cents: number
  amount_cents: number
  tax_cents: number
}

export interface ComposedCredit {
  invoice_id: number
  lines: ComposedCreditLine[]
  tax_cents: number
  freight_cents: number
  total_cents: number
}

/** Tax and freight as they were sent. */
export interface SentCharges {
  tax_cents?: number | undefined
  freight_cents?: number | undefined
}

const sumOf = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((sum, one) => sum + of(one), 0)

const unitsLeft = ({ quantity, credited_units }: CreditableLine) => quantity - credited_units
const centsLeft = ({ amount_cents, credited_cents }: CreditableLine) => amount_cents - credited_cents

/** What the invoice bills and nothing has credited yet. */
export function leftOf(invoice: CreditableInvoice) {
  const amount = sumOf(invoice.lines, centsLeft)
  const tax = invoice.tax_cents - invoice.credited_tax_cents
  const freight = invoice.freight_cents - invoice.credited_freight_cents
  return { amount, tax, freight, total: amount + tax + freight }
}

/** Refuses an amount beyond what is left of the invoice, and names what is left. */
function checkLeft(
  field: string,
  cents: number,
  left_cents: number,
  { name, currency, invoice_id }: CreditableInvoice,
) {
  if (cents <= left_cents) return
  refuse('conflict', {
    desc: `${field} is ${amountIn(cents, currency)} ${currency}, and ${amountIn(left_cents, currency)} ${currency} of ${name} is left to be credited.`,
    data: { reason: 'credited', field, left_cents, invoice_id },
  })
}

/** Tax or freight: as it was sent, else the share. */
function chargeOf(
  field: 'tax_cents' | 'freight_cents',
  sent: SentCharges,
  left: number,
  share: number,
  invoice: CreditableInvoice,
): number {
  const cents = sent[field]
  if (cents === undefined) return share
  checkAmounts(invoice.currency, { [field]: cents })
  checkLeft(field, cents, left, invoice)
  return cents
}

const total = (lines: readonly { amount_cents: number }[], tax_cents: number, freight_cents: number) =>
  sumOf(lines, ({ amount_cents }) => amount_cents) + tax_cents + freight_cents

/** Tax over the lines, by their amounts, or by their units where nothing has an amount. */
function withTax(
  lines: Omit<ComposedCreditLine, 'tax_cents'>[],
  tax_cents: number,
  currency: string,
): ComposedCreditLine[] {
  const byAmount = lines.some(({ amount_cents }) => amount_cents > 0)
  const weights = lines.map(({ amount_cents, quantity }) => (byAmount ? amount_cents : Math.max(quantity, 1)))
  const shares = splitCents(tax_cents, weights, currency)
  return lines.map((line, i) => ({ ...line, tax_cents: shares[i]! }))
}

function creditUnits(
  invoice: CreditableInvoice,
  parts: readonly { line: CreditableLine; return_line_id: string | null; quantity: number }[],
  sent: SentCharges,
): ComposedCredit {
  const before = new Map(invoice.lines.map((line) => [line.invoice_line_number, { ...line }]))
  const lines = parts.map(({ line, return_line_id, quantity }) => {
    const now = before.get(line.invoice_line_number)!
    const amount_cents = shareOf(centsLeft(now), quantity, unitsLeft(now), invoice.currency)
    now.credited_units += quantity
    now.credited_cents += amount_cents
    const { invoice_line_number, order_line_id, variant_id, unit_price_cents } = line
    const discount_cents = quantity * unit_price_cents - amount_cents
    return {
      invoice_line_number,
      order_line_id,
      variant_id,
      return_line_id,
      quantity,
      unit_price_cents,
      discount_cents,
      amount_cents,
    }
  })
  const left = leftOf(invoice)
  const credited = sumOf(lines, ({ amount_cents }) => amount_cents)
  const isLast = [...before.values()].every((line) => unitsLeft(line) === 0)
  const units = sumOf(lines, ({ quantity }) => quantity)
  const share = (cents: number) => {
    if (isLast) return cents
    return left.amount > 0
      ? shareOf(cents, credited, left.amount, invoice.currency)
      : shareOf(cents, units, sumOf(invoice.lines, unitsLeft), invoice.currency)
  }
  const tax_cents = chargeOf('tax_cents', sent, left.tax, share(left.tax), invoice)
  const freight_cents = chargeOf('freight_cents', sent, left.freight, share(left.freight), invoice)
  return {
    invoice_id: invoice.invoice_id,
    lines: withTax(lines, tax_cents, invoice.currency),
    tax_cents,
    freight_cents,
    total_cents: total(lines, tax_cents, freight_cents),
  }
}

/** Units that no invoice bills, or that are credited already. */
export interface Uncovered {
  order_line_id: string
  quantity: number
}

/** Divides units over the invoices that bill them, in the order of the invoices; what none bills is uncovered. */
export function composeUnits(
  invoices: readonly CreditableInvoice[],
  wanted: readonly CreditedUnits[],
  sent: SentCharges = {},
): { credits: ComposedCredit[]; uncovered: Uncovered[] } {
  const rest = wanted.map((units) => ({ ...units }))
  const credits = invoices.flatMap((invoice) => {
    const parts = invoice.lines.flatMap((line) => {
      let left = unitsLeft(line)
      return rest.flatMap((units) => {
        const quantity = units.order_line_id === line.order_line_id ? Math.min(units.quantity, left) : 0
        if (quantity <= 0) return []
        left -= quantity
        units.quantity -= quantity
        return [{ line, return_line_id: units.return_line_id, quantity }]
      })
    })
    return parts.length === 0 ? [] : [creditUnits(invoice, parts, sent)]
  })
  const uncovered = rest.filter(({ quantity }) => quantity > 0)
  return { credits, uncovered: uncovered.map(({ order_line_id, quantity }) => ({ order_line_id, quantity })) }
}

export interface Allowance extends SentCharges {
  amount_cents?: number | undefined
  lines?: readonly { line_number: number; amount_cents: number }[] | undefined
}

const refuseNothing = (): never =>
  refuseField('amount_cents', 'must be positive, unless lines, tax_cents or freight_cents is', [
    'amount_cents',
    'lines',
    'tax_cents',
    'freight_cents',
  ])

/** The amount of each line of the invoice: as sent, or the share of one amount by what is left of the lines. */
function amountsOf(invoice: CreditableInvoice, { amount_cents, lines }: Allowance): Map<number, number> {
  if (lines === undefined) {
    const cents = amount_cents ?? 0
    checkAmounts(invoice.currency, { amount_cents: cents })
    checkLeft('amount_cents', cents, leftOf(invoice).amount, invoice)
    const shares = splitCents(cents, invoice.lines.map(centsLeft), invoice.currency)
    return new Map(invoice.lines.map(({ invoice_line_number }, i) => [invoice_line_number, shares[i]!]))
  }
  if (amount_cents !== undefined) refuseField('amount_cents', 'cannot be sent beside lines', ['amount_cents', 'lines'])
  const amounts = new Map<number, number>()
  for (const [i, { line_number, amount_cents: cents }] of lines.entries()) {
    const line = invoice.lines.find(({ invoice_line_number }) => invoice_line_number === line_number)
    if (line === undefined) return refuseField(`lines[${i}].line_number`, `must be a line of ${invoice.name}`)
    if (amounts.has(line_number)) refuseField(`lines[${i}].line_number`, 'must be named once')
    checkAmounts(invoice.currency, { [`lines[${i}].amount_cents`]: cents })
    checkLeft(`lines[${i}].amount_cents`, cents, centsLeft(line), invoice)
    amounts.set(line_number, cents)
  }
  return amounts
}

/** An agreed amount off an invoice. Tax is its share unless it is sent; freight is credited only if it is sent. */
export function composeAllowance(invoice: CreditableInvoice, allowance: Allowance): ComposedCredit {
  const amounts = amountsOf(invoice, allowance)
  const amount = sumOf([...amounts.values()], (cents) => cents)
  const left = leftOf(invoice)
  const share = shareOf(left.tax, amount, left.amount, invoice.currency)
  const tax_cents = chargeOf('tax_cents', allowance, left.tax, share, invoice)
  const freight_cents = chargeOf('freight_cents', allowance, left.freight, 0, invoice)
  if (amount + tax_cents + freight_cents === 0) refuseNothing()
  // Tax without an amount belongs to all lines.
  const credited = invoice.lines.filter(
    ({ invoice_line_number }) => (amounts.get(invoice_line_number) ?? 0) > 0 || (amount === 0 && tax_cents > 0),
  )
  const lines = credited.map(({ invoice_line_number, order_line_id, variant_id }) => ({
    invoice_line_number,
    order_line_id,
    variant_id,
    return_line_id: null,
    quantity: 0,
    unit_price_cents: null,
    discount_cents: 0,
    amount_cents: amounts.get(invoice_line_number) ?? 0,
  }))
  return {
    invoice_id: invoice.invoice_id,
    lines: withTax(lines, tax_cents, invoice.currency),
    tax_cents,
    freight_cents,
    total_cents: total(lines, tax_cents, freight_cents),
  }
}

const digits = 4

/** CN-2026-0042: the number within the year, without gaps. */
export const creditNoteName = (year: number, number: number): string =>
  `CN-${year}-${String(number).padStart(digits, '0')}`
