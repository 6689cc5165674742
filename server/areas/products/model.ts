/** The words of the catalogue. */
export const product_statuses = ['ACTIVE', 'ARCHIVED', 'DRAFT', 'UNLISTED'] as const
