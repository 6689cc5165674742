/** Outbound documents in the app. */
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

export const OutboundDocumentId = Shape({ document_id: Id('Id of the document.') })

const fields = {
  document_id: OwnId('Id of the document.'),
  channel: OpenChoice(channelNames, 'Channel of the document.'),
  state: OpenChoice(documentStates, documentStateDescription),
  purchase_order_id: OwnId('Id of the purchase order.'),
  name: Text('Name of the order.', { examples: ['PO-1042'] }),
  revision: Whole('Revision of the order in the document, from 1.', { minimum: 1, examples: [1] }),
  recipient: Nullable(Text('Recipient; null for a link.', { examples: ['orders@mill.example'] })),
  control_number: Nullable(
    Whole('Control number of the interchange; null unless the channel is EDI.', { examples: [null, 42] }),
  ),
  file_name: Text('File name.', { examples: ['PO-1042.pdf'] }),
  attempts: Whole('Attempts made so far.', { minimum: 0, examples: [1] }),
  next_attempt_at: Nullable(Instant('Next attempt; null if no attempt is due.')),
  created_by: Text('Creator of the document.', { examples: ['user:Ada Merchant'] }),
  created_at: Instant('Creation of the document.'),
  ended_at: Nullable(Instant('When the document was sent, failed, was stored or was replaced; null while it waits.')),
}
export const OutboundDocument = Shape(fields, { $id: 'OutboundDocumentRow', description: 'An outbound document.' })
export type OutboundDocument = Static<typeof OutboundDocument>

const Attempt = Shape({
  attempt: Whole('Number of the attempt, from 1.', { minimum: 1, examples: [1] }),
  started_at: Instant('Start of the attempt.'),
  duration_ms: Whole('Duration in milliseconds.', { minimum: 0, examples: [310] }),
  outcome: OpenChoice(['sent', 'failed'], 'Outcome of the attempt.'),
  status: Nullable(
    Whole('Status of the response, or reply code of the mail server; null if there was none.', { examples: [250] }),
  ),
  detail: Nullable(
    Text('Beginning of the response, or the reason why there was none.', { examples: ['250 2.0.0 Ok: queued'] }),
  ),
})
export type Attempt = Static<typeof Attempt>

export const OutboundDocumentWithContent = Shape(
  {
    ...fields,
    link_url: Nullable(
      Text('URL of the document, readable without a key; null if the channel is not link or the link has expired.'),
    ),
    expires_at: Nullable(Instant('Expiry of the link; null if the channel is not link.')),
    tries: Type.Array(Attempt, { description: 'Every attempt, oldest first.' }),
  },
  { $id: 'OutboundDocument' },
)

export const OutboundDocumentQuery = Type.Object(
  {
    ...pagingQuery(pageDefault),
    channel: Type.Optional(Choice(channelNames, 'Only documents of this channel.')),
    state: Type.Optional(Choice(documentStates, 'Only documents in this state.')),
    purchase_order_id: Type.Optional(Id('Only documents of this order.')),
  },
  { additionalProperties: false },
)
