/** Values for the examples of sales orders; see example_overrides.ts. */
type Values = Record<string, unknown>

/** An order as its account placed it: neither confirmed nor shipped, and without the buyer's own references. */
const placed: Values = {
  'channel.name': 'Online store',
  cancelled_at: null,
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
}
const { cancelled_at: _cancelled, ...notCancelled } = placed
const { verdict: _verdict, confirmed_at: _confirmed, ...decided } = placed
const { requested_ship_date: _date, ...dated } = placed
const { fulfilled_at: _fulfilled, ...shipped } = placed

export const orderOverrides: Record<string, Values> = {
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
  'session.record_shipment': { ...shipped, carton_number: null, tracking_number: null },
}
