/** What of an invoice is paid and open: one definition for every read, of any invoice i. */
import type { Sql } from '../../contract/sql.ts'

/** Credited by credit notes in force. */
export const creditedCents = (sql: Sql, organization_id: string) => sql`coalesce((
  select sum(c.total_cents) from credit_notes c
  where c.organization_id = ${organization_id} and c.invoice_id = i.invoice_id and c.state = 'issued'), 0)`

/** Paid by payments that are applied to it. */
export const paidCents = (sql: Sql, organization_id: string) => sql`coalesce((
  select sum(a.amount_cents) from payment_allocations a
  where a.organization_id = ${organization_id} and a.invoice_id = i.invoice_id), 0)`

/** What the account owes of it: its total less credit notes and payments; nothing of a void one. */
export const openCents = (sql: Sql, organization_id: string) => sql`(case when i.state = 'void' then 0
  else i.total_cents - ${creditedCents(sql, organization_id)} - ${paidCents(sql, organization_id)} end)`

export interface DayOfBalance {
  day: string
  time_zone: string
}

/** The same at the end of a day, for an invoice that was issued by then. */
export const openCentsOn = (sql: Sql, organization_id: string, { day, time_zone }: DayOfBalance) => sql`(
  case when (i.voided_at at time zone ${time_zone})::date <= ${day}::date then 0
  else i.total_cents - coalesce((
      select sum(c.total_cents) from credit_notes c
      where c.organization_id = ${organization_id} and c.invoice_id = i.invoice_id and c.issued_on <= ${day}::date
        and (c.cancelled_on is null or c.cancelled_on > ${day}::date)), 0)
    - coalesce((
      select sum(a.amount_cents) from payment_allocations a
      where a.organization_id = ${organization_id} and a.invoice_id = i.invoice_id
        and a.allocated_on <= ${day}::date), 0) end)`
