/** Issued invoices of the last year by the day on which they are due, less what was credited. */
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { openCents } from '../../selling/invoices/balance.store.ts'

export interface ReceivableFact {
  /** The due date; `past` if it is before the current day, `undated` without one. */
  due: string
  currency: string
  cents: number
}

export const readReceivables = (sql: Sql, organization_id: string, today: string) => sql<ReceivableFact[]>`
  select case when due_on is null then 'undated' when due_on < ${today}::date then 'past' else due_on::text end as due,
    currency, sum(open_cents)::float8 as cents
  from (
    select i.due_on, i.currency, ${openCents(sql, organization_id)} as open_cents
    from invoices i
    where i.organization_id = ${organization_id} and i.state = 'issued'
      and i.issued_at >= ${today}::date - ${limits.cash_payable_days}::int
  ) open
  where open_cents > 0
  group by 1, currency
  order by 1, currency`
