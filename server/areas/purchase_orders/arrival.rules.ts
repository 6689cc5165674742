/** How each kind of order stands in the ledger when its units arrive, and how many may still. Pure. */
import type { DocumentType, MovementKind } from '../../contract/stock.ts'
import { refuse } from '../../contract/refusals.ts'
import type { OrderType } from './model.ts'
import type { Standing } from './rules.ts'

export const arrival_of = {
  purchase: { kind: 'receipt', document_type: 'purchase_order_delivery' },
  transfer: { kind: 'transfer_in', document_type: 'transfer_order_delivery' },
  manufacturing: { kind: 'assembly_in', document_type: 'manufacturing_order' },
} as const satisfies Record<OrderType, { kind: MovementKind; document_type: DocumentType }>

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
