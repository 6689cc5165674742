/** Every kind of import and every built-in profile, from the domains that declare them. */
import type { ImportCatalogue } from '../imports/kind.ts'

export const imports: ImportCatalogue = { kinds: [], profiles: [] }
