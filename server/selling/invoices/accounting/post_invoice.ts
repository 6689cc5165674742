import { sessionOperation } from '../../../contract/operation.ts'
import { refuse } from '../../../contract/refusals.ts'
import { readInvoice } from '../invoice.store.ts'
import { Invoice, InvoicePath } from '../model.ts'
import { lockOrderOf } from '../void.ts'
import { queueAgain } from './postings.store.ts'

export const postInvoice = sessionOperation({
  id: 'session.post_invoice',
  route: 'POST /api/v1/sales/invoices/{invoice_id}/post',
  summary: 'Post an invoice to the accounting system',
  desc: ({ name, ledger }) => `Invoice ${name} is queued for ${ledger.ledger}.`,
  description:
    'Queues an invoice for the connected accounting system: one that was issued before the system was connected, one whose posting failed, or one that was posted to another system. A posting that waits for its next attempt becomes due at once. The exception about a failed posting is resolved once the system accepts the invoice. Fails with `conflict` without a connection, if the system has accepted the invoice already, or if the invoice was voided before it was ever posted.',
  service: 'sales',
  params: InvoicePath,
  answer: Invoice,
  refusals: ['invoice_not_on_file', 'conflict'],
  conflict:
    'The invoice was voided before it was posted, no accounting system is connected, or the system has already accepted the invoice.',
  async run({ sql, caller, params: { invoice_id } }) {
    const { organization_id } = caller
    await lockOrderOf(sql, caller, invoice_id)
    const { name, state, ledger } = await readInvoice(sql, caller, invoice_id)
    if (state === 'void' && ledger.state === 'not_connected')
      refuse('conflict', { desc: `${name} is void and was never posted.` })
    const outcome = await queueAgain(sql, organization_id, invoice_id)
    if (outcome === 'no_connection')
      refuse('conflict', { desc: 'No accounting system is connected. Create a connection first.' })
    if (outcome === 'already_posted') refuse('conflict', { desc: `${ledger.ledger} has accepted ${name} already.` })
    return readInvoice(sql, caller, invoice_id)
  },
})
