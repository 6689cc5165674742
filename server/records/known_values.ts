/** Known values that the database checks. This file imports nothing. */

/** Orders of each kind are numbered by themselves. */
export const orderKinds = ['purchase', 'manufacturing', 'transfer', 'sales'] as const

export type OrderKind = (typeof orderKinds)[number]
