/** The table of the items in the basket. */
import { basketSources } from '../known_values.ts'
import { limits } from '../../contract/limits.ts'
import { Instant, Nullable, Num, OpenChoice, OwnId, type Static, Text, Whole } from '../../contract/schema.ts'
import { field, filterable, searchable, sortable } from '../../tables/field.ts'
import { defineTable } from '../../tables/table.ts'

const unit_cost = 'coalesce(sc.unit_cost, case when p.currency = su.currency then v.unit_cost end)'

export const basketTable = defineTable({
  name: 'purchase_basket',
  row_name: 'BasketItem',
  description: 'A variant put aside to be ordered.',
  base: { table: 'purchase_basket_items', alias: 'b', key: ['item_id'] },
  joins: {
    v: { sql: 'join variants v on v.organization_id = b.organization_id and v.variant_id = b.variant_id' },
    p: {
      sql: 'join products p on p.organization_id = v.organization_id and p.product_id = v.product_id',
      after: ['v'],
    },
    lo: { sql: 'join locations lo on lo.organization_id = b.organization_id and lo.location_id = b.location_id' },
    su: {
      sql: `left join supplier_variants sp
      on sp.organization_id = b.organization_id and sp.variant_id = b.variant_id and sp.is_primary
    left join suppliers su
      on su.organization_id = b.organization_id and su.supplier_id = coalesce(b.supplier_id, sp.supplier_id)`,
    },
    sc: {
      sql: `left join supplier_variants sc
      on sc.organization_id = b.organization_id and sc.variant_id = b.variant_id and sc.supplier_id = su.supplier_id`,
      after: ['su'],
    },
  },
  fields: {
    item_id: field(OwnId('The item.'), 'b.item_id', sortable),
    variant_id: field(OwnId('The variant.'), 'b.variant_id', filterable),
    sku: field(Text('Stock keeping unit.', { examples: ['JUMPER-M'] }), 'v.sku', searchable),
    title: field(
      Text('Titles of product and variant.', { examples: ['Merino crew jumper, M'] }),
      "p.title || ', ' || v.title",
    ),
    location_id: field(OwnId('Destination location.'), 'b.location_id', filterable),
    location_name: field(Text('Name of the destination location.', { examples: ['Main warehouse'] }), 'lo.name'),
    supplier_id: field(
      Nullable(
        OwnId('Supplier of the item: the one named for it, else the primary supplier of the variant; null without.'),
      ),
      'su.supplier_id',
      filterable,
    ),
    supplier_name: field(
      Nullable(Text('Name of the supplier.', { examples: ['Harbour Knitwear'] })),
      'su.name',
      searchable,
    ),
    quantity: field(Whole('Units to order.', { examples: [24] }), 'b.quantity', sortable),
    unit_cost: field(
      Nullable(Num('Cost of one unit; null where it is not known.', { examples: [31.5] })),
      `round(${unit_cost}, 4)`,
    ),
    total_cost: field(
      Nullable(Num('Cost of the units; null where the unit cost is not known.', { examples: [756] })),
      `round(b.quantity * ${unit_cost}, 4)`,
    ),
    cost_reason: field(
      Nullable(Text('Why the costs are unknown, as a sentence; null when they are known.')),
      `case when su.supplier_id is null then 'The item has no supplier.'
      when ${unit_cost} is null then 'No cost is known in the currency of the supplier.' end`,
    ),
    currency: field(
      Nullable(Text("ISO 4217 code of the costs, the supplier's; null without a supplier.", { examples: ['USD'] })),
      'su.currency',
    ),
    source: field(
      OpenChoice(basketSources, 'Whether a suggestion or a person added or last changed the item.'),
      'b.source',
      filterable,
    ),
    reason: field(
      Nullable(Text('Why the item was suggested, as a sentence; null where a person added it.')),
      'b.reason',
    ),
    created_at: field(Instant('Time of creation.'), 'b.created_at'),
    updated_at: field(Instant('Time of the last change.'), 'b.updated_at', sortable),
  },
  default_sort: 'supplier_name,sku',
  limit_default: 50,
  limit_max: limits.page_limit_filters_max,
})

export const BasketItem = basketTable.row
export type BasketItem = Static<typeof BasketItem>
