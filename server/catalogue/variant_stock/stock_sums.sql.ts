/**
 * Sums over stock levels `l`, as SQL: those that variant_stock and product_figures have, and the cover that follows
 * from them.
 */
import { cover } from '../../contract/stock.ts'
import { daysOfCover, exactDays } from '../../ledger/rates/cover.sql.ts'
import { lackOfLevels } from '../../ledger/rates/cover_lack.sql.ts'

/** By the name of their column; a sum over no level is a measured zero. */
export const stockSums = {
  on_hand: 'coalesce(sum(l.on_hand), 0)',
  cost: 'coalesce(sum(l.on_hand * l.average_cost), 0)',
  has_uncosted: 'coalesce(bool_or(l.on_hand <> 0 and l.average_cost is null), false)',
  committed: 'coalesce(sum(l.committed), 0)',
  incoming: 'coalesce(sum(l.incoming), 0)',
  units_per_day: 'sum(l.units_per_day)',
  rate_lack: lackOfLevels,
  lead_time_days: 'max(l.lead_time_days)',
  review_period_days: 'max(l.review_period_days)',
} as const

export const stockColumns = Object.keys(stockSums)
export const stockSumList = Object.entries(stockSums)
  .map(([name, sql]) => `${sql} as ${name}`)
  .join(', ')

/** Health by the rule that the database applies to a level; a sum over no level is out of stock. */
const health = `case
      when q.available <= 0 then 'out_of_stock'
      when q.rate is null or q.rate <= 0 then 'healthy'
      when ${exactDays('q.available', 'q.rate')} < q.lead_time_days then 'critical'
      when ${exactDays('q.available', 'q.rate')} < q.lead_time_days + q.review_period_days then 'caution'
      when ${exactDays('q.available', 'q.rate')} > ${cover.overstocked_above_days} then 'overstocked'
      else 'healthy' end`

/**
 * The rows z of a statement that returns sums, with what stored rows have beside them. `assembled` is what is available of
 * a bundle that is assembled when sold, null for other rows: the rate of its sales is that of its components.
 */
export const withCover = (sums: string, assembled = 'null::bigint'): string => `select q.*, ${health} as health,
      ${daysOfCover('q.available', 'q.rate')} as days_of_cover
    from (select z.*, coalesce(${assembled}, z.on_hand - z.committed) as available, ${assembled} is not null as is_assembled,
      case when ${assembled} is null then z.units_per_day end as rate from (${sums}) z) q`
