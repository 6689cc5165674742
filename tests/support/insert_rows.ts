/** How a scene becomes rows, and its words ids. */
import { uuidv7 } from 'uuidv7'
import type { Ids } from './fixture.ts'
import type { Tenant } from './tenant.ts'

export type Row = Record<string, unknown>

/** Words to ids; a word that the scene does not know is a mistake of the test. */
export const idOf = (ids: Ids, word: string): string => {
  if (ids[word] === undefined) throw new Error(`the scene has no "${word}"`)
  return ids[word]
}
export const idOrNull = (ids: Ids, word: string | undefined) => (word === undefined ? null : idOf(ids, word))
export const freshIds = (words: readonly string[]): Ids => Object.fromEntries(words.map((word) => [word, uuidv7()]))

/** Inserts rows of one shape; JSON arrays become SQL arrays where the column is one. */
export async function insertRows(tenant: Tenant, table: string, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const { sql } = tenant.service.database
  const full = rows.map((row) => ({ organization_id: tenant.organization_id, ...row }))
  const columns = Object.keys(full[0]!)
  await sql`
    insert into ${sql(table)} (${sql(columns)})
    select ${sql(columns)} from jsonb_populate_recordset(null::${sql(table)}, ${JSON.stringify(full)}::text::jsonb)`
}
