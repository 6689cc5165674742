/**
 * Runs under Node beside an installed copy of the packed package: every entry by import and by require, and the adapters
 * in the real frameworks. Prints one line of JSON.
 */
import express5 from 'express'
import express4 from 'express4'
import fastify from 'fastify'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { createWebhookHandler } from '@merchant-api/receiver-kit'
import { toExpress } from '@merchant-api/receiver-kit/express'
import { toFastify } from '@merchant-api/receiver-kit/fastify'
import { toNode } from '@merchant-api/receiver-kit/node'
import { createMemoryStore } from '@merchant-api/receiver-kit/stores/memory'
import { fakeDelivery } from '@merchant-api/receiver-kit/testing'

const require = createRequire(import.meta.url)
const { exports } = require('@merchant-api/receiver-kit/package.json')
const entries = {}
for (const [path, target] of Object.entries(exports)) {
  if (typeof target === 'string') continue
  const name = `@merchant-api/receiver-kit${path.slice(1)}`
  const [imported, required] = [Object.keys(await import(name)), Object.keys(require(name))]
  entries[path] = imported.length > 0 && String(imported.sort()) === String(required.sort())
}

const secret = 'whsec_tests_own_secret'
const names = []
const handler = createWebhookHandler({
  secret,
  store: createMemoryStore(),
  on: { 'order.created': ({ body }) => void names.push(body.name) },
  onError() {},
})

async function statuses(url, name) {
  const { headers, body } = await fakeDelivery('order.created', { secret, body: { name } })
  const post = async (sent) => (await fetch(url, { method: 'POST', headers, body: sent })).status
  return [
    await post(body),
    await post(body),
    await post(`${body} `),
    await post('x'.repeat(6_000_000)).catch(() => 'cut'),
  ]
}

async function over(listener, name) {
  const server = createServer(listener)
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const found = await statuses(`http://127.0.0.1:${server.address().port}/hooks`, name)
  server.closeAllConnections()
  server.close()
  return found
}

const app = fastify()
app.register(toFastify(handler, { path: '/hooks' }))
const fastify_url = await app.listen({ port: 0, host: '127.0.0.1' })
const receive = (request, response) => void toExpress(handler)(request, response)
const answers = {
  node: await over((request, response) => void toNode(handler)(request, response), 'node'),
  express5: await over(express5().post('/hooks', receive), 'express5'),
  express4: await over(express4().post('/hooks', receive), 'express4'),
  fastify: await statuses(`${fastify_url}/hooks`, 'fastify'),
}
await app.close()
console.log(JSON.stringify({ entries, answers, names }))
