import { products, variants } from '../../../db/schema/catalogue.ts'
import { type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/call.ts'
import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Id, Type } from '../../contract/schema.ts'
import { readIncomingOfVariant } from '../../catalogue/incoming/incoming.store.ts'
import { addDays, eachDay } from '../../calendar/days.ts'
import { isAssembled, shownLevels } from '../../ledger/bundles/parts.ts'
import { readLedgerDays } from '../../catalogue/price_sensitivity/stock_days.store.ts'
import { salesPeriodsWeeks, VariantOverview } from '../../catalogue/variants/variant_overview.ts'
import {
  type LocationSales,
  overviewOf,
  type StockLevel,
  type VariantPace,
} from '../../catalogue/variants/variant_overview.rules.ts'
import { runStatement } from '../../tables/page.ts'
import { velocityWeeks } from '../known_values.ts'
import { currentFigures, windowEnd } from './current_figures.ts'
import type { DemandFigures } from '../../ledger/rates/demand.model.ts'
import { inBundles } from './in_bundles.sql.ts'
import { measuredByLocation } from './measured.ts'
import { velocityCode } from './velocity_fields.ts'

const headingColumns = selections(
  selection(variants, 'v', ['variant_id', 'sku', 'title as variant_title', 'product_id']),
  selection(products, 'p', ['title as product_title']),
)

const readHeading = (sql: Sql, organization_id: string, variant_id: string) => sql<
  (RowOf<typeof headingColumns> & { is_assembled: boolean })[]
>`
  select ${headingColumns}, ${isAssembled(sql, organization_id, sql`v.variant_id`)} as is_assembled
  from variants v
  join products p on p.organization_id = v.organization_id and p.product_id = v.product_id
  where v.organization_id = ${organization_id} and v.variant_id = ${variant_id}`

const readLevels = (sql: Sql, organization_id: string, variant_id: string) => sql<StockLevel[]>`
  select l.location_id, n.name as location_name, l.on_hand, l.committed, l.available, l.incoming, l.units_per_day,
    case l.rate_basis when 'forecast' then l.sold_units_per_day else l.units_per_day end as sold_units_per_day,
    l.rate_lack, l.cover_lack, l.days_of_cover::float8 as days_of_cover, l.health, l.lead_time_days, l.review_period_days
  from (${shownLevels(sql, organization_id, sql`array[${variant_id}::uuid]`)}) l
  join locations n on n.organization_id = ${organization_id} and n.location_id = l.location_id`

/** By location: the last day with a sale, and the sums of the trailing periods, each aggregated before joining. */
const readSales = (sql: Sql, organization_id: string, variant_id: string, today: string) => sql<LocationSales[]>`
  with sold as materialized (
    select location_id, day, sum(units) as units, sum(returned_units) as returned_units,
      sum(gross_sales_cents - discounts_cents - returns_cents) as net_cents
    from sales_daily
    where organization_id = ${organization_id} and variant_id = ${variant_id}
    group by location_id, day
  ), summed as (
    select s.location_id, w.weeks, sum(s.units)::int as units, sum(s.returned_units)::int as returned_units,
      sum(s.net_cents)::float8 as net_cents
    from jsonb_to_recordset(${JSON.stringify(
      salesPeriodsWeeks.map((weeks) => ({ weeks, start: addDays(today, -weeks * 7) })),
    )}::text::jsonb) as w (weeks int, start date)
    join sold s on s.day >= w.start and s.day < ${today}::date
    group by s.location_id, w.weeks
  ), last_sold as (
    select location_id, max(day) filter (where units > 0) as day from sold group by location_id
  )
  select l.location_id, n.name as location_name, l.day as last_sold_on,
    coalesce((select jsonb_agg(to_jsonb(p)) from summed p where p.location_id = l.location_id), '[]') as periods
  from last_sold l
  join locations n on n.organization_id = ${organization_id} and n.location_id = l.location_id`

const [weeks] = velocityWeeks

const ofVariant = { variant: { id: '', sku: '', title: '' }, variants: '1', measured: '1' }

/** The row of the velocity table: the same figures over the same days. A variant without one has neither sales nor stock. */
const paceStatement = `
  select ${windowEnd}::text as end_exclusive, (case when f.units is null then 0 else f.units_per_day end)::text as units_per_day,
    n.units_per_day::text as units_per_day_in_bundles, coalesce(f.basis, 'as_sold') as basis,
    coalesce(f.in_stock_days, 0)::int as in_stock_days, coalesce(f.stockout_days, 0)::int as stockout_days,
    coalesce(f.untracked_days, ${weeks * 7})::int as untracked_days, ${velocityCode(ofVariant)} as reason_code,
    f.consumer_units::float8 as consumer_units, f.consumer_days::float8 as consumer_days,
    f.consumer_units_per_day::float8 as consumer_units_per_day, f.consumer_basis, f.unmeasured_locations,
    (f.units - f.consumer_units)::float8 as wholesale_units, f.shipping_days,
    f.wholesale_units_per_day::float8 as wholesale_units_per_day, f.once_shipped
  from (select $2::uuid as variant_id) v
  left join (${currentFigures(weeks, (id) => `${id} = $2::uuid`)}) f on f.variant_id = v.variant_id
  cross join lateral (${inBundles(weeks, 'v.variant_id', 'f')}) n`

async function readPace(sql: Sql, organization_id: string, variant_id: string) {
  const statement = { text: paceStatement, params: [organization_id, variant_id] }
  const [pace] = await runStatement<VariantPace & { end_exclusive: string }>(sql, statement, true)
  return pace!
}

const placesStatement = measuredByLocation({
  variants: 'select $2::uuid as variant_id',
  end: windowEnd,
  weeks: [weeks],
})

const readPlaces = (sql: Sql, organization_id: string, variant_id: string) =>
  runStatement<DemandFigures & { location_id: string }>(
    sql,
    { text: placesStatement, params: [organization_id, variant_id] },
    true,
  )

export const getVariantDrawerOverview = operation({
  id: 'products.get_variant_drawer_overview',
  route: 'GET /api/v1/variants/{variant_id}/drawer-overview',
  summary: 'Get a variant overview',
  description:
    'Returns the stock, cover, sales velocity, next delivery and recent sales of a variant, in total and for every location that stocks, expects or sold it. The velocity of the total is that of the velocity table: the same days, over all locations taken together; that of a location is as last measured for its cover. `by_demand` has what consumers buy and what wholesale ships; the rates of the locations add up to that of the total. Total cover is the total available stock divided by the combined rates of all locations, or by the velocity of the variant where no location has one; its health uses the same thresholds as a single location, with the longest lead time. A late delivery still counts as the next delivery. Days are those of the organisation; sales totals end with the window.',
  params: Type.Object({ variant_id: Id('Id of the variant.') }),
  answer: VariantOverview,
  refusals: ['variant_not_on_file'],
  async run({ sql, caller, params, now }) {
    const { organization_id, currency } = caller
    const { variant_id } = params
    const { end_exclusive: today, ...pace } = await readPace(sql, organization_id, variant_id)
    const first_day = addDays(today, -weeks * 7)
    const [[heading], levels, ledger, sales, orders, demand] = await Promise.all([
      readHeading(sql, organization_id, variant_id),
      readLevels(sql, organization_id, variant_id),
      readLedgerDays(sql, organization_id, sql`${[variant_id]}::uuid[]`, {
        since: first_day,
        time_zone: caller.time_zone,
      }),
      readSales(sql, organization_id, variant_id, today),
      readIncomingOfVariant(sql, { organization_id }, variant_id),
      readPlaces(sql, organization_id, variant_id),
    ])
    if (heading === undefined) return refuse('variant_not_on_file')
    const { is_assembled, ...named } = heading
    return {
      ...named,
      as_of: now,
      window: { start: first_day, end: addDays(today, -1), days: weeks * 7 },
      ...overviewOf({
        is_assembled,
        pace,
        levels,
        ledger,
        sales,
        orders,
        demand,
        currency,
        days: eachDay(first_day, today),
        today,
      }),
    }
  },
})
