/** Webhook receivers in a separate process, as cheap as possible, which record when each body arrived. */
import process from 'node:process'

const instantMs = (): number => performance.timeOrigin + performance.now()

let arrivals: [number: number, at_ms: number][] = []
let waiting: { count: number; settle: () => void } | null = null

async function receive(request: Request): Promise<Response> {
  const at_ms = instantMs()
  const body = await request.text()
  // Every body starts with its number.
  arrivals.push([Number.parseInt(body.slice('{"number":'.length, 30), 10), at_ms])
  if (waiting && arrivals.length >= waiting.count) waiting.settle()
  return new Response(null, { status: 204 })
}

const receivers = Array.from({ length: Number(process.env.RECEIVERS) }, () =>
  Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: receive }),
)

/** Responds when this many have arrived, with all that arrived since the last response. */
async function arrived(count: number): Promise<Response> {
  if (arrivals.length < count) await new Promise<void>((settle) => (waiting = { count, settle }))
  waiting = null
  const all = arrivals
  arrivals = []
  return Response.json(all)
}

Bun.serve({
  port: Number(process.env.PORT),
  hostname: '127.0.0.1',
  idleTimeout: 0,
  fetch: (request) => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/arrived') return arrived(Number(searchParams.get('count')))
    return Response.json(receivers.map(({ port }) => port))
  },
})
