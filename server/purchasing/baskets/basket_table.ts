/** The table of what is in the basket. */
import { limits } from '../../contract/limits.ts'
import { Instant, Nullable, Num, OpenChoice, OwnId, Shape, type Static, Text, Whole } from '../../contract/schema.ts'
import { defineTable } from '../../tables/table.ts'
import { basket_sources } from './basket.rules.ts'

export const BasketItem = Shape(
  {
    item_id: OwnId('The item.'),
    variant_id: OwnId('The variant.'),
    sku: Text('Stock keeping unit.', { examples: ['JUMPER-M'] }),
    title: Text('Titles of product and variant.', { examples: ['Merino crew jumper, M'] }),
    location_id: OwnId('Where it is to be delivered.'),
    location_name: Text('Name of that location.', { examples: ['Main warehouse'] }),
    supplier_id: Nullable(
      OwnId("Who it would be ordered from: the supplier that was named, else the variant's primary one; null without."),
    ),
    supplier_name: Nullable(Text('Name of that supplier.', { examples: ['Harbour Knitwear'] })),
    quantity: Whole('Units to order.', { examples: [24] }),
    unit_cost: Nullable(Num('What a unit would cost; null where it is not known.', { examples: [31.5] })),
    total_cost: Nullable(
      Num('What the units would cost; null where the cost of one is not known.', { examples: [756] }),
    ),
    cost_reason: Nullable(Text('Why the costs are unknown, as a sentence; null when they are known.')),
    currency: Nullable(
      Text("ISO 4217 code of the costs, the supplier's; null without a supplier.", { examples: ['USD'] }),
    ),
    source: OpenChoice(basket_sources, 'Whether a suggestion or a person put it there, or last changed it.'),
    reason: Nullable(Text('Why it was suggested, as a sentence; null where a person put it there.')),
    created_at: Instant('When it was put there.'),
    updated_at: Instant('When it last changed.'),
  },
  { description: 'A variant put aside to be ordered.' },
)
export type BasketItem = Static<typeof BasketItem>

const unit_cost = 'coalesce(sc.unit_cost, case when p.currency = su.currency then v.unit_cost end)'
const cost_reason = `case when su.supplier_id is null then 'The item has no supplier.'
      when ${unit_cost} is null then 'No cost is known in the currency of the supplier.' end`

export const basketTable = defineTable({
  name: 'purchase_basket',
  row: BasketItem,
  base: { table: 'purchase_basket_items', alias: 'b', key: ['item_id'] },
  joins: {
    v: {
      sql: `join variants v on v.organization_id = b.organization_id and v.variant_id = b.variant_id
    join products p on p.organization_id = v.organization_id and p.product_id = v.product_id`,
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
  select: `b.item_id, b.variant_id, v.sku, p.title || ', ' || v.title as title, b.location_id, lo.name as location_name,
    su.supplier_id, su.name as supplier_name, b.quantity, (${unit_cost})::float8 as unit_cost,
    (b.quantity * ${unit_cost})::float8 as total_cost, ${cost_reason} as cost_reason, su.currency, b.source, b.reason, b.created_at, b.updated_at`,
  columns: {
    item_id: { type: 'id', expression: 'b.item_id', sort: true, not_null: true, description: 'The item.' },
    sku: {
      type: 'text',
      expression: 'v.sku',
      needs: ['v'],
      sort: true,
      search: true,
      not_null: true,
      description: 'Stock keeping unit.',
    },
    variant_id: { type: 'id', expression: 'b.variant_id', not_null: true, description: 'The variant.' },
    location_id: { type: 'id', expression: 'b.location_id', not_null: true, description: 'The destination.' },
    supplier_id: {
      type: 'id',
      expression: 'su.supplier_id',
      needs: ['su'],
      description: 'Who it would be ordered from.',
    },
    supplier_name: {
      type: 'text',
      expression: 'su.name',
      needs: ['su'],
      sort: true,
      search: true,
      description: 'Name of the supplier.',
    },
    quantity: { type: 'integer', expression: 'b.quantity', sort: true, not_null: true, description: 'Units.' },
    source: {
      type: 'text',
      expression: 'b.source',
      filter: ['eq', 'neq', 'in', 'not_in'],
      values: basket_sources,
      description: 'Who put it there.',
    },
    updated_at: {
      type: 'instant',
      expression: 'b.updated_at',
      sort: true,
      not_null: true,
      description: 'When it last changed.',
    },
  },
  default_sort: 'supplier_name,sku',
  limit_default: 50,
  limit_max: limits.page_limit_filters_max,
})
