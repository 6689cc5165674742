import { createServer } from 'node:http'
import { verify } from './verify.mjs'

const secrets = [process.env.WEBHOOK_SECRET ?? '']

createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)

  if (!verify(body, request.headers['x-service-signature'], secrets)) return response.writeHead(400).end()

  // Identical for every attempt: store it under a unique key, and skip deliveries that you have handled.
  const deliveryId = request.headers['x-service-delivery-id']
  const event = request.headers['x-service-event']
  const record = JSON.parse(body.toString('utf8'))
  console.log(event, deliveryId, Object.keys(record).length)
  response.writeHead(204).end()
}).listen(Number(process.env.PORT ?? 8080))
