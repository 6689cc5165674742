/** Issued invoices of the last year by the day on which they are due. */
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'

export interface ReceivableFact {
  /** The due date; `past` if it is before the current day, `undated` without one. */
  due: string
  currency: string
  cents: number
}

export const readReceivables = (sql: Sql, organization_id: string, today: string) => sql<ReceivableFact[]>`
  select case when due_on is null then 'undated' when due_on < ${today}::date then 'past' else due_on::text end as due,
    currency, sum(total_cents)::float8 as cents
  from invoices
  where organization_id = ${organization_id} and state = 'issued'
    and issued_at >= ${today}::date - ${limits.cash_payable_days}::int
  group by 1, currency
  order by 1, currency`
