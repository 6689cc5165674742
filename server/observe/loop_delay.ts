/**
 * Measures how late the event loop runs. A timer is due every twenty milliseconds, and whatever keeps it waiting keeps
 * every request of the process waiting. Timers work alike in Bun and Deno; the library's own histogram of Node's does
 * not.
 */
import { setInterval } from 'node:timers'
import { Histogram, type Registry } from 'prom-client'

const tickMs = 20

const name = 'event_loop_delay_seconds'

/** Starts once for a process, whose services share its metrics. */
export function startLoopDelay(registry: Registry): void {
  if (registry.getSingleMetric(name)) return
  const delays = new Histogram({
    name,
    help: 'Delay of a timer that is due every 20 ms: how long the event loop was occupied.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  let dueMs = performance.now() + tickMs
  const tick = () => {
    const now = performance.now()
    delays.observe(Math.max(0, now - dueMs) / 1_000)
    dueMs = now + tickMs
  }
  setInterval(tick, tickMs).unref()
}
