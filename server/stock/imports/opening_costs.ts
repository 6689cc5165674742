/** Stock that is opened without a cost has the purchase cost of its variant. */
import { variants } from '../../../db/schema/catalogue.ts'
import { selection, type RowOf } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/sql.ts'
import type { RecordDiff } from '../../imports/record_diff.ts'
import type { StockWrite } from '../adjustments/set_stock.model.ts'

const columns = selection(variants, 'v', ['variant_id', 'unit_cost!'])

export async function withOpeningCosts(
  sql: Sql,
  organization_id: string,
  diffs: readonly RecordDiff<StockWrite>[],
): Promise<readonly RecordDiff<StockWrite>[]> {
  const ids = diffs.flatMap((diff) =>
    diff.outcome === 'created' && diff.write.unit_cost === null ? diff.write.variant_id : [],
  )
  if (ids.length === 0) return diffs
  const rows = await sql<RowOf<typeof columns>[]>`
    select ${columns} from variants v
    where v.organization_id = ${organization_id} and v.variant_id = any(${[...new Set(ids)]}::uuid[])
      and v.unit_cost is not null`
  const costs = new Map(rows.map(({ variant_id, unit_cost }) => [variant_id, unit_cost]))
  return diffs.map((diff) => {
    if (diff.outcome !== 'created') return diff
    const { variant_id, unit_cost } = diff.write
    return { ...diff, write: { ...diff.write, unit_cost: unit_cost ?? costs.get(variant_id) ?? null } }
  })
}
