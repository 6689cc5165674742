/** Samples of the docs with what a signed-in reader left in the app: the address and ids, never a key or a token. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type App, faultsOf, openApp } from './rig.ts'

let app: App

beforeAll(async () => {
  app = await openApp('own_samples_in_a_browser')
  await app.tenant.post('/api/v1/sandbox/seed')
})
afterAll(() => app.close())

const languages = ['TypeScript', 'Python', 'curl', 'JavaScript', 'Go', 'PHP', 'Ruby']

/** The samples of a page as text, by language. */
const samplesOf = async (page: any, path: string): Promise<Record<string, string>> => {
  await page.goto(app.service.base_url + path)
  await page.waitForLoadState('networkidle')
  return page.evaluate(
    "Object.fromEntries([...document.querySelectorAll('[data-samples] code[data-lang]')].map((code) => [code.dataset.lang, code.textContent]))",
  )
}

test('every language shows the address, the organisation and the record of the reader; keys and tokens stay placeholders', async () => {
  const { page, context, wrong } = await app.openPage()
  const [variant] = await app.database.sql<{ variant_id: string }[]>`
    select variant_id from variants where organization_id = ${app.tenant.organization_id} limit 1`
  const plain = await samplesOf(page, '/reference/session/update_variant')
  expect(await page.locator('[data-samples] .own').count()).toBe(0)
  expect(Object.keys(plain).toSorted()).toEqual(languages.toSorted())

  await app.signIn(page, await app.newPerson('viewer'))
  await page.getByRole('heading', { name: /^Open exceptions/ }).waitFor()
  const record = '/app/records/session/get_editable_variant'
  await page.goto(
    `${app.service.base_url}${record}?organization=${app.tenant.organization_id}&id=${variant!.variant_id}`,
  )
  await page.locator('main > dl').waitFor()
  const own = await samplesOf(page, '/reference/session/update_variant')
  for (const language of languages) {
    const sample = own[language]!
    expect([language, sample.includes(app.service.base_url)]).toEqual([language, true])
    expect([language, sample.includes(app.tenant.organization_id)]).toEqual([language, true])
    expect([language, sample.includes(variant!.variant_id)]).toEqual([language, true])
    expect([language, /USER_TOKEN/.test(sample), /BASE_URL|ORGANIZATION_ID/.test(sample)]).toEqual([
      language,
      true,
      false,
    ])
  }
  expect(await page.locator('[data-samples] .own').innerText()).toContain('of your organisation')
  const faults = await faultsOf(page, 'own_session_sample')
  const byKey = await samplesOf(page, '/reference/products/list_variants')
  for (const language of languages) expect([language, byKey[language]!.includes('API_KEY')]).toEqual([language, true])
  await page.locator('[data-samples] .own').waitFor()
  faults.push(...(await faultsOf(page, 'own_key_sample')))
  expect(faults).toEqual([])
  // The sample that is shown is the one that is copied, and it runs once the token is put in.
  const curl = own.curl!
  expect(curl).toContain(`"${app.service.base_url}/api/v1/catalogue/variants/${variant!.variant_id}"`)

  await page.goto(`${app.service.base_url}/app?organization=${app.tenant.organization_id}`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(/\/app\/sign-in$/)
  expect(await samplesOf(page, '/reference/session/update_variant')).toEqual(plain)
  expect(wrong).toEqual([])
  await context.close()
}, 60_000)

test('what stands in the storage of the browser becomes no markup and no code of a sample', async () => {
  const { page, context, wrong } = await app.openPage()
  const path = '/reference/session/update_variant'
  const plain = await samplesOf(page, path)
  for (const own of [
    'not JSON',
    JSON.stringify({ base_url: "https://x.example'; rm -rf ~ #", organization_id: 'a', ids: {} }),
    JSON.stringify({ base_url: 'https://x.example', organization_id: '<img src=x onerror=alert(1)>', ids: {} }),
  ]) {
    await page.evaluate(`localStorage.setItem('own', ${JSON.stringify(own)})`)
    expect(await samplesOf(page, path)).toEqual(plain)
  }
  expect(wrong).toEqual([])
  await context.close()
}, 60_000)
