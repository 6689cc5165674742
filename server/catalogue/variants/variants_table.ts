/** The table of variants, shared by its page, a product's variants and its export. */
import { productStatuses } from '../known_values.ts'
import { limits } from '../../contract/limits.ts'
import { Instant, Nullable, Num, OpenChoice, OwnId, Text, Type, Whole } from '../../contract/schema.ts'
import { amountField, centsField, field, filterable, searchable, sortable, unitCostField } from '../../tables/field.ts'
import { defineTable } from '../../tables/table.ts'
import { catalogueFilters, thisVariant } from '../filters/catalogue_filters.ts'
import { lacksOfVariants } from '../product_figures/product_figures.sql.ts'
import { availableWords } from '../../ledger/cover.model.ts'
import { assembledUnitsOf } from '../../ledger/parts.sql.ts'
import { stockSumList, withCover } from '../variant_stock/stock_sums.sql.ts'
import { rankedVariants, stockOfVariants } from '../variant_stock/variant_stock.sql.ts'
import { noCostReason, noCostReasonOf } from '../model.ts'

const joins = {
  p: { sql: 'join products p on p.organization_id = v.organization_id and p.product_id = v.product_id' },
  c: {
    sql: 'left join categories c on c.organization_id = p.organization_id and c.category_id = p.category_id',
    after: ['p'],
  },
  o: { sql: 'join organizations o on o.organization_id = v.organization_id' },
  su: {
    sql: `left join supplier_variants sv
    on sv.organization_id = v.organization_id and sv.variant_id = v.variant_id and sv.is_primary
    left join suppliers su on su.organization_id = sv.organization_id and su.supplier_id = sv.supplier_id`,
  },
  s: {
    sql: `left join lateral (${withCover(
      `
    select ${stockSumList}, ${assembledUnitsOf('$1', 'v.variant_id')} as assembled
    from stock_levels l
    where l.organization_id = v.organization_id and l.variant_id = v.variant_id`,
      'z.assembled',
    )}) s on true`,
    whole: `left join (${stockOfVariants}) s on s.variant_id = v.variant_id`,
  },
  k: { sql: lacksOfVariants },
}

const units = (description: string, name: string) => field(Whole(description), `coalesce(s.${name}, 0)`, sortable)

const Status = OpenChoice(productStatuses, 'Status of the product; ARCHIVED where the variant itself is archived.')
const statusOfVariant = "case when v.archived_at is null then p.status else 'ARCHIVED' end"

export const variantsTable = defineTable({
  name: 'variants',
  row_name: 'VariantRow',
  ranked: rankedVariants,
  base: { table: 'variants', alias: 'v', key: ['variant_id'] },
  joins,
  fields: {
    variant_id: field(OwnId('The variant.'), 'v.variant_id', filterable),
    product_id: field(OwnId('Product of the variant.'), 'v.product_id', filterable),
    product_title: field(Text('Title of the product.'), 'p.title', searchable),
    sku: field(Text('Stock keeping unit, unique within the organisation.'), 'v.sku', searchable),
    shared_sku: field(
      Nullable(
        Text(
          'SKU in the system that the variant was imported from, where other variants have the same one; null otherwise.',
          {
            examples: ['TS-100'],
          },
        ),
      ),
      'v.shared_sku',
      { filter: true, search: true },
    ),
    barcode: field(Nullable(Text('Barcode, as a GTIN where one is assigned.')), 'v.barcode', {
      filter: true,
      search: true,
    }),
    title: field(Text('Title of the variant.'), 'v.title', searchable),
    option_values: field(
      Type.Record(Type.String(), Type.String(), { description: 'Option name to value, e.g. {"Size": "M"}.' }),
      'v.option_values',
    ),
    position: field(Whole('Position among the variants of the product, from 1.'), 'v.position', sortable),
    status: field(Status, statusOfVariant),
    vendor: field(Nullable(Text('Vendor of the product.')), 'p.vendor', sortable),
    category_id: field(Nullable(OwnId('Category of the product.')), 'p.category_id', filterable),
    category: field(Nullable(Text('Name of the category.')), 'c.name', { sort: true }),
    supplier_id: field(Nullable(OwnId('Primary supplier of the variant.')), 'su.supplier_id'),
    supplier: field(Nullable(Text('Name of the primary supplier.')), 'su.name'),
    price: centsField('Selling price.', 'v.price_cents', {
      currency: 'p.currency',
      reason: 'The variant has no price.',
    }),
    compare_at_price: centsField('Compare-at price: the price before a markdown.', 'v.compare_at_price_cents', {
      currency: 'p.currency',
      reason: 'The variant has no price to compare with.',
    }),
    unit_cost: unitCostField('Purchase cost of one unit.', 'v.unit_cost', {
      currency: 'p.currency',
      reason: 'The variant has no cost.',
      filter: true,
      sort: true,
    }),
    weight_kg: field(Nullable(Num('Weight of one unit, in kilograms.')), 'v.weight_kg'),
    on_hand_qty: units('Units on hand over all locations.', 'on_hand'),
    committed_qty: units('Units committed to orders.', 'committed'),
    available_qty: units(availableWords, 'available'),
    incoming_qty: units('Units on order.', 'incoming'),
    inventory_value: amountField(
      "Cost of the units on hand at each location's moving average, in the organisation's currency; null where any unit on hand has no known cost.",
      'case when s.has_uncosted then null else coalesce(s.cost, 0) end',
      {
        currency: 'o.currency',
        reason: noCostReason,
        cause: {
          sql: `case when s.has_uncosted then (select string_agg(distinct l.unrated_currency, ', ') from stock_levels l
        where l.organization_id = v.organization_id and l.variant_id = v.variant_id) end`,
          sentence: noCostReasonOf,
        },
      },
    ),
    last_updated_at: field(Instant('Time of the last change to the variant.'), 'v.last_updated_at', sortable),
    subcategory_id: field(Nullable(OwnId('Subcategory of the product.')), 'p.subcategory_id', filterable),
    class: field(Nullable(Text('Merchandising class of the product.')), 'p.class', sortable),
    country_of_origin: field(
      Nullable(Text('Country of origin of the product, ISO 3166-1 alpha-2.')),
      'p.country_of_origin',
      filterable,
    ),
    tags: field(Type.Array(Type.String(), { description: 'Tags of the product.' }), 'p.tags', filterable),
    platform_tags: field(
      Type.Array(Type.String(), { description: 'Tags of the product in the store platform.' }),
      'p.platform_tags',
      filterable,
    ),
    product_status: field(Status, statusOfVariant, filterable),
    price_cents: field(
      Nullable(Whole('Selling price, in cents; null where the variant has none.')),
      'v.price_cents',
      sortable,
    ),
  },
  filters: catalogueFilters(thisVariant),
  default_sort: 'sku',
  limit_default: limits.page_limit_default,
  limit_max: limits.page_limit_max,
})
