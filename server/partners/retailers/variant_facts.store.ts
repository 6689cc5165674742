/** SQL of the variants that an account carries: their figures, and what is on its way to the account. */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { textFragment } from '../../../db/sql/fragment.ts'
import type { Sql } from '../../contract/call.ts'
import { assembledUnitsOf } from '../../ledger/parts.sql.ts'
import { runStatement } from '../../tables/page.ts'
import { isOpen, unitsToShip, variantFigures } from './figures.sql.ts'

export interface FactsScope {
  organization_id: string
  partner_id: string
  today: string
  /** Null for every variant that the account carries. */
  variant_ids: readonly string[] | null
}

export interface VariantFacts {
  variant_id: string
  sku: string
  product_id: string
  product_title: string
  variant_title: string
  is_reported: boolean
  known_days: number
  known_periods: number
  weekly_sum: number
  weekly_squares: number
  counted_on: string | null
  on_hand: number | null
  units: number | null
  /** Units per week. */
  velocity: number | null
  estimate: number | null
  weeks_of_cover: number | null
  /** Units at the organisation's own active locations that are not committed; of a bundle, those that these put together. */
  available: number
}

const of = { organization: '$1', account: '$2::uuid', today: '$3::date' }
const statement = (figures: string) => `
  select f.variant_id, v.sku, v.product_id, p.title as product_title, v.title as variant_title, f.is_reported,
    f.known_days::int as known_days, f.known_periods::int as known_periods, f.weekly_sum::float8 as weekly_sum,
    f.weekly_squares::float8 as weekly_squares, f.counted_on, f.on_hand::float8 as on_hand,
    f.units_sold::float8 as units, f.velocity::float8 as velocity, f.estimated_on_hand::float8 as estimate,
    f.weeks_of_cover::float8 as weeks_of_cover, coalesce(s.available, 0)::float8 as available
  from (${figures}) f
  join variants v on v.organization_id = $1 and v.variant_id = f.variant_id
  join products p on p.organization_id = v.organization_id and p.product_id = v.product_id
  left join lateral (
    select coalesce(${assembledUnitsOf('$1', 'f.variant_id', 'and l.location_id in (select o.location_id from locations o where o.organization_id = $1 and o.is_active)')},
      sum(greatest(l.available, 0))) as available from stock_levels l
    join locations o on o.organization_id = l.organization_id and o.location_id = l.location_id and o.is_active
    where l.organization_id = $1 and l.variant_id = f.variant_id
  ) s on true
  order by v.sku`
const ofAll = statement(variantFigures(of))
const ofSome = statement(variantFigures({ ...of, variants: '$4::uuid[]' }))

export async function readVariantFacts(sql: Sql, scope: FactsScope): Promise<VariantFacts[]> {
  const { organization_id, partner_id, today, variant_ids } = scope
  const params = [organization_id, partner_id, today]
  const rows = await (variant_ids === null
    ? runStatement<VariantFacts>(sql, { text: ofAll, params }, true)
    : runStatement<VariantFacts>(sql, { text: ofSome, params: [...params, arrayLiteral(variant_ids)] }, true))
  return [...rows]
}

export interface Arrival {
  /** A shipment in transit, or the units of an open order that are still to be shipped. */
  kind: 'shipment' | 'order'
  order_id: string
  order_name: string
  fulfilment_id: string | null
  shipped_on: string | null
  variant_id: string
  arrives_on: string
  units: number
}

/** Incoming units, earliest first. An order without a ship date could leave today. */
export const readArrivals = (sql: Sql, { organization_id, partner_id, today, variant_ids }: FactsScope) => sql<
  Arrival[]
>`
  select a.kind, a.order_id, a.order_name, a.fulfilment_id, a.shipped_on, a.variant_id, a.arrives_on, sum(a.units)::int as units
  from (
    select 'shipment' as kind, o.order_id, o.name as order_name, f.fulfilment_id, f.shipped_on, fl.variant_id,
      f.shipped_on + coalesce(t.transit_time_days, 0) as arrives_on, fl.quantity as units
    from trading_partners t
    join sales_orders o on o.organization_id = t.organization_id and o.trading_partner_id = t.trading_partner_id
    cross join lateral (select f.organization_id, f.fulfilment_id, f.shipped_on from fulfilments f
      where f.organization_id = o.organization_id and f.order_id = o.order_id
        and f.shipped_on + coalesce(t.transit_time_days, 0) > ${today}::date offset 0) f
    join fulfilment_lines fl on fl.organization_id = f.organization_id and fl.fulfilment_id = f.fulfilment_id
    where t.organization_id = ${organization_id} and t.trading_partner_id = ${partner_id}
    union all
    select 'order', o.order_id, o.name, null::uuid, null::date, l.variant_id,
      greatest(coalesce(l.requested_ship_date, o.requested_ship_date, o.ship_window_start), ${today}::date)
        + coalesce(t.transit_time_days, 0), ${textFragment(unitsToShip)}
    from trading_partners t
    join sales_orders o on o.organization_id = t.organization_id and o.trading_partner_id = t.trading_partner_id
      and ${textFragment(isOpen)}
    join order_lines l on l.organization_id = o.organization_id and l.order_id = o.order_id
    where t.organization_id = ${organization_id} and t.trading_partner_id = ${partner_id}
  ) a
  where a.units > 0
    and (${variant_ids === null} or a.variant_id = any(${arrayLiteral(variant_ids ?? [])}::uuid[]))
  group by a.kind, a.order_id, a.order_name, a.fulfilment_id, a.shipped_on, a.variant_id, a.arrives_on
  order by a.arrives_on, a.kind desc, a.order_id, a.variant_id`
