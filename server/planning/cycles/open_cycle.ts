import { uuidv7 } from 'uuidv7'
import { planning_cycle_steps } from '../../../db/schema/planning/cycles.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { Id, Line, notBlank, Shape, Type } from '../../contract/schema.ts'
import { actorOf } from '../../ledger/actor.ts'
import { refusingTakenNames } from '../../records/single.ts'
import { readCycle } from './cycles.store.ts'
import { Cycle, newStepFields, service } from './model.ts'

const stepRows = recordset(planning_cycle_steps, ['step_id', 'position', 'name', 'owner', 'due_on'])

async function checkScope(sql: Sql, organization_id: string, mfp_id: string | undefined): Promise<void> {
  const [row] = await sql<{ cycles: number; has_plan: boolean }[]>`
    select (select count(*)::int from planning_cycles c where c.organization_id = ${organization_id}) as cycles,
      exists (select from buy_plans p where p.organization_id = ${organization_id}
        and p.mfp_id = ${mfp_id ?? null}::uuid) as has_plan`
  if (mfp_id !== undefined && !row!.has_plan) refuseField('mfp_id', 'must be a buy plan of this organisation')
  if (row!.cycles >= limits.planning_cycles_max)
    refuse('conflict', {
      desc: `The organisation has ${limits.planning_cycles_max} planning cycles, which is the maximum.`,
    })
}

export const openPlanningCycle = sessionOperation({
  id: 'session.open_planning_cycle',
  route: 'POST /api/v1/planning/cycles',
  summary: 'Open a planning cycle',
  desc: ({ name }) => `Planning cycle ${name} opened.`,
  description:
    'Opens a planning cycle with its steps, in the order in which they are closed. `mfp_id` names the buy plan that the cycle produces.',
  service,
  status: 201,
  body: Shape(
    {
      name: Line('Name of the cycle; unique in the organisation, case ignored.', {
        maxLength: limits.name_length_max,
        ...notBlank,
        examples: ['Spring 2027'],
      }),
      mfp_id: Type.Optional(Id('The buy plan that the cycle produces.')),
      steps: Type.Array(Shape(newStepFields), {
        minItems: 1,
        maxItems: limits.planning_cycle_steps_max,
        description: 'Steps of the cycle, in order.',
      }),
    },
    {
      examples: [{ name: 'Autumn 2027', steps: [{ name: 'Category targets', owner: 'Buying', due_on: '2026-12-11' }] }],
    },
  ),
  answer: Cycle,
  refusals: ['conflict'],
  conflict: `The organisation has ${limits.planning_cycles_max} planning cycles, the maximum.`,
  async run({ sql, caller, body, now }) {
    const { organization_id } = caller
    await checkScope(sql, organization_id, body.mfp_id)
    const cycle_id = uuidv7()
    await refusingTakenNames(
      'planning_cycles_by_name',
      'planning cycle',
      () => sql`
        insert into planning_cycles (organization_id, cycle_id, name, mfp_id, opened_by, opened_at)
        values (${organization_id}, ${cycle_id}, ${body.name.trim()}, ${body.mfp_id ?? null}, ${actorOf(caller)},
          ${now})`,
    )
    const rows = body.steps.map(({ name, owner = null, due_on = null }, i) => ({
      step_id: uuidv7(),
      position: i + 1,
      name: name.trim(),
      owner: owner?.trim() ?? null,
      due_on,
    }))
    await sql`
      insert into planning_cycle_steps (organization_id, cycle_id, ${stepRows.names})
      select ${organization_id}, ${cycle_id}, ${stepRows.values} from ${stepRows.from(rows)}`
    return readCycle(sql, organization_id, cycle_id)
  },
})
