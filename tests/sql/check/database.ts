/** What PostgreSQL says of each statement: its columns, or why it cannot be prepared. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { startEmbedded } from '../../../db/embedded/start.ts'
import { migrateDatabase } from '../../../db/migrate.ts'
import { valueTypes } from '../../../db/client/values.ts'
import type { Form } from './statements.ts'

/** What the driver makes of a value; `json` is whatever the JSON holds. */
export type Kind = 'string' | 'number' | 'boolean' | 'json' | 'bytes' | `${'string' | 'number' | 'boolean' | 'json'}[]`

export interface DescribedColumn {
  name: string
  sql_type: string
  kind: Kind
  /** The column of a table that it is; undefined where it is computed, by a generated column too. */
  origin: Origin | undefined
}

interface Origin {
  table: string
  column: string
  is_nullable: boolean
}

export type Description = { columns: DescribedColumn[] } | { error: string }

/** Works on the database that is named, or on a migrated one of its own, gone afterwards. */
export async function withDatabase<T>(url: string | undefined, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  if (url !== undefined) return connected(url, work)
  const folder = mkdtempSync(join(tmpdir(), 'statements-'))
  const cluster = await startEmbedded({ data_dir: join(folder, 'postgres'), durable: false })
  try {
    await migrateDatabase(cluster.url)
    return await connected(cluster.url, work)
  } finally {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function connected<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const options = { max: 1, fetch_types: false, types: valueTypes(), onnotice: () => {} }
  const sql = postgres(url, options as unknown as postgres.Options<{}>)
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

interface TypeRow {
  oid: number
  name: string
  element: number
}

interface ColumnRow extends Origin {
  table_oid: number
  number: number
}

interface DriverColumn {
  name: string
  type: number
  table: number
  number: number
}

export async function makeDescribe(sql: postgres.Sql): Promise<(form: Form) => Promise<Description>> {
  const types = await sql<TypeRow[]>`
    select oid::int, typname as name, case when typcategory = 'A' then typelem::int else 0 end as element from pg_type`
  const columns = await sql<ColumnRow[]>`
    select a.attrelid::int as table_oid, a.attnum as number, c.relname as table, a.attname as column,
      not a.attnotnull as is_nullable
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attnum > 0 and a.attrelid >= 16384 and a.attgenerated = ''`
  const typeByOid = new Map(types.map((type) => [type.oid, type]))
  const origins = new Map(columns.map((column) => [`${column.table_oid} ${column.number}`, column]))
  const { parsers } = sql.options as unknown as { parsers: Record<number, unknown> }
  const kindOf = (oid: number): Kind => {
    const { element = 0 } = typeByOid.get(oid) ?? {}
    // An array that the driver knows no parser for travels as text.
    if (element !== 0 && parsers[oid]) return `${kindOf(element) as 'string'}[]`
    return scalars[oid] ?? 'string'
  }
  return async ({ text, parameters }) => {
    try {
      const values = parameters.map((type) => (type === 'boolean' ? true : null))
      const described = (await sql.unsafe(text, values).describe()) as unknown as { columns: DriverColumn[] | null }
      return {
        columns: (described.columns ?? []).map(({ name, type, table, number }) => ({
          name,
          sql_type: typeByOid.get(type)?.name ?? String(type),
          kind: kindOf(type),
          origin: origins.get(`${table} ${number}`),
        })),
      }
    } catch (error) {
      if (error instanceof postgres.PostgresError) return { error: error.message }
      throw error
    }
  }
}

const scalars: Record<number, Kind> = {
  ...Object.fromEntries([21, 23, 26, 700, 701].map((oid) => [oid, 'number'])),
  16: 'boolean',
  17: 'bytes',
  114: 'json',
  3802: 'json',
}
