/** Where a form finds the records to choose from, by the name of the id that it asks for. */
export interface Lookup {
  /** Below /app/api/v1; parameters between braces have to be known. */
  path: string
  /** The list in the answer; the answer itself where it is one. */
  rows: string | null
  /** The id of a row, if it has another name there. */
  id?: string
  /** What a person knows a row by. */
  words: string[]
  /** Whether there can be more rows than one page has. */
  searches?: boolean
}

const order = '/sales/orders/{order_id}'
const purchase_order = '/organizations/{organization_id}/purchase-orders/{purchase_order_id}'
const accounts: Lookup = { path: '/wholesale/accounts', rows: 'rows', id: 'trading_partner_id', words: ['name'], searches: true }

const lookups: Record<string, Lookup[]> = {
  variant_id: [{ path: '/variants/table', rows: 'rows', words: ['sku', 'product_title', 'title'], searches: true }],
  location_id: [{ path: '/locations', rows: 'rows', words: ['name'] }],
  sales_channel_id: [{ path: '/sales-channels', rows: 'rows', words: ['name'] }],
  account_id: [accounts],
  trading_partner_id: [accounts],
  line_item_id: [{ path: order, rows: 'line_items', words: ['sku', 'quantity'] }],
  shipment_id: [{ path: order, rows: 'shipments', words: ['name', 'shipped_on'] }],
  position: [{ path: order, rows: 'unmatched_lines', words: ['quantity', 'unit', 'title', 'buyer_sku', 'supplier_sku', 'gtin'] }],
  delivery_id: [{ path: `${purchase_order}/deliveries`, rows: 'items', words: ['received_at', 'units'] }],
  line_id: [{ path: purchase_order, rows: 'line_items', words: ['sku', 'quantity'] }],
  edi_document_id: [{ path: '/wholesale/edi/documents', rows: 'rows', id: 'document_id', words: ['document_type', 'direction', 'state', 'control_number'] }],
  document_id: [{ path: '/outbound/documents?purchase_order_id={purchase_order_id}', rows: 'rows', words: ['name', 'channel', 'state'] }],
  supplier_id: [{ path: '/inventory/suppliers/table', rows: 'rows', id: 'id', words: ['name'], searches: true }],
  product_id: [{ path: '/products/table', rows: 'rows', words: ['title', 'vendor'], searches: true }],
  customer_id: [{ path: '/sales/customers', rows: 'rows', words: ['display_name', 'country_code'], searches: true }],
  purchase_order_id: [{ path: '/organizations/{organization_id}/purchase-orders', rows: 'rows', id: 'id', words: ['name', 'supplier_name'], searches: true }],
  category_id: [{ path: '/product-categories', rows: 'rows', words: ['name'] }],
  subcategory_id: [{ path: '/product-categories/{category_id}', rows: 'subcategories', words: ['name'] }],
  price_list_id: [{ path: '/wholesale/price-lists', rows: 'rows', words: ['name', 'currency'] }],
  commitment_id: [{ path: '/commitments', rows: 'rows', words: ['name', 'season_code'] }],
  door_id: [{ path: '/wholesale/accounts/{trading_partner_id}/doors', rows: 'rows', words: ['name', 'door_reference'] }],
  contact_id: [{ path: '/wholesale/accounts/{trading_partner_id}', rows: 'contacts', words: ['name', 'email'] }],
  seat_id: [{ path: '/wholesale/accounts/{trading_partner_id}/portal-seats', rows: null, words: ['email', 'state'] }],
  note_id: [{ path: '/contacts/{contact_id}/notes', rows: null, id: 'id', words: ['title', 'created_at'] }],
  step_id: [{ path: '/planning/cycles/{cycle_id}', rows: 'steps', words: ['position', 'name'] }],
  stocktake_id: [{ path: '/stocktakes/table', rows: 'rows', id: 'id', words: ['name', 'status'], searches: true }],
}

/** The first lookup whose parameters are known, with its path. */
export function lookupOf(name: string, known: Record<string, string>): (Lookup & { id: string }) | null {
  for (const lookup of lookups[name] ?? []) {
    const path = lookup.path.replaceAll(/\{(\w+)\}/g, (all, parameter: string) => (known[parameter] === undefined ? all : encodeURIComponent(known[parameter])))
    if (!path.includes('{')) return { ...lookup, path, id: lookup.id ?? name }
  }
  return null
}
