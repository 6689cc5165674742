/** The operations of the catalogue, in the order of the specification's table. */
import { getVariant } from './get_variant.ts'
import { listVariants } from './list_variants.ts'

export const products_operations = [getVariant, listVariants]
