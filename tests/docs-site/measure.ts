/**
 * Times of pages in one throttled run: the largest contentful paint and the longest interaction, of pages of the docs and of
 * screens of the app side by side. `npm run measure:site` prints them; they depend on the machine, so nothing fails.
 */
import process from 'node:process'
import { readCommandLine } from '../../../server/boot/command_line.ts'

const usage = `Measures pages of the built docs site and screens of the app in one run, over a slow network and with a slow processor.

  npm run measure:site

Prints a table for tests/bench/results/docs_pages.md. Build the site first: npm run docs:build.
`
readCommandLine(usage, {})
// It needs the built site, which the usage does not.
const { openApp } = await import('./rig.ts')

const runs = 3
/** A middling phone on a middling network, as Lighthouse has them. */
const slowdown = 4
const network = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 }

/** A page, and what a person does there: an element that is pressed once the page is ready. */
interface Measured {
  path: string
  ready: string
  press: string
}

const docs: Measured[] = [
  { path: '/', ready: 'h1', press: 'site-search button' },
  { path: '/api/guides/selling', ready: 'h1', press: 'site-search button' },
  { path: '/reference/orders/create', ready: '[data-samples]', press: '[data-samples] [role=tab]:nth-child(3)' },
]
const screens: Measured[] = [
  { path: '/app', ready: '#home-exceptions', press: 'header .who > button' },
  { path: '/app/exceptions', ready: 'nav[aria-label=State]', press: 'header .who > button' },
  { path: '/app/data/exports', ready: '#table-exports', press: 'header .who > button' },
  { path: '/app/lists/products/list_variants', ready: 'table', press: 'main .buttons button' },
  { path: '/app/settings/schedules', ready: '#report-runs', press: 'main .buttons button' },
]

/** Kept by the page itself, from its first moment on. */
const observe = `
  window.times = { paint: 0, interaction: 0 }
  new PerformanceObserver((list) => { for (const one of list.getEntries()) times.paint = one.startTime })
    .observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => { for (const one of list.getEntries()) times.interaction = Math.max(times.interaction, one.duration) })
    .observe({ type: 'event', durationThreshold: 16, buffered: true })`

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!

const app = await openApp('measured_site')
await app.tenant.post('/api/v1/sandbox/seed')
const email = await app.newPerson('admin')

async function measure({ path, ready, press }: Measured): Promise<{ paint: number; interaction: number }> {
  const { page, context } = await app.openPage()
  if (path.startsWith('/app')) {
    await app.signIn(page, email)
    await page.locator('#home-exceptions').waitFor()
  }
  const throttle = await context.newCDPSession(page)
  await throttle.send('Network.enable')
  await throttle.send('Network.clearBrowserCache')
  await throttle.send('Network.emulateNetworkConditions', network)
  await throttle.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.addInitScript(observe)
  const query = path.startsWith('/app') ? `?organization=${app.tenant.organization_id}` : ''
  await page.goto(app.service.base_url + path + query)
  await page.locator(ready).first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.locator(press).first().click()
  await page.waitForTimeout(1_000)
  const times = await page.evaluate('times')
  await context.close()
  return times
}

try {
  process.stdout.write('page | LCP, ms | interaction, ms\n--- | --- | ---\n')
  for (const one of [...docs, ...screens]) {
    const times = []
    for (let run = 0; run < runs; run++) times.push(await measure(one))
    const [paint, interaction] = [
      median(times.map((time) => time.paint)),
      median(times.map((time) => time.interaction)),
    ]
    process.stdout.write(`${one.path} | ${Math.round(paint)} | ${Math.round(interaction)}\n`)
  }
} finally {
  await app.close()
}
process.exit(0)
