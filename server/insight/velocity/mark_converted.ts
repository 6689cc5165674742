/** Marks the variants whose stored figures a change of exchange rates concerns, so that they are measured again. */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import type { Sql } from '../../contract/sql.ts'
import { velocityWeeks } from '../known_values.ts'

/** Twice the longest window: a window and the one before it. */
const days = Math.max(...velocityWeeks) * 14

/** Of sales in the currencies: a rate is in force from its date on, and windows reach back so far. */
export async function markConverted(sql: Sql, organization_id: string, currencies: readonly string[]): Promise<void> {
  if (currencies.length === 0) return
  await sql`
    insert into velocity_changes (organization_id, variant_id)
    select distinct s.organization_id, s.variant_id from sales_daily s
    where s.organization_id = ${organization_id} and s.day >= current_date - ${days + 1}::int
      and s.currency = any(${arrayLiteral([...new Set(currencies)])}::text[])`
}
