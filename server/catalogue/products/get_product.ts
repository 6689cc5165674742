import type { Sql } from '../../contract/call.ts'
import { moneyFromDecimal } from '../../contract/money.ts'
import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Id, type Static, Type } from '../../contract/schema.ts'
import { noCostReasonOf } from '../model.ts'
import { Product } from './product.ts'
import { isLocationOnFile } from '../store.ts'

type Selected = Omit<Static<typeof Product>, 'inventory_value' | 'options'> & {
  options: { name: string; values: string[] }[]
  inventory_value: string | null
  unrated_currency: string | null
  stock_currency: string
}

/** A null location_id selects every location. */
const readProduct = (sql: Sql, organization_id: string, product_id: string, location_id: string | null) => sql<
  Selected[]
>`
  select p.product_id, p.handle, p.title, p.description, p.vendor, c.name as category, p.category_id, fa.name as family,
    p.family_id, sc.name as subcategory, p.subcategory_id, p.class, p.status, p.country_of_origin, p.hs_code, p.currency,
    p.image_url, p.gallery_images, p.tags, p.platform_tags, p.seasons, p.options, p.is_managed, p.is_seasonal, p.launch_date,
    p.created_at, greatest(p.last_updated_at, n.variants_updated_at) as last_updated_at, n.num_variants,
    jsonb_build_object('min', b.lead_min, 'max', b.lead_max) as lead_time,
    jsonb_build_object('min', b.moq_min, 'max', b.moq_max) as min_order_quantity,
    s.in_stock, s.incoming_stock, case when s.has_uncosted then null else s.inventory_value end as inventory_value, s.unrated_currency,
    o.currency as stock_currency, ch.sales_channels, m.metafields
  from products p
  join organizations o on o.organization_id = p.organization_id
  left join categories c on c.organization_id = p.organization_id and c.category_id = p.category_id
  left join subcategories sc on sc.organization_id = p.organization_id and sc.subcategory_id = p.subcategory_id
  left join families fa on fa.organization_id = p.organization_id and fa.family_id = p.family_id
  cross join lateral (
    select count(*)::int as num_variants, max(v.last_updated_at) as variants_updated_at
    from variants v where v.organization_id = p.organization_id and v.product_id = p.product_id) n
  cross join lateral (
    select min(coalesce(sv.lead_time_days, su.lead_time_days, v.lead_time_days)) as lead_min,
      max(coalesce(sv.lead_time_days, su.lead_time_days, v.lead_time_days)) as lead_max,
      min(sv.min_order_quantity) as moq_min, max(sv.min_order_quantity) as moq_max
    from variants v
    left join supplier_variants sv on sv.organization_id = v.organization_id and sv.variant_id = v.variant_id
    left join suppliers su on su.organization_id = sv.organization_id and su.supplier_id = sv.supplier_id
    where v.organization_id = p.organization_id and v.product_id = p.product_id) b
  cross join lateral (
    select coalesce(sum(l.on_hand), 0)::float8 as in_stock, coalesce(sum(l.incoming), 0)::float8 as incoming_stock,
      coalesce(sum(l.on_hand * l.average_cost), 0) as inventory_value, string_agg(distinct l.unrated_currency, ', ') as unrated_currency,
      coalesce(bool_or(l.on_hand <> 0 and l.average_cost is null), false) as has_uncosted
    from variants v
    cross join lateral (
      select * from stock_levels l
      where l.organization_id = v.organization_id and l.variant_id = v.variant_id
        and (${location_id}::uuid is null or l.location_id = ${location_id}::uuid) offset 0) l
    where v.organization_id = p.organization_id and v.product_id = p.product_id) s
  cross join lateral (
    select coalesce(jsonb_agg(jsonb_build_object('sales_channel_id', h.sales_channel_id, 'name', h.name,
      'channel_type', h.channel_type) order by h.name, h.sales_channel_id), '[]') as sales_channels
    from product_channels pc
    join sales_channels h on h.organization_id = pc.organization_id and h.sales_channel_id = pc.sales_channel_id
    where pc.organization_id = p.organization_id and pc.product_id = p.product_id) ch
  cross join lateral (
    select coalesce(jsonb_agg(jsonb_build_object('namespace', f.namespace, 'key', f.key, 'value', f.value)
      order by f.namespace, f.key), '[]') as metafields
    from product_metafields f where f.organization_id = p.organization_id and f.product_id = p.product_id) m
  where p.organization_id = ${organization_id} and p.product_id = ${product_id}`

export const getProduct = operation({
  id: 'products.get_product',
  route: 'GET /api/v1/product/{product_id}',
  summary: 'Get a product',
  description:
    'Returns a product with its attributes, sales channels, supplier terms and stock. Stock figures cover all locations, or only `location_id` when it is given; `location_id` affects no other field.',
  params: Type.Object({ product_id: Id('Id of the product.') }),
  query: Type.Object(
    { location_id: Type.Optional(Id('Limits `in_stock`, `incoming_stock` and `inventory_value` to this location.')) },
    { additionalProperties: false },
  ),
  answer: Product,
  refusals: ['product_not_on_file', 'location_not_on_file'],
  async run({ sql, caller: { organization_id }, params, query }) {
    const location_id = query.location_id ?? null
    const [[product], hasLocation] = await Promise.all([
      readProduct(sql, organization_id, params.product_id, location_id),
      location_id === null || isLocationOnFile(sql, organization_id, location_id),
    ])
    if (product === undefined) refuse('product_not_on_file')
    if (!hasLocation) refuse('location_not_on_file')
    const { options, inventory_value, unrated_currency, stock_currency, ...rest } = product
    return {
      ...rest,
      options: Object.fromEntries(options.map(({ name, values }) => [name, values])),
      inventory_value: moneyFromDecimal(inventory_value, stock_currency, noCostReasonOf(unrated_currency)),
    }
  },
})
