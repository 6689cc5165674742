/** A gateway of an account: takes posted interchanges and answers as it is told. */
export interface Gateway {
  url: string
  answer: number
  received: { body: string; headers: Headers }[]
  stop: () => Promise<void>
}

export async function startReceiver(): Promise<Gateway> {
  const gateway: Gateway = { url: '', answer: 200, received: [], stop: async () => server.stop(true) }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const body = Buffer.from(await request.arrayBuffer()).toString('latin1')
      gateway.received.push({ body, headers: request.headers })
      return new Response('', { status: gateway.answer })
    },
  })
  gateway.url = `http://127.0.0.1:${server.port}`
  return gateway
}
