/** Sales and returned goods by day, from the sums that selling/sales_facts maintains; exact with unfolded deltas. */
import { nilId } from '../../../contract/schema.ts'
import { sumNames } from '../../../contract/stock.ts'
import { runningSumsOfProducts } from '../../sales/running_sums/running_sums.sql.ts'
import { stockSums } from '../../sales/running_sums/stock_sums.sql.ts'
import type { DimensionKey } from '../dimensions.ts'
import type { Fact, FactRows, StatementParams } from '../dictionary.model.ts'
import { catalogueDimensions, catalogueJoins } from './stock_facts.ts'
import { openingKind, stockReceiptKinds } from './stock_receipts.ts'

const figures = sumNames.join(', ')

const ofDays = ({ organization_id, start, end }: StatementParams) =>
  `t.organization_id = ${organization_id} and t.day >= ${start} and t.day <= ${end}`

/**
 * Reads each day by itself: the planner does not know the days of a lateral read, so it takes the index over days
 * however much of the table the window covers.
 */
const eachDay = (sums: string, { start, end }: StatementParams) =>
  `generate_series(${start}, ${end}, interval '1 day') as one (day) cross join lateral (\n${sums} offset 0\n) s`

const byChannel = (params: StatementParams) => `(
  select t.day, t.sales_channel_id, t.currency, ${figures} from sales_by_channel t where ${ofDays(params)}
  union all
  select t.day, t.sales_channel_id, t.currency, ${figures} from sales_deltas t where ${ofDays(params)}
) s`

const byProduct = (params: StatementParams) => `(
  select one.day::date as day, s.sales_channel_id, s.product_id, s.currency, ${figures}
  from ${eachDay(
    `select t.* from sales_by_product t where t.organization_id = ${params.organization_id} and t.day = one.day::date`,
    params,
  )}
  union all
  select t.day, t.sales_channel_id, t.product_id, t.currency, ${figures} from sales_deltas t where ${ofDays(params)}
) s`

/**
 * The sums by category as `salesByCategory` of selling/sales_facts/rollups.ts has them: a product that changed its
 * category takes its sales along, also before a job has moved its sums.
 */
function byCategory(params: StatementParams): string {
  const { organization_id } = params
  const productOf = (alias: string) =>
    `join products p on p.organization_id = ${organization_id} and p.product_id = ${alias}.product_id`
  return `(
  select one.day::date as day, s.sales_channel_id, nullif(s.category_id, '${nilId}') as category_id, s.currency, ${figures}
  from ${eachDay(
    `select t.* from sales_by_category t where t.organization_id = ${organization_id} and t.day = one.day::date`,
    params,
  )}
  union all
  select t.day, t.sales_channel_id, p.category_id, t.currency, ${figures} from sales_deltas t ${productOf('t')}
  where ${ofDays(params)}
  union all
  select t.day, t.sales_channel_id, k.category_id, t.currency, ${sumNames.map((name) => `k.sign * t.${name}`).join(', ')}
  from sales_product_categories m ${productOf('m')}
  join sales_by_product t on ${ofDays(params)} and t.product_id = m.product_id
  cross join lateral (values (nullif(m.category_id, '${nilId}'), -1), (p.category_id, 1)) k (category_id, sign)
  where m.organization_id = ${organization_id} and m.is_moved
) s`
}

/** The product of sums by product, where its category is needed. */
const productOfSums = (needs: ReadonlySet<DimensionKey>, organization_id: string) =>
  needs.has('category')
    ? `join products p on p.organization_id = ${organization_id} and p.product_id = s.product_id`
    : ''
const dimensionsOfSums = { product: 's.product_id', category: 'p.category_id' } as const

/** One figure of each product over the window; all of its sales are in the organisation's currency. */
function byProductAtOnce(needs: ReadonlySet<DimensionKey>, params: StatementParams): FactRows {
  const { organization_id, start, end } = params
  const running = runningSumsOfProducts(sumNames, { organization: organization_id, start, end })
  return {
    from: `(${running}) s ${productOfSums(needs, organization_id)}`,
    where: 'true',
    day: start,
    currency: `(select o.currency from organizations o where o.organization_id = ${organization_id})`,
    dimensions: dimensionsOfSums,
  }
}

/** No sums are kept by location, so the rows of the window are read. */
const byLocation = (needs: ReadonlySet<DimensionKey>, params: StatementParams): FactRows => ({
  from: `(select t.*, 1 as row_count from sales_daily t where ${ofDays(params)}) s
  ${catalogueJoins(needs, params.organization_id, 's')}`,
  where: 'true',
  day: 's.day',
  currency: 's.currency',
  dimensions: { sales_channel: 's.sales_channel_id', location: 's.location_id', ...catalogueDimensions },
})

const own = (column: string) => ({ sql: `sum(s.${column})` })
const converted = (column: string) => ({ sql: `sum(s.${column})`, is_converted: true }) as const

export const sales: Fact = {
  data_source: ['sales_daily'],
  dimensions: ['sales_channel', 'location', 'category', 'product'],
  has_days: true,
  rows(needs, params) {
    if (needs.has('location')) return byLocation(needs, params)
    const dimensions = { sales_channel: 's.sales_channel_id', product: 's.product_id', category: 's.category_id' }
    const rest = { where: 'true', day: 's.day', currency: 's.currency', dimensions }
    if (!needs.has('product')) return { from: needs.has('category') ? byCategory(params) : byChannel(params), ...rest }
    if (params.has_running_sums && !needs.has('sales_channel')) return byProductAtOnce(needs, params)
    if (!needs.has('category')) return { from: byProduct(params), ...rest }
    const products = `join products p on p.organization_id = ${params.organization_id} and p.product_id = s.product_id`
    return {
      ...rest,
      from: `${byProduct(params)} ${products}`,
      dimensions: { ...dimensions, category: 'p.category_id' },
    }
  },
  // Deltas may take back all that the sums have, and mark days on which nothing was sold.
  having: 'sum(s.row_count) <> 0',
  components: {
    units: own('units'),
    returned_units: own('returned_units'),
    gross: converted('gross_sales_cents'),
    discounts: converted('discounts_cents'),
    returns: converted('returns_cents'),
    taxes: converted('taxes_cents'),
    costed_units: own('costed_units'),
    cost: { ...own('known_cost_cents'), is_exact: true },
    priced_units: own('priced_units'),
    regular_value: converted('known_regular_value_cents'),
    markdown_units: own('known_markdown_units'),
  },
}

/**
 * Stock at the start of the window, which is the stock of now less what has moved since, and receipts in the window. Stock
 * with which the ledger of a variant was opened in the window counts as there from its start.
 */
export const stock_flow: Fact = {
  data_source: ['stock_levels', 'stock_movements'],
  dimensions: ['category', 'product'],
  has_days: false,
  rows(needs, params) {
    const { organization_id, start_instant, end_instant } = params
    const rest = { where: 'true', day: null }
    if (params.has_stock_sums) {
      const from = `(${stockSums(params)}) s ${productOfSums(needs, organization_id)}`
      return { ...rest, from, dimensions: dimensionsOfSums }
    }
    const of = (table: string) => `from ${table} where organization_id = ${organization_id}`
    const variants = `join variants v on v.organization_id = ${organization_id} and v.variant_id = s.variant_id`
    const products = `join products p on p.organization_id = ${organization_id} and p.product_id = v.product_id`
    const from = `(
  select variant_id, on_hand as opening, 0 as received ${of('stock_levels')}
  union all
  select variant_id, case when kind = ${openingKind} and occurred_at < ${end_instant} then 0 else -quantity_delta end,
    case when kind in (${stockReceiptKinds}) and occurred_at < ${end_instant} then quantity_delta else 0 end
  ${of('stock_movements')} and occurred_at >= ${start_instant}
) s`
    const joins = needs.has('category') ? [variants, products] : needs.has('product') ? [variants] : []
    return {
      ...rest,
      from: [from, ...joins].join('\n'),
      dimensions: { product: 'v.product_id', category: 'p.category_id' },
    }
  },
  components: { opening: { sql: 'sum(s.opening)' }, received: { sql: 'sum(s.received)' } },
}
