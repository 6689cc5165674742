/**
 * Durations of calls by operation and status class. They are counted here because the metrics library looks up labels
 * at every observation, which would take a tenth of the pipeline's time. The library still formats the output.
 */
import type { MetricValueWithName, Registry } from 'prom-client'

const name = 'http_request_duration_seconds'
const help = 'Time from a request reaching the pipeline to its answer, by operation and status class.'
/** Seconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

interface Place {
  /** Calls per bucket, not cumulative; the last element counts those above all buckets. */
  counts: number[]
  sum_seconds: number
}

/** By operation, then by first digit of the status. */
const places = new Map<string, (Place | undefined)[]>()

export function countDuration(operation: string, status: number, seconds: number): void {
  let classes = places.get(operation)
  if (classes === undefined) places.set(operation, (classes = []))
  const place = (classes[Math.floor(status / 100)] ??= { counts: buckets.map(() => 0).concat(0), sum_seconds: 0 })
  let i = 0
  while (i < buckets.length && seconds > buckets[i]!) i++
  place.counts[i]!++
  place.sum_seconds += seconds
}

function valuesOf(operation: string, status: string, { counts, sum_seconds }: Place): MetricValueWithName<string>[] {
  let total = 0
  const below = [...buckets, '+Inf'].map((le, i) => {
    total += counts[i]!
    return { metricName: `${name}_bucket`, labels: { le, operation, status }, value: total }
  })
  return [
    ...below,
    { metricName: `${name}_sum`, labels: { operation, status }, value: sum_seconds },
    { metricName: `${name}_count`, labels: { operation, status }, value: total },
  ]
}

/** The shape of the library's own metrics; its types allow no others. */
const metric = {
  name,
  help,
  get: async () => ({
    name,
    help,
    type: 'histogram',
    aggregator: 'sum',
    values: [...places].flatMap(([operation, classes]) =>
      classes.flatMap((place, digit) => (place === undefined ? [] : valuesOf(operation, `${digit}xx`, place))),
    ),
  }),
  reset: () => places.clear(),
}

export const registerDurations = (registry: Registry): void => registry.registerMetric(metric as never)
