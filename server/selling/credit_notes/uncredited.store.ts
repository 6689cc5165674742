/** Units of returns that came back, or are expected, and that no credit note in force credits. */
import { return_lines } from '../../../db/schema/selling/returns.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Fragment, Sql } from '../../contract/sql.ts'

const lineColumns = selection(return_lines, 'l', ['line_id as return_line_id', 'order_line_id!'])

interface OfReturn {
  return_id: Fragment
  state: Fragment
}

/** Those that arrived and were sold, and while the return is open those that are expected. */
export const uncreditedLines = (sql: Sql, organization_id: string, { return_id, state }: OfReturn): Fragment => sql`
  select ${lineColumns}, (u.units - c.units)::float8 as quantity
  from return_lines l
  cross join lateral (
    select case when ${state} = 'closed' then l.received_quantity - s.surplus
      else greatest(l.expected_quantity - l.missing_quantity, l.received_quantity) - s.surplus end as units
    from (
      select coalesce(sum(i.surplus_quantity), 0) as surplus from return_receipt_lines i
      where i.organization_id = ${organization_id} and i.return_id = l.return_id and i.line_id = l.line_id
    ) s
  ) u
  cross join lateral (
    select coalesce(sum(k.quantity), 0) as units
    from credit_note_lines k
    join credit_notes n on n.organization_id = ${organization_id} and n.credit_note_id = k.credit_note_id
    where k.organization_id = ${organization_id} and k.return_id = l.return_id and k.return_line_id = l.line_id
      and n.state = 'issued'
  ) c
  where l.organization_id = ${organization_id} and l.return_id = ${return_id} and l.order_line_id is not null
    and u.units > c.units`

export const readUncredited = (
  sql: Sql,
  organization_id: string,
  { return_id, state }: { return_id: number; state: string },
) => sql<(RowOf<typeof lineColumns> & { quantity: number })[]>`
  ${uncreditedLines(sql, organization_id, { return_id: sql`${return_id}`, state: sql`${state}::text` })}
  order by l.line_id`
