/** Purchase orders by order date, deliveries by day of arrival, and lines due by due date. */
import { purchaseOrderStatuses } from '../../../purchasing/known_values.ts'
import type { Fact, FactRows, StatementParams } from '../dictionary.model.ts'
import { catalogueDimensions, catalogueJoins } from './stock_facts.ts'

const quoted = (list: readonly string[]) => list.map((one) => `'${one}'`).join(', ')
const placedStatuses = quoted(purchaseOrderStatuses.filter((one) => one !== 'draft' && one !== 'cancelled'))

const orderDimensions = {
  supplier: 'o.supplier_id',
  location: 'o.location_id',
  purchase_order_status: 'o.status',
} as const

const ordered = ({ organization_id, start, end }: StatementParams) =>
  `o.organization_id = ${organization_id} and o.order_date >= ${start} and o.order_date <= ${end}
  and o.order_type = 'purchase' and o.status in (${placedStatuses})`

export const purchase_orders: Fact = {
  data_source: ['purchase_orders'],
  dimensions: ['supplier', 'location', 'purchase_order_status'],
  has_days: true,
  rows: (_needs, params): FactRows => ({
    from: 'purchase_orders o',
    where: ordered(params),
    day: 'o.order_date',
    dimensions: orderDimensions,
  }),
  components: { count: { sql: 'count(*)' } },
}

export const purchase_order_lines: Fact = {
  data_source: ['purchase_orders', 'purchase_order_lines'],
  dimensions: ['supplier', 'location', 'purchase_order_status', 'category', 'product'],
  has_days: true,
  rows: (needs, params): FactRows => ({
    from: `purchase_orders o
  join purchase_order_lines l on l.organization_id = ${params.organization_id}
    and l.purchase_order_id = o.purchase_order_id
  ${catalogueJoins(needs, params.organization_id, 'l')}`,
    where: ordered(params),
    day: 'o.order_date',
    currency: 'o.currency',
    dimensions: { ...orderDimensions, ...catalogueDimensions },
  }),
  components: {
    units: { sql: 'sum(l.quantity)' },
    costed_units: { sql: 'sum(l.quantity) filter (where l.unit_cost is not null)' },
    cost: { sql: 'sum(l.quantity * l.unit_cost) * 100', is_converted: true },
  },
}

export const deliveries: Fact = {
  data_source: ['purchase_order_deliveries', 'purchase_order_delivery_lines'],
  dimensions: ['supplier', 'location', 'category', 'product'],
  has_days: true,
  rows: (needs, { organization_id, start_instant, end_instant, time_zone }): FactRows => ({
    from: `purchase_order_deliveries d
  join purchase_orders o on o.organization_id = ${organization_id} and o.purchase_order_id = d.purchase_order_id
  join purchase_order_delivery_lines l on l.organization_id = ${organization_id} and l.delivery_id = d.delivery_id
  ${catalogueJoins(needs, organization_id, 'l')}`,
    where: `d.organization_id = ${organization_id} and d.received_at >= ${start_instant} and d.received_at < ${end_instant}
  and d.removed_at is null and o.order_type = 'purchase' and l.received_quantity > 0`,
    day: `(d.received_at at time zone ${time_zone})::date`,
    dimensions: { supplier: 'o.supplier_id', location: 'd.location_id', ...catalogueDimensions },
  }),
  components: {
    count: { sql: 'count(distinct d.delivery_id)' },
    units: { sql: 'sum(l.received_quantity)' },
  },
}

/** Statuses of orders that the supplier has had, as in scorecards; orders on hold are left out. */
const sentStatuses = quoted(['issued', 'partially_delivered', 'delivered', 'closed'])

/**
 * Lines due in the window, with what arrived of them: the definitions of the supplier's scorecard. Units beyond the
 * ordered quantity are not counted, and an arrival is on time by its day in the organisation's time zone.
 */
export const due_lines: Fact = {
  data_source: ['purchase_orders', 'purchase_order_lines', 'purchase_order_deliveries'],
  dimensions: ['supplier'],
  has_days: true,
  rows: (_needs, { organization_id, start, end, today, time_zone }): FactRows => ({
    from: `(
  select o.supplier_id, o.purchase_order_id, l.quantity,
    o.status in ('issued', 'partially_delivered')
      and coalesce(l.expected_delivery_date, o.expected_delivery_date) < ${today} as is_late,
    coalesce(l.expected_delivery_date, o.expected_delivery_date) as due_on, a.received, a.on_time
  from purchase_orders o
  join purchase_order_lines l on l.organization_id = ${organization_id} and l.purchase_order_id = o.purchase_order_id
  cross join lateral (
    select least(l.quantity, coalesce(sum(d.received_quantity), 0)) as received,
      least(l.quantity, coalesce(sum(d.received_quantity) filter (where (v.received_at at time zone ${time_zone})::date
        <= coalesce(l.expected_delivery_date, o.expected_delivery_date)), 0)) as on_time
    from purchase_order_delivery_lines d
    join purchase_order_deliveries v on v.organization_id = ${organization_id} and v.delivery_id = d.delivery_id
    where d.organization_id = ${organization_id} and d.purchase_order_id = l.purchase_order_id
      and d.line_id = l.line_id and v.removed_at is null
  ) a
  where o.organization_id = ${organization_id} and o.order_type = 'purchase' and o.status in (${sentStatuses})
    and not o.on_hold and o.supplier_id is not null
    and greatest(o.expected_delivery_date, o.last_line_due_on) >= ${start}
    and least(o.expected_delivery_date, o.first_line_due_on) <= ${end}
) u`,
    where: `u.due_on >= ${start} and u.due_on <= ${end}`,
    day: 'u.due_on',
    dimensions: { supplier: 'u.supplier_id' },
  }),
  components: {
    orders: { sql: 'count(distinct u.purchase_order_id)' },
    units: { sql: 'sum(u.quantity)' },
    received: { sql: 'sum(u.received)' },
    on_time: { sql: 'sum(u.on_time)' },
    overdue: { sql: 'sum(u.quantity - u.received) filter (where u.is_late)' },
  },
}
