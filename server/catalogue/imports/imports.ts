/** Imports of the catalogue. */
import type { ImportCatalogue } from '../../imports/kind.ts'
import { productsImport } from './products_import.ts'
import { bigcommerceProducts } from './profiles/bigcommerce.ts'
import { lightspeedRItems, lightspeedXProducts } from './profiles/lightspeed.ts'
import {
  matrixifyProducts,
  shopifyInventoryOrigin,
  shopifyProducts,
  shopifyProductsUrlHandle,
} from './profiles/shopify.ts'
import { squareItems } from './profiles/square.ts'
import { woocommerceProducts, woocommerceProductsRussian } from './profiles/woocommerce.ts'

export const catalogueImports: ImportCatalogue = {
  kinds: [productsImport],
  profiles: [
    shopifyProducts,
    shopifyProductsUrlHandle,
    shopifyInventoryOrigin,
    matrixifyProducts,
    woocommerceProducts,
    woocommerceProductsRussian,
    bigcommerceProducts,
    squareItems,
    lightspeedXProducts,
    lightspeedRItems,
  ],
}
