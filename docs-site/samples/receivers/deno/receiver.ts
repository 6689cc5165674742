import { verify } from './verify.ts'

const secrets = [Deno.env.get('WEBHOOK_SECRET') ?? '']

Deno.serve({ port: Number(Deno.env.get('PORT') ?? 8080) }, async (request) => {
  const body = new Uint8Array(await request.arrayBuffer())

  if (!(await verify(body, request.headers.get('x-service-signature'), secrets))) {
    return new Response(null, { status: 400 })
  }

  // Identical for every attempt: store it under a unique key, and skip deliveries that you have handled.
  const deliveryId = request.headers.get('x-service-delivery-id')
  const event = request.headers.get('x-service-event')
  const record = JSON.parse(new TextDecoder().decode(body))
  console.log(event, deliveryId, Object.keys(record).length)
  return new Response(null, { status: 204 })
})
