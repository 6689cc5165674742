/**
 * Figures of products as SQL, in which $1 is the organisation: those that product_figures has, and for products that changed
 * since, or that have no row yet, those of their variants, suppliers and stock. So they are exact as soon as a write commits.
 */
import {
  buyingTerms,
  missing_fields,
  missingVariantFields,
  type MissingFieldName,
} from '../completeness/missing_fields.ts'
import { stockSumList, stockSums, withCover } from '../variant_stock/stock_sums.sql.ts'
import { changedVariants, inventoryColumns, rankedBy } from '../variant_stock/variant_stock.sql.ts'

/**
 * A column of product_figures with what it is measured by, over variants `x` with terms `b`, over their stock levels `l` or
 * over what suppliers `sv` offer.
 */
type Columns = Readonly<Record<string, string>>

const lacks = (name: MissingFieldName) => `(${missing_fields[name].condition})`
const count = (condition: string) => `count(*) filter (where ${condition})::int`

export const lackColumn = (name: MissingFieldName) => `lack_${name}`

const completeness: Columns = {
  variants: 'count(*)::int',
  incomplete_variants: count(missingVariantFields.map(lacks).join(' or ')),
  ...Object.fromEntries(missingVariantFields.map((name) => [lackColumn(name), count(lacks(name))])),
}

const sum = (units: string, where?: string) =>
  `coalesce(sum(${units})${where === undefined ? '' : ` filter (where ${where})`}, 0)`

const stock: Columns = {
  on_hand: sum('l.on_hand'),
  counted_units: sum('abs(l.on_hand)'),
  cost: sum('l.on_hand * l.average_cost'),
  uncosted_units: sum('abs(l.on_hand)', 'l.average_cost is null'),
  revenue_cents: sum('l.on_hand::numeric * x.price_cents'),
  unpriced_units: sum('abs(l.on_hand)', 'x.price_cents is null'),
  unpriced_on_hand: sum('l.on_hand', 'x.price_cents is null'),
}

/** Units committed, on order and sold a day, from which cover follows; and the product's locations. */
const levels: Columns = {
  committed: stockSums.committed,
  incoming: stockSums.incoming,
  units_per_day: stockSums.units_per_day,
  rate_lack: stockSums.rate_lack,
  lead_time_days: stockSums.lead_time_days,
  review_period_days: stockSums.review_period_days,
  location_ids: `coalesce(array_agg(distinct l.location_id)
      filter (where l.on_hand <> 0 or l.committed <> 0 or l.incoming <> 0), '{}')`,
}

const suppliers: Columns = { supplier_ids: `coalesce(array_agg(distinct sv.supplier_id), '{}')` }

const parts = { completeness, stock, levels, suppliers }
type Part = keyof typeof parts

export const figureColumns = (...chosenParts: Part[]): string[] =>
  chosenParts.flatMap((part) => Object.keys(parts[part]))

/** Terms of the suppliers of variant `x`, looked up for one variant after the other. */
export const buyingTermsOfEach = `left join lateral (
    select count(*)::int as suppliers, min(coalesce(sv.lead_time_days, su.lead_time_days)) as lead_time_days,
      min(sv.min_order_quantity) as min_order_quantity
    from supplier_variants sv
    join suppliers su on su.organization_id = sv.organization_id and su.supplier_id = sv.supplier_id
    where sv.organization_id = $1 and sv.variant_id = x.variant_id) b on true`

/**
 * The rows of variant `x` in a table. `offset 0` keeps the lookup by key from becoming a join over all rows of the
 * organisation, which PostgreSQL chooses as long as it has not counted them.
 */
const rowsOfVariant = (table: string, alias: string) => `cross join lateral (
      select * from ${table} r where r.organization_id = $1 and r.variant_id = x.variant_id offset 0) ${alias}`

export const joinedLevels = rowsOfVariant('stock_levels', 'l')

const joined: Record<Part, string> = {
  completeness: buyingTermsOfEach,
  stock: joinedLevels,
  levels: joinedLevels,
  suppliers: rowsOfVariant('supplier_variants', 'sv'),
}

const measuredPart = (part: Part) => `cross join lateral (
    select ${Object.entries(parts[part])
      .map(([name, sql]) => `${sql} as ${name}`)
      .join(', ')}
    from variants x ${joined[part]}
    where x.organization_id = $1 and x.product_id = w.product_id) ${part}`

/** Rows of product_id and the figures, for the product ids that `products` names. */
export const measuredProducts = (products: string, ...chosenParts: Part[]): string =>
  `select w.product_id, ${figureColumns(...chosenParts).join(', ')} from ${products} w ${chosenParts.map(measuredPart).join('\n  ')}`

/** Products of which a job has not measured again what changed. */
const changedProducts = `select product_id from product_changes where organization_id = $1
    union
    select x.product_id from velocity_changes c
    join variants x on x.organization_id = $1 and x.variant_id = c.variant_id
    where c.organization_id = $1 and c.moved is not null`

/** Those, and products whose stock changed without a movement. */
const changedStock = `select product_id from product_changes where organization_id = $1
    union
    select x.product_id from (${changedVariants}) c
    join variants x on x.organization_id = $1 and x.variant_id = c.variant_id`

/** Parts of a statement after `filtered` (product_id): `figures` has a row for each of these products. */
export function productFigures(...chosenParts: Part[]): string {
  const columns = figureColumns(...chosenParts).join(', ')
  return `, changed as materialized (
    ${changedProducts}),
live as materialized (
  select f.product_id from filtered f
  where f.product_id in (select product_id from changed)
    or f.product_id not in (select product_id from product_figures where organization_id = $1)),
figures as materialized (
  select f.product_id, ${columns}
  from filtered f
  join product_figures g on g.organization_id = $1 and g.product_id = f.product_id
  where f.product_id not in (select product_id from changed)
  union all
  ${measuredProducts('live', ...chosenParts)})`
}

/** Products of which some variant may lack something, besides those in `changed`. */
const lacksAny = 'select product_id from product_figures where organization_id = $1 and incomplete_variants > 0'
const unmeasured = `select p.product_id from products p where p.organization_id = $1 and (
      p.product_id in (select product_id from changed)
      or not exists (select from product_figures g where g.organization_id = $1 and g.product_id = p.product_id))`

const liveOf = (changed: string) => `changed as materialized (
      ${changed}),
    live as materialized (${unmeasured})`

/** For every product: locations with units on hand, committed or incoming, and suppliers of its variants. */
export const placesOfProducts = `
    with ${liveOf(changedStock)}
    select product_id, location_ids from product_figures
    where organization_id = $1 and product_id not in (select product_id from live)
    union all
    select product_id, location_ids from (${measuredProducts('live', 'levels')}) m`

export const suppliersOfProducts = `
    with ${liveOf('select product_id from product_changes where organization_id = $1')}
    select product_id, supplier_ids from product_figures
    where organization_id = $1 and product_id not in (select product_id from live)
    union all
    select product_id, supplier_ids from (${measuredProducts('live', 'suppliers')}) m`

const liveStock = withCover(`select w.product_id, z.* from live w
      cross join lateral (
        select ${stockSumList} from variants x ${joinedLevels}
        where x.organization_id = $1 and x.product_id = w.product_id) z`)
const shown = 'committed, incoming, available, days_of_cover, health, rate_lack'

/** Every product with its stock: as stored, or measured where something changed. */
export const stockOfProducts = `
    with ${liveOf(changedStock)}
    select product_id, on_hand, cost, uncosted_units > 0 as has_uncosted, ${shown} from product_figures
    where organization_id = $1 and product_id not in (select product_id from live)
    union all
    select product_id, on_hand, cost, has_uncosted, ${shown} from (${liveStock}) m`

/** Rows of products that are deleted have no place in a page. */
const rankedProductsBy = (columns: Readonly<Record<string, string>>) =>
  rankedBy({
    id: 'product_id',
    before: liveOf(changedStock),
    stored: `product_figures s join products p on p.organization_id = $1 and p.product_id = s.product_id
      where s.organization_id = $1 and s.product_id not in (select product_id from live)`,
    live: liveStock,
    columns,
  })

/** Pages of products in the order of their stock. */
export const rankedProducts = rankedProductsBy(inventoryColumns)
export const rankedCatalogueProducts = rankedProductsBy({ in_stock: 'on_hand', incoming_stock: 'incoming' })

const flagsOfProduct = missingVariantFields.map((name) => `${lackColumn(name)} > 0 as lacks_${name}`).join(', ')

/** Missing fields of any variant of each product, one flag each. Joined (as `k`) only when a filter needs it. */
export const lacksOfProducts = `left join (
    with ${liveOf(changedProducts)}
    select product_id, ${flagsOfProduct} from product_figures
    where organization_id = $1 and product_id not in (select product_id from live)
    union all
    select product_id, ${flagsOfProduct} from (
      ${measuredProducts('live', 'completeness')}) m) k on k.product_id = p.product_id`

/** Missing fields of each variant, of the products that lack any. */
export const lacksOfVariants = `left join (
    with changed as materialized (
      ${changedProducts})
    select x.variant_id, ${missingVariantFields.map((name) => `${lacks(name)} as lacks_${name}`).join(', ')}
    from variants x
    ${buyingTerms}
    where x.organization_id = $1
      and x.product_id in (${lacksAny} union ${unmeasured})) k on k.variant_id = v.variant_id`
