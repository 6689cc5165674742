/** Statements that name a table of organisations without being restricted to one organisation. */
import { globSync } from 'node:fs'
import { getTableColumns, getTableName, isTable } from 'drizzle-orm'
import { acrossOrganizations } from './across_organizations.ts'
import { repository, type Source } from './program.ts'
import { unrestrictedTables } from './restricted.ts'
import type { Statement } from './statements.ts'
import type { TableStatement } from './tables.ts'

export async function readTenantTables(): Promise<ReadonlySet<string>> {
  const files = globSync('**/*.ts', { cwd: `${repository}/db/schema` })
  const modules = await Promise.all(
    files.map((name) => import(`${repository}/db/schema/${name}`) as Promise<Record<string, unknown>>),
  )
  return new Set(
    modules
      .flatMap((module) => Object.values(module))
      .flatMap((value) => (isTable(value) && 'organization_id' in getTableColumns(value) ? [getTableName(value)] : [])),
  )
}

/** Unrestricted statements that across_organizations.ts does not list; in a whole run, entries for nothing as well. */
export async function tenancyFaults(
  { placeOf }: Source,
  statements: readonly Statement[],
  tables: readonly TableStatement[],
  isWhole: boolean,
): Promise<string[]> {
  const tenantTables = await readTenantTables()
  const places = [
    ...statements.map(({ node, forms }) => ({ place: placeOf(node), forms })),
    ...tables.map(({ place, form }) => ({ place, forms: [form] })),
  ]
  const found = places.flatMap(({ place, forms }) => {
    const named = new Set(forms.flatMap(({ text }) => unrestrictedTables(text, tenantTables)))
    return named.size === 0
      ? []
      : [{ file: place.split(/[: ]/)[0]!, line: `${place} unrestricted: ${[...named].join(' ')}` }]
  })
  const byFile = Map.groupBy(found, ({ file }) => file)
  const unlisted = [...byFile].flatMap(([file, inFile]) =>
    inFile.length === acrossOrganizations[file]?.statements ? [] : inFile.map(({ line }) => line),
  )
  const idle = Object.keys(acrossOrganizations).filter((file) => isWhole && !byFile.has(file))
  return [...unlisted, ...idle.map((file) => `${file} is listed in across_organizations.ts for nothing`)]
}
