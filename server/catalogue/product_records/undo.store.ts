/** Rows that prevent the deletion of products and variants, and the deletion itself. */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { list } from '../../../db/sql/lists.ts'
import type { Sql } from '../../contract/sql.ts'
import { sumNames } from '../../contract/stock.ts'

export interface Dependent {
  /** null: of the product as a whole. */
  variant_id: string | null
  product_id: string
  sku: string | null
  /** The dependent record, as a noun. */
  name: string
}

const dependentsOfVariants = (sql: Sql, organization_id: string, variant_ids: readonly string[]) => sql<Dependent[]>`
  select v.variant_id, v.product_id, v.sku, d.name
  from variants v
  cross join lateral (
    select 'stock' as name where exists (select from stock_levels t
      where t.organization_id = v.organization_id and t.variant_id = v.variant_id)
    union all select 'sales' where exists (select from sales_daily t
      where t.organization_id = v.organization_id and t.variant_id = v.variant_id)
    union all select 'forecasts' where exists (select from weekly_forecasts t
      where t.organization_id = v.organization_id and t.variant_id = v.variant_id)
    union all select 'overrides of forecasts' where exists (select from forecast_overrides t
      where t.organization_id = v.organization_id and t.variant_id = v.variant_id)
    union all select 'returns' where exists (select from return_lines t
      where t.organization_id = v.organization_id and t.variant_id = v.variant_id)
    union all select 'purchase orders' where exists (select from purchase_order_lines t
      where t.organization_id = v.organization_id and t.variant_id = v.variant_id)
    union all select 'reserved components' where exists (select from purchase_order_components t
      where t.organization_id = v.organization_id and t.variant_id = v.variant_id)
    union all select 'basket items' where exists (select from purchase_basket_items t
      where t.organization_id = v.organization_id and t.variant_id = v.variant_id)
    union all select 'a bill of materials' where exists (select from bills_of_materials t
      where t.organization_id = v.organization_id and t.variant_id = v.variant_id)
    union all select 'bills of materials that use it' where exists (select from bill_of_materials_lines t
      where t.organization_id = v.organization_id and t.variant_id = v.variant_id)
    union all select 'stocktakes' where exists (select from stocktake_lines t
      where t.organization_id = v.organization_id and t.variant_id = v.variant_id)
    union all select 'sales orders' where exists (select from order_lines t
      where t.organization_id = v.organization_id and t.variant_id = v.variant_id)
    union all select 'bookings' where exists (select from order_book_revisions t
      where t.organization_id = v.organization_id and t.variant_id = v.variant_id)
    union all select 'shipments' where exists (select from fulfilment_lines t
      where t.organization_id = v.organization_id and t.variant_id = v.variant_id)
    union all select 'bundles in sales orders' where exists (select from order_line_components t
      where t.organization_id = v.organization_id and t.variant_id = v.variant_id)
    union all select 'bundles in shipments' where exists (select from fulfilment_components t
      where t.organization_id = v.organization_id and t.variant_id = v.variant_id)
    union all select 'invoices' where exists (select from invoice_lines t
      where t.organization_id = v.organization_id and t.variant_id = v.variant_id)
    union all select 'credit notes' where exists (select from credit_note_lines t
      where t.organization_id = v.organization_id and t.variant_id = v.variant_id)
    union all select 'received returns' where exists (select from return_receipt_lines t
      where t.organization_id = v.organization_id and t.variant_id = v.variant_id)
    union all select 'refunds' where exists (select from refund_lines t
      where t.organization_id = v.organization_id and t.variant_id = v.variant_id)
    union all select 'a bundle' where exists (select from bundles t
      where t.organization_id = v.organization_id and t.bundle_variant_id = v.variant_id)
    union all select 'bundles that contain it' where exists (select from bundle_components t
      where t.organization_id = v.organization_id and t.component_variant_id = v.variant_id)
    union all select 'price lists' where exists (select from price_list_prices t
      where t.organization_id = v.organization_id and t.variant_id = v.variant_id)
    union all select 'SKUs of accounts' where exists (select from account_items t
      where t.organization_id = v.organization_id and t.variant_id = v.variant_id)
    union all select 'demand events' where exists (select from demand_event_variants t
      where t.organization_id = v.organization_id and t.variant_id = v.variant_id)
    union all select 'sell-out' where exists (select from sell_out_by_variant t
      where t.organization_id = v.organization_id and t.variant_id = v.variant_id)
    union all select 'suppliers' where exists (select from supplier_variants t
      where t.organization_id = v.organization_id and t.variant_id = v.variant_id)) d
  where v.organization_id = ${organization_id} and v.variant_id = any(${arrayLiteral(variant_ids)}::uuid[])`

const dependentsOfProducts = (
  sql: Sql,
  organization_id: string,
  variant_ids: readonly string[],
  productIds: readonly string[],
) => sql<Dependent[]>`
  select null::uuid as variant_id, p.product_id, null::text as sku, d.name
  from products p
  cross join lateral (
    select 'variants that were added since' as name where exists (select from variants t
      where t.organization_id = p.organization_id and t.product_id = p.product_id
        and t.variant_id <> all(${arrayLiteral(variant_ids)}::uuid[]))
    union all select 'bookings' where exists (select from order_book_revisions t
      where t.organization_id = p.organization_id and t.product_id = p.product_id)
    union all select 'product data' where exists (select from product_attributes t
      where t.organization_id = p.organization_id and t.product_id = p.product_id)) d
  where p.organization_id = ${organization_id} and p.product_id = any(${arrayLiteral(productIds)}::uuid[])`

/** The variants and products among these that something refers to; one row for each kind of thing. */
export async function readDependents(
  sql: Sql,
  organization_id: string,
  variant_ids: readonly string[],
  productIds: readonly string[],
): Promise<readonly Dependent[]> {
  if (variant_ids.length === 0 && productIds.length === 0) return []
  const dependents = await Promise.all([
    dependentsOfVariants(sql, organization_id, variant_ids),
    dependentsOfProducts(sql, organization_id, variant_ids, productIds),
  ])
  return dependents.flat()
}

/** Sums of sales that were removed since, which no job has taken out yet; those of their products have them as well. */
const deleteRunningSums = (sql: Sql, organization_id: string, variant_ids: string) => sql`
  with gone as (
    delete from sales_before where organization_id = ${organization_id} and variant_id = any(${variant_ids}::uuid[])
    returning *
  )
  update product_sales_before b set ${list(sumNames, (name) => `${name} = b.${name} - s.${name}`)}
  from (
    select g.before, v.product_id, g.currency, ${list(sumNames, (name) => `sum(g.${name}) as ${name}`)}
    from gone g join variants v on v.organization_id = ${organization_id} and v.variant_id = g.variant_id
    group by g.before, v.product_id, g.currency
  ) s
  where b.organization_id = ${organization_id} and b.before = s.before and b.product_id = s.product_id
    and b.currency = s.currency`

/** Deletes variants and products with what describes them, their timelines included. */
export async function deleteCreated(
  sql: Sql,
  organization_id: string,
  variant_ids: readonly string[],
  productIds: readonly string[],
): Promise<void> {
  if (variant_ids.length > 0) {
    const ids = arrayLiteral(variant_ids)
    await sql`
      delete from catalogue_events where organization_id = ${organization_id} and variant_id = any(${ids}::uuid[])`
    await sql`
      delete from custom_field_values where organization_id = ${organization_id} and variant_id = any(${ids}::uuid[])`
    // Computed from sales and stock, of which there are none.
    await sql`
      delete from variant_velocity where organization_id = ${organization_id} and variant_id = any(${ids}::uuid[])`
    await sql`
      delete from velocity_changes where organization_id = ${organization_id} and variant_id = any(${ids}::uuid[])`
    await sql`
      delete from variant_stock where organization_id = ${organization_id} and variant_id = any(${ids}::uuid[])`
    await sql`
      delete from stock_level_changes where organization_id = ${organization_id} and variant_id = any(${ids}::uuid[])`
    // Sums of products that lose a variant are made again by reads, until the job stores them: marks of the others tell both.
    await sql`
      with gone as (
        delete from product_velocity s using variants v
        where s.organization_id = ${organization_id} and v.organization_id = ${organization_id}
          and v.variant_id = any(${ids}::uuid[]) and s.product_id = v.product_id
        returning s.product_id
      )
      insert into velocity_changes (organization_id, variant_id)
      select v.organization_id, v.variant_id from variants v
      where v.organization_id = ${organization_id} and v.variant_id <> all(${ids}::uuid[])
        and v.product_id in (select product_id from gone)`
    await deleteRunningSums(sql, organization_id, ids)
    await sql`
      delete from price_measures where organization_id = ${organization_id} and variant_id = any(${ids}::uuid[])`
    await sql`
      delete from forecast_choices where organization_id = ${organization_id} and variant_id = any(${ids}::uuid[])`
    await sql`delete from variants where organization_id = ${organization_id} and variant_id = any(${ids}::uuid[])`
  }
  if (productIds.length === 0) return
  const ids = arrayLiteral(productIds)
  await sql`
    delete from catalogue_events where organization_id = ${organization_id} and product_id = any(${ids}::uuid[])`
  await sql`
    delete from product_metafields where organization_id = ${organization_id} and product_id = any(${ids}::uuid[])`
  await sql`
    delete from product_channels where organization_id = ${organization_id} and product_id = any(${ids}::uuid[])`
  await sql`
    delete from product_velocity where organization_id = ${organization_id} and product_id = any(${ids}::uuid[])`
  await sql`delete from products where organization_id = ${organization_id} and product_id = any(${ids}::uuid[])`
}
