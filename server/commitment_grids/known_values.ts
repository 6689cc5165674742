/** What the orders of a commitment contain. This file imports nothing. */
export const orderBands = ['drafted', 'on_order', 'received'] as const
export type OrderBand = (typeof orderBands)[number]
