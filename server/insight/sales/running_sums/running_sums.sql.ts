/**
 * Sums of a window of days by variant, as SQL for statements in which $1 is the organisation. `sales_before` has all sales
 * of a variant before some days, so a window is the difference of two of them, and the days between them and the window's
 * own are read as rows: about two rows of each variant instead of one for each day. Variants in velocity_changes are
 * left out of the sums and read as rows, so that the figures are exact as soon as a write commits.
 *
 * Only for windows whose sales are all in the organisation's currency, of every channel: sums have neither.
 */
import { limits } from '../../../contract/limits.ts'
import type { Sql } from '../../../contract/call.ts'
import { daysBetween } from '../../../calendar/days.ts'
import type { Period } from '../../../calendar/retail_calendar.ts'

/** Below it, the rows of the window are fewer than two for each variant. */
const windowDaysMin = 15

const isLong = ({ start, end }: Period) => daysBetween(start, end) + 1 >= windowDaysMin

/** Whether the sums serve a window: enough of them are there, and few variants changed since; an expression. */
export const runningSumsServe = (sql: Sql, organization_id: string, window: Period) =>
  isLong(window)
    ? sql`(select count(*) from sales_before_days where organization_id = ${organization_id}) >= 2
      and (select count(*) from (select from velocity_changes where organization_id = ${organization_id}
        limit ${limits.velocity_changes_read_max + 1}) c) <= ${limits.velocity_changes_read_max}`
    : sql`false`

/** The same for the response. */
export async function hasRunningSums(sql: Sql, organization_id: string, window: Period): Promise<boolean> {
  if (!isLong(window)) return false
  const [row] = await sql<{ is_kept: boolean }[]>`
    select ${runningSumsServe(sql, organization_id, window)} as is_kept`
  return row!.is_kept
}

export interface RunningWindow extends Period {
  /** SQL of the organisation; the days are SQL as well. */
  organization: string
}

type Organization = Pick<RunningWindow, 'organization'>

// One statement chooses the days and reads them, so that no job comes between.
export const nearestTo = (day: string, { organization }: Organization) => `(select d.before from sales_before_days d
    where d.organization_id = ${organization} order by abs(d.before - ${day}), d.before limit 1)`

export const changedVariants = ({ organization }: Organization) =>
  `select c.variant_id from velocity_changes c where c.organization_id = ${organization}`

export const ownCurrency = ({ organization }: Organization) =>
  `s.currency = (select o.currency from organizations o where o.organization_id = ${organization})`

const variantOfRow = ({ organization }: Organization) =>
  `join variants v on v.organization_id = ${organization} and v.variant_id = s.variant_id`

const rowFigure = (name: string, isRow: boolean) => {
  if (name === 'net_cents') return '(s.gross_sales_cents - s.discounts_cents - s.returns_cents)'
  return name === 'row_count' && isRow ? '1' : `s.${name}`
}

/** Figures of sales, or `net_cents`. */
export const listOf = (figures: readonly string[]) => (sign: string, isRow: boolean) =>
  figures.map((name) => `${sign}${rowFigure(name, isRow)}::float8 as ${name}`).join(', ')

/** Variants v that changed, found before their sales are read; with the product where `id` is that. */
const changedOnes = (id: string, window: RunningWindow) =>
  id === 's.variant_id'
    ? `select distinct c.variant_id from velocity_changes c where c.organization_id = ${window.organization}`
    : `select y.variant_id, y.product_id from variants y
      where y.organization_id = ${window.organization} and y.variant_id in (${changedVariants(window)}) offset 0`

/**
 * Rows of the days between the sums and the window, and of all its days where a variant changed; `id` names whose rows
 * they are.
 */
function rowsBeside(figures: readonly string[], id: string, join: string, window: RunningWindow): string[] {
  const { organization, start, end } = window
  const until = `(${end} + 1)`
  const [list, changed] = [listOf(figures), changedVariants(window)]
  const between = (sign: string, first: string, before: string) => `
    select ${id}, ${list(sign, true)} from sales_daily s ${join}
    where s.organization_id = ${organization} and s.day >= ${first} and s.day < ${before}
      and s.variant_id not in (${changed})`
  return [
    between('', nearestTo(until, window), until),
    between('-', until, nearestTo(until, window)),
    between('-', nearestTo(start, window), start),
    between('', start, nearestTo(start, window)),
    `
    select ${id}, ${list('', true)}
    from (${changedOnes(id, window)}) v
    join sales_daily s on s.organization_id = ${organization} and s.variant_id = v.variant_id
    where s.day >= ${start} and s.day <= ${end}`,
  ]
}

const sumsAt = (figures: readonly string[], sign: string, day: string, window: RunningWindow) => `
    select s.variant_id, ${listOf(figures)(sign, false)} from sales_before s
    where s.organization_id = ${window.organization} and s.before = ${nearestTo(day, window)} and ${ownCurrency(window)}
      and s.variant_id not in (${changedVariants(window)})`

/**
 * Rows of variant_id and `figures`, as float8: whole numbers below 2^53 add up exactly, and faster than as exact types. A
 * variant has several rows, some of them negative.
 */
export function runningSums(figures: readonly string[], window: RunningWindow): string {
  const { start, end } = window
  return [
    sumsAt(figures, '', `(${end} + 1)`, window),
    sumsAt(figures, '-', start, window),
    ...rowsBeside(figures, 's.variant_id', '', window),
  ].join('\n    union all')
}

/**
 * The same with one row for each variant. The sums of both days are joined: to group them, the planner sorts twice as many
 * rows as there are variants. A variant with a sum before the window has one at its end.
 */
export function runningRows(figures: readonly string[], window: RunningWindow): string {
  const { start, end } = window
  const summed = figures.map((name) => `sum(s.${name}) as ${name}`).join(', ')
  const added = (name: string) => `coalesce(e.${name}, 0) - coalesce(b.${name}, 0) + coalesce(r.${name}, 0) as ${name}`
  return `
    select coalesce(e.variant_id, r.variant_id) as variant_id, ${figures.map(added).join(', ')}
    from (${sumsAt(figures, '', `(${end} + 1)`, window)}) e
    left join (${sumsAt(figures, '', start, window)}) b on b.variant_id = e.variant_id
    full join (
      select s.variant_id, ${summed} from (${rowsBeside(figures, 's.variant_id', '', window).join('\n    union all')}) s
      group by s.variant_id
    ) r on r.variant_id = e.variant_id`
}

/** The same with product_id: the sums of products, less those of their variants that changed. */
export function runningSumsOfProducts(figures: readonly string[], window: RunningWindow): string {
  const { organization, start, end } = window
  const [list, join] = [listOf(figures), variantOfRow(window)]
  const sumsAt = (sign: string, day: string) => `
    select s.product_id, ${list(sign, false)} from product_sales_before s
    where s.organization_id = ${organization} and s.before = ${nearestTo(day, window)} and ${ownCurrency(window)}`
  const changedAt = (sign: string, day: string) => `
    select v.product_id, ${list(sign, false)}
    from (select distinct c.variant_id from velocity_changes c where c.organization_id = ${organization}) c
    join sales_before s on s.organization_id = ${organization} and s.before = ${nearestTo(day, window)}
      and s.variant_id = c.variant_id and ${ownCurrency(window)} ${join}`
  const until = `(${end} + 1)`
  return [
    sumsAt('', until),
    sumsAt('-', start),
    changedAt('-', until),
    changedAt('', start),
    ...rowsBeside(figures, 'v.product_id', join, window),
  ].join('\n    union all')
}

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
