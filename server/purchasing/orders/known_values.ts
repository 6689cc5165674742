/** The known values of an order's status and type. */
export const purchase_order_statuses = [
  'draft',
  'approved',
  'issued',
  'partially_delivered',
  'delivered',
  'closed',
  'cancelled',
] as const
export type OrderStatus = (typeof purchase_order_statuses)[number]

export const order_types = ['purchase', 'manufacturing', 'transfer'] as const
export type OrderType = (typeof order_types)[number]
