import type { MovementKind } from '../../../contract/stock.ts'

export const quoted = (...kinds: MovementKind[]) => kinds.map((kind) => `'${kind}'`).join(', ')

/** Kinds by which goods come into the organisation; the trigger of stock_movements counts the same. */
export const receiptKinds: readonly MovementKind[] = ['receipt', 'assembly_in']
export const stockReceiptKinds = quoted(...receiptKinds)
