/** The console of the built site: how it is reached, what it lists, and how it looks. */
import { afterAll, expect, test } from 'bun:test'
import { axeSource, faultsOf, isWhole, themes, widths } from './audit.ts'
import { operations, serveSite } from './built_site.ts'

const site = serveSite()
afterAll(() => site.stop())

async function openConsole(page: any): Promise<void> {
  await page.click('#open-console')
  await page.waitForSelector('#console h1', { timeout: 60_000 })
}

test('a page of the reference leads to its own operation in the console', async () => {
  const { page, foreign } = await site.open('/reference/stocktakes/create')
  await page.click('.code-column a[href^="/console#"]')
  await page.waitForSelector('[id$="/stocktakes.create"]', { timeout: 60_000 })
  await page.waitForFunction(
    `(() => { const { top } = document.querySelector('[id$="/stocktakes.create"]').getBoundingClientRect(); return top > -200 && top < innerHeight })()`,
  )
  expect(foreign).toEqual([])
  await page.close()
}, 90_000)

/** Each width and each theme is opened once, and asked everything; the whole audit opens every combination. */
const isOpened = (width: string, theme: string) => isWhole || (width === 'desktop') === (theme === 'light')

test('the console has the operations of the document, asks nothing of another origin, and axe finds no violation in it', async () => {
  const summary = JSON.stringify(operations[0].summary)
  const faults: string[] = []
  for (const colorScheme of themes)
    for (const [width, viewport] of Object.entries(widths).filter(([one]) => isOpened(one, colorScheme))) {
      const options = { colorScheme, viewport, bypassCSP: true, reducedMotion: 'reduce' }
      const { page, foreign } = await site.open('/console', options)
      await openConsole(page)
      // On a phone the list of operations is behind a button.
      const listed = `document.querySelector('#console').innerText.includes(${summary})`
      if (width === 'desktop') await page.waitForFunction(listed, null, { timeout: 60_000 })
      await page.evaluate(axeSource)
      faults.push(...(await faultsOf(page, `console ${width} ${colorScheme}`)))
      await page.evaluate("location.hash = '#tag/stocktakes/stocktakes.create'")
      await page.waitForSelector('[id$="/stocktakes.create"]', { timeout: 60_000 })
      await page.waitForFunction('document.getAnimations().length === 0', null, { timeout: 20_000 })
      faults.push(...(await faultsOf(page, `an operation in the console ${width} ${colorScheme}`)))
      expect(foreign).toEqual([])
      await page.close()
    }
  expect(faults).toEqual([])
}, 240_000)
