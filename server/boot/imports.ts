/** Every kind of import and every built-in profile, from the domains that declare them. */
import { catalogueImports } from '../catalogue/imports/imports.ts'
import type { ImportCatalogue } from '../imports/kind.ts'
import { partnerImports } from '../partners/imports.ts'
import { planningImports } from '../planning/imports.ts'
import { purchasingImports } from '../purchasing/imports.ts'
import { sellingImports } from '../selling/imports.ts'
import { stockImports } from '../stock/imports/imports.ts'

const parts = [catalogueImports, stockImports, purchasingImports, sellingImports, partnerImports, planningImports]

/** The documented imports, without those that a process adds to its own catalogue. */
export const declaredImports = {
  kinds: parts.flatMap(({ kinds }) => kinds),
  profiles: parts.flatMap(({ profiles }) => profiles),
} as const satisfies ImportCatalogue

export const imports: ImportCatalogue = { ...declaredImports }
