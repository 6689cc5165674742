/** Imports of stock. */
import type { ImportCatalogue } from '../../imports/kind.ts'
import { inventoryImport } from './inventory_import.ts'
import {
  bigcommerceInventory,
  lightspeedRInventory,
  lightspeedXInventory,
  shopifyInventory,
  shopifyInventoryAvailable,
  matrixifyInventory,
  shopifyProductStock,
  shopifyProductStockUrlHandle,
  squareInventory,
  woocommerceInventory,
  woocommerceInventoryRussian,
} from './profiles.ts'

export const stockImports: ImportCatalogue = {
  kinds: [inventoryImport],
  profiles: [
    shopifyInventory,
    shopifyInventoryAvailable,
    matrixifyInventory,
    shopifyProductStock,
    shopifyProductStockUrlHandle,
    woocommerceInventory,
    woocommerceInventoryRussian,
    bigcommerceInventory,
    squareInventory,
    lightspeedXInventory,
    lightspeedRInventory,
  ],
}
