/** Without a pointer: from the sign-in through the whole life of a key and of a webhook, with nothing but the keyboard. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { call } from '../../support/service/tenant.ts'
import { type App, openApp, password } from './rig.ts'

let app: App

beforeAll(async () => {
  app = await openApp('keyboard_in_a_browser')
})
afterAll(() => app.close())

const pressesMax = 120

/** Moves the focus with the tabulator until it is on the element, as a person without a pointer does. */
async function tabTo(page: any, target: any): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < pressesMax; presses++) {
    if (await target.evaluate((element: unknown) => element === (globalThis as any).document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the tabulator does not reach ${target}`)
}

const pressOn = async (page: any, target: any, key = 'Enter'): Promise<void> => {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

const type = async (page: any, target: any, text: string): Promise<void> => {
  await tabTo(page, target)
  await page.keyboard.type(text)
}

/** Until the focus is on the element with the text: a dialog gives it back once it has gone. */
const untilFocused = (page: any, text: string): Promise<void> =>
  page.locator('a:focus, button:focus, h1:focus').filter({ hasText: text }).waitFor()

const signIn = async (page: any, next: string): Promise<void> => {
  await page.goto(`${app.service.base_url}/app/sign-in?next=${next}`)
  await type(page, page.getByLabel('E-mail address'), await app.newPerson('admin'))
  await type(page, page.getByLabel('Password'), password)
  await page.keyboard.press('Enter')
}

const statusOf = async (api_key: string): Promise<number> =>
  (await call(app.service, 'GET', '/api/v1/inventory/table', { key: api_key })).status

test('a key is found, created, used, replaced and revoked with the keyboard alone', async () => {
  const { page, context, wrong } = await app.openPage()
  await signIn(page, '/app')
  await page.getByRole('heading', { name: /^Open exceptions/ }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('api keys')
  await page.getByRole('dialog').getByRole('link', { name: 'Developer: API keys' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/settings\/developer\/keys/)
  await page.getByRole('button', { name: 'Create a key' }).waitFor()

  // The first stop of a page leads past the ways to other screens.
  await page.keyboard.press('Tab')
  await untilFocused(page, 'Skip to the screen')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await untilFocused(page, 'Create a key')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await type(page, dialog.getByLabel('Name'), 'Warehouse sync')
  await pressOn(page, dialog.locator('input[value="inventory:read"]'), 'Space')
  await pressOn(page, dialog.getByRole('button', { name: 'Cancel' }))
  await dialog.waitFor({ state: 'detached' })
  await untilFocused(page, 'Create a key')
  await page.keyboard.press('Enter')
  await dialog.locator('input[value="inventory:read"]:checked').waitFor()
  // What was entered is kept as a draft; Enter in a field sends the form.
  await tabTo(page, dialog.getByLabel('Name'))
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Warehouse sync')
  await page.keyboard.press('Enter')
  const shown = page.getByRole('dialog', { name: 'Your new key' })
  const key = await shown.locator('.secret').innerText()
  const used = await statusOf(key)
  await pressOn(page, shown.getByRole('button', { name: 'I have stored it' }))
  await shown.waitFor({ state: 'detached' })
  await untilFocused(page, 'Create a key')

  const row = page.getByRole('row').filter({ hasText: 'Warehouse sync' })
  await pressOn(page, row.getByRole('button', { name: /^Replace/ }))
  await tabTo(page, dialog.getByLabel('Overlap in hours'))
  await page.keyboard.press('Control+a')
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await pressOn(page, shown.getByRole('button', { name: 'I have stored it' }))
  await shown.waitFor({ state: 'detached' })
  expect(await statusOf(key)).toBe(used)
  await pressOn(page, page.getByRole('button', { name: /^End the overlap/ }))
  await pressOn(page, dialog.getByRole('button', { name: 'End the overlap' }))
  await row.getByText('stopped').waitFor()
  expect(await statusOf(key)).toBe(401)
  await pressOn(page, row.getByRole('button', { name: /^Revoke/ }))
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await untilFocused(page, 'Revoke')
  await page.keyboard.press('Enter')
  await pressOn(page, dialog.getByRole('button', { name: 'Revoke the key' }))
  await row.getByText('revoked').waitFor()
  // The button that opened the dialog has gone with the key.
  await untilFocused(page, 'API keys')
  expect(wrong).toEqual([])
  await context.close()
}, 120_000)

test('a webhook is subscribed, tested, followed, sent again, deactivated and deleted with the keyboard alone', async () => {
  let status = 500
  const receiver = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('', { status }) })
  const { page, context, wrong } = await app.openPage()
  try {
    await signIn(page, '/app/settings/developer/webhooks')
    await pressOn(page, page.getByRole('button', { name: 'Subscribe to an event' }))
    const dialog = page.getByRole('dialog')
    const event = dialog.getByRole('combobox', { name: 'Event' })
    await type(page, event, 'movement.recorded')
    expect(await event.inputValue()).toBe('movement.recorded')
    await type(page, dialog.getByLabel('URL'), `http://127.0.0.1:${receiver.port}/hook`)
    await pressOn(page, dialog.getByRole('checkbox'), 'Space')
    await pressOn(page, dialog.getByRole('button', { name: 'Subscribe', exact: true }))
    const shown = page.getByRole('dialog', { name: 'The signing secret' })
    await pressOn(page, shown.getByRole('button', { name: 'I have stored it' }))
    const row = page.getByRole('row').filter({ hasText: 'movement.recorded' })
    await pressOn(page, row.getByRole('button', { name: /test/i }))
    await page.getByText('A test event is on its way').waitFor()

    await pressOn(page, row.getByRole('link', { name: 'Deliveries' }))
    await untilSeen(page, 'retrying')
    await pressOn(page, page.getByRole('button', { name: 'Show' }).first())
    await dialog.getByText('500').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    status = 204
    await pressOn(page, page.getByRole('button', { name: 'Send again' }).first())
    await untilSeen(page, 'delivered')

    await pressOn(page, page.getByRole('link', { name: 'All webhooks' }))
    await pressOn(page, row.getByRole('button', { name: /^Deactivate/ }))
    if ((await dialog.count()) > 0) await pressOn(page, dialog.getByRole('button', { name: /^Deactivate/ }))
    await row.getByRole('button', { name: /^Activate/ }).waitFor()
    await pressOn(page, row.getByRole('button', { name: /^Delete/ }))
    // The focus is kept in the dialog, and Escape leaves everything as it was.
    await dialog.waitFor()
    for (let presses = 0; presses < 6; presses++) await page.keyboard.press('Tab')
    expect(
      await page.evaluate(
        "document.activeElement === document.body || document.activeElement.closest('dialog') !== null",
      ),
    ).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await pressOn(page, row.getByRole('button', { name: /^Delete/ }))
    await pressOn(page, dialog.getByRole('button', { name: /^Delete/ }))
    await row.waitFor({ state: 'detached' })
    expect(wrong).toEqual([])
  } finally {
    await receiver.stop(true)
    await context.close()
  }
}, 120_000)

/** Refreshes the deliveries until one has the state. */
async function untilSeen(page: any, state: string): Promise<void> {
  for (let times = 0; times < 60; times++) {
    if ((await page.getByRole('row').filter({ hasText: state }).count()) > 0) return
    await pressOn(page, page.getByRole('button', { name: 'Refresh' }))
    await page.waitForTimeout(500)
  }
  throw new Error(`no delivery became ${state}`)
}
