/** Known values of fields, published in the document and checked by the database. This file imports nothing. */

export const mail_kinds = ['invitation', 'password_reset'] as const

export const mail_states = ['queued', 'sent', 'failed', 'stored'] as const

export const roles = ['admin', 'member'] as const

export type Role = (typeof roles)[number]
