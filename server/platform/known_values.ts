/** Known values of fields, published in the document and checked by the database. This file imports nothing. */

export const mailKinds = ['invitation', 'password_reset'] as const

export const mailStates = ['queued', 'sent', 'failed', 'stored'] as const

export const roles = ['admin', 'member'] as const

export type Role = (typeof roles)[number]

export const organizationExportStates = ['queued', 'ready', 'failed'] as const
