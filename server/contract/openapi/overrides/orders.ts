/** Values for the examples of sales orders; see example_overrides.ts. */
type Values = Record<string, unknown>

/** An order as its account placed it: neither confirmed nor shipped, and without the buyer's own references. */
const placed: Values = {
  'channel.name': 'Online store',
  cancelled_at: null,
  document: null,
  confirmed_at: null,
  customer: null,
  door_reference: null,
  fulfilled_at: null,
  buyer_line_reference: null,
  buyer_sku: null,
  requested_ship_date: null,
  verdict: null,
  ship_window_end: null,
  terms: null,
  'invoice.state': 'void',
}
const { cancelled_at: _cancelled, ...notCancelled } = placed
const { verdict: _verdict, confirmed_at: _confirmed, ...decided } = placed
const { requested_ship_date: _date, ...dated } = placed
const { buyer_sku: _sku, buyer_line_reference: _reference, ...byBuyer } = placed
const { fulfilled_at: _fulfilled, ...shipped } = placed

/** A request that is not yet sent to the warehouse. */
const toWarehouse = { state: 'queued', detail: null, completed_at: null }

const day = { issued_at: '2026-11-20T09:30:00+00:00', issued_on: '2026-11-20', due_on: '2026-12-20' }
const onPaper = { 'edi.state': 'not_connected', 'edi.document_id': null, 'edi.sent_at': null }
const notVoid = { voided_at: null, voided_by: null, void_reason: null }
const posted = {
  'ledger.state': 'posted',
  'ledger.external_id': 'BILL-88',
  'ledger.posted_at': '2026-11-20T09:31:00+00:00',
}
const unposted = { 'ledger.posted_at': null, 'ledger.external_url': null }
const queued = {
  ...unposted,
  'ledger.state': 'queued',
  'ledger.sentence': 'Waiting to be posted to the accounting system.',
}
const notConnected = {
  ...unposted,
  'ledger.state': 'not_connected',
  'ledger.sentence': 'No accounting system is connected.',
  'ledger.ledger': null,
}

/** A paper that no person has taken. */
const untaken: Values = { order: null, taken_by: null, taken_at: null }
const refused: Values = { ...untaken, state: 'refused' }
const ofPaper: Values = {
  'channel.name': 'Online store',
  'data.lifecycle': 'draft',
  'data.origin': 'document',
  'data.cancel_date': '2027-02-11',
  'data.requested_ship_date': '2027-01-11',
  'data.ship_window_start': '2027-01-11',
  'data.ship_window_end': '2027-01-25',
  'line_item.cancel_date': null,
  'line_item.door_reference': null,
  'line_item.requested_ship_date': null,
  'document.state': 'taken',
  'invoice.state': 'void',
  cancelled_at: null,
  confirmed_at: null,
  customer: null,
  fulfilled_at: null,
  terms: null,
  verdict: null,
}

export const orderOverrides: Record<string, Values> = {
  'orders.send_shipping_notice': { 'document.state': 'queued' },
  'session.match_edi_line': byBuyer,
  'session.decide_edi_document': { state: 'processed', order_id: null },
  'session.advise_inventory': { state: 'queued' },
  'orders.list': {
    'channel.name': 'Online store',
    customer: null,
    requested_ship_date: null,
    ship_window_end: null,
  },
  'orders.create': { ...placed, account: null },
  'orders.get': placed,
  'orders.update': { ...dated, 'line_item.requested_ship_date': null },
  'orders.allocate': placed,
  'orders.cancel': notCancelled,
  'orders.confirm': decided,
  'orders.list_documents': refused,
  'orders.file_document': {
    ...untaken,
    state: 'queued',
    page_count: null,
    line_count: null,
    matched_line_count: null,
    problems: [],
    read_at: null,
  },
  'orders.get_document': { ...refused, cell: null },
  'orders.take_document': ofPaper,
  'orders.list_invoices': { ...day, ...onPaper, ...notVoid, ...posted },
  'orders.get_invoice': { ...day, ...onPaper, ...notVoid, ...posted },
  'orders.invoice': { ...day, ...onPaper, ...notVoid, ...queued, buyer_sku: null, terms: null, due_on: null },
  'session.post_invoice': { ...day, ...onPaper, ...notVoid, ...queued },
  'session.void_invoice': { ...day, ...onPaper, ...notConnected, state: 'void' },
  'session.release_order': toWarehouse,
  'session.list_warehouse_requests': toWarehouse,
  'session.record_shipment': { ...shipped, carton_number: null, tracking_number: null },
}
