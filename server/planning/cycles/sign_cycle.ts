import { sessionOperation } from '../../contract/operation.ts'
import { reasons } from '../../contract/outcome.ts'
import { refuse } from '../../contract/refusals.ts'
import { actorOf } from '../../ledger/actor.ts'
import { emit } from '../../outbox/emit.ts'
import { cycleIsSigned, lockOpenCycle, readCycle } from './cycles.store.ts'
import { Cycle, CyclePath, service } from './model.ts'

export const signPlanningCycle = sessionOperation({
  id: 'session.sign_planning_cycle',
  route: 'POST /api/v1/planning/cycles/{cycle_id}/sign',
  summary: 'Sign a planning cycle',
  desc: ({ name }) => `Planning cycle ${name} signed.`,
  description:
    'Signs a planning cycle whose steps are all closed and sends `cycle.signed`. A signed cycle never changes. Fails with `conflict` if a step is open or the cycle is already signed.',
  service,
  needs: 'admin',
  params: CyclePath,
  answer: Cycle,
  refusals: ['not_found', 'conflict'],
  conflict: reasons('a step of the cycle is open', cycleIsSigned),
  emits: ['cycle.signed'],
  async run({ sql, caller, params: { cycle_id }, now }) {
    const { organization_id } = caller
    const cycle = await lockOpenCycle(sql, organization_id, cycle_id)
    const open = cycle.steps.find(({ closed_at }) => closed_at === null)
    if (open !== undefined)
      refuse('conflict', { desc: `Step ${open.position}, ${open.name}, is open. Close every step before signing.` })
    await sql`
      update planning_cycles set signed_at = ${now}, signed_by = ${actorOf(caller)}
      where organization_id = ${organization_id} and cycle_id = ${cycle_id}`
    const record = await readCycle(sql, organization_id, cycle_id)
    await emit(sql, organization_id, [{ event: 'cycle.signed', record }])
    return record
  },
})
