/** The operations of the catalogue, in the order of the specification's table. */
import { getVariant } from './get_variant.ts'
import { listVariants } from './list_variants.ts'
import { getProductIncomingDrawer } from './get_product_incoming_drawer.ts'
import { listProductIncoming } from './list_product_incoming.ts'
import { listVariantIncoming } from './list_variant_incoming.ts'

export const products_operations = [
  listProductIncoming,
  getProductIncomingDrawer,
  getVariant,
  listVariantIncoming,
  listVariants,
]
