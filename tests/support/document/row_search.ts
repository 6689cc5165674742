/** Finds text in the rows that a test wrote, whichever table holds it: what must not be stored is nowhere. */
import type { TestService } from '../service/service.ts'

/** The next transaction: rows from here on are those that a test writes, and others beside it. */
export async function nextTransaction({ database }: TestService): Promise<string> {
  const [row] = await database.sql<{ id: string }[]>`select pg_current_xact_id()::xid::text as id`
  return row!.id
}

/** For each text the tables with a row that contains it, in any column and of any organisation, written since then. */
export async function tablesWith(
  { database }: TestService,
  since: string,
  texts: readonly string[],
): Promise<string[][]> {
  // Bytes are searched as the text that they hold.
  const tables = await database.sql<{ name: string; bytes: string[] }[]>`
    select t.table_name as name, coalesce(array_agg(c.column_name::text) filter (where c.data_type = 'bytea'), '{}') as bytes
    from information_schema.tables t
    join information_schema.columns c on c.table_schema = t.table_schema and c.table_name = t.table_name
    where t.table_schema = 'public' and t.table_type = 'BASE TABLE' group by t.table_name`
  const imageOf = (bytes: readonly string[]) =>
    ['t::text', ...bytes.map((column) => `coalesce(encode(t."${column}", 'escape'), '')`)].join(` || ' ' || `)
  // Only the new rows are turned into text: the database of a whole run holds millions.
  const rows = await database.sql.unsafe<{ name: string; image: string }[]>(
    tables
      .map(
        ({ name, bytes }) =>
          `select '${name}' as name, lower(${imageOf(bytes)}) as image from "${name}" t where age(xmin) <= age($1::xid)`,
      )
      .join(' union all '),
    [since],
  )
  return texts.map((text) => {
    const found = rows.filter(({ image }) => image.includes(text.toLowerCase()))
    return [...new Set(found.map(({ name }) => name))].toSorted()
  })
}
