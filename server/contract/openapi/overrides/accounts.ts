/** Values for the examples of an account's figures; see example_overrides.ts. Its last week ended on 15 November. */
import { exampleId } from '../example_ids.ts'

import type { Values } from './shared.ts'

const window: Values = { 'window.start_date': '2026-08-17', 'window.end_date': '2026-11-15' }

/** 39 units in 42 reported days, 21 on the shelves at the end, 6 of which arrived since and as many sold. */
const figures: Values = {
  units_sold: 39,
  days_reported: 42,
  on_hand: 21,
  on_hand_as_of: '2026-11-15',
  doors_counted: 12,
  estimated_on_hand: 21,
  in_transit: 6,
  on_order: 12,
  incoming: 18,
  sales_velocity_per_week: 6.5,
  sell_through_rate: 0.65,
  weeks_of_cover: 3.2,
}

const range = (key: string, min: number, max: number): Values => ({ [`${key}.min`]: min, [`${key}.max`]: max })

const invited: Values = { last_opened_at: null, invitation_expires_at: '2026-11-28T09:30:00+00:00' }

export const accountOverrides: Record<string, Values> = {
  'accounts.list_retailers': {
    'sales_window.start_date': '2026-08-17',
    'sales_window.end_date': '2026-11-15',
    last_data_synced_at: '2026-11-16T07:00:00+00:00',
    'retailer.id': exampleId('trading_partner_id'),
    cancellation_term: 'notice_period',
    next_estimated_sale_order_date: '2026-12-01',
    'portal_seats.accepted': 2,
    'portal_seats.invited': 1,
    'portal_seats.last_opened_at': '2026-11-20T08:45:00+00:00',
  },
  'session.list_portal_seats': invited,
  'session.invite_portal_seat': { ...invited, contact: null },
  'session.resend_portal_invitation': invited,
  'accounts.list_contacts': {
    'contact.id': exampleId('contact_id'),
    'contact.email': 'ines@northgate.example',
  },
  'accounts.get_overview': {
    ...window,
    'current_stock.start_date': '2026-11-15',
    'current_stock.end_date': '2026-11-21',
    'stock_timeline.start_date': '2026-11-09',
    'stock_timeline.end_date': '2026-11-15',
    'stock_timeline.units_sold': 7,
    'forecasted_stock_timeline.start_date': '2026-11-22',
    'forecasted_stock_timeline.end_date': '2026-11-28',
    'forecasted_stock_timeline.expected_sales': 7,
    'last_delivery.shipped_on': '2026-11-13',
    'last_delivery.arrives_on': '2026-11-17',
    'last_delivery.units': 6,
    'next_delivery.fulfilment_id': null,
    'next_delivery.shipped_on': null,
    'next_delivery.arrives_on': '2026-12-05',
    replenishment_date: '2026-12-13',
  },
  'accounts.list_products': { ...window, ...figures },
  'accounts.list_product_filters': {
    'category_id.row.value': exampleId('category_id'),
    'category_id.row.label': 'Knitwear',
    'product_status.row.value': 'ACTIVE',
    'product_status.row.label': 'ACTIVE',
    ...range('on_hand', 0, 40),
    ...range('estimated_on_hand', 0, 38),
    ...range('in_transit', 0, 6),
    ...range('on_order', 0, 12),
    ...range('incoming', 0, 18),
    ...range('units_sold', -2, 91),
    ...range('days_reported', 7, 91),
    ...range('sales_velocity_per_week', -0.5, 7),
    ...range('sell_through_rate', 0, 0.9),
    ...range('weeks_of_cover', 0, 12),
  },
  'accounts.list_replenishment_recommendations': {
    ...window,
    ship_by: '2026-12-13',
    arrive_by: '2026-12-17',
    why: 'The stock and what is on its way fall to the reorder point on the ship-by day.',
    weeks_of_cover: 3.2,
  },
  'session.create_price_list': { price_count: 0, account_count: 0 },
}
