/** Schemas of issuing an order and of the document it last sent. */
import { limits } from '../../contract/limits.ts'
import {
  Choice,
  Instant,
  not_blank,
  Nullable,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { document_state_description, document_states } from '../../documents/queue.ts'

/** Channels to a supplier. */
export const supplier_channels = ['email', 'edi', 'link'] as const
export type SupplierChannel = (typeof supplier_channels)[number]

/** One plain address: no characters that would start a second address or a display name. */
const mail_address = {
  pattern: '^[^\\s@<>",;]+@[^\\s@<>",;]+$',
  'x-rule': 'must be one plain e-mail address, such as orders@mill.example, without a name around it',
} as const

export const Issue = Shape(
  {
    channel: Type.Optional(
      Choice(supplier_channels, "Channel by which the order is sent; defaults to the supplier's `order_channel`."),
    ),
    to: Type.Optional(
      Type.Array(Text('E-mail address.', { ...mail_address, maxLength: 254, examples: ['orders@mill.example'] }), {
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
        ...not_blank,
      }),
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
    channel: OpenChoice(supplier_channels, 'Channel by which the document was sent.'),
    state: OpenChoice(document_states, document_state_description),
    recipient: Nullable(Text('Recipient of the document; null for a link.', { examples: ['orders@mill.example'] })),
    revision: Whole("Revision of the order's documents, from 1; increases when the content changes.", {
      examples: [1],
    }),
    created_at: Instant('When the order was issued with this document.'),
    ended_at: Nullable(Instant('When the document was sent, failed, stored or replaced; null while it is queued.')),
  },
  { $id: 'PurchaseOrderPaper', description: 'The document last issued to the supplier.' },
)
