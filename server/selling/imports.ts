/** Imports of selling. */
import type { ImportCatalogue } from '../imports/kind.ts'
import { customerProfiles } from './customers/customer_profiles.ts'
import { customersImport } from './customers/customers_import.ts'
import { orderProfiles } from './sales_order_import/order_profiles.ts'
import { ordersImport } from './sales_order_import/orders_import.ts'
import { paymentProfiles } from './payments/importing/payment_profiles.ts'
import { customerPaymentsImport } from './payments/importing/payments_import.ts'
import { dailySalesImport } from './sales_facts/daily_sales_import.ts'

export const sellingImports: ImportCatalogue = {
  kinds: [dailySalesImport, customersImport, ordersImport, customerPaymentsImport],
  profiles: [...customerProfiles, ...orderProfiles, ...paymentProfiles],
}
