import { type MovementKind, receiptKinds } from '../../../contract/stock.ts'

export const quoted = (...kinds: MovementKind[]) => kinds.map((kind) => `'${kind}'`).join(', ')

/** The kinds of receipts, for the text of statements. */
export const stockReceiptKinds = quoted(...receiptKinds)

export const openingKind = quoted('opening')
