/** The changelog of the built site: pages, lists by area and kind, feeds, and addresses that last. */
import { afterAll, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { at, dist, pages, serveSite } from './built_site.ts'

interface Entry {
  id: string
  kind: string
  areas: { area: string }[]
  corrects?: { figures: string }
}
const { entries } = JSON.parse(readFileSync(at('docs-site/src/data/changelog.json'), 'utf8')) as { entries: Entry[] }
const site = serveSite()
afterAll(site.stop)

const built = (path: string) => readFileSync(join(dist, path, 'index.html'), 'utf8')
const idsIn = (html: string) =>
  html
    .split('<section')
    .slice(1)
    .flatMap((section) => /<h2[^>]* id="([^"]+)"/.exec(section)?.[1] ?? [])
/** A list with its numbered pages, newest entries first. */
function listed(start: string, joint: string): string[] {
  const numbers = pages.flatMap((path) => {
    const number = path.startsWith(start + joint) ? path.slice((start + joint).length) : ''
    return /^\d+$/.test(number) ? [Number(number)] : []
  })
  const paths = [start, ...numbers.toSorted((a, b) => b - a).map((number) => `${start}${joint}${number}`)]
  return paths.flatMap((path) => idsIn(built(path)))
}
const ids = (those: Entry[]) => those.map(({ id }) => id)

test('every entry is on one page of the changelog, newest first, and no page is heavy', () => {
  expect(listed('/changelog', '/')).toEqual(ids(entries))
  for (const path of pages.filter((one) => one.startsWith('/changelog')))
    expect([path, Buffer.byteLength(built(path)) < 300_000]).toEqual([path, true])
})

test('each area and each kind lists its entries and has a feed of them', () => {
  const lists = [...new Set(entries.flatMap(({ areas }) => areas.map(({ area }) => area)))].map((area) => ({
    path: `/changelog/area/${area}`,
    feed: `changelog/${area}.xml`,
    own: entries.filter(({ areas }) => areas.some((one) => one.area === area)),
  }))
  for (const kind of new Set(entries.map((one) => one.kind)))
    lists.push({
      path: `/changelog/kind/${kind}`,
      feed: `changelog/${kind}.xml`,
      own: entries.filter((one) => one.kind === kind),
    })
  expect(lists.length).toBeGreaterThan(20)
  for (const { path, feed, own } of lists) {
    expect([path, listed(path, '-')]).toEqual([path, ids(own)])
    expect(existsSync(join(dist, feed))).toBe(true)
    const text = readFileSync(join(dist, feed), 'utf8')
    expect([...text.matchAll(/<guid[^>]*>([^<]+)</g)].map((one) => one[1]!)).toEqual(ids(own))
  }
})

test('an entry that corrects figures says which and since when', () => {
  const corrections = entries.filter(({ kind }) => kind === 'correction')
  expect(corrections.length).toBeGreaterThan(30)
  const text = readFileSync(join(dist, 'changelog/kind/correction.md'), 'utf8')
  for (const { corrects } of corrections.slice(0, 10))
    expect(text).toContain(`**Figures change:** ${corrects!.figures}`)
  expect(text).toMatch(/since 2026-\d\d-\d\d\./)
})

test('an address without its page leads to the entry, and a kind can be shown alone', async () => {
  const oldest = entries.at(-1)!
  const { page, foreign } = await site.open(`/changelog#${oldest.id}`)
  await page.waitForURL(`**/changelog/1#${oldest.id}`, { timeout: 20_000 })
  expect(await page.locator(`#${oldest.id}`).isVisible()).toBe(true)
  await page.goto(`${site.base_url}/changelog`)
  const [correction, other] = [
    page.locator('section[data-kind=correction]').first(),
    page.locator('section[data-kind=additive]').first(),
  ]
  expect(await other.isVisible()).toBe(true)
  await page.getByLabel('Correction: figures change').check()
  expect([await correction.isVisible(), await other.isVisible()]).toEqual([true, false])
  expect(foreign).toEqual([])
  await page.close()
}, 60_000)
