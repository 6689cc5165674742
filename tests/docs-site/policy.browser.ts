/** The pages of the built site under the policy that each is sent with: nothing on them is held back by it. */
import { afterAll, expect, test } from 'bun:test'
import { violationsOf } from '../support/violations.ts'
import { largestOfEachTemplate, serveSite } from './built_site.ts'

const site = serveSite()
afterAll(() => site.stop())

test('a page of each template, its buttons and the search work without a violation of its policy', async () => {
  const found: string[] = []
  const { page } = await site.open('/')
  const violations = violationsOf(page)
  for (const path of [...largestOfEachTemplate(), '/webhooks/playground', '/there-is-no-such-page']) {
    const answer = await page.goto(site.base_url + path, { waitUntil: 'load' })
    const policy = (await answer.allHeaders())['content-security-policy'] as string
    if (!path.startsWith('/console')) expect([path, /'unsafe-(inline|eval)'/.test(policy)]).toEqual([path, false])
    for (const theme of ['dark', 'light']) await page.emulateMedia({ colorScheme: theme })
    for (const button of (await page.$$('main .copy button, main [role="tab"]')).slice(0, 3))
      await button.click({ timeout: 2_000 }).catch(() => {})
    found.push(...violations.splice(0).map((text) => `${path}: ${text}`))
  }
  await page.goto(`${site.base_url}/`, { waitUntil: 'load' })
  await page.click('button[data-open-modal]')
  await page.waitForSelector('.pagefind-ui__search-input, input[type="search"], input[type="text"]')
  await page.keyboard.type('idempotency')
  await page.waitForSelector('.pagefind-ui__result', { timeout: 20_000 })
  found.push(...violations.map((text) => `search: ${text}`))
  expect(found).toEqual([])
}, 180_000)
