/** Known values of fields, published in the document and checked by the database. This file imports nothing. */

export const returnStates = ['expected', 'partially_received', 'closed', 'cancelled'] as const
