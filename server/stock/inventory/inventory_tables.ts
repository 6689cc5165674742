/**
 * Three tables of one row shape: a variant at a location, a variant over its locations, a product over its variants and
 * their locations. The first reads levels as they stand; the others sum them, and their cover and health follow from
 * the sums by the same rule that the database applies to a level. Where no filter limits the levels, the sums are those
 * that are kept (catalogue/variant_stock, catalogue/product_figures).
 */
import { rankedProducts, stockOfProducts } from '../../catalogue/product_figures/product_figures.sql.ts'
import {
  assembledUnits,
  assembledUnitsAt,
  assembledUnitsOf,
  healthOfAssembled,
  joinAssembledUnits,
} from '../../ledger/parts.sql.ts'
import { stockColumns, stockSumList, withCover } from '../../catalogue/variant_stock/stock_sums.sql.ts'
import { rankedVariants, stockOfVariants } from '../../catalogue/variant_stock/variant_stock.sql.ts'
import { limits } from '../../contract/limits.ts'
import { lackOfLevel, lackOfSum } from '../../ledger/rates/cover_lack.sql.ts'
import type { Scope } from '../../tables/page.ts'
import { defineTable, type SpecialFilter, withinMark } from '../../tables/table.ts'
import { type Figures, inventoryFields } from './inventory_fields.ts'

const paging = { limit_default: limits.page_limit_default, limit_max: limits.page_limit_common_max }

const category = {
  sql: 'left join categories c on c.organization_id = p.organization_id and c.category_id = p.category_id',
  after: ['p'],
}
const productOfVariant = {
  sql: 'join products p on p.organization_id = v.organization_id and p.product_id = v.product_id',
  after: ['v'],
}

const level: Figures = {
  on_hand: 'l.on_hand',
  incoming: 'l.incoming',
  committed: 'l.committed',
  available: 'coalesce(b.units, l.available)',
  days_of_cover: 'case when b.units is null then l.days_of_cover end',
  health: `case when b.units is null then l.health else ${healthOfAssembled('b.units')} end`,
  is_assembled: 'b.units is not null',
  lack: lackOfLevel('l'),
}

export const inventoryTable = defineTable({
  name: 'inventory',
  row_name: 'InventoryRow',
  base: { table: 'stock_levels', alias: 'l', key: ['variant_id', 'location_id'] },
  joins: {
    v: { sql: 'join variants v on v.organization_id = l.organization_id and v.variant_id = l.variant_id' },
    p: productOfVariant,
    c: category,
    o: { sql: 'join locations o on o.organization_id = l.organization_id and o.location_id = l.location_id' },
    b: {
      sql: `cross join lateral (select ${assembledUnitsAt('$1', 'l.variant_id', 'l.location_id')} as units) b`,
      whole: joinAssembledUnits('$1'),
    },
  },
  fields: inventoryFields(
    {
      product_id: 'v.product_id',
      variant: { id: 'l.variant_id', sku: 'v.sku', title: 'v.title' },
      location: { id: 'l.location_id', name: 'o.name' },
    },
    level,
  ),
  default_sort: 'sku',
  ...paging,
})

/** Sums over no level are zero, and nothing is available. */
const summedOf = (is_assembled: string | null, which: string): Figures => ({
  on_hand: 'coalesce(s.on_hand, 0)',
  incoming: 'coalesce(s.incoming, 0)',
  committed: 'coalesce(s.committed, 0)',
  available: 'coalesce(s.available, 0)',
  days_of_cover: 's.days_of_cover',
  health: "coalesce(s.health, 'out_of_stock')",
  is_assembled,
  lack: lackOfSum('s.rate_lack', '$1', which),
})

/** Rows that have a level at the location, with only the levels there in their sums. */
const locationFilter = (levelsOfRow: string): SpecialFilter => ({
  operations: ['eq', 'in'],
  type: 'id',
  description: 'Locations to sum over; only rows that ever had stock there are listed.',
  condition(operation, value, param) {
    const listed = `${param(operation === 'in' ? value : [value])}::uuid[]`
    const at = `l.location_id = any(${listed})`
    return { where: `exists (select from ${levelsOfRow} and ${at})`, within: { s: at } }
  },
})

const ofVariant = 'stock_levels l where l.organization_id = v.organization_id and l.variant_id = v.variant_id'

export const combinedTable = defineTable({
  name: 'inventory_combined',
  ranked: rankedVariants,
  base: { table: 'variants', alias: 'v', key: ['variant_id'] },
  joins: {
    p: productOfVariant,
    c: category,
    s: {
      sql: `left join lateral (${withCover(
        `select ${stockSumList}, ${assembledUnitsOf('$1', 'v.variant_id', withinMark)} as assembled
        from ${ofVariant} ${withinMark}`,
        'z.assembled',
      )}) s on true`,
      whole: `left join (${withCover(
        `select variant_id, ${stockColumns.join(', ')}, b.units as assembled from (
          select l.variant_id, ${stockSumList} from stock_levels l
          where l.organization_id = $1 ${withinMark} group by l.variant_id
        ) y full join (${assembledUnits('$1', 'true', withinMark)}) b using (variant_id)`,
        'z.assembled',
      )}) s on s.variant_id = v.variant_id`,
      stored: `left join (${stockOfVariants}) s on s.variant_id = v.variant_id`,
    },
  },
  fields: inventoryFields(
    {
      product_id: 'v.product_id',
      variant: { id: 'v.variant_id', sku: 'v.sku', title: 'v.title' },
      location: null,
    },
    summedOf('s.is_assembled', 'y.variant_id = v.variant_id'),
  ),
  filters: { location_id: locationFilter(ofVariant) },
  default_sort: 'sku',
  ...paging,
})

const ofProductAlone = `y.variant_id in (select x.variant_id from variants x
        where x.organization_id = p.organization_id and x.product_id = p.product_id)`

const ofProduct = `variants v join stock_levels l on l.organization_id = v.organization_id and l.variant_id = v.variant_id
  where v.organization_id = p.organization_id and v.product_id = p.product_id`

export const inventoryProductsTable = defineTable({
  name: 'inventory_products',
  ranked: rankedProducts,
  base: { table: 'products', alias: 'p', key: ['product_id'] },
  joins: {
    c: category,
    s: {
      sql: `left join lateral (${withCover(`select ${stockSumList} from ${ofProduct} ${withinMark}`)}) s on true`,
      whole: `left join (${withCover(`select v.product_id, ${stockSumList} from variants v
        join stock_levels l on l.organization_id = v.organization_id and l.variant_id = v.variant_id
        where v.organization_id = $1 ${withinMark} group by v.product_id`)}) s on s.product_id = p.product_id`,
      stored: `left join (${stockOfProducts}) s on s.product_id = p.product_id`,
    },
  },
  fields: inventoryFields(
    { product_id: 'p.product_id', variant: null, location: null },
    summedOf(null, ofProductAlone),
  ),
  filters: {
    location_id: locationFilter(ofProduct),
    sku: {
      operations: ['eq', 'in', 'contains', 'starts_with'],
      type: 'text',
      description: 'Stock keeping unit of any variant of the product.',
      condition(operation, value, param) {
        const pattern = String(value).replaceAll(/[\\%_]/g, (character) => `\\${character}`)
        const fits =
          operation === 'eq' || operation === 'in'
            ? `x.sku = any(${param(operation === 'in' ? value : [value])}::text[])`
            : `x.sku ilike ${param(operation === 'contains' ? `%${pattern}%` : `${pattern}%`)}::text`
        return `exists (select from variants x where x.organization_id = p.organization_id
          and x.product_id = p.product_id and ${fits})`
      },
    },
  },
  default_sort: 'product_title',
  ...paging,
})

/** Only the components of a bill of materials; a product that has some is summed over them alone. */
export const componentsOf =
  (tableName: string, bom_id: string): Scope =>
  (param) => {
    const components = `(select x.variant_id from bill_of_materials_lines x
      where x.organization_id = $1 and x.bom_id = ${param(bom_id)}::uuid)`
    const within = { s: `l.variant_id in ${components}` }
    if (tableName === inventoryTable.name) return `l.variant_id in ${components}`
    if (tableName === combinedTable.name) return { where: `v.variant_id in ${components}`, within }
    const where = `exists (select from variants x where x.organization_id = p.organization_id
      and x.product_id = p.product_id and x.variant_id in ${components})`
    return { where, within }
  }
