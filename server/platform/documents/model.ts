/** Papers that left the house, as the app is shown them. */
import { documentStates, channelNames } from '../../documents/known_values.ts'
import {
  Choice,
  Id,
  Instant,
  Nullable,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { documentStateDescription } from '../../documents/queue.ts'
import { pagingQuery } from '../../tables/table.ts'

export const service = 'documents'
export const pageDefault = 50

export const DocumentId = Shape({ document_id: Id('The paper.') })

const fields = {
  document_id: OwnId('The paper.'),
  channel: OpenChoice(channelNames, 'How it leaves.'),
  state: OpenChoice(documentStates, documentStateDescription),
  purchase_order_id: OwnId('The order that it is about.'),
  name: Text('Name of the order.', { examples: ['PO-1042'] }),
  revision: Whole('Counts what the papers of the order said, from 1.', { minimum: 1, examples: [1] }),
  recipient: Nullable(Text('Who gets it; null for a link.', { examples: ['orders@mill.example'] })),
  control_number: Nullable(Whole('Of its interchange; null where it is no EDI.', { examples: [null, 42] })),
  file_name: Text('Name of its file.', { examples: ['PO-1042.pdf'] }),
  attempts: Whole('Attempts made so far.', { minimum: 0, examples: [1] }),
  next_attempt_at: Nullable(Instant('When it is tried next; null when it is over.')),
  created_by: Text('Who sent it off.', { examples: ['user:Ada Merchant'] }),
  created_at: Instant('When it was written.'),
  ended_at: Nullable(Instant('When it was sent, given up, stored or replaced; null while it waits.')),
}
export const Document = Shape(fields, { description: 'A paper.' })
export type Document = Static<typeof Document>

const Attempt = Shape({
  attempt: Whole('Number of the attempt, from 1.', { minimum: 1, examples: [1] }),
  started_at: Instant('When it began.'),
  duration_ms: Whole('Milliseconds it took.', { minimum: 0, examples: [310] }),
  outcome: OpenChoice(['sent', 'failed'], 'What became of it.'),
  status: Nullable(Whole('Status of the answer, or code of the mail server; null without one.', { examples: [250] })),
  detail: Nullable(Text('The beginning of the answer, or why there was none.', { examples: ['250 2.0.0 Ok: queued'] })),
})
export type Attempt = Static<typeof Attempt>

export const DocumentWhole = Shape({
  ...fields,
  link_url: Nullable(
    Text('Where its recipient reads it without a key; null where it is no link, or its time is over.'),
  ),
  expires_at: Nullable(Instant('When that address stops working; null where it is no link.')),
  tries: Type.Array(Attempt, { description: 'Every attempt, oldest first.' }),
})

export const DocumentQuery = Type.Object(
  {
    ...pagingQuery(pageDefault),
    channel: Type.Optional(Choice(channelNames, 'Only papers that leave so.')),
    state: Type.Optional(Choice(documentStates, 'Only papers in this state.')),
    purchase_order_id: Type.Optional(Id('Only papers of this order.')),
  },
  { additionalProperties: false },
)
