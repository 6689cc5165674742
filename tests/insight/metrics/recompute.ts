/**
 * The figures of a query by a second route: records of the base tables are grouped and divided here, with definitions
 * written apart from those of the dictionary.
 */
import Big from 'big.js'
import { addDays, mondayOf } from '../../../server/calendar/days.ts'
import type { Fact, Facts } from './read_facts.ts'

/** A sum of one group: `sum('sales', 'gross')`. */
type Sum = (fact: string, value: string) => Big
type Figure = Big | null
const over = (part: Big, whole: Big, times: number, decimals: number): Figure =>
  whole.lte(0) ? null : part.times(times).div(whole).round(decimals, Big.roundHalfUp)
const cents = (figure: Figure) => (figure === null ? null : figure.round(0, Big.roundHalfUp))
const net = (sum: Sum) => sum('sales', 'gross').minus(sum('sales', 'discounts')).minus(sum('sales', 'returns'))
const unlessUnknown = (sum: Sum, fact: string, unknown: string, figure: Figure) =>
  sum(fact, unknown).gt(0) ? null : figure
const plain = (fact: string, value: string) => ({ facts: [fact], of: (sum: Sum): Figure => sum(fact, value) })
const amount = (fact: string, value: string) => ({ facts: [fact], of: (sum: Sum) => cents(sum(fact, value)) })
const rate = (fact: string, part: string, whole: string, decimals = 2) => ({
  facts: [fact],
  of: (sum: Sum) => over(sum(fact, part), sum(fact, whole), 100, decimals),
})
interface Definition {
  facts: string[]
  of: (sum: Sum) => Figure
}
const ofSales = (of: (sum: Sum) => Figure): Definition => ({ facts: ['sales'], of })

export const definitions: Record<string, Definition> = {
  gross_sales: amount('sales', 'gross'),
  discounts: amount('sales', 'discounts'),
  returns_value: amount('sales', 'returns'),
  net_sales: ofSales((sum) => cents(net(sum))),
  sales_taxes: amount('sales', 'taxes'),
  units_sold: plain('sales', 'units'),
  units_returned: plain('sales', 'returned'),
  net_units: ofSales((sum) => sum('sales', 'units').minus(sum('sales', 'returned'))),
  cost_of_sales: ofSales((sum) => unlessUnknown(sum, 'sales', 'uncosted', sum('sales', 'cost'))),
  gross_margin: ofSales((sum) => cents(unlessUnknown(sum, 'sales', 'uncosted', net(sum).minus(sum('sales', 'cost'))))),
  gross_margin_pct: ofSales((sum) =>
    unlessUnknown(sum, 'sales', 'uncosted', over(net(sum).minus(sum('sales', 'cost')), net(sum), 100, 2)),
  ),
  average_selling_price: ofSales((sum) =>
    over(sum('sales', 'gross').minus(sum('sales', 'discounts')), sum('sales', 'units'), 1, 0),
  ),
  discount_rate: rate('sales', 'discounts', 'gross'),
  markdown_rate: rate('sales', 'markdown', 'priced'),
  unpriced_units: ofSales((sum) => sum('sales', 'units').minus(sum('sales', 'priced'))),
  return_rate: rate('sales', 'returned', 'units'),
  sell_through: {
    facts: ['sales', 'stock_of_window'],
    of: (sum) =>
      over(
        sum('sales', 'units').minus(sum('sales', 'returned')),
        sum('stock_of_window', 'opening').plus(sum('stock_of_window', 'received')),
        100,
        2,
      ),
  },
  returns_created: plain('returns', 'count'),
  returns_received: plain('receipts', 'returns'),
  units_received_back: plain('receipts', 'units'),
  units_restocked: plain('receipts', 'restocked'),
  restock_rate: rate('receipts', 'restocked', 'units'),
  return_losses: {
    facts: ['receipts'],
    of: (sum) => cents(unlessUnknown(sum, 'receipts', 'lost_uncosted', sum('receipts', 'lost'))),
  },
  on_hand: plain('levels', 'on_hand'),
  committed: plain('levels', 'committed'),
  available: plain('levels', 'available'),
  incoming: plain('levels', 'incoming'),
  inventory_value: {
    facts: ['levels'],
    of: (sum) => cents(unlessUnknown(sum, 'levels', 'uncosted', sum('levels', 'value'))),
  },
  stock_levels: plain('levels', 'levels'),
  out_of_stock_levels: plain('levels', 'out'),
  out_of_stock_rate: rate('levels', 'out', 'levels'),
  days_of_cover: {
    facts: ['levels'],
    of: (sum) => {
      const available = sum('levels', 'available')
      return over(available.lt(0) ? Big(0) : available, sum('levels', 'pace'), 1, 1)
    },
  },
  movement_count: plain('moves', 'count'),
  units_in: plain('moves', 'up'),
  units_out: plain('moves', 'down'),
  net_movement: { facts: ['moves'], of: (sum) => sum('moves', 'up').minus(sum('moves', 'down')) },
  units_received: plain('moves', 'received'),
  units_shipped: plain('moves', 'shipped'),
  units_adjusted: plain('moves', 'adjusted'),
  cost_variance: amount('variances', 'cost'),
  purchase_orders: plain('purchase_orders', 'count'),
  units_ordered: plain('purchase_lines', 'units'),
  order_cost: {
    facts: ['purchase_lines'],
    of: (sum) => cents(unlessUnknown(sum, 'purchase_lines', 'uncosted', sum('purchase_lines', 'cost'))),
  },
  average_unit_cost: {
    facts: ['purchase_lines'],
    of: (sum) =>
      unlessUnknown(
        sum,
        'purchase_lines',
        'uncosted',
        over(sum('purchase_lines', 'cost'), sum('purchase_lines', 'units'), 1, 0),
      ),
  },
  deliveries: plain('deliveries', 'deliveries'),
  units_delivered: plain('deliveries', 'units'),
  orders_due: plain('due', 'orders'),
  units_due: plain('due', 'units'),
  units_arrived: plain('due', 'received'),
  units_on_time: plain('due', 'on_time'),
  units_overdue: plain('due', 'overdue'),
  on_time_rate: {
    facts: ['due'],
    of: (sum) => over(sum('due', 'on_time'), sum('due', 'received').plus(sum('due', 'overdue')), 100, 1),
  },
  fill_rate: rate('due', 'received', 'units', 1),
  orders: { facts: ['orders'], of: (sum) => sum('orders', 'placed').minus(sum('orders', 'cancelled')) },
  orders_cancelled: plain('orders', 'cancelled'),
  cancellation_rate: rate('orders', 'cancelled', 'placed'),
  order_units: plain('lines', 'units'),
  order_value: amount('lines', 'value'),
  average_order_value: {
    facts: ['lines', 'orders'],
    of: (sum) => over(sum('lines', 'value'), sum('orders', 'placed').minus(sum('orders', 'cancelled')), 1, 0),
  },
  units_per_order: {
    facts: ['lines', 'orders'],
    of: (sum) => over(sum('lines', 'units'), sum('orders', 'placed').minus(sum('orders', 'cancelled')), 1, 2),
  },
  units_fulfilled: plain('lines', 'shipped'),
  units_cancelled: plain('lines', 'cancelled'),
  fulfilment_rate: rate('lines', 'shipped', 'units'),
}

export interface Asked {
  measures: readonly string[]
  dimensions: readonly string[]
  grain: 'day' | 'week' | 'month' | null
  window: { start: string; end: string } | null
}

const periodOf = (day: string | null, { grain, window }: Asked): string | null => {
  if (grain === null || day === null) return null
  const start = grain === 'day' ? day : grain === 'week' ? mondayOf(day) : `${day.slice(0, 7)}-01`
  return start < window!.start ? window!.start : start
}

/** Every level at the start of the window, which is all that moved before it, and what was received within it. */
const stockOfWindow = ({ moves = [] }: Facts, { start, end }: { start: string; end: string }): Fact[] =>
  moves.map(({ day, keys, values }) => ({
    day: null,
    keys,
    values: {
      opening: day! < start ? values.up!.minus(values.down!) : Big(0),
      received: day! >= start && day! <= end ? values.received! : Big(0),
    },
  }))

/** The figures by the text of their group: the period, then the dimensions. */
export function recompute(facts: Facts, metricQuery: Asked): Map<string, Record<string, string | null>> {
  const { window } = metricQuery
  const all = window === null ? facts : { ...facts, stock_of_window: stockOfWindow(facts, window) }
  const wanted = new Set(metricQuery.measures.flatMap((key) => definitions[key]!.facts))
  const groups = new Map<string, { sums: Map<string, Big>; seen: Set<string> }>()
  const groupOf = (key: string) => {
    const found = groups.get(key) ?? { sums: new Map<string, Big>(), seen: new Set<string>() }
    groups.set(key, found)
    return found
  }
  if (metricQuery.dimensions.length === 0) {
    if (metricQuery.grain === null) groupOf(JSON.stringify([null]))
    else
      for (let day = window!.start; day <= window!.end; day = addDays(day, 1))
        groupOf(JSON.stringify([periodOf(day, metricQuery)]))
  }
  for (const name of wanted)
    for (const { day, keys, values, distinct = {} } of (all as Facts)[name] ?? []) {
      if (day !== null && (day < window!.start || day > window!.end)) continue
      const { sums, seen } = groupOf(
        JSON.stringify([
          periodOf(day, metricQuery),
          ...metricQuery.dimensions.map((dimension) => keys[dimension] ?? null),
        ]),
      )
      const add = (value: string, by: Big) =>
        sums.set(`${name} ${value}`, (sums.get(`${name} ${value}`) ?? Big(0)).plus(by))
      for (const [value, by] of Object.entries(values)) add(value, by)
      for (const [value, id] of Object.entries(distinct)) {
        if (seen.has(`${value} ${id}`)) continue
        seen.add(`${value} ${id}`)
        add(value, Big(1))
      }
    }
  const figures = [...groups].map(([key, { sums }]): [string, Record<string, string | null>] => {
    const sum: Sum = (fact, value) => sums.get(`${fact} ${value}`) ?? Big(0)
    return [
      key,
      Object.fromEntries(
        metricQuery.measures.map((measure) => [
          measure,
          definitions[measure]!.of(sum)?.toFixed().replace(/^-0$/, '0') ?? null,
        ]),
      ),
    ]
  })
  return new Map(figures)
}
