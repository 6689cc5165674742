/** Listening, on whichever runtime this is. Nothing else in the service names one. */
import http from 'node:http'
import { limits } from '../contract/limits.ts'
import { logger } from '../observe/logs.ts'
import type { Service } from './app.ts'

export interface Listener {
  port: number
  /** Takes no more requests and waits for those under way; what is then left is cut off. */
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

/** Throws what isPortTaken knows where the port is in use. */
export function listen(service: Service, hostname: string, port: number): Listener {
  if (deno) {
    const cut = new AbortController()
    const server = deno.serve({ port, hostname, signal: cut.signal, onListen: () => {} }, (request, info) =>
      service.fetch(request, info.remoteAddr.hostname),
    )
    return {
      port: server.addr.port,
      // shutdown() takes the bodies away from requests that are still reading them, so it comes last.
      stop: (withinMs = DRAIN_MS) => {
        const done = service.drain().then(() => server.shutdown())
        return drain(done, withinMs, () => cut.abort())
      },
    }
  }
  // Bun's own bound of 16 KiB would cut filters off long before their published length.
  Object.assign(http, { maxHeaderSize: limits.header_bytes_max })
  const server = Bun.serve({
    port,
    hostname,
    // Without NODE_ENV, `development: false` turns this on: two servers would then answer in turn on one port.
    reusePort: false,
    // The door counts bodies itself and answers 413 in its own envelope; this bound only has to lie above it.
    maxRequestBodySize: 1024 ** 3,
    idleTimeout: 60,
    // What nothing caught: Bun's page for developers, the default without NODE_ENV, would show messages and source.
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
