/** Replenishment candidates of all suppliers: variants that the settings select and whose stock is running short. */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import type { Sql } from '../../contract/call.ts'
import { type Filter, readFilters } from '../../tables/arguments.ts'
import { readFiltered, type Scope } from '../../tables/page.ts'
import type { Param } from '../../tables/table.ts'
import { filterOfOrder } from '../../catalogue/filters/catalogue_filters.ts'
import { variantsTable } from '../../catalogue/variants/variants_table.ts'
import type { GenerationSettings } from './generation.model.ts'
import type { SupplyCandidate } from './proposals.rules.ts'

export interface Within {
  supplier_id?: string | undefined
  location_id?: string | undefined
  /**
   * counts: units in the basket count as ordered. replaced: the suggestions in the basket are about to be recalculated, so
   * they do not count, and items that a person added are skipped.
   */
  basket: 'counts' | 'replaced'
}

type Choice = Pick<GenerationSettings, 'search' | 'filter_args' | 'variant_ids' | 'exceptions'>

function selectionOf({ search, filter_args, variant_ids, exceptions }: Choice) {
  const scopes: Scope[] = []
  if (exceptions.length > 0) scopes.push((param) => `v.variant_id <> all(${param(arrayLiteral(exceptions))}::uuid[])`)
  if (variant_ids.length > 0) {
    scopes.push((param) => `v.variant_id = any(${param(arrayLiteral(variant_ids))}::uuid[])`)
    return { query: {}, scopes, filters: [] }
  }
  const args = JSON.stringify(filter_args)
  const query = { filter_args: args, ...(search === null ? {} : { search }) }
  return { query, scopes, filters: readFilters(variantsTable, args) }
}

const basketUnits = `
    union all
    select b.variant_id, b.location_id, b.quantity from purchase_basket_items b where b.organization_id = $1`
const notAddedByAPerson = `
  and not exists (select from purchase_basket_items b where b.organization_id = $1
    and b.variant_id = l.variant_id and b.location_id = l.location_id and b.source = 'manual')`

/**
 * Candidates at or below their reorder point. The rules decide; this only keeps a large catalogue out of memory. $1 is
 * the organisation and `filtered` the selected variants.
 */
function candidates({ supplier_id, location_id, basket }: Within, filters: readonly Filter[], param: Param): string {
  const ofOrder = filters.flatMap((filter) => filterOfOrder(filter, param) ?? [])
  return `
, planned as materialized (
  select d.variant_id, d.location_id, sum(d.quantity)::float8 as units from (
    select n.variant_id, o.location_id, n.quantity
    from purchase_orders o
    join purchase_order_lines n on n.organization_id = o.organization_id and n.purchase_order_id = o.purchase_order_id
    where o.organization_id = $1 and o.status = 'draft'${basket === 'counts' ? basketUnits : ''}) d
  group by d.variant_id, d.location_id)
select l.variant_id, l.location_id, v.sku, l.available, l.incoming, coalesce(d.units, 0) as planned,
  l.units_per_day::float8 as units_per_day, t.lead_time_days, t.review_period_days, sv.min_order_quantity, sv.batch_size,
  coalesce(sv.purchase_unit, 'EA') as purchase_unit, coalesce(sv.purchase_unit_factor, 1) as purchase_unit_factor,
  coalesce(sv.unit_cost, case when p.currency = su.currency then v.unit_cost end) as unit_cost, v.carton_quantity,
  v.carton_cbm, v.carton_weight_kg, p.category_id, su.supplier_id, su.name as supplier_name,
  su.min_order_quantity as supplier_min_order_quantity,
  su.min_order_value_cents::float8 as supplier_min_order_value_cents
from filtered f
join variants v on v.organization_id = $1 and v.variant_id = f.variant_id
join products p on p.organization_id = $1 and p.product_id = v.product_id
join stock_levels l on l.organization_id = $1 and l.variant_id = f.variant_id
join locations lo on lo.organization_id = $1 and lo.location_id = l.location_id and lo.is_active
left join supplier_variants sv on sv.organization_id = $1 and sv.variant_id = f.variant_id and sv.is_primary
left join suppliers su on su.organization_id = $1 and su.supplier_id = sv.supplier_id and su.is_active
left join planned d on d.variant_id = l.variant_id and d.location_id = l.location_id
cross join lateral (select coalesce(sv.lead_time_days, su.lead_time_days, l.lead_time_days) as lead_time_days,
  coalesce(su.review_period_days, l.review_period_days) as review_period_days) t
where p.status <> 'ARCHIVED' and v.archived_at is null and p.is_managed and l.units_per_day > 0
  and l.available + l.incoming + coalesce(d.units, 0) <= round(l.units_per_day * (t.lead_time_days + t.review_period_days), 9)
  ${supplier_id === undefined ? '' : `and su.supplier_id = ${param(supplier_id)}::uuid`}
  ${location_id === undefined ? '' : `and l.location_id = ${param(location_id)}::uuid`}
  ${ofOrder.map((condition) => `and ${condition}`).join(' ')}
  ${basket === 'replaced' ? notAddedByAPerson : ''}
order by su.name nulls last, su.supplier_id, lo.name, l.location_id, v.sku, l.variant_id`
}

export function readSupplyCandidates(
  sql: Sql,
  organization_id: string,
  choice: Choice,
  within: Within,
): Promise<SupplyCandidate[]> {
  const { query, scopes, filters } = selectionOf(choice)
  return readFiltered<SupplyCandidate>(
    sql,
    variantsTable,
    organization_id,
    query,
    (param) => candidates(within, filters, param),
    ...scopes,
  )
}
