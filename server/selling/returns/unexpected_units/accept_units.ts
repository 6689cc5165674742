import { counted } from '../../../contract/outcome.ts'
import { sessionOperation } from '../../../contract/operation.ts'
import { resolveExceptions } from '../../../exceptions/open.ts'
import { actorOf } from '../../../ledger/actor.ts'
import { Return, ReturnPath } from '../model.ts'
import { lockReturn } from '../receipt.store.ts'
import { readReturn } from '../store.ts'

export const acceptReturnedUnits = sessionOperation({
  id: 'session.accept_returned_units',
  route: 'POST /api/v1/sales/returns/{return_id}/accept-units',
  summary: 'Accept units that came back unexpectedly',
  desc: ({ name, units_expected }) => `${name} expects ${counted(units_expected, 'unit')}.`,
  description:
    'Makes the units that arrived beyond what a return expected part of it: each line expects at least what it has received, lines of other variants included. Resolves its exceptions of kind `return_unmatched`. No stock moves, since the units were booked when they arrived. A return that has received no more than it expects is returned unchanged.',
  service: 'sales',
  params: ReturnPath,
  answer: Return,
  refusals: ['return_not_on_file'],
  emits: ['exception.resolved'],
  async run({ sql, caller, params: { return_id }, now }) {
    const { organization_id } = caller
    await lockReturn(sql, caller, return_id)
    const { count } = await sql`
      update return_lines set expected_quantity = received_quantity
      where organization_id = ${organization_id} and return_id = ${return_id} and received_quantity > expected_quantity`
    if (count > 0)
      await sql`
        update returns set updated_at = ${now}::timestamptz
        where organization_id = ${organization_id} and return_id = ${return_id}`
    await resolveExceptions(sql, organization_id, now, {
      kind: 'return_unmatched',
      subject: { type: 'return', id: String(return_id) },
      resolution: 'accepted',
      resolved_by: actorOf(caller),
    })
    return readReturn(sql, caller, return_id)
  },
})
