/** Runs the page of the Python client from an empty folder: it generates the client, then reads, syncs and writes. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { missingProgram, testUnless } from '../support/needs.ts'
import { newTenant, type Tenant } from '../support/service/tenant.ts'

setDefaultTimeout(300_000)
const page = readFileSync(
  fileURLToPath(new URL('../../docs-site/src/content/docs/api/guides/python-client.md', import.meta.url)),
  'utf8',
)
const block = (title: string): string[] =>
  [...page.matchAll(/^```\w+ title="([^"]+)"\n([^]*?)^```$/gm)].flatMap(([, one, text]) =>
    one === title ? [text!] : [],
  )
const generator = /^pip install (openapi-python-client==[\d.]+)$/m.exec(page)![1]!

const folder = mkdtempSync(join(tmpdir(), 'python-client-'))
const servers: Server[] = []
afterAll(() => {
  for (const server of servers) server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Installs the generator as the page does, in a folder that later runs use again. */
function missingGenerator(): string | null {
  const missing = missingProgram('python3')
  if (missing !== null) return missing
  const venv = join(tmpdir(), `venv-${generator}`)
  const program = join(venv, 'bin', 'openapi-python-client')
  if (existsSync(program)) return null
  const install = `python3 -m venv "${venv}" && "${venv}/bin/pip" install -q --retries 0 --timeout 15 ${generator}`
  const { status, stderr } = spawnSync('bash', ['-c', install], { timeout: 240_000, encoding: 'utf8' })
  if (status === 0 && existsSync(program)) return null
  rmSync(venv, { recursive: true, force: true })
  return `${generator} cannot be installed: ${stderr.trim().split('\n').at(-1) ?? ''}`
}

const missing = missingGenerator()
const bin = join(tmpdir(), `venv-${generator}`, 'bin')
let tenant: Tenant

async function run(command: string, env: Record<string, string> = {}): Promise<string> {
  const child = Bun.spawn(['bash', '-ec', command], {
    cwd: folder,
    env: { PATH: `${bin}:${process.env.PATH!}`, BASE_URL: tenant.service.base_url, API_KEY: tenant.api_key, ...env },
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) throw new Error(`${command}\n${out}\n${err}`)
  return out
}

beforeAll(async () => {
  if (missing !== null) return
  tenant = await newTenant()
  await tenant.post('/api/v1/sandbox/seed')
  for (const name of ['service.py', 'sync.py', 'write.py']) writeFileSync(join(folder, name), block(name)[0]!)
  const [generate] = block('Terminal')
  await run(generate!.split('\n').at(-2)!)
})

testUnless(missing, 'the generated client copies the catalogue, and only changes from then on', async () => {
  expect((await run(block('Terminal')[1]!)).trim().split('\n')).toEqual([
    '6 changed, 6 in the copy',
    '0 changed, 6 in the copy',
  ])
  await tenant.service.database.sql`
    update variants set title = 'Medium' where organization_id = ${tenant.organization_id} and sku = 'JUMPER-M'`
  expect(await run('python3 sync.py')).toBe('1 changed, 6 in the copy\n')
})

testUnless(missing, 'a write, every row of a table and a refusal work as the page says', async () => {
  const { rows } = (await tenant.get('/api/v1/inventory/table?limit=100')).body.data
  const units = (rows as { on_hand_qty: number }[]).reduce((sum, row) => sum + row.on_hand_qty, 0)
  expect(await run('python3 write.py')).toBe(`Quay Knitwear created\n${units} units on hand\n400 bad_request\n`)
})

const request_id = '019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a41'

/** A server that refuses and loses requests as told, and what it was sent. */
async function failing(statuses: (number | 'lost' | 'page')[]) {
  const received: { key: string | undefined; body: string }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      received.push({ key: request.headers['idempotency-key'] as string | undefined, body })
      const status = statuses[received.length - 1] ?? statuses.at(-1)!
      if (status === 'lost') return response.destroy()
      if (status === 'page') return response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Sign in</p>')
      const code = status === 409 ? 'idempotency_in_flight' : 'SERVICE_UNAVAILABLE'
      const headers = { 'Content-Type': 'application/json', 'Retry-After': '0' }
      const message = { code, desc: 'No.', request_id, service: 'UNKNOWN', severity: 'ERROR', doc_url: 'https://x' }
      response.writeHead(status, headers).end(JSON.stringify({ code, message }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  servers.push(server)
  return { received, BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

testUnless(
  missing,
  'attempts of a write share key and body; refusals that stay are raised with their code',
  async () => {
    writeFileSync(
      join(folder, 'busy.py'),
      `from merchant_api.api.suppliers import suppliers_create
from merchant_api.models import SuppliersCreateBody
from service import ServiceError, connect, data_of
body = SuppliersCreateBody.from_dict({"suppliers": [{"name": "Once"}]})
try:
    data_of(suppliers_create.sync_detailed(client=connect(), body=body))
except ServiceError as error:
    print(error.status, error.code, error.request_id)
`,
    )
    const { received, BASE_URL } = await failing([503, 429, 409, 'lost', 503])
    expect(await run('python3 busy.py', { BASE_URL })).toBe(`503 SERVICE_UNAVAILABLE ${request_id}\n`)
    expect(received).toHaveLength(5)
    expect(new Set(received.map(({ key, body }) => `${key} ${body}`)).size).toBe(1)
    expect(received[0]!.key).toMatch(/^[0-9a-f-]{36}$/)
    const proxy = await failing(['page'])
    expect(await run('python3 busy.py', { BASE_URL: proxy.BASE_URL })).toBe('200 None None\n')
    expect(proxy.received).toHaveLength(1)
  },
)
