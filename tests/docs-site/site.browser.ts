/** The built site as a whole: its addresses, and what names them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'bun:test'
import { docUrl } from '../../server/contract/envelope.ts'
import { type RefusalCode, refusals } from '../../server/contract/refusals.ts'
import { addressesIn, dist, hrefOf, openapi, operations, pages, serveSite } from './built_site.ts'

const site = serveSite()
const { base_url } = site
afterAll(site.stop)

test('no link of any page is broken, and every anchor that a link names is there', async () => {
  const html = new Map(pages.map((path) => [path, readFileSync(join(dist, path, 'index.html'), 'utf8')]))
  const broken = new Set<string>()
  for (const [path, text] of html)
    for (const [, address] of text.matchAll(/\s(?:href|src)="([^"]+)"/g)) {
      if (/^(data|mailto):/.test(address!)) continue
      const { pathname, hash, origin } = new URL(address!, `https://docs.service.example${path}`)
      if (origin !== 'https://docs.service.example') continue
      const known = html.get(decodeURIComponent(pathname))
      if (known === undefined && !existsSync(join(dist, decodeURIComponent(pathname))))
        broken.add(`${path}: ${address}`)
      // The console makes its own places, by the operations' ids.
      if (pathname === '/console' && hash.startsWith('#tag/')) {
        if (!operations.some(({ operationId }) => hash.endsWith(`/${operationId}`))) broken.add(`${path}: ${address}`)
        continue
      }
      if (hash && !known?.includes(`id="${decodeURIComponent(hash.slice(1))}"`)) broken.add(`${path}: ${address}`)
    }
  expect([...broken]).toEqual([])
})

test('every page is reached by links from the first one', () => {
  const reached = new Set(['/'])
  for (const path of reached) {
    const text = readFileSync(join(dist, path, 'index.html'), 'utf8')
    for (const [, address] of text.matchAll(/<a\s[^>]*?href="([^"]+)"/g)) {
      const { pathname } = new URL(address!, `https://docs.service.example${path}`)
      if (pages.includes(pathname)) reached.add(pathname)
    }
  }
  expect(pages.filter((path) => !reached.has(path))).toEqual([])
})

test('llms.txt lists as many addresses as the sitemap, each is a file, and every operation has a page', () => {
  const twins = addressesIn(readFileSync(join(dist, 'llms.txt'), 'utf8')).filter((path) => path.endsWith('.md'))
  expect(twins.length).toBe(pages.length)
  expect(twins.filter((twin) => !existsSync(join(dist, twin)))).toEqual([])
  for (const { operationId } of operations) expect(pages).toContain(hrefOf({ operationId }))
})

test('each page is whole in one text that llms.txt lists, and no text is longer than 500 kB', () => {
  const textsIn = (file: string) =>
    addressesIn(readFileSync(join(dist, file), 'utf8')).filter((path) => path.endsWith('.txt'))
  const files = textsIn('llms.txt')
  expect(textsIn('llms-full.txt')).toEqual(files)
  expect(
    readdirSync(join(dist, 'llms'))
      .map((name) => `/llms/${name}`)
      .toSorted(),
  ).toEqual(files.toSorted())
  const texts = files.map((file) => readFileSync(join(dist, file), 'utf8'))
  for (const [i, text] of texts.entries())
    expect([files[i], Buffer.byteLength(text) <= 500_000]).toEqual([files[i], true])
  const whole = texts.flatMap((text) =>
    [...text.matchAll(/^<!-- https:\/\/docs\.service\.example(\S*) -->$/gm)].map((one) => one[1]!),
  )
  // Lists of the changelog by area and kind repeat its entries.
  const once = pages.filter((path) => !/^\/changelog\/(area|kind)\//.test(path))
  expect(whole.toSorted()).toEqual(once.toSorted())
})

test('Markdown twins hold the paths of the document, without characters that cannot be seen', () => {
  const files = ['llms.txt', 'llms-full.txt', ...addressesIn(readFileSync(join(dist, 'llms.txt'), 'utf8'))]
  for (const file of files)
    expect([file, /[\u00ad\u200b-\u200f\u2060\ufeff]/.exec(readFileSync(join(dist, file), 'utf8'))]).toEqual([
      file,
      null,
    ])
  for (const [path, methods] of Object.entries<object>(openapi.paths))
    for (const operation of Object.values<{ operationId: string }>(methods as never))
      expect(readFileSync(join(dist, `${hrefOf(operation)}.md`), 'utf8')).toContain(path)
})

test('browsers and crawlers find an icon, a preview picture and the map of the site', async () => {
  const icon = await fetch(`${base_url}/favicon.ico`)
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/x-icon'])
  const robots = await (await fetch(`${base_url}/robots.txt`)).text()
  expect(robots).toContain(`Sitemap: ${base_url}/sitemap-index.xml`)
  const html = await (await fetch(`${base_url}/quick-start`)).text()
  const picture = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1]
  expect(picture).toStartWith(base_url)
  const answer = await fetch(picture!)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
  // Width and height stand in the first chunk of a PNG.
  const head = new DataView(await answer.arrayBuffer())
  expect([head.getUint32(16), head.getUint32(20)]).toEqual([1200, 630])
})

test('the served site names itself at its own address: sitemap, llms.txt, twins, feed and canonical links', async () => {
  const read = async (path: string) => (await fetch(base_url + path)).text()
  const locations = (text: string) => [...text.matchAll(/<loc>([^<]+)/g)].map((one) => one[1]!)
  const [map] = locations(await read('/sitemap-index.xml'))
  expect(map).toBe(`${base_url}/sitemap-0.xml`)
  const listed = locations(await (await fetch(map!)).text())
  expect(listed.map((one) => one.slice(base_url.length) || '/')).toEqual(pages)
  for (const page of listed) {
    const answer = await fetch(page)
    expect([page, answer.status]).toEqual([page, 200])
    const html = await answer.text()
    const canonical = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1]
    expect([canonical, html.includes('docs.service.example')]).toEqual([page.replace(/\/$/, ''), false])
  }
  for (const path of ['/llms.txt', '/llms-full.txt', '/changelog.xml', '/api/guides/errors.md'])
    expect([path, (await read(path)).includes('docs.service.example')]).toEqual([path, false])
  const [twin] = (await read('/llms.txt')).match(/http[^)]+\.md/)!
  expect((await fetch(twin)).status).toBe(200)
}, 60_000)

test('every doc_url that the service writes leads to the section of its code', async () => {
  for (const code of Object.keys(refusals)) {
    const address = docUrl(base_url, code as RefusalCode)
    const page = await (await fetch(address)).text()
    expect([code, page.includes(`id="${address.split('#')[1]}"`)]).toEqual([code, true])
  }
}, 60_000)
