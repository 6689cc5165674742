/** The wizard of imports in a browser: a dropped file, its columns, its questions, what would change, the run and its undo. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type App, faultsOf, hostile, openApp } from './rig.ts'

let app: App

beforeAll(async () => {
  app = await openApp('imports_in_a_browser')
})
afterAll(() => app.close())

const variants = async () => {
  const rows = await app.database.sql<{ sku: string }[]>`
    select sku from variants where organization_id = ${app.tenant.organization_id} order by sku`
  return rows.map(({ sku }) => sku)
}

const file = (text: string, name = 'goods.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const goods = `Artikel,Bezeichnung,Style,Preis\nTEE-1,Tee,TEE,"1,234"\nTEE-2,"${hostile.replaceAll('"', '""')}",TEE-B,"2,345"\n`

const choose = async (page: any, content: { name: string; mimeType: string; buffer: Buffer }) => {
  await page.getByLabel('File', { exact: true }).setInputFiles(content)
  await page.getByLabel('Records', { exact: true }).selectOption('products')
  await page.getByRole('button', { name: 'Read the file' }).click()
}

test('a file is read, mapped, asked about, previewed, written and undone', async () => {
  const { page, context, wrong } = await app.openPage()
  await app.signIn(page, await app.newPerson('member'), '?next=/app/data/imports')
  await page.getByText('No file has been imported yet.').waitFor()
  const faults = await faultsOf(page, 'imports_empty')
  await choose(page, file(goods))
  await page.getByRole('heading', { name: 'What the columns are' }).waitFor()
  await page.getByLabel('Field of the column Artikel').selectOption('sku')
  await page.getByLabel('Field of the column Bezeichnung').selectOption('title')
  await page.getByLabel('Field of the column Style').selectOption('handle')
  await page.getByLabel('Field of the column Preis').selectOption('price')
  faults.push(...(await faultsOf(page, 'imports_mapping')))
  await page.getByLabel('Save as a profile').fill('Goods of the season')
  await page.getByRole('button', { name: 'Confirm, and show what would change' }).click()

  await page.getByRole('heading', { name: 'How is this to be read?' }).waitFor()
  faults.push(...(await faultsOf(page, 'imports_question')))
  await page.getByLabel('point').check()
  await page.getByRole('button', { name: 'Answer, and show what would change' }).click()
  await page.getByText('What would change').waitFor()
  expect(await variants()).toEqual([])
  await page.getByText(/created \(2 rows\)/).click()
  faults.push(...(await faultsOf(page, 'imports_preview')))
  expect(await page.title()).not.toBe('taken')
  const address = page.url()
  await page.reload()
  await page.getByRole('button', { name: 'Write 2 records' }).click()
  await page.getByRole('heading', { name: 'Written' }).waitFor()
  await page.getByText('completed').waitFor()
  faults.push(...(await faultsOf(page, 'imports_written')))
  expect(await variants()).toEqual(['TEE-1', 'TEE-2'])

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save the report of every row' }).click()
  expect((await saving).suggestedFilename()).toEndWith('.csv')

  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByRole('button', { name: 'Undo the import' }).click()
  await page.getByRole('heading', { name: 'Undone' }).waitFor()
  faults.push(...(await faultsOf(page, 'imports_undone')))
  expect(await variants()).toEqual([])

  // The profile recognises the file, so that nothing is asked but what would change.
  await page.getByRole('link', { name: 'All imports' }).click()
  await page.getByRole('heading', { name: 'Saved profiles' }).waitFor()
  faults.push(...(await faultsOf(page, 'imports_list')))
  await choose(page, file(goods, 'again.csv'))
  await page.getByRole('button', { name: 'Show what would change' }).waitFor()
  expect(page.url()).not.toBe(address)
  await page.goto(`${app.service.base_url}/app?organization=${app.tenant.organization_id}`)
  await page.getByRole('heading', { name: 'Imports that wait: 1' }).waitFor()
  await page.getByRole('link', { name: 'again.csv' }).click()
  await page.getByRole('button', { name: 'Cancel the import' }).click()
  await page.getByText('cancelled', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'All imports' }).click()
  await page.getByRole('button', { name: 'Delete the profile Goods of the season' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the profile' }).click()
  await page.getByRole('heading', { name: 'Saved profiles' }).waitFor({ state: 'detached' })
  expect(faults).toEqual([])
  expect(wrong).toEqual([])
  await context.close()
}, 180_000)

test('what the service refuses is said in its words, and rows that are refused come first', async () => {
  const { page, context, wrong } = await app.openPage()
  await app.signIn(page, await app.newPerson('member'), '?next=/app/data/imports')
  await page.getByLabel('File', { exact: true }).waitFor()
  await choose(page, file('', 'empty.csv'))
  expect(await page.getByRole('alert').innerText()).toContain('bad_request')
  await choose(page, file('sku,title,handle,price\nCAP-1,Cap,CAP,12.50\nCAP-2,Cap,CAP-2,cheap\n', 'caps.csv'))
  await page.getByRole('heading', { name: 'What the columns are' }).waitFor()
  await page.getByRole('button', { name: 'Confirm, and show what would change' }).click()
  await page.getByText('1 refused (1 row)').waitFor()
  expect(await page.locator('details[open]').innerText()).toContain('cheap')
  await page.getByRole('button', { name: 'Write 1 record' }).waitFor()
  const { sql } = app.database
  const import_id = new URL(page.url()).searchParams.get('import')!
  await sql`
    update imports set mapping = jsonb_set(mapping, '{fixed_values}', '{"title":"Untitled"}') where import_id = ${import_id}`
  await page.reload()
  await page.getByRole('button', { name: 'Change the columns' }).click()
  await page.getByRole('button', { name: 'Confirm, and show what would change' }).click()
  await page.getByText('1 refused (1 row)').waitFor()
  const [kept] = await sql`select mapping -> 'fixed_values' as fixed from imports where import_id = ${import_id}`
  expect(kept).toEqual({ fixed: { title: 'Untitled' } })
  expect(wrong).toEqual([])
  await context.close()
}, 60_000)

test('a viewer sees imports and no action; another organisation sees none of them', async () => {
  const { page, context, wrong } = await app.openPage()
  await app.signIn(page, await app.newPerson('viewer'), '?next=/app/data/imports')
  await page.getByRole('link', { name: 'Open the import of caps.csv' }).click()
  await page.getByRole('heading', { name: 'caps.csv' }).waitFor()
  const buttons = await page.locator('main').getByRole('button').allInnerTexts()
  expect(buttons).toEqual(['Save the report of every row'])
  const import_id = new URL(page.url()).searchParams.get('import')!
  await context.close()

  const other = await app.newOrganization()
  const elsewhere = await app.openPage()
  await app.signIn(elsewhere.page, await app.newPerson('admin', other))
  await elsewhere.page.getByRole('heading', { name: /^Open exceptions/ }).waitFor()
  await elsewhere.page.goto(`${app.service.base_url}/app/data/imports?organization=${other}&import=${import_id}`)
  expect(await elsewhere.page.getByRole('alert').innerText()).toContain('not_found')
  expect(wrong).toEqual([])
  await elsewhere.context.close()
}, 60_000)
