/** Without a pointer: from the sign-in through the whole life of a webhook, with nothing but the keyboard. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
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

test('a webhook is subscribed, tested, followed, sent again, deactivated and deleted with the keyboard alone', async () => {
  let status = 500
  const receiver = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('', { status }) })
  const { page, context, wrong } = await app.openPage()
  try {
    await page.goto(`${app.service.base_url}/app/sign-in?next=/app/settings/developer/webhooks`)
    await type(page, page.getByLabel('E-mail address'), await app.newPerson('admin'))
    await type(page, page.getByLabel('Password'), password)
    await page.keyboard.press('Enter')
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
