/**
 * The stock of variants over their locations as SQL, in which $1 is the organisation: what variant_stock has, and for variants
 * that changed since the sums of their levels. So it is exact as soon as a write commits.
 */
import { assembledUnits } from '../../ledger/parts.sql.ts'
import type { Ranked } from '../../tables/table.ts'
import { stockColumns, stockSumList, withCover } from './stock_sums.sql.ts'

/** Variants of which a job has not summed again what changed; every new variant is among them. */
export const changedVariants = `select variant_id from velocity_changes where organization_id = $1
      union
      select variant_id from stock_level_changes where organization_id = $1`

/** Sums of the levels of each variant that `variants` names. */
export const summedVariants = (variants: string): string => `select w.variant_id, z.*
      from ${variants} w
      cross join lateral (
        select ${stockSumList} from stock_levels l
        where l.organization_id = $1 and l.variant_id = w.variant_id) z`

const shownColumns = [...stockColumns, 'available', 'days_of_cover', 'health'].join(', ')
/** Bundles that are assembled when sold are never read as stored: what is available of them follows their components. */
const changed = `assembled as materialized (${assembledUnits('$1')}
    ), changed as materialized (
      ${changedVariants}
      union
      select variant_id from assembled)`
const unchanged = 's.organization_id = $1 and s.variant_id not in (select variant_id from changed)'
// Each is looked up by its key. A join would compare all marks with all variants where statistics are older than an import.
const present = `(select c.variant_id from changed c cross join lateral (
        select from variants v where v.organization_id = $1 and v.variant_id = c.variant_id offset 0) v)`
const live = withCover(
  `select y.*, b.units as assembled from (${summedVariants(present)}) y left join assembled b on b.variant_id = y.variant_id`,
  'z.assembled',
)

/** Every variant with its stock. */
export const stockOfVariants = `with ${changed}
    select s.variant_id, ${shownColumns}, false as is_assembled from variant_stock s
    where ${unchanged}
    union all
    select variant_id, ${shownColumns}, is_assembled from (${live}) m`

interface Rows {
  id: string
  /** Expressions that follow `with`. */
  before: string
  /** Stored rows s of what did not change. */
  stored: string
  /** Rows of what changed. */
  live: string
  /** Columns by sort key. */
  columns: Readonly<Record<string, string>>
}

/** The first rows in the order of a stored column, among those that are summed now. */
export const rankedBy =
  ({ id, before, stored, live, columns }: Rows): Ranked =>
  ({ key, descending }, { bounds, reach }) => {
    const column = columns[key]
    if (column === undefined) return null
    // Exactly as the indexes are: only cover may be missing, which is last in both directions.
    const way = `${descending ? ' desc' : ''}${column === 'days_of_cover' ? ' nulls last' : ''}`
    const order = (value: string, row: string) => `${value}${way}, ${row}.${id}${way}`
    return `with ${before}
    select r.${id} from (
      (select s.${id}, s.${column} as value from ${stored}
      order by ${order(`s.${column}`, 's')} limit ${reach})
      union all
      select m.${id}, m.${column} from (${live}) m
    ) r
    order by ${order('r.value', 'r')}
    ${bounds}`
  }

/** The columns that tables of stock sort by. */
export const inventoryColumns = {
  on_hand_qty: 'on_hand',
  incoming_qty: 'incoming',
  committed_qty: 'committed',
  available_qty: 'available',
  days_of_cover: 'days_of_cover',
  health: 'health',
} as const

export const rankedVariants = rankedBy({
  id: 'variant_id',
  before: changed,
  stored: `variant_stock s where ${unchanged}`,
  live,
  columns: inventoryColumns,
})
