/** How each kind of order stands in the ledger when its units arrive, and how many may still. Pure. */
import type { DocumentType, MovementKind } from '../../contract/stock.ts'
import { refuse } from '../../contract/refusals.ts'
import type { OrderType } from '../orders/known_values.ts'
import type { Standing } from '../orders/rules.ts'

export const arrival_of = {
  purchase: { kind: 'receipt', document_type: 'purchase_order_delivery' },
  transfer: { kind: 'transfer_in', document_type: 'transfer_order_delivery' },
  manufacturing: { kind: 'assembly_in', document_type: 'manufacturing_order' },
} as const satisfies Record<OrderType, { kind: MovementKind; document_type: DocumentType }>

interface Booked extends Pick<Standing, 'order_type'> {
  purchase_order_id: string
  name: string
}

/**
 * Where a line of a delivery stands in the ledger: under its delivery, or under the transfer, which then sums to what
 * is still between its two places. Each correction of the delivery books under a revision of its own.
 */
export function bookedUnder(order: Booked, delivery_id: string, line_id: string, revision = 0) {
  const { order_type, purchase_order_id, name } = order
  const is_transfer = order_type === 'transfer'
  const line = is_transfer ? `${line_id} ${delivery_id}` : line_id
  return {
    document: { type: arrival_of[order_type].document_type, id: is_transfer ? purchase_order_id : delivery_id, name },
    document_line_id: revision === 0 ? line : `${line} ${revision}`,
  }
}

interface Line {
  quantity: number
  in_transit_quantity: number
  delivered_quantity: number
}

/** Units of a line that may still arrive: of a transfer those that left its source, of others those that were ordered. */
export const outstandingOf = ({ order_type }: Pick<Standing, 'order_type'>, line: Line): number =>
  Math.max(order_type === 'transfer' ? line.in_transit_quantity : line.quantity - line.delivered_quantity, 0)

/** A transfer arrives from what left its source, so it must have left. */
export function checkShipped(order: Standing & { issued_at: string | null }): void {
  if (order.order_type !== 'transfer' || order.issued_at !== null) return
  refuse('conflict', {
    desc: `${order.name} has not left its source and cannot be received. Issue it first.`,
    data: { act: 'receive', status: order.status, order_type: order.order_type },
  })
}
