/** Shapes of EDI documents and of the interchanges that they travelled in. */
import {
  Id,
  Flag,
  Instant,
  Line,
  Nullable,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { ediDirections, ediDocumentStates, ediNetworks, interchangeStates } from '../../interchanges/known_values.ts'

export const service = 'wholesale'
export const EdiDocumentPath = Shape({
  edi_document_id: Whole('Id of the EDI document.', { minimum: 1, examples: [48213] }),
})
export const Reason = Line('Reason, as it is shown from then on.', {
  maxLength: 300,
  examples: ['The account sent it again.'],
})
export const InterchangePath = Shape({ interchange_id: Id('The interchange.') })

const Account = Shape({
  name: Text('Name of the account.', { examples: ['Meridian Stores'] }),
  trading_partner_id: OwnId('The trading account.'),
})

const NotUnderstood = Shape(
  {
    segment: Text('Segment.', { examples: ['DTM'] }),
    position: Whole('Number of the segment in its transaction set, from ST, which is 1.', { examples: [7] }),
    element: Nullable(Whole('Number of the element; null where the segment as a whole is meant.', { examples: [1] })),
    value: Text('What stands there; the beginning of long values.', { examples: ['118'] }),
    count: Whole('How many segments of the document say the same.', { examples: [1] }),
    sentence: Text('The same as a sentence to display.', {
      examples: ['DTM01 "118" in segment 7 is not understood'],
    }),
  },
  { $id: 'EdiNotUnderstood', description: 'Something in a document that is not understood.' },
)

export const EdiDocument = Shape(
  {
    document_id: Whole('Id of the document.', { examples: [48213] }),
    document_type: Text(
      'X12 number of the document, for example 850 (purchase order), 855 (its acknowledgement), 856 (shipping notice) or 810 (invoice).',
      { examples: ['855'] },
    ),
    direction: OpenChoice(ediDirections, 'inbound: from the account. outbound: to the account.'),
    state: OpenChoice(
      ediDocumentStates,
      "State of the document. Outbound: queued (waiting to be sent or retried), stored (waiting to be fetched), sent, accepted or rejected (the account's functional acknowledgement), failed (not sent; see `sentence`). Inbound: received, processed, held (a person decides), rejected (it does not have the form of the standard), unsupported (documents of its type are not processed).",
    ),
    sentence: Text('What happened to the document last, as a sentence to display.', {
      examples: ['Northgate Stores accepted the order acknowledgement (855).'],
    }),
    control_number: Nullable(
      Whole('Control number of the interchange; null until it is written, and for documents that are not X12.', {
        examples: [412],
      }),
    ),
    file_path: Nullable(
      Text(
        'URL of the interchange as it travelled, a plain GET without a key for 60 minutes; null until it is written, and once its bytes are erased at the end of their retention. Personal data of consumers in inbound interchanges is blanked. Treat it as a secret.',
        { examples: ['https://api.example.com/exports/q1bK…/855_000000412.edi'] },
      ),
    ),
    not_understood: Type.Array(NotUnderstood, {
      description:
        'What in an inbound 850, 860 or 852 is in no list of what is understood, or contradicts another value of the document, by its place; empty for other documents. The exception about the order or the document names it, too.',
    }),
    network: OpenChoice(ediNetworks, 'How the document travels. edi_network: X12 over EDI.'),
    account: Account,
    order: Nullable(
      Shape(
        { name: Text('Name of the order.', { examples: ['SO-2026-00117'] }), order_id: OwnId('The sales order.') },
        { description: 'Order that the document is about; null if it is about none.' },
      ),
    ),
    corrects_document_id: Nullable(
      Whole('Id of the document that this one replaces; null if it was not.', { examples: [48190] }),
    ),
    correction_reason: Nullable(
      Text('Why it replaces that document; null if it was not.', { examples: ['The vendor number was missing.'] }),
    ),
    received_at: Nullable(Instant('When the document arrived; null for an outbound one.')),
    sent_at: Nullable(Instant('When the document was sent or downloaded; null until then, and for an inbound one.')),
  },
  { $id: 'EdiDocument', description: 'A document traded with an account.' },
)
export type EdiDocument = Static<typeof EdiDocument>

export const EdiInterchange = Shape(
  {
    interchange_id: OwnId('The interchange.'),
    direction: OpenChoice(ediDirections, 'inbound: from an account. outbound: to an account.'),
    state: OpenChoice(
      interchangeStates,
      'State of the interchange. received: waiting to be read. read: its documents are recorded. held: a person decides whether it is read. rejected: it cannot be read, or a person discarded it. written: outbound.',
    ),
    sentence: Text('What happened to the interchange last, as a sentence to display.', {
      examples: ['Read: of the documents of Meridian Stores, 2 processed.'],
    }),
    account: Nullable(Account),
    sender: Nullable(
      Text('Qualifier and id of the sender, with a colon between; null if it cannot be read.', {
        examples: ['ZZ:MERIDIAN'],
      }),
    ),
    receiver: Nullable(
      Text('Qualifier and id of the receiver, with a colon between; null if it cannot be read.', {
        examples: ['ZZ:7B5C90A1D2E3'],
      }),
    ),
    control_number: Nullable(Whole('Control number; null if it cannot be read.', { examples: [412] })),
    file_name: Nullable(
      Text('Name of the file that it came in or is sent as; null if unknown.', { examples: ['po.edi'] }),
    ),
    original_until: Nullable(
      Instant(
        'Until when the file as it arrived can be downloaded, with whatever personal data is in it, because it cannot be read; null if it is not kept.',
      ),
    ),
    created_at: Instant('When it arrived, or was written.'),
  },
  { $id: 'EdiInterchange', description: 'An X12 interchange traded with an account.' },
)
export type EdiInterchange = Static<typeof EdiInterchange>

/** What a file came to. */
export const ReceivedInterchanges = Shape({
  interchanges: Type.Array(
    Shape({
      interchange: EdiInterchange,
      is_duplicate: Flag('Whether it was received before, so that nothing was changed.'),
    }),
    { description: 'The interchanges of the file, in its order.' },
  ),
})
