import { sessionOperation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { lockOrder } from '../orders/locked_order.store.ts'
import { queueCreditAgain } from './accounting/postings.store.ts'
import { readCreditNote } from './credit_note.store.ts'
import { CreditNote, CreditNotePath } from './model.ts'

export const postCreditNote = sessionOperation({
  id: 'session.post_credit_note',
  route: 'POST /api/v1/sales/credit-notes/{credit_note_id}/post',
  summary: 'Post a credit note to the accounting system',
  desc: ({ name, ledger }) => `Credit note ${name} is queued for ${ledger.ledger}.`,
  description:
    'Queues a credit note for the connected accounting system: one that was issued before the system was connected, one whose posting failed, or one that was posted to another system. The exception about a failed posting is resolved once the system accepts it. Fails with `conflict` without a connection, if the system has accepted it already, or if it was cancelled before it was ever posted.',
  service: 'sales',
  params: CreditNotePath,
  answer: CreditNote,
  refusals: ['not_found', 'conflict'],
  conflict:
    'The credit note was cancelled before it was posted, no accounting system is connected, or the system has already accepted it.',
  async run({ sql, caller, params: { credit_note_id } }) {
    const { organization_id } = caller
    const { order } = await readCreditNote(sql, organization_id, credit_note_id)
    await lockOrder(sql, caller, order.order_id)
    const { name, state, ledger } = await readCreditNote(sql, organization_id, credit_note_id)
    if (state === 'cancelled' && ledger.state === 'not_connected')
      refuse('conflict', { desc: `${name} is cancelled and was never posted.` })
    const outcome = await queueCreditAgain(sql, organization_id, credit_note_id)
    if (outcome === 'no_connection')
      refuse('conflict', { desc: 'No accounting system is connected. Create a connection first.' })
    if (outcome === 'already_posted') refuse('conflict', { desc: `${ledger.ledger} has accepted ${name} already.` })
    return readCreditNote(sql, organization_id, credit_note_id)
  },
})
