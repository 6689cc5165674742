import { sessionOperation } from '../../../contract/operation.ts'
import { refuse } from '../../../contract/refusals.ts'
import { Id, Shape } from '../../../contract/schema.ts'
import { AccountingConnection, readConnection } from '../../invoices/accounting/connection.store.ts'
import { service } from '../payment.model.ts'
import { beginAgain } from './feeds.store.ts'

export const readAccountingPayments = sessionOperation({
  id: 'session.read_accounting_payments',
  route: 'POST /api/v1/accounting-connections/{accounting_connection_id}/read-payments',
  summary: 'Read payments from the accounting system again',
  desc: ({ name }) => `Payments of ${name} are read from the beginning.`,
  description:
    'Reads all payments of the connected accounting system from the beginning, without waiting for the next turn: after its address or a refused payment was put right. Payments that are on file change nothing; those that were refused are tried again. Fails with `conflict` if the connection has no `payments_url`, or is deactivated.',
  service,
  needs: 'admin',
  params: Shape({ accounting_connection_id: Id('The connection.') }),
  answer: AccountingConnection,
  refusals: ['not_found', 'conflict'],
  conflict: 'The connection has no `payments_url`, or is deactivated.',
  async run({ sql, caller: { organization_id }, params: { accounting_connection_id } }) {
    const { name } = await readConnection(sql, organization_id, accounting_connection_id)
    if (!(await beginAgain(sql, organization_id, accounting_connection_id)))
      refuse('conflict', { desc: `No payments are read from ${name}: it has no payments_url, or is deactivated.` })
    return readConnection(sql, organization_id, accounting_connection_id)
  },
})
