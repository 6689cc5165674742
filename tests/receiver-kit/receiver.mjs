// A customer's endpoint: Express and the kit as it is published, in an otherwise empty folder.
import { createWebhookHandler } from '@merchant-api/receiver-kit'
import { toExpress } from '@merchant-api/receiver-kit/express'
import { createMemoryStore } from '@merchant-api/receiver-kit/stores/memory'
import express from 'express'

const handler = createWebhookHandler({
  secret: process.env.WEBHOOK_SECRET,
  store: createMemoryStore(),
  on: { 'movement.recorded': async ({ body }) => console.log(`handled ${JSON.stringify(body)}`) },
})
const app = express()
app.use((request, _response, next) => {
  console.log(`sent ${request.headers['x-service-delivery-id']}`)
  next()
})
app.post('/hook', toExpress(handler))
app.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('listening'))
