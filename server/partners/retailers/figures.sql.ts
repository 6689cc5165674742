/**
 * The figures of an account's variants, computed from its sell-out reports, from what was shipped to it and from its open
 * orders. One text of SQL serves the table of products, the overview and the recommendations, so that they agree.
 *
 * The window is the last 13 weeks up to the end of the account's last report. A variant without a row in a reported period
 * sold nothing there if the account omits such rows, and is unknown there otherwise.
 */
import { limits } from '../../contract/limits.ts'
import { windowDays } from './sales_figures.rules.ts'

/** SQL of the organisation, the account and the current day. */
export interface Of {
  organization: string
  account: string
  today: string
  /** SQL of an array of variants; every variant without it. */
  variants?: string
}

const openLifecycles = "('open', 'partially_allocated', 'allocated', 'partially_fulfilled')"

/** Units of a line l that are still to be shipped. */
export const unitsToShip =
  'greatest(l.quantity - l.cancelled_quantity - (l.fulfilled_quantity - l.over_shipped_quantity), 0)'
/** Orders o whose units are still to be shipped. */
export const isOpen = `o.lifecycle in ${openLifecycles}`

const ofVariants = ({ variants }: Of, alias: string) =>
  variants === undefined ? '' : ` and ${alias}.variant_id = any(${variants})`

const ofAccount = ({ organization, account }: Of, alias: string) =>
  `${alias}.organization_id = ${organization} and ${alias}.trading_partner_id = ${account}`

/** The last day that the account reported, and its periods that end in the window. */
const periodParts = (of: Of) => `
  last_report as (
    select max(p.period_end) as day from sell_out_by_period p where ${ofAccount(of, 'p')} and p.period_end <= ${of.today}
  ),
  periods as materialized (
    select p.period_start, p.period_end, p.period_end - p.period_start + 1 as days, p.units_rows > 0 as has_units,
      case when p.period_end - p.period_start < 6 then 'week ' || (last_report.day - p.period_end) / 7
        else p.period_start::text end as stretch
    from sell_out_by_period p, last_report
    where ${ofAccount(of, 'p')} and p.period_end > last_report.day - ${windowDays} and p.period_end <= last_report.day
  )`

const reportedPart = (of: Of) => `
  reported as materialized (
    select r.variant_id, r.period_start, r.period_end, periods.days, periods.has_units, periods.stretch,
      case when r.units_rows > 0 then r.units end as units, case when r.on_hand_rows > 0 then r.on_hand end as on_hand,
      r.on_hand_rows
    from periods join sell_out_by_variant r on ${ofAccount(of, 'r')}
      and r.period_start = periods.period_start and r.period_end = periods.period_end${ofVariants(of, 'r')}
  )`

/**
 * Every variant that the account reported in the window, ordered within a year, or has a SKU of its own for. Lines are
 * looked up by order: the planner does not know how few orders of all are the account's.
 */
const carriedRows = (of: Of, reported: string) => `
  select r.variant_id from ${reported}
  union select i.variant_id from account_items i where ${ofAccount(of, 'i')}${ofVariants(of, 'i')}
  union select l.variant_id from sales_orders o
    cross join lateral (select l.variant_id from order_lines l
      where l.organization_id = o.organization_id and l.order_id = o.order_id${ofVariants(of, 'l')} offset 0) l
    where ${ofAccount(of, 'o')} and o.lifecycle not in ('draft', 'cancelled')
      and o.ordered_on > ${of.today} - ${limits.retailer_order_days}`

/** Without the figures, the variants of the reports are read from their index alone. */
export const carriedVariants = (of: Of) =>
  `with ${periodParts(of)} ${carriedRows(
    of,
    `periods join sell_out_by_variant r on ${ofAccount(of, 'r')}
    and r.period_start = periods.period_start and r.period_end = periods.period_end`,
  )}`

/**
 * The deviation is one of weeks: shorter periods are added up to whole weeks back from the last report (`stretch`), and a
 * longer period stands for its average week. A week of which a day is not known is left out.
 */
const salesParts = `
  sold as (
    select r.variant_id, sum(r.units) as units,
      coalesce(sum(r.days) filter (where r.units is not null), 0) as own_days,
      coalesce(sum(r.days) filter (where r.units is null and r.has_units), 0) as unknown_days,
      min(r.period_start) as first_start
    from reported r
    group by r.variant_id
  ),
  stretches as (
    select p.stretch, min(p.period_start) as period_start, sum(p.days) as days from periods p
    group by p.stretch having sum(p.days) >= 7 and bool_and(p.has_units)
  ),
  weekly as (
    select x.variant_id, count(*) filter (where x.is_known) as known, count(*) filter (where x.is_unknown) as unknown,
      count(*) filter (where x.is_unknown and x.is_after) as unknown_after,
      sum(x.units) filter (where not x.is_unknown) as sum, sum(x.units) filter (where x.is_known) as known_sum,
      sum(x.units) filter (where not x.is_unknown and x.is_after) as sum_after,
      sum(x.units * x.units) filter (where not x.is_unknown) as squares,
      sum(x.units * x.units) filter (where x.is_known) as known_squares,
      sum(x.units * x.units) filter (where not x.is_unknown and x.is_after) as squares_after
    from (
      select r.variant_id, coalesce(sum(r.units), 0)::float8 * 7 / w.days as units, bool_or(r.units is null) as is_unknown,
        coalesce(sum(r.days) filter (where r.units is not null), 0) = w.days as is_known,
        w.period_start >= s.first_start as is_after
      from reported r
      join stretches w on w.stretch = r.stretch
      join sold s on s.variant_id = r.variant_id
      group by r.variant_id, w.stretch, w.days, w.period_start, s.first_start
    ) x
    group by x.variant_id
  ),
  counted as (
    select distinct on (r.variant_id) r.variant_id, r.period_end as counted_on, r.on_hand,
      r.on_hand_rows as doors_counted
    from reported r where r.on_hand is not null
    order by r.variant_id, r.period_end desc, r.period_start desc
  ),
  sold_after as (
    select r.variant_id, sum(r.units) as units, sum(r.days) as days
    from reported r join counted c on c.variant_id = r.variant_id and r.period_start > c.counted_on
    where r.units is not null group by r.variant_id
  )`

/** Shelf counts are of the window, so what arrived after one of them arrived after `counted_from`. */
const supplyParts = (of: Of) => `
  shipped as (
    select x.variant_id,
      coalesce(sum(x.quantity) filter (where x.due_on <= ${of.today} and x.due_on > c.counted_on), 0) as arrived,
      coalesce(sum(x.quantity) filter (where x.due_on > ${of.today}), 0) as in_transit
    from (
      select fl.variant_id, fl.quantity, f.shipped_on + terms.transit_days as due_on
      from terms
      join sales_orders o on ${ofAccount(of, 'o')}
      cross join lateral (select f.organization_id, f.fulfilment_id, f.shipped_on from fulfilments f
        where f.organization_id = o.organization_id and f.order_id = o.order_id
          and f.shipped_on > terms.counted_from - terms.transit_days offset 0) f
      cross join lateral (select fl.variant_id, fl.quantity from fulfilment_lines fl
        where fl.organization_id = f.organization_id and fl.fulfilment_id = f.fulfilment_id${ofVariants(of, 'fl')}
        offset 0) fl
    ) x
    left join counted c on c.variant_id = x.variant_id
    group by x.variant_id
  ),
  sent_back as (
    select rl.variant_id, sum(rl.received_quantity) as units
    from sales_orders o
    cross join lateral (select n.organization_id, n.return_id from returns n
      where n.organization_id = o.organization_id and n.order_id = o.order_id offset 0) n
    join return_receipts rr on rr.organization_id = n.organization_id and rr.return_id = n.return_id
    join return_receipt_lines rl on rl.organization_id = rr.organization_id and rl.return_id = rr.return_id
      and rl.receipt_number = rr.receipt_number
    join counted c on c.variant_id = rl.variant_id and rr.received_on > c.counted_on
    where ${ofAccount(of, 'o')}
    group by rl.variant_id
  ),
  on_order as (
    select l.variant_id, sum(l.units) as units
    from sales_orders o
    cross join lateral (select l.variant_id, ${unitsToShip} as units from order_lines l
      where l.organization_id = o.organization_id and l.order_id = o.order_id${ofVariants(of, 'l')} offset 0) l
    where ${ofAccount(of, 'o')} and ${isOpen}
    group by l.variant_id
  )`

/** Days on which a variant's sales are known, and weeks that are known as a whole. */
const knownDays = `
  case when terms.omits_rows then
    case when s.first_start is null and not before.reported then 0
      else (select coalesce(sum(p.days), 0) from periods p
        where p.has_units and (before.reported or p.period_start >= s.first_start)) - coalesce(s.unknown_days, 0) end
  else coalesce(s.own_days, 0) end as known_days,
  case when terms.omits_rows then
    case when s.first_start is null and not before.reported then 0
      else (select count(*) from stretches w where before.reported or w.period_start >= s.first_start)
        - coalesce(case when before.reported then y.unknown else y.unknown_after end, 0) end
  else coalesce(y.known, 0) end as known_periods,
  coalesce(case when not terms.omits_rows then y.known_sum when before.reported then y.sum else y.sum_after end, 0)
    as weekly_sum,
  coalesce(case when not terms.omits_rows then y.known_squares when before.reported then y.squares
    else y.squares_after end, 0) as weekly_squares,
  case when terms.omits_rows then
    (select coalesce(sum(p.days), 0) from periods p where p.has_units and p.period_start > c.counted_on)
  else coalesce(a.days, 0) end as known_days_after_count`

const facts = (of: Of) => `
  select v.variant_id, coalesce(s.units, 0) as units, ${knownDays},
    c.counted_on, c.on_hand, c.doors_counted, coalesce(a.units, 0) as units_after_count,
    ${of.today} - c.counted_on as days_since_count,
    coalesce(h.arrived, 0) as arrived, coalesce(h.in_transit, 0) as in_transit,
    coalesce(b.units, 0) as sent_back, coalesce(w.units, 0) as on_order,
    s.variant_id is not null or before.reported as is_reported
  from carried v
  cross join terms
  left join sold s on s.variant_id = v.variant_id
  left join weekly y on y.variant_id = v.variant_id
  left join counted c on c.variant_id = v.variant_id
  left join sold_after a on a.variant_id = v.variant_id
  left join shipped h on h.variant_id = v.variant_id
  left join sent_back b on b.variant_id = v.variant_id
  left join on_order w on w.variant_id = v.variant_id
  cross join lateral (select exists (
    select from sell_out_by_variant e
    where e.organization_id = ${of.organization} and e.variant_id = v.variant_id and e.trading_partner_id = ${of.account}
      and e.period_start < (select min(p.period_start) from periods p)) as reported) before`

/** Exact: sums of sums, divided once. */
const perDay = 'case when f.known_days > 0 then f.units::numeric / f.known_days end'

/**
 * One row for each variant that the account carries. Units sold after the last count are those reported, and the velocity
 * on the days that are not reported yet. Stock is never negative.
 */
export const variantFigures = (of: Of) => `
  with ${periodParts(of)},
  ${reportedPart(of)},
  terms as materialized (
    select coalesce(t.transit_time_days, 0) as transit_days,
      (select coalesce(day, ${of.today}) - ${windowDays} from last_report) as counted_from,
      coalesce(d.absence_convention = 'row_omitted', false) as omits_rows
    from trading_partners t
    left join sell_out_declarations d
      on d.organization_id = t.organization_id and d.trading_partner_id = t.trading_partner_id
    where ${ofAccount(of, 't')}
  ),
  carried as materialized (${carriedRows(of, 'reported r')}),
  ${salesParts},
  ${supplyParts(of)},
  facts as materialized (${facts(of)})
  select f.variant_id, f.is_reported, f.known_days, f.known_periods, f.weekly_sum, f.weekly_squares,
    f.counted_on, f.on_hand, f.doors_counted, f.in_transit, f.on_order, f.in_transit + f.on_order as incoming,
    case when f.known_days > 0 then f.units end as units_sold,
    f.per_day * 7 as velocity,
    case when f.known_days > 0 and f.units + f.on_hand > 0 then f.units::numeric / (f.units + f.on_hand) end as sell_through,
    e.estimate as estimated_on_hand,
    case when f.per_day > 0 then e.estimate / (f.per_day * 7) end as weeks_of_cover
  from (select f.*, ${perDay} as per_day from facts f) f
  cross join lateral (
    select greatest(f.days_since_count - f.known_days_after_count, 0) as unknown_days
  ) u
  cross join lateral (
    select f.on_hand + f.arrived - f.sent_back - f.units_after_count
      - case when u.unknown_days = 0 then 0 else f.per_day * u.unknown_days end as units
  ) n
  cross join lateral (
    select case when n.units is not null then greatest(round(n.units), 0) end as estimate
  ) e`
