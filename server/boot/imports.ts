/** Every kind of import and every built-in profile, from the domains that declare them. */
import { catalogueImports } from '../catalogue/imports/imports.ts'
import type { ImportCatalogue } from '../imports/kind.ts'
import { openOrdersImport } from '../purchasing/order_imports/open_orders_import.ts'
import { supplierCostsImport } from '../purchasing/supplier_variants/supplier_costs_import.ts'
import { dailySalesImport } from '../selling/sales_facts/daily_sales_import.ts'
import { stockImports } from '../stock/imports/imports.ts'

const further: ImportCatalogue = { kinds: [supplierCostsImport, openOrdersImport, dailySalesImport], profiles: [] }
const parts = [catalogueImports, stockImports, further]

export const imports: ImportCatalogue = {
  kinds: parts.flatMap(({ kinds }) => kinds),
  profiles: parts.flatMap(({ profiles }) => profiles),
}
