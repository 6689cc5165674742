/** Who a document is from and for. Newest first. */
import type { ChangelogEntry } from '../entry.ts'

export const parties: readonly ChangelogEntry[] = [
  {
    id: 'invoices-state-both-parties',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders', 'accounts'],
    title: 'Invoices state both parties',
    detail: `Trading accounts have \`bill_to_address\`, \`ship_to_address\` and \`tax_id\`, by operation and by import, and doors an \`address\`; the
    organisation has \`address\` and \`tax_id\` in its settings. An invoice states them in \`parties\`, and its PDF prints them, as they were
    when it was issued. Addresses of consumers are still not stored.`,
    action_required: null,
    covers: [
      'orders.invoice',
      'orders.list_invoices',
      'orders.get_invoice',
      'session.*',
      'limit:address*',
      'limit:tax_id*',
    ],
  },
]
