/** The manifest of an export: the last file of its archive. */
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { isCurrency } from '../../contract/money.ts'
import { Type } from '../../contract/schema.ts'
import type { Static } from '../../contract/schema.ts'
import { exportedTables } from './declaration.ts'
import { ExportFault } from './export_fault.ts'

export const exportFormat = 'merchant-api organisation export'
export const formatVersion = 2
export const manifestPath = 'manifest.json'

const count = Type.Integer({ minimum: 0 })

const Manifest = Type.Object({
  format: Type.Literal(exportFormat),
  format_version: Type.Literal(formatVersion),
  /** When the newest migration of the database was made, in milliseconds since 1970. */
  migration: Type.String(),
  /** All rows are of this time. */
  taken_at: Type.String(),
  /** Settings that figures depend on; an import sets all but the name. */
  organization: Type.Object({
    organization_id: Type.String(),
    name: Type.String(),
    currency: Type.String({ pattern: '^[A-Z]{3}$' }),
    time_zone: Type.String(),
    fiscal_year_start_month: Type.Integer({ minimum: 1, maximum: 12 }),
  }),
  /** Fields of each line, in their order. */
  tables: Type.Array(Type.Object({ table: Type.String(), columns: Type.Array(Type.String()), rows: count })),
  files: Type.Array(
    Type.Object({ path: Type.String(), table: Type.String(), rows: count, bytes: count, sha256: Type.String() }),
  ),
  left_out: Type.Object({
    tables: Type.Record(Type.String(), Type.String()),
    columns: Type.Record(Type.String(), Type.Record(Type.String(), Type.String())),
  }),
})
export type Manifest = Static<typeof Manifest>
export type ManifestFile = Manifest['files'][number]
export type OrganizationSettings = Omit<Manifest['organization'], 'organization_id'>

const check = TypeCompiler.Compile(Manifest)

/** Refuses a manifest that this release does not import. */
export function readManifest(content: Buffer): Manifest {
  const manifest = parse(content)
  if (typeof manifest !== 'object' || manifest === null || !('format' in manifest) || manifest.format !== exportFormat)
    throw new ExportFault('The file is not an export of an organisation.')
  if (!('format_version' in manifest) || manifest.format_version !== formatVersion)
    throw new ExportFault(
      `The export has the format version ${JSON.stringify('format_version' in manifest ? manifest.format_version : null)}; this release imports version ${formatVersion}.`,
    )
  if (!check.Check(manifest)) {
    const fault = check.Errors(manifest).First()
    throw new ExportFault(`The manifest of the export is damaged: ${fault?.path ?? ''} ${fault?.message ?? ''}.`)
  }
  const { currency } = manifest.organization
  if (!isCurrency(currency))
    throw new ExportFault(`The manifest has the currency ${currency}, which is no ISO 4217 code.`)
  checkTables(manifest)
  return manifest
}

function parse(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString())
  } catch {
    throw new ExportFault('The manifest of the export is damaged: it is not JSON.')
  }
}

/** Every table and column must be known, and each table must follow those that it refers to. */
function checkTables({ tables, files }: Manifest): void {
  const seen = new Set<string>()
  for (const { table, columns } of tables) {
    const known = exportedTables.find(({ name }) => name === table)
    if (known === undefined || seen.has(table))
      throw new ExportFault(`The export has a table ${table} that this release does not import.`)
    const unknown = columns.find((column) => !known.columns.some(({ name }) => name === column))
    if (unknown !== undefined)
      throw new ExportFault(`The export has a column ${table}.${unknown} that this release does not import.`)
    const missing = known.columns.find(({ name, required }) => required && !columns.includes(name))
    if (missing !== undefined) throw new ExportFault(`The export lacks the column ${table}.${missing.name}.`)
    const late = known.references.find((name) => !seen.has(name) && tables.some((one) => one.table === name))
    if (late !== undefined) throw new ExportFault(`The export has ${table} before ${late}, to which it refers.`)
    seen.add(table)
  }
  for (const { table, rows } of tables) {
    const rowCount = files.filter((file) => file.table === table).reduce((sum, file) => sum + file.rows, 0)
    if (rowCount !== rows)
      throw new ExportFault(`The manifest has ${rows} rows of ${table}, and its files ${rowCount}.`)
  }
  const order = files.map(({ table }) => tables.findIndex((one) => one.table === table))
  if (order.some((place, i) => place < 0 || place < (order[i - 1] ?? 0)))
    throw new ExportFault('The manifest lists its files in another order than its tables.')
}
