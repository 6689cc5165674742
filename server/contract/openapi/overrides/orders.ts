/** Values for the examples of sales orders; see example_overrides.ts. */
import { exampleId } from '../example_ids.ts'
import { absent, unfollowed, type Values } from './shared.ts'

const now = '2026-11-21T09:30:00+00:00'
const placedAt = '2026-11-20T09:30:00+00:00'

/** 24 jumpers at 89.00, without discount, tax, freight and the buyer's own references; nothing has shipped. */
const placed: Values = {
  lifecycle: 'open',
  is_wholesale: true,
  'channel.name': 'Online store',
  created_at: placedAt,
  ordered_at: placedAt,
  lifecycle_updated_at: placedAt,
  'data.total': 213_600,
  grand_total: 213_600,
  freight: 0,
  freight_tax: 0,
  discount: 0,
  tax: 0,
  requested_unit_price: { cents: null, currency: 'USD', reason: 'The customer stated no price.', usd: null },
  unmatched_lines: [],
  allowances_apart: [],
  shipments: [],
  voided_shipments: [],
  lines_without_goods: [],
  invoices: [],
  returns: [],
  cancelled_at: null,
  document: null,
  confirmed_at: null,
  customer: null,
  door_reference: null,
  fulfilled_at: null,
  buyer_line_reference: null,
  instead_of_line_item_id: null,
  buyer_sku: null,
  requested_ship_date: null,
  verdict: null,
  ship_window_end: null,
  terms: null,
  hold: null,
  exchanged_return_id: null,
  is_allocated_on_request: false,
  related_orders: [],
}
const consumers: Values = {
  ...placed,
  is_wholesale: false,
  account: null,
  created_at: now,
  ordered_at: now,
  lifecycle_updated_at: now,
}
const changed: Values = { ...placed, requested_ship_date: undefined, 'line_item.requested_ship_date': null }
const allocated: Values = {
  ...placed,
  lifecycle: 'allocated',
  lifecycle_updated_at: now,
  allocated_units: 24,
  allocated_quantity: 24,
}
const confirmed: Values = { ...allocated, verdict: undefined, confirmed_at: now }
const cancelled: Values = {
  ...placed,
  lifecycle: 'cancelled',
  lifecycle_updated_at: now,
  'data.total': 0,
  grand_total: 0,
  units: 0,
  cancelled_units: 24,
  cancelled_quantity: 24,
  cancelled_at: now,
  cancel_reason: 'Customer changed their mind',
}
/** One carton of twelve has shipped and is invoiced; the other twelve hold stock. */
const half: Values = {
  lifecycle: 'partially_fulfilled',
  lifecycle_updated_at: now,
  allocated_units: 12,
  fulfilled_units: 12,
  invoiced_units: 12,
}
const halfShipped: Values = {
  ...placed,
  ...half,
  shipments: undefined,
  invoices: undefined,
  allocated_quantity: 12,
  fulfilled_quantity: 12,
  invoiced_quantity: 12,
  returnable_quantity: 12,
  corrects: null,
  'carton.weight_kg': 4.6,
  'invoice.state': 'issued',
  'invoice.due_on': '2026-12-21',
  'invoice.total': 106_800,
}
const { 'data.total': _total, ...ofBoth } = placed
/** Twelve of the 24 jumpers became an order of their own. */
const halved: Values = {
  ...ofBoth,
  units: 12,
  quantity: 12,
  grand_total: 106_800,
  'order.total': 106_800,
  'new_order.total': 106_800,
  'new_order.line_item.buyer_sku': '771-JMP-M',
}
const duplicated: Values = {
  ...placed,
  lifecycle: 'draft',
  origin: 'app',
  created_at: now,
  ordered_at: now,
  lifecycle_updated_at: now,
  buyer_sku: '771-JMP-M',
  related_orders: undefined,
  'related_order.relation': 'duplicate_of',
}
const fulfilled: Values = {
  ...placed,
  shipments: undefined,
  lifecycle: 'fulfilled',
  lifecycle_updated_at: now,
  fulfilled_units: 24,
  fulfilled_quantity: 24,
  returnable_quantity: 24,
  fulfilled_at: now,
  cartons: [],
  corrects: null,
  'shipment.line.quantity': 24,
  carton_number: null,
  tracking_number: null,
}
/** The outcome of voiding or correcting has the order beside what followed. */
const asOutcome = ({ 'data.total': total, ...values }: Values): Values => ({ ...values, 'order.total': total })

/** The carton did not leave; its invoice was voided before. */
const notShipped: Values = {
  'invoice.state': 'void',
  'invoice.due_on': '2026-12-21',
  'invoice.total': 106_800,
  'order.external_id': null,
  'voided_shipment.carrier': null,
  'voided_shipment.tracking_number': null,
  'carton.weight_kg': null,
  'carton.tracking_number': null,
  'carton.door_reference': null,
}
const voidedShipment: Values = {
  ...asOutcome(placed),
  ...notShipped,
  invoices: undefined,
  voided_shipments: undefined,
  replaced_by: null,
}
/** The invoice of the carton was voided since. */
const uninvoiced: Values = { ...halfShipped, invoiced_units: 0, invoiced_quantity: 0, 'invoice.state': 'void' }
const correctedShipment: Values = {
  ...asOutcome({ ...uninvoiced, corrects: undefined, 'carton.weight_kg': undefined }),
  ...notShipped,
  voided_shipments: undefined,
  allocated_units: 0,
  allocated_quantity: 0,
  'shipment.cartons': [],
  'shipment.carrier': null,
  'shipment.tracking_number': null,
  'shipment.line.carton_number': null,
  'voided_shipment.shipment_id': exampleId('corrects'),
  replaced_by: exampleId('shipment_id'),
}
/** An order that arrived over EDI, whose one unknown item was matched. */
const matched: Values = {
  ...placed,
  lifecycle: 'draft',
  origin: 'edi',
  buyer_sku: undefined,
  buyer_line_reference: undefined,
}

/** Bodies of events have no envelope. */
const asBody = ({ 'data.total': total, ...values }: Values): Values => ({ ...values, total })

/** A request that is not yet sent to the warehouse. */
const toWarehouse = { state: 'queued', detail: null, completed_at: null }

const day = { issued_at: now, issued_on: '2026-11-21', due_on: '2026-12-21' }
const onPaper = { 'edi.state': 'not_connected', 'edi.document_id': null, 'edi.sent_at': null }
const notVoid = { voided_at: null, voided_by: null, void_reason: null }
/** Issued before addresses were on file. */
const ofBefore = { parties: null }
const posted = {
  'ledger.state': 'posted',
  'ledger.external_id': 'BILL-88',
  'ledger.posted_at': '2026-11-21T09:31:00+00:00',
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

/** An invoice of the carton that has shipped. */
const ofCarton = { tax: 0, freight: 0, total: 106_800, discount: 0, 'line.quantity': 12, 'line.amount': 106_800 }
const ofOrder = { tax: 0, freight: 1_250, total: 214_850, discount: 0, 'line.amount': 213_600 }

/** A paper that no person has taken. */
const untaken: Values = { order: null, taken_by: null, taken_at: null, part_of: null }
const refused: Values = { ...untaken, state: 'refused', matched_line_count: 11, 'problem.code': 'item_unknown' }
const ofPaper: Values = {
  'channel.name': 'Online store',
  'data.total': 213_600,
  grand_total: 213_600,
  returns: [],
  hold: null,
  exchanged_return_id: null,
  is_allocated_on_request: false,
  freight: 0,
  freight_tax: 0,
  discount: 0,
  tax: 0,
  requested_unit_price: placed.requested_unit_price,
  allowances_apart: [],
  instead_of_line_item_id: null,
  unmatched_lines: [],
  shipments: [],
  voided_shipments: [],
  lines_without_goods: [],
  invoices: [],
  exceptions_open: 1,
  is_wholesale: true,
  created_at: now,
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
  cancelled_at: null,
  confirmed_at: null,
  customer: null,
  fulfilled_at: null,
  terms: null,
  verdict: null,
}

export const orderOverrides: Record<string, Values> = {
  'orders.send_shipping_notice': { 'document.state': 'queued' },
  'session.match_edi_line': matched,
  'session.decide_edi_document': { state: 'processed', order_id: null },
  'session.advise_inventory': { state: 'queued' },
  'orders.list': {
    ...unfollowed,
    ...half,
    'channel.name': 'Online store',
    is_wholesale: true,
    created_at: placedAt,
    ordered_at: placedAt,
    'row.total': 213_600,
    'row.grand_total': 213_600,
    'row.tax': 0,
    line_items: absent,
    'status_numbers.partially_fulfilled': 1,
    customer: null,
    requested_ship_date: null,
    ship_window_end: null,
  },
  'orders.create': consumers,
  'orders.get': halfShipped,
  'orders.update': changed,
  'orders.allocate': allocated,
  'orders.cancel': cancelled,
  'orders.confirm': confirmed,
  'order.created': asBody(placed),
  'order.updated': asBody(allocated),
  'order.fulfilled': asBody(fulfilled),
  'order.cancelled': asBody(cancelled),
  'orders.list_documents': refused,
  'orders.file_document': {
    ...untaken,
    state: 'queued',
    format: 'csv',
    byte_count: 42,
    page_count: null,
    line_count: null,
    matched_line_count: null,
    problems: [],
    read_at: null,
  },
  'orders.get_document': {
    ...refused,
    cell: null,
    'reading.requested_ship_date': '2027-01-11',
    'reading.ship_window_end': '2027-01-25',
    'line.door_reference': null,
    'line.requested_ship_date': null,
  },
  'session.correct_order_document': { ...refused, line_count: 1, matched_line_count: 1 },
  'orders.take_document': ofPaper,
  'orders.list_invoices': { ...ofBefore, ...day, ...ofCarton, ...onPaper, ...notVoid, ...posted },
  'orders.get_invoice': { ...ofBefore, ...day, ...ofCarton, ...onPaper, ...notVoid, ...posted },
  'orders.invoice': {
    ...day,
    ...ofOrder,
    ...onPaper,
    ...notVoid,
    ...queued,
    buyer_sku: null,
    terms: null,
    due_on: null,
    'parties.seller.address': null,
    'parties.bill_to.address': null,
    'parties.ship_to.address': null,
    'parties.ship_to.door_reference': null,
  },
  'session.post_invoice': { ...ofBefore, ...day, ...ofCarton, ...onPaper, ...notVoid, ...queued },
  'session.void_invoice': {
    ...ofBefore,
    ...day,
    ...ofCarton,
    ...onPaper,
    ...notConnected,
    state: 'void',
    void_reason: 'Issued with the wrong freight',
  },
  'session.release_order': toWarehouse,
  'session.list_warehouse_requests': toWarehouse,
  'session.record_shipment': fulfilled,
  'session.void_shipment': voidedShipment,
  'session.correct_shipment': correctedShipment,
  'session.get_shipment_transport': { carrier_scac: null, bill_of_lading: null, deliver_on: null, pallets: [] },
  'session.unallocate_order': { ...placed, is_allocated_on_request: true },
  'session.hold_order': { ...placed, hold: undefined },
  'session.release_hold_of_order': placed,
  'session.split_order': halved,
  'session.merge_orders': { ...placed, related_orders: undefined, 'related_order.relation': 'merged_from' },
  'session.duplicate_order': duplicated,
}
