/**
 * Markup stays text. It is stored in every text that a request of the document can state, and every list, record and screen is
 * opened: none of it becomes an element, nothing runs, and it is shown as it was entered.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { everyOperation } from '../../../server/boot/operations.ts'
import { idFor, idsOf } from '../../support/document/foreign.ts'
import { type Leaf, leavesOf } from '../../support/document/leaves.ts'
import { planRequest, sent, targetOf } from '../../support/document/requests.ts'
import { setSeededFixture } from '../../support/fixtures/seeded_fixture.ts'
import { openSessionFixture, sessionRecords } from '../../support/fixtures/session_fixture.ts'
import { call } from '../../support/service/tenant.ts'
import { dist } from '../built_site.ts'
import { type App, openApp, propsOf } from './rig.ts'

let app: App
let ids: Map<string, string>
let user_token: string

beforeAll(async () => {
  app = await openApp('markup_in_a_browser')
  ;({ ids, user_token } = await openSessionFixture(app.tenant, '', sessionRecords(setSeededFixture)))
}, 120_000)
afterAll(() => app.close())

/** Becomes an element with an attribute that runs, wherever it is read as markup. */
const markup = '<img src=x onerror=alert(1)>'

/** Fields of free text: those with a format, a pattern or known values refuse markup. */
const isFreeText = ({ where, field, schema }: Leaf): boolean =>
  where === 'body' &&
  !/(^|_)(ids?|key)(\[\d+\])?$/.test(field) &&
  [schema.type].flat().includes('string') &&
  !(
    'enum' in schema ||
    'format' in schema ||
    'pattern' in schema ||
    'const' in schema ||
    'x-extensible-enum' in schema
  ) &&
  (schema.maxLength ?? 1_000) >= markup.length + 4

function put(body: any, [step, ...rest]: Leaf['steps'], value: string): void {
  if (rest.length === 0) body[step!] = value
  else {
    body[step!] ??= typeof rest[0] === 'number' ? [] : {}
    put(body[step!], rest, value)
  }
}

interface Stored {
  asked: string[]
  stored: string[]
}

/** Sends the plain request of each write with markup in all its texts; a text that is refused by name is left as it was. */
async function storeEverywhere(): Promise<Stored> {
  const found: Stored = { asked: [], stored: [] }
  const { service, tenant } = app
  const writes = everyOperation.filter(
    ({ id, method, verb, body, surface }) =>
      method !== 'GET' &&
      method !== 'DELETE' &&
      surface !== 'sign_in' &&
      verb !== 'read' &&
      body !== 'bytes' &&
      !/redact|revoke|archive|deactivate/.test(id),
  )
  let count = 0
  for (const operation of writes) {
    let leaves = leavesOf(operation).filter(isFreeText)
    found.asked.push(...leaves.map(({ field }) => `${operation.id} ${field}`))
    while (leaves.length > 0) {
      const plan = planRequest(operation, tenant.organization_id, (name) => idFor(ids, name))
      // Names are unique.
      for (const leaf of leaves) put((plan.body ??= {}), leaf.steps, `${markup}${count++}`)
      const given = sent(plan, operation)
      const headers = {
        ...given.headers,
        Authorization: `Bearer ${user_token}`,
        'X-Organization-ID': tenant.organization_id,
      }
      const { status, body } = await call(service, operation.method, targetOf(plan), { ...given, headers })
      if (status < 300) found.stored.push(...leaves.map(({ field }) => `${operation.id} ${field}`))
      const named: string = body?.data?.field ?? ''
      const ofIt = (part: string) => leaves.find(({ field }) => part !== '' && field.startsWith(part))
      // Texts that exclude each other are named by the record that they are in.
      const refused = ofIt(named) ?? ofIt(named.replace(/\.?[^.[]*$/, '')) ?? ofIt(/^\w*/.exec(named)![0])
      // The plain request is refused for another reason, such as the state of its record.
      if (status < 300 || refused === undefined) break
      leaves = leaves.filter((leaf) => leaf !== refused)
    }
  }
  return found
}

/** Names of files, and the text of an interchange, which no JSON states. */
async function storeFiles(): Promise<void> {
  const { service, tenant } = app
  const headers = {
    Authorization: `Bearer ${user_token}`,
    'X-Organization-ID': tenant.organization_id,
    'Content-Type': 'text/csv',
  }
  const named = encodeURIComponent(`${markup}.csv`)
  const raw = `sku,title,handle,price,${markup}\n${markup},${markup},CAP,1\n`
  const uploaded = await call(service, 'POST', `/api/v1/files?file_name=${named}`, { headers, raw })
  expect(uploaded.status).toBe(201)
  const imported = await call(service, 'POST', '/api/v1/imports', {
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: { file_key: uploaded.body.data.file_key, kind: 'products' },
  })
  expect(imported.status).toBe(201)
  const edi = `ISA*00*          *00*          *ZZ*<IMG SRC=X>    *ZZ*OURS           *261129*1200*U*00401*000000001*0*P*>~IEA*0*000000001~`
  await call(service, 'POST', `/api/v1/wholesale/edi/interchanges?file_name=${named}`, {
    headers: { ...headers, 'Content-Type': 'application/octet-stream' },
    raw: edi,
  })
}

const pagesIn = (folder: string): string[] =>
  readdirSync(join(dist, 'app', folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /^.+[\\/].+[\\/]index\.html$/.test(file))
    .map((file) => `${folder}/${file.replace(/[\\/]index\.html$/, '').replaceAll('\\', '/')}`)

const screens = [
  '',
  'exceptions',
  'orders/sales',
  'orders/purchases',
  'orders/returns',
  'stock/counts',
  'stock/adjustments',
  'data/imports',
  'data/exports',
  'data/uploads',
  'settings/organization',
  'settings/members',
  'settings/connections',
  'settings/schedules',
  'settings/developer/keys',
  'settings/developer/webhooks',
  'settings/developer/sandbox',
  'account',
]

test('markup in every text of the document is shown as text on every list, record and screen', async () => {
  const { asked, stored } = await storeEverywhere()
  await storeFiles()
  expect(asked.length).toBeGreaterThan(100)
  // Others are refused with the plain request, for what is no matter of the text.
  expect(stored.length).toBeGreaterThan(asked.length / 3)

  const { page, context, wrong } = await app.openPage()
  const ran: string[] = []
  page.on('dialog', (dialog: any) => {
    ran.push(page.url())
    return dialog.dismiss()
  })
  await app.signIn(page, await app.newPerson('admin'))
  await page.getByRole('heading', { name: /^Open exceptions/ }).waitFor()
  const shown = new Set<string>()
  const records = new Set<string>()
  const look = async (path: string, query: Record<string, string> = {}) => {
    const search = new URLSearchParams({ organization: app.tenant.organization_id, ...query })
    await page.goto(`${app.service.base_url}/app/${path}?${search.toString()}`)
    await page.waitForLoadState('networkidle')
    const found = await page.evaluate(`({
      elements: document.querySelectorAll('img, [onerror], main script').length,
      text: document.querySelector('main').innerText,
      links: [...document.querySelectorAll('a[href*="/records/"]')].map(({ href }) => href),
    })`)
    if (found.elements > 0) ran.push(path)
    if (found.text.includes(markup)) shown.add(path)
    for (const href of found.links) records.add(href)
  }
  for (const screen of screens) await look(screen)
  for (const list of pagesIn('lists')) {
    const columns: string[] = propsOf(list).list.columns.map(({ name }: { name: string }) => name)
    await look(list, { columns: columns.join(',') })
  }
  const now = await idsOf(app.tenant)
  for (const record of pagesIn('records')) {
    const { parameter } = propsOf(record).record
    const id = idFor(now, parameter) ?? idFor(ids, parameter)
    if (id !== undefined) await look(record, { id })
  }
  const ofKinds = new Map([...records].map((href) => [new URL(href).pathname, new URL(href)]))
  for (const { pathname, searchParams } of ofKinds.values())
    await look(pathname.replace(/^\/app\//, ''), { id: searchParams.get('id')! })

  expect(ran).toEqual([])
  expect(wrong).toEqual([])
  expect(shown.size).toBeGreaterThan(60)
  await context.close()
}, 600_000)
