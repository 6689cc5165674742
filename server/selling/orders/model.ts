/** The sales order resource, shared by reads, writes and events. */
import { limits } from '../../contract/limits.ts'
import {
  invoiceStates,
  kindsWithoutGoods,
  lineVerdicts,
  orderHoldReasons,
  orderRelations,
  orderPaperFormats,
  orderPaperStates,
  orderLifecycles,
  orderOrigins,
  refundStatuses,
  returnStates,
} from '../known_values.ts'
import {
  CalendarDate,
  Count,
  Flag,
  Id,
  Instant,
  Money,
  Nullable,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { AllowancesApart } from './allowances_apart.model.ts'
import { Shipment, VoidedShipment } from './shipment_record.model.ts'

const named = (what: string, key: string) =>
  Nullable(
    Shape(
      { name: Text(`Name of the ${what}.`), [key]: OwnId(`Id of the ${what}.`) },
      { description: `The ${what}; null when there is none.` },
    ),
  )

export const OrderPath = Type.Object({ order_id: Id('Id of the sales order.') }, { additionalProperties: false })

/** Fields of an order in lists and in full. */
const header = {
  order_id: OwnId('Id of the order.'),
  name: Text('Display name of the order.', { examples: ['SO-2041'] }),
  reference: Nullable(Text("The customer's reference.", { examples: ['PO 77120'] })),
  external_id: Nullable(
    Text('Id of the order in the system that it comes from; null if none was stated.', { examples: ['WEB-10482'] }),
  ),
  origin: OpenChoice(orderOrigins, 'How the order arrived.'),
  lifecycle: OpenChoice(
    orderLifecycles,
    'Lifecycle state of the order. draft: not confirmed. open, partially_allocated, allocated: none, some or all of the outstanding units hold stock. partially_fulfilled: some units have shipped. fulfilled: nothing is outstanding and at least one unit has shipped. cancelled: nothing is outstanding and nothing has shipped.',
  ),
  lifecycle_updated_at: Instant('Time the lifecycle state last changed.'),
  updated_at: Instant('Time the order last changed.'),
  is_wholesale: Flag('Whether a trading account placed the order.'),
  account: named('account', 'trading_partner_id'),
  channel: named('channel', 'sales_channel_id'),
  customer: Nullable(
    Shape(
      {
        customer_id: OwnId('Id of the customer.'),
        display_name: Text('Shortened name of the customer; `Unnamed customer` if none was given or it was erased.', {
          examples: ['J. D.'],
        }),
      },
      { description: 'The customer; null when there is none.' },
    ),
  ),
  location: named('location', 'location_id'),
  commitment_id: Nullable(OwnId('Id of the commitment the order draws on; null when there is none.')),
  requested_ship_date: Nullable(CalendarDate('Requested ship date.')),
  ship_window_start: Nullable(CalendarDate('First day on which the customer accepts the shipment.')),
  ship_window_end: Nullable(CalendarDate('Last day on which the customer accepts the shipment.')),
  cancel_date: Nullable(CalendarDate('Date after which the customer no longer accepts the order.')),
  units: Whole('Units agreed, less the cancelled ones.', { examples: [24] }),
  allocated_units: Whole('Units that hold stock.', { examples: [0] }),
  fulfilled_units: Whole('Units shipped.', { examples: [0] }),
  cancelled_units: Whole('Units cancelled.', { examples: [0] }),
  invoiced_units: Whole('Shipped units on invoices that are not void; consumer orders are not invoiced.', {
    examples: [0],
  }),
  exceptions_open: Count('Number of open exceptions on the order.', { examples: [0] }),
  total: Money(
    'Price of `units` less their discounts, excluding taxes and freight; null in a draft while a price is open.',
  ),
  tax: Money('Tax on `units`, as supplied with the lines, without that on freight.'),
  grand_total: Money(
    '`total` with tax, freight, the tax on it and lines without goods; 0 if the order is cancelled, and null in a draft while a price is open.',
  ),
  imported: Flag(
    'Whether an import brought the order as history: nothing was left to ship, and what had shipped did so before the cut-over. A webhook with `include_imported: false` receives no events about it.',
  ),
  ordered_at: Instant('Time the customer placed the order.'),
  created_at: Instant('Time the order was created.'),
}

const OrderLine = Shape(
  {
    line_item_id: OwnId('Id of the line.'),
    variant_id: OwnId('Id of the variant.'),
    sku: Text('SKU of the variant.', { examples: ['JUMPER-M'] }),
    ordered_quantity: Whole('Units first ordered; never changes.', { examples: [24] }),
    quantity: Whole('Units agreed; 0 on a rejected line.', { examples: [24] }),
    allocated_quantity: Whole('Units that hold stock.', { examples: [0] }),
    fulfilled_quantity: Whole('Units shipped.', { examples: [0] }),
    cancelled_quantity: Whole('Units cancelled.', { examples: [0] }),
    over_shipped_quantity: Whole('Shipped units that were not agreed, or had been cancelled.', { examples: [0] }),
    invoiced_quantity: Whole('Shipped units on invoices that are not void.', { examples: [0] }),
    returned_quantity: Whole('Units that came back.', { examples: [0] }),
    returnable_quantity: Whole('Shipped units that have not come back and are on no open return.', { examples: [0] }),
    unit_price: Money('Agreed unit price before discounts, excluding taxes; null while it is open.'),
    requested_unit_price: Money(
      'Unit price at which the customer ordered over EDI; the agreed price stays open where they differ. null where it stated none.',
    ),
    discount: Money('Discount on `quantity` units.'),
    tax: Money('Tax on `quantity` units, as supplied.'),
    verdict: Nullable(OpenChoice(lineVerdicts, 'Verdict on the line when the order was confirmed; null without one.')),
    verdict_reason: Nullable(
      Text('Reason for the verdict; null if none was given.', { examples: ['Sold out in this colour'] }),
    ),
    requested_ship_date: Nullable(CalendarDate('Requested ship date of the line, if it differs from the order.')),
    cancel_date: Nullable(CalendarDate('Cancel date of the line, if it differs from the order.')),
    door_reference: Nullable(
      Text("The account's reference of the door that the line is for.", { examples: ['DOOR-114'] }),
    ),
    buyer_sku: Nullable(Text("The customer's own SKU of the item.", { examples: ['771-JMP-M'] })),
    buyer_line_reference: Nullable(Text("The customer's own reference of the line.", { examples: ['10'] })),
    instead_of_line_item_id: Nullable(OwnId('Ordered line in place of whose units these left; null for others.')),
    cover: Nullable(
      Shape(
        {
          outstanding_units: Whole('Units that hold no stock yet.', { examples: [24] }),
          available_units: Whole('Units available at the location now.', { examples: [6] }),
          incoming_units: Whole('Units that open orders bring to the location by the start of the ship window.', {
            examples: [18],
          }),
          incoming_by: Nullable(CalendarDate('Day on which the last of them is due; null if none is.')),
          is_covered: Flag(
            'Whether available and incoming units are as many as needed. Other orders may need them, too.',
          ),
        },
        {
          $id: 'LineCover',
          description:
            'What can cover the line while its order waits, since its ship window opens after the horizon of allocation; null for other lines, and for bundles that are assembled when sold.',
        },
      ),
    ),
  },
  { $id: 'SalesOrderLine' },
)

export const OrderRow = Shape(
  {
    ...header,
    line_items: Type.Optional(Type.Array(OrderLine, { description: 'Lines of the order; only with `include_lines`.' })),
  },
  { $id: 'SalesOrderRow', description: 'A sales order in a list.' },
)
export type OrderRow = Static<typeof OrderRow>

const UnmatchedLine = Shape(
  {
    position: Whole("Place of the line in the buyer's order, from 1.", { examples: [3] }),
    buyer_line_reference: Nullable(Text("The customer's own reference of the line.", { examples: ['10'] })),
    buyer_sku: Nullable(Text("The customer's own SKU of the item.", { examples: ['771-JMP-XL'] })),
    supplier_sku: Nullable(Text("The organisation's SKU, as the customer states it.", { examples: ['JUMPER-XL'] })),
    gtin: Nullable(Text('GTIN of the item, as the customer states it.', { examples: ['4006381333931'] })),
    title: Nullable(Text('Description of the item, as the customer states it.', { examples: ['Jumper XL'] })),
    quantity: Whole('Quantity ordered, in `unit`, without decimals; `reason` states those.', { examples: [12] }),
    unit: Text('Unit of measure (X12 element 355).', { examples: ['EA'] }),
    reason: Text('Why the line has no item, as a sentence part.', { examples: ['the item 771-JMP-XL is unknown'] }),
  },
  { $id: 'UnmatchedLine' },
)

/** An invoice in the order, or in the customer, that it belongs to. */
export const InvoiceSummary = Shape(
  {
    invoice_id: Whole('Id of the invoice.', { examples: [731] }),
    name: Text('Number of the invoice.', { examples: ['INV-2026-0042'] }),
    state: OpenChoice(invoiceStates, 'State of the invoice.'),
    issued_on: CalendarDate("Day on which it was issued, in the organisation's time zone."),
    due_on: Nullable(CalendarDate('Day on which it is due; null if the terms name no number of days.')),
    total: Money('Total of the invoice, including tax and freight.'),
  },
  { $id: 'InvoiceSummary' },
)
export type InvoiceSummary = Static<typeof InvoiceSummary>

const OrderHold = Shape(
  {
    reason: OpenChoice(orderHoldReasons, 'Reason of the hold.'),
    note: Nullable(Text('Note on the hold.', { examples: ['Limit of 20,000 exceeded'] })),
    keeps_stock: Flag('Whether the order kept the stock that it held.'),
    held_by: Text('Who put the order on hold.', { examples: ['user:Ada Merchant'] }),
    held_at: Instant('Time it was put on hold.'),
  },
  {
    $id: 'OrderHold',
    description: 'The hold that keeps the order from being allocated, released and shipped; null without one.',
  },
)

const OrderReturn = Shape(
  {
    id: Whole('Id of the return.', { examples: [311] }),
    name: Text('Display name of the return.', { examples: ['RET-1001'] }),
    state: OpenChoice(returnStates, 'State of the return.'),
    refund_status: OpenChoice(refundStatuses, 'Refund status.'),
    created_at: Instant('Time the return was created.'),
    units_expected: Whole('Units expected back.', { examples: [1] }),
    units_received: Whole('Units received.', { examples: [0] }),
  },
  { $id: 'OrderReturn' },
)

export const Order = Shape(
  {
    ...header,
    currency: Text('ISO 4217 code of all prices of the order.', { examples: ['USD'] }),
    door_reference: Nullable(
      Text("The account's reference of the store or distribution centre that the goods are for.", {
        examples: ['DC-02'],
      }),
    ),
    shipping_method: Nullable(
      Text('How the goods are to travel; null if nothing is stated. The carrier that took them is in each shipment.', {
        examples: ['DHL Express'],
      }),
    ),
    terms: Nullable(Text('Payment terms.', { examples: ['net_30'] })),
    freight: Money('Freight charged for the order, as supplied; no part of `total`.'),
    freight_tax: Money('Tax on the freight, as supplied.'),
    lines_without_goods: Type.Array(
      Shape(
        {
          kind: OpenChoice(kindsWithoutGoods, 'What the line is.'),
          name: Nullable(Text('Name of the line in the file; null if it has none.', { examples: ['Tip'] })),
          quantity: Whole('Quantity of the line.', { examples: [1] }),
          amount: Money('Amount of the line after discounts, excluding taxes.'),
          tax: Money('Tax on the line.'),
          refunded: Money('Amount paid back for the line, taxes included.'),
        },
        { $id: 'OrderLineWithoutGoods' },
      ),
      {
        description:
          'Tips, gift cards, fees and the like of an imported order, which are no part of `total` and of sales. Empty unless the order was imported with some.',
      },
    ),
    notes: Nullable(Text('Notes.')),
    confirmed_at: Nullable(Instant('Time a draft was confirmed; null for orders that were never drafts.')),
    fulfilled_at: Nullable(Instant('Time nothing was outstanding any more; null until then.')),
    cancelled_at: Nullable(Instant('Time the whole order was cancelled; null if it was not.')),
    cancel_reason: Nullable(Text('Reason for the cancellation.', { examples: ['Customer changed their mind'] })),
    hold: Nullable(OrderHold),
    related_orders: Type.Array(
      Shape({
        relation: OpenChoice(orderRelations, 'What the order is to the other one.'),
        order_id: OwnId('Id of the other order.'),
        name: Text('Display name of the other order.', { examples: ['SO-2042'] }),
      }),
      {
        description:
          'Orders that this one was split off from, merged with, or duplicates, and those that came out of it.',
      },
    ),
    exchanged_return_id: Nullable(
      Whole(
        'Id of the return whose units the order replaces, also once that exchange is cancelled; null if it is no exchange.',
      ),
    ),
    is_allocated_on_request: Flag(
      'Whether the allocation of the book leaves the order out: its stock was given back with `unallocate`, and it was not allocated again.',
    ),
    line_items: Type.Array(OrderLine, { description: 'Lines of the order.' }),
    unmatched_lines: Type.Array(UnmatchedLine, {
      description:
        'Lines of an order that arrived over EDI that could not become lines of the order; the answer to the order rejects them.',
    }),
    allowances_apart: AllowancesApart,
    shipments: Type.Array(Shipment, { description: 'Shipments of the order, oldest first.' }),
    voided_shipments: Type.Array(VoidedShipment, {
      description: 'Shipments of the order that were voided or corrected, in the order in which that happened.',
    }),
    invoices: Type.Array(InvoiceSummary, { description: 'Invoices of the order, oldest first, void ones included.' }),
    returns: Type.Array(OrderReturn, { description: 'Returns of the order, oldest first, cancelled ones included.' }),
    document: Nullable(
      Shape(
        {
          document_id: OwnId('Id of the paper.'),
          file_name: Text('File name.', { examples: ['po-77120.pdf'] }),
          format: OpenChoice(orderPaperFormats, 'Format of the file.'),
          state: OpenChoice(orderPaperStates, 'State of the paper: read, or taken by a person.'),
          filed_by: Text('Who filed the paper.', { examples: ['key:ERP'] }),
          filed_at: Instant('Time it was filed.'),
        },
        { $id: 'OrderSource', description: 'The filed order paper that the order came from; null when there is none.' },
      ),
    ),
  },
  { $id: 'SalesOrder', description: 'A sales order.' },
)
export type Order = Static<typeof Order>

/** Bounds that several requests share. */
export const Quantity = (description: string, minimum = 0) =>
  Whole(description, { minimum, maximum: limits.sales_order_quantity_max, examples: [24] })
export const Cents = (description: string) =>
  Whole(description, { minimum: 0, maximum: limits.sales_order_price_cents_max, examples: [0] })
export const Label = (description: string, examples: string[]) =>
  Type.String({
    description,
    minLength: 1,
    maxLength: limits.sales_order_label_length_max,
    format: 'line',
    examples,
  })

export const freight = {
  freight_cents: Type.Optional(Cents('Freight charged for the order; supplied and never calculated.')),
  freight_tax_cents: Type.Optional(Cents('Tax on the freight; supplied and never calculated.')),
}

/** Fields of the order that creation and update share; null clears one. */
export const details = {
  reference: Type.Optional(Nullable(Label("The customer's reference.", ['PO 77120']))),
  requested_ship_date: Type.Optional(Nullable(CalendarDate('Requested ship date.'))),
  ship_window_start: Type.Optional(Nullable(CalendarDate('First day on which the customer accepts the shipment.'))),
  ship_window_end: Type.Optional(
    Nullable(CalendarDate('Last day on which the customer accepts the shipment; not before `ship_window_start`.')),
  ),
  cancel_date: Type.Optional(
    Nullable(
      CalendarDate('Date after which the customer no longer accepts the order; not before `ship_window_start`.'),
    ),
  ),
  commitment_id: Type.Optional(Nullable(Id('Id of the commitment that the order draws on.'))),
  door_reference: Type.Optional(
    Nullable(Label("The account's reference of the store or distribution centre that the goods are for.", ['DC-02'])),
  ),
  shipping_method: Type.Optional(
    Nullable(Label('How the goods are to travel: a carrier and its service, in your words.', ['DHL Express'])),
  ),
  terms: Type.Optional(Nullable(Label('Payment terms; those of the account if left out.', ['net_30']))),
  notes: Type.Optional(
    Nullable(Text('Notes.', { maxLength: limits.sales_order_notes_length_max, examples: ['Call before delivery.'] })),
  ),
}

export const lineDetails = {
  requested_ship_date: Type.Optional(
    Nullable(CalendarDate('Requested ship date of the line, if it differs from the order.')),
  ),
  cancel_date: Type.Optional(Nullable(CalendarDate('Cancel date of the line, if it differs from the order.'))),
  door_reference: Type.Optional(
    Nullable(Label("The account's reference of the door that the line is for.", ['DOOR-114'])),
  ),
  buyer_sku: Type.Optional(Nullable(Label("The customer's own SKU of the item.", ['771-JMP-M']))),
  buyer_line_reference: Type.Optional(Nullable(Label("The customer's own reference of the line.", ['10']))),
}

/** A line that is ordered. */
export const NewSalesOrderLine = Type.Object(
  {
    variant_id: Type.Optional(Id('Id of the variant; sent in place of `sku`.')),
    sku: Type.Optional(
      Text('SKU of the variant; sent in place of `variant_id`.', {
        minLength: 1,
        maxLength: limits.product_label_length_max,
        examples: ['JUMPER-M'],
      }),
    ),
    quantity: Quantity('Units ordered.', 1),
    unit_price_cents: Type.Optional(
      Cents(
        "Agreed price of a unit before discounts, excluding taxes, in hundredths of the order's currency (in JPY a multiple of 100). If left out: the price of the account's price list; for a consumer order that of the variant.",
      ),
    ),
    discount_cents: Type.Optional(Cents('Discount on all units of the line; at most their price.')),
    tax_cents: Type.Optional(Cents('Tax on all units of the line; supplied and never calculated.')),
    ...lineDetails,
    buyer_sku: Type.Optional(
      Nullable(
        Label(
          "The customer's own SKU of the item. If `variant_id` and `sku` are left out, it names the variant, by the items of the account. If it is left out: the SKU of the account's item, where exactly one is the variant.",
          ['771-JMP-M'],
        ),
      ),
    ),
  },
  { additionalProperties: false, $id: 'NewSalesOrderLine' },
)
