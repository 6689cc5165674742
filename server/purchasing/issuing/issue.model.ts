/** What a caller may say of the way in which an order is sent, and what is told of the paper that went. */
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
import { document_state_words, document_states } from '../../documents/queue.ts'

/** The channels that lead to a supplier. */
export const supplier_channels = ['email', 'edi', 'link'] as const
export type SupplierChannel = (typeof supplier_channels)[number]

/** One plain address: nothing in it begins a second one, or a name. */
const mail_address = {
  pattern: '^[^\\s@<>",;]+@[^\\s@<>",;]+$',
  'x-rule': 'must be one plain e-mail address, such as orders@mill.example, without a name around it',
} as const

export const Issue = Shape(
  {
    channel: Type.Optional(
      Choice(supplier_channels, "How the order goes out; the supplier's own channel (`order_channel`) when left out."),
    ),
    to: Type.Optional(
      Type.Array(Text('An address.', { ...mail_address, maxLength: 254, examples: ['orders@mill.example'] }), {
        minItems: 1,
        maxItems: limits.document_recipients_max,
        uniqueItems: true,
        description:
          "Who is mailed; the supplier's `order_email`, or else the address of its primary contact, when left out. With the channel email alone.",
      }),
    ),
    message: Type.Optional(
      Text('What the mail says above the order. With the channel email alone.', {
        minLength: 1,
        maxLength: limits.document_message_length_max,
        ...not_blank,
      }),
    ),
  },
  { examples: [{ channel: 'link' }], description: 'How the order is sent. The body may be left out.' },
)
Issue.default = {}
export type Issue = Static<typeof Issue>

/** The last paper of an order, as the order tells it. */
export const LastDocument = Shape(
  {
    document_id: OwnId('The paper.'),
    channel: OpenChoice(supplier_channels, 'How it went.'),
    state: OpenChoice(document_states, document_state_words),
    recipient: Nullable(Text('Who gets it; null for a link.', { examples: ['orders@mill.example'] })),
    revision: Whole('Counts what the papers of the order said, from 1.', { examples: [1] }),
    created_at: Instant('When the order was issued with it.'),
    ended_at: Nullable(Instant('When it was sent, given up, stored or replaced; null while it waits.')),
  },
  { $id: 'PurchaseOrderPaper', description: 'The paper that last went to the supplier.' },
)
