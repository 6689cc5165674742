/** Data in the app: exports of the organisation and of tables, and the files that were uploaded. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import { type App, faultsOf, openApp } from './rig.ts'

let app: App

beforeAll(async () => {
  app = await openApp('data_in_a_browser')
  await app.tenant.post('/api/v1/sandbox/seed')
})
afterAll(() => app.close())

const saved = async (page: any, press: () => Promise<void>): Promise<{ name: string; bytes: Uint8Array }> => {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
}

test('an administrator requests an export of the organisation, sees it become ready, and saves it', async () => {
  const { page, context, wrong } = await app.openPage()
  await app.signIn(page, await app.newPerson('admin'), '?next=/app/data/exports')
  await page.getByRole('button', { name: 'Export the organisation' }).click()
  const region = page.getByRole('region', { name: 'Exports of the organisation' })
  await region.getByText('ready').waitFor({ timeout: 60_000 })
  const faults = await faultsOf(page, 'exports')
  const whole = await saved(page, () => region.getByRole('button', { name: 'Save the file' }).click())
  expect(whole.name).toMatch(/^organization-export-.*\.tar\.gz$/)
  expect(new TextDecoder().decode(gunzipSync(whole.bytes)).includes('manifest')).toBe(true)

  const table = await saved(page, () => page.getByRole('button', { name: 'Save as CSV: Inventory' }).click())
  const { body } = await app.tenant.get('/api/v1/inventory/table?limit=1')
  expect(new TextDecoder().decode(table.bytes)).toContain(body.data.rows[0].sku)
  expect(faults).toEqual([])
  expect(wrong).toEqual([])
  await context.close()
}, 120_000)

test('uploads are listed with the space that they take, and deleted', async () => {
  const { page, context, wrong } = await app.openPage()
  await app.signIn(page, await app.newPerson('member'), '?next=/app/data/imports')
  const file = {
    name: 'caps <b>.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('sku,title,handle,price\nC-1,Cap,CAP,1\n'),
  }
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await page.getByRole('button', { name: 'Read the file' }).click()
  await page.getByRole('heading', { name: 'caps <b>.csv' }).waitFor()
  await page.getByRole('link', { name: 'Uploads' }).click()
  await page.getByRole('row').filter({ hasText: 'caps <b>.csv' }).waitFor()
  const faults = await faultsOf(page, 'uploads')
  await page.getByRole('button', { name: 'Delete caps <b>.csv' }).click()
  await page.getByRole('button', { name: 'Delete the file' }).click()
  await page.getByText('No file is kept.').waitFor()
  expect(faults).toEqual([])
  expect(wrong).toEqual([])
  await context.close()
}, 60_000)

test('a viewer saves tables, but exports no organisation and deletes no file', async () => {
  const { page, context, wrong } = await app.openPage()
  await app.signIn(page, await app.newPerson('viewer'), '?next=/app/data/exports')
  await page.getByText('Administrators request it.').waitFor()
  expect(await page.getByRole('button', { name: 'Export the organisation' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Save as CSV: Inventory' }).waitFor()
  await page.getByRole('link', { name: 'Uploads' }).click()
  await page.getByText('are used').waitFor()
  expect(await page.locator('main').getByRole('button').count()).toBe(0)
  expect(wrong).toEqual([])
  await context.close()
}, 60_000)
