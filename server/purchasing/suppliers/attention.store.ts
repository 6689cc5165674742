/** SQL of what needs attention at a supplier: the number of findings of each kind, and the first few. */
import { suppliers } from '../../../db/schema/suppliers.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import type { Fragment, Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { refuse } from '../../contract/refusals.ts'
import { openOrderStatuses } from '../../contract/stock.ts'
import type { Found } from './attention.rules.ts'

export interface Scope {
  organization_id: string
  supplier_id: string
  time_zone: string
  today: string
}

const openStatuses = arrayLiteral(openOrderStatuses)

const factColumns = selection(suppliers, 'su', ['name', 'order_channel', 'order_email', 'lead_time_days', 'is_active'])
export interface SupplierFacts extends RowOf<typeof factColumns> {
  has_primary_contact: boolean
  /** Used for orders if the supplier has no address of its own. */
  primary_contact_email: string | null
  variants: number
  primary_variants: number
  open_orders: number
}

async function findFacts(sql: Sql, { organization_id, supplier_id }: Scope): Promise<SupplierFacts> {
  const [row] = await sql<SupplierFacts[]>`
    select ${factColumns}, pc.contact_id is not null as has_primary_contact, pc.email as primary_contact_email,
      sv.variants, sv.primary_variants,
      (select count(*)::int from purchase_orders o where o.organization_id = su.organization_id
        and o.supplier_id = su.supplier_id and o.status = any(${openStatuses}::text[])) as open_orders
    from suppliers su
    left join contacts pc on pc.organization_id = su.organization_id and pc.supplier_id = su.supplier_id
      and pc.is_primary
    cross join lateral (
      select count(*)::int as variants, count(*) filter (where v.is_primary)::int as primary_variants
      from supplier_variants v where v.organization_id = su.organization_id and v.supplier_id = su.supplier_id
    ) sv
    where su.organization_id = ${organization_id} and su.supplier_id = ${supplier_id}`
  return row ?? refuse('supplier_not_on_file')
}

/** `source` returns kind, severity, type, id, name, since, units and place, which sorts within a kind. */
const firstOf = (sql: Sql, source: Fragment) => sql<Found[]>`
  with found as materialized (${source}), ranked as (
    select f.*, row_number() over (partition by kind order by place nulls last, id) as at from found f
  )
  select kind, count(*)::int as count,
    case when bool_or(severity = 'blocking') then 'blocking' end as severity,
    jsonb_agg(jsonb_build_object('type', type, 'id', id, 'name', name, 'since', since, 'units', units) order by at)
      filter (where at <= ${limits.supplier_attention_subjects_max}) as subjects
  from ranked group by kind`

/** An order counts under each kind that applies: a late order can also be on hold. */
const ofOrders = (sql: Sql, { organization_id, supplier_id, time_zone, today }: Scope) => sql`
  select k.kind, null::text as severity, 'purchase_order' as type, o.id::text as id, o.name, k.since, o.units,
    k.place
  from (
    select p.purchase_order_id as id, p.name, p.status, p.on_hold, p.expected_delivery_date,
      (p.approved_at at time zone ${time_zone})::date as approved_on,
      sum(greatest(l.quantity - l.delivered_quantity, 0))::float8 as units,
      min(coalesce(l.expected_delivery_date, p.expected_delivery_date)) filter (
        where l.delivered_quantity < l.quantity) as due_on
    from purchase_orders p
    join purchase_order_lines l on l.organization_id = p.organization_id and l.purchase_order_id = p.purchase_order_id
    where p.organization_id = ${organization_id} and p.supplier_id = ${supplier_id}
      and p.status = any(${openStatuses}::text[])
    group by p.organization_id, p.purchase_order_id
  ) o
  cross join lateral (
    select 'orders_overdue' as kind, o.due_on as since, o.due_on as place where o.due_on < ${today}::date
    union all select 'orders_on_hold', null, o.due_on where o.on_hold
    union all select 'orders_to_issue', o.approved_on, o.approved_on where o.status = 'approved' and not o.on_hold
  ) k`

const ofExceptions = (sql: Sql, { organization_id, supplier_id, time_zone }: Scope) => sql`
  select 'exceptions_open' as kind, e.severity, 'exception' as type, e.exception_id::text as id, e.sentence as name,
    (e.opened_at at time zone ${time_zone})::date as since, null::float8 as units,
    (e.opened_at at time zone ${time_zone})::date as place
  from exceptions e
  join purchase_orders o on o.organization_id = e.organization_id
    and o.purchase_order_id = case when e.subject_type = 'purchase_order' then e.subject_id::uuid end
  where e.organization_id = ${organization_id} and e.resolved_at is null and o.supplier_id = ${supplier_id}`

const ofSignals = (sql: Sql, { organization_id, supplier_id, time_zone }: Scope) => sql`
  select 'supplier_updates_pending' as kind, null::text as severity, 'supplier_signal' as type,
    s.signal_id::text as id, o.name || ': ' || coalesce(s.sentence, replace(s.signal_type, '_', ' ')) as name,
    (s.reported_at at time zone ${time_zone})::date as since, null::float8 as units,
    (s.reported_at at time zone ${time_zone})::date as place
  from supplier_signals s
  join purchase_orders o on o.organization_id = s.organization_id and o.purchase_order_id = s.purchase_order_id
  where s.organization_id = ${organization_id} and s.supplier_id = ${supplier_id} and s.state = 'pending'`

/** Variants with this primary supplier that sell and run out at a location before a new order could arrive. */
const ofStock = (sql: Sql, { organization_id, supplier_id }: Scope) => sql`
  select 'stock_at_risk' as kind, null::text as severity, 'variant' as type, v.variant_id::text as id, v.sku as name,
    null::date as since, sum(l.available + l.incoming)::float8 as units,
    min((l.available + l.incoming) / l.units_per_day) as place
  from supplier_variants sv
  join stock_levels l on l.organization_id = sv.organization_id and l.variant_id = sv.variant_id
  join variants v on v.organization_id = sv.organization_id and v.variant_id = sv.variant_id
  join products p on p.organization_id = v.organization_id and p.product_id = v.product_id and p.status <> 'ARCHIVED'
  where sv.organization_id = ${organization_id} and sv.supplier_id = ${supplier_id} and sv.is_primary
    and l.health in ('out_of_stock', 'critical') and l.units_per_day > 0
    and l.available + l.incoming < round(l.units_per_day * l.lead_time_days, 9)
  group by v.variant_id, v.sku`

const ofCosts = (sql: Sql, { organization_id, supplier_id }: Scope) => sql`
  select 'costs_missing' as kind, null::text as severity, 'variant' as type, v.variant_id::text as id, v.sku as name,
    null::date as since, null::float8 as units, v.sku as place
  from supplier_variants sv
  join variants v on v.organization_id = sv.organization_id and v.variant_id = sv.variant_id
  join products p on p.organization_id = v.organization_id and p.product_id = v.product_id and p.status <> 'ARCHIVED'
  where sv.organization_id = ${organization_id} and sv.supplier_id = ${supplier_id} and sv.unit_cost is null`

export async function readAttention(sql: Sql, scope: Scope): Promise<{ facts: SupplierFacts; found: Found[] }> {
  const [facts, ...findings] = await Promise.all([
    findFacts(sql, scope),
    ...[ofOrders, ofExceptions, ofSignals, ofStock, ofCosts].map((source) => firstOf(sql, source(sql, scope))),
  ])
  return { facts, found: findings.flatMap((rows) => [...rows]) }
}
