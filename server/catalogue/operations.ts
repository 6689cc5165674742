/** Products, variants and product data. Each resource lists its operations in the order of the specification. */
import type { Operation } from '../contract/operation.ts'
import { createBundle, getBundle, listBundles, updateBundle } from './bundles/bundles.ts'
import { createCategory, getCategory, listCategories, updateCategory } from './categories/categories.ts'
import { createSubcategory, getSubcategory, updateSubcategory } from './categories/subcategories.ts'
import { getCompleteness } from './completeness/get_completeness.ts'
import {
  createCustomField,
  getCustomFieldDefinition,
  listCustomFieldDefinitions,
  updateCustomField,
} from './custom_fields/definitions.ts'
import { getCustomField } from './custom_fields/get_custom_field.ts'
import { listCustomFields } from './custom_fields/list_custom_fields.ts'
import { listCatalogueEvents } from './timeline/list_catalogue_events.ts'
import { listVariantEvents } from './timeline/list_variant_events.ts'
import { createFamily, getFamily, listFamilies, updateFamily } from './families/families.ts'
import { getProductFilters } from './filters/get_product_filters.ts'
import { listFilters } from './filters/list_filters.ts'
import { getProductIncomingDrawer } from './incoming/get_product_incoming_drawer.ts'
import { listProductIncoming } from './incoming/list_product_incoming.ts'
import { listVariantIncoming } from './incoming/list_variant_incoming.ts'
import { getPimProduct } from './pim/get_product.ts'
import { listPimProducts } from './pim/list_products.ts'
import { getPriceSensitivity } from './price_sensitivity/get_price_sensitivity.ts'
import { archiveProduct, restoreProduct } from './products/archive_product.ts'
import { createProduct } from './products/create_product.ts'
import { getEditableProduct } from './products/get_editable_product.ts'
import { getOverview } from './products/get_overview.ts'
import { getProduct } from './products/get_product.ts'
import { listProductSubcategories } from './products/list_product_subcategories.ts'
import { listProducts } from './products/list_products.ts'
import { updateProduct } from './products/update_product.ts'
import { addVariants } from './variants/add_variants.ts'
import { getEditableVariant } from './variants/get_editable_variant.ts'
import { getVariant } from './variants/get_variant.ts'
import { listProductVariants } from './variants/list_product_variants.ts'
import { listVariants } from './variants/list_variants.ts'
import { setVariantPrices } from './variants/set_variant_prices.ts'
import { archiveVariant, restoreVariant, updateVariant } from './variants/update_variant.ts'

export const catalogueOperations: readonly Operation[] = [
  // products
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
  listVariantEvents,
  listVariantIncoming,
  getPriceSensitivity,
  listCustomFields,
  getCustomField,
  listCatalogueEvents,
  listVariants,
  // pim
  listPimProducts,
  getPimProduct,
  // session
  listCategories,
  createCategory,
  getCategory,
  updateCategory,
  createSubcategory,
  getSubcategory,
  updateSubcategory,
  listFamilies,
  createFamily,
  getFamily,
  updateFamily,
  listCustomFieldDefinitions,
  createCustomField,
  getCustomFieldDefinition,
  updateCustomField,
  listBundles,
  createBundle,
  getBundle,
  updateBundle,
  createProduct,
  getEditableProduct,
  updateProduct,
  archiveProduct,
  restoreProduct,
  addVariants,
  getEditableVariant,
  updateVariant,
  setVariantPrices,
  archiveVariant,
  restoreVariant,
]
