/** The tables of velocity: rows of variants and of products, for each length of the window. */
import { limits } from '../../contract/limits.ts'
import { assembledUnitsOf } from '../../ledger/parts.sql.ts'
import { defineTable, type Join, type Table } from '../../tables/table.ts'
import { velocityWeeks } from '../known_values.ts'
import { classLimits, ranking, type RowType } from './classes.ts'
import { availableOfProducts, availableOfVariants, rankedProducts, rankedVariants, type Stored } from './figures.ts'
import { currentFigures, storedFigures, type Weeks } from './current_figures.ts'
import { inBundles } from './in_bundles.sql.ts'
import { everyProduct, oneProduct, storedProducts } from './product_figures.ts'
import { velocityFields } from './velocity_fields.ts'

const paging = { limit_default: limits.page_limit_default, limit_max: limits.page_limit_common_max }

const category: Join = {
  sql: 'left join categories c on c.organization_id = p.organization_id and c.category_id = p.category_id',
  after: ['p'],
}
const organization = (alias: string): Join => ({
  sql: `join organizations o on o.organization_id = ${alias}.organization_id`,
})

/** Net sales from which on a row is in class A or B: those of the last measurement, or as they are before the first. */
export const classes = (type: RowType, weeks: Weeks, stored: Stored, rows: string): Join => ({
  sql: `left join lateral (
    select d.total_cents::numeric as total, d.a_from_cents as a_from, d.b_from_cents as b_from from velocity_classes d
    where d.organization_id = $1 and d.row_type = '${type}' and d.weeks = ${weeks}${
      stored === 'wholly'
        ? ''
        : `
    union all
    select ${classLimits} from (
      select ${ranking} from (${rows}) s
      where net_cents > 0 and not exists (select from velocity_windows w where w.organization_id = $1)
    ) ranked
    having not exists (select from velocity_windows w where w.organization_id = $1)`
    }
  ) k on true`,
})

const variantTable = (weeks: Weeks, stored: Stored) =>
  defineTable({
    ranked: stored === 'partly' ? undefined : rankedVariants(weeks, stored),
    name: `velocity_variants_${weeks}_weeks`,
    row_name: 'VelocityRow',
    base: { table: 'variants', alias: 'v', key: ['variant_id'] },
    joins: {
      p: { sql: 'join products p on p.organization_id = v.organization_id and p.product_id = v.product_id' },
      c: category,
      o: organization('v'),
      f:
        stored === 'wholly'
          ? { sql: `left join (${storedFigures(weeks)}) f on f.variant_id = v.variant_id` }
          : {
              sql: `left join lateral (${currentFigures(weeks, (id) => `${id} = v.variant_id`)}) f on true`,
              whole: `left join (${currentFigures(weeks)}) f on f.variant_id = v.variant_id`,
            },
      a: {
        sql: `left join lateral (
          select coalesce(b.units, sum(l.available)) as available, b.units is not null as is_assembled,
            case when b.units is null then sum(l.units_per_day) end as units_per_day
          from (select ${assembledUnitsOf('$1', 'v.variant_id')} as units) b
          left join stock_levels l on l.organization_id = v.organization_id and l.variant_id = v.variant_id
          group by b.units) a on true`,
        whole: `left join (${availableOfVariants}) a on a.variant_id = v.variant_id`,
      },
      n: { sql: `cross join lateral (${inBundles(weeks, 'v.variant_id', 'f')}) n`, after: ['f'] },
      k: classes('variants', weeks, stored, currentFigures(weeks)),
    },
    fields: velocityFields(weeks, {
      variant: { id: 'v.variant_id', sku: 'v.sku', title: 'v.title' },
      variants: '1',
      measured: '(case when f.lost_units is null then 0 else 1 end)',
    }),
    default_sort: '-units_per_day',
    ...paging,
  })

const productTable = (weeks: Weeks, stored: Stored) =>
  defineTable({
    ranked: stored === 'partly' ? undefined : rankedProducts(weeks, stored),
    name: `velocity_products_${weeks}_weeks`,
    row_name: 'ProductVelocityRow',
    base: { table: 'products', alias: 'p', key: ['product_id'] },
    joins: {
      c: category,
      o: organization('p'),
      f:
        stored === 'wholly'
          ? { sql: `left join (${storedProducts(weeks)}) f on f.product_id = p.product_id` }
          : {
              sql: `left join lateral (${oneProduct(weeks)}) f on true`,
              whole: `left join (${everyProduct(weeks)}) f on f.product_id = p.product_id`,
            },
      a: {
        sql: `left join lateral (
          select sum(l.available) as available, false as is_assembled, sum(l.units_per_day) as units_per_day
          from variants z
          join stock_levels l on l.organization_id = z.organization_id and l.variant_id = z.variant_id
          where z.organization_id = p.organization_id and z.product_id = p.product_id) a on true`,
        whole: `left join (${availableOfProducts}) a on a.product_id = p.product_id`,
      },
      k: classes('products', weeks, stored, everyProduct(weeks)),
    },
    fields: velocityFields(weeks, {
      variant: null,
      variants: 'coalesce(f.variants, 0)',
      measured: 'coalesce(f.measured, 0)',
    }),
    default_sort: '-units_per_day',
    ...paging,
  })

const ofEach = <T>(make: (weeks: Weeks) => T) =>
  Object.fromEntries(velocityWeeks.map((weeks) => [weeks, make(weeks)])) as Record<Weeks, T>
const tablesOf = (stored: Stored) => ({
  variants: ofEach((weeks) => variantTable(weeks, stored)),
  products: ofEach((weeks) => productTable(weeks, stored)),
})
const tables = { partly: tablesOf('partly'), changing: tablesOf('changing'), wholly: tablesOf('wholly') }

/** These serve whatever is stored. */
export const variantTables = tables.partly.variants

/** `stored`: what is stored of the rows (figures.ts). */
export const tableOf = (type: RowType, weeks: Weeks, stored: Stored = 'partly'): Table => tables[stored][type][weeks]
