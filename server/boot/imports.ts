/** Every kind of import and every built-in profile, from the domains that declare them. */
import { catalogueImports } from '../catalogue/imports/imports.ts'
import type { ImportCatalogue } from '../imports/kind.ts'
import { stockImports } from '../stock/imports/imports.ts'

const parts = [catalogueImports, stockImports]

export const imports: ImportCatalogue = {
  kinds: parts.flatMap(({ kinds }) => kinds),
  profiles: parts.flatMap(({ profiles }) => profiles),
}
