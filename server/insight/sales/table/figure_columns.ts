/**
 * Sell-through, stockout losses and markdown of every row as SQL, for the order, the filters and the export of the sales
 * tables. The rows of a page have them from `stock_of_sales.rules.ts`, which these follow. $1 is the organisation, $2 and $3
 * are the window.
 */
import type { FigureCause } from '../../../contract/money/figure_causes.ts'
import { Nullable, Num, OpenChoice, Whole } from '../../../contract/schema.ts'
import { field, sortable } from '../../../tables/field.ts'
import { type Join, withinMark } from '../../../tables/table.ts'
import { openingKind, stockReceiptKinds } from '../../metrics/facts/stock_receipts.ts'
import { lostOfEvery, ownTimeZone } from '../../velocity/measured.ts'
import { lossCodes, markdownCodes, sellThroughCodes } from './stock_of_sales.rules.ts'

type Key = 'variant_id' | 'product_id'

const instant = (day: string) => `((${day})::timestamp at time zone ${ownTimeZone})`

/**
 * What was on hand at the start of the window, opened the ledger in it or was received in it, and when the ledger of a variant
 * began: with the first movement of units that is neither reversed nor a reversal.
 */
const stockOfLevels = `
  select l.variant_id, sum(l.on_hand - coalesce(m.moved, 0) + coalesce(m.added, 0)) as units, min(b.began_on) as began_on
  from stock_levels l
  left join (
    select variant_id, location_id, sum(quantity_delta) as moved, sum(quantity_delta)
        filter (where kind in (${stockReceiptKinds}, ${openingKind}) and occurred_at < ${instant('$3::date + 1')}) as added
    from stock_movements where organization_id = $1 and occurred_at >= ${instant('$2::date')}
    group by variant_id, location_id
  ) m on m.variant_id = l.variant_id and m.location_id = l.location_id
  cross join lateral (
    select (select (f.occurred_at at time zone ${ownTimeZone})::date from stock_movements f
      where f.organization_id = $1 and f.variant_id = l.variant_id and f.location_id = l.location_id
        and f.quantity_delta <> 0 and f.reverses_movement_id is null and not exists (select from stock_movements r
          where r.organization_id = $1 and r.reverses_movement_id = f.movement_id)
      order by f.occurred_at nulls first limit 1) as began_on
  ) b
  where l.organization_id = $1 group by l.variant_id`

const soldOf = (figures: string) => `
  select s.variant_id, ${figures} from sales_daily s
  where s.organization_id = $1 ${withinMark} group by s.variant_id`

/** One row for each variant that has a part in it: that neither sold nor was ever in stock has none. */
const sellThroughOfVariants = `
  select v.variant_id, v.product_id, coalesce(w.net_units, 0) as net_units, coalesce(k.units, 0) as units,
    k.began_on is null as has_no_ledger, k.began_on > $2::date and exists (
      select from sales_daily e where e.organization_id = $1 and e.variant_id = v.variant_id and e.units > 0
        and e.day >= $2::date and e.day < least(k.began_on, $3::date + 1)) as is_sold_before
  from variants v
  left join (${stockOfLevels}) k on k.variant_id = v.variant_id
  left join (${soldOf('sum(s.units - s.returned_units) as net_units, sum(s.units + s.returned_units) as moved')}) w
    on w.variant_id = v.variant_id
  where v.organization_id = $1 and (k.began_on is not null or w.moved > 0)`

/** A row without any such variant is joined to nothing. */
const stocked = (key: Key) => `
  select y.${key}, sum(y.net_units) as net_units, sum(y.units) as units, bool_or(y.has_no_ledger) as has_no_ledger,
    bool_or(y.is_sold_before) as is_sold_before
  from (${sellThroughOfVariants}) y group by y.${key}`

const marked = (key: Key) => `
  select x.${key}, sum(w.units) as units, sum(w.priced_units) as priced_units, sum(w.markdown_units) as markdown_units
  from (${soldOf(
    'sum(s.units) as units, sum(s.priced_units) as priced_units, sum(s.known_markdown_units) as markdown_units',
  )}) w
  join variants x on x.organization_id = $1 and x.variant_id = w.variant_id
  group by x.${key}`

const joined = (alias: string, key: Key, row: string, select: string): Join => ({
  sql: `left join (${select}) ${alias} on ${alias}.${key} = ${row}.${key}`,
})

/** By the row's alias. Each sums all rows at once: they serve no single page. */
export const figureJoins = (key: Key, row: string): Record<string, Join> => ({
  stocked: joined('stocked', key, row, stocked(key)),
  lost: joined('lost', key, row, lostOfEvery(key, `true ${withinMark}`)),
  marked: joined('marked', key, row, marked(key)),
})

/** The joins in which the window, and filters on channels, limit the sums. */
export const joinsOfWindow = ['stocked', 'marked'] as const
export const joinsOfChannels = ['stocked', 'lost', 'marked'] as const

const code = (codes: readonly FigureCause[]) => Nullable(OpenChoice(codes, 'Why it is null.'))

const sellThroughCode = `case when stocked.units is null or stocked.has_no_ledger then 'not_recorded'
    when stocked.is_sold_before then 'sold_before_the_ledger' when stocked.units <= 0 then 'no_stock' end`
const markdownCode = `case when coalesce(marked.units, 0) = 0 then 'nothing_sold'
    when marked.priced_units = 0 then 'no_price' end`
const lossCode = `case when lost.lost_units is not null then null when lost.tracked_days > 0 then 'out_of_stock'
    when lost.variants > 0 then 'not_in_the_ledger' else 'no_variants' end`

/** Fields of an export, and the keys of the order and of filters; those of losses measure the stock of every variant. */
const lossFields = {
  lost_units: field(Nullable(Num('`lost_units` of `stockout_losses`.')), 'lost.lost_units', sortable),
  lost_sales_cents: field(
    Nullable(Whole('`lost_sales` of `stockout_losses`, in cents of the currency of the organisation.')),
    'case when lost.unrated_currency is null then lost.lost_cents end',
    sortable,
  ),
  lost_reason_code: field(
    code(lossCodes),
    `coalesce(${lossCode}, case when lost.unrated_currency is not null then 'no_exchange_rate' end)`,
  ),
}
const otherFields = {
  sell_through_percentage: field(
    Nullable(Num('`percentage` of `sell_through`.')),
    `case when ${sellThroughCode} is null then round(100.0 * stocked.net_units / stocked.units, 2) end`,
    sortable,
  ),
  sell_through_reason_code: field(code(sellThroughCodes), sellThroughCode),
  markdown_rate: field(
    Nullable(Num('`rate` of `markdown`.')),
    `case when ${markdownCode} is null then round(100.0 * marked.markdown_units / marked.priced_units, 2) end`,
    sortable,
  ),
  markdown_reason_code: field(code(markdownCodes), markdownCode),
}

export const figureFields = { ...otherFields, ...lossFields }
export const fieldsWithoutLosses = otherFields

/** Which of these a field of the rows stands for in an export. */
export const figuresOfField = {
  sell_through: ['sell_through_percentage', 'sell_through_reason_code'],
  stockout_losses: ['lost_units', 'lost_sales_cents', 'lost_reason_code'],
  markdown: ['markdown_rate', 'markdown_reason_code'],
} as const
