/**
 * Measures five pages of the built site as a first visit over a slow connection sees them: `bun tests/docs-site/measure.ts`.
 * Prints rows for `tests/bench/results/docs_pages.md`.
 */
import { serveSite } from './built_site.ts'

const paths = ['/', '/quick-start', '/api/guides/selling', '/reference/orders/create', '/changelog']
const runs = 5
/** Slow 4G as Lighthouse names it. */
const network = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 }

interface Measured {
  painted_ms: number
  script_bytes: number
  bytes: number
}

const site = serveSite()

async function measure(path: string): Promise<Measured> {
  const { page: blank } = await site.open('/favicon.ico')
  const context = await blank.context().browser().newContext()
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const scripts = new Set<string>()
  const sent = { script_bytes: 0, bytes: 0 }
  session.on('Network.responseReceived', ({ requestId, type }: any) => type === 'Script' && scripts.add(requestId))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }: any) => {
    sent.bytes += encodedDataLength
    if (scripts.has(requestId)) sent.script_bytes += encodedDataLength
  })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', network)
  await page.goto(site.base_url + path, { waitUntil: 'networkidle' })
  const painted_ms: number = await page.evaluate(`new Promise((resolve) => {
    let last = 0
    new PerformanceObserver((list) => { for (const { startTime } of list.getEntries()) last = startTime })
      .observe({ type: 'largest-contentful-paint', buffered: true })
    setTimeout(() => resolve(last), 500)
  })`)
  await context.close()
  await blank.close()
  return { painted_ms, ...sent }
}

const medianOf = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
const kilobytes = (bytes: number): string => (bytes / 1_000).toFixed(0)

console.log('| page | LCP, median of five | LCP, each run | script sent | sent in all |\n|---|---|---|---|---|')
for (const path of paths) {
  const measured: Measured[] = []
  for (let run = 0; run < runs; run++) measured.push(await measure(path))
  const seconds = measured.map(({ painted_ms }) => painted_ms / 1_000)
  const { script_bytes, bytes } = measured[0]!
  const each = seconds.map((one) => one.toFixed(2)).join(', ')
  console.log(
    `| \`${path}\` | ${medianOf(seconds).toFixed(2)} s | ${each} | ${kilobytes(script_bytes)} kB | ${kilobytes(bytes)} kB |`,
  )
}
await site.stop()
