/** Sales orders by the day on which they were placed, and returns by the days on which they were created and arrived. */
import { fates } from '../../../selling/returns/inspections/inspected.sql.ts'
import type { dispositions } from '../../../selling/known_values.ts'
import type { Fact, FactRows } from '../dictionary.model.ts'
import { catalogueDimensions, catalogueJoins } from './stock_facts.ts'

const orderDimensions = {
  sales_channel: 'o.sales_channel_id',
  location: 'o.location_id',
  account: 'o.trading_partner_id',
  order_lifecycle: 'o.lifecycle',
  order_origin: 'o.origin',
  order_kind: `case when o.is_wholesale then 'wholesale' else 'consumer' end`,
} as const
const orderDimensionKeys = [
  'sales_channel',
  'location',
  'account',
  'order_lifecycle',
  'order_origin',
  'order_kind',
] as const

const placedOrders = (organization_id: string, start: string, end: string) =>
  `o.organization_id = ${organization_id} and o.ordered_on >= ${start} and o.ordered_on <= ${end} and o.lifecycle <> 'draft'`

export const orders: Fact = {
  data_source: ['sales_orders'],
  dimensions: orderDimensionKeys,
  has_days: true,
  rows: (_needs, { organization_id, start, end }): FactRows => ({
    from: 'sales_orders o',
    where: placedOrders(organization_id, start, end),
    day: 'o.ordered_on',
    dimensions: orderDimensions,
  }),
  components: {
    placed: { sql: 'count(*)' },
    live: { sql: `count(*) filter (where o.lifecycle <> 'cancelled')` },
    cancelled: { sql: `count(*) filter (where o.lifecycle = 'cancelled')` },
  },
}

const units = '(l.quantity - l.cancelled_quantity)'

export const order_lines: Fact = {
  data_source: ['sales_orders', 'order_lines'],
  dimensions: [...orderDimensionKeys, 'category', 'product'],
  has_days: true,
  rows: (needs, { organization_id, start, end }): FactRows => ({
    from: `sales_orders o join order_lines l on l.organization_id = ${organization_id} and l.order_id = o.order_id
  ${catalogueJoins(needs, organization_id, 'l')}`,
    where: placedOrders(organization_id, start, end),
    day: 'o.ordered_on',
    currency: 'o.currency',
    dimensions: { ...orderDimensions, ...catalogueDimensions },
  }),
  components: {
    units: { sql: `sum(${units})` },
    fulfilled: { sql: 'sum(l.fulfilled_quantity)' },
    cancelled: { sql: 'sum(l.cancelled_quantity)' },
    /** Rounded by line, as the totals of orders are. */
    value: {
      sql: `sum(${units} * coalesce(l.unit_price_cents, 0)
        - case when l.quantity = 0 then 0 else round(l.discount_cents::numeric * ${units} / l.quantity) end)`,
      is_converted: true,
    },
  },
}

export const returns_created: Fact = {
  data_source: ['returns'],
  dimensions: ['sales_channel', 'return_reason'],
  has_days: true,
  rows: (_needs, { organization_id, start_instant, end_instant, time_zone }): FactRows => ({
    from: 'returns r',
    where: `r.organization_id = ${organization_id} and r.created_at >= ${start_instant} and r.created_at < ${end_instant}`,
    day: `(r.created_at at time zone ${time_zone})::date`,
    dimensions: { sales_channel: 'r.sales_channel_id', return_reason: 'r.reason' },
  }),
  components: { count: { sql: 'count(*)' } },
}

/**
 * Units that came back and are lost to the organisation. Those in quarantine are until they are inspected neither; those beyond
 * all that shipped took no cost along.
 */
const lostUnits = '(u.units - u.restocked)'
const lostDispositions: readonly (typeof dispositions)[number][] = ['write_off', 'return_to_supplier']
const areLost = `u.disposition in (${lostDispositions.map((one) => `'${one}'`).join(', ')}) and not l.is_excess`

export const return_receipts: Fact = {
  data_source: ['return_receipts', 'return_receipt_lines', 'return_inspections'],
  dimensions: ['sales_channel', 'return_reason', 'disposition', 'location', 'category', 'product'],
  has_days: true,
  rows: (needs, { organization_id, start, end }): FactRows => ({
    from: `return_receipts i
  join returns r on r.organization_id = ${organization_id} and r.return_id = i.return_id
  join return_receipt_lines l on l.organization_id = ${organization_id} and l.return_id = i.return_id
    and l.receipt_number = i.receipt_number
  ${fates('l.received_quantity')}
  ${catalogueJoins(needs, organization_id, 'l')}`,
    where: `i.organization_id = ${organization_id} and i.received_on >= ${start} and i.received_on <= ${end}`,
    day: 'i.received_on',
    dimensions: {
      sales_channel: 'r.sales_channel_id',
      return_reason: 'r.reason',
      disposition: 'u.disposition',
      location: 'i.location_id',
      ...catalogueDimensions,
    },
  }),
  components: {
    returns: { sql: 'count(distinct i.return_id)' },
    units: { sql: 'sum(u.units)' },
    restocked: { sql: 'sum(u.restocked)' },
    lost: { sql: `sum(${lostUnits}) filter (where ${areLost})` },
    lost_costed: { sql: `sum(${lostUnits}) filter (where ${areLost} and l.unit_cost is not null)` },
    lost_cost: { sql: `sum(${lostUnits} * l.unit_cost) filter (where ${areLost}) * 100` },
  },
}
