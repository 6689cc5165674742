/** Imports of stock. */
import type { ImportCatalogue } from '../../imports/kind.ts'
import { inventoryImport } from './inventory_import.ts'
import {
  bigcommerceInventory,
  lightspeedRInventory,
  lightspeedXInventory,
  shopifyInventory,
  shopifyInventoryAvailable,
  squareInventory,
  woocommerceInventory,
} from './profiles.ts'

export const stockImports: ImportCatalogue = {
  kinds: [inventoryImport],
  profiles: [
    shopifyInventory,
    shopifyInventoryAvailable,
    woocommerceInventory,
    bigcommerceInventory,
    squareInventory,
    lightspeedXInventory,
    lightspeedRInventory,
  ],
}
