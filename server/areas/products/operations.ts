/** The operations of the catalogue, in the order of the specification's table. */
import { getVariant } from './get_variant.ts'
import { listVariants } from './list_variants.ts'
import { getCustomField } from './get_custom_field.ts'
import { getPriceSensitivity } from './get_price_sensitivity.ts'
import { getProductIncomingDrawer } from './get_product_incoming_drawer.ts'
import { listCatalogueEvents } from './list_catalogue_events.ts'
import { listCustomFields } from './list_custom_fields.ts'
import { listProductIncoming } from './list_product_incoming.ts'
import { listVariantEvents } from './list_variant_events.ts'
import { listVariantIncoming } from './list_variant_incoming.ts'

export const products_operations = [
  listProductIncoming,
  getProductIncomingDrawer,
  getVariant,
  listVariantEvents,
  listVariantIncoming,
  getPriceSensitivity,
  listCustomFields,
  getCustomField,
  listCatalogueEvents,
  listVariants,
]
