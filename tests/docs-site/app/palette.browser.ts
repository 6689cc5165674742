/** The way to every screen by the keyboard alone, and the weight of each page's scripts. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { dist } from '../built_site.ts'
import { type App, faultsOf, openApp } from './rig.ts'

let app: App

beforeAll(async () => {
  app = await openApp('palette_in_a_browser')
})
afterAll(() => app.close())

test('Ctrl K and a slash lead to every screen and list; a slash that is typed stays text', async () => {
  const { page, context, wrong } = await app.openPage()
  await app.signIn(page, await app.newPerson('viewer'))
  await page.getByRole('heading', { name: /^Open exceptions/ }).waitFor()
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  const faults = await faultsOf(page, 'palette')
  await page.keyboard.type('no such screen')
  await dialog.getByText('Nothing has these words.').waitFor()
  await dialog.getByLabel('Screen or list').fill('webh')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/app\/settings\/developer\/webhooks\?organization=/)
  await page.getByRole('heading', { name: 'Webhooks' }).waitFor()

  await page.getByRole('button', { name: 'Go to…' }).waitFor()
  await page.keyboard.press('/')
  await dialog.waitFor()
  await page.keyboard.type('variants')
  const found: string[] = await dialog.getByRole('link').allInnerTexts()
  expect(found.length).toBeGreaterThan(0)
  expect(found.every((text) => text.toLowerCase().includes('variants'))).toBe(true)
  await page.keyboard.press('ArrowDown')
  expect(await page.evaluate('document.activeElement.textContent')).toBe(found[0]!)
  await page.keyboard.press('ArrowUp')
  expect(await page.evaluate('document.activeElement.tagName')).toBe('INPUT')
  await page.keyboard.type('/')
  expect(await dialog.getByLabel('Screen or list').inputValue()).toBe('variants/')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
  expect(wrong).toEqual([])
  await context.close()
}, 60_000)

/** Bytes of the scripts that a page loads first, as the service sends them. */
function scriptBytes(file: string): number {
  const seen = new Set<string>()
  const follow = (script: string): void => {
    if (seen.has(script)) return
    seen.add(script)
    const text = readFileSync(join(dist, script), 'utf8')
    for (const [, from, alone] of text.matchAll(/from\s*"(\.[^"]+)"|import\s*"(\.[^"]+)"/g))
      follow(normalize(join(dirname(script), from ?? alone!)))
  }
  const page = readFileSync(file, 'utf8')
  for (const [, script] of page.matchAll(/"(\/_astro\/[^"]+\.js)"/g)) follow(script!)
  return [...seen].reduce((sum, script) => sum + Bun.gzipSync(readFileSync(join(dist, script))).byteLength, 0)
}

test('no page of the app loads more than 30 kB of script, compressed', () => {
  const pages = readdirSync(join(dist, 'app'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .map((file) => ({ file, bytes: scriptBytes(join(dist, 'app', file)) }))
  expect(pages.length).toBeGreaterThan(80)
  expect(pages.filter(({ bytes }) => bytes > 30_000 || bytes < 5_000)).toEqual([])
})
