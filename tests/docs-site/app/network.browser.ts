/** Nothing is lost when the network fails: a write is done once however often it is sent, and what was entered outlives a reload. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { type App, openApp } from './rig.ts'

let app: App

beforeAll(async () => {
  app = await openApp('network_in_a_browser')
})
afterAll(() => app.close())

/** Cuts the connection of a write after the service has done it, as often as is said; the keys of the requests are noted. */
async function cutAfterwards(page: any, path: string, times: number): Promise<string[]> {
  const keys: string[] = []
  await page.route(`**/app/api/v1${path}`, async (route: any) => {
    const request = route.request()
    if (request.method() === 'GET') return route.continue()
    keys.push(request.headers()['idempotency-key'])
    if (keys.length > times) return route.continue()
    const answered = await route.fetch()
    expect(answered.ok()).toBe(true)
    return route.abort('connectionreset')
  })
  return keys
}

const isCut = (message: string): boolean => message.includes('ERR_CONNECTION_RESET')

test('a write whose response is lost is sent again under its key, and is done once', async () => {
  const { page, context, wrong } = await app.openPage()
  await app.signIn(page, await app.newPerson('admin'), '?next=/app/settings/developer/keys')
  await page.getByRole('button', { name: 'Create a key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Warehouse sync')
  await dialog.locator('input[value="inventory:read"]').check()
  const keys = await cutAfterwards(page, '/developer/keys', 1)
  await dialog.getByRole('button', { name: 'Create the key' }).click()
  const shown = page.getByRole('dialog', { name: 'Your new key' })
  await shown.waitFor()
  const api_key = await shown.locator('.secret').innerText()
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0]!)
  const { sql } = app.database
  const stored = await sql`
    select from api_keys where organization_id = ${app.tenant.organization_id} and label = 'Warehouse sync'`
  expect(stored).toHaveLength(1)
  // The secret of the first attempt is the one that works.
  const used = await fetch(`${app.service.base_url}/api/v1/inventory/table`, {
    headers: { Authorization: `Bearer ${api_key}` },
  })
  expect(used.status).not.toBe(401)

  // Another write has a key of its own, though it is equal.
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await page.getByRole('button', { name: 'Create a key' }).click()
  await dialog.getByLabel('Name').fill('Warehouse sync')
  await dialog.locator('input[value="inventory:read"]').check()
  await dialog.getByRole('button', { name: 'Create the key' }).click()
  await shown.waitFor()
  expect(keys[2]).not.toBe(keys[0]!)
  expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain(api_key)
  expect(wrong.filter((message) => !isCut(message))).toEqual([])
  await context.close()
}, 60_000)

test('after a long outage what was entered is still there, and the same write is done once', async () => {
  const { sql } = app.database
  const { organization_id } = app.tenant
  const exception_id = uuidv7()
  await sql`
    insert into exceptions (organization_id, exception_id, kind, severity, subject_type, subject_id, sentence, opened_at)
    values (${organization_id}, ${exception_id}, 'date_slip', 'warning', 'sales_order', ${uuidv7()}, 'It is late.', now())`
  const { page, context, wrong } = await app.openPage()
  await app.signIn(page, await app.newPerson('member'), '?next=/app/exceptions')
  await page.getByRole('button', { name: 'Resolve' }).click()
  await page.getByLabel('What was done').fill('The account agreed another date.')
  const keys = await cutAfterwards(page, `/exceptions/${exception_id}/resolve`, 3)
  await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click()
  await page.getByText('The service could not be reached.').waitFor()
  expect(keys).toHaveLength(3)
  const [resolved] = await sql`select resolved_at from exceptions where exception_id = ${exception_id}`
  expect(resolved!.resolved_at).not.toBeNull()
  await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click()
  await page.getByText('Nothing is open.').waitFor()
  expect(new Set(keys).size).toBe(1)
  expect(wrong.filter((message) => !isCut(message))).toEqual([])
  await context.close()
}, 60_000)

test('drafts outlive a reload without their secrets, and end with the write, the sign-out and another person', async () => {
  const { page, context, wrong } = await app.openPage()
  await app.signIn(page, await app.newPerson('admin'), '?next=/app/settings/connections')
  const dialog = page.getByRole('dialog')
  const openForm = () => page.getByRole('button', { name: 'Connect an accounting system' }).click()
  await openForm()
  await dialog.getByLabel('Name').fill('Books of the year')
  await dialog.getByLabel('Bearer token').fill('quiet-river')
  await page.reload()
  await openForm()
  await dialog.getByLabel('Name').waitFor()
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Books of the year')
  expect(await dialog.getByLabel('Bearer token').inputValue()).toBe('')
  expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('quiet-river')

  await page.goto(`${app.service.base_url}/app/settings/organization?organization=${app.tenant.organization_id}`)
  await page.getByLabel('Name', { exact: true }).fill('Another name')
  await page.reload()
  await page.getByLabel('Tax id').waitFor()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Another name')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  const drafts = (): Promise<string> =>
    page.evaluate("Object.keys(sessionStorage).filter((key) => key.startsWith('draft ')).join()")
  expect(await drafts()).not.toContain('organisation')
  expect(await drafts()).toContain('session.create_accounting_connection')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(/\/app\/sign-in$/)
  expect(await drafts()).toBe('')
  expect(wrong).toEqual([])
  await context.close()
}, 60_000)
