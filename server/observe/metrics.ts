/** Prometheus figures of this process. */
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import type { Exchange } from '../door/exchange.ts'

export const registry = new Registry()

const durations = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from a request reaching the door to its answer, by operation and status class.',
  labelNames: ['operation', 'status'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers: [registry],
})
const refused = new Counter({
  name: 'http_refusals_total',
  help: 'Answers that refused, by code.',
  labelNames: ['code'],
  registers: [registry],
})

export function startMetrics(): void {
  // Several services can start in one process of the tests; the figures are the process's.
  if (!registry.getSingleMetric('process_cpu_user_seconds_total')) collectDefaultMetrics({ register: registry })
}

/** By operation and first digit of the status: finding the place of two labels anew would cost more than counting. */
const places = new Map<string, ReturnType<typeof durations.labels>[]>()
function durationsOf(operation: string, status_class: number) {
  let classes = places.get(operation)
  if (classes === undefined) places.set(operation, (classes = []))
  return (classes[status_class] ??= durations.labels(operation, `${status_class}xx`))
}

export function countExchange(exchange: Exchange, duration_ms: number): void {
  durationsOf(exchange.operation?.id ?? 'none', Math.floor(exchange.status / 100)).observe(duration_ms / 1000)
  if (exchange.code !== null) refused.inc({ code: exchange.code })
}
