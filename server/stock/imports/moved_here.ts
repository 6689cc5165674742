/** Stock that a file set before and that moved here since: what a later file says of it is a choice. */
import { stock_movements } from '../../../db/schema/stock.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import type { Sql } from '../../contract/sql.ts'
import { pairKey } from '../../ledger/rules.ts'
import { setByImport } from '../adjustments/set_stock.ts'

export interface MovedStock {
  variant_id: string
  location_id: string
  on_hand: number
  /** The document of the last movement, such as `#1001`. */
  document_name: string
  occurred_on: string
}

const pairRows = recordset(stock_movements, ['variant_id', 'location_id'])

/** By variant and location: those whose last movement is no import's, though an import set them before. */
export async function readMovedHere(
  sql: Sql,
  { organization_id, time_zone }: { organization_id: string; time_zone: string },
  pairs: readonly { variant_id: string; location_id: string }[],
): Promise<Map<string, MovedStock>> {
  if (pairs.length === 0) return new Map()
  // Only the document of an adjustment has an id of this kind, and a comparison of texts would read all adjustments.
  const isImport = sql`(m.document_type = 'ledger_opening' or exists (
    select from stock_adjustments a where a.organization_id = ${organization_id} and a.note = ${setByImport}
      and a.adjustment_id = case m.document_type when 'manual_adjustment' then m.document_id::uuid end))`
  const rows = await sql<MovedStock[]>`
    select n.variant_id, n.location_id, l.on_hand_after as on_hand, l.document_name,
      (l.occurred_at at time zone ${time_zone})::date::text as occurred_on
    from ${pairRows.from(pairs)}
    cross join lateral (
      select m.on_hand_after, m.document_name, m.occurred_at, ${isImport} as is_import from stock_movements m
      where m.organization_id = ${organization_id} and m.variant_id = n.variant_id and m.location_id = n.location_id
      order by m.sequence desc limit 1
    ) l
    where not l.is_import and exists (
      select from stock_movements m
      where m.organization_id = ${organization_id} and m.variant_id = n.variant_id and m.location_id = n.location_id
        and ${isImport})`
  return new Map(rows.map((row) => [pairKey(row), row]))
}
