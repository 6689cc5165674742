/** A return from a customer as its screens read it. */
import type { Figure } from '../cells'

export interface ReturnLine {
  id: string
  variant_id: string
  sku: string
  expected_quantity: number
  received_quantity: number
  restocked_quantity: number
  missing_quantity: number
  disposition: string | null
}

export interface Return {
  id: number
  name: string
  state: string
  reason: string
  expected_on: string | null
  units_expected: number
  units_received: number
  units_restocked: number
  location: { location_id: string; name: string } | null
  order: { order_id: string; name: string } | null
  exceptions: string[]
  credit: { is_due: boolean; credit_notes: { credit_note_id: string; name: string; state: string; total: Figure }[] }
  movements: { id: number; occurred_at: string; sku: string; location_name: string; quantity_delta: number }[]
  lines: ReturnLine[]
}

/** Units that are still to come. */
export const openOf = ({ expected_quantity, received_quantity, missing_quantity }: ReturnLine): number => Math.max(0, expected_quantity - received_quantity - missing_quantity)
