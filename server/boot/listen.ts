/** Listens on Bun or Deno. Nothing else in the service depends on the runtime. */
import http from 'node:http'
import { limits } from '../contract/limits.ts'
import { logger } from '../observe/logs.ts'
import type { Service } from './app.ts'

export interface Listener {
  port: number
  /** Accepts no more requests and waits for running ones; those that exceed the time are cut off. */
  stop: (withinMs?: number) => Promise<void>
}

interface DenoServer {
  addr: { port: number }
  shutdown: () => Promise<void>
}
interface DenoRuntime {
  serve: (
    options: { port: number; hostname: string; signal: AbortSignal; onListen: () => void },
    handle: (request: Request, info: { remoteAddr: { hostname: string } }) => Promise<Response>,
  ) => DenoServer
  version: { deno: string }
}

const deno = (globalThis as { Deno?: DenoRuntime }).Deno
export const runtime_name = deno ? `Deno ${deno.version.deno}` : `Bun ${Bun.version}`

const DRAIN_MS = 10_000

/** Throws an error that isPortTaken recognises if the port is in use. */
export function listen(service: Service, hostname: string, port: number): Listener {
  if (deno) {
    const cut = new AbortController()
    const server = deno.serve({ port, hostname, signal: cut.signal, onListen: () => {} }, (request, info) =>
      service.fetch(request, info.remoteAddr.hostname),
    )
    return {
      port: server.addr.port,
      // shutdown() closes the bodies of requests that are still reading them, so it comes last.
      stop: (withinMs = DRAIN_MS) => {
        const done = service.drain().then(() => server.shutdown())
        return drain(done, withinMs, () => cut.abort())
      },
    }
  }
  // Bun's default of 16 KiB would reject filters far shorter than their published maximum.
  Object.assign(http, { maxHeaderSize: limits.header_bytes_max })
  const server = Bun.serve({
    port,
    hostname,
    // Without NODE_ENV, `development: false` turns this on, and two servers could share one port unnoticed.
    reusePort: false,
    // The pipeline limits bodies itself and answers 413 in the API's envelope; this limit only has to be higher.
    maxRequestBodySize: 1024 ** 3,
    idleTimeout: 60,
    // Uncaught errors: Bun's developer page, the default without NODE_ENV, would show messages and source code.
    development: false,
    error: (error) => {
      logger.error('fault', { message: error.message, stack: error.stack ?? null })
      return new Response('Not available.\n', { status: 500 })
    },
    fetch: (request, bun) => service.fetch(request, bun.requestIP(request)?.address ?? ''),
  })
  return {
    port: server.port!,
    stop: (withinMs = DRAIN_MS) => {
      const done = Promise.all([service.drain(), server.stop()])
      return drain(done, withinMs, () => server.stop(true))
    },
  }
}

async function drain(done: Promise<unknown>, withinMs: number, cut: () => unknown): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), withinMs)
  })
  if ((await Promise.race([done, late])) === 'late') await cut()
  clearTimeout(timer)
}

export const isPortTaken = (error: unknown): boolean => {
  const { code, name } = (error ?? {}) as { code?: string; name?: string }
  return code === 'EADDRINUSE' || name === 'AddrInUse'
}
