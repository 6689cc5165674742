/** Stock that is opened without a cost has the purchase cost of its variant. */
import { variants } from '../../../db/schema/catalogue.ts'
import { selection, type RowOf } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/sql.ts'
import type { RecordPlan } from '../../imports/record_plan.ts'
import type { StockWrite } from '../adjustments/set_stock.model.ts'

const columns = selection(variants, 'v', ['variant_id', 'unit_cost!'])

export async function withOpeningCosts(
  sql: Sql,
  organization_id: string,
  plans: readonly RecordPlan<StockWrite>[],
): Promise<readonly RecordPlan<StockWrite>[]> {
  const ids = plans.flatMap((plan) =>
    plan.outcome === 'created' && plan.write.unit_cost === null ? plan.write.variant_id : [],
  )
  if (ids.length === 0) return plans
  const rows = await sql<RowOf<typeof columns>[]>`
    select ${columns} from variants v
    where v.organization_id = ${organization_id} and v.variant_id = any(${[...new Set(ids)]}::uuid[])
      and v.unit_cost is not null`
  const costs = new Map(rows.map(({ variant_id, unit_cost }) => [variant_id, unit_cost]))
  return plans.map((plan) => {
    if (plan.outcome !== 'created') return plan
    const { variant_id, unit_cost } = plan.write
    return { ...plan, write: { ...plan.write, unit_cost: unit_cost ?? costs.get(variant_id) ?? null } }
  })
}
