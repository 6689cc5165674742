/**
 * Every public read of products, stock, sales, metrics, plans, cash and reports as a request. Operations are taken from their declarations, so
 * that a new read is measured with its required parameters; the costly parameters of a read are listed here.
 */
import type postgres from 'postgres'
import { publicOperations } from '../../../server/boot/operations.ts'
import type { Operation } from '../../../server/contract/operation.ts'
import { addDays } from '../../../server/calendar/days.ts'
import { planRequest, targetOf } from '../../support/document/requests.ts'

const resources = ['products', 'pim', 'inventory', 'movements', 'sales', 'metrics', 'planning', 'cash', 'reports']

export const bounds = { first_page_ms: 10, read_ms: 200 } as const

export interface ReadCase {
  name: string
  method: 'GET' | 'POST'
  path: string
  body?: string
  bound_ms: number
}

type More = Record<string, string>

const sorted = (...keys: string[]): More[] => keys.map((sort_args) => ({ sort_args }))
const by = (base: More, ...keys: string[]): More[] => sorted(...keys).map((one) => ({ ...base, ...one }))

/** Costly parameters by operation; the window of a year ends yesterday. */
function further(today: string): Record<string, More[]> {
  const year = { start_date: addDays(today, -365), end_date: addDays(today, -1) }
  const stockYear = { start_date: addDays(today, -400), end_date: addDays(today, -1) }
  return {
    'products.list_products': sorted('-in_stock', '-incoming_stock', '-num_variants', '-last_updated_at', 'category'),
    'products.list_variants': sorted(
      '-on_hand_qty',
      '-available_qty',
      '-incoming_qty',
      'price_cents',
      '-last_updated_at',
    ),
    'inventory.list_inventory': [
      ...sorted('-on_hand_qty', 'days_of_cover', 'health'),
      { view: 'combined' },
      ...by({ view: 'combined' }, '-on_hand_qty', 'days_of_cover'),
      { type: 'products' },
      ...by({ type: 'products' }, '-on_hand_qty', 'days_of_cover'),
    ],
    'inventory.stock_on_hand': [stockYear, { ...stockYear, grain: 'month' }],
    'inventory.forecast_accuracy': [{ weeks: '13' }, { weeks: '13', current_state: 'false' }, { weeks: '52' }],
    'sales.get_new_overview': [
      { period: 'last_365_days' },
      { period: 'year_to_date' },
      { period: 'last_365_days', product_option: 'Size' },
    ],
    'sales.get_net_sales': [year, { ...year, grain: 'day' }],
    'sales.get_analytics': [year],
    'sales.get_channel_performance': [year],
    'sales.list_sales': [
      ...sorted('-net_items_sold', 'sku'),
      year,
      { ...year, fields: 'sku,net_sales' },
      { ...year, sort_args: '-net_items_sold', fields: 'sku,net_items_sold' },
      { type: 'products' },
      { type: 'products', ...year },
    ],
    'sales.list_velocity': [
      ...sorted(
        '-units_sold',
        '-lost_units',
        '-lost_revenue',
        '-trend_percentage',
        'weeks_of_cover',
        '-net_sales',
        'sku',
      ),
      { weeks: '26' },
      ...by({ weeks: '26' }, '-lost_revenue', 'weeks_of_cover'),
      { type: 'products' },
      ...by({ type: 'products' }, '-lost_revenue', '-net_sales'),
    ],
    'sales.get_velocity_totals': [{ weeks: '26' }, { type: 'products' }],
  }
}

const yearRange = { kind: 'complete', amount: 12, unit: 'month' }
const queries: { name: string; query: object }[] = [
  {
    name: 'by channel, year by week',
    query: { measures: ['net_sales', 'units_sold'], dimensions: ['sales_channel'], grain: 'week' },
  },
  {
    name: 'by category, year by month',
    query: { measures: ['net_sales', 'gross_margin_pct'], dimensions: ['category'], grain: 'month' },
  },
  { name: 'by product, year', query: { measures: ['net_sales', 'units_sold'], dimensions: ['product'] } },
  {
    name: 'by product, 4 weeks',
    query: {
      measures: ['net_sales'],
      dimensions: ['product'],
      time_range: { kind: 'complete', amount: 4, unit: 'week' },
    },
  },
  { name: 'sell-through, year', query: { measures: ['sell_through'] } },
  { name: 'sell-through by category, year', query: { measures: ['sell_through'], dimensions: ['category'] } },
  { name: 'sell-through by product, year', query: { measures: ['sell_through'], dimensions: ['product'] } },
].map(({ name, query }) => ({ name, query: { domain: 'sales', time_range: yearRange, ...query } }))
queries.push(
  { name: 'on hand by category', query: { domain: 'inventory', measures: ['on_hand'], dimensions: ['category'] } },
  { name: 'on hand by product', query: { domain: 'inventory', measures: ['on_hand'], dimensions: ['product'] } },
)

/** Ids of the organisation, by the name that a parameter has for them. */
export async function fixtureIds(sql: postgres.Sql, organization_id: string): Promise<Map<string, string>> {
  const of = (table: string, column: string, where = '') =>
    `(select ${column}::text from ${table} where organization_id = $1 ${where} order by 1 limit 1)`
  const sold = `(select variant_id::text from sales_daily where organization_id = $1 group by variant_id order by count(*) desc, variant_id limit 1)`
  const text = `select w.variant_id, v.product_id::text, ${of('locations', 'location_id')} as location_id,
      ${of('sales_channels', 'sales_channel_id')} as sales_channel_id, ${of('categories', 'category_id')} as category_id,
      ${of('families', 'family_id')} as family_id, ${of('custom_fields', 'custom_field_id')} as custom_field_id,
      ${of('demand_events', 'event_id')} as event_id, ${of('suppliers', 'supplier_id')} as supplier_id,
      ${of('buy_plans', 'mfp_id')} as mfp_id, ${of('buy_plans', 'mfp_id')} as plan_id,
      ${of('commitments', 'commitment_id')} as commitment_id
    from (select ${sold} as variant_id) w
    join variants v on v.organization_id = $1 and v.variant_id = w.variant_id::uuid`
  const [row] = await sql.unsafe<Record<string, string>[]>(text, [organization_id])
  return new Map(Object.entries(row!))
}

/** A page of rows: it has an offset, and no `field` that chooses among lists of values. */
const isTable = ({ id, query }: Operation) =>
  id.includes('.list') && query !== undefined && 'offset' in query.properties && !('field' in query.properties)

const nameOf = (more: More) => {
  const shown = Object.entries(more).filter(([key]) => !key.endsWith('_date'))
  const words = shown.map(([key, value]) => (key === 'sort_args' ? value : `${key}=${value}`))
  return [...('start_date' in more ? ['year'] : []), ...words].join(' ')
}

/** The cases of one organisation. */
export function casesOf(organization_id: string, ids: ReadonlyMap<string, string>, today: string): ReadCase[] {
  const costly = further(today)
  const window = { start_date: addDays(today, -28), end_date: addDays(today, -1) }
  const cases: ReadCase[] = []
  for (const operation of publicOperations) {
    if (!resources.includes(operation.resource ?? '') || operation.method !== 'GET') continue
    const plan = planRequest(operation, organization_id, (name) => ids.get(name))
    for (const name of ['start_date', 'end_date'] as const) if (name in plan.query) plan.query[name] = window[name]
    // With several plans, a report of one must name it.
    if ('plan_id' in (operation.query?.properties ?? {})) plan.query.plan_id = ids.get('plan_id')!
    const add = (more: More, bound_ms: number) =>
      cases.push({
        name: `${operation.id} ${nameOf(more)}`.trim(),
        method: 'GET',
        path: targetOf(plan, more),
        bound_ms,
      })
    add({}, isTable(operation) ? bounds.first_page_ms : bounds.read_ms)
    for (const more of costly[operation.id] ?? []) {
      const isFirstPage = isTable(operation) && Object.keys(more).every((key) => key === 'view' || key === 'type')
      add(more, isFirstPage ? bounds.first_page_ms : bounds.read_ms)
    }
  }
  for (const { name, query } of queries)
    cases.push({
      name: `metrics.query ${name}`,
      method: 'POST',
      path: '/api/v1/metrics/query',
      body: JSON.stringify({ query }),
      bound_ms: bounds.read_ms,
    })
  return cases
}
