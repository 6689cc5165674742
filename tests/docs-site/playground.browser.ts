/** The signature playground of the built site, in a real browser: it verifies, and names each step that fails. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { at, serveSite } from './built_site.ts'

const { vectors } = JSON.parse(readFileSync(at('receiver-kit/vectors/signature-vectors.json'), 'utf8'))
const site = serveSite()
afterAll(site.stop)

let page: any
const requestedUrls: string[] = []
beforeAll(async () => {
  const opened = await site.open('/webhooks/playground')
  page = opened.page
  // The search loads when the page is idle, which on a busy machine is late.
  await page.locator('site-search .pagefind-ui').first().waitFor({ state: 'attached', timeout: 20_000 })
  await page.waitForLoadState('networkidle')
  page.on('request', (request: any) => requestedUrls.push(request.url()))
})

const atOnce = { polling: 20, timeout: 5_000 }
/** What the page shows: each step with its state, and the sentence below. */
const shown = () =>
  page.evaluate(`({
    steps: Object.fromEntries([...document.querySelectorAll('#playground-steps li')].map((li) => [li.dataset.step, li.dataset.state])),
    failed: document.querySelector('#playground-steps [data-state=failed] .state')?.textContent ?? null,
    answer: document.querySelector('#playground-answer').textContent,
  })`)

async function verify(fields: Record<string, string>) {
  for (const [name, value] of Object.entries(fields)) await page.fill(`#playground [name=${name}]`, value)
  await page.evaluate("document.querySelector('#playground-answer').textContent = ''")
  await page.click('#playground [type=submit]')
  await page.waitForFunction("document.querySelector('#playground-answer').textContent !== ''", null, atOnce)
  return shown()
}

/** The same from within the page: with dozens of vectors, each field's own wait for the browser takes most of the time. */
async function verifyWithin(fields: Record<string, string>) {
  await page.evaluate(async (given: Record<string, string>) => {
    const { document, Event, MutationObserver } = globalThis as any
    for (const [name, value] of Object.entries(given)) {
      const field = document.querySelector(`#playground [name=${name}]`)
      field.value = value
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    const answer = document.querySelector('#playground-answer')
    answer.textContent = ''
    const answered = new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => answer.textContent !== '' && resolve())
      observer.observe(answer, { childList: true, characterData: true, subtree: true })
    })
    document.querySelector('#playground [type=submit]').click()
    await answered
  }, fields)
  return shown()
}

const order = ['header', 'secret', 'body', 'time', 'signature']
const states = (failing: string | null) => {
  const from = failing === null ? order.length : order.indexOf(failing)
  return Object.fromEntries(order.map((s, i) => [s, i < from ? 'passed' : i === from ? 'failed' : 'not reached']))
}
const stepOf: Record<string, string> = {
  header_missing: 'header',
  header_repeated: 'header',
  header_malformed: 'header',
  header_other_scheme: 'header',
  secret_missing: 'secret',
  timestamp_too_old: 'time',
  timestamp_too_new: 'time',
  signature_mismatch: 'signature',
  secret_malformed: 'signature',
}

test('every vector that a page can hold is judged as the vectors say, and the failing step is named', async () => {
  const seen = new Set<string>()
  for (const { name, header, secrets, body_utf8, now, tolerance_seconds, ok, reason } of vectors) {
    // Fields of a page hold one secret on one line, and turn every line end into \n.
    if (body_utf8 === undefined || secrets.length > 1 || /[\r\n\0]/.test(`${secrets}${header}`) || /\r/.test(body_utf8))
      continue
    const { steps, failed, answer } = await verifyWithin({
      header: header ?? '',
      body: body_utf8,
      secret: secrets[0] ?? '',
      now: String(now),
      tolerance: String(tolerance_seconds),
    })
    expect([name, steps]).toEqual([name, states(ok ? null : stepOf[reason]!)])
    expect([name, failed]).toEqual([name, ok ? null : `failed: ${reason}`])
    if (ok) expect(answer).toStartWith('Verified. Signed 20')
    seen.add(reason ?? 'verified')
  }
  expect([...seen].sort()).toEqual(['verified', ...Object.keys(stepOf)].sort())
}, 120_000)

test('a case that is chosen fills the fields and is judged at once', async () => {
  const cases: string[] = await page.evaluate(
    "[...document.querySelectorAll('[name=case] option')].map((o) => o.value)",
  )
  expect(cases.toSorted()).toEqual(['verified', ...Object.keys(stepOf)].sort())
  for (const outcome of cases.toReversed()) {
    await page.evaluate("document.querySelector('#playground-answer').textContent = ''")
    await page.selectOption('[name=case]', outcome)
    await page.waitForFunction("document.querySelector('#playground-answer').textContent !== ''", null, atOnce)
    const { steps, failed } = await shown()
    expect(steps).toEqual(states(outcome === 'verified' ? null : stepOf[outcome]!))
    expect(failed).toBe(outcome === 'verified' ? null : `failed: ${outcome}`)
  }
}, 60_000)

test('a body signed in the page verifies, and fails once a space is added', async () => {
  await page.fill('[name=secret]', 'whsec_of_mine')
  await page.fill('[name=body]', '{"name":"Größe 38"}')
  await page.click('[data-act=sign]')
  await page.waitForFunction("document.querySelector('#playground-answer').dataset.ok === 'true'", null, atOnce)
  const { failed } = await verify({ body: '{"name":"Größe 38"} ' })
  expect(failed).toBe('failed: signature_mismatch')
}, 30_000)

test('a time that is not a number is reported, and no verdict is shown', async () => {
  const { steps, answer } = await verify({ now: 'soon' })
  expect(new Set(Object.values(steps))).toEqual(new Set(['waiting']))
  expect(answer).toBe('The time of receipt must be an integer, in unix seconds.')
}, 30_000)

test('nothing that was typed left the page', () => {
  expect(requestedUrls).toEqual([])
})
