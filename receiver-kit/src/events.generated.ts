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
  /** When it happened. A reversal happened when the movement that it reverses did. */
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
  /** The document that moved the stock. Its movements sum to its net effect: those of a delivery, reversals included, to the units that it brought. */
  document: {
    /** Id of the document: of the stocktake, of the delivery (`purchase_order_delivery`, `manufacturing_order`, `delivery_correction`, `landed_cost_adjustment`), or of the transfer order (`transfer_order_delivery`, both where units leave and where they arrive). */
    id: string
    /** What people call the document. */
    name: string
    /** What kind of document it is. One of ledger_opening, purchase_order_delivery, transfer_order_delivery, stocktake, fulfilment_request, channel_fulfilment, return, manufacturing_order, manual_adjustment, delivery_correction, landed_cost_adjustment; new values may be added. */
    type: 'ledger_opening' | 'purchase_order_delivery' | 'transfer_order_delivery' | 'stocktake' | 'fulfilment_request' | 'channel_fulfilment' | 'return' | 'manufacturing_order' | 'manual_adjustment' | 'delivery_correction' | 'landed_cost_adjustment' | (string & {})
  }
  /** Line of the document, followed by the delivery on a transfer and by the revision on a correction. */
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
  unit_cost: UnitCost
  /** What a unit cost with freight and duty. */
  landed_unit_cost: UnitCost
  /** Where the cost comes from: named by the document, the average at which units left, the average of the level, or not known. One of stated, left_at, average, unknown; new values may be added. */
  cost_basis: 'stated' | 'left_at' | 'average' | 'unknown' | (string & {}) | null
  /** What a movement of kind `cost_adjustment` changes, which moves no unit; null on every other. */
  cost_adjustment: {
    /** Where the units are: still there, which moves the average, or gone, which does not. One of on_hand, left; new values may be added. */
    stock: 'on_hand' | 'left' | (string & {})
    /** Units that it concerns. */
    quantity: number
    /** By how much they cost more, or less, in all; four decimals in `usd`, as of a unit cost. */
    cost: UnitCost
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

/** A purchase, manufacturing or transfer order with its lines. */
export interface PurchaseOrder {
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
  /** Where a transfer draws from, and where a manufacturing order takes its components. */
  source_location_id: string | null
  /** When it was ordered. */
  order_date: string | null
  /** When it should arrive. */
  expected_delivery_date: string | null
  /** Cost of all its lines, in `currency`; null while the unit cost of any line is unknown, 0 without lines. */
  total_cost: number | null
  /** Why there is no total cost, as a sentence; null when there is one. */
  total_cost_reason: string | null
  /** How many lines it has. */
  total_line_items: number
  /** Whether it is stopped. */
  on_hold: boolean
  /** Why it is stopped. */
  hold_reason: string | null
  /** ISO 4217 code of its costs. */
  currency: string
  /** Name of the destination. */
  location_name: string
  /** Name of the source. */
  source_location_name: string | null
  /** After this day the supplier may no longer ship. */
  cancel_date: string | null
  /** The first day on which the supplier may ship. */
  ship_window_start: string | null
  /** The commitment that the order draws from. */
  commitment_id: string | null
  /** What people wrote on it. */
  notes: string | null
  /** When it was approved. */
  approved_at: string | null
  /** Freight billed for the order as a whole, in hundredths of its currency; null while no such bill has come. */
  billed_freight_cents: number | null
  /** Duty billed for the order as a whole, likewise; null while no such bill has come. */
  billed_duty_cents: number | null
  /** When it was sent to the supplier, or its goods left the source. */
  issued_at: string | null
  /** When all had arrived, it was closed short, or it was cancelled. */
  ended_at: string | null
  /** Who created it. */
  created_by: string | null
  /** When it was created. */
  created_at: string
  /** When it last changed. */
  updated_at: string
  /** Its lines. */
  line_items: {
    /** The line. */
    line_id: string
    /** The variant. */
    variant_id: string
    /** Stock keeping unit. */
    sku: string
    /** Titles of product and variant. */
    title: string
    /** Units ordered. */
    quantity: number
    /** Units that the supplier confirmed; null while unanswered. */
    confirmed_quantity: number | null
    /** Units shipped that have not arrived. */
    in_transit_quantity: number
    /** Units that arrived. */
    delivered_quantity: number
    /** Units ordered less those that arrived; never negative. */
    outstanding_quantity: number
    /** What a unit costs; null where it is not known. */
    unit_cost: number | null
    /** What the line costs; null where its unit cost is not known. */
    total_cost: number | null
    /** Why the costs of the line are unknown, as a sentence; null when they are known. */
    cost_reason: string | null
    /** Duty in hundredths of a percent of the goods' cost; null where none is due. */
    duty_bp: number | null
    /** When the line should arrive, where it differs from the order. */
    expected_delivery_date: string | null
    /** Full cartons that hold its units; null where the variant has no carton measures. */
    cartons: number | null
    /** Cubic metres of those cartons. */
    cbm: number | null
    /** Why cartons and cubic metres are unknown, as a sentence; null when they are known. */
    measures_reason: string | null
    /** Customs tariff code of the product; null where it has none. */
    hs_code: string | null
  }[]
  /** What arrived, first arrival first. */
  deliveries: PurchaseOrderDelivery[]
  /** What a manufacturing order holds back and has used of its components, by SKU; empty before it is allocated or delivered, and on other orders. */
  components: {
    /** The component. */
    variant_id: string
    /** Stock keeping unit. */
    sku: string
    /** Titles of product and variant. */
    title: string
    /** Where it is taken. */
    location_id: string
    /** Units that the order takes in all: those used, and those that its outstanding units take. */
    required_quantity: number
    /** Units held back for the order; they are committed there. */
    reserved_quantity: number
    /** Units used. */
    consumed_quantity: number
    /** Units that the order takes beyond those used and held back; never negative. */
    short_quantity: number
  }[]
  /** How the order fits into containers, and what its units cost landed. */
  container_plan: {
    /** What the plan covers: every line, only those with carton measures, or no line, as none has them. One of all_lines, measured_lines, none; new values may be added. */
    basis: 'all_lines' | 'measured_lines' | 'none' | (string & {})
    /** What fills the containers first. One of cube, weight; new values may be added. */
    binds: 'cube' | 'weight' | (string & {}) | null
    /** The container that the plan is made with. */
    container_type_id: number | null
    /** Its name. */
    container_type_name: string | null
    /** How many it takes. */
    containers: number | null
    /** Share of their usable cube that is filled, in percent. */
    cube_pct: number | null
    /** Share of their payload that is used, in percent. */
    weight_pct: number | null
    /** Usable cubic metres of all the containers. */
    usable_cbm_total: number | null
    /** Cubic metres of all cartons. */
    total_cbm: number | null
    /** Weight of all cartons, in kilograms. */
    gross_kg: number | null
    /** Freight for one container, in hundredths of the order's currency. */
    freight_per_container_cents: number | null
    /** Freight for all of them. */
    freight_total_cents: number | null
    /** Why the figure is missing, as a sentence; null when it is there. */
    freight_reason: string | null
    /** Lines that the plan leaves out, as they lack carton measures. */
    unmeasured_lines: number
    /** Why there is no plan, as a sentence; null when there is one. */
    reason: string | null
    /** Changes whenever anything changes that the plan or the landed costs are made of. */
    fingerprint: string
    /** The lines in the same order. */
    lines: {
      /** The line. */
      line_id: string
      /** The variant. */
      variant_id: string
      /** Full cartons that hold its units; null where the variant has no carton measures. */
      cartons: number | null
      /** Cubic metres of those cartons. */
      cbm: number | null
      /** Why cartons and cubic metres are unknown, as a sentence; null when they are known. */
      measures_reason: string | null
      /** Customs tariff code of the product; null where it has none. */
      hs_code: string | null
      /** Weight of the cartons, in kilograms. */
      kg: number | null
      /** The line's share of the freight. */
      freight_cents: number | null
      /** Duty on the line. */
      duty_cents: number | null
      /** What a unit costs with its freight and duty, to four decimals. */
      landed_unit_cost: number | null
      /** Why there is no landed cost, as a sentence; null when there is one. */
      landed_reason: string | null
    }[]
  }
  /** The paper that last went to the supplier. */
  document: PurchaseOrderPaper | null
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

/** What one unit costs, or the reason why that is not known. */
export interface UnitCost {
  /** The amount in hundredths of the currency. */
  cents: number | null
  /** ISO 4217 code. */
  currency: string | null
  /** Why the figure is missing, as a sentence; null when it is there. */
  reason: string | null
  /** The amount in US dollars with up to four decimals, exactly as the ledger keeps it; `cents` is the same amount rounded half up to the cent. Multiply quantities by `usd`, never by `cents`. null when no rate is known. */
  usd: number | null
}

/** The paper that last went to the supplier. */
export interface PurchaseOrderPaper {
  /** The paper. */
  document_id: string
  /** How it went. One of email, edi, link; new values may be added. */
  channel: 'email' | 'edi' | 'link' | (string & {})
  /** How far it has come. queued: to be sent, or tried again. sent: taken by the other side. failed: four attempts failed, or it was refused for good. stored: nothing sends it, it is there to be fetched and passed on. replaced: overtaken before it left, by a newer paper of the order or by its end. One of queued, sent, failed, stored, replaced; new values may be added. */
  state: 'queued' | 'sent' | 'failed' | 'stored' | 'replaced' | (string & {})
  /** Who gets it; null for a link. */
  recipient: string | null
  /** Counts what the papers of the order said, from 1. */
  revision: number
  /** When the order was issued with it. */
  created_at: string
  /** When it was sent, given up, stored or replaced; null while it waits. */
  ended_at: string | null
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
  new_purchase_order: PurchaseOrder
  purchase_order_updated: PurchaseOrder
}
