/** Credit notes as documents (810 of kind credit memo), queued in the transaction that issues them, where the account takes 810s. */
import { arrayLiteral } from '../../../../db/sql/array_literal.ts'
import { decimalOf } from '../../../contract/money.ts'
import type { Sql } from '../../../contract/sql.ts'
import type { Invoice810 } from '../../../edi/documents/invoice_810.ts'
import { queueEdiDocument, takesEdiDocument } from '../../../interchanges/queue_document.ts'
import { readCreditNotes } from '../../credit_notes/credit_note.store.ts'
import type { CreditNote } from '../../credit_notes/model.ts'
import { chargeOf, discountCode, freightCode, linesOf, readHeader, taxesOf } from './queue_invoice.ts'

const sum = (lines: CreditNote['lines'], of: (line: CreditNote['lines'][number]) => number) =>
  lines.reduce((all, line) => all + of(line), 0)

/** An allowance has no units: it is an amount of its own, which adds to what is credited. */
export function memoOf(note: CreditNote, { header, lines }: Awaited<ReturnType<typeof readHeader>>): Invoice810 {
  const ofUnits = note.lines.filter(({ quantity }) => quantity > 0)
  const allowances = note.lines.filter(({ quantity }) => quantity === 0)
  return {
    ...header,
    kind: 'credit_memo',
    number: note.name,
    invoiced_on: note.issued_on,
    currency: note.currency,
    notes: `Credits ${note.invoice.name}: ${note.reason}`,
    terms: null,
    due_on: null,
    shipped_on: null,
    lines: linesOf(ofUnits, lines),
    total: decimalOf(note.total.cents!),
    taxes: taxesOf(note.tax.cents!),
    charges: [
      ...chargeOf(
        'allowance',
        discountCode,
        sum(ofUnits, ({ discount }) => discount.cents!),
      ),
      ...chargeOf(
        'charge',
        discountCode,
        sum(allowances, ({ amount }) => amount.cents!),
      ),
      ...chargeOf('charge', freightCode, note.freight.cents),
    ],
  }
}

export async function queueCreditMemos(
  sql: Sql,
  { organization_id, now }: { organization_id: string; now: string },
  { order_id, trading_partner_id }: { order_id: string; trading_partner_id: string },
  ids: readonly string[],
): Promise<void> {
  if (!(await takesEdiDocument(sql, organization_id, { trading_partner_id, document_type: '810' }))) return
  const head = await readHeader(sql, organization_id, { order_id, trading_partner_id })
  for (const note of await readCreditNotes(sql, organization_id, ids))
    await queueEdiDocument(
      sql,
      { organization_id, now },
      {
        document_type: '810',
        trading_partner_id,
        order_id,
        credit_note_id: note.credit_note_id,
        record: memoOf(note, head),
      },
    )
}

/** Takes back the 810s of cancelled credit notes. One that is numbered or being sent is left: it may have arrived. */
export async function withdrawCreditMemos(sql: Sql, organization_id: string, ids: readonly string[]): Promise<void> {
  await sql`
    update edi_documents set state = 'withdrawn', next_attempt_at = null, ended_at = now(),
      sentence = 'Not sent: the credit note was cancelled before.'
    where organization_id = ${organization_id} and credit_note_id = any(${arrayLiteral(ids)}::uuid[])
      and state = 'queued' and interchange_id is null and (leased_until is null or leased_until < now())`
}
