import type { Sql } from '../../contract/sql.ts'

/** What the account owes of an issued invoice i: its total less the credit notes in force. */
export const openCents = (sql: Sql, organization_id: string) => sql`(i.total_cents - coalesce((
  select sum(c.total_cents) from credit_notes c
  where c.organization_id = ${organization_id} and c.invoice_id = i.invoice_id and c.state = 'issued'), 0))`
