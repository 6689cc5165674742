/** SQL of bundles. */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { bundle_components, bundles } from '../../../db/schema/catalogue.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { namedVariants } from '../variants/named_variants.store.ts'
import type { Sql } from '../../contract/call.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { refuseUnknown } from '../../records/single.ts'
import { type BundleComponent, type StoredBundle, strandedNow, type VariantFacts } from './bundle.rules.ts'
import type { Bundle } from './model.ts'
import { type BundleGraph, nestingFault } from './nesting.rules.ts'

interface BundleFilter {
  bundle_variant_id?: string
  component_variant_id?: string
  is_active?: boolean
}

const matches = (sql: Sql, organization_id: string, filter: BundleFilter) => sql`
  b.organization_id = ${organization_id}
  ${filter.bundle_variant_id === undefined ? sql`` : sql`and b.bundle_variant_id = ${filter.bundle_variant_id}`}
  ${filter.is_active === undefined ? sql`` : sql`and b.is_active = ${filter.is_active}`}
  ${
    filter.component_variant_id === undefined
      ? sql``
      : sql`and exists (select from bundle_components l where l.organization_id = b.organization_id
          and l.bundle_variant_id = b.bundle_variant_id and l.component_variant_id = ${filter.component_variant_id})`
  }`

export const countBundles = (sql: Sql, organization_id: string, filter: BundleFilter) => sql<{ filtered: number }[]>`
  select count(*)::int as filtered from bundles b where ${matches(sql, organization_id, filter)}`

export const selectBundles = (
  sql: Sql,
  organization_id: string,
  filter: BundleFilter,
  { limit, offset }: { limit: number; offset: number },
) => sql<Bundle[]>`
  select b.bundle_variant_id, b.sku, p.title || ', ' || b.variant_title as title, b.is_active,
    b.stocking, c.components, b.created_at, b.updated_at
  from (
    select b.bundle_variant_id, b.is_active, b.stocking, b.created_at, b.updated_at, v.sku, v.title as variant_title, v.product_id
    from bundles b
    join variants v on v.organization_id = ${organization_id} and v.variant_id = b.bundle_variant_id
    where ${matches(sql, organization_id, filter)}
    order by v.sku, b.bundle_variant_id limit ${limit} offset ${offset}
  ) b
  join products p on p.organization_id = ${organization_id} and p.product_id = b.product_id
  cross join lateral (
    select coalesce(jsonb_agg(jsonb_build_object('component_variant_id', l.component_variant_id, 'sku', w.sku,
      'title', q.title || ', ' || w.title, 'quantity', l.quantity) order by w.sku, l.component_variant_id), '[]')
      as components
    from bundle_components l
    join variants w on w.organization_id = ${organization_id} and w.variant_id = l.component_variant_id
    join products q on q.organization_id = ${organization_id} and q.product_id = w.product_id
    where l.organization_id = ${organization_id} and l.bundle_variant_id = b.bundle_variant_id
  ) c
  order by b.sku, b.bundle_variant_id`

export async function readBundle(sql: Sql, organization_id: string, bundle_variant_id: string): Promise<Bundle> {
  const [bundle] = await selectBundles(sql, organization_id, { bundle_variant_id }, { limit: 1, offset: 0 })
  return bundle ?? refuseUnknown('bundle')
}

/** Variants by id or SKU, and those that stored bundles contain. */
export const selectVariantFacts = (
  sql: Sql,
  organization_id: string,
  variant_ids: readonly string[],
  skus: readonly string[],
) => sql<VariantFacts[]>`
  with named as materialized (
    select variant_id from (${namedVariants(sql, organization_id, { ids: variant_ids, skus })}) k
  ), concerned as materialized (
    select variant_id from named
    union
    select l.component_variant_id from bundle_components l
    where l.organization_id = ${organization_id} and l.bundle_variant_id in (select variant_id from named)
  )
  select v.variant_id, v.sku,
    case when b.bundle_variant_id is not null then jsonb_build_object('is_active', b.is_active, 'stocking', b.stocking, 'components', (
      select coalesce(jsonb_agg(jsonb_build_object('component_variant_id', l.component_variant_id,
        'quantity', l.quantity) order by l.component_variant_id), '[]')
      from bundle_components l
      where l.organization_id = ${organization_id} and l.bundle_variant_id = v.variant_id)) end as bundle,
    exists (select from stock_levels l where l.organization_id = ${organization_id} and l.variant_id = v.variant_id
      and (l.on_hand <> 0 or l.committed <> 0 or l.incoming <> 0))
    or exists (select from bills_of_materials m where m.organization_id = ${organization_id}
      and m.variant_id = v.variant_id and m.is_active) as is_stocked,
    (select jsonb_build_object('on_hand', coalesce(sum(abs(l.on_hand)), 0), 'committed', coalesce(sum(l.committed), 0),
      'orders', (select coalesce(jsonb_agg(o.name order by o.name), '[]') from (
        select distinct o.name from purchase_order_lines n
        join purchase_orders o on o.organization_id = n.organization_id and o.purchase_order_id = n.purchase_order_id
        where n.organization_id = ${organization_id} and n.variant_id = v.variant_id and n.delivered_quantity < n.quantity
          and o.status not in ('delivered', 'closed', 'cancelled')
        order by o.name limit 3) o))
      from stock_levels l where l.organization_id = ${organization_id} and l.variant_id = v.variant_id) as own
  from concerned c
  join variants v on v.organization_id = ${organization_id} and v.variant_id = c.variant_id
  left join bundles b on b.organization_id = ${organization_id} and b.bundle_variant_id = v.variant_id`

/** Locks the bundle, so that concurrent changes see each other. */
export async function lockBundle(sql: Sql, organization_id: string, bundle_variant_id: string): Promise<void> {
  const rows = await sql`
    select from bundles where organization_id = ${organization_id} and bundle_variant_id = ${bundle_variant_id}
    for no key update`
  if (rows.length === 0) refuseUnknown('bundle')
}

/** Locks the variants of bundles in one order, before the rows that refer to them are written. */
export const lockVariants = async (
  sql: Sql,
  organization_id: string,
  variant_ids: readonly string[],
): Promise<void> => {
  await sql`
    select from variants
    where organization_id = ${organization_id} and variant_id = any(${arrayLiteral(variant_ids)}::uuid[])
    order by variant_id for no key update`
}

const bundleRows = recordset(bundles, ['bundle_variant_id', 'is_active', 'stocking'])
const componentRows = recordset(bundle_components, ['bundle_variant_id', 'component_variant_id', 'quantity'])

export interface BundleWrite {
  bundle_variant_id: string
  next: StoredBundle
  previous: StoredBundle | null
}

export async function writeBundleRows(
  sql: Sql,
  organization_id: string,
  now: string,
  writes: readonly BundleWrite[],
): Promise<void> {
  const ids = arrayLiteral(writes.map(({ bundle_variant_id }) => bundle_variant_id))
  const rows = writes.map(({ bundle_variant_id, next }) => ({
    bundle_variant_id,
    is_active: next.is_active,
    stocking: next.stocking,
  }))
  const components = writes.flatMap(({ bundle_variant_id, next }) =>
    next.components.map((one) => ({ bundle_variant_id, ...one })),
  )
  await sql`
    insert into bundles (organization_id, created_at, updated_at, ${bundleRows.names})
    select ${organization_id}, ${now}, ${now}, ${bundleRows.values} from ${bundleRows.from(rows)}
    on conflict (organization_id, bundle_variant_id) do update set is_active = excluded.is_active,
      stocking = excluded.stocking, updated_at = excluded.updated_at`
  await sql`
    delete from bundle_components
    where organization_id = ${organization_id} and bundle_variant_id = any(${ids}::uuid[])`
  await sql`
    insert into bundle_components (organization_id, ${componentRows.names})
    select ${organization_id}, ${componentRows.values} from ${componentRows.from(components)}`
}

/** The bundles that are written, and their components. */
export const writtenIds = (writes: readonly BundleWrite[]): string[] =>
  writes.flatMap(({ bundle_variant_id, next }) => [
    bundle_variant_id,
    ...next.components.map(({ component_variant_id }) => component_variant_id),
  ])

/** The active bundles that contain some variants, directly or not, and those within them. */
export async function readGraph(
  sql: Sql,
  organization_id: string,
  variant_ids: readonly string[],
): Promise<BundleGraph> {
  if (variant_ids.length === 0) return new Map()
  const rows = await sql<{ bundle_variant_id: string; components: BundleComponent[] }[]>`
    with recursive containing (variant_id) as (
      select unnest(${arrayLiteral(variant_ids)}::uuid[])
      union
      select l.bundle_variant_id from containing c
      join bundle_components l on l.organization_id = ${organization_id} and l.component_variant_id = c.variant_id
      join bundles b on b.organization_id = ${organization_id} and b.bundle_variant_id = l.bundle_variant_id and b.is_active
    ), related (variant_id) as (
      select variant_id from containing
      union
      select l.component_variant_id from related r
      join bundles b on b.organization_id = ${organization_id} and b.bundle_variant_id = r.variant_id and b.is_active
      join bundle_components l on l.organization_id = ${organization_id} and l.bundle_variant_id = b.bundle_variant_id
    )
    select b.bundle_variant_id, jsonb_agg(jsonb_build_object('component_variant_id', l.component_variant_id,
      'quantity', l.quantity) order by l.component_variant_id) as components
    from related r
    join bundles b on b.organization_id = ${organization_id} and b.bundle_variant_id = r.variant_id and b.is_active
    join bundle_components l on l.organization_id = ${organization_id} and l.bundle_variant_id = b.bundle_variant_id
    group by b.bundle_variant_id`
  return new Map(rows.map(({ bundle_variant_id, components }) => [bundle_variant_id, components]))
}

export const circularBundle = 'the bundle would contain itself, or more than a bundle may'
export const orderedMeanwhile = 'stock of its own was added or ordered meanwhile'

/** Once bundles are locked: refuses what another request has written since the plan was made. */
export async function checkWritten(sql: Sql, organization_id: string, writes: readonly BundleWrite[]): Promise<void> {
  const createdIds = writes
    .filter(({ previous }) => previous === null)
    .map(({ bundle_variant_id }) => bundle_variant_id)
  const ids = writes.map(({ bundle_variant_id }) => bundle_variant_id)
  const [[existingBundle], facts, graph] = await Promise.all([
    sql<{ sku: string }[]>`
      select v.sku from bundles b
      join variants v on v.organization_id = b.organization_id and v.variant_id = b.bundle_variant_id
      where b.organization_id = ${organization_id} and b.bundle_variant_id = any(${arrayLiteral(createdIds)}::uuid[])
      limit 1`,
    selectVariantFacts(sql, organization_id, ids, []),
    readGraph(sql, organization_id, writtenIds(writes)),
  ])
  if (existingBundle !== undefined)
    refuseField('bundle_variant_id', `must not be a bundle already; ${existingBundle.sku} is one`)
  const factsOf = new Map(facts.map((one) => [one.variant_id, one]))
  for (const { bundle_variant_id, next } of writes) {
    const stranded = strandedNow(factsOf.get(bundle_variant_id)!, next)
    if (stranded !== null) refuse('conflict', { desc: `The bundle ${stranded}. Nothing was written.` })
    const fault = next.is_active ? nestingFault(graph, bundle_variant_id, next.components) : null
    if (fault !== null) refuse('conflict', { desc: `The components of the bundle ${fault}. Nothing was written.` })
    if (next.is_active) graph.set(bundle_variant_id, next.components)
    else graph.delete(bundle_variant_id)
  }
}
