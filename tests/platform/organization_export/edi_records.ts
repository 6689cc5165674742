/** An interchange that waits to be read, and a document that waits to be sent. */
import type { Row } from '../../support/fixtures/insert_rows.ts'

const at = '2026-11-20T09:30:00.123456Z'

export const ediRows = ({
  trading_partner_id,
  order_id,
  interchange_id,
}: Record<'trading_partner_id' | 'order_id' | 'interchange_id', string>): [table: string, row: Row][] => [
  [
    'edi_interchanges',
    {
      interchange_id,
      direction: 'inbound',
      trading_partner_id,
      state: 'received',
      sentence: 'Received; waiting to be read.',
      sender: 'ZZ:RETAILER',
      receiver: 'ZZ:MERCHANT',
      control_number: 12,
      content: '\\x4953412a30302a5a77f66c667e',
      content_hash: `\\x${'07'.repeat(32)}`,
      next_attempt_at: at,
      leased_until: at,
      created_at: at,
    },
  ],
  [
    'edi_documents',
    {
      document_type: '855',
      direction: 'outbound',
      state: 'queued',
      sentence: 'The 855 is waiting to be sent.',
      network: 'edi_network',
      trading_partner_id,
      order_id,
      interchange_id,
      group_control_number: '12',
      set_control_number: '0001',
      record: { number: '4711' },
      next_attempt_at: at,
      leased_until: at,
      created_at: at,
    },
  ],
]
