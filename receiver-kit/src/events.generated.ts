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
export interface SalesOrder {
  /** Id of the order. */
  order_id: string
  /** Display name of the order. */
  name: string
  /** The customer's reference. */
  reference: string | null
  /** Id of the order in the system that it comes from; null if none was stated. */
  external_id: string | null
  /** How the order arrived. */
  origin: SalesOrderOrigin
  /** Lifecycle state of the order. draft: not confirmed. open, partially_allocated, allocated: none, some or all of the outstanding units hold stock. partially_fulfilled: some units have shipped. fulfilled: nothing is outstanding and at least one unit has shipped. cancelled: nothing is outstanding and nothing has shipped. */
  lifecycle: SalesOrderLifecycle
  /** Time the lifecycle state last changed. */
  lifecycle_updated_at: string
  /** Time the order last changed. */
  updated_at: string
  /** Whether a trading account placed the order. */
  is_wholesale: boolean
  /** The account; null when there is none. */
  account: {
    /** Name of the account. */
    name: string
    /** Id of the account. */
    trading_partner_id: string
  } | null
  /** The channel; null when there is none. */
  channel: {
    /** Name of the channel. */
    name: string
    /** Id of the channel. */
    sales_channel_id: string
  } | null
  /** The customer; null when there is none. */
  customer: {
    /** Id of the customer. */
    customer_id: string
    /** Shortened name of the customer; `Unnamed customer` if none was given or it was erased. */
    display_name: string
  } | null
  /** The location; null when there is none. */
  location: {
    /** Name of the location. */
    name: string
    /** Id of the location. */
    location_id: string
  } | null
  /** Id of the commitment the order draws on; null when there is none. */
  commitment_id: string | null
  /** Requested ship date. */
  requested_ship_date: string | null
  /** First day on which the customer accepts the shipment. */
  ship_window_start: string | null
  /** Last day on which the customer accepts the shipment. */
  ship_window_end: string | null
  /** Date after which the customer no longer accepts the order. */
  cancel_date: string | null
  /** Units agreed, less the cancelled ones. */
  units: number
  /** Units that hold stock. */
  allocated_units: number
  /** Units shipped. */
  fulfilled_units: number
  /** Units cancelled. */
  cancelled_units: number
  /** Shipped units on invoices that are not void; consumer orders are not invoiced. */
  invoiced_units: number
  /** Number of open exceptions on the order. */
  exceptions_open: number
  /** Price of `units` less their discounts, excluding taxes and freight; null in a draft while a price is open. */
  total: Money
  /** Tax on `units`, as supplied with the lines, without that on freight. */
  tax: Money
  /** `total` with tax, freight, the tax on it and lines without goods; 0 if the order is cancelled, and null in a draft while a price is open. */
  grand_total: Money
  /** Whether an import brought the order as history: nothing was left to ship, and what had shipped did so before the cut-over. A webhook with `include_imported: false` receives no events about it. */
  imported: boolean
  /** Time the customer placed the order. */
  ordered_at: string
  /** Time the order was created. */
  created_at: string
  /** ISO 4217 code of all prices of the order. */
  currency: string
  /** The account's reference of the store or distribution centre that the goods are for. */
  door_reference: string | null
  /** How the goods are to travel; null if nothing is stated. The carrier that took them is in each shipment. */
  shipping_method: string | null
  /** Payment terms. */
  terms: string | null
  /** Freight charged for the order, as supplied; no part of `total`. */
  freight: Money
  /** Tax on the freight, as supplied. */
  freight_tax: Money
  /** Tips, gift cards, fees and the like of an imported order, which are no part of `total` and of sales. Empty unless the order was imported with some. */
  lines_without_goods: OrderLineWithoutGoods[]
  /** Notes. */
  notes: string | null
  /** Time a draft was confirmed; null for orders that were never drafts. */
  confirmed_at: string | null
  /** Time nothing was outstanding any more; null until then. */
  fulfilled_at: string | null
  /** Time the whole order was cancelled; null if it was not. */
  cancelled_at: string | null
  /** Reason for the cancellation. */
  cancel_reason: string | null
  /** The hold that keeps the order from being allocated, released and shipped; null without one. */
  hold: OrderHold | null
  /** Orders that this one was split off from, merged with, or duplicates, and those that came out of it. */
  related_orders: {
    /** What the order is to the other one. */
    relation: OrderRelation
    /** Id of the other order. */
    order_id: string
    /** Display name of the other order. */
    name: string
  }[]
  /** Id of the return whose units the order replaces, also once that exchange is cancelled; null if it is no exchange. */
  exchanged_return_id: number | null
  /** Whether the allocation of the book leaves the order out: its stock was given back with `unallocate`, and it was not allocated again. */
  is_allocated_on_request: boolean
  /** Lines of the order. */
  line_items: SalesOrderLine[]
  /** Lines of an order that arrived over EDI that could not become lines of the order; the answer to the order rejects them. */
  unmatched_lines: UnmatchedLine[]
  /** Allowances and charges that the buyer stated over EDI and does not settle by the invoice, such as allowances that it bills back. They reduce neither the order nor its invoices. */
  allowances_apart: string[]
  /** Shipments of the order, oldest first. */
  shipments: Shipment[]
  /** Shipments of the order that were voided or corrected, in the order in which that happened. */
  voided_shipments: VoidedShipment[]
  /** Invoices of the order, oldest first, void ones included. */
  invoices: InvoiceSummary[]
  /** Returns of the order, oldest first, cancelled ones included. */
  returns: OrderReturn[]
  /** The filed order paper that the order came from; null when there is none. */
  document: OrderSource | null
}

/** A return from a customer. */
export interface Return {
  /** Id of the return. */
  id: number
  /** Display name of the return. */
  name: string
  /** State of the return. */
  state: ReturnState
  /** Origin of the return. */
  origin: ReturnOrigin
  /** Reason for the return. */
  reason: ReturnReason
  /** Refund status. */
  refund_status: RefundStatus
  /** Expected arrival date. */
  expected_on: string | null
  /** Time the last units were received; null until units are. */
  received_at: string | null
  /** Time the return was closed; null until it is. */
  closed_at: string | null
  /** Time the return was last booked in the stock ledger; null as long as nothing was restocked. */
  ledger_written_at: string | null
  /** Units expected back. */
  units_expected: number
  /** Units received. */
  units_received: number
  /** Units restocked. */
  units_restocked: number
  /** Units that were announced and are not there. */
  units_missing: number
  /** Id of the return in the source system. */
  external_id: string | null
  /** System the return was imported from. */
  source_system: string | null
  /** Location that receives the return. */
  location: {
    /** Id of the location. */
    location_id: string
    /** Name of the location. */
    name: string
  } | null
  /** Order being returned; null when the return is not linked to an order. */
  order: {
    /** Display name of the order. */
    name: string
    /** Id of the order. */
    order_id: string
  } | null
  refund: ReturnRefund
  credit: CreditOfReturn
  /** Orders that replace what comes back, oldest first, those of cancelled exchanges included; at most one exchange is in force. */
  exchanges: ExchangeOfReturn[]
  /** Open exceptions on the return. */
  exceptions: string[]
  /** Stock movements of the return. */
  movements: Movement[]
  /** Lines of the return. */
  lines: ReturnLine[]
}

/** A delivery against a purchase order. */
export interface PurchaseOrderDelivery {
  /** The delivery. */
  delivery_id: string
  /** The order it belongs to. */
  purchase_order_id: string
  /** Name of the order. */
  purchase_order_name: string
  /** The location at which the delivery arrived. */
  location_id: string
  /** When the delivery arrived. */
  received_at: string
  /** When the delivery was recorded. */
  recorded_at: string
  /** Reference of the carrier's or supplier's delivery document; null if none. */
  reference: string | null
  /** Whether counts taken before the delivery was recorded lack its units, though it arrived before them. */
  not_in_count: boolean
  /** Units that arrived. */
  units: number
  /** Freight billed for this delivery, in hundredths of the order's currency; null if there is no bill. */
  freight_cents: number | null
  /** Source of the freight cost of the lines. */
  freight_basis: CostBasis
  /** Duty billed for this delivery, in hundredths of the order's currency; null if there is no bill. */
  duty_cents: number | null
  /** Source of the duty cost of the lines. */
  duty_basis: CostBasis
  /** Lines of the delivery. */
  line_items: DeliveredLine[]
}

/** A stock movement: one row of the stock ledger. */
export interface Movement {
  /** Id of the movement. */
  id: number
  /** Kind of movement. */
  kind: MovementKind
  /** Position in the ledger of this variant at this location, from 1 without gaps. */
  sequence: number
  /** Time the movement occurred. A reversal has the time of the movement that it reverses. */
  occurred_at: string
  /** Time the movement was recorded. */
  recorded_at: string
  /** Change in units: positive for units added, negative for units removed. */
  quantity_delta: number
  /** SKU of the variant. */
  sku: string
  /** Id of the variant. */
  variant_id: string
  /** Id of the location. */
  location_id: string
  /** Name of the location. */
  location_name: string
  /** Document that moved the stock. The movements of a document sum to its net effect: those of a delivery, reversals included, to the units delivered. */
  document: {
    /** Id of the document: of the stocktake, of the delivery (`purchase_order_delivery`, `manufacturing_order`, `delivery_correction`, `landed_cost_adjustment`), of the transfer order (`transfer_order_delivery`, both where units leave and where they arrive), of the shipment (`fulfilment_request`), or of the return. */
    id: string
    /** Display name of the document. */
    name: string
    /** Type of the document. */
    type: MovementDocumentType
  }
  /** Id of the document line, followed by the delivery on a transfer, by the revision on a correction and by the number of the receipt on a return. */
  document_line_id: string | null
  /** Author of the movement: an API key by its label, a user by name, or a part of the service. */
  actor: string
  /** Evidence for the movement, if any was given. */
  evidence: string | null
  /** Id of the movement that this one reverses; null when it reverses none. */
  reverses_movement_id: number | null
  /** System the movement was imported from; null when it was recorded in this service. */
  source_system: string | null
  /** Purchase cost of a unit. */
  unit_cost: UnitCost
  /** Cost of a unit including freight and duty. */
  landed_unit_cost: UnitCost
  /** Source of the cost. stated: given by the document. left_at: the average cost at which the units left. average: the average cost of the stock level. unknown: no cost is known. One of stated, left_at, average, unknown; new values may be added. */
  cost_basis: 'stated' | 'left_at' | 'average' | 'unknown' | (string & {}) | null
  /** Cost as the document states it, where that is in another currency than the organisation's; null otherwise. It is converted at the newest rate on or before the day of the movement. */
  stated_cost: {
    /** ISO 4217 code of the currency in which the document states the cost. */
    currency: string
    /** Purchase cost of a unit in that currency. */
    unit_cost: number
    /** What one unit of that currency was worth in the organisation's currency; null while no rate of the day or before was on file. */
    rate: number | null
    /** Day from which that rate applied; null without a rate. */
    rate_date: string | null
  } | null
  /** Cost change of a movement of kind `cost_adjustment`, which moves no units; null for every other kind. */
  cost_adjustment: {
    /** Units concerned. on_hand: units still on hand at the location, which changes the average cost. in_transit: units on the way to the location by a transfer, which arrive at the changed cost. left: units that have left the organisation; their share is a cost variance of the day on which it was booked. One of on_hand, in_transit, left; new values may be added. */
    stock: 'on_hand' | 'in_transit' | 'left' | (string & {})
    /** Number of units concerned. */
    quantity: number
    /** Total change in the cost of these units, negative for a decrease; `usd` has four decimals, as for a unit cost. */
    cost: UnitCost
  } | null
}

/** An exception that a person must resolve. */
export interface ExceptionRow {
  /** Id of the exception. */
  id: string
  /** Kind of exception. */
  kind: ExceptionKind
  /** Severity of the exception. */
  severity: ExceptionSeverity
  /** Record that the exception concerns. */
  subject: {
    /** Type of the record. */
    type: string
    /** Id of the record. */
    id: string
  }
  /** Description of what happened, as a sentence to display. */
  sentence: string
  /** Time the exception was opened. */
  opened_at: string
  /** Time the exception was resolved; null while it is open. */
  resolved_at: string | null
  /** Resolution of the exception; null while it is open. */
  resolution: string | null
  /** Person who resolved the exception; null while it is open. */
  resolved_by: string | null
}

/** The delivery receipt of a scheduled trade report. */
export interface ReportDelivery {
  /** Id of the receipt. */
  receipt_id: string
  /** Id of the report schedule. */
  schedule_id: string
  /** Name of the schedule when the report was due. */
  schedule_name: string
  /** Report type. */
  report: ReportKind
  /** Period covered by the report. */
  period: string
  /** Delivery status. delivered: the mail server accepted the mail of every recipient, or the report is stored because no mail server is configured. failed: at least one recipient did not get it. queued: the report is being computed. sending: its mails are being sent. Events are sent for delivered and failed. One of delivered, failed, queued, sending; new values may be added. */
  status: 'delivered' | 'failed' | 'queued' | 'sending' | (string & {})
  /** Recipients of the report. */
  recipients: string[]
  /** Time the report was due. */
  due_at: string
  /** Time the report was computed; null until it is, and when it could not be. */
  as_of: string | null
  /** Time the report was delivered; null when it was not. */
  delivered_at: string | null
  /** Reason why the report was not delivered; null when it was. */
  failure: string | null
  /** Files that were attached; empty if the report could not be computed. */
  files: {
    /** Id of the file. */
    file_id: string
    /** Format of the file. */
    format: ReportFormat
    /** Name of the file. */
    file_name: string
    /** Size of the file in bytes. */
    byte_count: number
  }[]
  /** Outcome of the mail to each recipient; empty if no mail was written. */
  outcomes: {
    /** Email address of the recipient. */
    recipient: string
    /** How the mail ended. queued: waiting to be sent or retried. sent: accepted by the mail server. failed: refused, or all attempts failed. stored: no mail server is configured; download the files and forward them. */
    outcome: MailState
    /** Why the mail failed; null otherwise. */
    reason: string | null
    /** Time of the last attempt; null while the mail is queued. */
    ended_at: string | null
  }[]
}

/** A step of a planning cycle. */
export interface CycleStep {
  /** Id of the step. */
  step_id: string
  /** Name of the step. */
  name: string
  /** Position in the cycle, starting at 1. */
  position: number
  /** State of the step. One of open, closed; new values may be added. */
  state: 'open' | 'closed' | (string & {})
  /** Person or team that owns the step; null if none is named. */
  owner: string | null
  /** Due date of the step; null without one. */
  due_on: string | null
  /** Time the step was closed; null while it is open. */
  closed_at: string | null
  /** User who closed the step; null while it is open. */
  closed_by: string | null
  /** Id of the cycle. */
  cycle_id: string
  /** Name of the cycle. */
  cycle_name: string
}

/** A planning cycle. */
export interface Cycle {
  /** Id of the cycle. */
  cycle_id: string
  /** Name of the cycle. */
  name: string
  /** Id of the buy plan that the cycle produces. */
  mfp_id: string | null
  /** State of the cycle. One of open, signed; new values may be added. */
  state: 'open' | 'signed' | (string & {})
  /** Time the cycle was opened. */
  opened_at: string
  /** Time the cycle was signed; null until it is. */
  signed_at: string | null
  /** User who signed the cycle; null until it is signed. */
  signed_by: string | null
  /** Steps of the cycle, in order. */
  steps: StepOfCycle[]
}

/** A purchase, manufacturing or transfer order with its lines. */
export interface PurchaseOrder {
  /** The order. */
  id: string
  /** Id of the order in an external system. */
  external_id: string | null
  /** Display name of the order. */
  name: string
  /** Type of the order. */
  order_type: PurchaseOrderType
  /** Lifecycle state of the order. */
  status: PurchaseOrderStatus
  /** Supplier of the order. */
  supplier_id: string | null
  /** Name of the supplier. */
  supplier_name: string | null
  /** Destination location. */
  location_id: string
  /** Source location of a transfer, or of the components of a manufacturing order. */
  source_location_id: string | null
  /** Day on which the order was placed. */
  order_date: string | null
  /** Expected delivery day. */
  expected_delivery_date: string | null
  /** Cost of all lines, in `currency`; null while the unit cost of any line is unknown, 0 without lines. */
  total_cost: number | null
  /** Why there is no total cost, as a sentence; null when there is one. */
  total_cost_reason: string | null
  /** Number of lines. */
  total_line_items: number
  /** Whether the order is on hold. */
  on_hold: boolean
  /** Why the order is on hold. */
  hold_reason: string | null
  /** The commitment whose budgets the order draws from; null if none. */
  commitment_id: string | null
  /** When the order was created. */
  created_at: string
  /** When the order last changed. */
  updated_at: string
  /** ISO 4217 code of its costs. */
  currency: string
  /** Name of the destination. */
  location_name: string
  /** Name of the source location; null if there is none. */
  source_location_name: string | null
  /** Last day on which the supplier may ship. */
  cancel_date: string | null
  /** First day on which the supplier may ship. */
  ship_window_start: string | null
  /** Notes on the order. */
  notes: string | null
  /** When the order was approved; null if it is not approved. */
  approved_at: string | null
  /** Freight billed for the whole order, in hundredths of its currency; null if there is no bill. */
  billed_freight_cents: number | null
  /** Duty billed for the whole order, in hundredths of its currency; null if there is no bill. */
  billed_duty_cents: number | null
  /** When the order was first issued; null until then. */
  issued_at: string | null
  /** When the order was fully delivered, closed or cancelled; null until then. */
  ended_at: string | null
  /** Creator of the order: a key, a user or a part of the service. */
  created_by: string | null
  /** Lines of the order. */
  line_items: PurchaseOrderLine[]
  /** Deliveries against the order, earliest arrival first. */
  deliveries: PurchaseOrderDelivery[]
  /** Components that a manufacturing order reserves and has used, sorted by SKU; empty before components are reserved or units delivered, and on other order types. */
  components: PurchaseOrderComponent[]
  container_plan: ContainerPlan
  /** The document last issued to the supplier. */
  document: IssuedDocument | null
}

/** One of api, app, import, edi, document, channel; new values may be added. */
export type SalesOrderOrigin = 'api' | 'app' | 'import' | 'edi' | 'document' | 'channel' | (string & {})

/** One of draft, open, partially_allocated, allocated, partially_fulfilled, fulfilled, cancelled; new values may be added. */
export type SalesOrderLifecycle = 'draft' | 'open' | 'partially_allocated' | 'allocated' | 'partially_fulfilled' | 'fulfilled' | 'cancelled' | (string & {})

/** An amount of money, or the reason why it is missing. */
export interface Money {
  /** Amount in hundredths of the currency. */
  cents: number | null
  /** ISO 4217 code. */
  currency: string | null
  /** Why the figure is missing, as a sentence; null if it is present. */
  reason: string | null
  /** Amount in US dollars. Amounts in other currencies are converted at the exchange rates in force on the current day of the organisation, rounded half up to the cent; null if there is no such rate. */
  usd: number | null
}

export interface OrderLineWithoutGoods {
  /** What the line is. */
  kind: LineWithoutGoodsKind
  /** Name of the line in the file; null if it has none. */
  name: string | null
  /** Quantity of the line. */
  quantity: number
  /** Amount of the line after discounts, excluding taxes. */
  amount: Money
  /** Tax on the line. */
  tax: Money
  /** Amount paid back for the line, taxes included. */
  refunded: Money
}

/** The hold that keeps the order from being allocated, released and shipped; null without one. */
export interface OrderHold {
  /** Reason of the hold. */
  reason: OrderHoldReason
  /** Note on the hold. */
  note: string | null
  /** Whether the order kept the stock that it held. */
  keeps_stock: boolean
  /** Who put the order on hold. */
  held_by: string
  /** Time it was put on hold. */
  held_at: string
}

/** One of split_from, merged_from, duplicate_of, split_into, merged_into, duplicated_as; new values may be added. */
export type OrderRelation = 'split_from' | 'merged_from' | 'duplicate_of' | 'split_into' | 'merged_into' | 'duplicated_as' | (string & {})

export interface SalesOrderLine {
  /** Id of the line. */
  line_item_id: string
  /** Id of the variant. */
  variant_id: string
  /** SKU of the variant. */
  sku: string
  /** Units first ordered; never changes. */
  ordered_quantity: number
  /** Units agreed; 0 on a rejected line. */
  quantity: number
  /** Units that hold stock. */
  allocated_quantity: number
  /** Units shipped. */
  fulfilled_quantity: number
  /** Units cancelled. */
  cancelled_quantity: number
  /** Shipped units that were not agreed, or had been cancelled. */
  over_shipped_quantity: number
  /** Shipped units on invoices that are not void. */
  invoiced_quantity: number
  /** Units that came back. */
  returned_quantity: number
  /** Shipped units that have not come back and are on no open return. */
  returnable_quantity: number
  /** Agreed unit price before discounts, excluding taxes; null while it is open. */
  unit_price: Money
  /** Unit price at which the customer ordered over EDI; the agreed price stays open where they differ. null where it stated none. */
  requested_unit_price: Money
  /** Discount on `quantity` units. */
  discount: Money
  /** Tax on `quantity` units, as supplied. */
  tax: Money
  /** Verdict on the line when the order was confirmed; null without one. */
  verdict: LineVerdict | null
  /** Reason for the verdict; null if none was given. */
  verdict_reason: string | null
  /** Requested ship date of the line, if it differs from the order. */
  requested_ship_date: string | null
  /** Cancel date of the line, if it differs from the order. */
  cancel_date: string | null
  /** The account's reference of the door that the line is for. */
  door_reference: string | null
  /** The customer's own SKU of the item. */
  buyer_sku: string | null
  /** The customer's own reference of the line. */
  buyer_line_reference: string | null
  /** Ordered line in place of whose units these left; null for others. */
  instead_of_line_item_id: string | null
  /** What can cover the line while its order waits, since its ship window opens after the horizon of allocation; null for other lines, and for bundles that are assembled when sold. */
  cover: LineCover | null
}

export interface UnmatchedLine {
  /** Place of the line in the buyer's order, from 1. */
  position: number
  /** The customer's own reference of the line. */
  buyer_line_reference: string | null
  /** The customer's own SKU of the item. */
  buyer_sku: string | null
  /** The organisation's SKU, as the customer states it. */
  supplier_sku: string | null
  /** GTIN of the item, as the customer states it. */
  gtin: string | null
  /** Description of the item, as the customer states it. */
  title: string | null
  /** Quantity ordered, in `unit`, without decimals; `reason` states those. */
  quantity: number
  /** Unit of measure (X12 element 355). */
  unit: string
  /** Why the line has no item, as a sentence part. */
  reason: string
}

/** A shipment of the order. */
export interface Shipment {
  /** Id of the shipment. */
  shipment_id: string
  /** Display name of the shipment: that of the order and the number of the shipment. A correction keeps it. */
  name: string
  /** Location that the units left. */
  location: {
    /** Name of the location. */
    name: string
    /** Id of the location. */
    location_id: string
  }
  /** Time the shipment left. */
  shipped_at: string
  /** Day on which it left, in the organisation's time zone. */
  shipped_on: string
  /** Carrier. */
  carrier: string | null
  /** Tracking number of the shipment. */
  tracking_number: string | null
  /** Who recorded the shipment. */
  recorded_by: string
  /** Cartons of the shipment; empty if none were reported. */
  cartons: Carton[]
  /** Units shipped by order line and carton. */
  lines: ShipmentLine[]
  /** Id of the voided shipment in whose place it was recorded; null if it is no correction. */
  corrects: string | null
}

/** A shipment that was recorded in error: it counts nowhere. */
export interface VoidedShipment {
  /** Id of the shipment. */
  shipment_id: string
  /** Display name of the shipment: that of the order and the number of the shipment. A correction keeps it. */
  name: string
  /** Location that the units left. */
  location: {
    /** Name of the location. */
    name: string
    /** Id of the location. */
    location_id: string
  }
  /** Time the shipment left. */
  shipped_at: string
  /** Day on which it left, in the organisation's time zone. */
  shipped_on: string
  /** Carrier. */
  carrier: string | null
  /** Tracking number of the shipment. */
  tracking_number: string | null
  /** Who recorded the shipment. */
  recorded_by: string
  /** Cartons of the shipment; empty if none were reported. */
  cartons: Carton[]
  /** Units shipped by order line and carton. */
  lines: ShipmentLine[]
  /** Time it was voided. */
  voided_at: string
  /** Who voided it. */
  voided_by: string
  /** Why it was voided. */
  reason: string
  /** Id of the shipment that was recorded in its place; null if it was only voided. */
  replaced_by: string | null
}

export interface InvoiceSummary {
  /** Id of the invoice. */
  invoice_id: number
  /** Number of the invoice. */
  name: string
  /** State of the invoice. */
  state: InvoiceState
  /** Day on which it was issued, in the organisation's time zone. */
  issued_on: string
  /** Day on which it is due; null if the terms name no number of days. */
  due_on: string | null
  /** Total of the invoice, including tax and freight. */
  total: Money
}

export interface OrderReturn {
  /** Id of the return. */
  id: number
  /** Display name of the return. */
  name: string
  /** State of the return. */
  state: ReturnState
  /** Refund status. */
  refund_status: RefundStatus
  /** Time the return was created. */
  created_at: string
  /** Units expected back. */
  units_expected: number
  /** Units received. */
  units_received: number
}

/** The filed order paper that the order came from; null when there is none. */
export interface OrderSource {
  /** Id of the paper. */
  document_id: string
  /** File name. */
  file_name: string
  /** Format of the file. */
  format: OrderDocumentFormat
  /** State of the paper: read, or taken by a person. */
  state: OrderDocumentState
  /** Who filed the paper. */
  filed_by: string
  /** Time it was filed. */
  filed_at: string
}

/** One of expected, partially_received, closed, cancelled; new values may be added. */
export type ReturnState = 'expected' | 'partially_received' | 'closed' | 'cancelled' | (string & {})

/** One of manual, api, import, channel_refund; new values may be added. */
export type ReturnOrigin = 'manual' | 'api' | 'import' | 'channel_refund' | (string & {})

/** One of wrong_size, size_too_small, size_too_large, color, style, defective, not_as_described, wrong_item, unwanted, other, unknown; new values may be added. */
export type ReturnReason = 'wrong_size' | 'size_too_small' | 'size_too_large' | 'color' | 'style' | 'defective' | 'not_as_described' | 'wrong_item' | 'unwanted' | 'other' | 'unknown' | (string & {})

/** One of none, partial, full; new values may be added. */
export type RefundStatus = 'none' | 'partial' | 'full' | (string & {})

/** Refund of the return. */
export interface ReturnRefund {
  /** Refund status. */
  status: RefundStatus
  /** Whether the refund was stated; a status of `none` then means that nothing is paid back, as in an exchange. Unstated, what was paid for the units counts as returned on the days on which they arrive. */
  is_stated: boolean
  /** Whether the money has left; null without an amount. Until then, cancelling the return takes it back. */
  is_paid_out: boolean | null
  /** Refund amount, in hundredths of the currency; null when there is none. */
  cents: number | null
  /** ISO 4217 currency code. */
  currency: string | null
  /** Reason why there is no amount; null when there is one. */
  reason: string | null
  /** Refund amount in US dollars. Amounts in other currencies are converted at the exchange rates in force on the current day of the organisation, rounded half up to the cent; null if there is no such rate. */
  usd: number | null
}

/** Credit notes of the return: what an account that was invoiced gets in place of money. */
export interface CreditOfReturn {
  /** Whether a credit note is due: the order was invoiced to an account, no refund is stated for the return, and units of it are credited by no credit note in force, be it that theirs was cancelled or that they came after it. `session.credit_return` issues it. */
  is_due: boolean
  /** Credit notes of the return, oldest first. */
  credit_notes: {
    /** Id of the credit note. */
    credit_note_id: string
    /** Number of the credit note. */
    name: string
    /** State of the credit note. */
    state: CreditNoteState
    /** Amount credited. */
    total: Money
  }[]
}

export interface ExchangeOfReturn {
  /** Id of the order that replaces what comes back. */
  order_id: string
  /** Display name of the order. */
  order_name: string
  /** Total of the replacement less the value of what comes back, taxes and freight included: positive if the customer owes it, negative if the customer is owed it. */
  difference: Money
  /** Whether the exchange was cancelled. */
  is_cancelled: boolean
}

export interface ReturnLine {
  /** Id of the line. */
  id: string
  /** Id of the order line; null when the line is not linked to an order. */
  order_line_item_id: string | null
  /** Id of the variant. */
  variant_id: string
  /** SKU of the variant. */
  sku: string
  /** Units expected back. */
  expected_quantity: number
  /** Units received. */
  received_quantity: number
  /** Units restocked, be it after an inspection. */
  restocked_quantity: number
  /** Units that were announced and are not there; they are not received. */
  missing_quantity: number
  /** Disposition of the units received last, which `receipts` has for each receipt; units that were not restocked are in no stock. */
  disposition: ReturnDisposition | null
  /** Id of the refund line. */
  refund_line_item_id: string | null
  /** Receipts of the line, in their order. */
  receipts: ReturnReceipt[]
}

/** One of delivery_bill, order_bill, plan, none; new values may be added. */
export type CostBasis = 'delivery_bill' | 'order_bill' | 'plan' | 'none' | (string & {})

export interface DeliveredLine {
  /** The variant. */
  variant_id: string
  /** Stock keeping unit. */
  sku: string
  /** Units that arrived. */
  received_quantity: number
  /** The ledger movement that booked the line. */
  movement_id: number
  /** Unit cost at which the line was booked, in the organisation's currency; null if unknown. */
  unit_cost: number | null
  /** Freight allocated to the units in total, in the organisation's currency; null if there is none. */
  freight_cost: number | null
  /** Duty allocated to the units in total, in the organisation's currency; null if there is none. */
  duty_cost: number | null
  /** Unit cost including freight and duty, in the organisation's currency; null if unknown. */
  landed_unit_cost: number | null
  /** Why there is no landed cost, as a sentence; null if there is one. */
  landed_reason: string | null
  /** Unit of purchase: `EA` single units, `CA` case, `CT` carton, `PK` pack, `BX` box, `DZ` dozen, `PL` pallet (X12 element 355). */
  purchase_unit: UnitOfMeasure
  /** Single units in one purchase unit; 1 for `EA`. */
  purchase_unit_factor: number
  /** The units as purchase units; null if they are no whole number of them. */
  purchase_quantity: number | null
  /** Why there is no whole number of purchase units, as a sentence; null if there is one. */
  purchase_quantity_reason: string | null
  /** Cost of one purchase unit, in the organisation's currency; null if unknown. */
  purchase_unit_cost: number | null
}

/** One of opening, receipt, fulfilment, return, adjustment, transfer_out, transfer_in, stocktake, assembly_in, assembly_out, write_off, cost_adjustment; new values may be added. */
export type MovementKind = 'opening' | 'receipt' | 'fulfilment' | 'return' | 'adjustment' | 'transfer_out' | 'transfer_in' | 'stocktake' | 'assembly_in' | 'assembly_out' | 'write_off' | 'cost_adjustment' | (string & {})

/** One of ledger_opening, purchase_order_delivery, transfer_order_delivery, stocktake, fulfilment_request, channel_fulfilment, return, manufacturing_order, manual_adjustment, delivery_correction, landed_cost_adjustment, cost_correction, count_offset, exchange_rate; new values may be added. */
export type MovementDocumentType = 'ledger_opening' | 'purchase_order_delivery' | 'transfer_order_delivery' | 'stocktake' | 'fulfilment_request' | 'channel_fulfilment' | 'return' | 'manufacturing_order' | 'manual_adjustment' | 'delivery_correction' | 'landed_cost_adjustment' | 'cost_correction' | 'count_offset' | 'exchange_rate' | (string & {})

/** The cost of one unit, or the reason why it is missing. */
export interface UnitCost {
  /** Amount in hundredths of the currency. */
  cents: number | null
  /** ISO 4217 code. */
  currency: string | null
  /** Why the figure is missing, as a sentence; null if it is present. */
  reason: string | null
  /** Amount in US dollars: a cost in USD exactly as in the ledger, with four decimals and up to ten where its value needs them, a cost in another currency converted at the exchange rates in force on the current day of the organisation. `cents` is the cost in `currency`, rounded half up to the cent. Multiply quantities by `usd`, never by `cents`. null if there is no such rate. */
  usd: number | null
}

/** One of unknown_sku, identifiers_disagree, price_mismatch, quantity_short, over_receipt, duplicate_order, quantity_not_in_packs, unknown_door, order_change, order_not_taken, not_understood, date_slip, allocation_short, document_unreadable, edi_rejected, edi_undelivered, edi_held, edi_deadline, mail_undelivered, inbound_undelivered, warehouse_request_undelivered, ledger_post_failed, payment_not_read, stock_negative, over_shipped, shipped_unallocated, shipped_on_hold, return_unmatched, sales_not_counted; new values may be added. */
export type ExceptionKind = 'unknown_sku' | 'identifiers_disagree' | 'price_mismatch' | 'quantity_short' | 'over_receipt' | 'duplicate_order' | 'quantity_not_in_packs' | 'unknown_door' | 'order_change' | 'order_not_taken' | 'not_understood' | 'date_slip' | 'allocation_short' | 'document_unreadable' | 'edi_rejected' | 'edi_undelivered' | 'edi_held' | 'edi_deadline' | 'mail_undelivered' | 'inbound_undelivered' | 'warehouse_request_undelivered' | 'ledger_post_failed' | 'payment_not_read' | 'stock_negative' | 'over_shipped' | 'shipped_unallocated' | 'shipped_on_hold' | 'return_unmatched' | 'sales_not_counted' | (string & {})

/** One of info, warning, blocking; new values may be added. */
export type ExceptionSeverity = 'info' | 'warning' | 'blocking' | (string & {})

/** One of cash-from-the-buy, open-to-buy, weekly-trade; new values may be added. */
export type ReportKind = 'cash-from-the-buy' | 'open-to-buy' | 'weekly-trade' | (string & {})

/** One of pdf, xlsx; new values may be added. */
export type ReportFormat = 'pdf' | 'xlsx' | (string & {})

/** One of queued, sent, failed, stored; new values may be added. */
export type MailState = 'queued' | 'sent' | 'failed' | 'stored' | (string & {})

export interface StepOfCycle {
  /** Id of the step. */
  step_id: string
  /** Name of the step. */
  name: string
  /** Position in the cycle, starting at 1. */
  position: number
  /** State of the step. One of open, closed; new values may be added. */
  state: 'open' | 'closed' | (string & {})
  /** Person or team that owns the step; null if none is named. */
  owner: string | null
  /** Due date of the step; null without one. */
  due_on: string | null
  /** Time the step was closed; null while it is open. */
  closed_at: string | null
  /** User who closed the step; null while it is open. */
  closed_by: string | null
}

/** One of purchase, manufacturing, transfer; new values may be added. */
export type PurchaseOrderType = 'purchase' | 'manufacturing' | 'transfer' | (string & {})

/** One of draft, approved, issued, partially_delivered, delivered, closed, cancelled; new values may be added. */
export type PurchaseOrderStatus = 'draft' | 'approved' | 'issued' | 'partially_delivered' | 'delivered' | 'closed' | 'cancelled' | (string & {})

export interface PurchaseOrderLine {
  /** The line. */
  line_id: string
  /** The variant. */
  variant_id: string
  /** Stock keeping unit. */
  sku: string
  /** Product title and variant title. */
  title: string
  /** Units ordered. */
  quantity: number
  /** Units that the supplier confirmed; null until it answers. */
  confirmed_quantity: number | null
  /** Units shipped but not yet arrived. */
  in_transit_quantity: number
  /** Units that arrived. */
  delivered_quantity: number
  /** Units ordered minus units arrived; never negative. */
  outstanding_quantity: number
  /** Cost of one unit, in the order's currency; null if unknown. */
  unit_cost: number | null
  /** Cost of the line, in the order's currency; null if the unit cost is unknown. */
  total_cost: number | null
  /** Why the costs of the line are unknown, as a sentence; null if they are known. */
  cost_reason: string | null
  /** Unit of purchase: `EA` single units, `CA` case, `CT` carton, `PK` pack, `BX` box, `DZ` dozen, `PL` pallet (X12 element 355). */
  purchase_unit: UnitOfMeasure
  /** Single units in one purchase unit; 1 for `EA`. */
  purchase_unit_factor: number
  /** The units as purchase units; null if they are no whole number of them. */
  purchase_quantity: number | null
  /** Why there is no whole number of purchase units, as a sentence; null if there is one. */
  purchase_quantity_reason: string | null
  /** Cost of one purchase unit, in the order's currency; null if unknown. */
  purchase_unit_cost: number | null
  /** Duty in basis points (hundredths of a percent) of the goods' cost; null if none is due. */
  duty_bp: number | null
  /** Expected arrival date of the line; null if it is the order's. */
  expected_delivery_date: string | null
  /** Number of full cartons needed for the units; null if the variant has no carton measures. */
  cartons: number | null
  /** Volume of the cartons, in cubic metres; null if unknown. */
  cbm: number | null
  /** Why cartons and cubic metres are unknown, as a sentence; null if they are known. */
  measures_reason: string | null
  /** Customs tariff code of the product; null if it has none. */
  hs_code: string | null
}

export interface PurchaseOrderComponent {
  /** The component. */
  variant_id: string
  /** Stock keeping unit. */
  sku: string
  /** Product title and variant title. */
  title: string
  /** The location the component is taken from. */
  location_id: string
  /** Units that the order needs in total: those used plus those that its outstanding units need. */
  required_quantity: number
  /** Units reserved for the order; they count as committed stock at the location. */
  reserved_quantity: number
  /** Units used. */
  consumed_quantity: number
  /** Units required beyond those used and reserved; never negative. */
  short_quantity: number
}

/** How the order fits into containers, and the landed cost of its units. */
export interface ContainerPlan {
  /** Lines that the plan covers: all lines, only those with carton measures, or none because no line has carton measures. One of all_lines, measured_lines, none; new values may be added. */
  basis: 'all_lines' | 'measured_lines' | 'none' | (string & {})
  /** Limiting measure of the containers: `cube` for volume, or `weight`; null without a plan. One of cube, weight; new values may be added. */
  binds: 'cube' | 'weight' | (string & {}) | null
  /** Container type of the plan; null if none is chosen. */
  container_type_id: number | null
  /** Name of the container type; null if none is chosen. */
  container_type_name: string | null
  /** Number of containers needed; null without a plan. */
  containers: number | null
  /** Share of the usable volume that is filled, in percent. */
  cube_pct: number | null
  /** Share of the payload that is used, in percent. */
  weight_pct: number | null
  /** Usable volume of all containers, in cubic metres. */
  usable_cbm_total: number | null
  /** Volume of all cartons, in cubic metres. */
  total_cbm: number | null
  /** Weight of all cartons, in kilograms. */
  gross_kg: number | null
  /** Freight per container, in hundredths of the order's currency. */
  freight_per_container_cents: number | null
  /** Freight for all containers, in hundredths of the order's currency. */
  freight_total_cents: number | null
  /** Why the figure is missing, as a sentence; null if it is present. */
  freight_reason: string | null
  /** Number of lines left out of the plan because they have no carton measures. */
  unmeasured_lines: number
  /** Why there is no plan, as a sentence; null if there is one. */
  reason: string | null
  /** Hash of all inputs of the plan and the landed costs; changes whenever an input changes. */
  fingerprint: string
  /** The lines of the order, in the same sequence as `line_items`. */
  lines: ContainerPlanLine[]
}

/** The document last issued to the supplier. */
export interface IssuedDocument {
  /** The document. */
  document_id: string
  /** Channel by which the document was sent. */
  channel: OrderChannel
  /** State of the document. queued: waiting to be sent or retried. sent: accepted by the recipient. failed: all four attempts failed, or the recipient rejected it for good. stored: no channel sends it; it can be downloaded and passed on. replaced: a newer document of the order, or the end of the order, made it obsolete before it was sent. */
  state: DocumentState
  /** Recipient of the document; null for a link. */
  recipient: string | null
  /** Revision of the order's documents, from 1; increases when the content changes. */
  revision: number
  /** When the order was issued with this document. */
  created_at: string
  /** When the document was sent, failed, stored or replaced; null while it is queued. */
  ended_at: string | null
}

/** One of tip, gift_card, fee, shipping, rental, custom; new values may be added. */
export type LineWithoutGoodsKind = 'tip' | 'gift_card' | 'fee' | 'shipping' | 'rental' | 'custom' | (string & {})

/** One of credit, fraud, address, customer; new values may be added. */
export type OrderHoldReason = 'credit' | 'fraud' | 'address' | 'customer' | (string & {})

/** One of accepted, quantity_changed, rejected; new values may be added. */
export type LineVerdict = 'accepted' | 'quantity_changed' | 'rejected' | (string & {})

/** What can cover the line while its order waits, since its ship window opens after the horizon of allocation; null for other lines, and for bundles that are assembled when sold. */
export interface LineCover {
  /** Units that hold no stock yet. */
  outstanding_units: number
  /** Units available at the location now. */
  available_units: number
  /** Units that open orders bring to the location by the start of the ship window. */
  incoming_units: number
  /** Day on which the last of them is due; null if none is. */
  incoming_by: string | null
  /** Whether available and incoming units are as many as needed. Other orders may need them, too. */
  is_covered: boolean
}

export interface Carton {
  /** Number of the carton within the shipment, from 1. */
  carton_number: number
  /** Serial shipping container code (SSCC-18). */
  sscc: string | null
  /** Weight in kilograms. */
  weight_kg: number | null
  /** Tracking number of the carton. */
  tracking_number: string | null
  /** The account's reference of the carton's door. */
  door_reference: string | null
}

export interface ShipmentLine {
  /** Id of the order line. */
  line_item_id: string
  /** Id of the variant. */
  variant_id: string
  /** SKU of the variant. */
  sku: string
  /** Number of the carton; null if the shipment has no cartons. */
  carton_number: number | null
  /** Units shipped. */
  quantity: number
}

/** One of issued, void; new values may be added. */
export type InvoiceState = 'issued' | 'void' | (string & {})

/** One of pdf, jpeg, png, csv, xlsx, xls; new values may be added. */
export type OrderDocumentFormat = 'pdf' | 'jpeg' | 'png' | 'csv' | 'xlsx' | 'xls' | (string & {})

/** One of queued, reading, read, refused, failed, taken; new values may be added. */
export type OrderDocumentState = 'queued' | 'reading' | 'read' | 'refused' | 'failed' | 'taken' | (string & {})

/** One of issued, cancelled; new values may be added. */
export type CreditNoteState = 'issued' | 'cancelled' | (string & {})

/** One of restock, write_off, quarantine, return_to_supplier, missing; new values may be added. */
export type ReturnDisposition = 'restock' | 'write_off' | 'quarantine' | 'return_to_supplier' | 'missing' | (string & {})

export interface ReturnReceipt {
  /** Number of the receipt within the return. */
  receipt_number: number
  /** Units received. */
  received_quantity: number
  /** Units of them that were restocked as they arrived. */
  restocked_quantity: number
  /** Units found to be missing; negative where missing units arrived after all. */
  missing_quantity: number
  /** Disposition of the units that were not restocked. */
  disposition: ReturnDisposition | null
  /** Units of them that are still in quarantine: in no stock, and not inspected. */
  quarantined_quantity: number
  /** Location that received the units. */
  location: {
    /** Id of the location. */
    location_id: string
    /** Name of the location. */
    name: string
  }
  /** Time the units arrived. */
  received_at: string
  /** Who recorded the receipt. */
  recorded_by: string
  /** What inspections made of units in quarantine, oldest first; reverted ones included. */
  inspections: ReturnInspection[]
}

/** One of EA, CA, CT, PK, BX, DZ, PL; new values may be added. */
export type UnitOfMeasure = 'EA' | 'CA' | 'CT' | 'PK' | 'BX' | 'DZ' | 'PL' | (string & {})

export interface ContainerPlanLine {
  /** The line. */
  line_id: string
  /** The variant. */
  variant_id: string
  /** Number of full cartons needed for the units; null if the variant has no carton measures. */
  cartons: number | null
  /** Volume of the cartons, in cubic metres; null if unknown. */
  cbm: number | null
  /** Why cartons and cubic metres are unknown, as a sentence; null if they are known. */
  measures_reason: string | null
  /** Customs tariff code of the product; null if it has none. */
  hs_code: string | null
  /** Weight of the cartons, in kilograms. */
  kg: number | null
  /** Freight allocated to the line, in hundredths of the order's currency. */
  freight_cents: number | null
  /** Duty on the line, in hundredths of the order's currency. */
  duty_cents: number | null
  /** Unit cost including freight and duty, to four decimals. */
  landed_unit_cost: number | null
  /** Why there is no landed cost, as a sentence; null if there is one. */
  landed_reason: string | null
}

/** One of email, edi, link; new values may be added. */
export type OrderChannel = 'email' | 'edi' | 'link' | (string & {})

/** One of queued, sent, failed, stored, replaced; new values may be added. */
export type DocumentState = 'queued' | 'sent' | 'failed' | 'stored' | 'replaced' | (string & {})

export interface ReturnInspection {
  /** Id of the inspection. */
  inspection_id: string
  /** Units inspected. */
  quantity: number
  /** Disposition of the units after the inspection. */
  disposition: InspectionDisposition
  /** What was found. */
  note: string | null
  /** Time of the inspection. */
  inspected_at: string
  /** Who inspected the units. */
  inspected_by: string
  /** Time it was reverted; null while it counts. */
  reverted_at: string | null
  /** Who reverted it. */
  reverted_by: string | null
  /** Why it was reverted. */
  revert_reason: string | null
}

/** One of restock, write_off, return_to_supplier; new values may be added. */
export type InspectionDisposition = 'restock' | 'write_off' | 'return_to_supplier' | (string & {})

/** What the body of each event is. */
export interface ServiceEventBodies {
  'order.created': SalesOrder
  'order.updated': SalesOrder
  'order.fulfilled': SalesOrder
  'order.cancelled': SalesOrder
  'return.created': Return
  'return.received': Return
  'receipt.recorded': PurchaseOrderDelivery
  'movement.recorded': Movement
  'exception.opened': ExceptionRow
  'exception.resolved': ExceptionRow
  'report.delivered': ReportDelivery
  'report.failed': ReportDelivery
  'cycle.step_closed': CycleStep
  'cycle.signed': Cycle
  new_purchase_order: PurchaseOrder
  purchase_order_updated: PurchaseOrder
}
