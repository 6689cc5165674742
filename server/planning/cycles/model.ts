/** A planning cycle and its steps. */
import { CalendarDate, Instant, Nullable, OpenChoice, OwnId, Shape, Text, Type, Whole } from '../../contract/schema.ts'

const step_fields = {
  step_id: OwnId('The step.'),
  name: Text('Its name.', { examples: ['Category targets'] }),
  position: Whole('Its place in the cycle, from 1.', { examples: [2] }),
  state: OpenChoice(['open', 'closed'], 'Whether it is done.'),
  due_on: Nullable(CalendarDate('When it should be done.')),
  closed_at: Nullable(Instant('When it was closed.')),
  closed_by: Nullable(Text('Who closed it.')),
}

export const CycleStep = Shape(
  {
    ...step_fields,
    cycle_id: OwnId('The cycle.'),
    cycle_name: Text('Name of the cycle.', { examples: ['Spring 2027'] }),
  },
  { $id: 'CycleStep', description: "A planning cycle's step." },
)

export const Cycle = Shape(
  {
    cycle_id: OwnId('The cycle.'),
    name: Text('Its name.', { examples: ['Spring 2027'] }),
    mfp_id: Nullable(OwnId('The buy plan it makes.')),
    state: OpenChoice(['open', 'signed'], 'Whether it is signed.'),
    opened_at: Instant('When it began.'),
    signed_at: Nullable(Instant('When it was signed.')),
    signed_by: Nullable(Text('Who signed it.')),
    steps: Type.Array(Shape(step_fields), { description: 'Its steps in order.' }),
  },
  { $id: 'Cycle', description: 'A planning cycle.' },
)
