/** Names that a paper may have anywhere: those of the account and of the organisation. That of a door would be a place. */
import type { Sql } from '../../contract/sql.ts'
import type { ReadingJob } from './queue.store.ts'

export async function readParties(sql: Sql, { organization_id, document_id }: ReadingJob): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select name from organizations where organization_id = ${organization_id}
    union
    select p.name
    from order_documents d
    join trading_partners p on p.organization_id = d.organization_id and p.trading_partner_id = d.trading_partner_id
    where d.organization_id = ${organization_id} and d.document_id = ${document_id}`
  return rows.map(({ name }) => name)
}
