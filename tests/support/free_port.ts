import { createServer } from 'node:net'

/** Below the ephemeral ports, so that the system does not assign it to another process before it is used. */
export function freePort(): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 10_000)
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(freePort()))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(port)))
  })
}
