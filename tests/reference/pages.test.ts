import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { changelog } from '../../server/contract/changelog.ts'
import { type RefusalCode, refusals } from '../../server/contract/refusals.ts'
import { documents } from '../../server/boot/published/document.ts'
import { mountReference } from '../../server/reference/reference.ts'
import { testService } from '../support/service/service.ts'

const published = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../docs-site/public/openapi/${name}`, import.meta.url)), 'utf8')

const folder = mkdtempSync(join(tmpdir(), 'site-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The reference alone, beside a docs site or none. */
async function withSite(siteFolder: string) {
  const { settings } = await testService()
  const app = new Elysia()
  mountReference(app as never, settings, documents, siteFolder)
  return (path: string, headers: Record<string, string> = {}) =>
    app.fetch(new Request(`http://localhost${path}`, { headers }))
}

const get = async (path: string, headers: Record<string, string> = {}) =>
  fetch((await testService()).base_url + path, { headers, redirect: 'manual' })

test('the service answers the committed documents, byte for byte but for its own addresses', async () => {
  const { settings } = await testService()
  for (const name of ['2026-11.json', '2026-11.keys.json']) {
    const answer = await get(`/openapi/${name}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.headers.get('x-request-id')).toBeTruthy()
    const text = await answer.text()
    const addressed = published(name)
      .replaceAll('https://api.service.example', settings.BASE_URL)
      .replaceAll('https://docs.service.example', settings.DOCS_URL)
    expect(text === addressed).toBe(true)
    const { servers, externalDocs } = JSON.parse(text) as { servers: { url: string }[]; externalDocs: { url: string } }
    expect(servers.map(({ url }) => url)).toEqual([settings.BASE_URL])
    expect(externalDocs.url).toBe(`${settings.DOCS_URL}/changelog`)
  }
})

test('the document of the reference has the samples of every operation in each language', async () => {
  const ask = await withSite(join(folder, 'nowhere'))
  type Samples = { 'x-codeSamples': { label: string }[] }
  const read = async (path: string) =>
    (await (await ask(path)).json()) as { paths: Record<string, Record<string, Samples>> }
  const operationsIn = ({ paths }: Awaited<ReturnType<typeof read>>) =>
    Object.values(paths).flatMap(Object.values<Samples>)
  const shown = operationsIn(await read('/docs/document.json'))
  expect(shown.length).toBeGreaterThan(400)
  for (const operation of shown)
    expect(operation['x-codeSamples'].map(({ label }) => label).filter((label) => label !== 'TypeScript')).toEqual([
      'Python',
      'curl',
      'JavaScript',
      'Go',
      'PHP',
      'Ruby',
    ])
  expect(shown.filter((operation) => operation['x-codeSamples'][0]!.label === 'TypeScript').length).toBeGreaterThan(400)
  for (const operation of operationsIn(await read('/openapi/2026-11.json')))
    expect(operation['x-codeSamples']).toBeUndefined()
  expect(await (await ask('/docs')).text()).toContain('docs/document.json')
})

test('a page that a browser holds already is not sent again', async () => {
  const ask = await withSite(join(folder, 'nowhere'))
  for (const path of [
    '/openapi/2026-11.json',
    '/openapi/2026-11.keys.json',
    '/docs/document.json',
    '/docs',
    '/docs/scalar.js',
    '/api/guides/errors',
    '/quick-start',
    '/changelog',
  ]) {
    const first = await ask(path)
    expect(first.status).toBe(200)
    await first.arrayBuffer()
    const again = await ask(path, { 'If-None-Match': first.headers.get('etag')! })
    expect([path, again.status, (await again.text()).length]).toEqual([path, 304, 0])
    expect((await ask(path, { 'If-None-Match': '"another"' })).status).toBe(200)
  }
})

test('every code that the service can answer has its section in the errors guide, under its own id', async () => {
  const { settings } = await testService()
  const ask = await withSite(join(folder, 'nowhere'))
  const page = await (await ask('/api/guides/errors')).text()
  const ids = [...page.matchAll(/<section id="([^"]+)">/g)].map((match) => match[1])
  expect([...ids].sort()).toEqual(Object.keys(refusals).sort())
  for (const code of Object.keys(refusals) as RefusalCode[]) {
    const section = page.slice(page.indexOf(`<section id="${code}">`)).split('</section>')[0]!
    expect(section).toContain(String(refusals[code].status))
    for (const part of ['Cause', 'Fix', 'Retry']) expect(section).toContain(`<dt>${part}</dt><dd>`)
    expect(section).toContain(`${settings.DOCS_URL}/api/guides/errors#${code}`)
  }
})

test('the pages name no other origin to load from', async () => {
  const { settings } = await testService()
  const ask = await withSite(join(folder, 'nowhere'))
  for (const path of ['/', '/docs', '/api/guides/errors', '/quick-start', '/changelog']) {
    const answer = await ask(path)
    const page = await answer.text()
    for (const [, address] of page.matchAll(/\s(?:src|href|data-url)="([^"]*)"/g))
      expect([path, address!.startsWith('data:') || !/^(\w+:)?\/\//.test(address!)]).toEqual([path, true])
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(page).not.toContain('cdn.')
    if (path === '/') expect(page).toContain(settings.BASE_URL)
  }
})

test('only the interactive reference makes scripts and styles from text; pages run what they were built with', async () => {
  const policyOf = (answer: Response) => answer.headers.get('content-security-policy')!
  const plain = await withSite(join(folder, 'nowhere'))
  for (const path of ['/', '/api/guides/errors', '/quick-start', '/changelog']) {
    const answer = await plain(path)
    expect([path, policyOf(answer).includes('unsafe')]).toEqual([path, false])
    // A stored copy gets the policy too.
    const again = await plain(path, { 'If-None-Match': answer.headers.get('etag')! })
    expect([again.status, policyOf(again)]).toEqual([304, policyOf(answer)])
  }
  for (const word of ["'unsafe-inline'", "'unsafe-eval'"]) expect(policyOf(await plain('/docs'))).toContain(word)

  const site = join(folder, 'with-policies')
  mkdirSync(join(site, 'console'), { recursive: true })
  const script = 'document.title = "a < b"'
  const style = 'p { color: red }'
  const page = `<!doctype html><style>${style}</style><script type="module">${script}</script><script src="/x.js"></script><p style="--a:&quot;b&quot;">`
  for (const name of ['index.html', '404.html', 'console/index.html']) writeFileSync(join(site, name), page)
  const built = await withSite(site)
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  for (const path of ['/', '/nowhere']) {
    const policy = policyOf(await built(path))
    expect(policy).not.toMatch(/'unsafe-(inline|eval)'/)
    expect(policy).toContain(`script-src 'self' 'wasm-unsafe-eval' ${hash(script)};`)
    expect(policy).toContain(`style-src 'self' ${hash(style)};`)
    expect(policy).toContain(`style-src-attr 'unsafe-hashes' ${hash('--a:"b"')};`)
  }
  expect(policyOf(await built('/console'))).toContain("'unsafe-eval'")
})

test('the root leads to the reference, the document and the errors guide where no docs site is built', async () => {
  const ask = await withSite(join(folder, 'nowhere'))
  const page = await (await ask('/')).text()
  for (const address of ['/quick-start', '/docs', '/openapi/2026-11.json', '/api/guides/errors', '/changelog']) {
    expect(page).toContain(`href="${address}"`)
    expect((await ask(address)).status).toBe(200)
  }
})

test('the quick start is served from its Markdown where no docs site is built, with the same commands', async () => {
  const ask = await withSite(join(folder, 'nowhere'))
  const page = await (await ask('/quick-start')).text()
  const markdown = readFileSync(new URL('../../docs-site/src/content/docs/quick-start.md', import.meta.url), 'utf8')
  const commands = [...markdown.matchAll(/^```\w+ title="[^"]+"\n([^]*?)```$/gm)].map(([, text]) => text!)
  expect(commands.length).toBeGreaterThan(5)
  for (const text of commands) expect(page).toContain(Bun.escapeHTML(text).replaceAll('&#x27;', '&#39;'))
  for (const [, address] of page.matchAll(/<a href="([^"]*)"/g))
    expect([address, (await ask(address!)).status]).toEqual([address, 200])
})

test('the reference says whose it is and leads back; with a built docs site it is the console of the site', async () => {
  const ask = await withSite(join(folder, 'nowhere'))
  const page = await (await ask('/docs')).text()
  expect(page).toContain('<nav aria-label="Merchant API"')
  const site = join(folder, 'with-console')
  mkdirSync(site)
  writeFileSync(join(site, 'index.html'), 'the site')
  const redirect = await (await withSite(site))('/docs')
  expect([redirect.status, redirect.headers.get('location')]).toEqual([302, 'console'])
})

test('the changelog is answered without a docs site: every entry, newest first, under its own id', async () => {
  const ask = await withSite(join(folder, 'nowhere'))
  const answer = await ask('/changelog')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const page = await answer.text()
  const sections = page.split('<section ').slice(1)
  expect(sections.map((one) => /^id="([^"]+)"/.exec(one)![1]!)).toEqual(changelog.map(({ id }) => id))
  for (const [i, { date, train, kind, corrects }] of changelog.entries())
    for (const fact of [date, train, corrects === undefined ? kind : 'correction', corrects?.figures ?? ''])
      expect(sections[i]).toContain(fact.split("'")[0]!)
  // Neither links to pages of the site, which is not there, nor Markdown that nobody has rendered.
  expect(/\]\(|\*\*|`|\n- /.exec(page)).toBeNull()
  const corrected = changelog.findIndex(({ corrects }) => corrects?.reach === 'every_period')
  expect(sections[corrected]).toContain(
    `. Reads of every period answer the corrected figures since ${changelog[corrected]!.date}.</p>`,
  )
  expect(changelog.map(({ date }) => date)).toEqual(
    changelog
      .map(({ date }) => date)
      .toSorted()
      .toReversed(),
  )
})

test('the document leads to the changelog', async () => {
  const document = (await (await get('/openapi/2026-11.json')).json()) as {
    info: { description: string }
    externalDocs: { url: string }
  }
  expect(document.info.description).toContain('/changelog')
  expect(new URL(document.externalDocs.url).pathname).toBe('/changelog')
  expect((await get('/changelog')).status).toBe(200)
})

test('a built docs site stands at the root, and nothing outside its folder can be named', async () => {
  const site = join(folder, 'dist')
  mkdirSync(join(site, 'api/guides/errors'), { recursive: true })
  mkdirSync(join(site, '_astro'))
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  writeFileSync(join(site, 'index.html'), 'the site')
  writeFileSync(join(site, '404.html'), 'the site has nothing there')
  writeFileSync(join(site, 'changelog.html'), 'the changelog')
  writeFileSync(join(site, '.hidden'), 'secret')
  writeFileSync(join(site, '_astro/a.css'), 'body{}')
  writeFileSync(join(site, 'api/guides/errors/index.html'), 'the guide of the site')
  symlinkSync(join(folder, 'secret.txt'), join(site, 'link.txt'))
  const ask = await withSite(site)
  const text = async (path: string) => {
    const answer = await ask(path)
    return `${answer.status} ${await answer.text()}`
  }
  expect(await text('/')).toBe('200 the site')
  expect(await text('/changelog')).toBe('200 the changelog')
  expect(await text('/api/guides/errors')).toBe('200 the guide of the site')
  expect(await text('/api/guides/errors/')).toBe('200 the guide of the site')
  expect((await ask('/_astro/a.css')).headers.get('cache-control')).toContain('immutable')
  expect((await ask('/_astro/a.css')).headers.get('content-type')).toContain('text/css')
  const outside = [
    '/link.txt',
    '/.hidden',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/%00',
    '/%ff',
    '/a%5c..%5csecret.txt',
  ]
  for (const path of outside) expect([path, await text(path)]).toEqual([path, '404 the site has nothing there'])
  const tag = (await ask('/')).headers.get('etag')!
  expect((await ask('/', { 'If-None-Match': tag })).status).toBe(304)
})

test('pages and scripts of a built docs site travel packed to those who take it so, and fonts as they are', async () => {
  const site = join(folder, 'packed')
  mkdirSync(site, { recursive: true })
  const long = `see https://docs.service.example/changelog ${'é words '.repeat(400)}`
  for (const name of ['index.html', 'app.js', 'face.woff2']) writeFileSync(join(site, name), long)
  writeFileSync(join(site, 'short.txt'), 'short')
  const ask = await withSite(site)
  const encodingOf = async (path: string, accepted: string) => {
    const answer = await ask(path, { 'Accept-Encoding': accepted })
    expect(answer.headers.get('vary')).toContain('Accept-Encoding')
    return answer.headers.get('content-encoding')
  }
  for (const path of ['/', '/app.js']) {
    expect([path, await encodingOf(path, 'br, gzip')]).toEqual([path, 'gzip'])
    expect([path, await encodingOf(path, 'identity')]).toEqual([path, null])
    const packed = await (await ask(path, { 'Accept-Encoding': 'gzip' })).bytes()
    expect(gunzipSync(packed).toString()).toBe(await (await ask(path, { 'Accept-Encoding': 'identity' })).text())
  }
  for (const path of ['/face.woff2', '/short.txt']) expect([path, await encodingOf(path, 'gzip')]).toEqual([path, null])
})

test("a built docs site names the service's own addresses, in the collections and earlier documents too", async () => {
  const { settings } = await testService()
  const site = join(folder, 'addressed')
  for (const name of ['openapi', 'collections']) mkdirSync(join(site, name), { recursive: true })
  const built = 'see https://docs.service.example/changelog, é, https://api.service.example/api/v1'
  const files = [
    'index.html',
    'sitemap-0.xml',
    'llms.txt',
    'changelog.md',
    'openapi/2025-01.json',
    'collections/a.json',
  ]
  for (const name of files) writeFileSync(join(site, name), built)
  const ask = await withSite(site)
  const served = `see ${settings.DOCS_URL}/changelog, é, ${settings.BASE_URL}/api/v1`
  for (const name of files) expect([name, await (await ask(`/${name}`)).text()]).toEqual([name, served])
})
