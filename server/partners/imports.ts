/** Imports of partners. */
import type { ImportCatalogue } from '../imports/kind.ts'
import { accountItemsImport } from './account_imports/account_items_import.ts'
import { accountsImport } from './account_imports/accounts_import.ts'

export const partnerImports: ImportCatalogue = { kinds: [accountsImport, accountItemsImport], profiles: [] }
