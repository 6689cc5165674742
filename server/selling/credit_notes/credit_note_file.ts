/** A credit note as PDF. It never changes, so the file is always the same, but for the banner of a cancelled one. */
import { amountIn } from '../../contract/money.ts'
import { sessionOperation } from '../../contract/operation.ts'
import type { Sql } from '../../contract/sql.ts'
import type { PrintedInvoice } from '../../documents/printing/printed_invoice.ts'
import { fileNameOf } from '../../documents/printing/printed_order.ts'
import { renderPdf } from '../../documents/printing/render.ts'
import { ExportLink, linkFile } from '../../tables/export_table.ts'
import type { MadeFile } from '../../tables/made_file.ts'
import { readOrderReference, readPrintedTitles } from '../invoices/printed.store.ts'
import { printedParties } from '../parties/parties.rules.ts'
import { readCreditNote, readCreditNotes } from './credit_note.store.ts'
import { type CreditNote, CreditNotePath } from './model.ts'

async function printedNote(sql: Sql, organization_id: string, note: CreditNote): Promise<PrintedInvoice> {
  const { lines, tax, freight, total } = note
  const [order_reference, titles] = await Promise.all([
    readOrderReference(sql, organization_id, note.order.order_id),
    readPrintedTitles(
      sql,
      organization_id,
      lines.map(({ variant_id }) => variant_id),
    ),
  ])
  return {
    kind: 'credit_note',
    name: note.name,
    mark: note.state === 'cancelled' ? 'CANCELLED: no longer credited' : null,
    issued_on: note.issued_on,
    due_on: null,
    currency: note.currency,
    payment_terms: null,
    order_name: note.order.name,
    credited: { invoice_name: note.invoice.name, reason: note.reason },
    order_reference,
    ...printedParties(note.parties),
    lines: lines.map(({ sku, variant_id, quantity, unit_price, discount, amount }) => ({
      sku,
      buyer_sku: null,
      ...titles.get(variant_id)!,
      quantity,
      unit_price: unit_price.cents === null ? null : amountIn(unit_price.cents, note.currency),
      discount: discount.cents === 0 ? null : amountIn(discount.cents!, note.currency),
      amount: amountIn(amount.cents!, note.currency),
    })),
    total_units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    net: amountIn(
      lines.reduce((sum, { amount }) => sum + amount.cents!, 0),
      note.currency,
    ),
    tax: tax.cents === 0 ? null : amountIn(tax.cents!, note.currency),
    freight: freight.cents === 0 ? null : amountIn(freight.cents!, note.currency),
    total: amountIn(total.cents!, note.currency),
  }
}

export const creditNoteFile: MadeFile = {
  name: 'credit_note',
  async make(sql, organization_id, query) {
    const [note] = await readCreditNotes(sql, organization_id, [String(query.credit_note_id)])
    if (note === undefined) return null
    const printed = await printedNote(sql, organization_id, note)
    return { content_type: 'application/pdf', bytes: () => renderPdf(organization_id, printed) }
  },
}

export const getCreditNoteFile = sessionOperation({
  id: 'session.get_credit_note_file',
  route: 'GET /api/v1/sales/credit-notes/{credit_note_id}/file',
  summary: 'Get the file of a credit note',
  description:
    'Returns a URL from which the credit note can be downloaded as PDF for 60 minutes without a key. It states both parties with their addresses and tax ids as they were on file when it was issued. A cancelled credit note is marked as such.',
  service: 'sales',
  params: CreditNotePath,
  answer: ExportLink,
  refusals: ['not_found'],
  async run(call) {
    const { sql, caller, params } = call
    const { credit_note_id, name, lines } = await readCreditNote(sql, caller.organization_id, params.credit_note_id)
    return linkFile(call, {
      table: creditNoteFile.name,
      query: { credit_note_id },
      file_name: `${fileNameOf(name)}.pdf`,
      row_count: lines.length,
    })
  },
})
