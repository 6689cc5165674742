/** A row of the exception queue, as reads and events carry it. */
import { Instant, Nullable, OpenChoice, OwnId, Shape, type Static, Text } from '../contract/schema.ts'

export const exception_kinds = [
  'unknown_sku',
  'price_mismatch',
  'quantity_short',
  'over_receipt',
  'duplicate_order',
  'date_slip',
  'allocation_short',
  'document_unreadable',
  'edi_rejected',
  'mail_undelivered',
  'inbound_undelivered',
  'ledger_post_failed',
  'stock_negative',
  'return_unmatched',
] as const

export const exception_severities = ['info', 'warning', 'blocking'] as const

export const ExceptionRow = Shape(
  {
    id: OwnId('The row.'),
    kind: OpenChoice(exception_kinds, 'What must be decided.'),
    severity: OpenChoice(exception_severities, 'How much it holds up.'),
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
