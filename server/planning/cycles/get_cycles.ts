/** Reading planning cycles in the app. */
import { sessionOperation } from '../../contract/operation.ts'
import { Type } from '../../contract/schema.ts'
import { readCycle, readCycles, readStep } from './cycles.store.ts'
import { Cycle, CyclePath, CycleStep, service, StepPath } from './model.ts'

export const listPlanningCycles = sessionOperation({
  id: 'session.list_planning_cycles',
  route: 'GET /api/v1/planning/cycles',
  summary: 'List planning cycles',
  description: 'Returns every planning cycle with its steps, newest first.',
  service,
  answer: Type.Array(Cycle, { description: 'Planning cycles, newest first.' }),
  run: ({ sql, caller }) => readCycles(sql, caller.organization_id),
})

export const getPlanningCycle = sessionOperation({
  id: 'session.get_planning_cycle',
  route: 'GET /api/v1/planning/cycles/{cycle_id}',
  summary: 'Get a planning cycle',
  description: 'Returns a planning cycle with its steps, in order.',
  service,
  params: CyclePath,
  answer: Cycle,
  refusals: ['not_found'],
  run: ({ sql, caller, params }) => readCycle(sql, caller.organization_id, params.cycle_id),
})

export const getPlanningCycleStep = sessionOperation({
  id: 'session.get_planning_cycle_step',
  route: 'GET /api/v1/planning/cycles/{cycle_id}/steps/{step_id}',
  summary: 'Get a step of a planning cycle',
  description: 'Returns a step of a planning cycle.',
  service,
  params: StepPath,
  answer: CycleStep,
  refusals: ['not_found'],
  run: ({ sql, caller, params }) => readStep(sql, caller.organization_id, params.cycle_id, params.step_id),
})
