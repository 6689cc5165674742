/** Reads one variant with its stock, suppliers and custom fields in one statement. */
import type { Sql } from '../../contract/call.ts'
import type { Static } from '../../contract/schema.ts'
import { shownLevels } from '../../ledger/bundles/parts.ts'
import type { CoverReason } from '../../ledger/cover.model.ts'
import type { Variant } from './variant.ts'

type Answered = Static<typeof Variant>
type Summed = 'on_hand_qty' | 'committed_qty' | 'available_qty' | 'incoming_qty' | 'inventory_value'

/** Decimals that become money are read as text. */
export interface VariantRow extends Omit<
  Answered,
  'price' | 'compare_at_price' | 'unit_cost' | 'stock' | 'suppliers' | Summed
> {
  price_cents: number | null
  compare_at_price_cents: number | null
  unit_cost: string | null
  currency: string
  stock_currency: string
  stock: (Omit<Answered['stock'][number], 'average_cost' | 'inventory_value' | 'cover_reason' | 'cover_reason_code'> & {
    average_cost: string | null
    unrated_currency: string | null
    cover_lack: CoverReason | null
  })[]
  suppliers: (Omit<Answered['suppliers'][number], 'unit_cost'> & { unit_cost: string | null; currency: string })[]
}

export async function readVariant(
  sql: Sql,
  organization_id: string,
  variant_id: string,
): Promise<VariantRow | undefined> {
  const [variant] = await sql<VariantRow[]>`
    select v.variant_id, v.product_id, p.title as product_title, v.sku, v.barcode, v.title, v.option_values, v.position,
      case when v.archived_at is null then p.status else 'ARCHIVED' end as status, p.vendor, p.category_id, c.name as category, v.price_cents::float8 as price_cents,
      v.compare_at_price_cents::float8 as compare_at_price_cents, v.unit_cost, p.currency,
      o.currency as stock_currency, v.weight_kg::float8 as weight_kg,
      jsonb_build_object('quantity', v.carton_quantity, 'cbm', v.carton_cbm, 'weight_kg', v.carton_weight_kg) as carton,
      v.lead_time_days,
      l.stock, s.suppliers, f.custom_fields, v.created_at, v.last_updated_at
    from variants v
    join products p on p.organization_id = v.organization_id and p.product_id = v.product_id
    join organizations o on o.organization_id = v.organization_id
    left join categories c on c.organization_id = p.organization_id and c.category_id = p.category_id
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('location_id', lo.location_id, 'location_name', lo.name,
        'on_hand_qty', l.on_hand, 'committed_qty', l.committed, 'available_qty', l.available, 'incoming_qty', l.incoming,
        'average_cost', l.average_cost::text, 'unrated_currency', l.unrated_currency, 'units_per_day', round(l.units_per_day, 4), 'days_of_cover', l.days_of_cover,
        'health', l.health, 'cover_lack', l.cover_lack) order by lo.name, lo.location_id), '[]') as stock
      from (${shownLevels(sql, organization_id, sql`array[v.variant_id]`)}) l
      join locations lo on lo.organization_id = v.organization_id and lo.location_id = l.location_id) l
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('supplier_id', su.supplier_id, 'name', su.name,
        'supplier_sku', sv.supplier_sku, 'is_primary', sv.is_primary, 'unit_cost', sv.unit_cost::text,
        'currency', su.currency, 'min_order_quantity', sv.min_order_quantity, 'batch_size', sv.batch_size,
        'lead_time_days', coalesce(sv.lead_time_days, su.lead_time_days))
        order by sv.is_primary desc, su.name, su.supplier_id), '[]') as suppliers
      from supplier_variants sv
      join suppliers su on su.organization_id = sv.organization_id and su.supplier_id = sv.supplier_id
      where sv.organization_id = v.organization_id and sv.variant_id = v.variant_id) s
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('custom_field_id', cf.custom_field_id, 'name', cf.name,
        'data_type', cf.data_type, 'value', cv.value) order by cf.name, cf.custom_field_id), '[]') as custom_fields
      from custom_field_values cv
      join custom_fields cf on cf.organization_id = cv.organization_id and cf.custom_field_id = cv.custom_field_id
      where cv.organization_id = v.organization_id and cv.variant_id = v.variant_id and cv.value <> '') f
    where v.organization_id = ${organization_id} and v.variant_id = ${variant_id}`
  return variant
}
