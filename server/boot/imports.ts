/** Every kind of import and every built-in profile, from the domains that declare them. */
import type { ImportCatalogue } from '../imports/kind.ts'
import { inventoryImport } from '../stock/inventory/inventory_import.ts'

export const imports: ImportCatalogue = { kinds: [inventoryImport], profiles: [] }
