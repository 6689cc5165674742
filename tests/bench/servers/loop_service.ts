/** The service, with a second port that answers for how long its event loop was occupied since the last question. */
import process from 'node:process'
import './service.ts'

let longestMs = 0
let lastMs = performance.now()
let lastCpu = process.cpuUsage()
// A timer of a millisecond is late by as much as the loop was occupied, or the process waited for a core: what it did not
// compute in that time did not occupy the loop.
setInterval(() => {
  const now = performance.now()
  const { user, system } = process.cpuUsage(lastCpu)
  longestMs = Math.max(longestMs, Math.min(now - lastMs - 1, (user + system) / 1_000))
  lastMs = now
  lastCpu = process.cpuUsage()
}, 1)

Bun.serve({
  port: Number(process.env.LOOP_PORT),
  hostname: '127.0.0.1',
  fetch: async () => {
    // The timer that is late runs first.
    await new Promise((resolve) => setTimeout(resolve, 5))
    const answer = longestMs
    longestMs = 0
    return new Response(String(answer))
  },
})
