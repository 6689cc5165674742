/** A real HTTP receiver on this machine that keeps what reached it and answers as it is told. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  path: string
  headers: Record<string, string>
  body: string
  at_ms: number
}

export interface Receiver {
  url: string
  received: Received[]
  stop: () => Promise<void>
}

type Answer = (response: ServerResponse, received: Received, request: IncomingMessage) => void

export async function startReceiver(answer: Answer = (response) => response.writeHead(204).end()): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const one: Received = {
        path: request.url!,
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(chunks).toString('utf8'),
        at_ms: performance.now(),
      }
      received.push(one)
      answer(response, one, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
