/** The table of demand events. */
import { limits } from '../../../contract/limits.ts'
import type { FilterOperation } from '../../../tables/field.ts'
import { field, searchable, sortable } from '../../../tables/field.ts'
import { defineTable, type Param, type SpecialFilter } from '../../../tables/table.ts'
import { DemandEvent } from './demand_event.model.ts'

const { properties: shapes } = DemandEvent

const list = (columns: string, order: string, from: string) => `(
    select coalesce(jsonb_agg(jsonb_build_object(${columns}) order by ${order}), '[]') from ${from}
    where s.organization_id = e.organization_id and s.event_id = e.event_id)`

/** Each variant is looked up by itself: joined, all variants were compared with all events until statistics count them. */
const listedVariants = `demand_event_variants s cross join lateral (
      select v.variant_id, v.sku from variants v
      where v.organization_id = s.organization_id and v.variant_id = s.variant_id offset 0) x`

const scope = `jsonb_build_object(
    'variants', ${list("'variant_id', x.variant_id, 'sku', x.sku", 'x.sku', listedVariants)},
    'categories', ${list("'category_id', x.category_id, 'name', x.name", 'x.name, x.category_id', 'demand_event_categories s join categories x on x.organization_id = s.organization_id and x.category_id = s.category_id')},
    'sales_channels', ${list("'sales_channel_id', x.sales_channel_id, 'name', x.name", 'x.name, x.sales_channel_id', 'demand_event_channels s join sales_channels x on x.organization_id = s.organization_id and x.sales_channel_id = s.sales_channel_id')})`

const listed = (operation: FilterOperation, value: unknown, param: Param) =>
  `any(${param(operation === 'in' ? value : [value])}::uuid[])`

const noGoods = `not exists (select from demand_event_variants s
      where s.organization_id = e.organization_id and s.event_id = e.event_id)
    and not exists (select from demand_event_categories s
      where s.organization_id = e.organization_id and s.event_id = e.event_id)`

const filters: Record<string, SpecialFilter> = {
  variant_id: {
    operations: ['eq', 'in'],
    type: 'id',
    description: 'Variants that the event concerns: listed, by their category, or because it concerns all goods.',
    condition: (operation, value, param) => {
      const ids = listed(operation, value, param)
      return `(exists (select from demand_event_variants s where s.organization_id = e.organization_id
          and s.event_id = e.event_id and s.variant_id = ${ids})
        or exists (select from demand_event_categories s
          join products p on p.organization_id = s.organization_id and p.category_id = s.category_id
          join variants v on v.organization_id = p.organization_id and v.product_id = p.product_id
          where s.organization_id = e.organization_id and s.event_id = e.event_id and v.variant_id = ${ids})
        or ${noGoods} and exists (select from variants v
          where v.organization_id = e.organization_id and v.variant_id = ${ids}))`
    },
  },
  category_id: {
    operations: ['eq', 'in'],
    type: 'id',
    description: 'Categories that the event lists.',
    condition: (operation, value, param) => `exists (select from demand_event_categories s
        where s.organization_id = e.organization_id and s.event_id = e.event_id
          and s.category_id = ${listed(operation, value, param)})`,
  },
  sales_channel_id: {
    operations: ['eq', 'in'],
    type: 'id',
    description: 'Sales channels that the event concerns: listed, or because it concerns all of them.',
    condition: (operation, value, param) => `(exists (select from demand_event_channels s
        where s.organization_id = e.organization_id and s.event_id = e.event_id
          and s.sales_channel_id = ${listed(operation, value, param)})
      or not exists (select from demand_event_channels s
        where s.organization_id = e.organization_id and s.event_id = e.event_id))`,
  },
}

export const eventsTable = defineTable({
  name: 'demand_events',
  row_name: 'DemandEvent',
  description: 'A demand event.',
  base: { table: 'demand_events', alias: 'e', key: ['event_id'] },
  fields: {
    event_id: field(shapes.event_id, 'e.event_id', { filter: true }),
    name: field(shapes.name, 'e.name', searchable),
    kind: field(shapes.kind, 'e.kind', sortable),
    starts_on: field(shapes.starts_on, 'e.starts_on', sortable),
    ends_on: field(shapes.ends_on, 'e.ends_on', sortable),
    days: field(shapes.days, '(e.ends_on - e.starts_on + 1)', sortable),
    note: field(shapes.note, 'e.note', { search: true }),
    scope: field(shapes.scope, scope),
    is_archived: field(shapes.is_archived, '(e.archived_at is not null)', { filter: true }),
    archived_at: field(shapes.archived_at, 'e.archived_at', sortable),
    created_by: field(shapes.created_by, 'e.created_by'),
    created_at: field(shapes.created_at, 'e.created_at', sortable),
    updated_at: field(shapes.updated_at, 'e.updated_at', sortable),
  },
  filters,
  default_sort: '-starts_on',
  limit_default: limits.page_limit_default,
  limit_max: limits.page_limit_common_max,
})
