/** Every row of an organisation, so that the effect of a write can be compared. */
import { oncePerDatabase } from '../once.ts'
import type { TestService } from '../service/service.ts'
import type { Tenant } from '../service/tenant.ts'

/** Tables that only record usage of the service, and when a key was last used. */
const bookkeeping = ['key_usage', 'allowances', 'remembered_writes']
const useOfKeys = ['last_used_at']

const tenantTables = oncePerDatabase(async ({ database }: TestService): Promise<readonly string[]> => {
  const tables = await database.sql<{ name: string }[]>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = 'public' and c.column_name = 'organization_id' and t.table_type = 'BASE TABLE'
      and c.table_name <> all(${bookkeeping})
    order by c.table_name`
  return tables.map(({ name }) => name)
})

/** By table, each row as text, sorted. */
export async function rowImages({ service, organization_id }: Tenant): Promise<Record<string, string[]>> {
  const tables = await tenantTables(service)
  const rows = await service.database.sql.unsafe<{ name: string; image: string }[]>(
    `${tables
      .map(
        (table) => `select '${table}' as name, (to_jsonb(t) - $2::text[])::text as image from "${table}" t
          where organization_id = $1`,
      )
      .join(' union all ')} order by 1, 2`,
    [organization_id, useOfKeys] as never[],
    { prepare: true },
  )
  const images: Record<string, string[]> = Object.fromEntries(tables.map((table) => [table, []]))
  for (const { name, image } of rows) images[name]!.push(image)
  return images
}
/** The rows of each table that are in only one of the images; empty if nothing changed. */
export function changedRows(before: Record<string, string[]>, after: Record<string, string[]>): string[] {
  return Object.keys(after).flatMap((table) => {
    const [was, is] = [new Set(before[table]), new Set(after[table])]
    const gone = [...was].filter((row) => !is.has(row)).map((row) => `- ${table} ${row}`)
    return [...gone, ...[...is].filter((row) => !was.has(row)).map((row) => `+ ${table} ${row}`)]
  })
}
