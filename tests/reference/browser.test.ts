/**
 * The pages as a real browser shows them. Runs where tests/tools is installed and a Chromium is found (CHROMIUM names
 * one); `npm run test:browser` insists on both.
 */
import { expect } from 'bun:test'
import { Elysia } from 'elysia'
import { documents } from '../../server/boot/published/document.ts'
import { mountReference } from '../../server/reference/reference.ts'
import { launchBrowser, missingBrowser } from '../support/chromium.ts'
import { publicOperations, testService } from '../support/service/service.ts'
import { testUnless } from '../support/needs.ts'
import { violationsOf } from '../support/violations.ts'

interface Page {
  on(event: 'request', listen: (request: { url(): string }) => void): void
  on(event: 'console', listen: (message: { text(): string }) => void): void
  on(event: 'pageerror', listen: (error: Error) => void): void
  goto(address: string, options?: { waitUntil: 'load' }): Promise<unknown>
  waitForSelector(selector: string, options?: { timeout: number }): Promise<unknown>
  waitForFunction(condition: string, argument?: unknown, options?: { timeout: number }): Promise<unknown>
  evaluate<T>(expression: string): Promise<T>
  setViewportSize(size: { width: number; height: number }): Promise<void>
  emulateMedia(media: { colorScheme: 'light' | 'dark' }): Promise<void>
  screenshot(options: { path: string }): Promise<unknown>
}
if (process.env.BROWSER_TESTS === 'required' && missingBrowser !== null)
  throw new Error('install tests/tools (npm install in tests/tools) and a Chromium, or name one in CHROMIUM')

/** The reference of a service without a built docs site: with one, /docs is the site's console. */
async function serveWithoutSite() {
  const { settings } = await testService()
  const app = new Elysia()
  mountReference(app as never, settings, documents, '/there-is-no-site')
  return Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => app.fetch(request) })
}

async function withPage(look: (page: Page, base_url: string, foreign: string[]) => Promise<void>): Promise<void> {
  const server = await serveWithoutSite()
  const base_url = `http://127.0.0.1:${server.port}`
  const browser = await launchBrowser()
  try {
    const page: Page = await browser.newPage()
    const foreign: string[] = []
    const errors: string[] = []
    const violations = violationsOf(page)
    page.on('request', (request) => {
      const url = request.url()
      if (!url.startsWith(base_url) && !/^(data|blob):/.test(url)) foreign.push(url)
    })
    page.on('pageerror', (error) => errors.push(error.message))
    await look(page, base_url, foreign)
    expect([errors, violations]).toEqual([[], []])
  } finally {
    await browser.close()
    await server.stop(true)
  }
}

testUnless(
  missingBrowser,
  'the reference shows the operations of the document and asks nothing of another origin',
  async () => {
    await withPage(async (page, base_url, foreign) => {
      await page.goto(`${base_url}/docs`, { waitUntil: 'load' })
      const words = publicOperations[0]!.summary
      await page.waitForFunction(`document.body.innerText.includes(${JSON.stringify(words)})`, null, {
        timeout: 45_000,
      })
      const shown = await page.evaluate<string>('document.body.innerText')
      expect(shown).toContain('Merchant API')
      for (const tag of ['Products', 'Stocktakes', 'Movements']) expect(shown).toContain(tag)
      if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/docs.png` })
      expect(foreign).toEqual([])
    })
  },
  90_000,
)

testUnless(
  missingBrowser,
  'pages that are rendered without the docs site show their style under their policy',
  async () => {
    await withPage(async (page, base_url) => {
      for (const path of ['/', '/quick-start', '/changelog', '/api/guides/errors']) {
        await page.goto(base_url + path, { waitUntil: 'load' })
        expect([
          path,
          await page.evaluate<string>('getComputedStyle(document.querySelector("main")).maxWidth'),
        ]).toEqual([path, '736px'])
      }
    })
  },
  60_000,
)

testUnless(
  missingBrowser,
  'the errors guide opens at the code, fits a phone and follows the colour scheme',
  async () => {
    await withPage(async (page, base_url, foreign) => {
      await page.setViewportSize({ width: 360, height: 740 })
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.goto(`${base_url}/api/guides/errors#POSTGRES_UNAVAILABLE`, { waitUntil: 'load' })
      const document = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
      const top = await page.evaluate<number>(
        "document.getElementById('POSTGRES_UNAVAILABLE').getBoundingClientRect().top",
      )
      expect(Math.abs(top)).toBeLessThan(740)
      expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      const dark = await document()
      if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/errors.png` })
      await page.emulateMedia({ colorScheme: 'light' })
      await page.waitForFunction(`getComputedStyle(document.body).backgroundColor !== ${JSON.stringify(dark)}`, null, {
        timeout: 5_000,
      })
      expect(await document()).not.toBe(dark)
      expect(foreign).toEqual([])
    })
  },
  60_000,
)
