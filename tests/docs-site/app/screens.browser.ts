/** The app in a browser: sign-in with a second factor, keys, webhooks, exceptions, as administrator and as viewer. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { randomInt } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { call, newTenant } from '../../support/service/tenant.ts'
import { codeOf } from '../../platform/sign_in/authenticator.ts'
import { type App, faultsOf, hostile, openApp, password } from './rig.ts'

let app: App

beforeAll(async () => {
  app = await openApp('app_in_a_browser')
})
afterAll(() => app.close())

test('a person signs in with a second factor and comes to the page that was asked for; no script reads a token', async () => {
  const { service, newPerson, openPage } = app
  const email = await newPerson('admin')
  const { body: first } = await call(service, 'POST', '/auth/sign-in/email', { body: { email, password } })
  const headers = { Authorization: `Bearer ${first.token}`, 'X-Forwarded-For': `10.1.1.${randomInt(256)}` }
  const { body: set } = await call(service, 'POST', '/auth/two-factor/enable', { body: { password }, headers })
  const secret = new URL(set.totpURI).searchParams.get('secret')!
  await call(service, 'POST', '/auth/two-factor/confirm', { body: { code: codeOf(secret) }, headers })

  const { page, context, wrong } = await openPage()
  await page.goto(`${service.base_url}/app/exceptions`)
  await page.waitForURL(/\/app\/sign-in\?next=/)
  const faults = await faultsOf(page, 'sign_in')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  expect(await page.getByRole('alert').innerText()).toContain('sign_in_failed')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Enter the code' }).waitFor()
  faults.push(...(await faultsOf(page, 'code')))
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Sign in' }).click()
  expect(await page.getByRole('alert').innerText()).toContain('two_factor_failed')
  const code = codeOf(secret, 1)
  await page.getByLabel('Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/app\/exceptions\?organization=/)
  await page.getByRole('heading', { name: 'Exceptions' }).waitFor()
  await page.getByText('Nothing is open.').waitFor()
  expect(await page.evaluate('document.cookie')).toBe('')
  expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).not.toMatch(/token|session/)
  const session = (await context.cookies()).find(({ name }: any) => name === 'app_session')
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(/\/app\/sign-in$/)
  await page.goto(`${service.base_url}/app`)
  await page.waitForURL(/\/app\/sign-in\?next=/)
  expect(faults).toEqual([])
  expect(wrong).toEqual([])
  await context.close()
}, 120_000)

test('links of sign-in mail set a new password and accept an invitation', async () => {
  const { service, tenant, newPerson, openPage } = app
  const email = await newPerson('admin')
  const { page, context, wrong } = await openPage()
  await page.goto(`${service.base_url}/app/sign-in`)
  await page.getByRole('button', { name: 'I have forgotten my password' }).click()
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Send the mail' }).click()
  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
  await page.goto(`${service.base_url}/app/reset-password#token=rst_unknown`)
  await page.getByLabel('New password').fill('wide river quiet lantern')
  expect(page.url()).not.toContain('rst_unknown')
  const faults = await faultsOf(page, 'reset')
  await page.getByRole('button', { name: 'Set the password' }).click()
  expect(await page.getByRole('alert').innerText()).toContain('reset_token_invalid')
  expect(await page.getByLabel('Code from the mail').inputValue()).toBe('rst_unknown')

  const { body: signedIn } = await call(service, 'POST', '/auth/sign-in/email', {
    body: { email, password },
    headers: { 'X-Forwarded-For': `10.2.2.${randomInt(256)}` },
  })
  const headers = { Authorization: `Bearer ${signedIn.token}`, 'X-Organization-ID': tenant.organization_id }
  const invited = await newPerson(null)
  const invitations = `/api/v1/organizations/${tenant.organization_id}/invitations`
  const { body: invitation } = await call(service, 'POST', invitations, {
    body: { email: invited, role: 'member' },
    headers,
  })
  const mail = await call(service, 'GET', `${invitations}/${invitation.data.invitation_id}/mail`, { headers })
  const token = /inv_[\w-]+/.exec(mail.body.data.text)![0]
  await page.goto(`${service.base_url}/app/accept-invitation#token=${token}`)
  await page.getByLabel('Your name').fill(hostile)
  expect(page.url()).not.toContain(token)
  faults.push(...(await faultsOf(page, 'invitation')))
  await page.getByRole('link', { name: 'Sign in first' }).click()
  await page.getByLabel('E-mail address').fill(invited)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/app\/accept-invitation$/)
  await page.getByRole('button', { name: `Accept as ${invited}` }).click()
  await page.getByRole('heading', { name: /^Open exceptions/ }).waitFor()
  expect(await page.evaluate("sessionStorage.getItem('invitation')")).toBeNull()
  expect(faults).toEqual([])
  expect(wrong).toEqual([])
  await context.close()
}, 120_000)

test('the sign-in leads to no other site', async () => {
  const { service, newPerson, openPage, signIn } = app
  const email = await newPerson('viewer')
  for (const next of [
    '//evil.example',
    'https://evil.example',
    '/app//evil.example',
    '/app\\@evil.example',
    '/app.evil.example',
    '/application',
  ]) {
    const { page, context } = await openPage()
    await signIn(page, email, `?next=${encodeURIComponent(next)}`)
    await page.waitForURL(/\/app\?organization=/)
    expect(new URL(page.url()).origin).toBe(service.base_url)
    await context.close()
  }
}, 120_000)

test('an administrator creates a key, uses, replaces and revokes it', async () => {
  const { service, newPerson, openPage, signIn } = app
  const { page, context, wrong } = await openPage()
  await signIn(page, await newPerson('admin'), '?next=/app/settings/developer/keys')
  await page.getByRole('button', { name: 'Create a key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox').first().waitFor()
  const faults = await faultsOf(page, 'create_key')
  await dialog.getByLabel('Name').fill(hostile)
  await dialog.getByRole('button', { name: 'Create the key' }).click()
  // Without a scope the service refuses, and what was entered stays.
  expect(await dialog.getByRole('alert').innerText()).toContain('bad_request')
  expect(await dialog.getByLabel('Name').inputValue()).toBe(hostile)
  await dialog.locator('input[value="inventory:read"]').check()
  await dialog.getByRole('button', { name: 'Create the key' }).click()
  const shown = page.getByRole('dialog', { name: 'Your new key' })
  await shown.waitFor()
  faults.push(...(await faultsOf(page, 'shown_key')))
  const key = await shown.locator('.secret').innerText()
  await page.keyboard.press('Escape')
  const use = async (api_key: string) =>
    (await call(service, 'GET', '/api/v1/inventory/table', { key: api_key })).status
  const used = await use(key)
  expect(await page.content()).not.toContain(key)
  expect(await page.title()).toStartWith('API keys')
  const row = page.getByRole('row').filter({ hasText: hostile })
  faults.push(...(await faultsOf(page, 'keys')))

  await row.getByRole('button', { name: 'Replace' }).click()
  await page.getByLabel('Overlap in hours').fill('1')
  await page.getByRole('button', { name: 'Create the new key' }).click()
  await page.getByRole('dialog', { name: 'Your new key' }).waitFor()
  await page.getByRole('button', { name: 'I have stored it' }).click()
  expect(await use(key)).toBe(used)
  await page.getByRole('button', { name: 'End the overlap' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click()
  expect(await use(key)).toBe(used)
  await page.getByRole('button', { name: 'End the overlap' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End the overlap' }).click()
  await row.getByText('stopped').waitFor()
  expect(await use(key)).toBe(401)
  await page.getByRole('button', { name: /^Revoke <img/ }).click()
  faults.push(...(await faultsOf(page, 'revoke_key')))
  await page.getByRole('button', { name: 'Revoke the key' }).click()
  await row.getByText('revoked').waitFor()
  expect(await page.title()).toStartWith('API keys')
  expect(faults).toEqual([])
  expect(wrong).toEqual([])
  await context.close()
}, 120_000)

test('a webhook whose receiver fails is seen, and its delivery is sent again', async () => {
  const { newPerson, openPage, signIn } = app
  let status = 500
  const receiver = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(hostile, { status }) })
  const { page, context, wrong } = await openPage()
  try {
    await signIn(page, await newPerson('admin'), '?next=/app/settings/developer/webhooks')
    await page.getByRole('button', { name: 'Subscribe to an event' }).click()
    await page.getByRole('combobox', { name: 'Event' }).selectOption('movement.recorded')
    await page.getByLabel('URL').fill(`http://127.0.0.1:${receiver.port}/hook`)
    const faults = await faultsOf(page, 'subscribe')
    await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
    const shown = page.getByRole('dialog', { name: 'The signing secret' })
    await shown.waitFor()
    expect(await shown.locator('.secret').innerText()).toStartWith('whsec_')
    await page.getByRole('button', { name: 'I have stored it' }).click()
    const row = page.getByRole('row').filter({ hasText: 'movement.recorded' })
    await row.getByText('not sent yet').waitFor()
    await row.getByRole('button', { name: 'New secret' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make a new secret' }).click()
    await shown.waitFor()
    expect(await shown.locator('.secret').innerText()).toStartWith('whsec_')
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await row.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText('A test event is on its way').waitFor()
    faults.push(...(await faultsOf(page, 'webhooks')))
    await row.getByRole('link', { name: 'Deliveries' }).click()
    await untilSeen(page, 'retrying')
    await page.getByRole('button', { name: 'Show' }).first().click()
    await page.getByRole('dialog').getByText('500').waitFor()
    expect(await page.getByRole('dialog').innerText()).toContain(hostile)
    faults.push(...(await faultsOf(page, 'delivery')))
    await page.getByRole('button', { name: 'Close' }).click()
    status = 204
    await page.getByRole('button', { name: 'Send again' }).first().click()
    await untilSeen(page, 'delivered')
    faults.push(...(await faultsOf(page, 'deliveries')))
    expect(faults).toEqual([])
    expect(wrong).toEqual([])
  } finally {
    await receiver.stop(true)
    await context.close()
  }
}, 120_000)

/** Refreshes the deliveries until one has the state. */
async function untilSeen(page: any, state: string) {
  for (let times = 0; times < 60; times++) {
    if ((await page.getByRole('row').filter({ hasText: state }).count()) > 0) return
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.waitForTimeout(500)
  }
  throw new Error(`no delivery became ${state}`)
}

test('an open exception is counted on the first page and resolved with a sentence', async () => {
  const { database, tenant, newPerson, openPage, signIn } = app
  const { organization_id } = tenant
  await database.sql`
    insert into exceptions (organization_id, exception_id, kind, severity, subject_type, subject_id, sentence, opened_at)
    values (${organization_id}, ${uuidv7()}, 'payment_not_read', 'warning', 'variant', ${uuidv7()}, ${hostile}, now())`
  const { page, context, wrong } = await openPage()
  await signIn(page, await newPerson('member'))
  await page.getByRole('heading', { name: 'Open exceptions: 1' }).waitFor()
  const faults = await faultsOf(page, 'home')
  await page.getByRole('link', { name: 'payment not read' }).click()
  await page.getByText('Only “payment not read”').waitFor()
  await page.getByRole('button', { name: 'Resolve' }).waitFor()
  faults.push(...(await faultsOf(page, 'exceptions')))
  await page.getByRole('button', { name: 'Resolve' }).click()
  await page.getByLabel('What was done').fill('The invoice was found.')
  await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click()
  await page.getByText('Nothing is open.').waitFor()
  await page.getByRole('link', { name: 'Resolved' }).click()
  await page.getByText('The invoice was found.').waitFor()
  expect(await page.title()).not.toBe('taken')
  expect(faults).toEqual([])
  expect(wrong).toEqual([])
  await context.close()
}, 120_000)

test('a person of several organisations chooses one, and what the address states stays', async () => {
  const { service, tenant, newPerson, openPage, signIn, database } = app
  const email = await newPerson('member')
  const other = await newTenant({ service })
  await database.sql`
    insert into memberships (organization_id, user_id, role)
    select ${other.organization_id}, id, 'member' from "user" where email = ${email}`
  const { page, context, wrong } = await openPage()
  await signIn(page, email, `?next=${encodeURIComponent('/app/exceptions?is_open=false')}`)
  await page.getByText('Choose an organisation above.').waitFor()
  await page.getByLabel('Organisation').selectOption(other.organization_id)
  await page.getByText('Nothing has been resolved yet.').waitFor()
  expect(new URL(page.url()).searchParams.get('organization')).toBe(other.organization_id)
  await page.getByLabel('Organisation').selectOption(tenant.organization_id)
  await page.waitForURL((url: URL) => url.search === `?organization=${tenant.organization_id}`)
  expect(wrong).toEqual([])
  await context.close()
}, 120_000)

test('a viewer sees no action, and nobody sees another organisation', async () => {
  const { service, tenant, newPerson, openPage, signIn } = app
  const { page, context, wrong } = await openPage()
  await signIn(page, await newPerson('viewer'))
  await page.getByRole('heading', { name: /^Open exceptions/ }).waitFor()
  expect(await page.getByRole('heading', { name: /^Keys that expire/ }).count()).toBe(0)
  for (const path of ['exceptions', 'settings/developer/webhooks', 'settings/developer/keys']) {
    await page.goto(`${service.base_url}/app/${path}?organization=${tenant.organization_id}`)
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    await page.waitForTimeout(500)
    const buttons: string[] = await page.getByRole('main').getByRole('button').allInnerTexts()
    expect([path, buttons]).toEqual([path, []])
  }
  expect(await page.getByRole('alert').innerText()).toContain('admin_required')
  const other = (await newTenant({ service })).organization_id
  await page.goto(`${service.base_url}/app/exceptions?organization=${other}`)
  await page.getByText('You do not belong to the organisation of this address.').waitFor()
  expect(wrong).toEqual([])
  await context.close()
}, 120_000)

test('every page of the app has a policy without inline or foreign code', async () => {
  const { service } = app
  for (const path of [
    '',
    '/sign-in',
    '/reset-password',
    '/accept-invitation',
    '/exceptions',
    '/settings/developer/keys',
    '/settings/developer/webhooks',
  ]) {
    const { headers } = await fetch(`${service.base_url}/app${path}`)
    const policy = headers.get('content-security-policy') ?? ''
    expect([path, policy]).toEqual([path, expect.stringContaining("default-src 'self'")])
    expect(policy).not.toMatch(/'unsafe-(inline|eval)'|https?:|\*/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("connect-src 'self'")
  }
})
