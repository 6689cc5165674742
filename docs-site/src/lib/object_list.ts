/**
 * The main objects of the model. Their fields, operations and events come from the OpenAPI document (lib/objects.ts) and what they are
 * from the glossary; here is only what neither says: which schemas show the object, and what its states mean.
 */
export interface ObjectDeclaration {
  /** The end of its address, and its word in titles. */
  slug: string
  /** Its term in the glossary. */
  term: string
  /** The schema of the object as it is read by its id. */
  schema: string
  /** Other schemas that show it: rows of lists and what is edited. */
  other_schemas: string[]
  /** Fields that hold its id in other objects. Those in paths find its operations too. */
  id_fields: string[]
  states?: { field: string; meanings: Record<string, string> }
}

const product_states = {
  ACTIVE: 'on sale',
  DRAFT: 'not published yet',
  UNLISTED: 'published, but not listed in the shop',
  ARCHIVED: 'out of the range: it is no longer proposed for purchase, and stays readable',
}

export const object_list: ObjectDeclaration[] = [
  { slug: 'organisation', term: 'organisation', schema: 'Organization', other_schemas: [], id_fields: ['organization_id'] },
  {
    slug: 'product',
    term: 'product',
    schema: 'Product',
    other_schemas: ['ProductRow', 'EditableProduct'],
    id_fields: ['product_id'],
    states: { field: 'status', meanings: product_states },
  },
  {
    slug: 'variant',
    term: 'variant',
    schema: 'Variant',
    other_schemas: ['VariantRow', 'EditableVariant'],
    id_fields: ['variant_id'],
    states: { field: 'status', meanings: product_states },
  },
  { slug: 'category', term: 'category', schema: 'Category', other_schemas: [], id_fields: ['category_id'] },
  { slug: 'location', term: 'location', schema: 'Location', other_schemas: [], id_fields: ['location_id'] },
  { slug: 'movement', term: 'movement', schema: 'Movement', other_schemas: [], id_fields: ['movement_id'] },
  {
    slug: 'stocktake',
    term: 'stocktake',
    schema: 'Stocktake',
    other_schemas: [],
    id_fields: ['stocktake_id'],
    states: {
      field: 'status',
      meanings: { open: 'being counted; quantities can still change', posted: 'booked in the ledger; final' },
    },
  },
  { slug: 'supplier', term: 'supplier', schema: 'Supplier', other_schemas: ['SupplierRow'], id_fields: ['supplier_id'] },
  {
    slug: 'purchase-order',
    term: 'purchase order',
    schema: 'PurchaseOrder',
    other_schemas: ['PurchaseOrderRow', 'CreatedPurchaseOrder', 'IssuedPurchaseOrder'],
    id_fields: ['purchase_order_id'],
    states: {
      field: 'status',
      meanings: {
        draft: 'can still change freely; nothing is on order',
        approved: 'its units are on order and count as incoming stock',
        issued: 'sent to the supplier, or, for a transfer, taken from its source',
        partially_delivered: 'some units have arrived',
        delivered: 'every unit has arrived',
        closed: 'ended without the units that have not arrived',
        cancelled: 'ended before anything arrived',
      },
    },
  },
  {
    slug: 'delivery',
    term: 'delivery',
    schema: 'PurchaseOrderDelivery',
    other_schemas: ['RecordedDelivery'],
    id_fields: ['delivery_id'],
  },
  { slug: 'sales-channel', term: 'sales channel', schema: 'SalesChannel', other_schemas: [], id_fields: ['sales_channel_id'] },
  { slug: 'customer', term: 'customer', schema: 'Customer', other_schemas: ['CustomerRow'], id_fields: ['customer_id'] },
  {
    slug: 'account',
    term: 'trading account',
    schema: 'TradingAccount',
    other_schemas: ['TradingAccountRow', 'Retailer', 'AccountOverview'],
    id_fields: ['trading_partner_id', 'partner_id'],
  },
  { slug: 'door', term: 'door', schema: 'Door', other_schemas: [], id_fields: ['door_id', 'door_reference'] },
  {
    slug: 'sales-order',
    term: 'sales order',
    schema: 'SalesOrder',
    other_schemas: ['SalesOrderRow'],
    id_fields: ['order_id'],
    states: {
      field: 'lifecycle',
      meanings: {
        draft: 'not confirmed; it holds no stock',
        open: 'confirmed; none of the outstanding units hold stock',
        partially_allocated: 'some of the outstanding units hold stock',
        allocated: 'all outstanding units hold stock',
        partially_fulfilled: 'some units have shipped, others are outstanding',
        fulfilled: 'nothing is outstanding, and at least one unit has shipped',
        cancelled: 'nothing is outstanding, and nothing has shipped',
      },
    },
  },
  { slug: 'shipment', term: 'shipment', schema: 'Shipment', other_schemas: [], id_fields: ['shipment_id'] },
  {
    slug: 'invoice',
    term: 'invoice',
    schema: 'Invoice',
    other_schemas: ['InvoiceSummary'],
    id_fields: ['invoice_id'],
    states: {
      field: 'state',
      meanings: { issued: 'it bills its units', void: 'withdrawn; its units can be invoiced again' },
    },
  },
  {
    slug: 'credit-note',
    term: 'credit note',
    schema: 'CreditNote',
    other_schemas: [],
    id_fields: ['credit_note_id'],
    states: {
      field: 'state',
      meanings: { issued: 'it credits its invoice', cancelled: 'withdrawn; it counts back on the day of cancellation' },
    },
  },
  { slug: 'payment', term: 'payment', schema: 'Payment', other_schemas: [], id_fields: ['customer_payment_id'] },
  {
    slug: 'return',
    term: 'return',
    schema: 'Return',
    other_schemas: [],
    id_fields: ['return_id'],
    states: {
      field: 'state',
      meanings: {
        expected: 'announced; nothing has arrived',
        partially_received: 'some units have arrived',
        closed: 'every line is in, or its missing units are recorded',
        cancelled: 'ended before anything arrived',
      },
    },
  },
  {
    slug: 'commitment',
    term: 'commitment',
    schema: 'Commitment',
    other_schemas: [],
    id_fields: ['commitment_id'],
    states: {
      field: 'status',
      meanings: {
        declared: 'orders can be assigned to it; not approved yet',
        approved: 'approved by an administrator; orders can be assigned to it',
        closed: 'no further order can be assigned to it',
        retired: 'out of use for good',
      },
    },
  },
  {
    slug: 'buy-plan',
    term: 'buy plan',
    schema: 'BuyPlan',
    other_schemas: ['BuyPlanView'],
    id_fields: ['mfp_id'],
    states: {
      field: 'status',
      meanings: { draft: 'no version is published', live: 'its newest version is in force', archived: 'out of use' },
    },
  },
  { slug: 'exception', term: 'exception', schema: 'ExceptionRow', other_schemas: [], id_fields: ['exception_id'] },
]
