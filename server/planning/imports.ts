/** Imports of planning. */
import type { ImportCatalogue } from '../imports/kind.ts'
import { supplierPaymentsImport } from './cash/payments/payments_import.ts'

export const planningImports: ImportCatalogue = { kinds: [supplierPaymentsImport], profiles: [] }
