/** The app where things are not as usual: a viewer on every screen, long names, another zone and currency, a session that has ended. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { type App, openApp, password } from './rig.ts'

let app: App

beforeAll(async () => {
  app = await openApp('circumstances_in_a_browser')
  await app.tenant.post('/api/v1/sandbox/seed')
})
afterAll(() => app.close())

const addressOf = (path: string) =>
  `${app.service.base_url}/app${path}${path.includes('?') ? '&' : '?'}organization=${app.tenant.organization_id}`

const screens = [
  '',
  '/exceptions',
  '/orders/sales',
  '/orders/purchases',
  '/orders/returns',
  '/stock/counts',
  '/stock/adjustments',
  '/data/imports',
  '/data/exports',
  '/data/uploads',
  '/lists',
  '/lists/suppliers/list',
  '/settings/organization',
  '/settings/members',
  '/settings/connections',
  '/settings/schedules',
  '/settings/developer/keys',
  '/settings/developer/webhooks',
  '/settings/developer/sandbox',
]
/** Buttons that only read. */
const reading = /^(Search|Filters|Columns|Show|Save as CSV|Refresh|.* [↕↑↓])$/

test('a viewer finds a button that writes on no screen, and no screen is empty', async () => {
  const { page, context, wrong } = await app.openPage()
  await app.signIn(page, await app.newPerson('viewer'))
  await page.locator('#home-exceptions').waitFor()
  const found: string[] = []
  for (const path of screens) {
    await page.goto(addressOf(path))
    await page.waitForLoadState('networkidle')
    const buttons: string[] = await page.locator('main button:visible').allInnerTexts()
    found.push(...buttons.filter((text) => !reading.test(text.trim())).map((text) => `${path}: ${text}`))
    const text: string = await page.locator('main').innerText()
    if (text.split('\n').filter((line) => line.trim() !== '').length < 2) found.push(`${path} is empty`)
  }
  expect(found).toEqual([])
  expect(wrong).toEqual([])
  await context.close()
}, 120_000)

test('names without an end widen no page of a phone, and stay whole', async () => {
  const { sql } = app.database
  const name = 'W'.repeat(120)
  const [supplier] = await sql<{ supplier_id: string }[]>`
    update suppliers set name = ${name} where organization_id = ${app.tenant.organization_id}
      and supplier_id = (select supplier_id from suppliers where organization_id = ${app.tenant.organization_id} limit 1)
    returning supplier_id`
  const { page, context, wrong } = await app.openPage()
  await page.setViewportSize({ width: 360, height: 740 })
  await app.signIn(page, await app.newPerson('member'))
  await page.locator('#home-exceptions').waitFor()
  for (const path of ['/lists/suppliers/list', `/records/suppliers/get?id=${supplier!.supplier_id}`]) {
    await page.goto(addressOf(path))
    await page.getByText(name).first().waitFor()
    expect([path, await page.evaluate('document.documentElement.scrollWidth <= innerWidth')]).toEqual([path, true])
  }
  expect(await page.title()).toStartWith(name)
  expect(wrong).toEqual([])
  await context.close()
}, 60_000)

test('times are those of the organisation’s zone, and amounts of its currency', async () => {
  const { sql } = app.database
  const { organization_id } = app.tenant
  await sql`update organizations set time_zone = 'Pacific/Auckland', currency = 'JPY' where organization_id = ${organization_id}`
  const exception_id = uuidv7()
  // In Auckland it is 07:05 of the next day.
  await sql`
    insert into exceptions (organization_id, exception_id, kind, severity, subject_type, subject_id, sentence, opened_at)
    values (${organization_id}, ${exception_id}, 'date_slip', 'warning', 'sales_order', ${uuidv7()}, 'It is late.', '2026-06-14T19:05:00Z')`
  const { page, context, wrong } = await app.openPage()
  await app.signIn(page, await app.newPerson('member'), '?next=/app/exceptions')
  await page.getByText('It is late.').waitFor()
  expect(await page.locator('main time').first().innerText()).toMatch(/Jun 15, 2026, 7:05\sAM/)
  const [variant] = await sql<{ variant_id: string }[]>`
    update variants set price_cents = 750000 where organization_id = ${organization_id}
      and variant_id = (select variant_id from variants where organization_id = ${organization_id} limit 1)
    returning variant_id`
  await page.goto(addressOf(`/records/session/get_editable_variant?id=${variant!.variant_id}`))
  await page.getByText('¥7,500').first().waitFor()
  expect(wrong).toEqual([])
  await context.close()
}, 60_000)

test('a session that ended leads to the sign-in and back to the same page, with what was entered', async () => {
  const { page, context, wrong } = await app.openPage()
  const email = await app.newPerson('member')
  await app.signIn(page, email, `?next=${encodeURIComponent('/app/lists/suppliers/list')}`)
  const begin = () => page.getByRole('button', { name: 'Create suppliers' }).click()
  await begin()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').first().fill('Entered before')
  await app.database.sql`delete from session`
  await dialog.getByRole('button', { name: 'Create suppliers' }).click()
  await page.waitForURL(/\/app\/sign-in\?next=/)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/app\/lists\/suppliers\/list\?organization=/)
  await begin()
  expect(await dialog.getByLabel('Name').first().inputValue()).toBe('Entered before')
  await page.goBack()
  // The way back does not lead to the sign-in of somebody who is signed in.
  await page.waitForTimeout(500)
  expect(page.url()).not.toContain('/app/sign-in?next=%2Fapp%2Flists')
  expect(wrong).toEqual([])
  await context.close()
}, 60_000)
