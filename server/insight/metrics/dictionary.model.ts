/** Types of the dictionary of metrics. Its SQL is constant text: no text of a request enters a statement. */
import { named } from '../../contract/openapi/named.ts'
import type { DimensionKey } from './dimensions.ts'

export const metricGrains = named('MetricGrain', ['day', 'week', 'month'])
export type MetricGrain = (typeof metricGrains)[number]

export const formats = named('MetricFormat', ['money', 'integer', 'decimal', 'percent'])
export type Format = (typeof formats)[number]

/** Parameters of a statement; each is added to it when it is first read. */
export interface StatementParams {
  readonly organization_id: string
  /** First and last day of the window, as dates. */
  readonly start: string
  readonly end: string
  /** The first moment of the window, and the first one after it, in the organisation's time zone. */
  readonly start_instant: string
  readonly end_instant: string
  readonly time_zone: string
  /** The current day in the organisation's time zone. */
  readonly today: string
  /** Whether running sums of sales serve the window: one figure, all of it in the organisation's currency. */
  readonly has_running_sums: boolean
  /** Whether there are sums of stock by product. */
  readonly has_stock_sums: boolean
}

/** Rows of a fact, after `from` and `where`, before they are summed. */
export interface FactRows {
  from: string
  where: string
  /** The day on which a row counts; null if its figures are of a moment or of the window as a whole. */
  day: string | null
  /** Currency of the row, where amounts are not in the organisation's. */
  currency?: string
  dimensions: Partial<Record<DimensionKey, string>>
}

/** An aggregate over the rows of a fact. */
export interface Component {
  sql: string
  /** An amount in the currency of the row, in cents; it is converted at the rate in force on its day. */
  is_converted?: true
  /** An amount of which sums are exact below the cent: each is rounded before it meets others, so that figures add up as shown. */
  is_exact?: true
}

/** Rows of one kind, summed by themselves before they meet those of another fact. */
export interface Fact {
  data_source: readonly string[]
  dimensions: readonly DimensionKey[]
  /** Whether its rows have a day, so that they can be summed by period. */
  has_days: boolean
  rows: (needs: ReadonlySet<DimensionKey>, params: StatementParams) => FactRows
  /** Condition on a group, where rows may cancel each other out. */
  having?: string
  components: Readonly<Record<string, Component>>
}

/** `fact.component` */
export type Term = `${string}.${string}`

export interface Terms {
  plus: readonly Term[]
  less?: readonly Term[]
}

/** Units whose value is known, and all units; the figure is null unless they are as many. */
export interface Completeness {
  known: Terms
  all: Terms
  reason: string
  /** Whether the reason says which units lack their cost of sales, and why. */
  lacks_cost_of_sales?: true
}

interface Sum {
  kind: 'sum'
  of: Terms
  complete?: Completeness
}

interface Ratio {
  kind: 'ratio'
  of: Terms
  /** A negative sum counts as zero. */
  is_floored?: true
  by: Terms
  /** 100 for a percentage. */
  times: 1 | 100
  decimals: 0 | 1 | 2
  /** Decimals to which the quotient is rounded first, where the divisor is a rate that was cut (../../ledger/rates/cover.sql.ts). */
  restored_decimals?: 9
  /** Why there is no figure where the divisor is zero or negative. */
  reason: string
  /** Of a divisor that is not positive: the first of these counts that is says why, and otherwise `reason` does. */
  causes?: readonly { where: Terms; reason: string }[]
  complete?: Completeness
}

export type Computation = Sum | Ratio

export interface Measure {
  label: string
  /** One sentence. */
  definition: string
  unit: string
  format: Format
  exclusions: readonly string[]
  computation: Computation
  /** Opening stock is unknown where the ledger begins after the window does. */
  needs_ledger?: true
}

export interface Domain {
  label: string
  description: string
  data_source: readonly string[]
  supports_time_range: boolean
  /** Why it cannot be queried; null if it can. */
  unsupported_reason: string | null
  measures: readonly string[]
}
