/** Values for the examples of credit notes; see example_overrides.ts. */
import type { Values } from './shared.ts'

const inForce: Values = { cancelled_at: null, cancelled_on: null, cancelled_by: null, cancel_reason: null }
const unposted: Values = { 'ledger.posted_at': null, 'ledger.external_url': null, 'ledger.external_id': null }
const queued: Values = {
  ...unposted,
  'ledger.state': 'queued',
  'ledger.sentence': 'Waiting to be posted to the accounting system.',
}
const notConnected: Values = {
  ...unposted,
  'ledger.state': 'not_connected',
  'ledger.sentence': 'No accounting system is connected.',
  'ledger.ledger': null,
}
const onPaper: Values = {
  'edi.state': 'not_connected',
  'edi.sentence': 'The credit note is not sent over EDI.',
  'edi.document_id': null,
  'edi.sent_at': null,
}
/** The account takes an 810. */
const onNetwork: Values = {
  'edi.state': 'queued',
  'edi.sentence': 'The 810 is waiting to be sent.',
  'edi.sent_at': null,
}
const addressless: Values = {
  'parties.seller.address': null,
  'parties.bill_to.address': null,
  'parties.ship_to.address': null,
  'parties.ship_to.door_reference': null,
}
/** 12.50 off an invoice, agreed for damaged goods. */
const allowance: Values = {
  kind: 'allowance',
  shipment_id: null,
  tax: 0,
  freight: 0,
  'line.return_line_id': null,
  'line.quantity': 0,
  'line.discount': 0,
}
const ofAllowance: Values = { ...allowance, 'data.return': null, 'data.total': 1_250, 'line.amount': 1_250 }

export const creditNoteOverrides = {
  'session.credit_invoice': { ...inForce, ...queued, ...onNetwork, ...addressless, ...ofAllowance },
  'session.credit_return': {
    ...inForce,
    ...queued,
    ...onNetwork,
    ...addressless,
    kind: 'return',
    reason: 'Wrong size',
    shipment_id: null,
    tax: 0,
    freight: 0,
    'credit_note.total': 17_800,
    'line.unit_price': 8_900,
    'line.discount': 0,
    'line.amount': 17_800,
  },
  'session.list_credit_notes': {
    ...inForce,
    ...notConnected,
    ...onPaper,
    ...allowance,
    'row.return': null,
    'row.total': 1_250,
    'line.amount': 1_250,
  },
  'session.get_credit_note': { ...inForce, ...notConnected, ...onPaper, ...ofAllowance },
  'session.cancel_credit_note': {
    ...notConnected,
    ...onPaper,
    ...ofAllowance,
    state: 'cancelled',
    cancel_reason: 'Issued for the wrong invoice',
  },
  'session.post_credit_note': { ...inForce, ...queued, ...onPaper, ...ofAllowance },
} satisfies Record<string, Values>
