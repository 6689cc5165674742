/** Bands of the orders of a commitment. This file imports nothing. */
export const orderBands = ['drafted', 'on_order', 'received'] as const
export type OrderBand = (typeof orderBands)[number]

export interface OrderFact {
  commitment_id: string
  /** Whether the order is the one asked for. */
  is_own: boolean
  band: OrderBand
  category_id: string | null
  category: string | null
  /** Due date, or the day of the receipt; null if there is none. */
  day: string | null
  /** Decimal amount in the commitment's currency; lines without a cost in it are left out. */
  amount: string
  uncosted_lines: number
  foreign_lines: number
}
