/** Reads products and variants with every field that can be changed. */
import { products, variants } from '../../../db/schema/catalogue.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Sql } from '../../contract/call.ts'
import { refuse } from '../../contract/refusals.ts'
import type { EditableProduct, EditableVariant } from './editable_product.ts'

const variantColumns = selection(variants, 'v', [
  'variant_id',
  'product_id',
  'sku',
  'barcode',
  'title',
  'option_values',
  'position',
  'price_cents',
  'compare_at_price_cents',
  'unit_cost::float8',
  'weight_kg::float8',
  'carton_quantity',
  'carton_cbm::float8',
  'carton_weight_kg::float8',
  'lead_time_days',
  'created_at',
  'last_updated_at',
])
const productColumns = selection(products, 'p', [
  'product_id',
  'handle',
  'title',
  'description',
  'vendor',
  'class',
  'status',
  'country_of_origin',
  'hs_code',
  'image_url',
  'gallery_images',
  'options',
  'tags',
  'platform_tags',
  'seasons',
  'is_managed',
  'is_seasonal',
  'launch_date',
  'currency',
  'created_at',
  'last_updated_at',
])

interface VariantKey {
  product_id?: string
  variant_id?: string
}

const selectVariants = (sql: Sql, organization_id: string, { product_id, variant_id }: VariantKey) => sql<
  (RowOf<typeof variantColumns> & { is_archived: boolean; custom_fields: Record<string, string> })[]
>`
  select ${variantColumns}, v.archived_at is not null as is_archived, f.custom_fields
  from variants v
  cross join lateral (
    select coalesce(jsonb_object_agg(cf.name, cv.value order by cf.name), '{}') as custom_fields
    from custom_field_values cv
    join custom_fields cf on cf.organization_id = cv.organization_id and cf.custom_field_id = cv.custom_field_id
    where cv.organization_id = v.organization_id and cv.variant_id = v.variant_id and cv.value <> '') f
  where v.organization_id = ${organization_id}
    and ${product_id === undefined ? sql`v.variant_id = ${variant_id!}` : sql`v.product_id = ${product_id}`}
  order by v.position, v.variant_id`

interface Described {
  category: string | null
  subcategory: string | null
  family: string | null
  metafields: Record<string, string>
  sales_channels: string[]
}

export async function readEditableProduct(
  sql: Sql,
  organization_id: string,
  product_id: string,
): Promise<EditableProduct> {
  const [[product], ownVariants] = await Promise.all([
    sql<(RowOf<typeof productColumns> & Described)[]>`
      select ${productColumns}, c.name as category, sc.name as subcategory, fa.name as family, m.metafields,
        ch.sales_channels
      from products p
      left join categories c on c.organization_id = p.organization_id and c.category_id = p.category_id
      left join subcategories sc on sc.organization_id = p.organization_id and sc.subcategory_id = p.subcategory_id
      left join families fa on fa.organization_id = p.organization_id and fa.family_id = p.family_id
      cross join lateral (
        select coalesce(jsonb_object_agg(f.namespace || '.' || f.key, f.value), '{}') as metafields
        from product_metafields f where f.organization_id = p.organization_id and f.product_id = p.product_id) m
      cross join lateral (
        select coalesce(array_agg(pc.sales_channel_id::text order by pc.sales_channel_id), '{}') as sales_channels
        from product_channels pc where pc.organization_id = p.organization_id and pc.product_id = p.product_id) ch
      where p.organization_id = ${organization_id} and p.product_id = ${product_id}`,
    selectVariants(sql, organization_id, { product_id }),
  ])
  if (product === undefined) refuse('product_not_on_file')
  return { ...product, variants: [...ownVariants] } as EditableProduct
}

export async function readEditableVariant(
  sql: Sql,
  organization_id: string,
  variant_id: string,
): Promise<EditableVariant> {
  const [variant] = await selectVariants(sql, organization_id, { variant_id })
  return variant ?? refuse('variant_not_on_file')
}
