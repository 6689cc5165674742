/** Words of purchasing and selling. */
import type { TermGroup } from './term.ts'

export const purchasingTerms: TermGroup = {
  group: 'purchasing',
  title: 'Purchasing',
  terms: [
    {
      term: 'supplier',
      meaning:
        'A company that the organisation buys variants from; the vendor of a product is only a label until it becomes one.',
      names: ['supplier_id', 'suppliers:read', 'vendor'],
    },
    {
      term: 'purchase order',
      meaning:
        'An order to a supplier, or an order of type manufacturing or transfer, that brings units to a location.',
      names: ['purchase_order_id', 'purchase_orders:read', 'new_purchase_order'],
      not: ['sales order: what customers and trading accounts order from the organisation'],
    },
    {
      term: 'purchase unit',
      meaning:
        'The unit in which a supplier sells a variant, such as a case of 12; stock, orders and costs count the single units in it.',
      names: ['purchase_unit', 'purchase_unit_factor', 'purchase_quantity', 'purchase_unit_cost'],
    },
    {
      term: 'delivery',
      meaning: 'Units of a purchase order that arrived and were counted in; recording it is the receipt.',
      names: ['delivery_id', 'receipt.recorded', 'delivered_quantity'],
      not: ['webhook delivery: one event on its way to one URL', 'shipment: what leaves for a customer'],
    },
    {
      term: 'commitment',
      meaning:
        'The money that a company has agreed to spend on a season, by category, from which purchase orders draw.',
      names: ['commitment_id', '/commitments/{commitment_id}/money'],
      not: ['committed: units on hand that are held for orders', 'buy plan: what is to be bought, before it is agreed'],
    },
    {
      term: 'draw',
      meaning: 'The part of a commitment that one purchase order uses, by category and fiscal month.',
      names: ['/purchase-orders/{purchase_order_id}/commitment-draw'],
    },
    {
      term: 'container plan',
      meaning:
        'How the lines of a purchase order fit into containers by volume and weight, and what freight that makes of each.',
      names: ['container_plan', 'container_type_id'],
    },
    {
      term: 'basket',
      meaning: 'Variants and quantities collected for ordering, which become purchase orders by supplier.',
      names: ['/purchase-orders/from-basket'],
    },
    {
      term: 'supplier update',
      meaning: 'What a supplier reports about an order, such as a new date, until a person accepts or rejects it.',
      names: ['signal_type', '/purchase-orders/with-supplier-updates'],
    },
    {
      term: 'outbound document',
      meaning:
        'An order, cancellation or request that is sent to a supplier or a warehouse by mail, EDI, link or download.',
      names: ['outbound_documents'],
      not: ['EDI document, order paper, OpenAPI document: each says its kind'],
    },
  ],
}

export const sellingTerms: TermGroup = {
  group: 'selling',
  title: 'Selling',
  terms: [
    {
      term: 'sales order',
      meaning: 'What a customer or a trading account orders from the organisation.',
      names: ['order_id', '/sales/orders', 'orders:write', 'order.created'],
      not: ['purchase order: what the organisation orders'],
    },
    {
      term: 'lifecycle',
      meaning: 'The state of a sales order, from draft over allocated to fulfilled or cancelled.',
      names: ['lifecycle', 'status_numbers'],
    },
    {
      term: 'allocation',
      meaning: 'Holding available units of a location for the lines of a sales order.',
      names: ['/sales/orders/{order_id}/allocate', 'allocated', 'partially_allocated'],
      not: ['allocation matrix: the stock of several variants by location'],
    },
    {
      term: 'verdict',
      meaning: 'How a line of a draft order is confirmed: accepted, accepted at another quantity, or rejected.',
      names: ['verdict', '/sales/orders/{order_id}/confirm'],
    },
    {
      term: 'shipment',
      meaning: 'Units of a sales order that left a location, for which a shipping notice can be sent.',
      names: ['/sales/orders/{order_id}/shipping-notice', 'fulfilled_units'],
      not: ['delivery: what arrives from a supplier'],
    },
    {
      term: 'return',
      meaning: 'Units that a customer sends back, announced first and then received, restocked or written off.',
      names: ['return_id', 'returns:write', 'return.received'],
    },
    {
      term: 'disposition',
      meaning:
        'What happens to returned units: back into stock, written off, quarantined, to the supplier, or missing.',
      names: ['disposition', 'restocked_quantity'],
    },
    {
      term: 'invoice',
      meaning:
        'The bill for shipped units of a sales order, whose own state, EDI state and accounting state are independent.',
      names: ['invoice_id', '/sales/invoices'],
    },
    {
      term: 'credit note',
      meaning: 'What an invoice bills less: units that came back or never left, or an agreed allowance.',
      names: ['credit_note_id', '/sales/credit-notes'],
      not: ['credit, the order hold reason'],
    },
    {
      term: 'payment',
      meaning: 'Money that an account or a consumer paid to the organisation.',
      names: ['customer_payment_id', '/sales/payments'],
      not: ['supplier payment, which the organisation pays'],
    },
    {
      term: 'accounting system',
      meaning:
        'The program in which an organisation keeps its books, to which invoices are posted, and from which payments are read.',
      names: ['external_url', 'posted_at', 'payments_url'],
      not: ['ledger, except as the published field of an invoice', 'account'],
    },
    {
      term: 'order paper',
      meaning:
        'An order of a retailer as PDF, CSV, workbook or photograph that is filed, read and taken as a draft order.',
      names: ['/sales/orders/documents', 'document_id', 'order_documents'],
      not: ['document without its kind'],
    },
    {
      term: 'customer',
      meaning: 'Who a sales order is for: a consumer under a pseudonym, or a trading account.',
      names: ['customer_id', '/sales/customers'],
    },
    {
      term: 'sales channel',
      meaning: 'Where orders come from, such as an online shop, a store or wholesale.',
      names: ['sales_channel_id', 'channel_type'],
      not: ['channel of a document: how an outbound document travels'],
    },
    {
      term: 'net sales',
      meaning: "Gross sales minus discounts and returns, excluding taxes, on the organisation's days.",
      names: ['net_sales', '/sales/net-sales'],
    },
    {
      term: 'velocity',
      meaning: 'The rate at which a variant sells, measured over the days on which it was in stock.',
      names: ['/sales/velocity/table', 'sales_velocity_per_week'],
    },
    {
      term: 'demand event',
      meaning:
        'A period, such as a promotion or a stockout, in which demand was not normal, so that forecasts treat it apart.',
      names: ['event_id', '/sales/velocity/events/table'],
      not: ['event without its kind', 'webhook event: what the service sends'],
    },
    {
      term: 'forecast',
      meaning: 'The units of a variant that are expected to sell in each coming week.',
      names: ['/inventory/forecast-accuracy', 'wmape', '/sales/velocity/forecast-config'],
    },
    {
      term: 'exception',
      meaning: 'Something about an order or a document that a person must decide, listed until it is resolved.',
      names: ['exception.opened', 'exception.resolved', 'exceptions_open'],
      not: ['error: an exception is a record, not a failed request'],
    },
  ],
}
