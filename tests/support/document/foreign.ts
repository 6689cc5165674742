/** Ids by kind from an organisation's rows, and a fingerprint of all those rows. */
import { oncePerDatabase } from '../once.ts'
import type { TestService } from '../service/service.ts'
import type { Tenant } from '../service/tenant.ts'

interface Column {
  table: string
  column: string
}

/** Tables that only record usage of the service. */
const bookkeeping = ['key_usage', 'allowances', 'remembered_writes', 'api_keys', 'memberships']

const idColumns = oncePerDatabase(
  async ({ database }: TestService): Promise<readonly Column[]> =>
    await database.sql<Column[]>`
    select c.table_name as table, c.column_name as column
    from information_schema.columns c
    join information_schema.columns o on o.table_schema = c.table_schema and o.table_name = c.table_name
      and o.column_name = 'organization_id'
    where c.table_schema = 'public' and c.table_name <> 'organizations' and c.table_name <> all(${bookkeeping})
      and (c.column_name like '%\\_id' or c.column_name = 'file_key')
      and (c.table_name, c.column_name) <> ('account_contacts', 'contact_id')
    order by c.table_name, c.column_name`,
)

/** The line of a sales order has another name in requests than that of a purchase order. */
const nameOf = ({ table, column }: Column) => {
  if (table === 'order_lines' && column === 'line_id') return 'line_item_id'
  // A filed order paper and a document that was sent have one name in requests.
  if (table === 'order_documents' && column === 'document_id') return 'order_document_id'
  // A document travelled in an interchange that is written or read; requests name those that are held.
  if (table === 'edi_documents' && column === 'interchange_id') return 'travelled_in_id'
  if (table === 'edi_documents' && column === 'document_id') return 'edi_document_id'
  if (table === 'fulfilments' && column === 'fulfilment_id') return 'shipment_id'
  // Requests name events of demand alone.
  return table === 'catalogue_events' && column === 'event_id' ? 'catalogue_event_id' : column
}

/** One id of each kind, such as `variant_id` or `stocktake_id`, from the organisation's rows, or from those of some tables. */
export async function idsOf(tenant: Tenant, tables?: readonly string[]): Promise<Map<string, string>> {
  const columns = (await idColumns(tenant.service)).filter(
    ({ table }) => tables === undefined || tables.includes(table),
  )
  const byTable = [...Map.groupBy(columns, ({ table }) => table)]
  // One scan of each table. Beside a count, the planner does not look for an index for each minimum.
  const [row] = await tenant.service.database.sql.unsafe<{ ids: (string | null)[][] }[]>(
    `select to_json(array[${byTable
      .map(
        ([table, of]) =>
          `(select json_build_array(${of.map(({ column }) => `min("${column}"::text)`).join()}, count(*))
            from "${table}" where organization_id = $1)`,
      )
      .join()}]) as ids`,
    [tenant.organization_id],
    { prepare: true },
  )
  const ids = new Map<string, string>()
  for (const [i, [, of]] of byTable.entries())
    for (const [j, column] of of.entries()) {
      const id = row!.ids[i]![j]
      if (id != null && !ids.has(nameOf(column))) ids.set(nameOf(column), id)
    }
  return ids
}

/** The kind of id that a name expects: `source_location_id` is a location, `partner_id` an account. */
export function idFor(ids: ReadonlyMap<string, string>, name: string): string | undefined {
  const aliases: Record<string, string> = {
    account_id: 'trading_partner_id',
    partner_id: 'trading_partner_id',
    retailer_id: 'trading_partner_id',
  }
  for (let rest = aliases[name] ?? name; ; rest = rest.slice(rest.indexOf('_') + 1)) {
    const id = ids.get(rest)
    if (id !== undefined) return id
    if (!rest.includes('_')) return undefined
  }
}

/** The kind of id that a name expects in this operation. */
export const kindIn = ({ id }: { id: string }, name: string): string =>
  name === 'document_id' && (id.startsWith('orders.') || id.endsWith('_order_document')) ? 'order_document_id' : name

/** Changes if any row of the organisation changes. */
export async function fingerprint(tenant: Tenant): Promise<Record<string, string>> {
  const tables = [...new Set((await idColumns(tenant.service)).map(({ table }) => table))]
  const prints = await tenant.service.database.sql.unsafe<{ name: string; print: string }[]>(
    tables
      .map(
        (table) => `select '${table}' as name,
          count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as print
          from "${table}" t where organization_id = $1`,
      )
      .join(' union all '),
    [tenant.organization_id],
    { prepare: true },
  )
  return Object.fromEntries(prints.map(({ name, print }) => [name, print]))
}
