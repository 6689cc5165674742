/**
 * The running sums of one variant or product, as SQL of the rows that add up to them: for a lateral join to the few rows of
 * a page, where every part of the statement is planned for each page and read for each row.
 *
 * A window has two edges, its start and the day after its end. Each takes the sums of the nearest day that has some, and
 * the rows between that day and the edge.
 */
import { changedVariants, listOf, nearestTo, ownCurrency, type RunningWindow } from './running_sums.sql.ts'

/** `sign` of the sums before the edge, and of the rows between. */
const edges = (window: RunningWindow) => `
    select n.before, least(n.before, e.day) as first, greatest(n.before, e.day) as until, e.sign,
      case when n.before < e.day then e.sign else -e.sign end as sign_between
    from (values (${window.end} + 1, 1), (${window.start}, -1)) e (day, sign)
    cross join lateral ${nearestTo('e.day', window)} n`

/** Those of the variants that changed, found before their sales are read. */
const changedOf = (variants: string, window: RunningWindow) =>
  `select o.variant_id from (${variants}) o where o.variant_id in (${changedVariants(window)}) offset 0`

interface Rows {
  /** SQL of the variants (variant_id) of the one. */
  variants: string
  /** The sums at an edge e. */
  sums: string
}

// Of an organisation that the statistics do not know yet, all days of a variant are expected to be few: days are looked up.
const rowsOfOne = (figures: readonly string[], window: RunningWindow, { variants, sums }: Rows) => {
  const { organization, start, end } = window
  const rows = (sign: string) => `select ${listOf(figures)(sign, true)}`
  return `with edge as materialized (${edges(window)})
    ${sums}
    union all
    ${rows('e.sign_between * ')} from edge e
    cross join (${variants}) g
    cross join lateral (
      select s.* from sales_daily s
      where s.organization_id = ${organization} and s.variant_id = g.variant_id and s.day >= e.first and s.day < e.until
      offset 0
    ) s
    where e.first < e.until and g.variant_id not in (${changedVariants(window)})
    union all
    ${rows('')} from (${changedOf(variants, window)}) g
    join sales_daily s on s.organization_id = ${organization} and s.variant_id = g.variant_id
      and s.day >= ${start} and s.day <= ${end}`
}

/** Rows of `figures` of the variant that `id` is SQL of; no alias there may be one of these. */
export const runningSumsOfVariant = (figures: readonly string[], window: RunningWindow, id: string) =>
  rowsOfOne(figures, window, {
    variants: `select ${id} as variant_id`,
    sums: `select ${listOf(figures)('e.sign * ', false)} from edge e
    join sales_before s on s.organization_id = ${window.organization} and s.before = e.before and s.variant_id = ${id}
      and ${ownCurrency(window)}
    where s.variant_id not in (${changedVariants(window)})`,
  })

/** The same of a product: its sums, less those of its variants that changed. */
export const runningSumsOfProduct = (figures: readonly string[], window: RunningWindow, id: string) => {
  const { organization } = window
  const variants = `select y.variant_id from variants y where y.organization_id = ${organization} and y.product_id = ${id}`
  return rowsOfOne(figures, window, {
    variants,
    sums: `select ${listOf(figures)('e.sign * ', false)} from edge e
    join product_sales_before s on s.organization_id = ${organization} and s.before = e.before and s.product_id = ${id}
      and ${ownCurrency(window)}
    union all
    select ${listOf(figures)('-e.sign * ', false)} from (${changedOf(variants, window)}) g
    cross join edge e
    join sales_before s on s.organization_id = ${organization} and s.before = e.before and s.variant_id = g.variant_id
      and ${ownCurrency(window)}`,
  })
}
