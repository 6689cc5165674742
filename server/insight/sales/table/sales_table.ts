/**
 * Two tables of one row shape: sales of a variant, and of a product over its variants, in a window of days. The window
 * and the channels are conditions within the join `d`, which sums sales; everything else filters the rows.
 */
import { catalogueFilters, anyVariantOfProduct, thisVariant } from '../../../catalogue/filters/catalogue_filters.ts'
import { salesChannelTypes } from '../../../catalogue/known_values.ts'
import { limits } from '../../../contract/limits.ts'
import type { Period } from '../../../calendar/retail_calendar.ts'
import type { Scope } from '../../../tables/page.ts'
import type { Fields } from '../../../tables/field.ts'
import {
  defineTable,
  type Ranked,
  type SpecialFilter,
  type TableDeclaration,
  withinMark,
} from '../../../tables/table.ts'
import { velocityWeeks } from '../../known_values.ts'
import { rankedSumsOfProducts, rankedVariants } from '../../velocity/figures.ts'
import { fieldsWithoutLosses, figureFields, figureJoins, joinsOfChannels, joinsOfWindow } from './figure_columns.ts'
import { salesFields } from './sales_fields.ts'
import {
  runningRows,
  runningSumsOfProduct,
  runningSumsOfProducts,
  runningSumsOfVariant,
} from '../running_sums/running_sums.sql.ts'
import { convertedSums, ownFigures, ownNetRow, ownSums, summedByKey } from '../sales_facts.store.ts'

/** Limits the sums. Statements without the join read the parameter as well: PostgreSQL must know its type. */
const withinSums = (listed: string, matches: string) => ({
  where: `cardinality(${listed}) > 0`,
  within: Object.fromEntries(['d', ...joinsOfChannels].map((join) => [join, matches])),
})

const asList = (operation: string, value: unknown) => (operation === 'in' ? value : [value])

/** Of the channels alone: sums that are kept by channel have no locations. */
export const channelFilters: Record<string, SpecialFilter> = {
  sales_channel_id: {
    operations: ['eq', 'in'],
    type: 'id',
    description: 'Sales channels to sum over; rows without sales there are listed with zeros.',
    condition(operation, value, param) {
      const listed = `${param(asList(operation, value))}::uuid[]`
      return withinSums(listed, `s.sales_channel_id = any(${listed})`)
    },
  },
  channel_type: {
    operations: ['eq', 'in'],
    type: 'text',
    values: salesChannelTypes,
    description: 'Types of sales channels to sum over; rows without sales there are listed with zeros.',
    condition(operation, value, param) {
      const listed = `${param(asList(operation, value))}::text[]`
      return withinSums(
        listed,
        `s.sales_channel_id in (select n.sales_channel_id from sales_channels n
          where n.organization_id = $1 and n.channel_type = any(${listed}))`,
      )
    },
  },
}

/** Filters that limit the sums and no rows. */
const sumFilters: Record<string, SpecialFilter> = {
  ...channelFilters,
  location_id: {
    operations: ['eq', 'in'],
    type: 'id',
    description:
      'Locations to sum over; rows without sales there are listed with zeros. Sales to consumers count at the location of the order, wholesale at the one that ships, returns at the one that takes them back.',
    condition(operation, value, param) {
      const listed = `${param(asList(operation, value))}::uuid[]`
      return withinSums(listed, `s.location_id = any(${listed})`)
    },
  },
}

export const sumKeys = Object.keys(sumFilters)

const category = {
  sql: 'left join categories c on c.organization_id = p.organization_id and c.category_id = p.category_id',
  after: ['p'],
}

const paging = { limit_default: limits.page_limit_default, limit_max: limits.page_limit_common_max }

/** Without it, each parallel worker of the statement would sum everything for itself. */
const summedOnce = 'offset (select 0)'

/** The window's parameters come first: see inWindow. */
const parameters = { organization: '$1', start: '$2::date', end: '$3::date' }
const running = runningRows([...ownFigures, 'net_cents'], parameters)
const runningOfProducts = runningSumsOfProducts(ownFigures, parameters)

/** Joins two sums to each row of a page, instead of every day of the window. */
const runningOf = (sums: string) => `left join lateral (select ${ownSums} from (${sums}) s) d on true`
const runningOfVariant = runningOf(runningSumsOfVariant(ownFigures, parameters, 'v.variant_id'))
const runningOfProduct = runningOf(runningSumsOfProduct(ownFigures, parameters, 'p.product_id'))

const salesOfVariant = (figureSums: string) => `left join lateral (select ${figureSums} from sales_daily s
        where s.organization_id = v.organization_id and s.variant_id = v.variant_id ${withinMark}) d on true`
const salesOfProduct = (figureSums: string) => `left join lateral (select ${figureSums} from variants x
        join sales_daily s on s.organization_id = x.organization_id and s.variant_id = x.variant_id
        where x.organization_id = p.organization_id and x.product_id = p.product_id ${withinMark}) d on true`

/** Sums of the window by variant. */
const salesByVariant = (figureSums: string) => `left join (select s.variant_id, ${figureSums} from sales_daily s
        where s.organization_id = $1 ${withinMark} group by s.variant_id ${summedOnce}) d on d.variant_id = v.variant_id`
const runningByVariant = `left join (select s.variant_id, ${ownNetRow} from (${running}) s
        ${summedOnce}) d on d.variant_id = v.variant_id`

/** How a table sums the sales of all rows, and of the rows of a page. */
interface Sums {
  /** Distinguishes the table in exports; nothing where its filters limit no locations. */
  name?: string
  whole: string
  each: string
  ranked?: Ranked
}

/**
 * The table, ordered and filtered by figures of every row too, which its own rows do not select; two more tables have them as
 * fields, for exports.
 */
function withFigures<F extends Fields>(key: 'variant_id' | 'product_id', row: string, declared: TableDeclaration<F>) {
  const joins = { ...declared.joins, ...figureJoins(key, row) }
  const withFields = <G extends Fields>(name: string, more: G) =>
    defineTable({
      ...declared,
      name: `${declared.name}_${name}`,
      joins,
      fields: { ...declared.fields, ...more } as F & G,
    })
  const with_losses = withFields('with_losses', figureFields)
  const with_figures = withFields('with_figures', fieldsWithoutLosses)
  return { ...defineTable(declared), joins, columns: with_losses.columns, with_figures, with_losses }
}

const variantsTable = ({ whole, each, ranked }: Sums) =>
  withFigures('variant_id', 'v', {
    ranked,
    name: 'sales',
    base: { table: 'variants', alias: 'v', key: ['variant_id'] },
    joins: {
      p: { sql: 'join products p on p.organization_id = v.organization_id and p.product_id = v.product_id' },
      c: category,
      o: { sql: 'join organizations o on o.organization_id = v.organization_id' },
      d: { sql: each, whole },
    },
    fields: salesFields({
      product_id: 'v.product_id',
      status: "case when v.archived_at is null then p.status else 'ARCHIVED' end",
      variant: { id: 'v.variant_id', sku: 'v.sku', title: 'v.title' },
    }),
    filters: { ...pickFilters(catalogueFilters(thisVariant)), ...sumFilters },
    default_sort: '-net_sales',
    ...paging,
  })

const keysOfSums = ['day', 'sales_channel_id', 'product_id', 'currency']
const summed = [...keysOfSums, ...ownFigures].join(', ')
const productRows = `
          select ${summed} from sales_by_product where organization_id = $1
          union all
          select ${summed} from sales_deltas where organization_id = $1`

const salesByProduct = (figureSums: string, rows = productRows) => `left join (
        select s.product_id, ${figureSums} from (${rows}) s
        where true ${withinMark} group by s.product_id ${summedOnce}) d on d.product_id = p.product_id`
/** Sums by product have no locations. */
const salesByProductAndPlace = (figureSums: string) => `left join (
        select x.product_id, ${figureSums} from sales_daily s
        join variants x on x.organization_id = $1 and x.variant_id = s.variant_id
        where s.organization_id = $1 ${withinMark} group by x.product_id ${summedOnce}) d on d.product_id = p.product_id`
const runningByProduct = `left join (select s.product_id, ${ownSums} from (${runningOfProducts}) s
        group by s.product_id ${summedOnce}) d on d.product_id = p.product_id`

const productsTable = ({ whole, each, ranked, name = '' }: Sums) =>
  withFigures('product_id', 'p', {
    ranked,
    name: `sales_products${name}`,
    base: { table: 'products', alias: 'p', key: ['product_id'] },
    joins: {
      c: { sql: category.sql },
      o: { sql: 'join organizations o on o.organization_id = p.organization_id' },
      d: { sql: each, whole },
    },
    fields: salesFields({ product_id: 'p.product_id', status: 'p.status', variant: null }),
    filters: { ...pickFilters(catalogueFilters(anyVariantOfProduct)), ...sumFilters },
    default_sort: '-net_sales',
    ...paging,
  })

const [weeks] = velocityWeeks

/** Net sales of the same days are ranked by their velocity. */
const netOfLastWeeks =
  (ranked: Ranked): Ranked =>
  (sort, page) =>
    sort.key === 'net_sales' ? ranked(sort, page) : null

function pickFilters({ category: byCategory, supplier, custom_fields }: Record<string, SpecialFilter>) {
  return { category: byCategory!, supplier: supplier!, custom_fields: custom_fields! }
}

const ofVariants = (ranked: Ranked) =>
  variantsTable({ whole: runningByVariant, each: salesOfVariant(ownSums), ranked: netOfLastWeeks(ranked) })
const ofProducts = (ranked: Ranked) =>
  productsTable({ whole: runningByProduct, each: runningOfProduct, ranked: netOfLastWeeks(ranked) })

/**
 * `own` where every sale of the window is in the organisation's currency; `running` where moreover running sums serve the
 * window and no filter limits the channels; `changing` and `wholly` where the window is that of the shortest velocity, and
 * that much of it is stored. `placed` where a filter limits the locations.
 */
const convertedVariants = variantsTable({ whole: salesByVariant(convertedSums), each: salesOfVariant(convertedSums) })
export const salesOfVariants = {
  placed: convertedVariants,
  converted: convertedVariants,
  own: variantsTable({ whole: salesByVariant(ownSums), each: salesOfVariant(ownSums) }),
  running: variantsTable({ whole: runningByVariant, each: runningOfVariant }),
  changing: ofVariants(rankedVariants(weeks)),
  wholly: ofVariants(rankedVariants(weeks, 'wholly')),
}
export const salesOfProducts = {
  placed: productsTable({
    name: '_by_location',
    whole: salesByProductAndPlace(convertedSums),
    each: salesOfProduct(convertedSums),
  }),
  converted: productsTable({
    whole: salesByProduct(convertedSums, summedByKey(productRows, keysOfSums, ownFigures)),
    each: salesOfProduct(convertedSums),
  }),
  own: productsTable({ whole: salesByProduct(ownSums), each: salesOfProduct(ownSums) }),
  running: productsTable({ whole: runningByProduct, each: runningOfProduct }),
  changing: ofProducts(rankedSumsOfProducts(weeks, 'changing')),
  wholly: ofProducts(rankedSumsOfProducts(weeks, 'wholly')),
}

/** The days that the figures sum, always the first scope; in every statement, so that the parameters have a type. */
export const inWindow =
  ({ start, end }: Period): Scope =>
  (param) => {
    const [first, last] = [`${param(start)}::date`, `${param(end)}::date`]
    const ofDays = `s.day >= ${first} and s.day <= ${last}`
    const within = Object.fromEntries(['d', ...joinsOfWindow].map((join) => [join, ofDays]))
    return { where: `${first} <= ${last}`, within, is_every_row: true }
  }
