import { expect, test } from 'bun:test'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { chooseTarget, type Resolve } from '../../server/http_client/address.ts'
import { postParcel } from '../../server/http_client/post.ts'

const parcel = (hook_url: string) => ({ hook_url, body: new Uint8Array([123, 125]), headers: {} })
const answers = (...lists: string[][]): Resolve => {
  let at = 0
  return async () =>
    (lists[Math.min(at++, lists.length - 1)] ?? []).map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }))
}

test('a name with one private address among public ones is refused, and no connection is made', async () => {
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  for (const list of [
    ['127.0.0.1'],
    ['93.184.216.34', '127.0.0.1'],
    ['::ffff:127.0.0.1'],
    ['64:ff9b::7f00:1'],
    ['10.1.2.3'],
    [],
  ]) {
    const outcome = await postParcel(parcel(`https://rebound.example.com:${port}/hook`), {
      allow_loopback: false,
      resolve: answers(list),
    })
    expect(outcome.status).toBeNull()
    expect(outcome.failure).toBe(list.length === 0 ? 'dns_lookup_failed' : 'address_not_public')
    expect(outcome.address).toBeNull()
  }
  expect(connections).toBe(0)
  server.close()
})

test('port 0, to which nothing can be sent, is refused', async () => {
  const rules = { allow_loopback: false, resolve: answers(['93.184.216.34']) }
  for (const host of ['https://hooks.example.com:0/', 'https://93.184.216.34:0/'])
    await expect(chooseTarget(host, rules)).rejects.toMatchObject({ failure: 'url_unreadable' })
  expect((await chooseTarget('https://hooks.example.com:1/', rules)).address).toBe('93.184.216.34')
})

test('the name is resolved once per attempt, and the connection uses the address that was checked', async () => {
  const resolve = answers(['93.184.216.34'], ['127.0.0.1'])
  const first = await chooseTarget('https://rebound.example.com/hook', { allow_loopback: false, resolve })
  expect(first.address).toBe('93.184.216.34')
  await expect(
    chooseTarget('https://rebound.example.com/hook', { allow_loopback: false, resolve }),
  ).rejects.toMatchObject({
    failure: 'address_not_public',
  })
})

test('an attempt to a receiver that sends bytes but no response is aborted at its time limit', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('HTTP/1.1 200 OK\r\nX-Drip: ')
    const drip = setInterval(() => socket.write('.'), 20)
    socket.on('close', () => clearInterval(drip))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const outcome = await postParcel(parcel(`http://127.0.0.1:${port}/hook`), { allow_loopback: true }, 300)
  expect(outcome).toMatchObject({ status: null, failure: 'timed_out' })
  expect(outcome.duration_ms).toBeGreaterThanOrEqual(290)
  server.close()
})
