/** Settings of the app: the organisation, its people and invitations, as administrator and as viewer. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type App, faultsOf, openApp } from './rig.ts'

let app: App

beforeAll(async () => {
  app = await openApp('settings_in_a_browser')
})
afterAll(() => app.close())

const stored = async () => {
  const [row] = await app.database.sql`
    select name, time_zone, allocation_horizon_days, require_two_factor from organizations
    where organization_id = ${app.tenant.organization_id}`
  return { ...row }
}

const addressOf = (path: string) =>
  `${app.service.base_url}/app/settings/${path}?organization=${app.tenant.organization_id}`

test('an administrator changes what was entered and nothing else; a refused entry stays and is explained', async () => {
  const { page, context, wrong } = await app.openPage()
  await app.signIn(page, await app.newPerson('admin'), '?next=/app/settings/organization')
  await page.getByLabel('Name').waitFor()
  const faults = await faultsOf(page, 'organization')
  const before = await stored()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Nothing was changed.').waitFor()
  expect(await stored()).toEqual(before)
  await page.getByLabel('Time zone').selectOption('Europe/Lisbon')
  await page.getByLabel('Allocation horizon in days').fill('45')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  expect(await stored()).toEqual({ ...before, time_zone: 'Europe/Lisbon', allocation_horizon_days: 45 })
  await page.getByLabel('Allocation horizon in days').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  expect(await stored()).toEqual({ ...before, time_zone: 'Europe/Lisbon', allocation_horizon_days: null })
  await page.getByLabel('GS1 company prefix').fill('12')
  await page.getByRole('button', { name: 'Save' }).click()
  expect(await page.getByRole('alert').innerText()).toContain('bad_request')
  expect(await page.getByLabel('GS1 company prefix').inputValue()).toBe('12')
  expect(faults).toEqual([])
  expect(wrong).toEqual([])
  await context.close()
}, 120_000)

test('people are invited, change their role and are removed; the last administrator stays', async () => {
  const { page, context, wrong } = await app.openPage()
  const { sql } = app.database
  const { organization_id } = app.tenant
  await sql`delete from memberships where organization_id = ${organization_id}`
  const [own, other] = [await app.newPerson('admin'), await app.newPerson('viewer')]
  const roleOf = async (email: string) => {
    const [row] = await sql<{ role: string }[]>`
      select role from memberships m join "user" u on u.id = m.user_id
      where organization_id = ${organization_id} and u.email = ${email}`
    return row?.role ?? null
  }
  await app.signIn(page, own, '?next=/app/settings/members')
  const rowOf = (email: string) => page.getByRole('row').filter({ hasText: email })
  await rowOf(other).waitFor()
  const faults = await faultsOf(page, 'members')
  await rowOf(other).getByRole('combobox').selectOption('member')
  await until(async () => (await roleOf(other)) === 'member')
  await rowOf(own).getByRole('combobox').selectOption('viewer')
  await page.getByRole('alert').waitFor()
  expect(await rowOf(own).getByRole('combobox').inputValue()).toBe('admin')
  expect(await roleOf(own)).toBe('admin')

  await page.getByRole('button', { name: 'Invite a person' }).click()
  await page.getByLabel('E-mail address').fill('ines@shop.example')
  await page.getByRole('radio', { name: /^member/ }).check()
  faults.push(...(await faultsOf(page, 'invite')))
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await page.getByText('ines@shop.example, as member').waitFor()
  await page.getByRole('button', { name: 'Show the mail' }).click()
  await page.getByRole('dialog').getByText(/inv_/).waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Withdraw the invitation of ines@shop.example' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw the invitation' }).click()
  await page.getByText('ines@shop.example, as member').waitFor({ state: 'detached' })

  await rowOf(other).getByRole('button').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click()
  expect(await roleOf(other)).toBe('member')
  await rowOf(other).getByRole('button').click()
  await page.getByRole('button', { name: 'Remove the person' }).click()
  await rowOf(other).waitFor({ state: 'detached' })
  expect(await roleOf(other)).toBeNull()
  expect(faults).toEqual([])
  expect(wrong).toEqual([])
  await context.close()
}, 120_000)

async function until(isTrue: () => Promise<boolean>) {
  for (let times = 0; times < 100; times++) {
    if (await isTrue()) return
    await Bun.sleep(100)
  }
  throw new Error('it did not become true within ten seconds')
}

test('a viewer sees settings and people, and can change neither', async () => {
  const { page, context, wrong } = await app.openPage()
  await app.signIn(page, await app.newPerson('viewer'))
  await page.getByRole('heading', { name: /^Open exceptions/ }).waitFor()
  await page.goto(addressOf('organization'))
  await page.getByLabel('Name').waitFor()
  expect(await page.getByLabel('Name').isDisabled()).toBe(true)
  expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
  await page.goto(addressOf('members'))
  await page.getByRole('table').waitFor()
  expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
  expect(await page.getByRole('main').getByRole('combobox').count()).toBe(0)
  expect(wrong).toEqual([])
  await context.close()
}, 120_000)
