/** Raw requests: the Host header must not affect routing. */
import { createConnection } from 'node:net'
import { expect, test } from 'bun:test'
import { newLocation } from '../support/fixtures/locations.ts'
import { newTenant, type Tenant } from '../support/service/tenant.ts'

/** Sends raw lines and returns status and body. */
function onTheWire(tenant: Tenant, lines: string[], body = ''): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(tenant.service.base_url)
  return new Promise((resolve, reject) => {
    const socket = createConnection(Number(port), hostname, () =>
      socket.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`),
    )
    let raw = ''
    socket.on('data', (bytes) => (raw += bytes.toString()))
    socket.on('error', reject)
    socket.on('close', () => {
      const [head, ...rest] = raw.split('\r\n\r\n')
      resolve({ status: Number(head!.split(' ')[1]), text: rest.join('\r\n\r\n') })
    })
  })
}

test.each([
  ['a name of one letter', 'HTTP/1.1', ['Host: x']],
  ['the name of a container', 'HTTP/1.1', ['Host: api']],
  ['no text at all', 'HTTP/1.1', ['Host: ']],
  ['a port beside it', 'HTTP/1.1', ['Host: api:3000']],
  ['nothing, as HTTP/1.0 allows', 'HTTP/1.0', []],
])('a request whose Host is %s is answered like any other', async (_what, version, host) => {
  const tenant = await newTenant()
  const place = await newLocation(tenant)
  const authorization = `Authorization: Bearer ${tenant.api_key}`
  const read = await onTheWire(tenant, [`GET /api/v1/variants/table?limit=1 ${version}`, ...host, authorization])
  expect([read.status, JSON.parse(read.text).data]).toEqual([
    200,
    { rows: [], size: 0, offset: 0, filtered_max_size: 0 },
  ])
  const sent = JSON.stringify({ location_id: place.location_id, note: 'host' })
  const write = await onTheWire(
    tenant,
    [
      `POST /api/v1/tests/required ${version}`,
      ...host,
      authorization,
      'Idempotency-Key: host',
      'Content-Type: application/json',
      `Content-Length: ${sent.length}`,
    ],
    sent,
  )
  expect([write.status, await place.name()]).toEqual([200, 'host'])
  expect((await onTheWire(tenant, [`GET /readyz ${version}`, ...host])).status).toBe(200)
  expect((await onTheWire(tenant, [`GET /nowhere ${version}`, ...host])).status).toBe(404)
})

test.each(['a/api/v1/stocktakes/table?x=', 'a b', 'a?b', 'a#b', 'a@b', 'a\\b'])(
  'a request with Host %s, which could be read as more than a host, is refused',
  async (host) => {
    const tenant = await newTenant()
    const answer = await onTheWire(tenant, [
      'GET /api/v1/variants/table HTTP/1.1',
      `Host: ${host}`,
      `Authorization: Bearer ${tenant.api_key}`,
    ])
    expect([answer.status, JSON.parse(answer.text).data.field]).toEqual([400, 'Host'])
  },
)
