/**
 * Pages of the docs and screens of the app in one throttled run: the largest contentful paint, the longest interaction and the
 * bytes that are sent. `npm run measure:site` prints them; times depend on the machine, so nothing fails.
 */
import process from 'node:process'
import { readCommandLine } from '../../server/boot/command_line.ts'

const usage = `Measures pages of the built docs site and screens of the app in one run, over a slow network and with a slow processor.

  npm run measure:site

Prints a table for tests/bench/results/docs_pages.md. Build the site first: npm run docs:build.
`
readCommandLine(usage, {})
// It needs the built site, which the usage does not.
const { openApp } = await import('./app/rig.ts')

const runs = 5
/** A middling phone on slow 4G, as Lighthouse has them. */
const slowdown = 4
const network = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 }

/** A page, and what a person does there: an element that is pressed once the page is ready. */
interface Place {
  path: string
  ready: string
  press: string
}

const docs: Place[] = [
  { path: '/', ready: 'h1', press: 'site-search button' },
  { path: '/quick-start', ready: 'h1', press: 'site-search button' },
  { path: '/api/guides/selling', ready: 'h1', press: 'site-search button' },
  { path: '/reference/orders/create', ready: '[data-samples]', press: '[data-samples] [role=tab]:nth-child(3)' },
  { path: '/changelog', ready: 'h1', press: 'site-search button' },
]
const screens: Place[] = [
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

interface Measured {
  paint: number
  interaction: number
  script_bytes: number
  bytes: number
}

/** Counts what the browser receives from now on, as it is sent: compressed. */
function countBytes(throttle: any): { script_bytes: number; bytes: number } {
  const scripts = new Set<string>()
  const sent = { script_bytes: 0, bytes: 0 }
  throttle.on('Network.responseReceived', ({ requestId, type }: any) => type === 'Script' && scripts.add(requestId))
  throttle.on('Network.loadingFinished', ({ requestId, encodedDataLength }: any) => {
    sent.bytes += encodedDataLength
    if (scripts.has(requestId)) sent.script_bytes += encodedDataLength
  })
  return sent
}

const app = await openApp('measured_site')
await app.tenant.post('/api/v1/sandbox/seed')
const email = await app.newPerson('admin')

async function measure({ path, ready, press }: Place): Promise<Measured> {
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
  const counted = countBytes(throttle)
  const query = path.startsWith('/app') ? `?organization=${app.tenant.organization_id}` : ''
  await page.goto(app.service.base_url + path + query)
  await page.locator(ready).first().waitFor()
  await page.waitForLoadState('networkidle')
  const sent = { ...counted }
  await page.locator(press).first().click()
  await page.waitForTimeout(1_000)
  const times = await page.evaluate('times')
  await context.close()
  return { ...times, ...sent }
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!
const seconds = (ms: number): string => (ms / 1_000).toFixed(2)
const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(0)} kB`

function rowOf({ path }: Place, measured: readonly Measured[]): string {
  const paints = measured.map(({ paint }) => paint)
  const interaction = medianOf(measured.map((one) => one.interaction))
  const { script_bytes, bytes } = measured[0]!
  const cells = [
    `\`${path}\``,
    `${seconds(medianOf(paints))} s`,
    paints.map(seconds).join(', '),
    `${Math.round(interaction)} ms`,
    kilobytes(script_bytes),
    kilobytes(bytes),
  ]
  return `| ${cells.join(' | ')} |\n`
}

try {
  process.stdout.write(
    '| page | LCP | LCP, each run | interaction | script sent | sent in all |\n|---|---|---|---|---|---|\n',
  )
  for (const place of [...docs, ...screens]) {
    const measured: Measured[] = []
    for (let run = 0; run < runs; run++) measured.push(await measure(place))
    process.stdout.write(rowOf(place, measured))
  }
} finally {
  await app.close()
}
process.exit(0)
