/** Known values that the database checks. This file imports nothing. */

/** Each kind of order has its own numbers. */
export const orderKinds = ['purchase', 'manufacturing', 'transfer', 'sales'] as const

export type OrderKind = (typeof orderKinds)[number]
