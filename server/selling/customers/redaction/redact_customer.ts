import { recordAudit } from '../../../audit/record.ts'
import { sessionOperation } from '../../../contract/operation.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Sql } from '../../../contract/sql.ts'
import { Id, Instant, OwnId, Shape, Type } from '../../../contract/schema.ts'
import { forgetUndos } from '../../../imports/forget_undos.ts'
import { actorOf } from '../../../ledger/actor.ts'
import { eraseTraces, lockOrdersOf } from './erase_traces.store.ts'

/** Erases what points to the person and keeps orders and figures. Returns when it first happened; null if unknown. */
export async function redact(
  sql: Sql,
  { organization_id, actor, now }: { organization_id: string; actor: string; now: string },
  customer_id: string,
): Promise<string | null> {
  await lockOrdersOf(sql, organization_id, customer_id)
  await sql`
    update customers set pseudonym = null, email_domain = null, display_name = null, display_name_words = '{}',
      external_id = null, redacted_at = ${now}::timestamptz, redacted_by = ${actor}, updated_at = ${now}::timestamptz
    where organization_id = ${organization_id} and customer_id = ${customer_id} and redacted_at is null`
  const [row] = await sql<{ redacted_at: string | null }[]>`
    select redacted_at from customers where organization_id = ${organization_id} and customer_id = ${customer_id}`
  if (row === undefined) return null
  await forgetUndos(sql, organization_id, 'customers', { customer_id })
  await eraseTraces(sql, organization_id, customer_id)
  return row.redacted_at
}

export const redactCustomer = sessionOperation({
  id: 'session.redact_customer',
  route: 'POST /api/v1/sales/customers/{customer_id}/redact',
  summary: 'Redact a customer',
  desc: () => 'Customer redacted.',
  description:
    'Erases the name, the pseudonym, the e-mail domain and the external id of a customer, and all else that could point to the person: notes, references and reasons that people wrote about the orders of a consumer, order papers and EDI documents from which its orders came, stored events (an event that is sent again has the new body), remembered answers, and exports of the organisation, which are deleted. Orders, returns and figures stay. This cannot be undone. Repeating it erases what a later import or change wrote about the orders. A later import of the same person creates a new customer, so erase the person in the source system first. Backups, and what receivers of events and files have, are not reached.',
  service: 'sales',
  needs: 'admin',
  params: Type.Object({ customer_id: Id('Id of the customer.') }, { additionalProperties: false }),
  answer: Shape({
    customer_id: OwnId('Id of the customer.'),
    redacted_at: Instant('Time the customer was first redacted.'),
  }),
  refusals: ['not_found'],
  async run({ sql, caller, params: { customer_id }, now }) {
    const { organization_id } = caller
    const redacted_at = await redact(sql, { organization_id, actor: actorOf(caller), now }, customer_id)
    if (redacted_at === null) refuse('not_found', { desc: 'No customer of this organisation has this id.' })
    const sentence = 'Personal data of a customer erased.'
    // Repeating it returns the time of the first.
    if (Date.parse(redacted_at) === Date.parse(now))
      await recordAudit(sql, caller, {
        kind: 'customer.redacted',
        subject_id: customer_id,
        subject: 'customer',
        sentence,
      })
    return { customer_id, redacted_at }
  },
})
