/** Listening, on whichever runtime this is. Nothing else in the service names one. */
import type { Service } from './app.ts'

export interface Listener {
  port: number
  /** Takes no more requests and waits for those under way. */
  stop: () => Promise<void>
}

interface DenoServer {
  addr: { port: number }
  shutdown: () => Promise<void>
}
interface DenoRuntime {
  serve: (
    options: { port: number; hostname: string; onListen: () => void },
    handle: (request: Request, info: { remoteAddr: { hostname: string } }) => Promise<Response>,
  ) => DenoServer
}

export const runtime_name = 'Deno' in globalThis ? 'Deno' : 'Bun'

export function listen(service: Service, hostname: string, port: number): Listener {
  const deno = (globalThis as { Deno?: DenoRuntime }).Deno
  if (deno) {
    const server = deno.serve({ port, hostname, onListen: () => {} }, (request, info) =>
      service.fetch(request, info.remoteAddr.hostname),
    )
    return { port: server.addr.port, stop: () => server.shutdown() }
  }
  const server = Bun.serve({
    port,
    hostname,
    // The door counts bodies itself and answers 413 in its own envelope; this bound only has to lie above it.
    maxRequestBodySize: 1024 ** 3,
    idleTimeout: 60,
    fetch: (request, bun) => service.fetch(request, bun.requestIP(request)?.address ?? ''),
  })
  return { port: server.port!, stop: () => server.stop() }
}
