/** Stock as it is now, and movements of the stock ledger by the day on which they occurred. */
import { rateLacks } from '../../../contract/stock.ts'
import { lackOfLevel } from '../../../ledger/rates/cover_lack.sql.ts'
import type { DimensionKey } from '../dimensions.ts'
import type { Fact, FactRows } from '../dictionary.model.ts'
import { quoted, stockReceiptKinds } from './stock_receipts.ts'

/** Joins of the variant and the product of rows with a variant_id, where a dimension needs them. */
export const catalogueJoins = (needs: ReadonlySet<DimensionKey>, organization_id: string, alias: string): string => {
  const variants = `join variants v on v.organization_id = ${organization_id} and v.variant_id = ${alias}.variant_id`
  const products = `join products p on p.organization_id = ${organization_id} and p.product_id = v.product_id`
  if (needs.has('category')) return `${variants}\n${products}`
  return needs.has('product') ? variants : ''
}
export const catalogueDimensions = { product: 'v.product_id', category: 'p.category_id' } as const

/** A level also comes to be by an order of units that never arrived, and of those there is no stock to run out of. */
const everStocked = `(l.on_hand > 0 or exists (select from stock_movements m where m.organization_id = l.organization_id
  and m.variant_id = l.variant_id and m.location_id = l.location_id and m.quantity_delta > 0))`

export const stock: Fact = {
  data_source: ['stock_levels'],
  dimensions: ['location', 'category', 'product', 'stock_health'],
  has_days: false,
  rows: (needs, { organization_id }): FactRows => ({
    from: `stock_levels l ${catalogueJoins(needs, organization_id, 'l')}`,
    where: `l.organization_id = ${organization_id}`,
    day: null,
    dimensions: { location: 'l.location_id', stock_health: 'l.health', ...catalogueDimensions },
  }),
  components: {
    on_hand: { sql: 'sum(l.on_hand)' },
    committed: { sql: 'sum(l.committed)' },
    available: { sql: 'sum(l.available)' },
    incoming: { sql: 'sum(l.incoming)' },
    value: { sql: 'sum(l.on_hand * l.average_cost) * 100' },
    counted: { sql: 'count(*)' },
    costed: { sql: 'count(*) filter (where l.on_hand = 0 or l.average_cost is not null)' },
    stocked: { sql: `count(*) filter (where ${everStocked})` },
    out_of_stock: { sql: `count(*) filter (where l.health = 'out_of_stock' and ${everStocked})` },
    units_per_day: { sql: 'sum(l.units_per_day)' },
    ...Object.fromEntries(
      rateLacks.map((code) => [code, { sql: `count(*) filter (where ${lackOfLevel('l')} = '${code}')` }]),
    ),
  },
}

/**
 * Changes of cost of units that had left when they were booked, and what else arrivals show them to have cost. A cost that
 * became known is that of the sales of its units, not a variance.
 */
export const cost_variances: Fact = {
  data_source: ['stock_movements'],
  dimensions: ['location', 'movement_kind', 'category', 'product'],
  has_days: true,
  rows: (needs, { organization_id, start_instant, end_instant, time_zone }): FactRows => ({
    from: `(
    select organization_id, variant_id, location_id, kind, occurred_at as booked_at, adjusted_cost as cost
    from stock_movements where kind = 'cost_adjustment' and adjusted_stock = 'left' and document_type <> 'exchange_rate'
    union all
    select organization_id, variant_id, location_id, kind, recorded_at, cost_variance
    from stock_movements where cost_variance is not null
  ) m ${catalogueJoins(needs, organization_id, 'm')}`,
    where: `m.organization_id = ${organization_id} and m.booked_at >= ${start_instant} and m.booked_at < ${end_instant}`,
    day: `(m.booked_at at time zone ${time_zone})::date`,
    dimensions: { location: 'm.location_id', movement_kind: 'm.kind', ...catalogueDimensions },
  }),
  components: { cost: { sql: 'sum(m.cost) * 100' } },
}

export const movements: Fact = {
  data_source: ['stock_movements'],
  dimensions: ['location', 'movement_kind', 'category', 'product'],
  has_days: true,
  rows: (needs, { organization_id, start_instant, end_instant, time_zone }): FactRows => ({
    from: `stock_movements m ${catalogueJoins(needs, organization_id, 'm')}`,
    where: `m.organization_id = ${organization_id} and m.occurred_at >= ${start_instant} and m.occurred_at < ${end_instant}
  and m.kind <> 'cost_adjustment'`,
    day: `(m.occurred_at at time zone ${time_zone})::date`,
    dimensions: { location: 'm.location_id', movement_kind: 'm.kind', ...catalogueDimensions },
  }),
  components: {
    count: { sql: 'count(*)' },
    units_in: { sql: 'sum(greatest(m.quantity_delta, 0))' },
    units_out: { sql: 'sum(greatest(-m.quantity_delta, 0))' },
    net: { sql: 'sum(m.quantity_delta)' },
    received: { sql: `sum(m.quantity_delta) filter (where m.kind in (${stockReceiptKinds}))` },
    shipped: { sql: `sum(-m.quantity_delta) filter (where m.kind in (${quoted('fulfilment')}))` },
    adjusted: {
      sql: `sum(m.quantity_delta) filter (where m.kind in (${quoted('adjustment', 'stocktake', 'write_off')}))`,
    },
  },
}
