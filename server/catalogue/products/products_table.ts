/** The table of products, shared by its page, the overview and the completeness of a filtered set. */
import { limits } from '../../contract/limits.ts'
import { money, moneyFromDecimal } from '../../contract/money.ts'
import {
  CalendarDate,
  Flag,
  Instant,
  Money,
  Nullable,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { defineTable } from '../../tables/table.ts'
import { anyVariantOfProduct, catalogueFilters } from '../filters/catalogue_filters.ts'
import { lacks_of_products } from '../completeness/missing_fields.ts'
import { no_cost_reason, no_price_reason, product_statuses } from '../model.ts'
import { products_columns } from './products_columns.ts'

const ProductRow = Shape({
  product_id: OwnId('The product.'),
  title: Text('Title of the product.'),
  vendor: Nullable(Text('Vendor of the product.')),
  category_id: Nullable(OwnId('Its category.')),
  category: Nullable(Text('Name of the category.')),
  subcategory_id: Nullable(OwnId('Its subcategory.')),
  subcategory: Nullable(Text('Name of the subcategory.')),
  family_id: Nullable(OwnId('Its family: the template of its product data.')),
  family: Nullable(Text('Name of the family.')),
  class: Nullable(Text('Its merchandising class, a word of the organisation.')),
  status: OpenChoice(product_statuses, 'Where the product stands.'),
  country_of_origin: Nullable(Text('ISO 3166-1 alpha-2 code.', { examples: ['PT'] })),
  hs_code: Nullable(Text('Harmonised System code.', { examples: ['611011'] })),
  currency: Text('Currency of its prices.', { examples: ['USD'] }),
  image_url: Nullable(Text('Address of its main image.')),
  tags: Type.Array(Text('A tag.')),
  platform_tags: Type.Array(Text('A tag that the store platform gave it.')),
  is_managed: Flag('Whether it is planned and bought here.'),
  is_seasonal: Flag('Whether it is sold in a season only.'),
  launch_date: Nullable(CalendarDate('When it launches or launched.')),
  num_variants: Whole('How many variants it has.'),
  price_min: Money('The lowest selling price among its variants.'),
  price_max: Money('The highest selling price among its variants.'),
  in_stock: Whole('Units on hand over all locations.'),
  incoming_stock: Whole('Units on order.'),
  inventory_value: Money(
    "What the units on hand cost, at each location's moving average, in the organisation's currency; null where any of them has no known cost.",
  ),
  last_updated_at: Instant('When the product or one of its variants last changed.'),
})

type Selected = Omit<Static<typeof ProductRow>, 'price_min' | 'price_max' | 'inventory_value'> & {
  price_min_cents: number | null
  price_max_cents: number | null
  inventory_value: string | null
  stock_currency: string
}

const stock_sums = `coalesce(sum(l.on_hand), 0)::float8 as in_stock, coalesce(sum(l.incoming), 0)::float8 as incoming_stock,
      coalesce(sum(l.on_hand * l.average_cost), 0) as inventory_value,
      coalesce(bool_or(l.on_hand <> 0 and l.average_cost is null), false) as has_uncosted`
const variant_sums = `count(*)::int as num_variants, min(x.price_cents)::float8 as price_min_cents,
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
    select ${variant_sums}
    from variants x where x.organization_id = p.organization_id and x.product_id = p.product_id) n on true`,
    whole: `left join (
    select x.product_id, ${variant_sums}
    from variants x where x.organization_id = $1 group by x.product_id) n on n.product_id = p.product_id`,
  },
  s: {
    sql: `left join lateral (
    select ${stock_sums}
    from variants x
    join stock_levels l on l.organization_id = x.organization_id and l.variant_id = x.variant_id
    where x.organization_id = p.organization_id and x.product_id = p.product_id) s on true`,
    whole: `left join (
    select x.product_id, ${stock_sums}
    from variants x
    join stock_levels l on l.organization_id = x.organization_id and l.variant_id = x.variant_id
    where x.organization_id = $1 group by x.product_id) s on s.product_id = p.product_id`,
  },
  k: { sql: '', whole: lacks_of_products },
}

export const productsTable = defineTable({
  name: 'products',
  row: ProductRow,
  base: { table: 'products', alias: 'p', key: ['product_id'] },
  joins,
  select: `p.product_id, p.title, p.vendor, p.category_id, c.name as category, p.subcategory_id,
    sc.name as subcategory, p.family_id, fa.name as family, p.class, p.status, p.country_of_origin, p.hs_code, p.currency,
    p.image_url, p.tags, p.platform_tags, p.is_managed, p.is_seasonal, p.launch_date,
    coalesce(n.num_variants, 0) as num_variants, n.price_min_cents, n.price_max_cents,
    coalesce(s.in_stock, 0) as in_stock, coalesce(s.incoming_stock, 0) as incoming_stock,
    case when s.has_uncosted then null else coalesce(s.inventory_value, 0) end as inventory_value,
    o.currency as stock_currency, greatest(p.last_updated_at, n.variants_updated_at) as last_updated_at`,
  shape: ({ price_min_cents, price_max_cents, inventory_value, stock_currency, ...row }: Selected) => ({
    ...row,
    price_min: money(price_min_cents, row.currency, no_price_reason),
    price_max: money(price_max_cents, row.currency, no_price_reason),
    inventory_value: moneyFromDecimal(inventory_value, stock_currency, no_cost_reason),
  }),
  columns: products_columns,
  filters: catalogueFilters(anyVariantOfProduct),
  default_sort: 'title',
  limit_default: limits.page_limit_default,
  limit_max: limits.page_limit_max,
})
