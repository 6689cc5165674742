/** The built client in a page of another origin, against the running service and its CORS headers. */
import { expect } from 'bun:test'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { launchBrowser, missingBrowser } from '../support/chromium.ts'
import { testUnless } from '../support/needs.ts'
import { newSession } from '../support/service/session.ts'
import { newTenant, type Tenant } from '../support/service/tenant.ts'

const built = fileURLToPath(new URL('../../receiver-kit/client/dist/index.js', import.meta.url))
const missing = existsSync(built) ? missingBrowser : 'the receiver kit is not built'

/** Runs the body of a function in a page that is served on another port; it has the client and the credentials. */
async function inPage(credentials: object, body: string): Promise<any> {
  const bundle = await Bun.build({ entrypoints: [built], target: 'browser', format: 'esm' })
  const client = await (bundle.outputs[0] as Blob).text()
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) =>
      new URL(url).pathname === '/client.js'
        ? new Response(client, { headers: { 'Content-Type': 'text/javascript' } })
        : new Response('<!doctype html><title>A tool</title>', { headers: { 'Content-Type': 'text/html' } }),
  })
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${server.port}/`)
    return await page.evaluate(`(async () => {
      const { createServiceClient, ServiceError } = await import('/client.js')
      const credentials = ${JSON.stringify(credentials)}
      const service = createServiceClient(credentials)
      ${body}
    })()`)
  } finally {
    await browser.close()
    await server.stop(true)
  }
}

testUnless(
  missing,
  'a page of another origin reads, writes and pages with the session of a user, and has the code and request of a refusal',
  async () => {
    const tenant = await newTenant()
    await tenant.post('/api/v1/sandbox/seed')
    const { user_token } = await newSession(tenant)
    const { base_url } = tenant.service
    const seen = await inPage(
      { base_url, user_token, organization_id: tenant.organization_id },
      `const body = { name: 'Pop-up store', channel_type: 'store' }
      const { data } = await service.POST('/api/v1/sales-channels', { body })
      const names = []
      for await (const { name } of service.rows('/api/v1/sales-channels', { params: { query: { limit: 2 } } })) names.push(name)
      const again = await service.POST('/api/v1/sales-channels', { body }).catch((error) => error)
      return { made: data.name, names: names.sort(), refused: [again instanceof ServiceError, again.status, again.code, again.request_id] }`,
    )
    expect(seen).toEqual({
      made: 'Pop-up store',
      names: ['City store', 'Online store', 'Pop-up store'],
      refused: [true, 400, 'bad_request', expect.stringMatching(/^[0-9a-f-]{36}$/)],
    })
  },
  60_000,
)

/** Every read of the key is refused until the minute ends. */
const spend = ({ service, api_key_id }: Tenant) => service.database.sql`
  insert into allowances (api_key_id, minute, verb, spent)
  select ${api_key_id}, date_trunc('minute', now()) + n * interval '1 minute', 'read', 100000 from generate_series(0, 2) n
  on conflict (api_key_id, minute, verb) do update set spent = excluded.spent`

testUnless(
  missing,
  'a page reads the wait that the service asks for after a 429, and a call that it gives up sends nothing more',
  async () => {
    const tenant = await newTenant()
    await spend(tenant)
    const { service, api_key } = tenant
    const seen = await inPage(
      { base_url: service.base_url, api_key, wait_ms_max: 0 },
      `const limited = await service.GET('/api/v1/inventory/table').catch((error) => error)
      let attempts = 0
      const patient = createServiceClient({ ...credentials, wait_ms_max: 120_000, onRequest: () => void attempts++, onRetry: () => abort.abort(new Error('enough')) })
      const abort = new AbortController()
      const given = await patient.GET('/api/v1/inventory/table', { signal: abort.signal }).catch((error) => error)
      return { limited: [limited.status, limited.code, limited.attempts, limited.retry_after_seconds], given: given.message, attempts }`,
    )
    expect(seen).toEqual({
      limited: [429, 'rate_limited', 1, expect.any(Number)],
      given: 'enough',
      attempts: 1,
    })
    expect(seen.limited[3]).toBeGreaterThanOrEqual(1)
  },
  60_000,
)

testUnless(
  missing,
  'a page of another origin reads the six headers that the contract exposes, and no other',
  async () => {
    const { service, api_key } = await newTenant()
    const seen = await inPage(
      { base_url: service.base_url, api_key },
      `const send = () => fetch(credentials.base_url + '/api/v1/inventory/suppliers', {
        method: 'POST',
        headers: { Authorization: 'Bearer ' + credentials.api_key, 'Content-Type': 'application/json', 'Idempotency-Key': 'supplier-7' },
        body: JSON.stringify({ suppliers: [{ name: 'Quay Knitwear' }] }),
      })
      await send()
      const { headers } = await send()
      const names = ['X-Request-Id', 'X-Service-Region', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
      const others = ['Service-Version', 'Idempotency-Replayed']
      return {
        hidden: names.filter((name) => !headers.has(name)),
        shown: others.filter((name) => headers.has(name)),
      }`,
    )
    expect(seen).toEqual({ hidden: [], shown: [] })
  },
  60_000,
)
