/** Imports of purchasing. */
import type { ImportCatalogue } from '../imports/kind.ts'
import { openOrdersImport } from './purchase_order_import/open_orders_import.ts'
import { supplierCostsImport } from './supplier_variants/supplier_costs_import.ts'

export const purchasingImports: ImportCatalogue = { kinds: [supplierCostsImport, openOrdersImport], profiles: [] }
