/** Known values of fields, published in the document and checked by the database. This file imports nothing. */

export const stocktakeStatuses = ['open', 'posted'] as const

export const locationKinds = ['warehouse', 'store'] as const
