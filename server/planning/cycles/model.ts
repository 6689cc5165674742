/** The planning cycle and cycle step resources. */
import { CalendarDate, Instant, Nullable, OpenChoice, OwnId, Shape, Text, Type, Whole } from '../../contract/schema.ts'

const stepFields = {
  step_id: OwnId('Id of the step.'),
  name: Text('Name of the step.', { examples: ['Category targets'] }),
  position: Whole('Position in the cycle, starting at 1.', { examples: [2] }),
  state: OpenChoice(['open', 'closed'], 'State of the step.'),
  due_on: Nullable(CalendarDate('Due date of the step.')),
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

export const Cycle = Shape(
  {
    cycle_id: OwnId('Id of the cycle.'),
    name: Text('Name of the cycle.', { examples: ['Spring 2027'] }),
    mfp_id: Nullable(OwnId('Id of the buy plan that the cycle produces.')),
    state: OpenChoice(['open', 'signed'], 'State of the cycle.'),
    opened_at: Instant('Time the cycle was opened.'),
    signed_at: Nullable(Instant('Time the cycle was signed; null until it is.')),
    signed_by: Nullable(Text('User who signed the cycle; null until it is signed.')),
    steps: Type.Array(Shape(stepFields), { description: 'Steps of the cycle, in order.' }),
  },
  { $id: 'Cycle', description: 'A planning cycle.' },
)
