/** The table of suppliers. */
import { limits } from '../../contract/limits.ts'
import { type Column, defineTable } from '../../tables/table.ts'
import { order_channels, SupplierRow } from './model.ts'
import { primary_contact, supplier_columns } from './store.ts'

const column = (name: string, type: Column['type'], description: string, more: Partial<Column> = {}): Column => ({
  type,
  expression: `su.${name}`,
  sort: true,
  description,
  ...more,
})

/**
 * One pass over what is counted, however many suppliers a page has: asked one by one, a supplier that has nearly all of it
 * lets the planner read all of it for each of the others.
 */
const counted = (table: string, alias: string, count: string) => `left join (
    select supplier_id, count(*)::int as ${count} from ${table} where organization_id = $1 group by supplier_id
  ) ${alias} on ${alias}.supplier_id = su.supplier_id`

export const suppliersTable = defineTable({
  name: 'suppliers',
  row: SupplierRow,
  base: { table: 'suppliers', alias: 'su', key: ['supplier_id'] },
  joins: {
    vn: { sql: counted('supplier_variants', 'vn', 'variant_count') },
    cn: { sql: counted('contacts', 'cn', 'contact_count') },
    pc: { sql: primary_contact },
  },
  select: supplier_columns,
  columns: {
    name: column('name', 'text', 'Name.', { search: true, not_null: true }),
    external_id: column('external_id', 'text', 'Its id in a system of yours.', { search: true }),
    currency: column('currency', 'text', 'ISO 4217 code.', { not_null: true }),
    country_code: column('country_code', 'text', 'Country, ISO 3166-1 alpha-2.'),
    payment_terms: column('payment_terms', 'text', 'Terms of payment.'),
    incoterm: column('incoterm', 'text', 'Delivery term.'),
    order_channel: column('order_channel', 'text', 'How orders reach the supplier.', {
      filter: ['eq', 'neq', 'in', 'not_in'],
      values: order_channels,
      not_null: true,
    }),
    order_email: column('order_email', 'text', 'E-mail address that takes orders.', { search: true }),
    lead_time_days: column('lead_time_days', 'integer', 'Days from order to receipt.'),
    review_period_days: column('review_period_days', 'integer', 'Days between two looks at reordering.'),
    min_order_value_cents: column('min_order_value_cents', 'integer', 'Least value of an order.'),
    min_order_quantity: column('min_order_quantity', 'integer', 'Fewest units of an order.'),
    deposit_bp: column('deposit_bp', 'integer', 'Share paid ahead, in basis points.'),
    is_active: column('is_active', 'boolean', 'Whether it is ordered from.', { not_null: true }),
    variant_count: column('', 'integer', 'Variants it supplies.', {
      expression: 'coalesce(vn.variant_count, 0)',
      needs: ['vn'],
      not_null: true,
    }),
    contact_count: column('', 'integer', 'Contacts that work for it.', {
      expression: 'coalesce(cn.contact_count, 0)',
      needs: ['cn'],
      not_null: true,
    }),
    primary_contact_name: column('', 'text', 'Name of the primary contact.', {
      expression: 'pc.name',
      needs: ['pc'],
    }),
    created_at: column('created_at', 'instant', 'When it was created.', { not_null: true }),
    updated_at: column('updated_at', 'instant', 'When its own fields last changed.', { not_null: true }),
  },
  filters: {
    variant_id: {
      operations: ['eq', 'in'],
      type: 'id',
      description: 'A variant that it supplies.',
      condition: (operation, value, param) => `exists (
        select 1 from supplier_variants fv
        where fv.organization_id = su.organization_id and fv.supplier_id = su.supplier_id
          and fv.variant_id = any(${param(operation === 'in' ? value : [value])}::uuid[]))`,
    },
  },
  default_sort: 'name',
  limit_default: limits.page_limit_default,
  limit_max: limits.page_limit_max,
})
