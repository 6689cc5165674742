/**
 * Runs the guides' commands as a reader pastes them: each guide from top to bottom, in one terminal and in its own
 * organisation. The JSON below a command must be part of the command's response.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'bun:test'
import { ediHandlers } from '../../server/boot/edi_handlers.ts'
import { openWorker } from '../imports/rig.ts'
import { startWorkers } from '../interchanges/rig.ts'
import { openReader } from '../selling/order_documents/paper_shop.ts'
import { newSession } from '../support/service/session.ts'
import { unheardAddress } from '../support/fixtures/session_fixture.ts'
import { newTenant, type Tenant } from '../support/service/tenant.ts'
import { missingProgram, testUnless } from '../support/needs.ts'

const content = fileURLToPath(new URL('../../docs-site/src/content/docs', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'guides-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Block {
  language: string
  is_refused: boolean
  text: string
}

/** The fenced blocks of a page, including those in lists. */
const blocksOf = (page: string): Block[] =>
  [...page.matchAll(/^( *)```(\w+)([^\n]*)\n([^]*?)^\1```$/gm)].map(([, indent, language, words, text]) => ({
    language: language!,
    is_refused: words!.includes('refused'),
    text: text!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }))

/** The quick start has its own test, with its own service. */
const guides = readdirSync(content, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.mdx?$/.test(name) && name !== 'quick-start.md')
  .map((name) => ({ name, blocks: blocksOf(readFileSync(join(content, name), 'utf8')) }))
  .filter(({ blocks }) => blocks.some(({ text }) => text.startsWith('curl ')))

const repository = fileURLToPath(new URL('../..', import.meta.url))

const runnable = (text: string) =>
  text
    // The service serves the samples with the site, which need not be built for a test.
    .replaceAll('$BASE_URL/samples/', `file://${repository}docs-site/public/samples/`)

/** The guides that say that their organisation is a freshly filled sandbox; so do all recipes. */
const startsSeeded = new RegExp(
  `/(${[
    'purchasing|stock|selling|returns|season|wholesale-season|season-bookings|weekly-sell-out|edi-with-a-retailer|order-papers|open-to-buy|cash-gate',
    'warehouses|exceptions|price-lists|accounting|customers-and-privacy|velocity-and-forecasts',
    'currencies|taxes|custom-fields|backorders',
  ].join('|')})\\.mdx?$`,
)

/** The guides that import files, as those that move a shop do. */
const importsFiles = /\/(import-data|open-to-buy|cash-gate|season)\.mdx?$/

async function organisationFor(name: string): Promise<Record<string, string>> {
  const tenant = await newTenant()
  const { user_token } = await newSession(tenant)
  const env: Record<string, string> = {
    BASE_URL: tenant.service.base_url,
    API_KEY: tenant.api_key,
    USER_TOKEN: user_token,
    ORGANIZATION_ID: tenant.organization_id,
  }
  if (name.includes('/recipes/') || startsSeeded.test(name)) await tenant.post('/api/v1/sandbox/seed')
  if (name.endsWith('orders-to-suppliers.md')) env.PURCHASE_ORDER_ID = await approvedOrder(tenant)
  return env
}

/** Workers of the documents that a guide sends; a reader waits a moment for them. */
async function workersFor(name: string): Promise<{ settle: () => Promise<void>; stop: () => Promise<void> } | null> {
  if (name.endsWith('order-papers.mdx')) return openReader()
  if (name.includes('/move/') || importsFiles.test(name)) {
    const { stop } = await openWorker()
    return { settle: () => Promise.resolve(), stop }
  }
  if (!name.endsWith('edi-with-a-retailer.mdx')) return null
  const { worker, stop } = await startWorkers(ediHandlers)
  return { settle: () => worker.settle(), stop }
}

/** An approved order to a supplier with an email address. */
async function approvedOrder(tenant: Tenant): Promise<string> {
  await tenant.post('/api/v1/sandbox/seed')
  const [row] = (await tenant.get('/api/v1/inventory/table?limit=1')).body.data.rows
  const { body } = await tenant.post('/api/v1/inventory/suppliers', {
    suppliers: [{ name: 'Quay Knitwear', order_email: 'orders@quay.example' }],
  })
  const orders = `/api/v1/organizations/${tenant.organization_id}/purchase-orders`
  const order = await tenant.post(orders, {
    supplier_id: body.data.suppliers[0].id,
    location_id: row.location_id,
    line_items: [{ variant_id: row.variant_id, quantity: 24 }],
  })
  await tenant.post(`${orders}/${order.body.data.id}/approve`)
  return order.body.data.id
}

/** A terminal that keeps its exports, its functions and its folder between blocks. */
function terminal(env: Record<string, string>) {
  const own = mkdtempSync(join(folder, 'terminal-'))
  let before = ''
  return async ({ text, is_refused }: Block): Promise<string> => {
    const real = text.replaceAll(/https:\/\/(hooks\.example\.com\/service|wms\.example\.com\/\w+)/g, unheardAddress)
    // Links that the service writes name the address of its settings.
    const service = `--connect-to localhost:3000:${new URL(env.BASE_URL!).host}`
    // curl takes one of the two ways to fail.
    const plain = real.replaceAll('curl -fsS ', 'curl ')
    const commands = is_refused ? real : plain.replaceAll('curl ', `curl -sS --fail-with-body ${service} `)
    const script = `set -eo pipefail\n${before}\n${commands}\n{ export -p; declare -f; } > state`
    // A reader has an address, a key and a token, and neither the repository nor its database.
    const child = Bun.spawn(['bash', '-c', script], {
      cwd: own,
      env: { PATH: process.env.PATH!, ...env },
      stderr: 'pipe',
    })
    const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
    if ((await child.exited) !== 0) throw new Error(`${text}\n${out}\n${err}`)
    before = 'source ./state'
    return out
  }
}

/** Whether `actual` contains everything in `shown`; `…` stands for values that differ between readers. */
function holds(shown: unknown, actual: unknown): boolean {
  if (typeof shown === 'string' && shown.includes('…')) return typeof actual === 'string'
  if (shown === null || typeof shown !== 'object') return shown === actual
  if (actual === null || typeof actual !== 'object') return false
  if (Array.isArray(shown) && shown.length !== (actual as unknown[]).length) return false
  return Object.entries(shown).every(([key, value]) => holds(value, (actual as Record<string, unknown>)[key]))
}

test('the guides with commands are found, including the purchase order guide', () => {
  const names = guides.map(({ name }) => name)
  expect(names.length).toBeGreaterThanOrEqual(8)
  expect(names).toContain(join('api', 'guides', 'purchasing.md'))
  const recipes = join('api', 'guides', 'recipes')
  expect(names.filter((name) => name.startsWith(recipes))).toHaveLength(readdirSync(join(content, recipes)).length)
  expect(holds({ rows: [{ a: 1 }] }, { rows: [{ a: 1, b: 2 }] })).toBe(true)
  for (const other of [{ rows: [] }, { rows: [{ a: 2 }] }, { rows: [{ a: 1 }, { a: 1 }] }])
    expect(holds({ rows: [{ a: 1 }] }, other)).toBe(false)
})

for (const { name, blocks } of guides)
  testUnless(
    missingProgram(
      'bash',
      'curl',
      ...['python3', 'openssl'].filter((program) => blocks.some(({ text }) => text.includes(`${program} `))),
    ),
    `every request of ${name} returns the response that the page shows`,
    async () => {
      const run = terminal(await organisationFor(name))
      const workers = await workersFor(name)
      let out: string | null = null
      let requests = 0
      for (const block of blocks) {
        if (block.language === 'json' && out !== null) {
          const shown = JSON.parse(block.text)
          const answer = JSON.parse(out)
          const isWhole = 'data' in shown || 'code' in shown
          if (!holds(shown, isWhole ? answer : answer.data)) expect(isWhole ? answer : answer.data).toEqual(shown)
        }
        out = null
        // Commands that need a registry, or that run until stopped, are covered by the tests of the kit and the start.
        const text = runnable(block.text)
        if (block.language !== 'sh' || /\b(npm|npx) /.test(text)) continue
        out = await run({ ...block, text })
        await workers?.settle()
        requests += (block.text.match(/^curl /gm) ?? []).length
      }
      await workers?.stop()
      expect(requests).toBeGreaterThan(0)
    },
    120_000,
  )
