/** A person's own sign-in, the requests of a key, and a sandbox, in a browser. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { call } from '../../support/service/tenant.ts'
import { codeOf } from '../../platform/sign_in/authenticator.ts'
import { type App, faultsOf, openApp, password } from './rig.ts'

let app: App

beforeAll(async () => {
  app = await openApp('account_in_a_browser')
})
afterAll(() => app.close())

const addressOf = (path: string, organization_id = app.tenant.organization_id) =>
  `${app.service.base_url}/app${path}?organization=${organization_id}`

test('a person sets up the second factor, changes the password and ends every session', async () => {
  const { page, context, wrong } = await app.openPage()
  const email = await app.newPerson('viewer')
  const elsewhere = await call(app.service, 'POST', '/auth/sign-in/email', {
    body: { email, password },
    headers: { 'X-Forwarded-For': '10.7.7.7' },
  })
  await app.signIn(page, email, '?next=/app/account')
  await page.getByRole('heading', { name: 'Second factor' }).waitFor()
  const faults = await faultsOf(page, 'account')
  await page.getByRole('button', { name: 'Set up the second factor' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password').fill('not the password')
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await dialog.getByRole('img', { name: 'The secret as a QR code' }).waitFor()
  const [secret, codes] = await dialog.locator('code.secret').allInnerTexts()
  await dialog.getByLabel('Code', { exact: true }).fill('000000')
  await dialog.getByRole('button', { name: 'Turn it on' }).click()
  expect(await dialog.getByRole('alert').innerText()).toContain('two_factor_failed')
  faults.push(...(await faultsOf(page, 'account_factor')))
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret!))
  await dialog.getByRole('button', { name: 'Turn it on' }).click()
  await page.getByText('The second factor is on.').waitFor()
  const other = await call(app.service, 'GET', '/auth/get-session', {
    headers: { Authorization: `Bearer ${elsewhere.body.token}` },
  })
  expect(other.body).toBeNull()

  await page.getByRole('button', { name: 'New recovery codes' }).click()
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Replace the recovery codes' }).click()
  await dialog.getByRole('button', { name: 'I have stored them' }).waitFor()
  expect(await dialog.locator('code.secret').innerText()).not.toBe(codes)
  await dialog.getByRole('button', { name: 'I have stored them' }).click()

  await page.getByLabel('Current password').fill(password)
  await page.getByLabel('New password').fill('short')
  await page.getByRole('button', { name: 'Change the password' }).click()
  expect(await page.getByRole('alert').innerText()).toContain('bad_request')
  await page.getByLabel('New password').fill('wide river quiet lantern')
  await page.getByRole('button', { name: 'Change the password' }).click()
  await page.getByText('Your password is changed.').waitFor()

  await page.getByRole('button', { name: 'End every session' }).click()
  await dialog.getByRole('button', { name: 'End every session' }).click()
  await page.waitForURL(/\/app\/sign-in$/)
  await page.goto(addressOf('/account'))
  await page.waitForURL(/\/app\/sign-in\?next=/)
  expect(faults).toEqual([])
  expect(wrong).toEqual([])
  await context.close()
}, 120_000)

test('the requests of a key are listed, and one is found by its id with its error and the page of it', async () => {
  const { tenant } = app
  const served = await tenant.get('/api/v1/variants/table?limit=1')
  const refused = await tenant.get('/api/v1/variants/table?limit=0')
  expect([served.status, refused.status]).toEqual([200, 400])
  const request_id = refused.headers.get('x-request-id')!
  const { page, context, wrong } = await app.openPage()
  await app.signIn(page, await app.newPerson('admin'), '?next=/app/settings/developer/keys')
  await page.getByRole('link', { name: 'Requests of test' }).click()
  // A request appears within about a second.
  for (let looks = 0; looks < 20 && (await page.getByText(request_id).count()) === 0; looks++) {
    await Bun.sleep(300)
    await page.reload()
    await page.getByText(/^The requests of the last 30 days/).waitFor()
    await page.getByRole('region', { name: 'Requests' }).or(page.getByText('made no request')).waitFor()
  }
  expect(await page.getByRole('rowheader').count()).toBe(2)
  const faults = await faultsOf(page, 'key_usage')
  await page.getByLabel('Request id').fill(request_id)
  await page.getByRole('button', { name: 'Find' }).click()
  await page.waitForURL(/request_id=/)
  await page.getByRole('rowheader').first().waitFor()
  expect(await page.getByRole('rowheader').allInnerTexts()).toEqual(['GET /api/v1/variants/table'])
  const link = page.getByRole('link', { name: 'bad_request' })
  expect(await link.getAttribute('href')).toBe('/api/guides/errors#bad_request')
  await page.getByLabel('Status').fill('200')
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByText('No request of this key is so.').waitFor()
  expect(faults).toEqual([])
  expect(wrong).toEqual([])
  await context.close()
}, 60_000)

test('an administrator creates a sandbox and fills it once; a viewer can do neither', async () => {
  const { sql } = app.database
  const live = await app.newOrganization()
  await sql`update organizations set sandbox = false where organization_id = ${live}`
  const { page, context, wrong } = await app.openPage()
  await app.signIn(page, await app.newPerson('admin', live))
  await page.getByRole('heading', { name: /^Open exceptions/ }).waitFor()
  await page.goto(addressOf('/settings/developer/sandbox', live))
  await page.getByRole('button', { name: 'Create a sandbox' }).click()
  await page.getByText('Test organisation sandbox is a sandbox.').waitFor()
  const made = new URL(page.url()).searchParams.get('organization')!
  expect(made).not.toBe(live)
  await page.getByRole('button', { name: 'Fill it with starter data' }).click()
  await page.getByText('Written: 3 products, 6 variants and 2 locations.').waitFor()
  await page.getByRole('button', { name: 'Fill it with starter data' }).click()
  await page.getByText('It has its starter data already').waitFor()
  const faults = await faultsOf(page, 'sandbox')
  const [counted] = await sql<{ variants: number }[]>`
    select count(*)::int as variants from variants where organization_id = ${made}`
  expect(counted).toEqual({ variants: 6 })
  expect(faults).toEqual([])
  expect(wrong).toEqual([])
  await context.close()

  const viewing = await app.openPage()
  await app.signIn(viewing.page, await app.newPerson('viewer', live))
  await viewing.page.getByRole('heading', { name: /^Open exceptions/ }).waitFor()
  await viewing.page.goto(addressOf('/settings/developer/sandbox', live))
  await viewing.page.getByText('An administrator can create one.').waitFor()
  await viewing.context.close()
}, 60_000)
