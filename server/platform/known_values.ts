/** Known values of fields, published in the document and checked by the database. This file imports nothing. */

export const roles = ['admin', 'member'] as const

export type Role = (typeof roles)[number]

export const organizationExportStates = ['queued', 'ready', 'failed'] as const
