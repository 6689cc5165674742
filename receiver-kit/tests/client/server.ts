/** A real HTTP server that responds as told, in order, and repeats the last response. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}
export type Respond = (response: ServerResponse, received: Received) => void

/** A response of the service: its body on success, its refusal otherwise. */
export const respond =
  (status: number, body: unknown, headers: Record<string, string> = {}): Respond =>
  (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))
  }

export const refuse = (status: number, code: string, headers: Record<string, string> = {}, data?: unknown): Respond =>
  respond(
    status,
    {
      code,
      message: { code, desc: `No: ${code}.`, doc_url: `https://docs.example.com/${code}`, request_id: 'r-1' },
      data,
    },
    headers,
  )

/** Closes the connection without a response. */
export const lose: Respond = (response) => void response.destroy()

/** A page of the server, which is not among the responses, and what its script reports. */
export interface Page {
  html: string
  report: (result: unknown) => void
}

export async function startServer(responses: readonly Respond[], page?: Page) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      if (page !== undefined && /^\/(page|report|favicon\.ico)$/.test(request.url ?? '')) {
        // The connection is not used again: Chromium repeats a request by itself if one that it reuses is lost.
        response.writeHead(200, { 'Content-Type': 'text/html', Connection: 'close' }).end(page.html)
        if (request.url === '/report') page.report(JSON.parse(body))
        return
      }
      const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
      received.push(one)
      responses[Math.min(received.length, responses.length) - 1]?.(response, one)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { base_url: `http://127.0.0.1:${port}`, received, close, [Symbol.dispose]: close }
}
