/** The built site, served as the service serves it, and a real browser to look at it. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openSite } from '../../server/reference/site.ts'

export const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
export const dist = at('docs-site/dist')
if (!existsSync(dist)) throw new Error('build the site first: bun run docs:build')

export const tools = createRequire(at('tests/tools/package.json'))
const chromium_path = process.env.CHROMIUM ?? Bun.which('chromium') ?? Bun.which('google-chrome')
if (chromium_path === null) throw new Error('install a Chromium, or name one in CHROMIUM')

const json = (path: string) => JSON.parse(readFileSync(at(path), 'utf8'))
export const openapi = json('docs-site/public/openapi/2026-11.json')
export const errors = json('docs-site/src/data/errors.json') as { code: string; status: number; sample: unknown }[]
export const operations = Object.values<Record<string, any>>(openapi.paths).flatMap((methods) => Object.values(methods))
export const hrefOf = (operation: { operationId: string }) => `/reference/${operation.operationId.replace('.', '/')}`

/** Paths of the addresses that a file of the built site writes out, on the address that it was built for. */
export const addressesIn = (text: string) =>
  [...text.matchAll(/https:\/\/docs\.service\.example([^\s)<]*)/g)].map((one) => one[1]!)
export const pages = addressesIn(readFileSync(join(dist, 'sitemap-0.xml'), 'utf8')).map((path) => path || '/')

export function serveSite() {
  let site: ReturnType<typeof openSite> = null
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => (await site!.answer(request)) ?? (await site!.missing()),
  })
  const base_url = `http://127.0.0.1:${server.port}`
  site = openSite(dist, base_url)
  let browser: any
  const opened = async () =>
    (browser ??= await tools('playwright-core').chromium.launch({
      executablePath: chromium_path,
      args: ['--no-sandbox', '--disable-gpu'],
    }))
  return {
    base_url,
    /** A page of the browser's own, and what it asked of other origins. */
    async open(path: string, options: object = {}) {
      const page = await (await opened()).newPage(options)
      const foreign: string[] = []
      page.on('request', (request: any) => {
        if (!request.url().startsWith(base_url) && !/^(data|blob):/.test(request.url())) foreign.push(request.url())
      })
      await page.goto(base_url + path, { waitUntil: 'load' })
      return { page, foreign }
    },
    async stop() {
      await browser?.close()
      await server.stop(true)
    },
  }
}
