/** The operations of the catalogue, in the order of the specification's table. */
import { getVariantDrawerOverview } from './get_variant_drawer_overview.ts'
import { getCompleteness } from './get_completeness.ts'
import { getOverview } from './get_overview.ts'
import { getProduct } from './get_product.ts'
import { getProductFilters } from './get_product_filters.ts'
import { getVariant } from './get_variant.ts'
import { listFilters } from './list_filters.ts'
import { listProducts } from './list_products.ts'
import { listProductSubcategories } from './list_product_subcategories.ts'
import { listProductVariants } from './list_product_variants.ts'
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
  listFilters,
  getOverview,
  listProductSubcategories,
  getProduct,
  getProductFilters,
  listProductIncoming,
  getProductIncomingDrawer,
  listProductVariants,
  getCompleteness,
  listProducts,
  getVariant,
  getVariantDrawerOverview,
  listVariantEvents,
  listVariantIncoming,
  getPriceSensitivity,
  listCustomFields,
  getCustomField,
  listCatalogueEvents,
  listVariants,
]
