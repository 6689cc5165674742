import Big from 'big.js'
import { uuidv7 } from 'uuidv7'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { actorOf } from '../../ledger/actor.ts'
import { checkDay } from '../../ledger/books.ts'
import { amountText } from './amounts.rules.ts'
import { readInvoice, readLines, type StoredLine } from './invoices.store.ts'
import { sumOf } from './resolve_lines.ts'
import { InvoicePath, NewCredit, service, SupplierInvoice } from './supplier_invoice.model.ts'
import {
  checkNumber,
  holdInvoice,
  insertLines,
  invoicesChanged,
  type LineToWrite,
  lockOrdersOf,
  refuseVoid,
} from './write.store.ts'

/** The lines of a credit note; refuses more than is left of the invoice's lines. */
function creditedLines(lines: readonly StoredLine[], sent: NewCredit['lines'], currency: string): LineToWrite[] {
  const seen = new Set<number>()
  return sent.map((one, i) => {
    const at = `lines[${i}]`
    const line = lines.find(({ line_number }) => line_number === one.line_number)
    if (line === undefined) return refuseField(`${at}.line_number`, 'must be a line of the invoice')
    if (seen.has(line.line_number)) refuseField(`${at}.line_number`, 'repeats a line of the invoice')
    seen.add(line.line_number)
    const units = one.quantity ?? 0
    const leftUnits = line.quantity === null ? 0 : line.quantity - line.credited_quantity
    if (line.quantity === null && units > 0) refuseField(`${at}.quantity`, 'applies only to goods')
    if (units > leftUnits)
      refuseField(`${at}.quantity`, `must be at most ${leftUnits}, the units that the line still bills`)
    const amount = amountText(one.amount, currency, `${at}.amount`)
    const leftAmount = Big(line.amount).minus(line.credited_amount)
    if (leftAmount.lt(amount))
      refuseField(`${at}.amount`, `must be at most ${leftAmount.toFixed()}, what the line still bills`)
    if (units === 0 && Big(amount).eq(0)) refuseField(`${at}.amount`, 'must be above 0 unless units are credited')
    if (units > 0 && units === leftUnits && !leftAmount.eq(amount))
      refuseField(`${at}.amount`, `must be ${leftAmount.toFixed()} where every unit is credited`)
    const { purchase_order_id, line_id, delivery_id, kind } = line
    return {
      line_number: i + 1,
      kind: kind as LineToWrite['kind'],
      description: null,
      purchase_order_id,
      line_id,
      delivery_id,
      quantity: line.quantity === null ? null : units,
      amount,
      credited_line_number: line.line_number,
      price_accepted_at: null,
      price_accepted_by: null,
    }
  })
}

export const creditSupplierInvoice = sessionOperation({
  id: 'session.credit_supplier_invoice',
  route: 'POST /api/v1/supplier-invoices/{supplier_invoice_id}/credits',
  summary: 'Record a credit note of a supplier',
  desc: ({ invoice_number, supplier }) => `Credit note ${invoice_number} of ${supplier} recorded.`,
  description:
    'Records a credit note against an invoice: units with their amount, or an amount alone where the price is reduced. The invoice then bills the rest, at the price that follows from it, and is matched again; if its price was accepted, the cost of its units follows. Units that were credited can be billed by another invoice.',
  service,
  status: 201,
  params: InvoicePath,
  body: NewCredit,
  answer: SupplierInvoice,
  refusals: ['not_found', 'conflict'],
  conflict: 'The invoice is void or is a credit note itself, or the number is on file already for the supplier.',
  emits: ['movement.recorded', 'purchase_order_updated', 'exception.opened', 'exception.resolved'],
  async run({ sql, caller, params, body, now }) {
    const { organization_id } = caller
    const { invoice_date } = body
    await checkDay(sql, organization_id, now, 'invoice_date', invoice_date)
    const invoice = await holdInvoice(sql, organization_id, params.supplier_invoice_id)
    const { supplier_id, currency } = invoice
    refuseVoid(invoice)
    if (invoice.kind === 'credit_note')
      refuse('conflict', {
        desc: `${invoice.invoice_number} is a credit note; credit the invoice that it reduces.`,
        data: { supplier_invoice_id: invoice.credits_invoice_id },
      })
    if (invoice_date < invoice.invoice_date)
      refuseField('invoice_date', `must not be before the day of the invoice, ${invoice.invoice_date}`)
    const stated_total = body.stated_total == null ? null : amountText(body.stated_total, currency, 'stated_total')
    const invoice_number = body.invoice_number.trim()
    await checkNumber(sql, organization_id, supplier_id, invoice_number)
    const orders = await lockOrdersOf(sql, organization_id, invoice)
    const onFile = await readLines(sql, organization_id, invoice.supplier_invoice_id)
    const lines = creditedLines(onFile, body.lines, currency)
    const supplier_invoice_id = uuidv7()
    await sql`
      insert into supplier_invoices (organization_id, supplier_invoice_id, kind, supplier_id, credits_invoice_id,
        invoice_number, currency, invoice_date, stated_total, lines_total, created_by, created_at, updated_at)
      values (${organization_id}, ${supplier_invoice_id}, 'credit_note', ${supplier_id}, ${invoice.supplier_invoice_id},
        ${invoice_number}, ${currency}, ${invoice_date}, ${stated_total}, ${sumOf(lines)},
        ${actorOf(caller)}, ${now}, ${now})`
    await insertLines(sql, organization_id, supplier_invoice_id, lines)
    await invoicesChanged(sql, caller, now, orders, invoice.supplier_invoice_id)
    return readInvoice(sql, organization_id, supplier_invoice_id)
  },
})
