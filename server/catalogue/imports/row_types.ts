/** Types of rows of a product file; product_fields.ts explains each. */
export const rowTypes = ['product_and_variant', 'parent', 'single_or_parent', 'variant', 'image', 'skipped'] as const
export type RowType = (typeof rowTypes)[number]
