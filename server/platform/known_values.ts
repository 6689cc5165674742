/** Known values of fields, published in the document and checked by the database. This file imports nothing. */

export const organizationExportStates = ['queued', 'ready', 'failed'] as const
