/** Events of the stock ledger. */
import type { Events } from '../contract/events.ts'
import { LedgerRow } from './row.ts'

export const ledgerEvents = {
  'movement.recorded': {
    sent_when: 'One row enters the stock ledger.',
    record: LedgerRow,
    read: 'GET /api/v1/inventory/movements',
  },
} satisfies Events
