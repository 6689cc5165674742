/** The table of products, shared by its page, the overview and the completeness of a filtered set. */
import { productStatuses } from '../known_values.ts'
import { limits } from '../../contract/limits.ts'
import {
  CalendarDate,
  Count,
  Flag,
  Instant,
  Nullable,
  OpenChoice,
  OwnId,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { amountField, centsField, field, filterable, searchable, sortable } from '../../tables/field.ts'
import { defineTable } from '../../tables/table.ts'
import { anyVariantOfProduct, catalogueFilters } from '../filters/catalogue_filters.ts'
import {
  joinedLevels,
  lacksOfProducts,
  rankedCatalogueProducts,
  stockOfProducts,
} from '../product_figures/product_figures.sql.ts'
import { stockSumList } from '../variant_stock/stock_sums.sql.ts'
import { noCostReason, noCostReasonOf, noPriceReason } from '../model.ts'

const variantSums = `count(*)::int as num_variants, min(x.price_cents)::float8 as price_min_cents,
      max(x.price_cents)::float8 as price_max_cents, max(x.last_updated_at) as variants_updated_at`

const joins = {
  c: { sql: 'left join categories c on c.organization_id = p.organization_id and c.category_id = p.category_id' },
  sc: {
    sql: 'left join subcategories sc on sc.organization_id = p.organization_id and sc.subcategory_id = p.subcategory_id',
  },
  fa: { sql: 'left join families fa on fa.organization_id = p.organization_id and fa.family_id = p.family_id' },
  o: { sql: 'join organizations o on o.organization_id = p.organization_id' },
  n: {
    sql: `left join lateral (
    select ${variantSums}
    from variants x where x.organization_id = p.organization_id and x.product_id = p.product_id) n on true`,
    whole: `left join (
    select x.product_id, ${variantSums}
    from variants x where x.organization_id = $1 group by x.product_id) n on n.product_id = p.product_id`,
  },
  s: {
    sql: `left join lateral (
    select ${stockSumList}
    from variants x ${joinedLevels}
    where x.organization_id = p.organization_id and x.product_id = p.product_id) s on true`,
    whole: `left join (${stockOfProducts}) s on s.product_id = p.product_id`,
  },
  k: { sql: lacksOfProducts },
}

const Status = OpenChoice(productStatuses, 'Lifecycle state of the product.')

export const productsTable = defineTable({
  name: 'products',
  row_name: 'ProductRow',
  ranked: rankedCatalogueProducts,
  base: { table: 'products', alias: 'p', key: ['product_id'] },
  joins,
  fields: {
    product_id: field(OwnId('The product.'), 'p.product_id', filterable),
    title: field(Text('Title of the product.'), 'p.title', searchable),
    vendor: field(Nullable(Text('Vendor of the product.')), 'p.vendor', searchable),
    category_id: field(Nullable(OwnId('Category of the product.')), 'p.category_id', filterable),
    category: field(Nullable(Text('Name of the category.')), 'c.name', { sort: true }),
    subcategory_id: field(Nullable(OwnId('Subcategory of the product.')), 'p.subcategory_id', filterable),
    subcategory: field(Nullable(Text('Name of the subcategory.')), 'sc.name'),
    family_id: field(
      Nullable(OwnId('Family of the product: the template of its product data.')),
      'p.family_id',
      filterable,
    ),
    family: field(Nullable(Text('Name of the family.')), 'fa.name'),
    class: field(Nullable(Text('Merchandising class, a value that the organisation defines.')), 'p.class', sortable),
    status: field(Status, 'p.status'),
    country_of_origin: field(
      Nullable(Text('Country of origin, ISO 3166-1 alpha-2.', { examples: ['PT'] })),
      'p.country_of_origin',
      sortable,
    ),
    hs_code: field(Nullable(Text('Harmonised System code.', { examples: ['611011'] })), 'p.hs_code', filterable),
    currency: field(Text('Currency of its prices.', { examples: ['USD'] }), 'p.currency'),
    image_url: field(Nullable(Text('URL of the main image.')), 'p.image_url'),
    tags: field(Type.Array(Text('A tag.'), { description: 'Tags of the product.' }), 'p.tags', filterable),
    platform_tags: field(
      Type.Array(Text('A tag of the store platform.'), { description: 'Tags of the product in the store platform.' }),
      'p.platform_tags',
      filterable,
    ),
    is_managed: field(Flag('Whether the product is planned and bought here.'), 'p.is_managed', filterable),
    is_seasonal: field(Flag('Whether the product is sold in a season only.'), 'p.is_seasonal', filterable),
    launch_date: field(Nullable(CalendarDate('Launch date, past or planned.')), 'p.launch_date', sortable),
    num_variants: field(Count('Number of variants.'), 'coalesce(n.num_variants, 0)', sortable),
    price_min: centsField('Lowest selling price among its variants.', 'n.price_min_cents', {
      currency: 'p.currency',
      reason: noPriceReason,
    }),
    price_max: centsField('Highest selling price among its variants.', 'n.price_max_cents', {
      currency: 'p.currency',
      reason: noPriceReason,
    }),
    in_stock: field(Whole('Units on hand over all locations.'), 'coalesce(s.on_hand, 0)', sortable),
    incoming_stock: field(Whole('Units on order.'), 'coalesce(s.incoming, 0)', sortable),
    inventory_value: amountField(
      "Cost of the units on hand at each location's moving average, in the organisation's currency; null where any unit on hand has no known cost.",
      'case when s.has_uncosted then null else coalesce(s.cost, 0) end',
      {
        currency: 'o.currency',
        reason: noCostReason,
        cause: {
          sql: `case when s.has_uncosted then (select string_agg(distinct l.unrated_currency, ', ') from variants w
        cross join lateral (select x.unrated_currency from stock_levels x
          where x.organization_id = w.organization_id and x.variant_id = w.variant_id offset 0) l
        where w.organization_id = p.organization_id and w.product_id = p.product_id) end`,
          sentence: noCostReasonOf,
        },
      },
    ),
    last_updated_at: field(
      Instant('Time of the last change to the product or one of its variants.'),
      'greatest(p.last_updated_at, n.variants_updated_at)',
      sortable,
    ),
    product_status: field(Status, 'p.status', sortable),
  },
  filters: catalogueFilters(anyVariantOfProduct),
  default_sort: 'title',
  limit_default: limits.page_limit_default,
  limit_max: limits.page_limit_max,
})
