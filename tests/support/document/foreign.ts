/** Ids by kind from an organisation's rows, and a fingerprint of all those rows. */
import type { Tenant } from '../service/tenant.ts'

interface Column {
  table: string
  column: string
}

/** Tables that only record usage of the service. */
const bookkeeping = new Set(['key_usage', 'allowances', 'remembered_writes', 'api_keys', 'memberships'])

async function tenantColumns(tenant: Tenant): Promise<Column[]> {
  return await tenant.service.database.sql<Column[]>`
    select c.table_name as table, c.column_name as column
    from information_schema.columns c
    join information_schema.columns o on o.table_schema = c.table_schema and o.table_name = c.table_name
      and o.column_name = 'organization_id'
    where c.table_schema = 'public' and c.table_name <> 'organizations'
      and (c.column_name like '%\_id' or c.column_name = 'file_key')
    order by c.table_name, c.column_name`
}

/** One id of each kind, such as `variant_id` or `stocktake_id`, from the organisation's rows. */
export async function idsOf(tenant: Tenant): Promise<Map<string, string>> {
  const { sql } = tenant.service.database
  const ids = new Map<string, string>()
  for (const { table, column } of await tenantColumns(tenant)) {
    if (bookkeeping.has(table) || ids.has(column) || (table === 'account_contacts' && column === 'contact_id')) continue
    const [row] = await sql.unsafe<{ id: string }[]>(
      `select "${column}"::text as id from "${table}" where organization_id = $1 and "${column}" is not null order by 1 limit 1`,
      [tenant.organization_id],
    )
    if (row) ids.set(column, row.id)
  }
  return ids
}

/** The kind of id that a name expects: `source_location_id` is a location, `partner_id` an account. */
export function idFor(ids: ReadonlyMap<string, string>, name: string): string | undefined {
  const aliases: Record<string, string> = { account_id: 'trading_partner_id', partner_id: 'trading_partner_id' }
  for (let rest = aliases[name] ?? name; ; rest = rest.slice(rest.indexOf('_') + 1)) {
    const id = ids.get(rest)
    if (id !== undefined) return id
    if (!rest.includes('_')) return undefined
  }
}

/** Changes if any row of the organisation changes. */
export async function fingerprint(tenant: Tenant): Promise<Record<string, string>> {
  const { sql } = tenant.service.database
  const tables = [...new Set((await tenantColumns(tenant)).map(({ table }) => table))].filter(
    (table) => !bookkeeping.has(table),
  )
  const prints: Record<string, string> = {}
  for (const table of tables) {
    const [row] = await sql.unsafe<{ print: string }[]>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as print
       from "${table}" t where organization_id = $1`,
      [tenant.organization_id],
    )
    prints[table] = row!.print
  }
  return prints
}
