/** Audits a page that is open in a browser, with axe and by its width. */
import { readFileSync } from 'node:fs'
import { requireTool } from '../support/chromium.ts'

/** `npm run test:site` audits every page, and the console in every combination of theme and width. */
export const isWhole = process.env.SITE_AUDIT === 'whole'
export const axeSource = readFileSync(requireTool.resolve('axe-core/axe.min.js'), 'utf8')
export const widths = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } }
export const themes = ['light', 'dark'] as const

const tooWide = async (page: any): Promise<boolean> =>
  !(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))

/** What axe finds, and whether the page is wider than what it is seen through. */
export async function faultsOf(page: any, where: string, rules = {}): Promise<string[]> {
  const options = JSON.stringify({ resultTypes: ['violations'], ...rules })
  const found: string[] = await page.evaluate(`axe.run(document, ${options}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ' ' + nodes[0].target + ' ' + nodes[0].html.slice(0, 160)))`)
  if (await tooWide(page)) found.push('is too wide')
  return found.map((one) => `${where}: ${one}`)
}
