/** Schemas of issuing an order and of the document it last sent. */
import { named } from '../../contract/openapi/named.ts'
import { documentStates } from '../../documents/known_values.ts'
import { limits } from '../../contract/limits.ts'
import {
  Choice,
  Instant,
  mailAddressPattern,
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
import { documentStateDescription } from '../../documents/queue.ts'

/** Channels to a supplier. */
export const supplierChannels = named('OrderChannel', ['email', 'edi', 'link'])
export type SupplierChannel = (typeof supplierChannels)[number]

const mailAddress = {
  pattern: mailAddressPattern,
  'x-rule': 'must be one plain e-mail address, such as orders@mill.example, without a name around it',
} as const

export const Issue = Shape(
  {
    channel: Type.Optional(
      Choice(supplierChannels, "Channel by which the order is sent; defaults to the supplier's `order_channel`."),
    ),
    to: Type.Optional(
      Type.Array(Text('E-mail address.', { ...mailAddress, maxLength: 254, examples: ['orders@mill.example'] }), {
        minItems: 1,
        maxItems: limits.document_recipients_max,
        uniqueItems: true,
        description:
          "Recipients of the e-mail; defaults to the supplier's `order_email`, or else the address of its primary contact. Only for the channel `email`.",
      }),
    ),
    message: Type.Optional(
      Text('Message above the order in the e-mail. Only for the channel `email`.', {
        minLength: 1,
        maxLength: limits.document_message_length_max,
        ...notBlank,
      }),
    ),
    shipped_at: Type.Optional(
      Instant('When the goods of a transfer left its source, not in the future; now if left out. Only for transfers.'),
    ),
  },
  { examples: [{ channel: 'link' }], description: 'How the order is sent. The body may be omitted.' },
)
Issue.default = {}
export type Issue = Static<typeof Issue>

/** The last document of an order, as reads of the order show it. */
export const LastDocument = Shape(
  {
    document_id: OwnId('The document.'),
    channel: OpenChoice(supplierChannels, 'Channel by which the document was sent.'),
    state: OpenChoice(documentStates, documentStateDescription),
    recipient: Nullable(Text('Recipient of the document; null for a link.', { examples: ['orders@mill.example'] })),
    revision: Whole("Revision of the order's documents, from 1; increases when the content changes.", {
      examples: [1],
    }),
    created_at: Instant('When the order was issued with this document.'),
    ended_at: Nullable(Instant('When the document was sent, failed, stored or replaced; null while it is queued.')),
  },
  { $id: 'IssuedDocument', description: 'The document last issued to the supplier.' },
)
