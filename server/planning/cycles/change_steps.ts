/** Changing and closing the steps of a planning cycle. */
import { sessionOperation } from '../../contract/operation.ts'
import { reasons } from '../../contract/outcome.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { Shape, Type } from '../../contract/schema.ts'
import { actorOf } from '../../ledger/actor.ts'
import { emit } from '../../outbox/emit.ts'
import { cycleIsSigned, lockOpenCycle, openStep, readStep, stepIsClosed } from './cycles.store.ts'
import { CycleStep, newStepFields, service, StepPath } from './model.ts'

export const changePlanningCycleStep = sessionOperation({
  id: 'session.change_planning_cycle_step',
  route: 'PATCH /api/v1/planning/cycles/{cycle_id}/steps/{step_id}',
  summary: 'Change a step of a planning cycle',
  desc: ({ name }) => `Step ${name} saved.`,
  description:
    'Changes the fields that are sent; null removes the owner or the due date. Fails with `conflict` if the step is closed or the cycle is signed.',
  service,
  params: StepPath,
  body: Shape({ ...newStepFields, name: Type.Optional(newStepFields.name) }, { examples: [{ owner: 'Planning' }] }),
  answer: CycleStep,
  refusals: ['not_found', 'conflict'],
  conflict: reasons(stepIsClosed, cycleIsSigned),
  async run({ sql, caller: { organization_id }, params: { cycle_id, step_id }, body }) {
    if (Object.keys(body).length === 0)
      refuseField('body', 'must contain at least one field to change', Object.keys(newStepFields))
    const step = openStep(await lockOpenCycle(sql, organization_id, cycle_id), step_id)
    const { name = step.name, owner = step.owner, due_on = step.due_on } = body
    await sql`
      update planning_cycle_steps set name = ${name.trim()}, owner = ${owner?.trim() ?? null}, due_on = ${due_on}
      where organization_id = ${organization_id} and cycle_id = ${cycle_id} and step_id = ${step_id}`
    return readStep(sql, organization_id, cycle_id, step_id)
  },
})

export const closePlanningCycleStep = sessionOperation({
  id: 'session.close_planning_cycle_step',
  route: 'POST /api/v1/planning/cycles/{cycle_id}/steps/{step_id}/close',
  summary: 'Close a step of a planning cycle',
  desc: ({ name }) => `Step ${name} closed.`,
  description:
    'Closes a step and sends `cycle.step_closed`. Steps are closed in order, and a closed step does not open again. Fails with `conflict` if an earlier step is open, the step is closed or the cycle is signed.',
  service,
  params: StepPath,
  answer: CycleStep,
  refusals: ['not_found', 'conflict'],
  conflict: reasons('an earlier step is open', stepIsClosed, cycleIsSigned),
  emits: ['cycle.step_closed'],
  async run({ sql, caller, params: { cycle_id, step_id }, now }) {
    const { organization_id } = caller
    const cycle = await lockOpenCycle(sql, organization_id, cycle_id)
    const step = openStep(cycle, step_id)
    const earlier = cycle.steps.find(({ position, closed_at }) => position < step.position && closed_at === null)
    if (earlier !== undefined)
      refuse('conflict', { desc: `Step ${earlier.position}, ${earlier.name}, is open. Close it first.` })
    await sql`
      update planning_cycle_steps set closed_at = ${now}, closed_by = ${actorOf(caller)}
      where organization_id = ${organization_id} and cycle_id = ${cycle_id} and step_id = ${step_id}`
    const record = await readStep(sql, organization_id, cycle_id, step_id)
    await emit(sql, organization_id, [{ event: 'cycle.step_closed', record }])
    return record
  },
})
