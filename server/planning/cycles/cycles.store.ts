/** Reads planning cycles with their steps. */
import { planning_cycle_steps, planning_cycles } from '../../../db/schema/planning/cycles.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Fragment, Sql } from '../../contract/call.ts'
import { refuse } from '../../contract/refusals.ts'
import { refuseUnknown } from '../../records/single.ts'
import type { Cycle, CycleStep } from './model.ts'

const cycleColumns = selection(planning_cycles, 'c', [
  'cycle_id',
  'name',
  'mfp_id',
  'opened_at',
  'signed_at',
  'signed_by',
])

const stepColumns = selection(planning_cycle_steps, 's', [
  'cycle_id',
  'step_id',
  'name',
  'position',
  'owner',
  'due_on',
  'closed_at',
  'closed_by',
])
type StoredStep = RowOf<typeof stepColumns>

const stepOf = ({ step_id, name, position, owner, due_on, closed_at, closed_by }: StoredStep) => ({
  step_id,
  name,
  position,
  state: closed_at === null ? 'open' : 'closed',
  owner,
  due_on,
  closed_at,
  closed_by,
})

/** Cycles that fit, newest first, with their steps in order. */
async function selectCycles(sql: Sql, organization_id: string, which: Fragment): Promise<Cycle[]> {
  const cycles = await sql<RowOf<typeof cycleColumns>[]>`
    select ${cycleColumns} from planning_cycles c
    where c.organization_id = ${organization_id} ${which}
    order by c.opened_at desc, c.cycle_id desc`
  const ids = cycles.map(({ cycle_id }) => cycle_id)
  const steps = await sql<StoredStep[]>`
    select ${stepColumns} from planning_cycle_steps s
    where s.organization_id = ${organization_id} and s.cycle_id = any(${arrayLiteral(ids)}::uuid[])
    order by s.cycle_id, s.position`
  const stepsOf = Map.groupBy(steps, ({ cycle_id }) => cycle_id)
  return cycles.map(({ cycle_id, name, mfp_id, opened_at, signed_at, signed_by }) => ({
    cycle_id,
    name,
    mfp_id,
    state: signed_at === null ? 'open' : 'signed',
    opened_at,
    signed_at,
    signed_by,
    steps: (stepsOf.get(cycle_id) ?? []).map(stepOf),
  }))
}

export const readCycles = (sql: Sql, organization_id: string) => selectCycles(sql, organization_id, sql``)

export async function readCycle(sql: Sql, organization_id: string, cycle_id: string): Promise<Cycle> {
  const [cycle] = await selectCycles(sql, organization_id, sql`and c.cycle_id = ${cycle_id}`)
  return cycle ?? refuseUnknown('planning cycle')
}

export async function readStep(
  sql: Sql,
  organization_id: string,
  cycle_id: string,
  step_id: string,
): Promise<CycleStep> {
  const cycle = await readCycle(sql, organization_id, cycle_id)
  const step = cycle.steps.find((one) => one.step_id === step_id.toLowerCase())
  if (step === undefined) return refuseUnknown('step of the cycle')
  return { ...step, cycle_id: cycle.cycle_id, cycle_name: cycle.name }
}

export const cycleIsSigned = 'the cycle is signed'
export const stepIsClosed = 'the step is closed'

/** Locks the cycle's row, so that changes to it follow each other, and refuses changes once it is signed. */
export async function lockOpenCycle(sql: Sql, organization_id: string, cycle_id: string): Promise<Cycle> {
  await sql`
    select from planning_cycles
    where organization_id = ${organization_id} and cycle_id = ${cycle_id} for no key update`
  const cycle = await readCycle(sql, organization_id, cycle_id)
  if (cycle.signed_at !== null)
    refuse('conflict', { desc: `${cycle.name} was signed by ${cycle.signed_by} and cannot be changed.` })
  return cycle
}

/** The open step of a locked cycle; a closed one does not change. */
export function openStep(cycle: Cycle, step_id: string): Cycle['steps'][number] {
  const step = cycle.steps.find((one) => one.step_id === step_id.toLowerCase())
  if (step === undefined) return refuseUnknown('step of the cycle')
  if (step.closed_at !== null)
    refuse('conflict', { desc: `${step.name} was closed by ${step.closed_by} and cannot be changed.` })
  return step
}
