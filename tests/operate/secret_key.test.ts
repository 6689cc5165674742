/** Rotates SECRET_KEY as described in the production guide, on a server with its own data. */
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { newMigratedDataDir, run, type Server, startServer, printedValue } from '../start/support/commands.ts'
import { type Received, startReceiver } from '../outbox/receiver.ts'
import { verifyServiceSignature } from '../../receiver-kit/src/index.ts'

// Starting a server takes a while.
setDefaultTimeout(120_000)

const first = { SECRET_KEY: 'the first key of this test, long enough' }
const both = { SECRET_KEY: 'the second key of this test, long enough', SECRET_KEY_PREVIOUS: first.SECRET_KEY }
const second = { SECRET_KEY: both.SECRET_KEY }

const { DATA_DIR, remove } = await newMigratedDataDir()
let server: Server | undefined
let arrive: (received: Received) => void = () => {}
const receiver = await startReceiver((response, received) => {
  response.writeHead(204).end()
  arrive(received)
})
afterAll(async () => {
  await stopServer()
  await receiver.stop()
  remove()
})

async function stopServer(): Promise<void> {
  await server?.stop()
  server = undefined
}

async function restart(environment: Record<string, string>): Promise<string> {
  await stopServer()
  server = startServer({ DATA_DIR, WEBHOOK_ALLOW_LOOPBACK: 'true', ...environment })
  return (await server.ready()).out
}

test('after SECRET_KEY is rotated, webhooks are still signed with the same secrets, and sessions stay valid', async () => {
  const out = await restart(first)
  const organization_id = printedValue(out, 'Organisation')
  const headers = {
    Authorization: `Bearer ${printedValue(out, 'User token')}`,
    'X-Organization-ID': organization_id,
    'Content-Type': 'application/json',
  }
  const ask = async (base: string, method: string, path: string, body?: unknown): Promise<any> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(`${base}${path}`, { method, headers, ...sent })
    const answer: any = await response.json()
    if (!response.ok) throw new Error(JSON.stringify(answer))
    return answer.data
  }
  const subscription = { hook_url: receiver.url, type: 'movement.recorded' }
  const { webhook_id, secret } = await ask(printedValue(out, 'Base address'), 'POST', '/api/v1/webhooks', subscription)
  const isVerified = async (base: string): Promise<boolean> => {
    const arrived = new Promise<Received>((resolve) => (arrive = resolve))
    await ask(base, 'POST', `/api/v1/webhooks/${webhook_id}/test`)
    const { body, headers: sent } = await arrived
    return (await verifyServiceSignature({ body, header: sent['x-service-signature'], secret })).ok
  }
  expect(await isVerified(printedValue(out, 'Base address'))).toBe(true)

  // Both keys: secrets encrypted with the first are decrypted, and re-encrypted with the second while the server runs.
  expect(await isVerified(printedValue(await restart(both), 'Base address'))).toBe(true)
  const moved = await run('admin', { DATA_DIR, ...both }, 'bun', ['reencrypt-secrets'])
  expect([moved.code, moved.out]).toEqual([
    0,
    expect.stringContaining('Encrypted 1 secret with the current SECRET_KEY; 0'),
  ])
  const again = await run('admin', { DATA_DIR, ...both }, 'bun', ['reencrypt-secrets'])
  expect(again.out).toContain('Encrypted 0 secrets with the current SECRET_KEY; 1 already used it')

  expect(await isVerified(printedValue(await restart(second), 'Base address'))).toBe(true)
})

test('a secret encrypted with neither key is reported, and nothing is changed', async () => {
  const lost = { SECRET_KEY: 'a third key, without the one before it' }
  const refused = await run('admin', { DATA_DIR, ...lost }, 'bun', ['reencrypt-secrets'])
  expect([refused.code, refused.out]).toEqual([1, ''])
  expect(refused.err).toMatch(/^The secret of [0-9a-f-]{36} was encrypted with neither .* Nothing was changed\.\n$/)
  const secondRun = await run('admin', { DATA_DIR, ...second }, 'bun', ['reencrypt-secrets'])
  expect(secondRun.out).toContain('1 already used it')
})
