/** Every kind of import and every built-in profile, from the domains that declare them. */
import type { ImportCatalogue } from '../imports/kind.ts'
import { accountsImport } from '../partners/account_imports/accounts_import.ts'
import { openOrdersImport } from '../purchasing/order_imports/open_orders_import.ts'
import { supplierCostsImport } from '../purchasing/supplier_variants/supplier_costs_import.ts'
import { customerProfiles } from '../selling/customers/customer_profiles.ts'
import { customersImport } from '../selling/customers/customers_import.ts'
import { dailySalesImport } from '../selling/sales_facts/daily_sales_import.ts'
import { inventoryImport } from '../stock/inventory/inventory_import.ts'

export const imports: ImportCatalogue = { kinds: [inventoryImport, supplierCostsImport, openOrdersImport, dailySalesImport, customersImport, accountsImport], profiles: customerProfiles }
