/** Books arrivals of each order type in the ledger, and limits the units that may still arrive. Pure. */
import { type OrderType } from '../known_values.ts'
import type { DocumentType, MovementKind } from '../../contract/stock.ts'
import { refuse } from '../../contract/refusals.ts'
import type { OrderState } from '../orders/rules.ts'
import type { LockedOrder } from '../orders/store.ts'
import type { LineToReceive } from './receiving.store.ts'

export const arrivalOf = {
  purchase: { kind: 'receipt', document_type: 'purchase_order_delivery' },
  transfer: { kind: 'transfer_in', document_type: 'transfer_order_delivery' },
  manufacturing: { kind: 'assembly_in', document_type: 'manufacturing_order' },
} as const satisfies Record<OrderType, { kind: MovementKind; document_type: DocumentType }>

type OrderIdentity = Pick<LockedOrder, 'order_type' | 'purchase_order_id' | 'name'>

/**
 * The document under which a line of a delivery is booked: the delivery, or for a transfer the order itself, so that its
 * movements sum to the units in transit. Each correction of the delivery books under its own revision.
 */
export function ledgerDocument(order: OrderIdentity, delivery_id: string, line_id: string, revision = 0) {
  const { order_type, purchase_order_id, name } = order
  const isTransfer = order_type === 'transfer'
  const line = isTransfer ? `${line_id} ${delivery_id}` : line_id
  return {
    document: { type: arrivalOf[order_type].document_type, id: isTransfer ? purchase_order_id : delivery_id, name },
    document_line_id: revision === 0 ? line : `${line} ${revision}`,
  }
}

type LineUnits = Pick<LineToReceive, 'quantity' | 'in_transit_quantity' | 'delivered_quantity'>

/** Units of a line that may still arrive: for a transfer those in transit, otherwise those ordered and not delivered. */
export const outstandingOf = ({ order_type }: Pick<OrderState, 'order_type'>, line: LineUnits): number =>
  Math.max(order_type === 'transfer' ? line.in_transit_quantity : line.quantity - line.delivered_quantity, 0)

/** A transfer can be received only after it was issued. */
export function checkShipped(order: OrderState & { issued_at: string | null }): void {
  if (order.order_type !== 'transfer' || order.issued_at !== null) return
  refuse('conflict', {
    desc: `${order.name} has not been issued, so it cannot be received. Issue it first.`,
    data: { act: 'receive', status: order.status, order_type: order.order_type },
  })
}
