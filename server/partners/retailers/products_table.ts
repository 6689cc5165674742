/** The table of an account's variants. $2 is the account and $3 the current day in the organisation's time zone. */
import { productStatuses } from '../../catalogue/known_values.ts'
import { limits } from '../../contract/limits.ts'
import { CalendarDate, Count, Nullable, OpenChoice, OwnId, Text, Whole } from '../../contract/schema.ts'
import { computed, field, filterable, numberPart, searchable, sortable, textPart } from '../../tables/field.ts'
import { defineTable } from '../../tables/table.ts'
import type { Scope } from '../../tables/page.ts'
import { carriedVariants, variantFigures } from './figures.sql.ts'
import { figureFields, reasonOf } from './model.ts'
import { coverReason, figureReasons } from './reasons.rules.ts'

const of = { organization: '$1', account: '$2::uuid', today: '$3::date' }

/** The parameters of the statements, in their places; the rows are those of the account without a condition. */
export const scopesOf = (trading_partner_id: string, today: string): Scope[] => [
  (param) => {
    param(trading_partner_id)
    return 'true'
  },
  (param) => {
    param(today)
    return 'true'
  },
]

const joins = {
  v: { sql: 'join variants v on v.organization_id = b.organization_id and v.variant_id = b.variant_id' },
  p: {
    sql: 'join products p on p.organization_id = v.organization_id and p.product_id = v.product_id',
    after: ['v'],
  },
  c: {
    sql: 'left join categories c on c.organization_id = p.organization_id and c.category_id = p.category_id',
    after: ['p'],
  },
  f: { sql: `left join (${variantFigures(of)}) f on f.variant_id = b.variant_id` },
  i: {
    sql: `left join lateral (select min(a.buyer_sku) as buyer_sku from account_items a
      where a.organization_id = b.organization_id and a.trading_partner_id = $2::uuid
        and a.variant_id = b.variant_id) i on true`,
  },
}

const facts = {
  is_reported: { sql: 'f.is_reported' } as { sql: string; arrives_as?: boolean },
  known_days: numberPart('f.known_days'),
  on_hand: numberPart('f.on_hand'),
  velocity: numberPart('f.velocity'),
  estimate: numberPart('f.estimated_on_hand'),
  units: numberPart('f.units_sold'),
}

export const accountProductsTable = defineTable({
  name: 'account_products',
  row_name: 'AccountProduct',
  description: 'A variant that the account carries.',
  base: {
    table: `(select $1::uuid as organization_id, x.variant_id from (${carriedVariants(of)}) x)`,
    alias: 'b',
    key: ['variant_id'],
  },
  joins,
  fields: {
    variant_id: field(OwnId('The variant.'), 'b.variant_id', filterable),
    product_id: field(OwnId('Product of the variant.'), 'v.product_id', filterable),
    product_title: field(Text('Title of the product.', { examples: ['Merino crew jumper'] }), 'p.title', searchable),
    sku: field(Text('Stock keeping unit.', { examples: ['JUMPER-M'] }), 'v.sku', searchable),
    variant_title: field(Text('Title of the variant.', { examples: ['M, Navy'] }), 'v.title', searchable),
    buyer_sku: field(
      Nullable(
        Text("The account's own SKU of the variant, the first of several in order; null if none is on file.", {
          examples: ['0049-88'],
        }),
      ),
      'i.buyer_sku',
      searchable,
    ),
    category_id: field(Nullable(OwnId('Category of the product.')), 'p.category_id', filterable),
    category: field(Nullable(Text('Name of the category.', { examples: ['Knitwear'] })), 'c.name', { sort: true }),
    vendor: field(Nullable(Text('Vendor of the product.', { examples: ['Harbour'] })), 'p.vendor', sortable),
    product_status: field(OpenChoice(productStatuses, 'Status of the product.'), 'p.status', filterable),
    on_hand: field(
      Nullable(
        Whole('Units on hand at the account, as last counted in the window; null if none was reported.', {
          examples: [21],
        }),
      ),
      'f.on_hand',
      sortable,
    ),
    on_hand_as_of: field(Nullable(CalendarDate('Last day of the period of that count.')), 'f.counted_on', sortable),
    doors_counted: field(Nullable(Count('Number of doors in that count.', { examples: [12] })), 'f.doors_counted'),
    estimated_on_hand: field(
      Nullable(
        Whole(
          'Estimated units on hand today: the last count, plus units shipped that have arrived since, less units sent back, less units sold since (the velocity on days not reported yet); at least 0.',
          { examples: [21] },
        ),
      ),
      'f.estimated_on_hand',
      sortable,
    ),
    in_transit: field(
      Whole("Units shipped to the account that have not arrived yet, by the account's transit time.", {
        examples: [6],
      }),
      'coalesce(f.in_transit, 0)',
      sortable,
    ),
    on_order: field(
      Whole("Units of the account's open orders that are still to be shipped.", { examples: [12] }),
      'coalesce(f.on_order, 0)',
      sortable,
    ),
    incoming: field(
      Whole('Units in transit plus units on order.', { examples: [18] }),
      'coalesce(f.incoming, 0)',
      sortable,
    ),
    units_sold: field(
      Nullable(
        Whole('Units sold in the window less units returned; null if the sales are unknown.', { examples: [39] }),
      ),
      'f.units_sold',
      sortable,
    ),
    days_reported: field(Whole('Days of the window with known sales.', { examples: [42] }), 'f.known_days', sortable),
    sales_velocity_per_week: field(figureFields.sales_velocity_per_week, 'round(f.velocity, 2)', sortable),
    sell_through_rate: field(figureFields.sell_through_rate, 'round(f.sell_through, 4)', sortable),
    weeks_of_cover: field(figureFields.weeks_of_cover, 'round(f.weeks_of_cover, 1)', sortable),
    sales_velocity_reason: computed(reasonOf('sales_velocity_per_week'), facts, (f) => figureReasons(f).velocity),
    sell_through_reason: computed(reasonOf('sell_through_rate'), facts, (f) => figureReasons(f).sell_through),
    on_hand_reason: computed(reasonOf('estimated_on_hand'), facts, (f) => figureReasons(f).estimate),
    weeks_of_cover_reason: computed(reasonOf('weeks_of_cover'), { ...facts, sku: textPart('v.sku') }, (f) =>
      coverReason(f),
    ),
  },
  default_sort: 'sku',
  limit_default: limits.page_limit_default,
  limit_max: limits.page_limit_common_max,
})
