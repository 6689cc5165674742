import type { Caller, Sql } from '../../contract/call.ts'
import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Return, ReturnPath } from './model.ts'
import { type LockedReturn, lockReturn } from './receipt.store.ts'
import { creditContext } from '../credit_notes/context.ts'
import { readNamesOf } from '../credit_notes/creditable.store.ts'
import { cancelCreditNotes } from '../credit_notes/write_credit_notes.ts'
import { lockOrder } from '../orders/locked_order.store.ts'
import { authorOf } from './create.ts'
import { readReturn } from './store.ts'
import { readRefundInForce } from './refunds/refund_in_force.store.ts'
import { recountCancelled } from './refunds/refunds_of_cancelled.ts'
import { reversalOf, writeRefunds } from './refunds/write_refunds.ts'

export const cancelReturn = operation({
  id: 'returns.cancel',
  route: 'POST /api/v1/sales/returns/{return_id}/cancel',
  summary: 'Cancel a return',
  desc: ({ name }) => `${name} is cancelled.`,
  description:
    'Cancels a return of which no units have arrived; its units no longer count as expected, and the units of the order can be returned again. A refund is taken back on the current day, unless it was paid out (`refund.is_paid_out`): that one stays. Its credit notes are cancelled on the current day. Cancelling a cancelled return changes nothing and returns it.',
  params: ReturnPath,
  answer: Return,
  refusals: ['return_not_on_file', 'return_already_received', 'account_mismatch'],
  emits: ['exception.opened'],
  async run({ sql, caller, params: { return_id }, now }) {
    const { organization_id } = caller
    const locked = await lockReturn(sql, caller, return_id)
    const { state } = locked
    if (state === 'partially_received' || state === 'closed')
      refuse('return_already_received', { desc: 'Units of this return have arrived, so it cannot be cancelled.' })
    if (state === 'expected') {
      await cancelCredit(sql, caller, now, locked)
      const refund = await readRefundInForce(sql, organization_id, return_id)
      const isTakenBack = refund !== null && !refund.is_paid_out
      if (isTakenBack) {
        await writeRefunds(sql, authorOf(caller, now), [reversalOf(refund, 'The return was cancelled.')])
        await recountCancelled(sql, authorOf(caller, now), locked)
      }
      await sql`
        update returns set state = 'cancelled', cancelled_at = ${now}::timestamptz, updated_at = ${now}::timestamptz,
          refund_status = case when ${isTakenBack} then 'none' else refund_status end,
          refund_cents = case when not ${isTakenBack} then refund_cents end,
          refund_currency = case when not ${isTakenBack} then refund_currency end
        where organization_id = ${organization_id} and return_id = ${return_id}`
    }
    return readReturn(sql, caller, return_id)
  },
})

/** Credit notes of units that do not come back after all. */
async function cancelCredit(sql: Sql, caller: Caller, now: string, { return_id, order_id }: LockedReturn) {
  const notes = await readNamesOf(sql, caller.organization_id, { return_id })
  if (notes.length === 0) return
  await lockOrder(sql, caller, order_id!)
  const ids = notes.map(({ credit_note_id }) => credit_note_id)
  await cancelCreditNotes(sql, creditContext(caller, now), ids, 'The return was cancelled.')
}
