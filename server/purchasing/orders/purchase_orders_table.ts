/** The table of orders. Costs and counts are columns of the order itself, so a page reads no lines. */
import { limits } from '../../contract/limits.ts'
import { CalendarDate, Count, Flag, Instant, Nullable, Num, OpenChoice, OwnId, Text } from '../../contract/schema.ts'
import { field, filterable, searchable, sortable } from '../../tables/field.ts'
import { defineTable } from '../../tables/table.ts'
import { orderTypes, purchaseOrderStatuses } from '../known_values.ts'

export const purchaseOrdersTable = defineTable({
  name: 'purchase_orders',
  row_name: 'PurchaseOrderRow',
  base: { table: 'purchase_orders', alias: 'o', key: ['purchase_order_id'] },
  joins: {
    s: { sql: 'left join suppliers s on s.organization_id = o.organization_id and s.supplier_id = o.supplier_id' },
  },
  fields: {
    id: field(OwnId('The order.'), 'o.purchase_order_id', filterable),
    external_id: field(Nullable(Text('Id of the order in an external system.')), 'o.external_id', {
      ...filterable,
      search: true,
    }),
    name: field(Text('Display name of the order.', { examples: ['PO-1042'] }), 'o.name', searchable),
    order_type: field(OpenChoice(orderTypes, 'Type of the order.'), 'o.order_type', sortable),
    status: field(OpenChoice(purchaseOrderStatuses, 'Lifecycle state of the order.'), 'o.status', sortable),
    supplier_id: field(Nullable(OwnId('Supplier of the order.')), 'o.supplier_id', filterable),
    supplier_name: field(
      Nullable(Text('Name of the supplier.', { examples: ['Harbour Knitwear'] })),
      's.name',
      searchable,
    ),
    location_id: field(OwnId('Destination location.'), 'o.location_id', filterable),
    source_location_id: field(
      Nullable(OwnId('Source location of a transfer, or of the components of a manufacturing order.')),
      'o.source_location_id',
      filterable,
    ),
    order_date: field(Nullable(CalendarDate('Day on which the order was placed.')), 'o.order_date', sortable),
    expected_delivery_date: field(
      Nullable(CalendarDate('Expected delivery day.')),
      'o.expected_delivery_date',
      sortable,
    ),
    total_cost: field(
      Nullable(
        Num('Cost of all lines, in `currency`; null while the unit cost of any line is unknown, 0 without lines.', {
          examples: [756],
        }),
      ),
      'o.total_cost',
      sortable,
    ),
    total_cost_reason: field(
      Nullable(Text('Why there is no total cost, as a sentence; null when there is one.')),
      `case when o.total_cost is null then o.uncosted_lines || ' of ' || o.total_line_items
      || case when o.total_line_items = 1 then ' line' else ' lines' end
      || case when o.uncosted_lines = 1 then ' has' else ' have' end || ' no unit cost.' end`,
    ),
    total_line_items: field(Count('Number of lines.', { examples: [1] }), 'o.total_line_items', sortable),
    on_hold: field(Flag('Whether the order is on hold.'), 'o.on_hold', filterable),
    hold_reason: field(Nullable(Text('Why the order is on hold.')), 'o.hold_reason'),
    commitment_id: field(Nullable(OwnId('Commitment that the order draws from.')), 'o.commitment_id', filterable),
    created_at: field(Instant('Time of creation.'), 'o.created_at', sortable),
    updated_at: field(Instant('Time of the last change.'), 'o.updated_at', sortable),
  },
  filters: {
    variant_id: {
      operations: ['eq', 'in'],
      type: 'id',
      description: 'A variant on one of the lines.',
      condition: (operation, value, param) => `o.purchase_order_id in (
        select l.purchase_order_id from purchase_order_lines l
        where l.organization_id = $1 and l.variant_id = any(${param(operation === 'in' ? value : [value])}::uuid[]))`,
    },
  },
  default_sort: '-created_at',
  limit_default: limits.purchase_orders_page_default,
  limit_max: limits.page_limit_common_max,
})
