/** Prometheus metrics of this process. */
import { collectDefaultMetrics, Counter, Registry } from 'prom-client'
import type { Answered } from './answered.ts'
import { countDuration, registerDurations } from './durations.ts'
import { startLoopDelay } from './loop_delay.ts'

export const registry = new Registry()

registerDurations(registry)
const refused = new Counter({
  name: 'http_refusals_total',
  help: 'Refused requests, by code.',
  labelNames: ['code'],
  registers: [registry],
})

export function startMetrics(): void {
  // Tests start several services in one process, which share its metrics.
  if (!registry.getSingleMetric('process_cpu_user_seconds_total')) collectDefaultMetrics({ register: registry })
  startLoopDelay(registry)
}

export function countExchange({ exchange, duration_ms }: Answered): void {
  countDuration(exchange.operation?.id ?? 'none', exchange.status, duration_ms / 1000)
  if (exchange.code !== null) refused.inc({ code: exchange.code })
}
