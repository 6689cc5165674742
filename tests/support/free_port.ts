import { createServer } from 'node:net'

/** Below the ports that a system assigns by itself, so that no other process is given it before it is used. */
export function freePort(): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 10_000)
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(freePort()))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(port)))
  })
}
