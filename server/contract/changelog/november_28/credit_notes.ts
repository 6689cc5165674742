/** Credit notes and packing slips. Newest first. */
import type { ChangelogEntry } from '../entry.ts'

export const creditNotes: readonly ChangelogEntry[] = [
  {
    id: 'packing-slips',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders'],
    title: 'Packing slips without prices',
    detail: `In the app, a shipment has a packing slip as PDF: what is in which carton, carrier and tracking number, and where the goods go.`,
    action_required: null,
    covers: ['session.get_packing_slip'],
  },
  {
    id: 'credit-notes',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders', 'returns', 'sales'],
    title: 'Invoices are credited',
    detail: `In the app, a credit note takes off an invoice what came back or was agreed: the units of a return at the agreed price with their
    shares of tax and freight, or an allowance with a reason. Numbers have no gaps within a year, and no invoice is credited beyond what it
    bills less what is credited: that is refused with \`conflict\`, and \`data.left_cents\` is the amount left. Net sales fall once, on the day
    of the credit note. A return shows in \`credit\` whether a credit note is due, and its credit notes. Voiding a shipment that is invoiced,
    or correcting it to fewer units, was refused with \`data.reason\` \`invoiced\`; it now credits the invoice in the same act. A credited
    invoice cannot be voided. Accounting systems get credit notes as \`{credit_note_id, revision, credit_note}\`, accounts that take an 810
    get credit memos, and a PDF states both parties. The cash gate counts invoices less credit notes.`,
    action_required: null,
    covers: [
      'session.credit_return',
      'session.credit_invoice',
      'session.list_credit_notes',
      'session.get_credit_note',
      'session.get_credit_note_file',
      'session.cancel_credit_note',
      'session.post_credit_note',
      'session.void_shipment',
      'session.correct_shipment',
      'session.void_invoice',
      'session.*',
      'returns.*',
      'event:return.created',
      'event:return.received',
    ],
  },
]
