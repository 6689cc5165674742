/** A row of the exception queue, as reads and events carry it. */
import { exceptionKinds, exceptionSeverities } from './known_values.ts'
import { Instant, Nullable, OpenChoice, OwnId, Shape, type Static, Text } from '../contract/schema.ts'

export const ExceptionRow = Shape(
  {
    id: OwnId('The row.'),
    kind: OpenChoice(exceptionKinds, 'What must be decided.'),
    severity: OpenChoice(exceptionSeverities, 'How much it holds up.'),
    subject: Shape(
      { type: Text('What kind of thing it is about.', { examples: ['purchase_order'] }), id: Text('Its id.') },
      { description: 'What it is about.' },
    ),
    sentence: Text('What happened, for a person.', { examples: ['12 units more than ordered arrived.'] }),
    opened_at: Instant('When it was opened.'),
    resolved_at: Nullable(Instant('When somebody resolved it.')),
    resolution: Nullable(Text('What was decided.', { examples: ['accepted'] })),
    resolved_by: Nullable(Text('Who decided.')),
  },
  { $id: 'ExceptionRow', description: 'A row of the queue of things a person must decide.' },
)
export type QueueRow = Static<typeof ExceptionRow>
