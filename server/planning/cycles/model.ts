/** The planning cycle and cycle step resources. */
import { limits } from '../../contract/limits.ts'
import {
  CalendarDate,
  Id,
  Instant,
  Line,
  notBlank,
  Nullable,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'

export const service = 'mfp'
export const CyclePath = Shape({ cycle_id: Id('Id of the cycle.') })
export const StepPath = Shape({ cycle_id: Id('Id of the cycle.'), step_id: Id('Id of the step.') })

const stepFields = {
  step_id: OwnId('Id of the step.'),
  name: Text('Name of the step.', { examples: ['Category targets'] }),
  position: Whole('Position in the cycle, starting at 1.', { examples: [2] }),
  state: OpenChoice(['open', 'closed'], 'State of the step.'),
  owner: Nullable(Text('Person or team that owns the step; null if none is named.', { examples: ['Buying'] })),
  due_on: Nullable(CalendarDate('Due date of the step; null without one.')),
  closed_at: Nullable(Instant('Time the step was closed; null while it is open.')),
  closed_by: Nullable(Text('User who closed the step; null while it is open.')),
}

export const CycleStep = Shape(
  {
    ...stepFields,
    cycle_id: OwnId('Id of the cycle.'),
    cycle_name: Text('Name of the cycle.', { examples: ['Spring 2027'] }),
  },
  { $id: 'CycleStep', description: 'A step of a planning cycle.' },
)

export type CycleStep = Static<typeof CycleStep>

export const Cycle = Shape(
  {
    cycle_id: OwnId('Id of the cycle.'),
    name: Text('Name of the cycle.', { examples: ['Spring 2027'] }),
    mfp_id: Nullable(OwnId('Id of the buy plan that the cycle produces.')),
    state: OpenChoice(['open', 'signed'], 'State of the cycle.'),
    opened_at: Instant('Time the cycle was opened.'),
    signed_at: Nullable(Instant('Time the cycle was signed; null until it is.')),
    signed_by: Nullable(Text('User who signed the cycle; null until it is signed.')),
    steps: Type.Array(Shape(stepFields, { $id: 'StepOfCycle' }), { description: 'Steps of the cycle, in order.' }),
  },
  { $id: 'Cycle', description: 'A planning cycle.' },
)
export type Cycle = Static<typeof Cycle>

export const newStepFields = {
  name: Line('Name of the step.', { maxLength: limits.name_length_max, ...notBlank, examples: ['Category targets'] }),
  owner: Type.Optional(
    Nullable(
      Line('Person or team that owns the step.', {
        maxLength: limits.name_length_max,
        ...notBlank,
        examples: ['Buying'],
      }),
    ),
  ),
  due_on: Type.Optional(Nullable(CalendarDate('Due date of the step.', { examples: ['2026-12-11'] }))),
}
