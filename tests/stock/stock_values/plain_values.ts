/** The value of the stock by category and month by plain SQL over all movements: a second route to the sums that are kept. */
import Big from 'big.js'
import { addDays } from '../../../server/calendar/days.ts'
import type { CategoryStock } from '../../../server/planning/buy_plans/actuals/stock_actuals.store.ts'
import type { PlanMonth } from '../../../server/planning/buy_plans/plan_calendar.rules.ts'
import type { Tenant } from '../../support/service/tenant.ts'

export const plainStockActuals = (
  { service, organization_id }: Tenant,
  time_zone: string,
  months: readonly PlanMonth[],
): Promise<CategoryStock[]> => {
  const days = [...months.map(({ start }) => start), addDays(months.at(-1)!.end, 1)]
  return service.database.sql<CategoryStock[]>`
    with bounds as (
      select array_agg(day::timestamp at time zone ${time_zone} order by day) as instants
      from unnest(${days}::date[]) day
    ), rates as (
      select distinct on (currency) currency, organization_currency_per_unit as rate from exchange_rates
      where organization_id = ${organization_id} and rate_date <= (now() at time zone ${time_zone})::date
      order by currency, rate_date desc
    ), moved as (
      select m.variant_id, m.location_id, width_bucket(m.occurred_at, b.instants) as month,
        sum(m.quantity_delta) as units,
        coalesce(sum(m.quantity_delta) filter (where m.kind in ('receipt', 'assembly_in')), 0) as received,
        coalesce(sum(m.quantity_delta * m.landed_unit_cost) filter (where m.kind in ('receipt', 'assembly_in')), 0)
          as received_cost,
        count(*) filter (where m.kind in ('receipt', 'assembly_in') and m.landed_unit_cost is null) as received_uncosted
      from bounds b
      join stock_movements m on m.organization_id = ${organization_id} and m.occurred_at >= b.instants[1]
        and m.kind <> 'cost_adjustment'
      group by 1, 2, 3
    ), levels as (
      select l.variant_id, l.location_id, p.category_id, l.on_hand, l.average_cost as cost,
        v.price_cents * case when p.currency = o.currency then 1 else r.rate end as price
      from stock_levels l
      join organizations o on o.organization_id = ${organization_id}
      join variants v on v.organization_id = ${organization_id} and v.variant_id = l.variant_id
      join products p on p.organization_id = ${organization_id} and p.product_id = v.product_id
      left join rates r on r.currency = p.currency
      where l.organization_id = ${organization_id} and l.sequence > 0
    ), months as (
      select l.category_id, m.month, sum(m.units * l.cost) * 100 as cost, sum(m.units * l.price) as retail,
        sum(m.received_cost) * 100 as received_cost, sum(m.received * l.price) as received_retail,
        sum(m.received_uncosted) as received_uncosted,
        bool_and(l.cost is not null) as is_costed, bool_and(l.price is not null) as is_priced
      from moved m join levels l on l.variant_id = m.variant_id and l.location_id = m.location_id
      group by l.category_id, m.month
    )
    select s.category_id, coalesce(s.cost, 0)::text as cost, coalesce(s.retail, 0)::text as retail,
      s.is_costed and coalesce(m.is_costed, true) as is_costed, s.is_priced and coalesce(m.is_priced, true) as is_priced,
      coalesce(m.moves, '[]') as moves
    from (
      select category_id, sum(on_hand * cost) * 100 as cost, sum(on_hand * price) as retail,
        bool_and(cost is not null or on_hand = 0) as is_costed, bool_and(price is not null or on_hand = 0) as is_priced
      from levels group by category_id
    ) s
    left join (
      select category_id, bool_and(is_costed) as is_costed, bool_and(is_priced) as is_priced,
        jsonb_agg(jsonb_build_object('month', month, 'cost', coalesce(cost, 0)::text, 'retail',
          coalesce(retail, 0)::text, 'received_cost', received_cost::text, 'received_retail',
          coalesce(received_retail, 0)::text, 'received_uncosted', received_uncosted::int, 'is_priced', is_priced)) as moves
      from months group by category_id
    ) m on m.category_id is not distinct from s.category_id`
}

/** As plain decimals, in one order. */
export const comparable = (stock: readonly CategoryStock[]) =>
  stock
    .map(({ category_id, cost, retail, moves, ...known }) => ({
      category_id: category_id ?? '',
      ...known,
      cost: Big(cost).toFixed(),
      retail: Big(retail).toFixed(),
      moves: moves
        .map(({ month, received_uncosted, is_priced, ...amounts }) => ({
          month,
          received_uncosted,
          is_priced,
          ...Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, Big(amount).toFixed()])),
        }))
        .toSorted((a, b) => a.month - b.month),
    }))
    .toSorted((a, b) => (a.category_id < b.category_id ? -1 : 1))
