/**
 * Only the deliverer's essential work: signs each body and posts it on a new connection, with as many concurrent
 * requests per receiver as the deliverer. No queue, no lease, no address check, no records.
 */
import { createHmac } from 'node:crypto'
import { request } from 'node:http'
import process from 'node:process'
import { bodyOf } from '../delivery_body.ts'

const { ports, secret, in_flight } = JSON.parse(process.env.SENDER!) as {
  ports: number[]
  secret: string
  in_flight: number
}

const post = (port: number, body: Buffer, number: number): Promise<void> =>
  new Promise((settle, fail) => {
    const t = Math.floor(Date.now() / 1000)
    const v1 = createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex')
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path: '/hook',
        method: 'POST',
        agent: false,
        headers: {
          'Content-Type': 'application/json',
          'X-Service-Event': 'movement.recorded',
          'X-Service-Delivery-Id': String(number),
          'X-Service-Signature': `t=${t},v1=${v1}`,
          'Content-Length': String(body.byteLength),
          Connection: 'close',
        },
      },
      (response) => {
        response.resume()
        response.on('end', settle)
        response.on('error', fail)
      },
    )
    sent.on('error', fail)
    sent.end(body)
  })

async function sendAll(count: number): Promise<void> {
  const bodies = Array.from({ length: count }, (_, number) => Buffer.from(bodyOf(number), 'utf8'))
  await Promise.all(
    ports.map((port, receiver) => {
      let next = receiver
      const line = async () => {
        for (let number = next; number < count; number = next) {
          next += ports.length
          await post(port, bodies[number]!, number)
        }
      }
      return Promise.all(Array.from({ length: in_flight }, line))
    }),
  )
}

Bun.serve({
  port: Number(process.env.PORT),
  hostname: '127.0.0.1',
  idleTimeout: 0,
  fetch: async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/send') await sendAll(Number(searchParams.get('count')))
    return new Response('ready')
  },
})
