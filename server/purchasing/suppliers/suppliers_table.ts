/** The table of suppliers. */
import { orderChannels } from '../known_values.ts'
import { limits } from '../../contract/limits.ts'
import { Count, Flag, Instant, Nullable, OpenChoice, OwnId, Text, Whole } from '../../contract/schema.ts'
import { field, searchable, sortable } from '../../tables/field.ts'
import { defineTable } from '../../tables/table.ts'

/** The primary contact of supplier su. */
export const primaryContact = `left join contacts pc on pc.organization_id = su.organization_id
  and pc.supplier_id = su.supplier_id and pc.is_primary`

/**
 * One pass over what is counted, however many suppliers a page has: asked one by one, a supplier that has nearly all of it
 * lets the planner read all of it for each of the others.
 */
const counted = (table: string, alias: string, count: string) => `left join (
    select supplier_id, count(*)::int as ${count} from ${table} where organization_id = $1 group by supplier_id
  ) ${alias} on ${alias}.supplier_id = su.supplier_id`

export const suppliersTable = defineTable({
  name: 'suppliers',
  row_name: 'SupplierRow',
  description: 'A supplier.',
  base: { table: 'suppliers', alias: 'su', key: ['supplier_id'] },
  joins: {
    vn: { sql: counted('supplier_variants', 'vn', 'variant_count') },
    cn: { sql: counted('contacts', 'cn', 'contact_count') },
    pc: { sql: primaryContact },
  },
  fields: {
    id: field(OwnId('The supplier.'), 'su.supplier_id'),
    name: field(
      Text('Name; unique within the organisation, case ignored.', { examples: ['Quay Knitwear'] }),
      'su.name',
      searchable,
    ),
    external_id: field(
      Nullable(Text('Id of the supplier in an external system.', { examples: ['V-1042'] })),
      'su.external_id',
      searchable,
    ),
    currency: field(Text('ISO 4217 code of its prices and orders.', { examples: ['EUR'] }), 'su.currency', sortable),
    country_code: field(
      Nullable(Text('Country, ISO 3166-1 alpha-2.', { examples: ['PT'] })),
      'su.country_code',
      sortable,
    ),
    address: field(
      Nullable(Text('Postal address in one line.', { examples: ['Rua do Cais 12, 4800-019 Guimarães'] })),
      'su.address',
    ),
    website: field(
      Nullable(Text('URL of its website.', { examples: ['https://quay-knitwear.example'] })),
      'su.website',
    ),
    lead_time_days: field(
      Nullable(Whole('Days from order to receipt, where a variant has none of its own.')),
      'su.lead_time_days',
      sortable,
    ),
    review_period_days: field(
      Nullable(Whole('Days between two reviews of what to reorder.')),
      'su.review_period_days',
      sortable,
    ),
    min_order_value_cents: field(
      Nullable(Whole('Minimum value of an order, in hundredths of `currency`.')),
      'su.min_order_value_cents',
      sortable,
    ),
    min_order_quantity: field(Nullable(Whole('Minimum order quantity, in units.')), 'su.min_order_quantity', sortable),
    payment_terms: field(Nullable(Text('Payment terms.', { examples: ['net_30'] })), 'su.payment_terms', sortable),
    deposit_bp: field(
      Nullable(Whole('Share of an order paid in advance, in basis points: 3000 is 30 %.', { examples: [3000] })),
      'su.deposit_bp',
      sortable,
    ),
    incoterm: field(Nullable(Text('Delivery term.', { examples: ['FOB'] })), 'su.incoterm', sortable),
    order_channel: field(OpenChoice(orderChannels, 'How orders reach the supplier.'), 'su.order_channel', sortable),
    order_email: field(Nullable(Text('E-mail address for orders.')), 'su.order_email', searchable),
    edi_qualifier: field(Nullable(Text('Qualifier of its EDI identity.', { examples: ['ZZ'] })), 'su.edi_qualifier'),
    edi_id: field(Nullable(Text('EDI identity.', { examples: ['QUAYKNIT'] })), 'su.edi_id'),
    is_active: field(Flag('Whether orders can be placed with the supplier.'), 'su.is_active', sortable),
    variant_count: field(Count('Number of variants it supplies.'), 'coalesce(vn.variant_count, 0)', sortable),
    contact_count: field(Count('Number of contacts.'), 'coalesce(cn.contact_count, 0)', sortable),
    primary_contact_id: field(
      Nullable(Text('Id of the primary contact, in the form that contacts use.', { examples: ['4021'] })),
      'pc.contact_id::text',
    ),
    primary_contact_name: field(Nullable(Text('Name of the primary contact.')), 'pc.name', sortable),
    created_at: field(Instant('Time of creation.'), 'su.created_at', sortable),
    updated_at: field(Instant("Time of the last change to the supplier's own fields."), 'su.updated_at', sortable),
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
