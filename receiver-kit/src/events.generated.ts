// Made from the OpenAPI document by scripts/generate_events.ts; not to be edited.

/** The sixteen events. The two underscored names keep their spelling for good. */
export const event_names = [
  'order.created',
  'order.updated',
  'order.fulfilled',
  'order.cancelled',
  'return.created',
  'return.received',
  'receipt.recorded',
  'movement.recorded',
  'exception.opened',
  'exception.resolved',
  'report.delivered',
  'report.failed',
  'cycle.step_closed',
  'cycle.signed',
  'new_purchase_order',
  'purchase_order_updated',
] as const

export type EventName = (typeof event_names)[number]

/** A sales order. */
export interface Order {
  /** The order. */
  order_id: string
  /** What people call the order. */
  name: string
  /** The customer's own reference. */
  reference: string | null
  /** How far the order has come. One of draft, open, partially_allocated, allocated, partially_fulfilled, fulfilled, cancelled; new values may be added. */
  lifecycle: 'draft' | 'open' | 'partially_allocated' | 'allocated' | 'partially_fulfilled' | 'fulfilled' | 'cancelled' | (string & {})
  /** Since when. */
  lifecycle_updated_at: string
  /** Whether a trading account ordered it. */
  is_wholesale: boolean
  /** The account, if any. */
  account: {
    /** Name of the account. */
    name: string
    /** The account. */
    trading_partner_id: string
  } | null
  /** The channel, if any. */
  channel: {
    /** Name of the channel. */
    name: string
    /** The channel. */
    sales_channel_id: string
  } | null
  /** The customer, if any. */
  customer: {
    /** The customer. */
    customer_id: string
    /** How the customer is shown. */
    display_name: string
  } | null
  /** The location, if any. */
  location: {
    /** Name of the location. */
    name: string
    /** The location. */
    location_id: string
  } | null
  /** The commitment it draws on. */
  commitment_id: string | null
  /** When it should leave. */
  requested_ship_date: string | null
  /** After which it is not taken any more. */
  cancel_date: string | null
  /** Units ordered. */
  units: number
  /** Units shipped. */
  fulfilled_units: number
  /** Queue rows that a person must decide. */
  exceptions_open: number
  /** What the lines come to. */
  total: Money
  /** When it was created. */
  created_at: string
  /** Its lines. */
  line_items: {
    /** The line. */
    line_item_id: string
    /** The variant. */
    variant_id: string
    /** Stock keeping unit. */
    sku: string
    /** Units ordered. */
    quantity: number
    /** Units held for the line. */
    allocated_quantity: number
    /** Units shipped. */
    fulfilled_quantity: number
    /** Agreed price of a unit. */
    unit_price: Money
  }[]
}

/** What a customer sends back. */
export interface Return {
  /** Number of the return. */
  id: number
  /** What people call the return. */
  name: string
  /** How far it has come. One of expected, partially_received, closed, cancelled; new values may be added. */
  state: 'expected' | 'partially_received' | 'closed' | 'cancelled' | (string & {})
  /** Where it came from. One of manual, api, import, channel_refund; new values may be added. */
  origin: 'manual' | 'api' | 'import' | 'channel_refund' | (string & {})
  /** Why it comes back. One of wrong_size, size_too_small, size_too_large, color, style, defective, not_as_described, wrong_item, unwanted, other, unknown; new values may be added. */
  reason: 'wrong_size' | 'size_too_small' | 'size_too_large' | 'color' | 'style' | 'defective' | 'not_as_described' | 'wrong_item' | 'unwanted' | 'other' | 'unknown' | (string & {})
  /** What was refunded. One of none, partial, full; new values may be added. */
  refund_status: 'none' | 'partial' | 'full' | (string & {})
  /** When it should arrive. */
  expected_on: string | null
  /** When it arrived. */
  received_at: string | null
  /** When everything was in. */
  closed_at: string | null
  /** When the ledger booked it. */
  ledger_written_at: string | null
  /** Units promised back. */
  units_expected: number
  /** Units that arrived. */
  units_received: number
  /** Units put back into stock. */
  units_restocked: number
  /** Its id in the other system. */
  external_id: string | null
  /** The other system that it came from. */
  source_system: string | null
  /** Where it arrives. */
  location: {
    /** The location. */
    location_id: string
    /** Its name. */
    name: string
  } | null
  /** The order it comes from. */
  order: {
    /** Its name. */
    name: string
    /** The order. */
    order_id: string
  } | null
  /** The refund. */
  refund: {
    /** What was refunded. One of none, partial, full; new values may be added. */
    status: 'none' | 'partial' | 'full' | (string & {})
    /** The amount in hundredths of the currency. */
    cents: number | null
    /** ISO 4217 code. */
    currency: string | null
    /** Why there is no amount. */
    reason: string | null
    /** The amount in US dollars. */
    usd: number | null
  }
  /** Open exceptions. */
  exceptions: string[]
  /** Its rows in the ledger. */
  movements: LedgerRow[]
  /** Its lines. */
  lines: {
    /** The line. */
    id: string
    /** The line of the order it comes from. */
    order_line_item_id: string | null
    /** The variant. */
    variant_id: string
    /** Stock keeping unit. */
    sku: string
    /** Units promised back. */
    expected_quantity: number
    /** Units that arrived. */
    received_quantity: number
    /** Units put back into stock. */
    restocked_quantity: number
    /** What became of what arrived. One of restock, write_off, quarantine, return_to_supplier, missing; new values may be added. */
    disposition: 'restock' | 'write_off' | 'quarantine' | 'return_to_supplier' | 'missing' | (string & {}) | null
    /** The line of the refund. */
    refund_line_item_id: string | null
  }[]
}

/** A delivery against a purchase order. */
export interface PurchaseOrderDelivery {
  /** The delivery. */
  delivery_id: string
  /** The order it belongs to. */
  purchase_order_id: string
  /** Name of the order. */
  purchase_order_name: string
  /** Where it arrived. */
  location_id: string
  /** When it arrived. */
  received_at: string
  /** When it was written down. */
  recorded_at: string
  /** The carrier's or supplier's paper. */
  reference: string | null
  /** Units that arrived. */
  units: number
  /** Freight billed for this delivery, in hundredths of the order's currency; null while no bill has come. */
  freight_cents: number | null
  /** What the freight of its lines comes from. One of delivery_bill, order_bill, plan, none; new values may be added. */
  freight_basis: 'delivery_bill' | 'order_bill' | 'plan' | 'none' | (string & {})
  /** Duty billed for this delivery, in hundredths of the order's currency; null while no bill has come. */
  duty_cents: number | null
  /** What the duty of its lines comes from. One of delivery_bill, order_bill, plan, none; new values may be added. */
  duty_basis: 'delivery_bill' | 'order_bill' | 'plan' | 'none' | (string & {})
  /** Its lines. */
  line_items: {
    /** The variant. */
    variant_id: string
    /** Stock keeping unit. */
    sku: string
    /** Units that arrived. */
    received_quantity: number
    /** The row in the ledger. */
    movement_id: number
    /** What a unit was booked in at, in the organisation's currency; null where it is not known. */
    unit_cost: number | null
    /** Freight that its units bear in all, in the organisation's currency; null where there is none to bear. */
    freight_cost: number | null
    /** Duty that its units bear in all, likewise. */
    duty_cost: number | null
    /** What a unit cost with its freight and duty. */
    landed_unit_cost: number | null
    /** Why there is no landed cost, as a sentence; null when there is one. */
    landed_reason: string | null
  }[]
}

/** One row of the stock ledger. */
export interface LedgerRow {
  /** Number of the movement. */
  id: number
  /** What moved the stock. One of opening, receipt, fulfilment, return, adjustment, transfer_out, transfer_in, stocktake, assembly_in, assembly_out, write_off, cost_adjustment; new values may be added. */
  kind: 'opening' | 'receipt' | 'fulfilment' | 'return' | 'adjustment' | 'transfer_out' | 'transfer_in' | 'stocktake' | 'assembly_in' | 'assembly_out' | 'write_off' | 'cost_adjustment' | (string & {})
  /** Place in the ledger of this variant at this location, from 1 without gaps. */
  sequence: number
  /** When it happened. */
  occurred_at: string
  /** When it was written down. */
  recorded_at: string
  /** Units that came (positive) or went (negative). */
  quantity_delta: number
  /** Stock keeping unit of the variant. */
  sku: string
  /** The variant. */
  variant_id: string
  /** The location. */
  location_id: string
  /** Name of the location. */
  location_name: string
  /** The document that moved the stock. */
  document: {
    /** Id of the document. */
    id: string
    /** What people call the document. */
    name: string
    /** What kind of document it is. One of ledger_opening, purchase_order_delivery, transfer_order_delivery, stocktake, fulfilment_request, channel_fulfilment, return, manufacturing_order, manual_adjustment, delivery_correction, landed_cost_adjustment; new values may be added. */
    type: 'ledger_opening' | 'purchase_order_delivery' | 'transfer_order_delivery' | 'stocktake' | 'fulfilment_request' | 'channel_fulfilment' | 'return' | 'manufacturing_order' | 'manual_adjustment' | 'delivery_correction' | 'landed_cost_adjustment' | (string & {})
  }
  /** Line of the document. */
  document_line_id: string | null
  /** Who did it: a key by its label, a person by name, or a part of the service. */
  actor: string
  /** What the movement rests on, where something was given. */
  evidence: string | null
  /** The movement that this one takes back. */
  reverses_movement_id: number | null
  /** The other system that it came from. */
  source_system: string | null
  /** What a unit cost to buy. */
  unit_cost: Money
  /** What a unit cost with freight and duty. */
  landed_unit_cost: Money
  /** Where the cost comes from: named by the document, the average at which units left, the average of the level, or not known. One of stated, left_at, average, unknown; new values may be added. */
  cost_basis: 'stated' | 'left_at' | 'average' | 'unknown' | (string & {}) | null
  /** What a movement of kind `cost_adjustment` changes, which moves no unit; null on every other. */
  cost_adjustment: {
    /** Where the units are: still there, which moves the average, or gone, which does not. One of on_hand, left; new values may be added. */
    stock: 'on_hand' | 'left' | (string & {})
    /** Units that it concerns. */
    quantity: number
    /** By how much they cost more, or less, in all. */
    cost: Money
  } | null
}

/** A row of the queue of things a person must decide. */
export interface ExceptionRow {
  /** The row. */
  id: string
  /** What must be decided. One of unknown_sku, price_mismatch, quantity_short, over_receipt, duplicate_order, date_slip, allocation_short, document_unreadable, edi_rejected, mail_undelivered, inbound_undelivered, ledger_post_failed, stock_negative, return_unmatched; new values may be added. */
  kind: 'unknown_sku' | 'price_mismatch' | 'quantity_short' | 'over_receipt' | 'duplicate_order' | 'date_slip' | 'allocation_short' | 'document_unreadable' | 'edi_rejected' | 'mail_undelivered' | 'inbound_undelivered' | 'ledger_post_failed' | 'stock_negative' | 'return_unmatched' | (string & {})
  /** How much it holds up. One of info, warning, blocking; new values may be added. */
  severity: 'info' | 'warning' | 'blocking' | (string & {})
  /** What it is about. */
  subject: {
    /** What kind of thing it is about. */
    type: string
    /** Its id. */
    id: string
  }
  /** What happened, for a person. */
  sentence: string
  /** When it was opened. */
  opened_at: string
  /** When somebody resolved it. */
  resolved_at: string | null
  /** What was decided. */
  resolution: string | null
  /** Who decided. */
  resolved_by: string | null
}

/** The delivery receipt of a scheduled trade report. */
export interface ReportDelivery {
  /** The receipt. */
  receipt_id: string
  /** The schedule it was due under. */
  schedule_id: string
  /** The report. One of cash-from-the-buy, open-to-buy, weekly-trade; new values may be added. */
  report: 'cash-from-the-buy' | 'open-to-buy' | 'weekly-trade' | (string & {})
  /** What it covers. */
  period: string
  /** Whether it went out. One of delivered, failed; new values may be added. */
  status: 'delivered' | 'failed' | (string & {})
  /** To whom. */
  recipients: string[]
  /** When it was due. */
  due_at: string
  /** When it went out. */
  delivered_at: string | null
  /** Why it did not go out. */
  failure: string | null
}

/** A planning cycle's step. */
export interface CycleStep {
  /** The step. */
  step_id: string
  /** Its name. */
  name: string
  /** Its place in the cycle, from 1. */
  position: number
  /** Whether it is done. One of open, closed; new values may be added. */
  state: 'open' | 'closed' | (string & {})
  /** When it should be done. */
  due_on: string | null
  /** When it was closed. */
  closed_at: string | null
  /** Who closed it. */
  closed_by: string | null
  /** The cycle. */
  cycle_id: string
  /** Name of the cycle. */
  cycle_name: string
}

/** A planning cycle. */
export interface Cycle {
  /** The cycle. */
  cycle_id: string
  /** Its name. */
  name: string
  /** The buy plan it makes. */
  mfp_id: string | null
  /** Whether it is signed. One of open, signed; new values may be added. */
  state: 'open' | 'signed' | (string & {})
  /** When it began. */
  opened_at: string
  /** When it was signed. */
  signed_at: string | null
  /** Who signed it. */
  signed_by: string | null
  /** Its steps in order. */
  steps: {
    /** The step. */
    step_id: string
    /** Its name. */
    name: string
    /** Its place in the cycle, from 1. */
    position: number
    /** Whether it is done. One of open, closed; new values may be added. */
    state: 'open' | 'closed' | (string & {})
    /** When it should be done. */
    due_on: string | null
    /** When it was closed. */
    closed_at: string | null
    /** Who closed it. */
    closed_by: string | null
  }[]
}

/** A purchase order. */
export interface PurchaseOrderRecord {
  /** The order. */
  id: string
  /** Its id in the other system. */
  external_id: string | null
  /** What people call the order. */
  name: string
  /** What kind of order it is. One of purchase, manufacturing, transfer; new values may be added. */
  order_type: 'purchase' | 'manufacturing' | 'transfer' | (string & {})
  /** How far it has come. One of draft, approved, issued, partially_delivered, delivered, closed, cancelled; new values may be added. */
  status: 'draft' | 'approved' | 'issued' | 'partially_delivered' | 'delivered' | 'closed' | 'cancelled' | (string & {})
  /** The supplier. */
  supplier_id: string | null
  /** Name of the supplier. */
  supplier_name: string | null
  /** The destination. */
  location_id: string
  /** ISO 4217 code of its costs. */
  currency: string
  /** When it was ordered. */
  order_date: string | null
  /** When it should arrive. */
  expected_delivery_date: string | null
  /** What its lines cost. */
  total_cost: number
  /** Its lines. */
  line_items: {
    /** The variant. */
    variant_id: string
    /** Stock keeping unit. */
    sku: string
    /** Units ordered. */
    quantity: number
    /** Units that arrived. */
    delivered_quantity: number
    /** What a unit costs. */
    unit_cost: number | null
    /** What the line costs. */
    total_cost: number | null
  }[]
}

/** A sum of money, or the reason why there is none. */
export interface Money {
  /** The amount in hundredths of the currency. */
  cents: number | null
  /** ISO 4217 code. */
  currency: string | null
  /** Why the figure is missing, as a sentence; null when it is there. */
  reason: string | null
  /** The amount in US dollars; null when no rate is known. */
  usd: number | null
}

/** What the body of each event is. */
export interface ServiceEventBodies {
  'order.created': Order
  'order.updated': Order
  'order.fulfilled': Order
  'order.cancelled': Order
  'return.created': Return
  'return.received': Return
  'receipt.recorded': PurchaseOrderDelivery
  'movement.recorded': LedgerRow
  'exception.opened': ExceptionRow
  'exception.resolved': ExceptionRow
  'report.delivered': ReportDelivery
  'report.failed': ReportDelivery
  'cycle.step_closed': CycleStep
  'cycle.signed': Cycle
  new_purchase_order: PurchaseOrderRecord
  purchase_order_updated: PurchaseOrderRecord
}
