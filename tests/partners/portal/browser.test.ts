/** The portal as a browser shows it: axe, widths, colours, the link's token. Runs where a Chromium is found. */
import { readFileSync } from 'node:fs'
import { expect } from 'bun:test'
import { launchBrowser, missingBrowser, requireTool } from '../../support/chromium.ts'
import { testUnless } from '../../support/needs.ts'
import { startService } from '../../support/service/service.ts'
import { openPortalShop, invited, tokenOf } from './portal_shop.ts'

interface Page {
  on(event: 'request', listen: (request: { url(): string }) => void): void
  on(event: 'pageerror', listen: (error: Error) => void): void
  on(event: 'console', listen: (message: { type(): string; text(): string }) => void): void
  goto(address: string, options?: { waitUntil: 'load' }): Promise<unknown>
  click(selector: string): Promise<void>
  fill(selector: string, text: string): Promise<void>
  waitForURL(address: string, options: { timeout: number }): Promise<void>
  evaluate<T>(expression: string): Promise<T>
  url(): string
  setViewportSize(size: { width: number; height: number }): Promise<void>
  emulateMedia(media: { colorScheme: 'light' | 'dark' }): Promise<void>
  screenshot(options: { path: string; fullPage: boolean }): Promise<unknown>
}

/** Every page is held by the policy that it is sent with; only axe itself is evaluated beside it. */
const axeSource = missingBrowser === null ? readFileSync(requireTool.resolve('axe-core/axe.min.js'), 'utf8') : ''

const widths = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 900 } }

/** What axe finds on the page, and whether it is wider than its window, in both colour schemes. */
async function faultsOf(page: Page, name: string): Promise<string[]> {
  const faults: string[] = []
  const backgrounds = new Set<string>()
  await page.evaluate(axeSource)
  for (const [width, size] of Object.entries(widths))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme })
      const found = await page.evaluate<
        string[]
      >(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
        violations.map(({ id, nodes }) => id + ' ' + nodes[0].target + ' ' + nodes[0].html.slice(0, 160)))`)
      if (!(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')))
        found.push('is too wide')
      faults.push(...found.map((one) => `${name} ${width} ${colorScheme}: ${one}`))
      backgrounds.add(await page.evaluate<string>('getComputedStyle(document.body).backgroundColor'))
      if (process.env.SCREENSHOTS)
        await page.screenshot({
          path: `${process.env.SCREENSHOTS}/portal_${name}_${width}_${colorScheme}.png`,
          fullPage: true,
        })
    }
  if (backgrounds.size !== 2) faults.push(`${name}: does not follow the colour scheme`)
  return faults
}

testUnless(
  missingBrowser,
  'the link opens the portal; axe finds nothing on any page, none is wider than a phone or asks another origin',
  async () => {
    const shop = await openPortalShop()
    const { base_url } = shop.tenant.service
    const { seat_id } = await invited(shop, 'ines@meridian.example')
    const token = await tokenOf(shop, seat_id)
    const mailing = await startService({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'portal@example.com' })
    const browser = await launchBrowser()
    try {
      const page: Page = await browser.newPage()
      const [foreign, errors] = [[] as string[], [] as string[]]
      const requestedUrls: string[] = []
      page.on('request', (request) => {
        requestedUrls.push(request.url())
        const isOwn = [base_url, mailing.base_url].some((own) => request.url().startsWith(own))
        if (!isOwn) foreign.push(request.url())
      })
      page.on('pageerror', (error) => errors.push(error.message))
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
      const faults: string[] = []
      await page.goto(`${base_url}/portal/accept`, { waitUntil: 'load' })
      faults.push(...(await faultsOf(page, 'accept')))
      await page.goto(`${mailing.base_url}/portal/new-link`, { waitUntil: 'load' })
      faults.push(...(await faultsOf(page, 'new_link')))
      // A change of the fragment alone loads nothing.
      await page.goto('about:blank')
      await page.goto(`${base_url}/portal/accept#token=${token}`, { waitUntil: 'load' })
      expect(page.url()).toBe(`${base_url}/portal/accept`)
      expect(await page.evaluate<boolean>("document.getElementById('by-hand').hidden")).toBe(true)
      await page.click('button')
      await page.waitForURL(`${base_url}/portal`, { timeout: 20_000 })
      faults.push(...(await faultsOf(page, 'account')))
      expect(await page.evaluate<string>('document.body.innerText')).toContain(shop.invoice.name)
      expect(await page.evaluate<string>('document.cookie')).toBe('')
      await page.goto(`${base_url}/portal/orders/${shop.order.order_id}`, { waitUntil: 'load' })
      faults.push(...(await faultsOf(page, 'order')))
      await page.click('form.leave button')
      await page.waitForURL(`${base_url}/portal`, { timeout: 20_000 })
      faults.push(...(await faultsOf(page, 'signed_out')))
      expect(faults).toEqual([])
      expect(requestedUrls.filter((url) => url.includes(token))).toEqual([])
      expect(foreign.filter((url) => url !== 'about:blank')).toEqual([])
      // The page of a signed-out browser is a 401, which the console names.
      expect(errors.filter((text) => !text.includes('401'))).toEqual([])
    } finally {
      await browser.close()
      await mailing.stop()
    }
  },
  120_000,
)

testUnless(
  missingBrowser,
  'without JavaScript, the link from the mail is pasted into the form',
  async () => {
    const shop = await openPortalShop()
    const { base_url } = shop.tenant.service
    const { seat_id } = await invited(shop, 'ines@meridian.example')
    const token = await tokenOf(shop, seat_id)
    const browser = await launchBrowser()
    try {
      const context = await browser.newContext({ javaScriptEnabled: false })
      const page: Page = await context.newPage()
      await page.goto(`${base_url}/portal/accept`, { waitUntil: 'load' })
      await page.fill('#token', `${base_url}/portal/accept#token=${token}`)
      await page.click('button')
      await page.waitForURL(`${base_url}/portal`, { timeout: 20_000 })
    } finally {
      await browser.close()
    }
  },
  60_000,
)
