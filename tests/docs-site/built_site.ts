/** The built site, served as the service serves it, and a real browser to look at it. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addressedText } from '../../server/contract/openapi/publish.ts'
import { openSite } from '../../server/reference/site.ts'
import { launchBrowser, missingBrowser } from '../support/chromium.ts'

export const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
export const dist = at('docs-site/dist')
if (!existsSync(dist)) throw new Error('build the site first: npm run docs:build')

if (missingBrowser !== null)
  throw new Error('install tests/tools (npm install in tests/tools) and a Chromium, or name one in CHROMIUM')

const json = (path: string) => JSON.parse(readFileSync(at(path), 'utf8'))
export const openapi = json('docs-site/public/openapi/2026-11.json')
export const errors = json('docs-site/src/data/errors.json') as { code: string; status: number; sample: unknown }[]
export const operations = Object.values<Record<string, any>>(openapi.paths).flatMap((methods) => Object.values(methods))
export const hrefOf = (operation: { operationId: string }) => `/reference/${operation.operationId.replace('.', '/')}`

/** Paths of the addresses that a file of the built site writes out, on the address that it was built for. */
export const addressesIn = (text: string) =>
  [...text.matchAll(/https:\/\/docs\.service\.example([^\s)<]*)/g)].map((one) => one[1]!)
export const pages = addressesIn(readFileSync(join(dist, 'sitemap-0.xml'), 'utf8')).map((path) => path || '/')

const sources = at('docs-site/src')
const filesIn = (folder: string) => readdirSync(join(sources, folder), { recursive: true, encoding: 'utf8' })
const literal = /^[^[]*$/

/** Addresses that a source file of the site makes, as patterns; the literal before those with a parameter. */
const routes = filesIn('pages')
  .filter((file) => file.endsWith('.astro'))
  .sort((a, b) => Number(literal.test(b)) - Number(literal.test(a)))
  .map((file) => ({
    template: file,
    pattern: new RegExp(`^/${file.replace(/(\/?index)?\.astro$/, '').replaceAll(/\[\w+\]/g, '[^/]+')}$`),
  }))
const withComponents = new Set(
  filesIn('content/docs').flatMap((file) => (file.endsWith('.mdx') ? [`/${file.replace('.mdx', '')}`] : [])),
)

/** What a page is made by: a file of the site's pages, or the layout of its Markdown, with components or without. */
export const templateOf = (path: string): string =>
  routes.find(({ pattern }) => pattern.test(path))?.template ?? (withComponents.has(path) ? '.mdx' : '.md')

const bySize = (): string[] => {
  const sizes = new Map(pages.map((path) => [path, statSync(join(dist, path, 'index.html')).size]))
  return pages.toSorted((one, other) => sizes.get(one)! - sizes.get(other)!)
}

/** For each template the page that holds most. */
export const largestOfEachTemplate = (): string[] => [
  ...new Map(bySize().map((path) => [templateOf(path), path])).values(),
]

const ofOperations = new Set(operations.map(hrefOf))
/** The pages of the document's operations, those that hold most last. */
export const pagesOfOperations = (): string[] => bySize().filter((path) => ofOperations.has(path))

/** `frames` lets pages of the site be shown in frames of each other, which their policy forbids. */
export function serveSite({ frames = false } = {}) {
  let site: ReturnType<typeof openSite> = null
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      const answer = (await site!.answer(request)) ?? (await site!.missing())
      if (frames) answer.headers.delete('Content-Security-Policy')
      return answer
    },
  })
  const base_url = `http://127.0.0.1:${server.port}`
  site = openSite(dist, (text) => addressedText(text, base_url, base_url))
  let browser: Promise<any> | undefined
  return {
    base_url,
    /** A page of the browser's own, and what it asked of other origins. */
    async open(path: string, options: object = {}) {
      const page = await (await (browser ??= launchBrowser())).newPage(options)
      const foreign: string[] = []
      page.on('request', (request: any) => {
        if (!request.url().startsWith(base_url) && !/^(data|blob):/.test(request.url())) foreign.push(request.url())
      })
      await page.goto(base_url + path, { waitUntil: 'load' })
      return { page, foreign }
    },
    async stop() {
      await (await browser)?.close()
      await server.stop(true)
    },
  }
}
