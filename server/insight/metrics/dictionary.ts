/**
 * The dictionary of metrics: domains with their measures, and what follows from the facts of a measure. Queries, the
 * published dictionary and the docs site are all made of it.
 */
import { type DimensionKey, dimensions } from './dimensions.ts'
import {
  type Computation,
  type Domain,
  type Fact,
  type Measure,
  type MetricGrain,
  metricGrains,
  type Term,
} from './dictionary.model.ts'
import { type FactKey, facts, measureGroups } from './measures.ts'

const ownMeasures = (group: keyof typeof measureGroups) => Object.keys(measureGroups[group])

export const domains = {
  sales: {
    label: 'Sales',
    description: 'Sales and returned goods by day, channel and product, from orders, shipments and imported history.',
    data_source: ['sales_daily', 'stock_levels', 'stock_movements'],
    supports_time_range: true,
    unsupported_reason: null,
    measures: ownMeasures('sales'),
  },
  returns: {
    label: 'Returns',
    description: 'Returns by the day on which they were created, arrived or were refunded.',
    data_source: ['sales_daily', 'returns', 'return_receipts'],
    supports_time_range: true,
    unsupported_reason: null,
    measures: ['units_returned', 'returns_value', 'return_rate', ...ownMeasures('returns')],
  },
  inventory: {
    label: 'Inventory',
    description: 'Stock as it is at the moment of the query.',
    data_source: ['stock_levels'],
    supports_time_range: false,
    unsupported_reason: null,
    measures: ownMeasures('inventory'),
  },
  movements: {
    label: 'Stock movements',
    description: 'The stock ledger by the day on which movements occurred.',
    data_source: ['stock_movements'],
    supports_time_range: true,
    unsupported_reason: null,
    measures: ownMeasures('movements'),
  },
  purchasing: {
    label: 'Purchasing',
    description: 'Purchase orders by order date, and deliveries by day of arrival.',
    data_source: ['purchase_orders', 'purchase_order_deliveries'],
    supports_time_range: true,
    unsupported_reason: null,
    measures: ownMeasures('purchasing'),
  },
  suppliers: {
    label: 'Suppliers',
    description: 'How suppliers delivered what was due, by due date, as in their scorecards.',
    data_source: ['purchase_orders', 'purchase_order_deliveries'],
    supports_time_range: true,
    unsupported_reason: null,
    measures: ownMeasures('suppliers'),
  },
  orders: {
    label: 'Orders',
    description: 'Sales orders by the day on which they were placed.',
    data_source: ['sales_orders'],
    supports_time_range: true,
    unsupported_reason: null,
    measures: ownMeasures('orders'),
  },
  sell_out: {
    label: 'Sell-out',
    description: 'What trading accounts sold and have on hand, as they report it.',
    data_source: [],
    supports_time_range: true,
    unsupported_reason: 'Sell-out is answered by the operations of sell-out, by account, and not by metrics.',
    measures: ['units_sold', 'units_returned', 'on_hand'],
  },
} as const satisfies Record<string, Domain>

export type DomainKey = keyof typeof domains
export const domainKeys = Object.keys(domains) as DomainKey[]
export const isDomain = (key: string): key is DomainKey => Object.hasOwn(domains, key)
export const domainOf = (key: DomainKey): Domain => domains[key]

export const measures = new Map<string, Measure>(
  Object.values(measureGroups).flatMap((group): [string, Measure][] => Object.entries(group)),
)

/** The terms of a computation, each once. */
export function termsOf({ of, complete, ...rest }: Computation): Term[] {
  const by = rest.kind === 'ratio' ? [rest.by, ...(rest.causes ?? []).map(({ where }) => where)] : []
  const known = complete ? [complete.known, complete.all] : []
  return [...new Set([of, ...by, ...known].flatMap(({ plus, less = [] }) => [...plus, ...less]))]
}

export const factKeyOf = (term: Term) => term.slice(0, term.indexOf('.')) as FactKey
export const componentOf = (term: Term) => term.slice(term.indexOf('.') + 1)
export const factOf = (key: FactKey): Fact => facts[key]

/** The facts that measures are computed of, in the order of the dictionary. */
export function factsOf(list: readonly Measure[]): FactKey[] {
  const factKeys = new Set(list.flatMap(({ computation }) => termsOf(computation)).map(factKeyOf))
  return (Object.keys(facts) as FactKey[]).filter((key) => factKeys.has(key))
}

/** The dimensions that all facts of the measures have. */
export function dimensionsOf(list: readonly Measure[]): DimensionKey[] {
  const own = factsOf(list).map((key) => factOf(key).dimensions)
  return (Object.keys(dimensions) as DimensionKey[]).filter((key) => own.every((of) => of.includes(key)))
}

/** No grain: the figures are of the window as a whole, or of now. */
export const grainsOf = (list: readonly Measure[]): readonly MetricGrain[] =>
  factsOf(list).every((key) => factOf(key).has_days) ? metricGrains : []

export const measuresOf = (domain: DomainKey): [string, Measure][] =>
  domainOf(domain).measures.map((key) => [key, measures.get(key)!])
