/**
 * What leaves stock when a variant is sold: the variant itself, or the components of a bundle that is assembled when it is
 * sold. This is the one place that takes bundles apart; allocation, release, shipment, its correction and return use it:
 *
 * - A locked order line has `parts` (orders/locked_order.store.ts): those that the line keeps while it holds or has shipped
 *   units, otherwise those of the bundle as it is composed now. Never move or hold `line.variant_id` itself: make holds of a
 *   line with `holdsOf`, and movements with `partUnits(line, quantity)`. `saveOrders` stores the parts that a line keeps.
 * - Several movements therefore share the document line of an order line, one for each part.
 * - A bundle is held, shipped and returned whole (reserveWhole); `quantity` of lines always counts bundles.
 * - Without an order line, `readParts` answers the parts of variants by id.
 * - In a statement, `takenApart` answers them as rows; statements that are text use parts.sql.ts, which says the same.
 */
import type { Fragment, Sql } from '../../contract/call.ts'
import { textFragment } from '../../../db/sql/fragment.ts'
import { lackOfLevel } from '../rates/cover_lack.sql.ts'
import type { StockPart } from './parts.rules.ts'
import { cover } from '../../contract/stock.ts'
import { limits } from '../../contract/limits.ts'

const bundleIsAssembled = textFragment("b.is_active and b.stocking = 'assembled_when_sold'")
const innerIsAssembled = textFragment("i.is_active and i.stocking = 'assembled_when_sold'")
const levelLack = textFragment(lackOfLevel('l'))
const assembledHealth = textFragment("case when a.units > 0 then 'healthy' else 'out_of_stock' end")

/**
 * Bundles that are assembled when sold, with the units of each variant that one of them takes from stock: bundles within
 * are taken apart too, and a variant that is reached in several ways is summed. `which` limits them over bundles b. A bundle
 * that is kept ready-made or archived is taken from its own stock.
 */
export const takenApart = (sql: Sql, organization_id: string, which: Fragment = sql`true`): Fragment => sql`
  with recursive taken (bundle_variant_id, variant_id, units, depth) as (
    select b.bundle_variant_id, c.component_variant_id, c.quantity::bigint, 1
    from bundles b
    join bundle_components c on c.organization_id = b.organization_id and c.bundle_variant_id = b.bundle_variant_id
    where b.organization_id = ${organization_id} and ${bundleIsAssembled} and ${which}
    union all
    select t.bundle_variant_id, c.component_variant_id, t.units * c.quantity, t.depth + 1
    from taken t
    join bundles i on i.organization_id = ${organization_id} and i.bundle_variant_id = t.variant_id and ${innerIsAssembled}
    join bundle_components c on c.organization_id = i.organization_id and c.bundle_variant_id = i.bundle_variant_id
    where t.depth < ${limits.bundle_levels_max}
  )
  select t.bundle_variant_id, t.variant_id, sum(t.units)::int as units
  from taken t
  where not exists (select from bundles i where i.organization_id = ${organization_id} and i.bundle_variant_id = t.variant_id
    and ${innerIsAssembled})
  group by t.bundle_variant_id, t.variant_id`

/** Whether a variant, the SQL of its id, is a bundle that is assembled when it is sold. */
export const isAssembled = (sql: Sql, organization_id: string, variant_id: Fragment): Fragment => sql`
  exists (select from bundles b where b.organization_id = ${organization_id} and b.bundle_variant_id = ${variant_id}
    and ${bundleIsAssembled})`

/**
 * The cost of variant v of product r in the catalogue: of a bundle that is assembled when sold, that of its components, if
 * each has one in the currency of the bundle.
 */
export const catalogueCost = (sql: Sql, organization_id: string): Fragment => sql`
  case when ${isAssembled(sql, organization_id, sql`v.variant_id`)} then (
    select case when count(*) = count(w.unit_cost) and bool_and(q.currency = r.currency) then sum(w.unit_cost * t.units) end
    from (${takenApart(sql, organization_id, sql`b.bundle_variant_id = v.variant_id`)}) t
    join variants w on w.organization_id = ${organization_id} and w.variant_id = t.variant_id
    join products q on q.organization_id = ${organization_id} and q.product_id = w.product_id
  ) else v.unit_cost end`

/**
 * How many bundles that are assembled when sold can be put together of what is available at each location, at least one;
 * nothing is put together of stock at two places.
 */
export const bundlesAvailable = (sql: Sql, organization_id: string, which: Fragment = sql`true`): Fragment => sql`
  select p.bundle_variant_id, s.location_id, min((s.on_hand - s.committed) / p.units) as units
  from (
    select t.*, count(*) over (partition by t.bundle_variant_id) as parts
    from (${takenApart(sql, organization_id, which)}) t
  ) p
  join stock_levels s on s.organization_id = ${organization_id} and s.variant_id = p.variant_id
    and s.on_hand - s.committed >= p.units
  group by p.bundle_variant_id, s.location_id, p.parts
  having count(*) = p.parts`

/** Those bundles with what is available of them over all locations, 0 included. */
export const assembledUnits = (sql: Sql, organization_id: string): Fragment => sql`
  select b.bundle_variant_id as variant_id, coalesce(sum(l.units), 0)::bigint as units
  from bundles b
  left join (
    select a.bundle_variant_id as variant_id, a.location_id, a.units from (${bundlesAvailable(sql, organization_id)}) a
  ) l on l.variant_id = b.bundle_variant_id
  where b.organization_id = ${organization_id} and ${bundleIsAssembled}
  group by b.bundle_variant_id`

/**
 * What reads show of variants, the SQL of an array of their ids, at locations: their levels, and of bundles that are
 * assembled when sold what is available of them wherever there is some. These have no rate and so no cover of their own.
 */
export const shownLevels = (sql: Sql, organization_id: string, variant_ids: Fragment): Fragment => sql`
  with a as materialized (${bundlesAvailable(sql, organization_id, sql`b.bundle_variant_id = any(${variant_ids})`)})
  select w.variant_id, o.location_id, coalesce(l.on_hand, 0) as on_hand, coalesce(l.committed, 0) as committed,
    coalesce(l.incoming, 0) as incoming, l.average_cost, l.unrated_currency, e.is_assembled,
    case when e.is_assembled then coalesce(a.units, 0) else l.available end as available,
    case when not e.is_assembled then l.units_per_day end as units_per_day, l.rate_basis,
    case when not e.is_assembled then l.sold_units_per_day end as sold_units_per_day, l.rate_lack,
    case when e.is_assembled then 'assembled_when_sold' else ${levelLack} end as cover_lack,
    case when not e.is_assembled then l.days_of_cover end as days_of_cover,
    case when e.is_assembled then ${assembledHealth} else l.health end as health,
    coalesce(l.lead_time_days, ${cover.lead_time_days_default}) as lead_time_days,
    coalesce(l.review_period_days, ${cover.review_period_days_default}) as review_period_days
  from unnest(${variant_ids}) w (variant_id)
  cross join lateral (select ${isAssembled(sql, organization_id, sql`w.variant_id`)} as is_assembled offset 0) e
  cross join lateral (
    select n.location_id from stock_levels n where n.organization_id = ${organization_id} and n.variant_id = w.variant_id
    union
    select a.location_id from a where a.bundle_variant_id = w.variant_id
  ) o
  left join stock_levels l on l.organization_id = ${organization_id} and l.variant_id = w.variant_id
    and l.location_id = o.location_id
  left join a on a.bundle_variant_id = w.variant_id and a.location_id = o.location_id`

const bundlesLock = (organization_id: string) => `bundles ${organization_id}`

/**
 * Taken by what writes bundles: one after the other, so that together they cannot form a circle, and not while others bring
 * stock of what becomes a bundle without any.
 */
export const lockBundles = async (sql: Sql, organization_id: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${bundlesLock(organization_id)}, 0))`
}

/**
 * Taken before it is read whether variants have stock of their own, by what orders or adds some. Bundles are not switched until
 * the transaction ends, and then see what it wrote; any number of such transactions run at once. A change of an order takes it
 * after the order's row, since what writes bundles locks no order.
 */
export const holdBundles = async (sql: Sql, organization_id: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${bundlesLock(organization_id)}, 0))`
}

/** Those of some variants whose stock may not grow until the transaction ends: none of them is switched meanwhile. */
export async function holdAssembled(
  sql: Sql,
  organization_id: string,
  variant_ids: readonly string[],
): Promise<Set<string>> {
  if (variant_ids.length === 0) return new Set()
  const [, assembled] = await Promise.all([
    holdBundles(sql, organization_id),
    assembledAmong(sql, organization_id, variant_ids),
  ])
  return assembled
}

/** Those of some variants that are bundles which are assembled when sold, and so have no stock of their own. */
export async function assembledAmong(
  sql: Sql,
  organization_id: string,
  variant_ids: readonly string[],
): Promise<Set<string>> {
  const rows = await sql<{ bundle_variant_id: string }[]>`
    select b.bundle_variant_id from bundles b
    where b.organization_id = ${organization_id} and ${bundleIsAssembled}
      and b.bundle_variant_id = any(${[...new Set(variant_ids)]}::uuid[])`
  return new Set(rows.map(({ bundle_variant_id }) => bundle_variant_id))
}

/** Parts of the bundles among some variants; a variant that is not in the result is its own part. */
export async function readParts(
  sql: Sql,
  organization_id: string,
  variant_ids: readonly string[],
): Promise<Map<string, StockPart[]>> {
  const rows = await sql<(StockPart & { bundle_variant_id: string })[]>`
    select p.bundle_variant_id, p.variant_id, v.sku, p.units
    from (${takenApart(sql, organization_id, sql`b.bundle_variant_id = any(${[...new Set(variant_ids)]}::uuid[])`)}) p
    join variants v on v.organization_id = ${organization_id} and v.variant_id = p.variant_id
    order by p.bundle_variant_id, v.sku, p.variant_id`
  return grouped(rows)
}

const grouped = (rows: readonly (StockPart & { bundle_variant_id: string })[]) =>
  new Map(
    [...Map.groupBy(rows, ({ bundle_variant_id }) => bundle_variant_id)].map(([id, of]) => [
      id,
      of.map(({ variant_id, sku, units }) => ({ variant_id, sku, units })),
    ]),
  )
