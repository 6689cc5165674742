import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { parse } from 'csv-parse/sync'
import { stageFile } from '../../server/tables/staged_file.ts'
import { openExportLinks } from '../../server/tables/export_link.ts'
import type { ExportRequest } from '../../server/contract/call.ts'
import { newTenant, type Tenant } from '../support/service/tenant.ts'
import { filterArgs, insertProduct, insertVariants } from './support.ts'

setDefaultTimeout(60_000)

/** BASE_URL has another host than the one the tests listen on. */
const here = (tenant: Tenant, export_url: string) => tenant.service.base_url + new URL(export_url).pathname

async function askExport(tenant: Tenant, query = ''): Promise<any> {
  const answer = await tenant.get(`/api/v1/tests/export?export=true${query}`)
  expect(answer.status).toBe(200)
  return answer.body.data
}

async function download(tenant: Tenant, export_url: string) {
  const response = await fetch(here(tenant, export_url))
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const rowsOf = (text: string): Record<string, string>[] => parse(text, { columns: true })

const linksOf = (tenant: Tenant) => openExportLinks(tenant.service.settings.SECRET_KEY!, tenant.service.base_url)

const requestOf = (tenant: Tenant, more: Partial<ExportRequest> = {}): ExportRequest => ({
  table: 'variants',
  organization_id: tenant.organization_id,
  query: {},
  expires_at: new Date(Date.now() + 60_000).toISOString(),
  asked_by: { kind: 'key', id: tenant.api_key_id },
  ...more,
})

test("an export contains every matching row in its order, as a file with the service's headers", async () => {
  const tenant = await newTenant()
  const product_id = await insertProduct(tenant, { title: 'Coat', vendor: 'North' })
  const skus = Array.from({ length: 1_203 }, (_, i) => `A-${String(i).padStart(4, '0')}`)
  await insertVariants(
    tenant,
    product_id,
    skus.map((sku, i) => ({ sku, price_cents: i })),
  )
  await insertVariants(tenant, product_id, [{ sku: 'B-1' }])
  const exportLink = await askExport(
    tenant,
    `&limit=1&offset=5&sort_args=-sku&filter_args=${filterArgs({ key: 'sku', operation: 'starts_with', value: 'A-' })}`,
  )
  expect(exportLink).toMatchObject({ file_name: 'variants.csv', row_count: 1_203 })
  expect(exportLink.export_url).toStartWith('http://localhost:3000/exports/')
  const { status, headers, text } = await download(tenant, exportLink.export_url)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toBe('attachment; filename="variants.csv"')
  expect(headers.get('cache-control')).toBe('private, no-store')
  expect(headers.get('x-service-region')).toBe('us')
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  const rows = rowsOf(text)
  expect(rows.map((row) => row.sku)).toEqual(skus.toReversed())
  expect(rows[0]).toMatchObject({ product_title: 'Coat', vendor: 'North', 'price.cents': '1202', 'price.usd': '12.02' })
  expect(rows[0]).toMatchObject({ barcode: '', 'unit_cost.cents': '', 'unit_cost.reason': 'The variant has no cost.' })
})

test('a link is valid for 60 minutes from the call, by the clock of the database', async () => {
  const tenant = await newTenant()
  const [before] = await tenant.service.database.sql`select now() as now`
  const { expires_at } = await askExport(tenant)
  const minutes = (Date.parse(expires_at) - before!.now.getTime()) / 60_000
  expect(minutes).toBeGreaterThanOrEqual(60)
  expect(minutes).toBeLessThan(60.2)
})

test('malicious cells are exported as the same text, and none can be evaluated as a formula', async () => {
  const tenant = await newTenant()
  const product_id = await insertProduct(tenant)
  const titles = [
    '=1+1',
    '+cmd|calc',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    'plain, with a comma',
    'a "quoted" word',
    'two\nlines',
    'two\r\nlines',
    ' leading and trailing ',
    "'=already",
    '漢字 🧥 ü',
    '"',
    ',',
    'x=1',
  ]
  await insertVariants(
    tenant,
    product_id,
    titles.map((title, i) => ({ sku: `H-${String(i).padStart(2, '0')}`, title, price_cents: -5 })),
  )
  const { export_url } = await askExport(tenant)
  const rows = rowsOf((await download(tenant, export_url)).text)
  expect(rows.map((row) => row.title)).toEqual(
    titles.map((title) => (/^[=+\-@\t\r]/.test(title) ? `'${title}` : title)),
  )
  for (const row of rows) expect(row['price.cents']).toBe('-5')
})

test('an export without rows contains only its header line', async () => {
  const tenant = await newTenant()
  const { export_url, row_count } = await askExport(tenant)
  expect(row_count).toBe(0)
  const { text } = await download(tenant, export_url)
  expect(text).toStartWith('variant_id,product_id,')
  expect(text.trimEnd().split('\r\n')).toHaveLength(1)
})

test('100,001 rows are refused by the call and by the download, and 100,000 are sent completely', async () => {
  const tenant = await newTenant()
  const { sql } = tenant.service.database
  const { organization_id } = tenant
  const product_id = await insertProduct(tenant)
  await sql`
    insert into variants (organization_id, variant_id, product_id, sku, title)
    select ${organization_id}, gen_random_uuid(), ${product_id}, 'S-' || i, 't' from generate_series(1, 100000) i`
  await sql`analyze variants`
  const { export_url, row_count } = await askExport(tenant)
  expect(row_count).toBe(100_000)
  const whole = await download(tenant, export_url)
  expect(whole.status).toBe(200)
  expect(whole.text.split('\r\n')).toHaveLength(100_002)

  await insertVariants(tenant, product_id, [{ sku: 'one more' }])
  const exportResponse = await tenant.get('/api/v1/tests/export?export=true')
  expect(exportResponse.status).toBe(400)
  expect(exportResponse.body.code).toBe('bad_request')
  expect(exportResponse.body.data.field).toBe('export')
  expect(exportResponse.body.message.desc).toContain('100,000 rows')
  const fetched = await download(tenant, export_url)
  expect(fetched.status).toBe(400)
  expect(JSON.parse(fetched.text).data.field).toBe('export')

  const narrowed = await askExport(tenant, `&filter_args=${filterArgs({ key: 'sku', operation: 'eq', value: 'S-7' })}`)
  expect(narrowed.row_count).toBe(1)
})

test("a modified, foreign, expired or misnamed link is refused with the same error in the API's envelope", async () => {
  const tenant = await newTenant()
  const links = linksOf(tenant)
  const good = links.url(requestOf(tenant))
  expect((await download(tenant, good)).status).toBe(200)
  const [, payload, signature] = /exports\/([^.]+)\.([^/]+)\//.exec(good)!
  const flipped = `${signature!.startsWith('A') ? 'B' : 'A'}${signature!.slice(1)}`
  const otherSecret = openExportLinks('another secret, of thirty-two characters', tenant.service.base_url)
  const forged = links.url(requestOf(tenant, { organization_id: (await newTenant()).organization_id }))
  const [, foreignPayload] = /exports\/([^.]+)\./.exec(forged)!
  const bad = [
    good.replace(signature!, flipped),
    good.replace(signature!, signature!.slice(0, -2)),
    good.replace(`.${signature}`, ''),
    good.replace(payload!, foreignPayload!),
    good.replace(payload!, `${payload}AA`),
    good.replace('variants.csv', 'inventory.csv'),
    good.replace('variants.csv', 'variants.xlsx'),
    `${tenant.service.base_url}/exports/%00/variants.csv`,
    `${tenant.service.base_url}/exports/a.b.c/variants.csv`,
    otherSecret.url(requestOf(tenant)),
    links.url(requestOf(tenant, { table: 'organizations' })),
    links.url(requestOf(tenant, { expires_at: new Date(Date.now() - 1_000).toISOString() })),
  ]
  const bodies = new Set<string>()
  for (const url of bad) {
    const { status, headers, text } = await download(tenant, url)
    expect([url, status]).toEqual([url, 403])
    const body = JSON.parse(text)
    expect(body.code).toBe('export_link_invalid')
    expect(body.message.request_id).toBe(headers.get('x-request-id'))
    bodies.add(JSON.stringify({ ...body, message: { ...body.message, request_id: '' } }))
  }
  expect(bodies.size).toBe(1)
})

test('a link stops working with the key that requested it, or with the membership', async () => {
  const tenant = await newTenant()
  const { sql } = tenant.service.database
  const { api_key_id } = await tenant.mint()
  const links = linksOf(tenant)
  const url = links.url(requestOf(tenant, { asked_by: { kind: 'key', id: api_key_id } }))
  expect((await download(tenant, url)).status).toBe(200)
  await sql`update api_keys set revoked_at = now() where api_key_id = ${api_key_id}`
  expect((await download(tenant, url)).status).toBe(403)
  const stranger = links.url(requestOf(tenant, { asked_by: { kind: 'session', id: 'nobody' } }))
  expect((await download(tenant, stranger)).status).toBe(403)
})

test('an export never contains a row of another organisation', async () => {
  const [mine, theirs] = [await newTenant(), await newTenant()]
  await insertVariants(mine, await insertProduct(mine), [{ sku: 'MINE' }])
  await insertVariants(theirs, await insertProduct(theirs), [{ sku: 'THEIRS' }])
  const { export_url } = await askExport(mine, '&search=S')
  expect((await download(mine, export_url)).text).not.toContain('THEIRS')
  const all = await askExport(mine)
  expect(rowsOf((await download(mine, all.export_url)).text).map((row) => row.sku)).toEqual(['MINE'])
})

/** Twenty megabytes in long rows: far more than the buffers between service and client can hold. */
const longRows = 8_000

async function exportOfMany(tenant: Tenant): Promise<string> {
  const { sql } = tenant.service.database
  const product_id = await insertProduct(tenant)
  await sql`
    insert into variants (organization_id, variant_id, product_id, sku, title)
    select ${tenant.organization_id}, gen_random_uuid(), ${product_id}, 'S-' || i, repeat('t', 2500)
    from generate_series(1, ${longRows}) i`
  // Statistics without these rows would lead to a plan for a few.
  await sql`analyze variants`
  return (await askExport(tenant)).export_url
}

/** A plain socket that reads the beginning and stops, since fetch would keep buffering. */
async function stalledClient(tenant: Tenant, export_url: string) {
  const { hostname, port, pathname } = new URL(here(tenant, export_url))
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`)
  const [first] = await new Promise<Buffer[]>((resolve) => socket.once('data', (chunk: Buffer) => resolve([chunk])))
  socket.pause()
  return { status: Number(first!.toString('latin1').slice(9, 12)), leave: () => socket.destroy() }
}

test('clients that stop reading hold no transaction and no slot: other exports are answered meanwhile', async () => {
  const [slow, other] = [await newTenant(), await newTenant()]
  await insertVariants(other, await insertProduct(other), [{ sku: 'OTHER' }])
  const export_url = await exportOfMany(slow)
  const stalled = [await stalledClient(slow, export_url), await stalledClient(slow, export_url)]
  expect(stalled.map(({ status }) => status)).toEqual([200, 200])
  const [row] = await slow.service.database.sql`
    select count(*)::int as held from pg_stat_activity where state = 'idle in transaction' and query like 'fetch forward%'`
  expect(row!.held).toBe(0)
  const began = performance.now()
  const answers = await Promise.all([
    askExport(other).then((exportLink) => download(other, exportLink.export_url)),
    download(slow, export_url),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(rowsOf(answers[0].text).map(({ sku }) => sku)).toEqual(['OTHER'])
  expect(answers[1].text.split('\r\n')).toHaveLength(longRows + 2)
  expect(performance.now() - began).toBeLessThan(10_000)
  for (const client of stalled) client.leave()
})

test('an organisation can download four exports at once; a fifth is asked to wait, and other organisations are unaffected', async () => {
  const [slow, other] = [await newTenant(), await newTenant()]
  const export_url = await exportOfMany(slow)
  const stalled = []
  for (let i = 0; i < 4; i++) stalled.push(await stalledClient(slow, export_url))
  const refused = await download(slow, export_url)
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('2')
  expect(JSON.parse(refused.text)).toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: { desc: '4 exports of this organisation are being fetched. Finish one, then ask again.' },
  })
  expect((await download(other, (await askExport(other)).export_url)).status).toBe(200)
  for (const client of stalled) client.leave()
  let status = 503
  for (let i = 0; i < 500 && status === 503; i++) ({ status } = await download(slow, export_url))
  expect(status).toBe(200)
})

test('a client that reads nothing, or too slowly, is disconnected; no file remains in the folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'merchant-api-exports-'))
  const file = () => stageFile(folder, (append) => append('x'.repeat(300_000)))
  const ended: string[] = []
  const limits = { stall_seconds_max: 0.2, bytes_per_second_min: 32_768 }
  const idle = (await file()).read(limits, () => ended.push('idle')).getReader()
  expect((await idle.read()).value).toHaveLength(65_536)
  await until(() => ended.length === 1)
  await expect(idle.read()).rejects.toThrow('the client reads nothing')
  const slow = (await file()).read({ ...limits, bytes_per_second_min: 3_000_000 }, () => ended.push('slow')).getReader()
  const reading = (async () => {
    for (;;) {
      if ((await slow.read()).done) return 'whole'
      await new Promise((settle) => setTimeout(settle, 120))
    }
  })()
  await expect(reading).rejects.toThrow('too slowly')
  const whole = await new Response((await file()).read(limits, () => ended.push('whole'))).text()
  expect(whole).toHaveLength(300_000)
  expect(ended).toEqual(['idle', 'slow', 'whole'])
  expect(readdirSync(folder)).toEqual([])
  rmSync(folder, { recursive: true })
})

async function until(holds: () => boolean): Promise<void> {
  for (let i = 0; i < 2_000 && !holds(); i++) await new Promise((settle) => setTimeout(settle, 5))
  expect(holds()).toBe(true)
}
