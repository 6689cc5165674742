/** Order lines for what a supplier's variants need at a location beyond existing drafts. */
import type { Sql } from '../../contract/call.ts'
import type { DraftLine } from '../order_creation/draft.ts'
import { type Candidate, type OrderMinimums, propose } from '../generation/replenishment.rules.ts'

const readCandidates = (sql: Sql, organization_id: string, supplier_id: string, location_id: string) => sql<
  Candidate[]
>`
  with planned as materialized (
    select n.variant_id, sum(n.quantity)::float8 as units
    from purchase_orders o
    join purchase_order_lines n on n.organization_id = o.organization_id and n.purchase_order_id = o.purchase_order_id
    where o.organization_id = ${organization_id} and o.status = 'draft' and o.location_id = ${location_id}
    group by n.variant_id
  )
  select l.variant_id, l.location_id, l.available, l.incoming, coalesce(d.units, 0) as planned,
    l.units_per_day::float8 as units_per_day,
    coalesce(sv.lead_time_days, su.lead_time_days, l.lead_time_days) as lead_time_days,
    coalesce(su.review_period_days, l.review_period_days) as review_period_days, sv.min_order_quantity, sv.batch_size,
    sv.purchase_unit, sv.purchase_unit_factor,
    coalesce(sv.unit_cost, case when p.currency = su.currency then v.unit_cost end) as unit_cost
  from supplier_variants sv
  join suppliers su on su.organization_id = sv.organization_id and su.supplier_id = sv.supplier_id
  join stock_levels l on l.organization_id = sv.organization_id and l.variant_id = sv.variant_id
    and l.location_id = ${location_id}
  join variants v on v.organization_id = sv.organization_id and v.variant_id = sv.variant_id
  join products p on p.organization_id = v.organization_id and p.product_id = v.product_id
  left join planned d on d.variant_id = sv.variant_id
  where sv.organization_id = ${organization_id} and sv.supplier_id = ${supplier_id} and p.status <> 'ARCHIVED'
    and v.archived_at is null and p.is_managed and l.units_per_day > 0
  order by v.sku`

interface Policy extends OrderMinimums {
  horizon_days: number
  top_up_to_moq: boolean
  round_to_batch_size: boolean
}

/** The supplier's minimums and the organisation's generation settings. */
const readPolicy = (sql: Sql, organization_id: string, supplier_id: string) => sql<Policy[]>`
  select su.min_order_quantity, su.min_order_value_cents::float8 as min_order_value_cents,
    coalesce(g.horizon_days, 28) as horizon_days, coalesce(g.top_up_to_moq, true) as top_up_to_moq,
    coalesce(g.round_to_batch_size, true) as round_to_batch_size
  from suppliers su
  left join purchase_generation_settings g on g.organization_id = su.organization_id
  where su.organization_id = ${organization_id} and su.supplier_id = ${supplier_id}`

/** Returns no lines if nothing is needed or the supplier is unknown. */
export async function suggestLines(
  sql: Sql,
  organization_id: string,
  supplier_id: string,
  location_id: string,
): Promise<DraftLine[]> {
  const [candidates, [policy]] = await Promise.all([
    readCandidates(sql, organization_id, supplier_id, location_id),
    readPolicy(sql, organization_id, supplier_id),
  ])
  if (policy === undefined) return []
  const proposal = propose(candidates, policy, policy)
  return (proposal?.lines ?? []).map(({ variant_id, quantity }) => ({ variant_id, quantity }))
}
