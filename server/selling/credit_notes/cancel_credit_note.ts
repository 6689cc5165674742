import { sessionOperation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Shape } from '../../contract/schema.ts'
import { lockOrder } from '../orders/locked_order.store.ts'
import { Label } from '../orders/model.ts'
import { lockReturn } from '../returns/receipt.store.ts'
import { creditContext } from './context.ts'
import { readCreditNote } from './credit_note.store.ts'
import { CreditNote, CreditNotePath } from './model.ts'
import { cancelCreditNotes } from './write_credit_notes.ts'

export const cancelCreditNote = sessionOperation({
  id: 'session.cancel_credit_note',
  route: 'POST /api/v1/sales/credit-notes/{credit_note_id}/cancel',
  summary: 'Cancel a credit note',
  desc: ({ name }) => `Credit note ${name} is cancelled.`,
  description:
    'Withdraws a credit note for good. It keeps its number and stays listed, and what it credited counts back in sales on the current day and can be credited again. A return keeps stating that nothing is paid back: credit it again, or state its refund. If the credit note was queued for an accounting system, the cancellation is queued for it too. An 810 that is still queued is withdrawn; one that was sent stays sent, and `edi.sentence` says so. Fails with `conflict` if it is cancelled already, or credits a shipment that was voided: its units have not shipped, so there is nothing to bill.',
  service: 'sales',
  needs: 'admin',
  params: CreditNotePath,
  body: Shape({ reason: Label('Reason for cancelling the credit note.', ['Issued for the wrong invoice']) }),
  answer: CreditNote,
  refusals: ['not_found', 'conflict'],
  conflict: 'The credit note is cancelled already, or it credits a shipment that was voided.',
  emits: ['exception.opened'],
  async run({ sql, caller, params: { credit_note_id }, body, now }) {
    const { organization_id } = caller
    const reason = body.reason.trim()
    const { order, return: returned } = await readCreditNote(sql, organization_id, credit_note_id)
    if (returned !== null) await lockReturn(sql, caller, returned.id)
    await lockOrder(sql, caller, order.order_id)
    const { name, kind, state, cancelled_at } = await readCreditNote(sql, organization_id, credit_note_id)
    if (state === 'cancelled') refuse('conflict', { desc: `${name} is cancelled already.`, data: { cancelled_at } })
    if (kind === 'void')
      refuse('conflict', { desc: `${name} credits a shipment that was voided; ship the units and invoice them again.` })
    await cancelCreditNotes(sql, creditContext(caller, now), [credit_note_id], reason)
    if (returned !== null)
      await sql`
        update returns set updated_at = ${now}::timestamptz
        where organization_id = ${organization_id} and return_id = ${returned.id}`
    return readCreditNote(sql, organization_id, credit_note_id)
  },
})
