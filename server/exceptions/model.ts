/** A row of the exception queue, as reads and events carry it. */
import { exceptionKinds, exceptionSeverities } from './known_values.ts'
import { Instant, Nullable, OpenChoice, OwnId, Shape, type Static, Text } from '../contract/schema.ts'

export const ExceptionRow = Shape(
  {
    id: OwnId('Id of the exception.'),
    kind: OpenChoice(exceptionKinds, 'Kind of exception.'),
    severity: OpenChoice(exceptionSeverities, 'Severity of the exception.'),
    subject: Shape(
      { type: Text('Type of the record.', { examples: ['purchase_order'] }), id: Text('Id of the record.') },
      { description: 'Record that the exception concerns.' },
    ),
    sentence: Text('Description of what happened, as a sentence to display.', {
      examples: ['12 units more than ordered arrived.'],
    }),
    opened_at: Instant('Time the exception was opened.'),
    resolved_at: Nullable(Instant('Time the exception was resolved; null while it is open.')),
    resolution: Nullable(Text('Resolution of the exception; null while it is open.', { examples: ['accepted'] })),
    resolved_by: Nullable(Text('Person who resolved the exception; null while it is open.')),
  },
  { $id: 'ExceptionRow', description: 'An exception that a person must resolve.' },
)
export type QueueRow = Static<typeof ExceptionRow>
