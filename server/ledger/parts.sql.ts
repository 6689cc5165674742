/**
 * Bundles that are assembled when sold as SQL, for statements that are text: `organization` and `which`, a condition over
 * bundles b, are expressions. bundles/parts.ts has the same
 * as fragments; tests compare what both count.
 */
import { limits } from '../contract/limits.ts'

const assembled = (bundle: string) => `${bundle}.is_active and ${bundle}.stocking = 'assembled_when_sold'`

export const takenApart = (organization: string, which = 'true'): string => `
  with recursive taken (bundle_variant_id, variant_id, units, depth) as (
    select b.bundle_variant_id, c.component_variant_id, c.quantity::bigint, 1
    from bundles b
    join bundle_components c on c.organization_id = b.organization_id and c.bundle_variant_id = b.bundle_variant_id
    where b.organization_id = ${organization} and ${assembled('b')} and ${which}
    union all
    select t.bundle_variant_id, c.component_variant_id, t.units * c.quantity, t.depth + 1
    from taken t
    join bundles i on i.organization_id = ${organization} and i.bundle_variant_id = t.variant_id and ${assembled('i')}
    join bundle_components c on c.organization_id = i.organization_id and c.bundle_variant_id = i.bundle_variant_id
    where t.depth < ${limits.bundle_levels_max}
  )
  select t.bundle_variant_id, t.variant_id, sum(t.units)::int as units
  from taken t
  where not exists (select from bundles i where i.organization_id = ${organization} and i.bundle_variant_id = t.variant_id
    and ${assembled('i')})
  group by t.bundle_variant_id, t.variant_id`

export const isAssembled = (organization: string, variant_id: string): string => `
  exists (select from bundles b where b.organization_id = ${organization} and b.bundle_variant_id = ${variant_id}
    and ${assembled('b')})`

export const bundlesAvailable = (organization: string, which = 'true'): string => `
  select p.bundle_variant_id, s.location_id, min((s.on_hand - s.committed) / p.units) as units
  from (
    select t.*, count(*) over (partition by t.bundle_variant_id) as parts
    from (${takenApart(organization, which)}) t
  ) p
  join stock_levels s on s.organization_id = ${organization} and s.variant_id = p.variant_id
    and s.on_hand - s.committed >= p.units
  group by p.bundle_variant_id, s.location_id, p.parts
  having count(*) = p.parts`

/** Those bundles with what is available of them over locations, 0 included; `within` adds conditions on what is at locations l. */
export const assembledUnits = (organization: string, which = 'true', within = ''): string => `
  select b.bundle_variant_id as variant_id, coalesce(sum(l.units), 0)::bigint as units
  from bundles b
  left join (
    select a.bundle_variant_id as variant_id, a.location_id, a.units from (${bundlesAvailable(organization, which)}) a
  ) l on l.variant_id = b.bundle_variant_id ${within}
  where b.organization_id = ${organization} and ${assembled('b')} and ${which}
  group by b.bundle_variant_id`

/** The same for one variant, the SQL of its id, as a scalar; null if it is no such bundle. */
export const assembledUnitsOf = (organization: string, variant_id: string, within = ''): string =>
  `(select u.units from (${assembledUnits(organization, `b.bundle_variant_id = ${variant_id}`, within)}) u)`

/** The units of one such bundle at one location; null if the variant is no such bundle. */
export const assembledUnitsAt = (organization: string, variant_id: string, location_id: string): string =>
  `(case when ${isAssembled(organization, variant_id)} then coalesce((
    select a.units from (${bundlesAvailable(organization, `b.bundle_variant_id = ${variant_id}`)}) a
    where a.location_id = ${location_id}), 0) end)`

/** A join of the same units to every level l, for statements that compare all of them. */
export const joinAssembledUnits = (organization: string): string => `
  left join (select b.bundle_variant_id from bundles b where b.organization_id = ${organization} and ${assembled('b')}) k
    on k.bundle_variant_id = l.variant_id
  left join (${bundlesAvailable(organization)}) a on a.bundle_variant_id = l.variant_id and a.location_id = l.location_id
  cross join lateral (select case when k.bundle_variant_id is not null then coalesce(a.units, 0) end as units) b`

/** Health of what has no rate of its own. */
export const healthOfAssembled = (available: string): string =>
  `case when ${available} > 0 then 'healthy' else 'out_of_stock' end`

/** Bundles that are assembled when sold and take units of a variant, the SQL of its id, with how many one of them takes. */
export const bundlesTaking = (organization: string, variant_id: string): string => `
  with recursive taking (bundle_variant_id, units, depth) as (
    select c.bundle_variant_id, c.quantity::bigint, 1
    from bundle_components c
    join bundles b on b.organization_id = c.organization_id and b.bundle_variant_id = c.bundle_variant_id and ${assembled('b')}
    where c.organization_id = ${organization} and c.component_variant_id = ${variant_id}
      and not ${isAssembled(organization, variant_id)}
    union all
    select c.bundle_variant_id, t.units * c.quantity, t.depth + 1
    from taking t
    join bundle_components c on c.organization_id = ${organization} and c.component_variant_id = t.bundle_variant_id
    join bundles b on b.organization_id = c.organization_id and b.bundle_variant_id = c.bundle_variant_id and ${assembled('b')}
    where t.depth < ${limits.bundle_levels_max}
  )
  select bundle_variant_id, sum(units)::bigint as units from taking group by bundle_variant_id`
