/**
 * The value of the stock by category and day, exact at once. A movement's mark is that in `velocity_changes`, which has its
 * units; a new price, product, currency or category leaves one in `stock_value_changes`. Jobs fold what changed into the
 * sums (fold_stock_values.ts), and reads add the sums and what is not folded yet.
 *
 * Ledger rows are never changed and are numbered by level, so what the sums contain of a level is known from one row:
 * `stock_value_levels` names the last movement and the values at which it and those before it are counted. What changed
 * is the movements since then; where a value changed, also all earlier ones, with the new value instead of the old one.
 */
import type { Sql } from '../../contract/sql.ts'
import { nilId } from '../../contract/schema.ts'
import { receiptKinds } from '../../contract/stock.ts'
import { literals } from '../../../db/sql/fragment.ts'
import { rateDocument } from '../../ledger/costs/replay.rules.ts'

const listedKinds = literals(receiptKinds)

/** Whether a row m records that the cost of a receipt became known. */
const isReceiptKnown = (sql: Sql) => sql`
  m.kind = 'cost_adjustment' and m.document_type = ${rateDocument} and exists (
    select from stock_movements a
    where a.organization_id = m.organization_id and a.movement_id = split_part(m.document_line_id, ' ', -1)::bigint
      and a.variant_id = m.variant_id and a.location_id = m.location_id and a.quantity_delta = m.adjusted_quantity
      and a.kind in (${listedKinds}) and a.landed_unit_cost is null)`

/**
 * What a row m says about receipts: a cost that becomes known is a row of the day on which the units came, and what was taken
 * back before that lacks none.
 */
export const receiptFigures = (sql: Sql) => sql`
  case when m.kind in (${listedKinds}) then m.quantity_delta end as received,
  case when m.kind in (${listedKinds}) then m.quantity_delta * m.landed_unit_cost
    when ${isReceiptKnown(sql)} then m.adjusted_cost end as received_cost,
  case when m.kind in (${listedKinds}) and m.landed_unit_cost is null then case when m.reverses_movement_id is null then 1 else -1 end
    when ${isReceiptKnown(sql)} then -1 else 0 end as received_uncosted`

/** The variants of which the sums may lack something: `marked` of a read. A level's cost changes with its movements alone. */
export const unfoldedVariants = (sql: Sql, organization_id: string) => sql`
  select c.variant_id from stock_value_changes c where c.organization_id = ${organization_id}
  union
  select c.variant_id from velocity_changes c where c.organization_id = ${organization_id} and c.moved is not null`

/** Levels of the variants in `marked`, as they are now and as they are folded. */
const changedLevels = (sql: Sql, organization_id: string) => sql`
  changed_level as materialized (
    select l.variant_id, l.location_id, l.sequence, l.on_hand, l.average_cost as cost, v.price_cents as price, p.currency,
      coalesce(p.category_id, ${nilId}) as category_id, coalesce(f.sequence, 0) as folded_sequence,
      f.on_hand as folded_on_hand, f.cost as folded_cost, f.price_cents as folded_price, f.currency as folded_currency,
      f.category_id as folded_category_id, (f.category_id, f.currency, f.cost, f.price_cents)
        is distinct from (coalesce(p.category_id, ${nilId}), p.currency, l.average_cost, v.price_cents) as is_revalued
    from marked c
    join variants v on v.organization_id = ${organization_id} and v.variant_id = c.variant_id
    join products p on p.organization_id = ${organization_id} and p.product_id = v.product_id
    join stock_levels l on l.organization_id = ${organization_id} and l.variant_id = c.variant_id and l.sequence > 0
    left join stock_value_levels f on f.organization_id = ${organization_id} and f.variant_id = l.variant_id
      and f.location_id = l.location_id
  )`

/**
 * Parts of a statement after `marked` (variant_id): `changed_day` and `changed_total` have what is to be added to
 * stock_value_days and stock_value_totals.
 */
export const valueChanges = (sql: Sql, organization_id: string) => sql`
  ${changedLevels(sql, organization_id)}, changed_day as (
    select s.category_id, s.currency, m.day, coalesce(sum(s.sign) filter (where m.moves), 0)::bigint as row_count,
      coalesce(sum(s.sign) filter (where m.moves and s.cost is null), 0)::bigint as uncosted_rows,
      coalesce(sum(s.sign) filter (where m.moves and s.price is null), 0)::bigint as unpriced_rows,
      coalesce(sum(s.sign * m.units * s.cost), 0) as cost, coalesce(sum(s.sign * m.units * s.price::numeric), 0) as retail,
      coalesce(sum(s.sign * m.received_cost), 0) as received_cost,
      coalesce(sum(s.sign * m.received * s.price::numeric), 0) as received_retail,
      coalesce(sum(s.sign * m.received_uncosted), 0)::bigint as received_uncosted_rows
    from changed_level k
    cross join lateral (
      select m.sequence, m.quantity_delta as units, m.kind <> 'cost_adjustment' as moves, ${receiptFigures(sql)},
        (m.occurred_at at time zone (select o.time_zone from organizations o
          where o.organization_id = ${organization_id}))::date as day
      from stock_movements m
      where m.organization_id = ${organization_id} and m.variant_id = k.variant_id and m.location_id = k.location_id
        and (m.kind <> 'cost_adjustment' or m.document_type = ${rateDocument}) and m.sequence > case when k.is_revalued then 0 else k.folded_sequence end
      offset 0
    ) m
    cross join lateral (values (1, k.category_id, k.currency, k.cost, k.price),
      (-1, k.folded_category_id, k.folded_currency, k.folded_cost, k.folded_price))
      s (sign, category_id, currency, cost, price)
    where s.sign = 1 or m.sequence <= k.folded_sequence
    group by s.category_id, s.currency, m.day
  ), changed_total as (
    select s.category_id, s.currency, coalesce(sum(s.sign * s.on_hand * s.cost), 0) as cost,
      coalesce(sum(s.sign * s.on_hand * s.price::numeric), 0) as retail, sum(s.sign)::bigint as level_count,
      coalesce(sum(s.sign) filter (where s.on_hand <> 0), 0)::bigint as stocked_levels,
      coalesce(sum(s.sign) filter (where s.on_hand <> 0 and s.cost is null), 0)::bigint as uncosted_levels,
      coalesce(sum(s.sign) filter (where s.on_hand <> 0 and s.price is null), 0)::bigint as unpriced_levels
    from changed_level k
    cross join lateral (values (1, k.category_id, k.currency, k.on_hand, k.cost, k.price),
      (-1, k.folded_category_id, k.folded_currency, k.folded_on_hand, k.folded_cost, k.folded_price))
      s (sign, category_id, currency, on_hand, cost, price)
    where s.category_id is not null
    group by s.category_id, s.currency
  )`

/** Sums of days from one on: a key may come twice. */
export const stockValueDays = (sql: Sql, organization_id: string, from: string) => sql`
  select d.category_id, d.currency, d.day, d.row_count, d.uncosted_rows, d.unpriced_rows, d.cost, d.retail,
    d.received_cost, d.received_retail, d.received_uncosted_rows
  from stock_value_days d where d.organization_id = ${organization_id} and d.day >= ${from}::date
  union all
  select c.category_id, c.currency, c.day, c.row_count, c.uncosted_rows, c.unpriced_rows, c.cost, c.retail,
    c.received_cost, c.received_retail, c.received_uncosted_rows
  from changed_day c where c.day >= ${from}::date`

/** The stock as it is now: a key may come twice. */
export const stockValueTotals = (sql: Sql, organization_id: string) => sql`
  select t.category_id, t.currency, t.cost, t.retail, t.level_count, t.stocked_levels, t.uncosted_levels, t.unpriced_levels
  from stock_value_totals t where t.organization_id = ${organization_id}
  union all
  select c.category_id, c.currency, c.cost, c.retail, c.level_count, c.stocked_levels, c.uncosted_levels, c.unpriced_levels
  from changed_total c`
