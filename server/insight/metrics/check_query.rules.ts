/** Checks a query against the dictionary. Refusals name the field, the key and the allowed values. Pure. */
import { limits } from '../../contract/limits.ts'
import { refuse } from '../../contract/refusals.ts'
import { uuidPattern } from '../../contract/schema.ts'
import type { Measure, MetricGrain } from './dictionary.model.ts'
import { type DimensionKey, dimensions } from './dimensions.ts'
import { dimensionsOf, type DomainKey, domainKeys, domainOf, grainsOf, isDomain, measuresOf } from './dictionary.ts'
import { checkTimeRange, type TimeRange } from './time_range.rules.ts'

export interface MetricQuery {
  domain: string
  measures: readonly string[]
  dimensions?: readonly string[]
  grain?: MetricGrain
  time_range?: TimeRange
  filters?: readonly { dimension: string; values: readonly string[] }[]
  order_by?: { key: string; direction?: 'ascending' | 'descending' }
  limit?: number
}

export interface CheckedQuery {
  domain: DomainKey
  measures: { key: string; measure: Measure }[]
  dimensions: DimensionKey[]
  grain: MetricGrain | null
  time_range: TimeRange | null
  filters: { dimension: DimensionKey; values: readonly string[] }[]
  order_by: { key: string; descending: boolean } | null
  limit: number
}

function refuseKey(field: string, key: string, rule: string, allowed: readonly string[]): never {
  const list = allowed.length === 0 ? '' : ` Allowed: ${allowed.join(', ')}.`
  refuse('bad_request', { desc: `${field} ${rule}.${list}`, data: { field, key, rule, allowed } })
}

/** Refuses a value that is not allowed, or that comes a second time. */
function checkList<K extends string>(field: string, list: readonly string[], allowed: readonly K[], rule: string): K[] {
  return list.map((key, i) => {
    if (!(allowed as readonly string[]).includes(key)) refuseKey(`${field}[${i}]`, key, rule, allowed)
    if (list.indexOf(key) < i) refuseKey(`${field}[${i}]`, key, 'must not be there twice', [])
    return key as K
  })
}

function checkDomain(key: string): DomainKey {
  const served = domainKeys.filter((one) => domainOf(one).unsupported_reason === null)
  if (!isDomain(key)) refuseKey('query.domain', key, 'must be a domain of the dictionary', served)
  const { unsupported_reason } = domainOf(key)
  if (unsupported_reason !== null)
    refuseKey('query.domain', key, `cannot be queried: ${unsupported_reason.replace(/\.$/, '')}`, served)
  return key
}

/** Checks each measure for the dimension, so that the refusal names the measure without it. */
function checkDimensions(field: string, keys: readonly string[], chosen: CheckedQuery['measures']): DimensionKey[] {
  const allowed = dimensionsOf(chosen.map(({ measure }) => measure))
  const without = (key: string) =>
    chosen.filter(({ measure }) => !(dimensionsOf([measure]) as string[]).includes(key)).map((one) => one.key)
  return keys.map((key, i) => {
    const missing = without(key)
    if (missing.length > 0) refuseKey(`${field}[${i}]`, key, `is not a dimension of ${missing.join(', ')}`, allowed)
    if (keys.indexOf(key) < i) refuseKey(`${field}[${i}]`, key, 'must not be there twice', [])
    return key as DimensionKey
  })
}

function checkFilters({ filters = [] }: MetricQuery, chosen: CheckedQuery['measures']): CheckedQuery['filters'] {
  const allowed = dimensionsOf(chosen.map(({ measure }) => measure))
  return filters.map(({ dimension, values }, i) => {
    const at = `query.filters[${i}]`
    if (!(allowed as string[]).includes(dimension))
      refuseKey(`${at}.dimension`, dimension, 'must be a dimension of every measure', allowed)
    if (filters.findIndex((one) => one.dimension === dimension) < i)
      refuseKey(`${at}.dimension`, dimension, 'must not be there twice', [])
    const { label, values: known } = dimensions[dimension as DimensionKey]
    if (known !== null) checkList(`${at}.values`, values, known, 'must be one of the allowed values')
    else for (const [n, value] of values.entries()) if (!uuidPattern.test(value)) refuseUnknown(i, n, value, label)
    return { dimension: dimension as DimensionKey, values }
  })
}

/** A record that is not of the organisation. */
export function refuseUnknown(filter: number, value: number, key: string, label: string): never {
  const field = `query.filters[${filter}].values[${value}]`
  refuseKey(field, key, `must be the id of a ${label.toLowerCase()} of this organisation`, [])
}

function checkTime({ domain, grain, time_range }: MetricQuery, chosen: CheckedQuery['measures']): void {
  const { supports_time_range } = domainOf(domain as DomainKey)
  if (!supports_time_range && time_range !== undefined)
    refuseKey('query.time_range', time_range.kind, `must not be sent for ${domain}, whose figures are of now`, [])
  if (supports_time_range && time_range === undefined)
    refuseKey('query.time_range', '', `is required for ${domain}`, [])
  if (grain !== undefined) {
    const undivided = chosen.filter(({ measure }) => grainsOf([measure]).length === 0).map(({ key }) => key)
    if (undivided.length > 0)
      refuseKey('query.grain', grain, `must not be sent for ${undivided.join(', ')}, which cannot be split by time`, [])
  }
  if (time_range !== undefined) checkTimeRange(time_range)
}

export function checkQuery(query: MetricQuery): CheckedQuery {
  const domain = checkDomain(query.domain)
  const own = new Map(measuresOf(domain))
  const keys = checkList('query.measures', query.measures, [...own.keys()], `must be a measure of ${domain}`)
  const chosen = keys.map((key) => ({ key, measure: own.get(key)! }))
  const split = checkDimensions('query.dimensions', query.dimensions ?? [], chosen)
  const filters = checkFilters(query, chosen)
  checkTime(query, chosen)
  const { grain = null, time_range = null, order_by, limit = limits.metrics_rows_max } = query
  const sortable = [...(grain === null ? [] : ['period_start']), ...split, ...keys]
  if (order_by !== undefined && !sortable.includes(order_by.key))
    refuseKey('query.order_by.key', order_by.key, 'must be a measure or a dimension of the query', sortable)
  const isMeasure = order_by !== undefined && keys.includes(order_by.key)
  const direction = order_by?.direction ?? (isMeasure ? 'descending' : 'ascending')
  return {
    domain,
    measures: chosen,
    dimensions: split,
    grain,
    time_range,
    filters,
    order_by: order_by === undefined ? null : { key: order_by.key, descending: direction === 'descending' },
    limit,
  }
}
