/** How the pages of the built site look, and how their navigation is reached: axe, widths, menus. */
import { afterAll, expect, test } from 'bun:test'
import { axeSource, faultsOf, isWhole, themes, widths } from './audit.ts'
import { largestOfEachTemplate, pages, pagesOfOperations, serveSite, templateOf } from './built_site.ts'

const site = serveSite()
const { base_url } = site
const framedSite = serveSite({ frames: true })
afterAll(() => Promise.all([site.stop(), framedSite.stop()]))

/** The themes differ in colours alone: what is not about colours is asked in the first. */
const rulesOf = { light: {}, dark: { runOnly: ['color-contrast', 'link-in-text-block'] } }
/** Colours are the same at any width: the dark ones are looked at on a desktop, and everywhere in the whole audit. */
const isLookedAt = (width: string, theme: string) => isWhole || width === 'desktop' || theme === 'light'

/** One load of a page, looked at in both themes at both widths. */
async function look(page: any, path: string): Promise<string[]> {
  const faults: string[] = []
  await page.goto(base_url + path, { waitUntil: 'load' })
  await page.evaluate(axeSource)
  // axe finds nothing in what is hidden, but walks it: the closed lists of the changelog hold most of its elements.
  await page.evaluate(
    "for (const one of document.querySelectorAll('details:not([open]) > :not(summary)')) one.remove()",
  )
  for (const [width, size] of Object.entries(widths)) {
    await page.setViewportSize(size)
    for (const theme of themes.filter((one) => isLookedAt(width, one))) {
      await page.emulateMedia({ colorScheme: theme })
      await page.waitForFunction(`document.documentElement.dataset.theme === '${theme}'`, null, { polling: 10 })
      faults.push(...(await faultsOf(page, `${path} ${width} ${theme}`, rulesOf[theme])))
    }
  }
  return faults
}

/** Every page is given to one of two tabs; all that they found. */
async function lookAtAll(paths: string[], lookAt: (page: any, path: string) => Promise<string[]>): Promise<string[]> {
  const waiting = [...paths]
  const faults: string[] = []
  const worker = async () => {
    const { page } = await site.open('/404', { bypassCSP: true, reducedMotion: 'reduce' })
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) faults.push(...(await lookAt(page, path)))
    await page.close()
  }
  await Promise.all([worker(), worker()])
  return faults
}

/** LOOK=/a,/b audits these alone, while they are worked on. */
const audited = process.env.LOOK?.split(',') ?? [...(isWhole ? pages : largestOfEachTemplate()), '/404']

test(`axe finds no violation on ${isWhole ? 'any page' : 'the largest page of each template'}, in the themes, on a phone and a desktop`, async () => {
  if (!process.env.LOOK) expect(new Set(audited.map(templateOf))).toEqual(new Set(pages.map(templateOf)))
  expect(await lookAtAll(audited, look)).toEqual([])
}, 1_800_000)

interface Window {
  name: string
  width: number
  height: number
}

/**
 * Runs in a page of the site: loads every path in a frame as wide as each window, which is cheaper than a tab. Scripts are
 * off, as for a reader without them: they add no width, and the audit by axe measures pages with them.
 */
async function measureInFrames({ paths, windows }: { paths: string[]; windows: Window[] }): Promise<string[]> {
  const { document } = globalThis as any
  const wide: string[] = []
  const waiting = [...paths]
  const measureNext = async (frame: any) => {
    const order = [...windows]
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
      frame.src = path
      await loaded
      const { document: shown, location } = frame.contentWindow
      if (location.pathname !== path) throw new Error(`${path} led to ${location.pathname}`)
      // The frame still has the last window, so each page is laid out twice and not three times.
      for (const { name, width, height } of order.reverse()) {
        frame.style.width = `${width}px`
        frame.style.height = `${height}px`
        if (shown.documentElement.clientWidth !== width) throw new Error(`the frame of ${path} is not ${width} wide`)
        if (shown.documentElement.scrollWidth > width) wide.push(`${path} ${name}`)
      }
    }
  }
  const frames = [1, 2].map(() => document.createElement('iframe'))
  for (const frame of frames) {
    frame.style.cssText = 'position: absolute; border: 0'
    frame.setAttribute('sandbox', 'allow-same-origin')
  }
  document.body.replaceChildren(...frames)
  await Promise.all(frames.map(measureNext))
  return wide
}

/** The pages of operations are made alike: without the whole audit, those that hold most are measured, and all others. */
const measuredOperations = 30
const unmeasured = new Set(isWhole ? [] : pagesOfOperations().slice(0, -measuredOperations))
const measured = pages.filter((path) => !unmeasured.has(path))

test(`no page${isWhole ? '' : ', of operations the largest,'} is wider than its window, on a phone or a desktop`, async () => {
  expect(measured.length).toBeGreaterThan(100)
  const { page } = await framedSite.open('/404', { bypassCSP: true, reducedMotion: 'reduce' })
  const windows = Object.entries(widths).map(([name, size]) => ({ name, ...size }))
  expect(await page.evaluate(measureInFrames, { paths: [...measured, '/404'], windows })).toEqual([])
  await page.close()
}, 600_000)

test('every kind of page has its navigation behind a button on a phone, with all parts and the theme in it', async () => {
  for (const path of ['/', '/console', '/no-such-page', '/reference', '/api/guides/errors', '/webhooks/events']) {
    const { page } = await site.open(path, { viewport: widths.phone })
    const link = page.locator('nav.sidebar a[href="/webhooks/receivers"]')
    expect([path, await link.isVisible()]).toEqual([path, false])
    await page.click('button[popovertarget=starlight__sidebar]')
    await link.waitFor({ state: 'visible', timeout: 5_000 })
    await page.selectOption('nav.sidebar starlight-theme-select select', 'dark')
    expect([path, await page.evaluate('document.documentElement.dataset.theme')]).toEqual([path, 'dark'])
    await link.click()
    await page.waitForURL(`${base_url}/webhooks/receivers`, { timeout: 10_000 })
    await page.close()
  }
}, 120_000)
