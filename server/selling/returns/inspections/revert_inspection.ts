import type { Caller, Sql } from '../../../contract/call.ts'
import { sessionOperation } from '../../../contract/operation.ts'
import { refuse, refuseField } from '../../../contract/refusals.ts'
import { Id, Shape, Whole } from '../../../contract/schema.ts'
import { actorOf } from '../../../ledger/actor.ts'
import { bookingOf, bookMovements } from '../../../ledger/book.ts'
import { lockCountsOf, readBooked, reversalOf } from '../../../stock/adjustments/reversal.ts'
import { Label } from '../../orders/model.ts'
import { Return } from '../model.ts'
import { lockReturn } from '../receipt.store.ts'
import { readReturn } from '../store.ts'
import { restockLines } from './inspections.store.ts'

export const revertInspection = sessionOperation({
  id: 'session.revert_inspection',
  route: 'POST /api/v1/sales/returns/{return_id}/inspections/{inspection_id}/revert',
  summary: 'Revert an inspection',
  desc: ({ name }) => `Inspection of ${name} reverted.`,
  description:
    'Takes an inspection back that was recorded in error: its units are in quarantine again, and can be inspected anew. Restocked units leave stock by movements that name those they reverse in `reverses_movement_id`, at their time and cost. The inspection stays on the receipt with who reverted it, when and why. Reverting it again changes nothing. Fails with `conflict` once something depends on the restocked units: fewer are available where they lie, or a stocktake has counted them.',
  service: 'returns',
  needs: 'member',
  params: Shape({
    return_id: Whole('Id of the return.', { minimum: 1, examples: [311] }),
    inspection_id: Id('Id of the inspection.'),
  }),
  body: Shape({ reason: Label('Why it is taken back.', ['It was another parcel']) }),
  answer: Return,
  refusals: ['return_not_on_file', 'not_found', 'conflict'],
  conflict: 'Restocked units are not available any more, or were counted.',
  emits: ['movement.recorded'],
  async run({ sql, caller, params: { return_id, inspection_id }, body, now }) {
    const { organization_id } = caller
    const reason = body.reason.trim()
    if (reason === '') refuseField('reason', 'must not be blank')
    const { name } = await lockReturn(sql, caller, return_id)
    const parts = await sql<Part[]>`
      select line_id, quantity, disposition, reverted_at from return_inspections
      where organization_id = ${organization_id} and return_id = ${return_id} and inspection_id = ${inspection_id}`
    if (parts.length === 0) refuse('not_found', { desc: `${name} has no inspection of that id.` })
    if (parts.every(({ reverted_at }) => reverted_at !== null)) return readReturn(sql, caller, return_id)
    await sql`
      update return_inspections set reverted_at = ${now}::timestamptz, reverted_by = ${actorOf(caller)}, revert_reason = ${reason}
      where organization_id = ${organization_id} and return_id = ${return_id} and inspection_id = ${inspection_id}`
    const restocked = parts.filter(({ disposition }) => disposition === 'restock')
    const removed = restocked.map(({ line_id, quantity }) => ({ line_id, quantity: -quantity }))
    await restockLines(sql, organization_id, return_id, now, removed)
    await unstock(sql, caller, now, { return_id, inspection_id })
    return readReturn(sql, caller, return_id)
  },
})

interface Part {
  line_id: string
  quantity: number
  disposition: string
  reverted_at: string | null
}

/** Nothing is booked for units that went into no stock. */
async function unstock(
  sql: Sql,
  caller: Caller,
  now: string,
  { return_id, inspection_id }: { return_id: number; inspection_id: string },
): Promise<void> {
  const { organization_id } = caller
  const booked = await readBooked(
    sql,
    organization_id,
    sql`m.document_type = 'return' and m.document_id = ${String(return_id)}
      and m.document_line_id like ${`${inspection_id} %`}`,
  )
  if (booked.length === 0) return
  const [count] = await lockCountsOf(sql, organization_id, booked)
  if (count !== undefined)
    refuse('conflict', {
      desc: `${count.stocktake_name} has counted the restocked units. Adjust the stock instead.`,
      data: { stocktake_name: count.stocktake_name },
    })
  await bookMovements(sql, bookingOf(caller, now, 'available'), booked.map(reversalOf))
}
