/** Orders as rules take them, with what an organisation has for them. */
import type { OrderFacts } from '../../../server/selling/sales_order_import/order_facts.store.ts'
import type { LineRecord, OrderRecord } from '../../../server/selling/sales_order_import/reading/order_record.ts'
import { type OrderWrite, resolveOrder } from '../../../server/selling/sales_order_import/resolve_order.rules.ts'

export const lineOf = (values: Partial<LineRecord> = {}): LineRecord => ({
  row_number: 2,
  external_id: null,
  sku: 'J-M',
  variant_id: null,
  barcode: null,
  product_name: null,
  variant_name: null,
  other: null,
  quantity: 5,
  unit_price_cents: 1_000,
  regular_unit_price_cents: null,
  discount_cents: 0,
  tax_cents: 0,
  unit_cost: null,
  cancelled_quantity: 0,
  shipped: [],
  returned_quantity: 0,
  restocked_quantity: 0,
  ...values,
})
export const shipped = (quantity: number, shipped_at = '2026-11-02T12:00:00Z') => ({
  quantity,
  shipped_at,
  tracking_number: null,
  carrier: null,
})
export const orderOf = (values: Partial<OrderRecord> = {}): OrderRecord => ({
  order_number: '1001',
  source_system: 'file',
  ordered_at: '2026-11-10T23:30:00Z',
  cancelled_at: null,
  refunded_at: '2026-11-12T23:30:00Z',
  is_refund_dated: true,
  channel: null,
  location: null,
  account: null,
  currency: null,
  reference: null,
  customer: null,
  freight_cents: 0,
  freight_tax_cents: 0,
  lines: [lineOf()],
  cancelled: [],
  refund: null,
  ...values,
})
export const refund = { amount_cents: 0, freight_cents: 0, is_full: true, lines: [] }
export const channel = (
  id: string,
  trading_partner_id: string | null = null,
  is_active = true,
  channel_type = trading_partner_id === null ? 'online' : 'wholesale',
) => ({
  id,
  name: id,
  channel_type,
  trading_partner_id,
  is_active,
})
export const location = (id: string, is_active = true) => ({ id, name: id, is_active })
export const variant = (variant_id: string, is_archived = false) => ({
  variant_id,
  sku: variant_id,
  is_archived,
  unit_cost: '4.50',
  regular_price_cents: 1_200,
})
export const facts = (values: Partial<OrderFacts> = {}): OrderFacts => ({
  time_zone: 'Europe/Berlin',
  // Serves consumers and accounts.
  channels: [channel('shop', null, true, 'wholesale')],
  channelNames: new Map([
    ['shop', 'shop'],
    ['other', 'other'],
    ['twin', null],
  ]),
  locations: [location('hub')],
  locationNames: new Map([
    ['hub', 'hub'],
    ['old', 'old'],
  ]),
  accounts: new Map(
    [false, true].map((is_archived) => {
      const id = is_archived ? 'gone' : 'acme'
      return [id, { id, name: id, is_archived, payment_terms: 'Net 30' }]
    }),
  ),
  accountNames: new Map([
    ['acme', 'acme'],
    ['gone', 'gone'],
  ]),
  goods: {
    by_barcode: new Map(),
    by_shared_sku: new Map(),
    by_name: new Map(),
    by_id: new Map([['id-m', variant('id-m')]]),
    by_sku: new Map([
      ['J-M', variant('id-m')],
      ['J-X', variant('id-x', true)],
    ]),
  },
  orders: new Map(),
  ...values,
})
export const options = {
  cut_over: '2026-11-01T00:00:00Z',
  channel: null,
  location: null,
  placeholders: null,
  lines_without_goods: null,
}
export const now = '2026-11-20T12:00:00Z'
export const resolve = (record: OrderRecord, of: OrderFacts = facts(), chosen = {}) =>
  resolveOrder(record, { options: { ...options, ...chosen }, now, currency: 'EUR' }, of)
export function write(record: OrderRecord, of?: OrderFacts, chosen?: object): OrderWrite {
  const found = resolve(record, of, chosen)
  if ('faults' in found) throw new Error(JSON.stringify(found.faults))
  return found.write
}
